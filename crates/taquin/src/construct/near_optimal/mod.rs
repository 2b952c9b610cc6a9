//! Near-optimal solutions: a solution is constructed, then beam searches with a learnt score look for shorter ones,
//! from the start and from the goal, with increasing width; then windows of increasing length slide over the best
//! solution.
//!
//! Beams are for boards of up to 64 cells for which a score was learnt. On larger boards the blank first roams, so that
//! all tiles get near their homes; then outer lines are laid until beams can solve what is left (`large.rs`).
//!
//! If the number of states is limited, everything follows from the limits alone: phases get shares of states, never of
//! time, and widths depend on the memory limit, never on free memory. So the result is the same with any number of
//! threads and on any machine.

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
pub use shipped::{shipped_networks, shipped_square};
pub use training::RoundReport;

use super::constructive::{Constructed, construct_quickly};
use large::LargeBoard;
use search::{ProgressFn, SolutionSource};
use small::SmallBoard;
use taquin_search::Stop;

impl NearOptimalSearch<'_> {
    /// Searches until the budget stops it or no solution can be shorter. Returns what stopped it, if anything did.
    pub fn run(&mut self, lower_bound: u64, on_progress: &mut ProgressFn<'_>) -> Option<Stop> {
        self.run_to_stop(lower_bound, on_progress).err()
    }

    fn run_to_stop(
        &mut self,
        lower_bound: u64,
        on_progress: &mut ProgressFn<'_>,
    ) -> Result<(), Stop> {
        self.budget.check()?;
        // No later solution is longer, so this account is enough for all of them.
        let Constructed { moves, memory: _best } = construct_quickly(self.puzzle, self.budget)?;
        self.improve(moves, SolutionSource::Construction, on_progress);
        match self.scored_cells(self.puzzle.size()) {
            Some((cells, network)) => {
                let mut memory = self.budget.open_account();
                memory.grow(network.bytes())?;
                SmallBoard::new(self, cells, network, lower_bound).search(on_progress)
            }
            None => LargeBoard::new(self, lower_bound).search(on_progress),
        }
    }
}
