//! A recorded search at any of its steps: the frontier, the path to each node, the counts, and a description in words
//! (`narration`). The page has the same in JavaScript, because it cannot wait for a server at every step; a test keeps
//! both equal.
//!
//! Positions are numbered from 1 as nodes are explored. At a position, its node has just been taken off the frontier
//! and its children are not generated yet. If nodes were generated after the last step, one more position, the end,
//! shows them.

mod narration;
mod tree;

pub use narration::{Narration, short_text, shown_cost};
pub use tree::{NodeId, Round};

use taquin::solve::AlgorithmId;
use taquin::trace::PuzzleTrace;
use taquin::{Board, Direction, Puzzle, Report, Stats, Trace};
use tree::Tree;

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
    report: Report,
    trace: Trace,
    units: Units,
    tree: Option<Tree>,
    goal: Option<NodeId>,
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
    /// let recording = Recording::new(puzzle, report, trace);
    /// assert_eq!(recording.last(), 3);
    /// assert_eq!(
    ///     recording.narrate(1).sentence,
    ///     "Took 123/456/078, f = 2, the least on the frontier (g = 0, h = 2); made 2 children: 2 new."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(puzzle: Puzzle, report: Report, trace: Trace) -> Recording {
        let units = Units::of(&report);
        let is_bidirectional = report.algorithm == AlgorithmId::Bidirectional;
        let mut goal = None;
        let tree = (is_single_tree(&trace) || is_bidirectional && is_numbered(&trace)).then(|| {
            let solved = report.solution().is_some();
            let tree = Tree::new(&trace, solved, report.algorithm);
            goal = trace.goal_of(&report).filter(|_| is_single_tree(&trace)).map(|id| match id {
                0 => tree.root_at(tree.steps()),
                id => id as NodeId,
            });
            tree
        });
        Recording { puzzle, report, trace, units, tree, goal }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the report of the search.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Whether there are steps to show. Methods that use a table or construct a solution have none, and several
    /// searches in sequence do not form a single tree.
    pub fn has_steps(&self) -> bool {
        self.tree.is_some()
    }

    /// Whether the trace is complete.
    pub fn is_complete(&self) -> bool {
        self.trace.is_complete()
    }

    /// Returns the last position; 0 if there is none.
    pub fn last(&self) -> usize {
        self.tree.as_ref().map_or(0, Tree::last)
    }

    /// Returns the node taken off the frontier at a position; at the end, the goal node, or the node explored last.
    pub fn node_at(&self, position: usize) -> NodeId {
        let Some(tree) = &self.tree else { return 0 };
        let found = || self.trace.meeting().map(|(ahead, _)| ahead as NodeId).or(self.goal);
        let last = || tree.steps().checked_sub(1).and_then(|step| tree.node_of(step));
        tree.node_of(position.saturating_sub(1)).or_else(found).or_else(last).unwrap_or_default()
    }

    /// Returns the node taken off the frontier at a position; `None` at the end.
    fn taken_at(&self, position: usize) -> Option<NodeId> {
        self.tree.as_ref()?.node_of(position.checked_sub(1)?)
    }

    /// Returns the board of a node.
    pub fn board(&self, node: NodeId) -> Board {
        let Some(tree) = &self.tree else { return self.puzzle.start().clone() };
        let path = tree.path_to(node);
        let from_goal = path.first().is_some_and(|&root| tree.is_goal_side(root));
        let mut board = if from_goal { self.puzzle.goal() } else { self.puzzle.start() }.clone();
        for by in path.iter().skip(1).filter_map(|&id| self.direction(id)) {
            board.apply(by);
        }
        board
    }

    /// Returns the nodes from the root to a node, both included.
    pub fn path_to(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.as_ref().map_or_else(Vec::new, |tree| tree.path_to(node))
    }

    /// Returns the move that led to a node; `None` for a root.
    pub fn direction(&self, node: NodeId) -> Option<Direction> {
        self.trace.node(node.into()).map(|node| node.by)
    }

    /// Returns the costs of a node.
    pub fn costs(&self, node: NodeId) -> NodeCosts {
        let start = || self.report.start_estimate.map_or(0, |estimate| estimate.units);
        let generated = self.trace.node(node.into());
        let (g, h) = generated.map_or_else(|| (0, start()), |node| (node.g, node.h));
        let shown = |cost: u32| self.units.informed.then(|| self.units.steps(cost.into()));
        NodeCosts { g: self.units.steps(g.into()), h: shown(h), f: shown(g.saturating_add(h)) }
    }

    /// Whether the search has an open list, so that [`Recording::frontier`] returns what it would take next.
    pub fn keeps_frontier(&self) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.has_open_list)
    }

    /// Returns at most `most` nodes of the frontier at a position, in the order in which they are taken off.
    pub fn frontier(&self, position: usize, most: usize) -> Vec<NodeId> {
        let Some(tree) = self.tree.as_ref().filter(|tree| tree.has_open_list) else {
            return Vec::new();
        };
        tree.frontier(position.saturating_sub(1)).take(most).collect()
    }

    /// Returns the iteration that a position belongs to, in an iterative-deepening search.
    pub fn round(&self, position: usize) -> Option<Round> {
        let round = self.tree.as_ref()?.group_at(position.saturating_sub(1)).round;
        round.bound.map(|_| round)
    }

    /// Returns the number of iterations.
    pub fn rounds(&self) -> usize {
        self.trace.rounds().len()
    }

    /// Returns the bound of an iteration in steps.
    pub fn bound(&self, round: Round) -> Option<f64> {
        round.bound.map(|bound| self.units.steps(bound.into()))
    }

    /// Returns the counts at a position.
    pub fn counts(&self, position: usize) -> StepCounts {
        let step = self.trace.steps().get(position.saturating_sub(1));
        let stats = step.map_or(&self.report.stats, |step| &step.stats);
        // Iterative-deepening searches update some counts only between iterations.
        let counted = |of: fn(&Stats) -> u64| {
            let steps = self.trace.steps();
            let counts = steps.len() < 2 || steps.iter().rev().any(|step| of(&step.stats) > 0);
            (step.is_none() || counts).then(|| of(stats))
        };
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

/// Whether nodes are numbered as they were generated.
fn is_numbered(trace: &Trace) -> bool {
    let numbered = (1..).zip(trace.nodes()).all(|(id, node)| node.id == id);
    numbered && !trace.steps().is_empty()
}

/// Whether nodes are numbered as they were generated, and each iteration begins at the start once.
pub fn is_single_tree(trace: &Trace) -> bool {
    let starts = trace.steps().iter().filter(|step| step.id == 0).count();
    is_numbered(trace) && starts <= trace.rounds().len().max(1)
}
