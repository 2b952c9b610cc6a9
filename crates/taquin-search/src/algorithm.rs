//! The interface of a search algorithm: [`Algorithm`].

use crate::budget::Stop;
use crate::observer::Observer;
use crate::options::{GoalTest, OptionId, Options, Ties};
use crate::problem::{Path, Problem};
use crate::pseudocode::Pseudocode;
use crate::run::Run;

/// What a search guarantees about the cost of the solution it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Optimality {
    /// The solution is the cheapest.
    Always,
    /// The solution has the fewest moves; it is the cheapest only if every move costs the same.
    FewestMoves,
    /// The solution is the cheapest if the heuristic is admissible; inadmissible heuristics are rejected.
    IfAdmissible,
    /// The solution is the cheapest if that can be proven in time; the result records whether it was.
    WhereProven,
    /// No guarantee.
    Never,
}

/// The tree that a search makes of the states it visits, as an observer receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchTree {
    /// One tree. Every node is stored, so a solution has the ids of the nodes on its path.
    Stored,
    /// Two stored trees, one from the start and one from the goal.
    FromBothEnds,
    /// Only the nodes on the current path and their siblings are stored: states that the search has left are forgotten
    /// and may be generated again.
    Walked,
    /// No tree: an observer receives no nodes.
    None,
}

/// A description of an algorithm, for people and programs.
///
/// ```
/// use taquin_search::{Algorithm, Bfs, Optimality, SearchTree};
/// let info = Bfs::INFO;
/// assert_eq!((info.id, info.title), ("bfs", "Breadth-first search"));
/// assert_eq!((info.optimal, info.tree), (Optimality::FewestMoves, SearchTree::Stored));
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlgorithmInfo {
    /// The identifier.
    pub id: &'static str,
    /// Other accepted names.
    pub aliases: &'static [&'static str],
    /// The name used in textbooks.
    pub title: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// A short explanation for students.
    pub explanation: &'static str,
    /// Whether it finds a solution whenever one exists, given time and memory.
    pub complete: bool,
    /// What it guarantees about the cost of the solution.
    pub optimal: Optimality,
    /// What its memory use grows with.
    pub memory: &'static str,
    /// The tree that it makes of the states it visits.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub tree: SearchTree,
    /// Whether it uses a heuristic.
    pub informed: bool,
    /// Whether it measures paths by the cost model; otherwise by the number of moves.
    pub counts_cost: bool,
    /// When it tests for the goal by default.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub goal_test: GoalTest,
    /// How it breaks ties by default; `None` if ties never matter.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub ties: Option<Ties>,
    /// The options it supports.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub options: &'static [OptionId],
    /// Its pseudo-code, with a sentence for each event.
    pub pseudocode: Pseudocode,
}

impl Options {
    /// Returns the default options of an algorithm.
    pub fn default_for(info: &AlgorithmInfo) -> Options {
        let default = Options::default();
        Options { goal_test: info.goal_test, ties: info.ties.unwrap_or(default.ties), ..default }
    }
}

/// A search algorithm that works on any problem.
///
/// ```
/// # mod road_map { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/road_map/map.rs")); }
/// # use road_map::RoadMap;
/// use taquin_search::*;
/// fn miles<A: Algorithm>() -> Result<Cost, Stop> {
///     let mut run = Run::new(Budget::unlimited(), Silent);
///     let path = A::with_defaults().search(&RoadMap, &mut run)?.expect("there is a road");
///     let (mut town, mut miles) = (RoadMap.start(), 0);
///     for road in path.moves {
///         let (next, length) = RoadMap.step(&town, road);
///         (town, miles) = (next, miles + length);
///     }
///     Ok(miles)
/// }
/// assert_eq!((miles::<Dijkstra>()?, miles::<AStar>()?, miles::<Ida>()?), (12, 12, 12));
/// # Ok::<(), Stop>(())
/// ```
pub trait Algorithm {
    /// The description of the algorithm.
    const INFO: AlgorithmInfo;

    /// Creates the algorithm with the given options.
    fn with(options: &Options) -> Self;

    /// Creates the algorithm with its default options.
    fn with_defaults() -> Self
    where
        Self: Sized,
    {
        Self::with(&Options::default_for(&Self::INFO))
    }

    /// Searches until a goal is found, the space is exhausted, or the run stops.
    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop>;
}
