//! Observers that believe nothing: they follow every node on the reference's own boards and count for themselves what
//! the statistics shall say.

use super::cases::Case;
use super::truth::Tiles;
use rustc_hash::{FxHashMap, FxHashSet};
use taquin::heuristic::{BuiltIn, Euclidean, HeuristicId};
use taquin::search::{Disposition, Generated, GoalTest, Observer, Stats, Stop, Taken};
use taquin::{Cost, Direction, Outcome, Report};

/// What g counts in a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PathMetric {
    Moves,
    Costs,
    /// Depth-first search looks at neither: it says moves on some sizes, costs on others.
    Either,
}

/// A node as it was made.
#[derive(Clone, Copy)]
struct Node {
    board: Tiles,
    moves: u64,
    cost: u64,
}

/// Wants to hear of every node.
pub struct Witness<'c> {
    case: &'c Case<'c>,
    /// What a cost of 1 is in the numbers of this search.
    scale: u64,
    path_metric: PathMetric,
    /// By number.
    nodes: Vec<Node>,
    /// The newest node of each board that was kept. Of a search that forgets, only those of the last round.
    kept_as: FxHashMap<Tiles, u64>,
    explored: FxHashSet<u64>,
    tally: Stats,
    kept: u64,
    bounds: Vec<Cost>,
    ticks: u64,
}

/// Searches over a frontier that keep every node.
const GRAPH: [&str; 6] = ["bfs", "dfs", "dijkstra", "greedy", "astar", "weighted-astar"];

impl<'c> Witness<'c> {
    pub fn new(case: &'c Case<'c>) -> Witness<'c> {
        let euclidean = case.pair.heuristic == Some(HeuristicId::Euclidean.into());
        let scale = if euclidean { Euclidean::INFO.unit } else { 1 };
        let start = Node { board: case.start, moves: 0, cost: 0 };
        Witness {
            case,
            scale: u64::from(scale),
            path_metric: match case.pair.algorithm.info().id {
                "bfs" | "iddfs" => PathMetric::Moves,
                "dfs" => PathMetric::Either,
                _ => PathMetric::Costs,
            },
            nodes: vec![start],
            kept_as: FxHashMap::from_iter([(case.start, 0)]),
            explored: FxHashSet::default(),
            tally: Stats::default(),
            kept: 0,
            bounds: Vec::new(),
            ticks: 0,
        }
    }

    fn is_graph(&self) -> bool {
        GRAPH.contains(&self.case.pair.algorithm.info().id)
    }

    /// Whether nodes can be followed from the start: not those of a search from both ends, nor those of several searches
    /// in turn.
    fn follows(&self) -> bool {
        !["bidirectional", "auto"].contains(&self.case.pair.algorithm.info().id)
    }

    /// Nodes that wait on the frontier: made and kept, or the start, and not yet explored.
    fn waiting(&self) -> u64 {
        1 + self.kept - self.tally.explored
    }

    /// Whether what became of a child is right.
    fn judge(&self, child: &Generated<Direction>, node: &Node) {
        let known = self.kept_as.get(&node.board).map(|&id| self.nodes[id as usize]);
        let f = u64::from(child.g) + u64::from(child.h);
        let bound = self.bounds.last().copied().map_or(u64::MAX, u64::from);
        let right = match (self.case.pair.algorithm.info().id, child.disposition) {
            ("ida" | "iddfs", Disposition::Enqueued) => f <= bound,
            ("ida" | "iddfs", Disposition::Pruned) => f > bound,
            ("rbfs", disposition) => disposition == Disposition::Enqueued,
            ("bfs" | "dfs" | "greedy", Disposition::Enqueued) => known.is_none(),
            ("astar" | "dijkstra" | "weighted-astar", Disposition::Enqueued) => known.is_none(),
            ("astar" | "dijkstra" | "weighted-astar", Disposition::Improved) => {
                known.is_some_and(|known| node.cost < known.cost)
            }
            ("astar" | "dijkstra" | "weighted-astar", Disposition::Duplicate) => {
                known.is_some_and(|known| node.cost >= known.cost)
            }
            // Of a beam's layer some nodes are kept that are dropped later.
            ("beam", Disposition::Enqueued) => true,
            (_, Disposition::Duplicate) => known.is_some(),
            _ => false,
        };
        assert!(right, "{:?} is not what became of {:?}", child, node.board);
    }

    /// What was counted is what the report says.
    pub fn agrees(self, report: &Report) {
        let (stats, id) = (&report.stats, self.case.pair.algorithm.info().id);
        match id {
            // These tell nobody of nodes; `auto` tells of several searches, of which it reports one.
            "table" | "constructive" | "auto" => return,
            "fast-ida" | "near-optimal" => {
                assert_eq!((self.tally.explored, self.tally.generated), (0, 0))
            }
            _ => {
                let told = (stats.explored, stats.generated);
                assert_eq!((self.tally.explored, self.tally.generated), told, "nodes told of");
            }
        }
        // The rounds of searches with fractions are told in their own units.
        assert_eq!(self.bounds.len(), stats.iterations.len(), "rounds told of");
        if self.scale == 1 {
            let bounds = stats.iterations.iter().map(|round| round.bound);
            assert!(bounds.eq(self.bounds.iter().copied().map(u64::from)), "{:?}", self.bounds);
        }
        assert!(self.ticks > 0 || stats.explored == 0, "no tick");
        let whole = report.outcome != Outcome::Stopped(Stop::Memory);
        if self.is_graph() && whole && self.case.start != self.case.truth.goal {
            let early =
                report.settings.goal_test == Some(GoalTest::Early) && report.solution().is_some();
            // A goal that is known when it is made never waits.
            let waiting = self.waiting() - u64::from(early);
            let peak = self.tally.max_frontier.max(waiting);
            assert_eq!((stats.frontier, stats.max_frontier), (waiting, peak), "what waits");
            let depths = (stats.depth, stats.max_depth);
            assert_eq!(depths, (self.tally.depth, self.tally.max_depth), "depths");
            assert_eq!(stats.reopened, self.tally.reopened, "reopened");
        }
    }
}

