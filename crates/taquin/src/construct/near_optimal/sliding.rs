//! Windows slide along the best solution, pass after pass, for as long as there is time.

use super::beam::{LayerReport, widest};
use super::cells::Cells;
use super::network::Network;
use super::search::{FoundBy, NearOptimalSearch, Tell};
use super::windows::{MOST_THREADS, Pass, pass};
use crate::random::Random;
use taquin_search::Stop;

/// The first windows, and how they grow when they find nothing more.
const FIRST_WINDOWS: Pass = Pass { length: 40, width: 300 };
const LONGER: f64 = 1.15;
const WIDER_WINDOWS: f64 = 1.4;
/// No beam is wider.
pub(super) const MAX_WIDTH: usize = 1 << 22;

impl NearOptimalSearch<'_> {
    /// Windows, longer and wider whenever a pass finds nothing, until the budget stops it or no solution can be shorter.
    pub(super) fn slide_windows(
        &mut self,
        (cells, network): (&Cells, &Network),
        lower_bound: usize,
        tell: &mut Tell<'_>,
    ) -> Result<(), Stop> {
        let budget = self.budget;
        let mut random = Random::new(1);
        let mut windows = FIRST_WINDOWS;
        let bytes_each = budget.limits.max_bytes.map(|bytes| bytes / MOST_THREADS as u64);
        while self.length() > lower_bound {
            budget.check()?;
            let nodes_left = self.nodes_left();
            if nodes_left == Some(0) {
                return Err(Stop::Nodes);
            }
            let before = self.length();
            let widest = widest(bytes_each, windows.length).min(MAX_WIDTH);
            let report = pass(
                (cells, network),
                self.puzzle.start(),
                self.best.as_deref().unwrap_or_default(),
                Pass { width: windows.width.min(widest), ..windows },
                &mut random,
                self.threads.min(MOST_THREADS),
                (budget, nodes_left),
            );
            self.explored += report.explored;
            self.generated += report.generated;
            self.improve(report.moves, FoundBy::Windows, tell);
            let layer = LayerReport { depth: before as u64, ..LayerReport::default() };
            self.tell(layer, None, tell);
            if let Some(stop) = report.stopped {
                return Err(stop);
            }
            if report.is_starved {
                return Err(Stop::Nodes);
            }
            if self.length() == before {
                let longer = (windows.length as f64 * LONGER) as usize;
                windows.length = longer.min(before);
                windows.width = (windows.width as f64 * WIDER_WINDOWS) as usize;
            }
        }
        Ok(())
    }
}
