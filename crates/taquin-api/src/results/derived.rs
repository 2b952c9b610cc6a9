//! What a row adds to the counts of its search: the effective branching factor, and whether the result agrees with what
//! the set of boards states. Both are computed when a row is written, and again when it is read.

use crate::json::{RunOutcome, Solved};

/// What a set states about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// The length of a shortest solution.
    Length(u64),
    /// The board is unsolvable.
    Unsolvable,
}

impl Solved {
    /// Returns what its set states about its board.
    pub fn published(&self) -> Option<Published> {
        match (self.published_length, self.published_solvable) {
            (Some(length), _) => Some(Published::Length(length)),
            (None, Some(false)) => Some(Published::Unsolvable),
            (None, _) => None,
        }
    }

    /// Computes whether the result agrees with what its set states: `None` if nothing is stated, or if nothing was
    /// proven that could contradict it.
    pub fn agreement(&self) -> Option<bool> {
        match (self.published()?, self.outcome) {
            (_, RunOutcome::Refused) => None,
            (published, RunOutcome::Unsolvable) => Some(published == Published::Unsolvable),
            (Published::Unsolvable, _) => Some(false),
            (Published::Length(_), _) if !self.counts_moves() => None,
            (Published::Length(length), _) => match self.length {
                Some(found) if self.optimal => Some(found == length),
                Some(found) if found < length => Some(false),
                _ => (self.lower_bound > Some(length)).then_some(false),
            },
        }
    }

    /// Computes the effective branching factor.
    pub fn branching_factor(&self) -> Option<f64> {
        branching(self.stats.generated, self.length?)
    }
}

/// Returns the effective branching factor b of a search that generated N children and found a solution of d moves: that
/// of a uniform tree of depth d with N + 1 nodes, N + 1 = 1 + b + b^2 + ... + b^d. N is `generated`. Rounded to six
/// decimals; `None` if d is 0 or N < d.
fn branching(generated: u64, length: u64) -> Option<f64> {
    if length == 0 || generated < length {
        return None;
    }
    let wanted = generated as f64;
    let children = |b: f64| {
        let more = b - 1.0;
        if more < 1e-12 { length as f64 } else { b * (power(b, length) - 1.0) / more }
    };
    // A tree of depth d has at least b^d leaves, so b is at most N.
    let (mut low, mut high) = (1.0, wanted.max(1.0));
    for _ in 0..100 {
        let middle = low + (high - low) / 2.0;
        if children(middle) <= wanted { low = middle } else { high = middle }
    }
    Some((low * 1e6).round() / 1e6)
}

/// Raises to a power by repeated squaring, so that every machine gets the same digits.
fn power(base: f64, exponent: u64) -> f64 {
    let (mut result, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left % 2 == 1 {
            result *= square;
        }
        square *= square;
        left /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_of_uniform_trees_is_theirs() {
        // 2 + 4 + 8 = 14 and 3 + 9 + 27 + 81 = 120 children.
        assert_eq!(branching(14, 3), Some(2.0));
        assert_eq!(branching(120, 4), Some(3.0));
        // The example of the textbook: 52 nodes generated, a solution at depth 5.
        assert_eq!(branching(52, 5).map(|b| (b * 100.0).round()), Some(192.0));
        assert_eq!(branching(7, 1), Some(7.0));
        // A path without a single branch.
        assert_eq!(branching(1000, 1000), Some(1.0));
        let long = branching(2_000_000, 1_000_000).expect("there is one");
        assert!(long > 1.0 && long < 1.00001, "{long}");
    }

    #[test]
    fn some_have_no_branching() {
        assert_eq!(branching(0, 0), None);
        assert_eq!(branching(31, 32), None);
        assert!(branching(u64::MAX, 1).is_some() && branching(u64::MAX, u64::MAX).is_some());
    }
}
