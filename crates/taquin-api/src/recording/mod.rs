//! A recorded search at any of its steps: the frontier, the path to each node, the counts, and a description in words.
//! Nothing else interprets a trace: the terminal, pictures, Python and the page show what is said here. `tree` has its
//! nodes, `frontier` the order in which they are taken, `narration` the words, and `document` all of it for the page.
//!
//! Positions are numbered from 1 as nodes are explored. At a position, its node has just been taken off the frontier
//! and its children are not generated yet. If nodes were generated after the last step, one more position, the end,
//! shows them.

mod document;
mod frontier;
mod narration;
#[cfg(test)]
mod tests;
mod tree;

pub use document::TraceJson;
pub use frontier::NodeId;
pub use narration::{Narration, moved_in_words, short_text, shown_cost};
pub use tree::{Round, Tree};

use taquin::search::{Disposition, SearchTree as TreeKind, Stats};
use taquin::solve::AlgorithmId;
use taquin::{Board, Move, Puzzle, Report, Trace};

/// How the costs of a search are shown: the number of cost units per step, and whether it has estimates.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// Cost units per step.
    pub per_step: u32,
    /// Whether the search uses a heuristic.
    pub informed: bool,
}

/// A recorded search.
#[derive(Debug)]
pub struct Recording {
    puzzle: Puzzle,
    algorithm: AlgorithmId,
    units: Units,
    /// How it ended; `None` while it runs.
    end: Option<End>,
    trace: Trace,
    tree: Option<Tree>,
}

/// How a search ended.
#[derive(Debug)]
struct End {
    stats: Stats,
    solved: bool,
    cost: Option<u64>,
    /// The start's estimate, in the search's own units.
    start_h: Option<u32>,
}

/// The costs of a node in steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeCosts {
    /// The cost of the path to it.
    pub g: f64,
    /// The estimated remaining cost, if there is a heuristic.
    pub h: Option<f64>,
    /// The sum of both.
    pub f: Option<f64>,
}

/// The counts at a position; counts that the search does not keep step by step are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepCounts {
    /// Nodes explored.
    pub explored: u64,
    /// Nodes expanded.
    pub expanded: Option<u64>,
    /// Nodes generated.
    pub generated: Option<u64>,
    /// Entries on the frontier.
    pub frontier: Option<u64>,
    /// The greatest depth.
    pub max_depth: Option<u64>,
}

/// The state of a node at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// It was explored.
    Explored,
    /// It is on the frontier; in a search without one, it was not visited yet.
    Open,
    /// Its state was known already.
    Duplicate,
    /// It lies beyond the bound.
    Pruned,
    /// It was taken off the frontier and forgotten.
    Dropped,
}

