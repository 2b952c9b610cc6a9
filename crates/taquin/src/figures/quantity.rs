//! The quantities of figures, and how to obtain them from a report.

use crate::board::Move;
use crate::puzzle::Puzzle;
use crate::solve::Report;
use crate::table::mean_distance;
use taquin_search::{Event, Observer};

/// A quantity that a number, or list of numbers, measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Length,
    States,
    Cost,
    StepCosts,
    Explored,
    Expanded,
    SearchDepth,
    MaxDepth,
    Frontier,
    MaxFrontier,
    Ids,
    Progress,
    /// Nodes as Korf counts them: children generated, plus the root.
    Nodes,
    /// For all boards: the number at each distance.
    Layers,
    /// For all boards: the mean distance.
    MeanLength,
}

impl Quantity {
    const LIST: [(&'static str, Quantity); 15] = [
        ("length", Quantity::Length),
        ("states", Quantity::States),
        ("cost", Quantity::Cost),
        ("step-costs", Quantity::StepCosts),
        ("explored", Quantity::Explored),
        ("expanded", Quantity::Expanded),
        ("search-depth", Quantity::SearchDepth),
        ("max-depth", Quantity::MaxDepth),
        ("frontier", Quantity::Frontier),
        ("max-frontier", Quantity::MaxFrontier),
        ("ids", Quantity::Ids),
        ("progress", Quantity::Progress),
        ("nodes", Quantity::Nodes),
        ("layers", Quantity::Layers),
        ("mean-length", Quantity::MeanLength),
    ];

    pub(super) fn from_id(id: &str) -> Option<Quantity> {
        Quantity::LIST.into_iter().find(|(known, _)| *known == id).map(|(_, quantity)| quantity)
    }

    pub(super) fn id(self) -> &'static str {
        Quantity::LIST
            .into_iter()
            .find(|(_, known)| *known == self)
            .expect("the list is complete")
            .0
    }

    /// Returns the value in a solved report.
    pub(super) fn found(
        self,
        puzzle: &Puzzle,
        report: &Report,
        progress: &ProgressLines,
    ) -> String {
        let stats = &report.stats;
        let solution = report.solution().expect("it is solved");
        let length = solution.len() as u64;
        let number = match self {
            Quantity::Length => length,
            Quantity::States => length + 1,
            Quantity::Cost => report.cost.expect("it is solved"),
            Quantity::Explored => stats.explored,
            Quantity::Expanded => stats.expanded,
            Quantity::SearchDepth => stats.depth,
            Quantity::MaxDepth => stats.max_depth,
            Quantity::Frontier => stats.frontier,
            Quantity::MaxFrontier => stats.max_frontier,
            Quantity::Nodes => stats.generated + 1,
            Quantity::StepCosts => {
                return listed(&report.costs.of_steps(puzzle, solution));
            }
            Quantity::Ids => return listed(report.path_ids.as_deref().unwrap_or_default()),
            Quantity::Progress => return progress.lines.join(" "),
            Quantity::Layers | Quantity::MeanLength => {
                return "known of all boards only".to_string();
            }
        };
        number.to_string()
    }

    /// Returns the value given the number of boards at each distance.
    pub(super) fn found_of_all(self, layers: &[u64]) -> String {
        match self {
            Quantity::Layers => listed(layers),
            Quantity::MeanLength => format!("{:.6}", mean_distance(layers)),
            _ => "known of a search only".to_string(),
        }
    }
}

fn listed(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    numbers.join(" ")
}

/// Records what source A printed for every 1000 states explored, each line as `explored:frontier:depth`.
#[derive(Default)]
pub(super) struct ProgressLines {
    lines: Vec<String>,
}

impl Observer<Move> for ProgressLines {
    fn event(&mut self, event: Event<'_, Move>) {
        if let Event::Explored(_, stats) = event
            && stats.explored % 1000 == 0
        {
            self.lines.push(format!("{}:{}:{}", stats.explored, stats.frontier, stats.depth));
        }
    }
}
