//! Observes a search and reports its progress to the host at regular intervals.

use crate::progress::Progress;
use crate::task::TaskHost;
use std::time::Duration;
use taquin::search::{Observer, Stats, Ticks};
use taquin::{Move, Solver};

/// The interval between reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// Creates an observer that reports a search to a host; in a comparison, `run` is its number from 1 and their total.
pub fn progress_observer<'a>(
    host: &'a dyn TaskHost,
    solver: &Solver,
    run: Option<(usize, usize)>,
) -> impl Observer<Move> + use<'a> {
    let unit = f64::from(solver.unit());
    let begun =
        Progress { run: run.map(|run| run.0), runs: run.map(|run| run.1), ..Progress::default() };
    if run.is_some() {
        host.report(&begun);
    }
    Ticks::every(REPORT_INTERVAL, host.clock(), move |tick| {
        let Stats { explored, expanded, generated, frontier, depth, peak_bytes, .. } = *tick.stats;
        let last = tick.last_improvements();
        host.report(&Progress {
            search: tick.search.to_string(),
            explored,
            expanded,
            generated,
            frontier,
            depth,
            bound: tick.bound.map(|bound| f64::from(bound) / unit),
            seconds: tick.elapsed.as_secs_f64(),
            rate: tick.rate,
            bytes: peak_bytes,
            improvements: last.iter().map(|improvement| improvement.cost).collect(),
            lower_bound: last.last().map(|improvement| improvement.lower_bound),
            ..begun.clone()
        });
    })
}
