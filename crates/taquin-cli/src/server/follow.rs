//! Follows a search: notes for its job how far it is.

use super::job::{Job, Progress};
use std::time::{Duration, Instant};
use taquin::search::{Observer, Stats};
use taquin::{Cost, Direction, Solver};

/// How often the job is told.
const NOTE_EVERY: Duration = Duration::from_millis(50);

/// Observes a search.
pub struct Follow<'a> {
    job: &'a Job,
    /// How many units of the search's costs make one step.
    unit: f64,
    began: Instant,
    noted: Option<Instant>,
    progress: Progress,
}

impl<'a> Follow<'a> {
    /// Follows a solver's search for a job.
    pub fn new(job: &'a Job, solver: &Solver) -> Follow<'a> {
        let (began, noted, progress) = (Instant::now(), None, Progress::default());
        Follow { job, unit: f64::from(solver.unit()), began, noted, progress }
    }

    /// As one of several runs, counted from 1.
    pub fn run_of(mut self, run: usize, runs: usize) -> Follow<'a> {
        self.progress = Progress { run: Some(run), runs: Some(runs), ..self.progress };
        self.job.note(self.progress.clone());
        self
    }
}

impl Observer<Direction> for Follow<'_> {
    fn wants_nodes(&self) -> bool {
        false
    }

    fn deepened(&mut self, bound: Cost) {
        self.progress.bound = Some(f64::from(bound) / self.unit);
    }

    fn tick(&mut self, stats: &Stats) {
        let now = Instant::now();
        let passed = now - self.noted.unwrap_or(self.began);
        if self.noted.is_some() && passed < NOTE_EVERY {
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
            seconds: (now - self.began).as_secs_f64(),
            rate: if seconds > 0.0 { newly as f64 / seconds } else { 0.0 },
            bytes: stats.peak_bytes,
            ..self.progress
        };
        self.noted = Some(now);
        self.job.note(self.progress.clone());
    }
}
