//! Adapters between a search and its observer.

use crate::board::Direction;
use crate::cost::Cost;
use crate::state::{Grid, Step};
use std::time::Duration;
use taquin_search::{Generated, Improvement, Observer, Stats, Taken};

/// Forwards everything except single nodes to an observer, if there is one: the hot loop reports nothing.
pub(super) struct TicksOnly<'o>(pub(super) Option<&'o mut (dyn Observer<Direction> + 'o)>);

impl<M> Observer<M> for TicksOnly<'_> {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        false
    }

    fn began(&mut self, search: &str) {
        self.0.began(search);
    }

    fn deepened(&mut self, round: u64, bound: Cost) {
        self.0.deepened(round, bound);
    }

    fn met(&mut self, from_start: u64, from_goal: u64) {
        self.0.met(from_start, from_goal);
    }

    fn improved(&mut self, improvement: &Improvement) {
        self.0.improved(improvement);
    }

    fn ended(&mut self, is_best: bool) {
        self.0.ended(is_best);
    }

    fn tick(&mut self, stats: &Stats) {
        self.0.tick(stats);
    }
}

/// Converts steps to directions for an observer, if there is one.
pub(super) struct InDirections<'g, 'o> {
    pub(super) grid: &'g Grid,
    pub(super) observer: Option<&'o mut (dyn Observer<Direction> + 'o)>,
    pub(super) wants_nodes: bool,
}

impl Observer<Step> for InDirections<'_, '_> {
    #[inline(always)]
    fn wants_nodes(&self) -> bool {
        self.wants_nodes
    }

    fn began(&mut self, search: &str) {
        self.observer.began(search);
    }

    fn explored(&mut self, node: Taken, stats: &Stats) {
        self.observer.explored(node, stats);
    }

    fn generated(&mut self, child: Generated<Step>) {
        let Generated { id, parent, by, g, h, disposition } = child;
        self.observer.generated(Generated {
            id,
            parent,
            by: self.grid.direction(by),
            g,
            h,
            disposition,
        });
    }

    fn deepened(&mut self, round: u64, bound: Cost) {
        self.observer.deepened(round, bound);
    }

    fn met(&mut self, from_start: u64, from_goal: u64) {
        self.observer.met(from_start, from_goal);
    }

    fn improved(&mut self, improvement: &Improvement) {
        self.observer.improved(improvement);
    }

    fn ended(&mut self, is_best: bool) {
        self.observer.ended(is_best);
    }

    fn tick(&mut self, stats: &Stats) {
        self.observer.tick(stats);
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
        let in_total = Improvement { lower_bound, explored, elapsed, ..*found };
        Some(in_total).filter(|found| self.best.is_none_or(|best| found.cost < best))
    }
}

/// Forwards the events of an attempt, as a part of all attempts.
pub(super) struct AttemptObserver<'o> {
    pub(super) observer: Option<&'o mut (dyn Observer<Direction> + 'o)>,
    pub(super) earlier: EarlierAttempts,
}

impl Observer<Direction> for AttemptObserver<'_> {
    fn wants_nodes(&self) -> bool {
        self.observer.wants_nodes()
    }

    fn began(&mut self, search: &str) {
        self.observer.began(search);
    }

    fn explored(&mut self, node: Taken, stats: &Stats) {
        self.observer.explored(node, stats);
    }

    fn generated(&mut self, child: Generated<Direction>) {
        self.observer.generated(child);
    }

    fn deepened(&mut self, round: u64, bound: Cost) {
        self.observer.deepened(round, bound);
    }

    fn met(&mut self, from_start: u64, from_goal: u64) {
        self.observer.met(from_start, from_goal);
    }

    fn improved(&mut self, improvement: &Improvement) {
        if let Some(in_total) = self.earlier.in_total(improvement) {
            self.observer.improved(&in_total);
        }
    }

    fn ended(&mut self, is_best: bool) {
        self.observer.ended(is_best);
    }

    fn tick(&mut self, stats: &Stats) {
        let EarlierAttempts { explored, expanded, generated, .. } = self.earlier;
        self.observer.tick(&Stats {
            explored: explored + stats.explored,
            expanded: expanded + stats.expanded,
            generated: generated + stats.generated,
            ..stats.clone()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records the count at each tick.
    #[derive(Default)]
    struct Counts(Vec<u64>);

    impl Observer<Direction> for Counts {
        fn tick(&mut self, stats: &Stats) {
            self.0.push(stats.explored);
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
            observer.tick(&Stats { explored, ..Stats::default() });
        }
        assert_eq!(counts.0, [100, 110]);
    }
}
