//! `taquin compare`: every chosen algorithm and heuristic on the same boards, in one table.

use super::conduct::{Conduct, configurations};
use super::outlet::{Format, OUTPUTS};
use super::{Ending, Failure};
use crate::args::CompareArgs;
use crate::experiment::{BoardSet, Experiment};
use crate::interrupt;
use crate::memory;
use crate::results::Summary;
use crate::save::Target;
use crate::terminal::Terminal;
use std::time::Duration;
use taquin::Limits;

/// What is compared unless something else is asked for: the searches of every textbook.
const USUAL: [&str; 7] = ["bfs", "dfs", "iddfs", "bidirectional", "greedy", "astar", "ida"];

/// How long a run may take unless told otherwise: a blind search of 4x4 would take the evening.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// Runs the command; `at_once` ends the program.
pub fn run(args: &CompareArgs, terminal: &Terminal, at_once: fn()) -> Result<Ending, Failure> {
    let targets = Target::all(&args.results.output, &OUTPUTS)?;
    let experiment = Experiment {
        configurations: configurations(&args.configurations, &USUAL, args.results.quiet)?,
        set: BoardSet::read(&args.boards)?,
        limits: Limits {
            max_nodes: args.limits.max_nodes,
            max_time: Some(args.limits.max_time.unwrap_or(USUAL_TIME)),
            max_bytes: args.limits.max_memory,
        },
        shard: None,
    };
    let conduct = Conduct {
        experiment: &experiment,
        jobs: args.jobs.jobs,
        bytes: args.limits.max_memory.unwrap_or_else(memory::default_limit),
        format: Format::of(&args.results, Format::Text),
        kept: None,
        targets,
        chart: &args.results.chart,
        quiet: args.results.quiet,
    };
    let (ending, summaries) = conduct.run(terminal, &interrupt::on_ctrl_c(at_once))?;
    // A run that was stopped or did not fit is part of the answer, if there is one.
    let any = |count: fn(&Summary) -> usize| summaries.iter().any(|s| count(s) > 0);
    Ok(match ending {
        Ending::Interrupted => Ending::Interrupted,
        _ if any(|summary| summary.solved + summary.exhausted + summary.stopped) => Ending::Good,
        _ if any(|summary| summary.unsolvable) => Ending::Negative,
        worst => worst,
    })
}
