//! An observer that keeps books: it follows every node through the graph, checks that each event is as documented, and
//! rebuilds the statistics from the events alone.

use crate::graph::{Graph, Kind};
use std::collections::{HashMap, HashSet};
use taquin_search::*;

/// What the events of a search say.
pub struct Ledger<'g> {
    info: &'g AlgorithmInfo,
    options: &'g Options,
    graph: &'g Graph,
    /// The nodes by id.
    nodes: Vec<Node>,
    /// The newest node on the frontier for each state, by the end from which it was reached.
    newest: HashMap<(End, usize), u64>,
    explored: HashSet<u64>,
    /// Whether it says what leaves its frontier.
    keeps_frontier: bool,
    /// The priorities of the nodes explored so far.
    priorities: Vec<u64>,
    /// The first node generated in this round.
    first_of_round: u64,
    /// Rebuilt from the events, without memory and time.
    stats: Stats,
    bound: Option<Cost>,
    meeting: Option<(u64, u64)>,
    ticks: u64,
    /// The first child about which an event was wrong.
    misjudged: Option<String>,
}

/// A node of a search, as the events describe it.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u64,
    by: Option<usize>,
    end: End,
    state: usize,
    moves: u64,
    cost: Cost,
    g: Cost,
    h: Cost,
    is_enqueued: bool,
    /// The number of nodes explored before it was generated.
    explored_before: usize,
}

/// The end from which a node was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Start,
    Goal,
}

