//! The run of a search: by beams if a score was learnt for boards of the size, else as on a large board.

use super::large::LargeBoard;
use super::search::NearOptimalSearch;
use super::small::SmallBoard;
use taquin_search::Stop;

impl NearOptimalSearch<'_> {
    /// Searches until the budget stops it or no solution can be shorter.
    pub(crate) fn run(&mut self) -> Result<(), Stop> {
        match self.scored_cells(self.puzzle.size()) {
            Some((cells, network)) => {
                let mut memory = self.budget.open_account();
                memory.grow(network.bytes())?;
                SmallBoard::new(self, cells, network).search()
            }
            None => LargeBoard::new(self).search(),
        }
    }
}