impl Recording {
    /// Creates a recording from a search, its report and its trace.
    ///
    /// ```
    /// use taquin::{Cancel, Goal, InputFormat, Puzzle, Solver, Trace, parse_board};
    /// use taquin_api::recording::Recording;
    /// let puzzle = Puzzle::new(parse_board("123456078", InputFormat::Auto, None)?, &Goal::Classic)?;
    /// let mut trace = Trace::new(1000);
    /// let astar = Solver::astar();
    /// let report = astar.solve_observed(&puzzle, &Cancel::new(), Some(&mut trace))?;
    /// let recording = Recording::new(puzzle, &report, trace);
    /// assert_eq!(recording.last(), 3);
    /// // When the first child of the start is taken off the frontier, the second remains.
    /// assert_eq!((recording.frontier(1, 10), recording.frontier(2, 10)), (vec![], vec![1]));
    /// assert_eq!(recording.board(1).to_string(), "1 2 3/0 5 6/4 7 8");
    /// assert_eq!(
    ///     recording.narrate(1).sentence,
    ///     "Took 123/456/078, f = 2, the least on the frontier (g = 0, h = 2); generated 2 children: 2 new."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(puzzle: Puzzle, report: &Report, trace: Trace) -> Recording {
        let end = End {
            stats: report.stats.clone(),
            solved: report.solution().is_some(),
            cost: report.cost,
            start_h: report.start_estimate.map(|estimate| estimate.units),
        };
        Recording::of(puzzle, report.algorithm, Units::of(report), Some(end), trace)
    }

    /// Creates a recording of a search that is still running.
    pub fn running(
        puzzle: Puzzle,
        algorithm: AlgorithmId,
        units: Units,
        trace: Trace,
    ) -> Recording {
        Recording::of(puzzle, algorithm, units, None, trace)
    }

    fn of(
        puzzle: Puzzle,
        algorithm: AlgorithmId,
        units: Units,
        end: Option<End>,
        trace: Trace,
    ) -> Recording {
        let both_ends = algorithm.info().tree == TreeKind::FromBothEnds;
        let solved = end.as_ref().is_some_and(|end| end.solved);
        let tree = Tree::new(&trace, both_ends, solved);
        Recording { puzzle, algorithm, units, end, trace, tree }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the trace, event by event.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Returns the tree, if there are steps to show.
    pub fn tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }

    /// Whether there are steps to show. Methods that use a table or construct a solution have none, and several
    /// searches in sequence do not form a single tree.
    pub fn has_steps(&self) -> bool {
        self.tree.is_some()
    }

    /// Whether the search stores the nodes it has explored.
    pub fn stores_nodes(&self) -> bool {
        self.algorithm.info().tree != TreeKind::Walked
    }

    /// Whether everything was recorded.
    pub fn is_complete(&self) -> bool {
        self.trace.is_complete() && self.end.is_some()
    }

    /// Returns the last position; 0 if there is none.
    pub fn last(&self) -> usize {
        let has_end = self.is_complete();
        self.tree.as_ref().map_or(0, |tree| if has_end { tree.last() } else { tree.steps() })
    }

    /// Returns the node taken off the frontier at a position; at the end, the goal node, or the node explored last.
    pub fn node_at(&self, position: usize) -> NodeId {
        let Some(tree) = &self.tree else { return 0 };
        let found = || {
            let solution = tree.solution()?;
            Some(solution.meeting.map_or(solution.goal, |[ahead, _]| ahead))
        };
        let last = || tree.node_of(tree.steps() - 1);
        tree.node_of(position.saturating_sub(1)).or_else(found).or_else(last).unwrap_or_default()
    }

    /// Returns the node taken off the frontier at a position; `None` at the end.
    fn taken_at(&self, position: usize) -> Option<NodeId> {
        self.tree.as_ref()?.node_of(position.checked_sub(1)?)
    }

    /// Returns the id that the search itself gives to a node: roots of later rounds are the start, too.
    pub fn label(&self, node: NodeId) -> NodeId {
        if node as usize > self.trace.nodes().len() { 0 } else { node }
    }

    /// Returns the board of a node.
    pub fn board(&self, node: NodeId) -> Board {
        let path = self.path_to(node);
        let goal_root = self.tree.as_ref().and_then(Tree::goal_root);
        let is_from_goal = goal_root.is_some() && goal_root == path.first().copied();
        let mut board = if is_from_goal { self.puzzle.goal() } else { self.puzzle.start() }.clone();
        for by in path.iter().skip(1).filter_map(|&id| self.last_move(id)) {
            board.apply(by);
        }
        board
    }

    /// Returns the nodes from the root to a node, both included.
    pub fn path_to(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.as_ref().map_or_else(Vec::new, |tree| tree.path_to(node))
    }

    /// Returns the move that led to a node; `None` for a root.
    pub fn last_move(&self, node: NodeId) -> Option<Move> {
        self.trace.node(node.into()).map(|node| node.by)
    }

    /// Returns the start's estimate in the search's own units. The first step has it, too.
    fn start_h(&self) -> u32 {
        let first = || self.trace.steps().first().map(|step| step.taken.h);
        self.end.as_ref().and_then(|end| end.start_h).or_else(first).unwrap_or_default()
    }

    /// Returns the costs of a node.
    pub fn costs(&self, node: NodeId) -> NodeCosts {
        let generated = self.trace.node(node.into());
        let (g, h) = generated.map_or_else(|| (0, self.start_h()), |node| (node.g, node.h));
        let shown = |cost: u32| self.units.informed.then(|| self.units.steps(cost.into()));
        NodeCosts { g: self.units.steps(g.into()), h: shown(h), f: shown(g.saturating_add(h)) }
    }

    /// Returns the state of a node at a position at which it exists.
    pub fn state(&self, node: NodeId, position: usize) -> NodeState {
        let Some(tree) = &self.tree else { return NodeState::Open };
        let step = position.saturating_sub(1);
        let is_dropped = |frontier: &frontier::Frontier| {
            let stays = frontier.waiting().iter();
            stays.clone().any(|stay| stay.node == node && stay.until as usize <= step)
        };
        match self.trace.node(node.into()).map(|node| node.disposition) {
            _ if tree.explored_at(node).is_some_and(|at| at <= step) => NodeState::Explored,
            Some(Disposition::Duplicate) => NodeState::Duplicate,
            Some(Disposition::Pruned) => NodeState::Pruned,
            _ if tree.frontier().is_some_and(is_dropped) => NodeState::Dropped,
            _ => NodeState::Open,
        }
    }

    /// Whether the search has an open list, so that [`Recording::frontier`] returns what it would take next.
    pub fn keeps_frontier(&self) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.frontier().is_some())
    }

    /// Returns at most `most` nodes of the frontier at a position, in the order in which they are taken off.
    pub fn frontier(&self, position: usize, most: usize) -> Vec<NodeId> {
        let Some(tree) = &self.tree else { return Vec::new() };
        tree.frontier_at(position.saturating_sub(1)).take(most).collect()
    }

    /// Returns the iteration that a position belongs to, in an iterative-deepening search.
    pub fn round(&self, position: usize) -> Option<&Round> {
        let round = self.tree.as_ref()?.round_at(position.saturating_sub(1));
        round.bound.map(|_| round)
    }

    /// Returns the number of iterations.
    pub fn rounds(&self) -> usize {
        self.trace.rounds().len()
    }

    /// Returns the bound of an iteration in steps.
    pub fn bound(&self, round: &Round) -> Option<f64> {
        round.bound.map(|bound| self.units.steps(bound.into()))
    }

    /// Returns the name of what is bounded: f, or the depth if the search has no estimates.
    pub fn bounded(&self) -> &'static str {
        if self.units.informed { "f" } else { "depth" }
    }

    /// Returns whether the search keeps a count step by step. Iterative-deepening searches update some counts only
    /// between iterations.
    fn keeps(&self, of: fn(&Stats) -> u64) -> bool {
        let steps = self.trace.steps();
        steps.len() < 2 || steps.iter().rev().any(|step| of(&step.stats) > 0)
    }

    /// Returns the counts at a position.
    pub fn counts(&self, position: usize) -> StepCounts {
        let step = self.trace.steps().get(position.saturating_sub(1));
        let none = Stats::default();
        let last = || self.end.as_ref().map_or(&none, |end| &end.stats);
        let stats = step.map_or_else(last, |step| &step.stats);
        let counted = |of: fn(&Stats) -> u64| (step.is_none() || self.keeps(of)).then(|| of(stats));
        StepCounts {
            explored: stats.explored,
            expanded: counted(|stats| stats.expanded),
            generated: counted(|stats| stats.generated),
            frontier: counted(|stats| stats.frontier),
            max_depth: counted(|stats| stats.max_depth),
        }
    }
}

impl Units {
    /// Returns the units of a search.
    pub fn of(report: &Report) -> Units {
        Units {
            per_step: report.start_estimate.map_or(1, |estimate| estimate.per_step),
            informed: report.heuristic.is_some(),
        }
    }

    /// Converts a cost to steps.
    pub fn steps(self, cost: u64) -> f64 {
        cost as f64 / f64::from(self.per_step)
    }
}
