//! Runs an experiment. Every run is a search of its own, so threads do not change any count. Each line is passed on
//! when its run finishes; a run that was cancelled is not finished and has no line.

use super::record::run_line;
use super::{Experiment, RunIndex};
use crate::answer::{Answer, Answered, SolveRequest, solve};
use crate::stream::work;
use std::panic::resume_unwind;
use std::sync::{Mutex, mpsc};
use std::thread;
use taquin::search::{CancelledBy, Observer};
use taquin::{Cancel, Limits, Move, Stop};

/// Runs all of `runs` on `jobs` threads, each within `limits`, and passes each line to `finished` on the calling
/// thread as soon as it is available. At the first error that `finished` returns, it
/// raises the flag and stops.
pub fn run_all<E>(
    experiment: &Experiment,
    runs: &[RunIndex],
    jobs: usize,
    limits: Limits,
    cancel: &Cancel,
    mut finished: impl FnMut(RunIndex, String) -> Result<(), E>,
) -> Result<(), E> {
    let ((left, queue), (sender, done)) = (mpsc::channel(), mpsc::channel());
    for &run in runs {
        // This cannot fail: the other end of the queue is here.
        let _ = left.send((run, run));
    }
    drop(left);
    let queue = Mutex::new(queue);
    let line = |run| match cancel.is_cancelled() {
        true => None,
        false => run_one(experiment, run, limits, cancel, None),
    };
    thread::scope(|scope| {
        for _ in 0..jobs.min(runs.len()) {
            let (queue, sender) = (&queue, sender.clone());
            // A line must not wait for the next run, which may take hours.
            scope.spawn(move || work(queue, &sender, 1, line));
        }
        drop(sender);
        for (run, line) in done.into_iter().flatten() {
            let Some(line) = line.unwrap_or_else(|panic| resume_unwind(panic)) else { continue };
            if let Err(error) = finished(run, line) {
                cancel.raise(CancelledBy::Error);
                return Err(error);
            }
        }
        Ok(())
    })
}

/// Returns the line of a run, without its line ending; `None` if it was cancelled.
pub fn run_one(
    experiment: &Experiment,
    run: RunIndex,
    limits: Limits,
    cancel: &Cancel,
    observer: Option<&mut dyn Observer<Move>>,
) -> Option<String> {
    let (number, member, configuration) = experiment.parts(run);
    let mut solver = configuration.solver.clone();
    solver.limits = limits;
    let goal = experiment.set.goal.clone();
    let requested = configuration.algorithm.info().id;
    let spelling = experiment.spelling;
    let request =
        SolveRequest { solver, requested, goal, steps: false, spelling, notices: Vec::new() };
    let answer = solve(&request, &member.input, cancel, observer);
    if let Answer::Searched { report, .. } = &answer
        && report.stopped_by == Some(Stop::Cancelled)
    {
        return None;
    }
    let of = experiment.set.members.len();
    let answered = Answered { input: &member.input, number, of, answer };
    let board = member.input.board.as_ref().ok()?;
    let (id, limits) = (&configuration.id, experiment.limits);
    run_line(&request, &answered, member, board, id, limits).ok()
}
