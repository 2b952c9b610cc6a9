//! Observes a search for whoever runs it: reports every now and then how far it is.

use crate::progress::Progress;
use crate::task::TaskHost;
use std::time::Duration;
use taquin::search::{Clock, Moment, Observer, Stats};
use taquin::{Cost, Direction, Solver};

/// How often it is reported.
const REPORT_EVERY: Duration = Duration::from_millis(50);

/// Observes a search, and reports how far it is.
pub struct ProgressObserver<'a> {
    host: &'a dyn TaskHost,
    clock: Clock,
    /// How many units of the search's costs make one step.
    unit: f64,
    began: Moment,
    reported: Option<Moment>,
    progress: Progress,
}

impl<'a> ProgressObserver<'a> {
    /// Observes a solver's search for a host.
    pub fn new(host: &'a dyn TaskHost, solver: &Solver) -> ProgressObserver<'a> {
        let (clock, unit) = (host.clock(), f64::from(solver.unit()));
        let (began, reported, progress) = (clock.now(), None, Progress::default());
        ProgressObserver { host, clock, unit, began, reported, progress }
    }

    /// As one of several runs, counted from 1.
    pub fn run_of(mut self, run: usize, runs: usize) -> ProgressObserver<'a> {
        self.progress = Progress { run: Some(run), runs: Some(runs), ..self.progress };
        self.host.report(&self.progress);
        self
    }
}

impl Observer<Direction> for ProgressObserver<'_> {
    fn wants_nodes(&self) -> bool {
        false
    }

    fn deepened(&mut self, _round: u64, bound: Cost) {
        self.progress.bound = Some(f64::from(bound) / self.unit);
    }

    fn tick(&mut self, stats: &Stats) {
        let passed = self.clock.since(self.reported.unwrap_or(self.began));
        if self.reported.is_some() && passed < REPORT_EVERY {
            return;
        }
        // A search that starts over counts from 0.
        let before = self.progress.explored;
        let newly = stats.explored.checked_sub(before).unwrap_or(stats.explored);
        let seconds = passed.as_secs_f64();
        self.progress = Progress {
            explored: stats.explored,
            expanded: stats.expanded,
            generated: stats.generated,
            frontier: stats.frontier,
            depth: stats.depth,
            seconds: self.clock.since(self.began).as_secs_f64(),
            rate: if seconds > 0.0 { newly as f64 / seconds } else { 0.0 },
            bytes: stats.peak_bytes,
            ..self.progress
        };
        self.reported = Some(self.clock.now());
        self.host.report(&self.progress);
    }
}
