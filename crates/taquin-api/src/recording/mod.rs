//! A search that was written down, at any of its steps: what waits, the path to each node, what was counted, and
//! (`narration`) what happened in words. The page has the same in JavaScript, as it may not wait for a server at every
//! step; a test holds both to each other.
//!
//! Places are numbered from 1 as nodes are explored. At a place its node has just been taken off the frontier and its
//! children are not yet generated. If something was generated after the last step, one more place, the end, shows it.

mod narration;
mod tree;

pub use narration::{Narration, short_text, shown_cost};
pub use tree::{NodeId, Round};

use taquin::solve::AlgorithmId;
use taquin::trace::PuzzleTrace;
use taquin::{Board, Direction, Puzzle, Report, Stats, Trace};
use tree::Tree;

/// How the costs of a search are told: how many of its units make a step, and whether it estimates.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// Units of a step.
    pub per_step: u32,
    /// Whether there are estimates.
    pub informed: bool,
}

/// A search that was written down.
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
    /// The estimated rest, if something is estimated.
    pub h: Option<f64>,
    /// Both together.
    pub f: Option<f64>,
}

/// What was counted by a place; what a search does not count step by step is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Nodes explored.
    pub explored: u64,
    /// Nodes expanded.
    pub expanded: Option<u64>,
    /// Nodes generated.
    pub generated: Option<u64>,
    /// Entries that wait.
    pub frontier: Option<u64>,
    /// The greatest depth.
    pub max_depth: Option<u64>,
}

impl Recording {
    /// A search, what came of it, and its trace.
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

    /// The start and the goal.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What came of the search.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Whether there is a search to be watched. Methods that look up or construct have no steps; several searches one
    /// after the other are no single tree.
    pub fn has_steps(&self) -> bool {
        self.tree.is_some()
    }

    /// Whether everything was written down.
    pub fn is_complete(&self) -> bool {
        self.trace.is_complete()
    }

    /// The last place; 0 where there is none.
    pub fn last(&self) -> usize {
        self.tree.as_ref().map_or(0, Tree::last)
    }

    /// The node taken off the frontier at a place; at the end what was found, or what was explored last.
    pub fn node_at(&self, place: usize) -> NodeId {
        let Some(tree) = &self.tree else { return 0 };
        let found = || self.trace.meeting().map(|(ahead, _)| ahead as NodeId).or(self.goal);
        let last = || tree.steps().checked_sub(1).and_then(|step| tree.node_of(step));
        tree.node_of(place.saturating_sub(1)).or_else(found).or_else(last).unwrap_or_default()
    }

    /// The node that is taken off at a place, none at the end.
    fn taken_at(&self, place: usize) -> Option<NodeId> {
        self.tree.as_ref()?.node_of(place.checked_sub(1)?)
    }

    /// The board of a node.
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

    /// The nodes from the root to a node, both included.
    pub fn path_to(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.as_ref().map_or_else(Vec::new, |tree| tree.path_to(node))
    }

    /// The move that led to a node; none to a root.
    pub fn direction(&self, node: NodeId) -> Option<Direction> {
        self.trace.node(node.into()).map(|node| node.by)
    }

    /// The costs of a node.
    pub fn costs(&self, node: NodeId) -> NodeCosts {
        let start = || self.report.start_estimate.map_or(0, |estimate| estimate.units);
        let made = self.trace.node(node.into());
        let (g, h) = made.map_or_else(|| (0, start()), |node| (node.g, node.h));
        let told = |cost: u32| self.units.informed.then(|| self.units.steps(cost.into()));
        NodeCosts { g: self.units.steps(g.into()), h: told(h), f: told(g.saturating_add(h)) }
    }

    /// Whether it keeps an open list, so that [`Recording::frontier`] is what it would take next.
    pub fn keeps_frontier(&self) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.keeps_lists)
    }

    /// The nodes on the frontier at a place, the next to be taken off first, so many at most.
    pub fn frontier(&self, place: usize, most: usize) -> Vec<NodeId> {
        let Some(tree) = self.tree.as_ref().filter(|tree| tree.keeps_lists) else {
            return Vec::new();
        };
        tree.waiting(place.saturating_sub(1)).take(most).collect()
    }

    /// The round that a place belongs to, of a search that deepens.
    pub fn round(&self, place: usize) -> Option<Round> {
        let round = self.tree.as_ref()?.group_at(place.saturating_sub(1)).round;
        round.bound.map(|_| round)
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> usize {
        self.trace.rounds().len()
    }

    /// A bound in steps.
    pub fn bound(&self, round: Round) -> Option<f64> {
        round.bound.map(|bound| self.units.steps(bound.into()))
    }

    /// What was counted by a place.
    pub fn counts(&self, place: usize) -> Counts {
        let step = self.trace.steps().get(place.saturating_sub(1));
        let stats = step.map_or(&self.report.stats, |step| &step.stats);
        // Searches that deepen count some things only between rounds.
        let counted = |of: fn(&Stats) -> u64| {
            let steps = self.trace.steps();
            let counts = steps.len() < 2 || steps.iter().rev().any(|step| of(&step.stats) > 0);
            (step.is_none() || counts).then(|| of(stats))
        };
        Counts {
            explored: stats.explored,
            expanded: counted(|stats| stats.expanded),
            generated: counted(|stats| stats.generated),
            frontier: counted(|stats| stats.frontier),
            max_depth: counted(|stats| stats.max_depth),
        }
    }
}

impl Units {
    /// Those of a search.
    pub fn of(report: &Report) -> Units {
        Units {
            per_step: report.start_estimate.map_or(1, |estimate| estimate.per_step),
            informed: report.heuristic.is_some(),
        }
    }

    /// A cost in steps.
    pub fn steps(self, cost: u64) -> f64 {
        cost as f64 / f64::from(self.per_step)
    }
}

/// Whether nodes are numbered as they were generated.
fn is_numbered(trace: &Trace) -> bool {
    let numbered = (1..).zip(trace.nodes()).all(|(id, node)| node.id == id);
    numbered && !trace.steps().is_empty()
}

/// Whether nodes are numbered as they were generated, and each round begins at the start once.
pub fn is_single_tree(trace: &Trace) -> bool {
    let starts = trace.steps().iter().filter(|step| step.id == 0).count();
    is_numbered(trace) && starts <= trace.rounds().len().max(1)
}
