//! Near-optimal solutions: a solution is constructed, then beams search by a learnt score, from the start and from the
//! goal, wider and wider; then windows slide over the best solution, longer and longer.
//!
//! Beams serve boards of up to 64 cells for which a score was learnt. On larger ones the blank first roams, so that all
//! tiles come near their homes; then outer lines are laid until beams can solve what is left (`large.rs`).
//!
//! Where the number of states is limited, everything follows from the limits alone: shares go by states, never by time,
//! and the widths by what the limit on memory allows, never by what is free. So the result is the same with any number
//! of threads and on any machine.

mod beam;
mod cells;
mod large;
mod layer;
mod learning;
mod learnt;
mod network;
mod relative;
mod search;
mod shipped;
mod sliding;
mod small;
mod training;
mod weights;
mod windows;

pub use learning::LearnError;
pub use learnt::{LearntNetwork, NetworkFault};
pub(crate) use network::Network;
pub(crate) use search::{NearOptimalSearch, Progress};
pub(crate) use shipped::network_for;
pub use shipped::shipped_networks;
pub use training::RoundReport;

use super::constructive::construct_with_beam;
use large::LargeBoard;
use search::{FoundBy, Tell};
use small::SmallBoard;
use taquin_search::Stop;

impl NearOptimalSearch<'_> {
    /// Goes on until the budget stops it, or no solution can be shorter. What stopped it, if anything did.
    pub fn run(&mut self, lower_bound: u64, tell: &mut Tell<'_>) -> Option<Stop> {
        self.go_on(lower_bound, tell).err()
    }

    fn go_on(&mut self, lower_bound: u64, tell: &mut Tell<'_>) -> Result<(), Stop> {
        self.budget.check()?;
        self.improve(construct_with_beam(self.puzzle, 0), FoundBy::Construction, tell);
        match self.scored_cells(self.puzzle.size()) {
            Some((cells, network)) => {
                let mut held = self.budget.open_account();
                held.grow(network.bytes())?;
                SmallBoard::new(self, cells, network, lower_bound).search(tell)
            }
            None => LargeBoard::new(self, lower_bound).search(tell),
        }
    }
}
