//! `taquin compare`: every chosen algorithm and heuristic on the same boards, in one table.

use super::runner::{ExperimentRunner, experiment};
use super::sinks::{OUTPUTS, ResultFormat};
use super::{ExitStatus, Failure};
use crate::args::CompareArgs;
use crate::interrupt;
use crate::save::Target;
use crate::terminal::Terminal;
use taquin_api::experiment::{DEFAULT_CONFIGURATIONS, DEFAULT_TIME};
use taquin_api::results::Summary;

/// Runs the command.
pub fn run(args: &CompareArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let targets = Target::all(&args.results.output, &OUTPUTS)?;
    let mut experiment = experiment(&args.experiment, &DEFAULT_CONFIGURATIONS, args.results.quiet)?;
    experiment.limits.max_time.get_or_insert(DEFAULT_TIME);
    let runner = ExperimentRunner {
        experiment: &experiment,
        jobs: args.experiment.jobs.jobs,
        format: ResultFormat::of(&args.results, ResultFormat::Text),
        stored: None,
        targets,
        results: &args.results,
    };
    let (status, summaries) = runner.run(terminal, &interrupt::cancel())?;
    // Runs that were stopped or rejected are part of the comparison, as long as some run gave an answer.
    let any = |count: fn(&Summary) -> usize| summaries.iter().any(|s| count(s) > 0);
    Ok(match status {
        ExitStatus::Interrupted => ExitStatus::Interrupted,
        _ if any(|summary| summary.solved + summary.exhausted + summary.stopped) => {
            ExitStatus::Good
        }
        _ if any(|summary| summary.unsolvable) => ExitStatus::Negative,
        worst => worst,
    })
}
