//! Runs an experiment. Every run is a search of its own, so threads do not change any count. Each line is passed on
//! when its run finishes; a run that was cancelled is not finished and has no line.

use super::solve::solve_each;
use crate::answer::{Answer, Answered};
use crate::experiment::{Experiment, RunIndex, run_line};
use crate::stream::work_on_all;
use crate::task::TaskHost;
use taquin::search::{CancelledBy, Observer};
use taquin::{Limits, Move, Stop};

/// Runs all of `runs` on `jobs` threads, each within `limits`, and passes each line to `finished` on the calling
/// thread as soon as it is available. At the first error that `finished` returns, it raises the flag and stops.
pub fn run_all<E>(
    experiment: &Experiment,
    runs: &[RunIndex],
    jobs: usize,
    limits: Limits,
    host: &(dyn TaskHost + Sync),
    mut finished: impl FnMut(RunIndex, String) -> Result<(), E>,
) -> Result<(), E> {
    let cancel = host.cancel();
    let line = |run| {
        if cancel.is_cancelled() { None } else { run_one(experiment, run, limits, host, None) }
    };
    let things = runs.iter().map(|&run| (run, run));
    work_on_all(things, jobs, line, |run, line| match line {
        Some(line) => finished(run, line).inspect_err(|_| cancel.raise(CancelledBy::Error)),
        None => Ok(()),
    })
}

/// Returns the line of a run, without its line ending; `None` if it was cancelled.
pub fn run_one(
    experiment: &Experiment,
    run: RunIndex,
    limits: Limits,
    host: &dyn TaskHost,
    observer: Option<&mut dyn Observer<Move>>,
) -> Option<String> {
    let (number, member, configuration) = experiment.parts(run);
    let mut solver = configuration.solver.clone();
    solver.limits = limits;
    let goal = &experiment.set.goal;
    let answer = solve_each(&solver, goal, &member.input, host, observer);
    if let Answer::Searched { report, .. } = &answer
        && report.stopped_by == Some(Stop::Cancelled)
    {
        return None;
    }
    let of = experiment.set.members.len();
    let answered = Answered { input: &member.input, number, of, answer };
    let board = member.input.board.as_ref().ok()?;
    let (id, limits) = (&configuration.id, experiment.limits);
    Some(run_line(&solver, goal, &answered, member, board, id, limits))
}
