//! Independent observers: they replay every node on the reference's own boards, and compare their own counts with the
//! reported statistics.

use super::cases::Case;
use super::truth::Tiles;
use rustc_hash::{FxHashMap, FxHashSet};
use taquin::heuristic::{BuiltIn, Euclidean, HeuristicId};
use taquin::search::{
    AlgorithmInfo, Disposition, Event, EventKind, Generated, GoalTest, Observer, Optimality,
    SearchTree, Stats, Stop,
};
use taquin::{Cost, Move, Outcome, Report};

/// What g counts in a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PathMetric {
    Moves,
    Costs,
    /// Depth-first search uses neither: it reports moves on some sizes, costs on others.
    Either,
}

/// A generated node.
#[derive(Clone, Copy)]
struct Node {
    board: Tiles,
    moves: u64,
    cost: u64,
}

/// An observer of every node.
pub struct Witness<'c> {
    case: &'c Case<'c>,
    /// The internal value of a cost of 1.
    scale: u64,
    path_metric: PathMetric,
    /// The nodes by id.
    nodes: Vec<Node>,
    /// The newest enqueued node of each board; for deepening searches, those of the last round.
    newest: FxHashMap<Tiles, u64>,
    explored: FxHashSet<u64>,
    tally: Stats,
    enqueued: u64,
    bounds: Vec<Cost>,
    ticks: u64,
}

impl<'c> Witness<'c> {
    pub fn new(case: &'c Case<'c>) -> Witness<'c> {
        let euclidean = case.pair.heuristic == Some(HeuristicId::Euclidean.into());
        let scale = if euclidean { Euclidean::INFO.unit } else { 1 };
        let start = Node { board: case.start, moves: 0, cost: 0 };
        let info = case.pair.algorithm.info();
        Witness {
            case,
            scale: u64::from(scale),
            path_metric: match info.optimal {
                Optimality::FewestMoves => PathMetric::Moves,
                Optimality::Never if !info.informed => PathMetric::Either,
                _ => PathMetric::Costs,
            },
            nodes: vec![start],
            newest: FxHashMap::from_iter([(case.start, 0)]),
            explored: FxHashSet::default(),
            tally: Stats::default(),
            enqueued: 0,
            bounds: Vec::new(),
            ticks: 0,
        }
    }

    fn info(&self) -> &'static AlgorithmInfo {
        self.case.pair.algorithm.info()
    }

    /// Whether every node is stored and stays on the frontier until it is explored.
    fn is_graph(&self) -> bool {
        self.info().tree == SearchTree::Stored && self.info().complete
    }

    /// Whether nodes can be followed from the start. Those of a search from both ends and of a sequence of searches cannot.
    fn follows(&self) -> bool {
        matches!(self.info().tree, SearchTree::Stored | SearchTree::Walked)
    }

    /// The frontier size: nodes enqueued, including the start, and not yet explored.
    fn frontier(&self) -> u64 {
        1 + self.enqueued - self.tally.explored
    }

    /// Checks the disposition of a child.
    fn judge(&self, child: &Generated<Move>, node: &Node) {
        let known = self.newest.get(&node.board).map(|&id| self.nodes[id as usize]);
        let f = u64::from(child.g) + u64::from(child.h);
        let bound = self.bounds.last().copied().map_or(u64::MAX, u64::from);
        let walks = self.info().tree == SearchTree::Walked;
        let improves = self.info().pseudocode.of(EventKind::Better).is_some();
        let right = match child.disposition {
            Disposition::Enqueued if walks => f <= bound,
            Disposition::Pruned => walks && f > bound,
            // An incomplete search drops some enqueued nodes later.
            Disposition::Enqueued => known.is_none() || !self.info().complete,
            Disposition::Improved => improves && known.is_some_and(|known| node.cost < known.cost),
            Disposition::Duplicate => {
                !walks && known.is_some_and(|known| node.cost >= known.cost || !improves)
            }
        };
        assert!(right, "{:?} is the wrong disposition of {:?}", child, node.board);
    }

    /// Compares the counts with the report.
    pub fn agrees(self, report: &Report) {
        let (stats, id) = (&report.stats, self.case.pair.algorithm.info().id);
        match id {
            // The first two report no nodes; `auto` runs several searches, but its statistics are those of one.
            "table" | "constructive" | "auto" => return,
            "fast-ida" | "near-optimal" => {
                assert_eq!((self.tally.explored, self.tally.generated), (0, 0))
            }
            _ => {
                let reported = (stats.explored, stats.generated);
                assert_eq!((self.tally.explored, self.tally.generated), reported, "nodes");
            }
        }
        // With fractional costs, the bounds of rounds are in internal units.
        assert_eq!(self.bounds.len(), stats.iterations.len(), "rounds");
        if self.scale == 1 {
            let bounds = stats.iterations.iter().map(|round| round.bound);
            assert!(bounds.eq(self.bounds.iter().copied().map(u64::from)), "{:?}", self.bounds);
        }
        assert!(self.ticks > 0 || stats.explored == 0, "no tick");
        let whole = report.outcome != Outcome::Stopped(Stop::Memory);
        if self.is_graph() && whole && self.case.start != self.case.truth.goal {
            let early =
                report.settings.goal_test == Some(GoalTest::Early) && report.solution().is_some();
            // A goal found by an early test is never on the frontier.
            let frontier = self.frontier() - u64::from(early);
            let peak = self.tally.max_frontier.max(frontier);
            assert_eq!((stats.frontier, stats.max_frontier), (frontier, peak), "frontier");
            let depths = (stats.depth, stats.max_depth);
            assert_eq!(depths, (self.tally.depth, self.tally.max_depth), "depths");
            assert_eq!(stats.reopened, self.tally.reopened, "reopened");
        }
    }
}

