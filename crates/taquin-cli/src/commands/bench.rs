//! `taquin bench`: a set of boards through one or more configurations, every result kept.

use super::conduct::{Conduct, Keeping, configurations};
use super::outlet::{FileKind, Format, Target};
use super::{Ending, Failure};
use crate::args::BenchArgs;
use crate::errors::Complaint;
use crate::experiment::{BoardSet, Experiment};
use crate::interrupt;
use crate::memory;
use crate::terminal::Terminal;
use taquin::Limits;

/// What is run unless something else is asked for: shortest solutions in next to no memory.
const USUAL: [&str; 1] = ["ida"];

/// Runs the command; `at_once` ends the program.
pub fn run(args: &BenchArgs, terminal: &Terminal, at_once: fn()) -> Result<Ending, Failure> {
    let path = args.resume.as_deref().or(args.results.output.as_deref());
    let target = path.map(Target::of).transpose()?;
    if args.resume.is_some() && target.as_ref().is_some_and(|file| file.kind != FileKind::Lines) {
        let complaint = Complaint::new("only a file of JSON Lines can be resumed");
        return Err(complaint.help("let its name end in .jsonl").into());
    }
    let experiment = Experiment {
        configurations: configurations(&args.configurations, &USUAL, args.results.quiet)?,
        set: BoardSet::read(&args.boards)?,
        limits: Limits {
            max_nodes: args.limits.max_nodes,
            max_time: args.limits.max_time,
            max_bytes: args.limits.max_memory,
        },
        shard: args.shard,
    };
    let usual = if target.is_some() { Format::Text } else { Format::Json };
    let conduct = Conduct {
        experiment: &experiment,
        jobs: args.jobs.jobs,
        bytes: args.limits.max_memory.unwrap_or_else(memory::default_limit),
        format: Format::of(&args.results, usual),
        target,
        keeping: if args.resume.is_some() { Keeping::Resumed } else { Keeping::AsTheyCome },
        quiet: args.results.quiet,
    };
    let (ending, _) = conduct.run(terminal, &interrupt::on_ctrl_c(at_once))?;
    Ok(ending)
}
