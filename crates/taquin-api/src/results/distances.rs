//! The counts of a whole state space as a histogram.

use crate::picture::Histogram;
use crate::quantities::grouped;
use serde::Deserialize;
use taquin::Metric;
use taquin::table::Space;

/// The number of boards at each distance from a goal.
#[derive(Debug, Deserialize)]
pub struct Distances {
    /// Rows and columns.
    size: Option<String>,
    /// The goal, rows separated by slashes.
    goal: Option<String>,
    /// What counts as one move.
    metric: Option<String>,
    /// The number of boards at each distance, from 0 on.
    counts: Vec<u64>,
}

impl From<&Space> for Distances {
    fn from(space: &Space) -> Distances {
        Distances {
            size: Some(space.goal.size().to_string()),
            goal: Some(space.goal.to_string()),
            metric: Some(space.metric.id().to_string()),
            counts: space.layers.clone(),
        }
    }
}

impl Distances {
    /// Creates their histogram, with a custom title if one is given.
    pub fn histogram(self, title: Option<&str>) -> Histogram {
        let size = self.size.map(|size| format!("{size} boards")).unwrap_or("Boards".to_string());
        let all = grouped(self.counts.iter().fold(0, |sum, &count| sum.saturating_add(count)));
        let goal = self.goal.map(|goal| format!(" {goal}")).unwrap_or_default();
        let metric = self.metric.as_deref().and_then(Metric::from_id);
        let metric = metric.map(|metric| format!(" Metric {}, {}.", metric.id(), metric.doc()));
        let default = format!("{size} by distance from the goal");
        Histogram {
            title: title.map_or(default, str::to_string),
            note: format!(
                "All {all} boards that can reach the goal{goal}, each visited.{}",
                metric.unwrap_or_default()
            ),
            across: "moves of a shortest solution".to_string(),
            up: "boards".to_string(),
            counts: self.counts,
        }
    }
}
