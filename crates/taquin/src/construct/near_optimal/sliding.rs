//! Windows slide along the best solution, pass after pass, until the budget is used up.

use super::beam::{LayerReport, widest};
use super::cells::Cells;
use super::network::Network;
use super::search::{NearOptimalSearch, SolutionSource};
use super::windows::{MAX_THREADS, Pass, pass};
use crate::random::Random;
use taquin_search::Stop;

/// The first windows, and the factors by which they grow when a pass finds nothing.
const FIRST_WINDOWS: Pass = Pass { length: 40, width: 300 };
const LONGER: f64 = 1.15;
const WIDER: f64 = 1.4;
/// The maximum width of a beam.
pub(super) const MAX_WIDTH: usize = 1 << 22;

impl NearOptimalSearch<'_> {
    /// Slides windows along the solution until the budget stops it or no solution can be shorter. Whenever a pass finds
    /// nothing, the windows become longer and their beams wider.
    pub(super) fn slide_windows(
        &mut self,
        (cells, network): (&Cells, &Network),
    ) -> Result<(), Stop> {
        let budget = self.budget;
        let mut random = Random::new(1);
        let mut windows = FIRST_WINDOWS;
        let bytes_each = budget.limits.max_bytes.map(|bytes| bytes / MAX_THREADS as u64);
        while !self.reaches_bound() {
            budget.check()?;
            let nodes_left = self.nodes_left();
            if nodes_left == Some(0) {
                return Err(Stop::Nodes);
            }
            let before = self.best.len();
            let widest = widest(bytes_each, windows.length).min(MAX_WIDTH);
            let report = pass(
                (cells, network),
                self.puzzle.start(),
                &self.best,
                Pass { width: windows.width.min(widest), ..windows },
                &mut random,
                self.threads.min(MAX_THREADS),
                (budget, nodes_left),
            );
            self.explored += report.explored;
            self.generated += report.generated;
            self.improve(report.moves, SolutionSource::Windows);
            let layer = LayerReport { depth: before as u64, ..LayerReport::default() };
            self.report_progress(layer, None);
            if let Some(stop) = report.stopped {
                return Err(stop);
            }
            if report.is_starved {
                return Err(Stop::Nodes);
            }
            if self.best.len() == before {
                let longer = (windows.length as f64 * LONGER) as usize;
                windows.length = longer.min(before);
                windows.width = (windows.width as f64 * WIDER) as usize;
            }
        }
        Ok(())
    }
}