impl Observer<Direction> for Witness<'_> {
    fn explored(&mut self, Taken { id, .. }: Taken, stats: &Stats) {
        if self.is_graph() {
            self.tally.max_frontier = self.tally.max_frontier.max(self.waiting());
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
        let node = node.unwrap_or_else(|| panic!("{id} was explored before it was made"));
        self.tally.depth = node.moves;
        assert_eq!(stats.depth, node.moves, "depth of {id}");
        if self.is_graph() {
            assert!(self.explored.insert(id), "{id} was explored twice");
            assert_eq!(stats.frontier, self.waiting(), "what waits when {id} is explored");
        }
    }

    fn generated(&mut self, child: Generated<Direction>) {
        self.tally.generated += 1;
        if self.case.pair.algorithm.info().id == "auto" {
            return;
        }
        assert_eq!(child.id, self.tally.generated, "children are numbered as they are made");
        if !self.follows() {
            return;
        }
        let (truth, parent) = (self.case.truth, self.nodes[child.parent as usize]);
        let slid = truth.shape.slide(&parent.board, child.by.letter());
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
            self.kept += 1;
            self.tally.max_depth = self.tally.max_depth.max(node.moves);
            let before = self.kept_as.insert(board, child.id);
            let again = before.is_some_and(|id| self.explored.contains(&id));
            self.tally.reopened += u64::from(again);
        }
    }

    fn deepened(&mut self, _: u64, bound: Cost) {
        let again = self.case.pair.algorithm.info().id == "auto";
        assert!(again || self.bounds.last().is_none_or(|&last| last < bound), "bounds only rise");
        self.bounds.push(bound);
    }

    fn tick(&mut self, stats: &Stats) {
        self.ticks += 1;
        if !["fast-ida", "near-optimal", "auto"].contains(&self.case.pair.algorithm.info().id) {
            assert_eq!(stats.explored, self.tally.explored, "a tick");
        }
    }
}

/// Wants to hear only that time passes.
#[derive(Default)]
pub struct Clock {
    ticks: u64,
    rounds: usize,
    explored: u64,
}

impl Clock {
    /// What was told is what the report says. `auto` tells of several searches, of which it reports one.
    pub fn agrees(self, case: &Case<'_>, report: &Report) {
        if !["table", "constructive", "auto"].contains(&case.pair.algorithm.info().id) {
            assert!(self.ticks > 0 || report.stats.explored == 0, "no tick");
            assert_eq!(self.rounds, report.stats.iterations.len(), "rounds told of");
            assert!(self.explored <= report.stats.explored, "more than all");
        }
    }
}

impl Observer<Direction> for Clock {
    fn wants_nodes(&self) -> bool {
        false
    }

    fn deepened(&mut self, _: u64, _: Cost) {
        self.rounds += 1;
    }

    fn tick(&mut self, stats: &Stats) {
        self.ticks += 1;
        self.explored = self.explored.max(stats.explored);
    }
}
