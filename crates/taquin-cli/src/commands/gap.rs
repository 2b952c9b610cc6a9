//! `taquin gap`: how much longer than the shortest a solution is, and which move is the first suboptimal one.

use super::host::CommandHost;
use super::solve::limits;
use super::{ExitStatus, Failure, output, verify};
use crate::args::GapArgs;
use crate::interrupt;
use crate::present::{write_gap, write_verdict};
use crate::terminal::Terminal;
use std::io::Write;
use std::time::Duration;
use taquin::Stop;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::json::{GapJson, VerifyJson, write_line};
use taquin_api::tasks::gap;

/// The default time limit.
const DEFAULT_TIME: Duration = Duration::from_secs(30);

/// Runs the command.
pub fn run(args: &GapArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let played = verify::play(&args.solving)?;
    let json = args.solving.json;
    let mut out = output();
    let mut limits = limits(&args.limits);
    limits.max_time = limits.max_time.or(Some(DEFAULT_TIME));
    // Ctrl-C ends the program until a search starts.
    let measured = played.failure.is_none().then(interrupt::cancel);
    let Some(gap) = measured.and_then(|cancel| gap(&played, limits, &CommandHost(&cancel))) else {
        if json {
            write_line(&mut out, &VerifyJson::from(&played))?
        } else {
            write_verdict(&played, *terminal, &mut out)?
        }
        out.flush()?;
        return Ok(ExitStatus::Negative);
    };
    let gap = gap.map_err(|error| Diagnostic::of(&error))?;
    if json {
        write_line(&mut out, &GapJson::new(&played, &gap))?
    } else {
        write_gap(&played, &gap, *terminal, &mut out)?
    }
    out.flush()?;
    Ok(match gap.stopped {
        None => ExitStatus::Good,
        Some(Stop::Cancelled) => ExitStatus::Interrupted,
        Some(_) => ExitStatus::Stopped,
    })
}