impl Witness<'_> {
    fn explored(&mut self, id: u64, stats: &Stats) {
        if self.is_graph() {
            self.tally.max_frontier = self.tally.max_frontier.max(self.frontier());
        }
        self.tally.explored += 1;
        if self.case.pair.algorithm.info().id == "auto" {
            return;
        }
        assert_eq!(stats.explored, self.tally.explored, "explored");
        assert_eq!(stats.generated, self.tally.generated, "generated");
        if !self.follows() {
            return;
        }
        let node = self.nodes.get(id as usize).copied();
        let node = node.unwrap_or_else(|| panic!("{id} was explored before it was generated"));
        self.tally.depth = node.moves;
        assert_eq!(stats.depth, node.moves, "depth of {id}");
        if self.is_graph() {
            assert!(self.explored.insert(id), "{id} was explored twice");
            assert_eq!(stats.frontier, self.frontier(), "frontier when {id} is explored");
        }
    }

    fn generated(&mut self, child: Generated<Move>) {
        self.tally.generated += 1;
        if self.case.pair.algorithm.info().id == "auto" {
            return;
        }
        assert_eq!(child.id, self.tally.generated, "children are numbered as they are generated");
        if !self.follows() {
            return;
        }
        let (truth, parent) = (self.case.truth, self.nodes[child.parent as usize]);
        let slid = truth.shape.slide(&parent.board, child.by.direction.letter());
        let (board, tile) = slid.unwrap_or_else(|| panic!("{child:?} leads off the board"));
        let price = truth.shape.price(truth.price, tile, &board, &truth.goal);
        let node = Node { board, moves: parent.moves + 1, cost: parent.cost + price };
        let g = u64::from(child.g);
        let (moves, cost) = (node.moves * self.scale, node.cost * self.scale);
        let right = match self.path_metric {
            PathMetric::Moves => g == moves,
            PathMetric::Costs => g == cost,
            PathMetric::Either => g == moves || g == cost,
        };
        assert!(right, "{child:?} is {} moves away at a cost of {}", node.moves, node.cost);
        let least = truth.of(&board).expect("every board on the path can be solved");
        let h = u64::from(child.h);
        match &self.case.pair.heuristic {
            Some(choice) if choice.info().admissible => {
                assert!(h <= least.cost * self.scale, "{child:?}")
            }
            Some(_) => {}
            None => assert_eq!(h, 0, "{child:?}"),
        }
        self.judge(&child, &node);
        self.nodes.push(node);
        if child.disposition.is_enqueued() {
            self.enqueued += 1;
            self.tally.max_depth = self.tally.max_depth.max(node.moves);
            let before = self.newest.insert(board, child.id);
            let again = before.is_some_and(|id| self.explored.contains(&id));
            self.tally.reopened += u64::from(again);
        }
    }
}

impl Observer<Move> for Witness<'_> {
    fn event(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Explored(node, stats) => self.explored(node.id, stats),
            Event::Generated(child) => self.generated(child),
            Event::Deepened { bound, .. } => {
                let again = self.case.pair.algorithm.info().id == "auto";
                assert!(
                    again || self.bounds.last().is_none_or(|&last| last < bound),
                    "bounds only rise"
                );
                self.bounds.push(bound);
            }
            Event::Tick(stats) => {
                self.ticks += 1;
                if !["fast-ida", "near-optimal", "auto"]
                    .contains(&self.case.pair.algorithm.info().id)
                {
                    assert_eq!(stats.explored, self.tally.explored, "a tick");
                }
            }
            _ => {}
        }
    }
}

/// An observer of rounds and ticks only.
#[derive(Default)]
pub struct Clock {
    ticks: u64,
    rounds: usize,
    explored: u64,
}

impl Clock {
    /// Compares the events with the report. `auto` runs several searches, but its statistics are those of one.
    pub fn agrees(self, case: &Case<'_>, report: &Report) {
        if !["table", "constructive", "auto"].contains(&case.pair.algorithm.info().id) {
            assert!(self.ticks > 0 || report.stats.explored == 0, "no tick");
            assert_eq!(self.rounds, report.stats.iterations.len(), "rounds");
            assert!(self.explored <= report.stats.explored, "more than all");
        }
    }
}

impl Observer<Move> for Clock {
    fn wants_nodes(&self) -> bool {
        false
    }

    fn event(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Deepened { .. } => {
                self.rounds += 1;
            }
            Event::Tick(stats) => {
                self.ticks += 1;
                self.explored = self.explored.max(stats.explored);
            }
            _ => {}
        }
    }
}
