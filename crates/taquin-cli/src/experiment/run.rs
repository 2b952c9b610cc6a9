//! Runs an experiment: every run is a search of its own, so that several threads change no count. Lines
//! are handed over as runs finish; what Ctrl-C stopped is not finished and gives none.

use super::{Experiment, RunIndex};
use crate::commands::find;
use crate::present::{Answer, Found, JsonLines, Question, RunLine};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use taquin::search::Observer;
use taquin::{Cancel, Direction, Limits, Stop};

/// Runs all of `runs` on `jobs` threads, each run within `limits`, and hands each line over as soon as it
/// is there, on the calling thread. The first failure to take one ends it.
pub fn run_all<E>(
    experiment: &Experiment,
    runs: &[RunIndex],
    jobs: usize,
    limits: Limits,
    cancel: &Cancel,
    mut finished: impl FnMut(RunIndex, String) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(runs.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !cancel.is_cancelled() {
                    let Some(&run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    let Some(line) = run_one(experiment, run, limits, cancel, None) else { break };
                    if sender.send((run, line)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (run, line) in receiver {
            if let Err(error) = finished(run, line) {
                cancel.cancel();
                return Err(error);
            }
        }
        Ok(())
    })
}

/// The line of a run, without its end; `None` if somebody stopped it.
pub fn run_one(
    experiment: &Experiment,
    run: RunIndex,
    limits: Limits,
    cancel: &Cancel,
    observer: Option<&mut dyn Observer<Direction>>,
) -> Option<String> {
    let (number, member, configuration) = experiment.parts(run);
    let mut solver = configuration.solver.clone();
    solver.limits = limits;
    let goal = experiment.set.goal.clone();
    let question =
        Question { solver, requested: configuration.algorithm.info().id, goal, steps: false };
    let found = find(&question, &member.asked, cancel, observer);
    if let Found::Searched { report, .. } = &found
        && report.stopped_by == Some(Stop::Cancelled)
    {
        return None;
    }
    let of = experiment.set.members.len();
    let answer = Answer { asked: &member.asked, number, of, found };
    let json = JsonLines { question: &question };
    let board = member.asked.board.as_ref().ok()?;
    let (id, asked) = (&configuration.id, experiment.limits);
    Some(RunLine::new(&json, &answer, member, board, id, asked).to_string())
}