impl<'g> Ledger<'g> {
    pub fn new(info: &'g AlgorithmInfo, options: &'g Options, graph: &'g Graph) -> Ledger<'g> {
        let mut ledger = Ledger {
            info,
            options,
            graph,
            nodes: vec![root(End::Start, 0)],
            newest: HashMap::from([((End::Start, 0), 0)]),
            explored: HashSet::new(),
            keeps_frontier: false,
            priorities: Vec::new(),
            first_of_round: 1,
            stats: Stats { frontier: 1, max_frontier: 1, stored: 1, ..Stats::default() },
            bound: None,
            meeting: None,
            ticks: 0,
            misjudged: None,
        };
        if ledger.has_two_roots() {
            ledger.newest.insert((End::Goal, graph.goal), 0);
            (ledger.stats.frontier, ledger.stats.max_frontier, ledger.stats.stored) = (2, 2, 2);
        }
        ledger
    }

    /// Whether it searches from both ends, which takes a goal from which the moves lead back.
    fn has_two_roots(&self) -> bool {
        self.info.tree == SearchTree::FromBothEnds && self.graph.kind == Kind::TwoWay
    }

    /// Whether its frontier is all that it stores and has not explored, whenever it is stopped.
    fn stores_frontier(&self) -> bool {
        self.info.tree != SearchTree::Walked && self.info.complete
    }

    /// When the goal is recognised. Without a second root, a search from both ends is breadth-first.
    fn goal_test(&self) -> GoalTest {
        match self.info.tree {
            SearchTree::FromBothEnds if self.has_two_roots() => GoalTest::Early,
            SearchTree::FromBothEnds => GoalTest::Late,
            _ => self.options.goal_test,
        }
    }

    /// Returns a node by its id. The goal's root has the id of the start.
    fn node(&self, id: u64, end: End) -> Node {
        match (id, end) {
            (0, End::Goal) => root(End::Goal, self.graph.goal),
            _ => *self.nodes.get(id as usize).expect("it was generated before"),
        }
    }

    fn explores(&mut self, taken: Taken, stats: &Stats) {
        // Of two roots, the one that is explored at first is not known, but both are at depth 0.
        let node = self.node(taken.id, End::Start);
        assert!(node.is_enqueued, "{taken:?} was never on the frontier");
        assert_eq!(taken.g, node.g, "{taken:?} is {node:?}");
        let saturates = node.g.checked_add(node.h).is_none();
        assert!(taken.h == node.h || saturates || node.by.is_none(), "{taken:?} is {node:?}");
        if self.info.ties.is_some() {
            let priority = taken.priority.expect("its frontier is ordered");
            let better = &self.priorities[node.explored_before..];
            assert!(better.iter().all(|&better| better <= priority), "{taken:?} is late");
        }
        self.priorities.push(taken.priority.unwrap_or_default());
        let is_first = self.explored.insert(taken.id);
        match self.info.tree {
            SearchTree::Stored => assert!(is_first, "{taken:?} is explored twice"),
            SearchTree::Walked => assert!(taken.id == 0 || taken.id >= self.first_of_round),
            SearchTree::FromBothEnds | SearchTree::None => {}
        }
        self.stats.explored += 1;
        self.stats.depth = node.moves;
        self.stats.frontier = self.stats.frontier.saturating_sub(1);
        let is_stale = self.stores_frontier() && self.newest[&(node.end, node.state)] != taken.id;
        let is_goal = node.state == self.graph.goal && self.goal_test() == GoalTest::Late;
        let is_deepest = self.options.max_depth == Some(node.moves) && self.bound.is_none();
        let is_expanded = !(is_stale || is_goal || is_deepest);
        self.stats.expanded += u64::from(is_expanded);
        if let Some(round) = self.stats.iterations.last_mut() {
            round.expanded += u64::from(is_expanded);
            self.deepens(node.moves);
        }
        let Stats { explored, generated, depth, frontier, .. } = self.stats;
        let counted = (stats.explored, stats.generated, stats.depth);
        assert_eq!(counted, (explored, generated, depth), "{taken:?}");
        assert!(!self.keeps_frontier || stats.frontier == frontier, "{taken:?}: {stats:?}");
    }

    fn generates(&mut self, child: Generated<usize>) {
        self.stats.generated += 1;
        assert_eq!(child.id, self.stats.generated, "children are numbered as they are generated");
        let (from, state, cost) = self.graph.edges[child.by];
        let is_from_goal = self.has_two_roots() && child.parent == 0 && from == self.graph.goal;
        let parent = self.node(child.parent, if is_from_goal { End::Goal } else { End::Start });
        assert_eq!(parent.state, from, "{child:?} does not come from {parent:?}");
        let node = Node {
            parent: child.parent,
            by: Some(child.by),
            end: parent.end,
            state,
            moves: parent.moves + 1,
            cost: parent.cost.saturating_add(cost),
            g: child.g,
            h: child.h,
            is_enqueued: child.disposition.is_enqueued(),
            explored_before: self.priorities.len(),
        };
        let counts_moves = !self.info.counts_cost && u64::from(node.g) == node.moves;
        assert!(node.g == node.cost || counts_moves, "{child:?} is {node:?}");
        let is_blind = !self.info.informed && node.h == 0;
        assert!(node.h == self.graph.h[state] || is_blind, "{child:?} is {node:?}");
        self.judge(&child, &node);
        self.nodes.push(node);
        if let Some(round) = self.stats.iterations.last_mut() {
            round.generated += 1;
        }
        if node.is_enqueued {
            let replaced = self.newest.insert((node.end, state), child.id);
            let again = child.disposition == Disposition::Improved
                && replaced.is_some_and(|id| self.explored.contains(&id));
            self.stats.reopened += u64::from(again);
            self.stats.stored += 1;
            self.stats.frontier += 1;
            if self.bound.is_none() {
                self.deepens(node.moves);
            }
        }
    }

    /// Checks what happened to a child.
    fn judge(&mut self, child: &Generated<usize>, node: &Node) {
        let known = self.newest.get(&(node.end, node.state)).map(|&id| self.node(id, node.end));
        let is_stored = self.info.tree != SearchTree::Walked;
        let is_beyond = |bound| u64::from(node.g) + u64::from(node.h) > u64::from(bound);
        let is_right = match child.disposition {
            Disposition::Enqueued => {
                // What an incomplete search has dropped may be enqueued again.
                let is_new = known.is_none() || !is_stored || !self.info.complete;
                is_new && !self.bound.is_some_and(is_beyond)
            }
            Disposition::Improved => {
                is_stored && self.info.counts_cost && known.is_some_and(|known| node.g < known.g)
            }
            Disposition::Duplicate => {
                let reopens = self.info.counts_cost && self.info.complete;
                is_stored && known.is_some_and(|known| node.g >= known.g || !reopens)
            }
            Disposition::Pruned => self.bound.is_some_and(is_beyond),
        };
        if !is_right {
            let context = format!("{child:?} of {node:?}, with {known:?} and {:?}", self.bound);
            self.misjudged.get_or_insert(context);
        }
    }

    fn deepens(&mut self, moves: u64) {
        self.stats.max_depth = self.stats.max_depth.max(moves);
    }

    /// The frontier is at its largest before a node is taken off.
    fn measures_frontier(&mut self) {
        self.stats.max_frontier = self.stats.max_frontier.max(self.stats.frontier);
    }

    /// Compares what was rebuilt with what the search returned.
    pub fn agrees(mut self, ended: &Result<Option<Path<usize>>, Stop>, stats: &Stats) {
        let path = ended.as_ref().ok().and_then(Option::as_ref);
        // A goal that is not tested late ends the search before it begins.
        let at_once = self.graph.goal == 0 && stats.explored == 0;
        if *ended == Err(Stop::Memory) || at_once {
            // A search by layers finds out after a batch that it cannot store all of it.
            return assert_eq!(stats.explored, self.stats.explored);
        }
        assert_eq!(self.misjudged, None);
        assert!(self.ticks > 0 || stats.explored == 0, "no tick");
        assert_eq!(
            self.meeting.is_some(),
            path.is_some() && self.has_two_roots(),
            "they meet once"
        );
        if path.is_some() && self.goal_test() == GoalTest::Early {
            // A goal recognised when it is generated is never on the frontier.
            self.stats.frontier -= 1;
            self.deepens(self.nodes.last().map_or(0, |goal| goal.moves));
        }
        self.measures_frontier();
        if !self.stores_frontier() {
            (self.stats.frontier, self.stats.max_frontier) = (stats.frontier, stats.max_frontier);
            self.stats.stored =
                if self.bound.is_some() { stats.max_depth + 1 } else { stats.stored };
        }
        if !self.info.complete {
            // Which nodes it drops is not reported.
            self.stats.max_depth = stats.max_depth.min(self.stats.max_depth);
        }
        let Stats { elapsed, peak_bytes, fixed_bytes, .. } = *stats;
        assert_eq!(*stats, Stats { elapsed, peak_bytes, fixed_bytes, ..self.stats.clone() });
        let ids = path.and_then(|path| path.ids.as_ref());
        let has_ids = self.info.tree == SearchTree::Stored
            || self.info.tree == SearchTree::FromBothEnds && !self.has_two_roots();
        assert_eq!(ids.is_some(), has_ids && path.is_some(), "{path:?}");
        if let (Some(path), Some(ids)) = (path, ids) {
            assert_eq!((ids.len(), ids[0]), (path.moves.len() + 1, 0), "{path:?}");
            for (pair, &by) in ids.windows(2).zip(&path.moves) {
                let node = self.node(pair[1], End::Start);
                assert_eq!((node.parent, node.by), (pair[0], Some(by)), "{path:?}");
            }
        }
    }
}

/// The node at which a search begins.
fn root(end: End, state: usize) -> Node {
    let (parent, by, is_enqueued, explored_before) = (0, None, true, 0);
    Node { parent, by, end, state, moves: 0, cost: 0, g: 0, h: 0, is_enqueued, explored_before }
}

/// The kind of an event, if a sentence is about it.
fn kind(event: &Event<'_, usize>) -> Option<EventKind> {
    Some(match event {
        Event::Explored(..) => EventKind::Taken,
        Event::Generated(child) => match child.disposition {
            Disposition::Enqueued => EventKind::New,
            Disposition::Improved => EventKind::Better,
            Disposition::Duplicate => EventKind::Known,
            Disposition::Pruned => EventKind::Pruned,
        },
        Event::Deepened { .. } => EventKind::Round,
        Event::Met { .. } => EventKind::Meeting,
        _ => return None,
    })
}

impl Observer<usize> for Ledger<'_> {
    fn event(&mut self, event: Event<'_, usize>) {
        if let Some(kind) = kind(&event) {
            assert!(self.info.pseudocode.of(kind).is_some(), "no sentence for {kind:?}");
        }
        match event {
            Event::Explored(taken, stats) => {
                self.measures_frontier();
                self.explores(taken, stats);
            }
            Event::Generated(child) => self.generates(child),
            Event::Frontier(_) => {
                assert_eq!((self.stats.explored, self.stats.generated), (0, 0), "at the start");
                self.keeps_frontier = true;
            }
            Event::Dropped { id } => {
                assert!(self.nodes[id as usize].is_enqueued, "{id} was never on the frontier");
                self.stats.frontier -= 1;
            }
            Event::Restored { id } => {
                assert!(self.explored.contains(&id), "{id} never left the frontier");
                self.stats.frontier += 1;
            }
            Event::Deepened { round, bound } => {
                assert!(self.bound.is_none_or(|last| last < bound), "bounds only rise");
                let iteration = Iteration { bound: bound.into(), expanded: 0, generated: 0 };
                self.stats.iterations.push(iteration);
                assert_eq!(round, self.stats.iterations.len() as u64);
                (self.bound, self.first_of_round) = (Some(bound), self.nodes.len() as u64);
            }
            Event::Met { from_start, from_goal } => {
                let (ahead, behind) =
                    (self.node(from_start, End::Start), self.node(from_goal, End::Goal));
                assert_eq!((ahead.end, behind.end), (End::Start, End::Goal));
                assert_eq!(ahead.state, behind.state, "where they meet");
                assert_eq!(from_start.max(from_goal), self.stats.generated, "at the last child");
                assert_eq!(self.meeting.replace((from_start, from_goal)), None);
            }
            Event::Tick(stats) => {
                self.ticks += 1;
                let counted = (self.stats.explored, self.stats.generated);
                assert_eq!((stats.explored, stats.generated), counted, "a tick");
            }
            Event::Began(_) | Event::Improved(_) | Event::Ended { .. } => {
                panic!("{event:?} is about several searches")
            }
        }
    }
}
