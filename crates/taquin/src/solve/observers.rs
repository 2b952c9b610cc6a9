//! Adapters between a search and its observer.

use crate::board::Move;
use crate::state::{Grid, Step};
use std::time::Duration;
use taquin_search::{Event, Improvement, Observer, Stats};

/// Forwards everything except single nodes to an observer, if there is one: the hot loop reports nothing.
pub(super) struct TicksOnly<'o>(pub(super) Option<&'o mut (dyn Observer<Move> + 'o)>);

impl<M> Observer<M> for TicksOnly<'_> {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        false
    }

    fn event(&mut self, event: Event<'_, M>) {
        if let Some(event) = event.map_move(|_| None) {
            self.0.event(event);
        }
    }
}

/// Converts steps to moves for an observer, if there is one.
pub(super) struct InMoves<'g, 'o> {
    pub(super) grid: &'g Grid,
    pub(super) observer: Option<&'o mut (dyn Observer<Move> + 'o)>,
    pub(super) wants_nodes: bool,
}

impl Observer<Step> for InMoves<'_, '_> {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        self.wants_nodes
    }

    fn event(&mut self, event: Event<'_, Step>) {
        if let Some(event) = event.map_move(|by| Some(self.grid.direction(by).into())) {
            self.observer.event(event);
        }
    }
}

/// The results before an attempt.
#[derive(Clone, Copy)]
pub(super) struct EarlierAttempts {
    pub(super) best: Option<u64>,
    pub(super) bound: u64,
    pub(super) explored: u64,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) elapsed: Duration,
}

impl EarlierAttempts {
    /// Converts an improvement within an attempt to one of all attempts, if it is better than the best before it:
    /// counted from the beginning of the first attempt, with everything that is proven.
    pub(super) fn in_total(self, found: &Improvement) -> Option<Improvement> {
        let explored = found.explored + self.explored;
        let elapsed = found.elapsed + self.elapsed;
        let lower_bound = found.lower_bound.max(self.bound);
        let in_total = Improvement { lower_bound, explored, elapsed, ..found.clone() };
        Some(in_total).filter(|found| self.best.is_none_or(|best| found.cost < best))
    }
}

/// Forwards the events of an attempt, as a part of all attempts.
pub(super) struct AttemptObserver<'o> {
    pub(super) observer: Option<&'o mut (dyn Observer<Move> + 'o)>,
    pub(super) earlier: EarlierAttempts,
}

impl Observer<Move> for AttemptObserver<'_> {
    fn wants_nodes(&self) -> bool {
        self.observer.wants_nodes()
    }

    fn event(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Improved(improvement) => {
                if let Some(in_total) = self.earlier.in_total(improvement) {
                    self.observer.event(Event::Improved(&in_total));
                }
            }
            Event::Tick(stats) => {
                let EarlierAttempts { explored, expanded, generated, .. } = self.earlier;
                self.observer.event(Event::Tick(&Stats {
                    explored: explored + stats.explored,
                    expanded: expanded + stats.expanded,
                    generated: generated + stats.generated,
                    ..stats.clone()
                }));
            }
            other => self.observer.event(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records the count at each tick.
    #[derive(Default)]
    struct Counts(Vec<u64>);

    impl Observer<Move> for Counts {
        fn event(&mut self, event: Event<'_, Move>) {
            if let Event::Tick(stats) = event {
                self.0.push(stats.explored);
            }
        }
    }

    #[test]
    fn counts_of_attempts_continue_from_earlier_ones() {
        let mut counts = Counts::default();
        let elapsed = Duration::ZERO;
        let earlier = EarlierAttempts {
            best: None,
            bound: 0,
            explored: 100,
            expanded: 90,
            generated: 200,
            elapsed,
        };
        let mut observer = AttemptObserver { observer: Some(&mut counts), earlier };
        for explored in [0, 10] {
            observer.event(Event::Tick(&Stats { explored, ..Stats::default() }));
        }
        assert_eq!(counts.0, [100, 110]);
    }
}
