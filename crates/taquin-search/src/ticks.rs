//! Progress for people: an observer that reports counts at intervals.

use crate::Cost;
use crate::clock::{Clock, Moment};
use crate::observer::{Event, Observer};
use crate::stats::{Improvement, Stats};
use std::time::Duration;

/// The number of recent solutions to show.
const IMPROVEMENTS_SHOWN: usize = 3;

/// The progress of a running search.
#[derive(Clone, Debug)]
pub struct Tick<'a> {
    /// The name of the search; empty if unknown.
    pub search: &'a str,
    /// The counts so far.
    pub stats: &'a Stats,
    /// The bound of the current round in a deepening search, in the search's own units.
    pub bound: Option<Cost>,
    /// The solutions so far, each better than the one before.
    pub improvements: &'a [Improvement],
    /// The time since the search began.
    pub elapsed: Duration,
    /// Nodes explored per second since the previous tick.
    pub rate: f64,
}

impl Tick<'_> {
    /// Returns the last few solutions, few enough to take in at a glance.
    pub fn last_improvements(&self) -> &[Improvement] {
        let first = self.improvements.len().saturating_sub(IMPROVEMENTS_SHOWN);
        &self.improvements[first..]
    }
}

/// Calls a function whenever a minimum time has passed since the previous call or the start.
///
/// ```
/// use std::time::Duration;
/// use taquin_search::{Clock, Event, Observer, Stats, Ticks};
/// let mut rates = Vec::new();
/// let mut ticks = Ticks::every(Duration::ZERO, Clock::default(), |tick| rates.push(tick.stats.explored));
/// let stats = Stats { explored: 4096, ..Stats::default() };
/// Observer::<()>::event(&mut ticks, Event::Tick(&stats));
/// drop(ticks);
/// assert_eq!(rates, [4096]);
/// ```
pub struct Ticks<F> {
    every: Duration,
    clock: Clock,
    began: Moment,
    last: Moment,
    explored: u64,
    search: String,
    bound: Option<Cost>,
    improvements: Vec<Improvement>,
    report: F,
}

impl<F: FnMut(Tick<'_>)> Ticks<F> {
    /// Starts the clock.
    pub fn every(every: Duration, clock: Clock, report: F) -> Ticks<F> {
        let began = clock.now();
        let (search, improvements) = (String::new(), Vec::new());
        Ticks {
            every,
            clock,
            began,
            last: began,
            explored: 0,
            search,
            bound: None,
            improvements,
            report,
        }
    }

    /// Reports, if enough time has passed.
    fn tick(&mut self, stats: &Stats) {
        let passed = self.clock.since(self.last);
        if passed < self.every {
            return;
        }
        // A search that restarts counts from 0.
        let newly = stats.explored.checked_sub(self.explored).unwrap_or(stats.explored);
        let seconds = passed.as_secs_f64();
        let rate = if seconds > 0.0 { newly as f64 / seconds } else { 0.0 };
        let elapsed = self.clock.since(self.began);
        let (search, bound) = (self.search.as_str(), self.bound);
        let improvements = self.improvements.as_slice();
        (self.report)(Tick { search, stats, bound, improvements, elapsed, rate });
        (self.last, self.explored) = (self.clock.now(), stats.explored);
    }
}

impl<M, F: FnMut(Tick<'_>)> Observer<M> for Ticks<F> {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        false
    }

    fn event(&mut self, event: Event<'_, M>) {
        match event {
            Event::Began(search) => (self.search, self.bound) = (search.to_string(), None),
            Event::Deepened { bound, .. } => self.bound = Some(bound),
            Event::Improved(improvement) => self.improvements.push(improvement.clone()),
            Event::Tick(stats) => self.tick(stats),
            _ => {}
        }
    }
}
