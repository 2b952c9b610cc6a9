//! `taquin bench`: a set of boards through one or more configurations, every result kept.

use super::conduct::{Conduct, Kept, experiment};
use super::outlet::{Format, OUTPUTS};
use super::{ExitStatus, Failure};
use crate::args::BenchArgs;
use crate::interrupt;
use crate::save::{FileKind, Target};
use crate::terminal::Terminal;
use std::path::Path;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::experiment::Experiment;

/// What is run unless something else is asked for: shortest solutions in next to no memory.
const USUAL: [&str; 1] = ["ida"];

/// Runs the command.
pub fn run(args: &BenchArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let mut targets = Target::all(&args.results.output, &OUTPUTS)?;
    let lines = targets.iter().position(|target| target.kind == FileKind::JsonLines);
    let kept = match (&args.resume, lines) {
        (Some(path), _) => Some(resumed(path)?),
        (None, Some(index)) => Some(Kept::New(targets.remove(index).path)),
        (None, None) => None,
    };
    let experiment = experiment(&args.experiment, &USUAL, args.results.quiet)?;
    let experiment = Experiment { shard: args.shard, ..experiment };
    let prints_lines = kept.is_none() && targets.is_empty();
    let usual = if prints_lines { Format::Json } else { Format::Text };
    let conduct = Conduct {
        experiment: &experiment,
        jobs: args.experiment.jobs.jobs,
        format: Format::of(&args.results, usual),
        kept,
        targets,
        results: &args.results,
    };
    let (status, _) = conduct.run(terminal, &interrupt::cancel())?;
    Ok(status)
}

/// The file to go on with.
fn resumed(path: &Path) -> Result<Kept, Diagnostic> {
    match FileKind::of(path, &[FileKind::JsonLines]) {
        Ok(_) => Ok(Kept::Resumed(path.to_path_buf())),
        Err(_) => {
            let diagnostic = Diagnostic::new("only a file of JSON Lines can be resumed");
            Err(diagnostic.help("let its name end in .jsonl"))
        }
    }
}
