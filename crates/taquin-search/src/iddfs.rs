//! Iterative deepening: depth-first search to depth 0, then 1, then 2, and so on. It finds solutions as short as
//! breadth-first search does, with almost no memory.

use crate::Cost;
use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
use crate::budget::Stop;
use crate::deepening::deepen;
use crate::observer::Observer;
use crate::options::{GoalTest, OptionId, Options};
use crate::problem::{Path, Problem};
use crate::pseudocode::{EventKind, EventText, Pseudocode};
use crate::round::BoundMetric;
use crate::run::Run;

/// Iterative-deepening depth-first search.
#[derive(Clone, Debug)]
pub struct Iddfs {
    goal_test: GoalTest,
    max_depth: Option<u64>,
}

/// Measures by depth.
struct ByDepth;

impl<P: Problem> BoundMetric<P> for ByDepth {
    #[inline(always)]
    fn step(&self, _cost: Cost) -> Cost {
        1
    }

    #[inline(always)]
    fn rest(&self, _problem: &P, _node: &P::Node) -> Cost {
        0
    }
}

impl Algorithm for Iddfs {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "iddfs",
        aliases: &["ids", "iterative-deepening"],
        title: "Iterative-deepening depth-first search",
        summary: "depth-first search to depth 0, then 1, then 2, until the goal is within reach",
        explanation: "It searches depth-first down to a depth limit, and starts over with the limit one \
            higher. The solution has the fewest moves, as with breadth-first search, yet it only \
            remembers the path it is on. It starts over for each depth, but the last round holds most of \
            the states, so that costs little. It never undoes the last move, but remembers nothing else: \
            it visits a state again for each path that leads to it.",
        complete: true,
        optimal: Optimality::FewestMoves,
        memory: "the path to the present state and its siblings",
        tree: SearchTree::Walked,
        informed: false,
        counts_cost: false,
        goal_test: GoalTest::Late,
        ties: None,
        options: &[OptionId::GoalTest, OptionId::MaxDepth],
        pseudocode: Pseudocode {
            lines: &[
                "for each depth limit, from 0 on:",
                "    put the start on the path",
                "    while the path is not empty:",
                "        take the next move out of its last state",
                "        if the state it leads to is the goal: done",
                "        if it is deeper than the limit: leave it out",
                "        else: put it on the path",
                "        if no move is left: go back one state",
            ],
            events: &[
                EventText::new(
                    EventKind::Round,
                    0,
                    "Round {round}: look no deeper than {bound} moves.",
                ),
                EventText::new(EventKind::Taken, 6, "Went on to {state}, {moves} from the start."),
                EventText::new(
                    EventKind::New,
                    6,
                    "{state} is within the limit: it will be visited.",
                ),
                EventText::new(EventKind::Pruned, 5, "{state} is deeper than the limit: left out."),
                EventText::new(
                    EventKind::Goal,
                    4,
                    "{state} is the goal, and no path to it is shorter.",
                ),
            ],
        },
    };

    fn with(options: &Options) -> Iddfs {
        Iddfs { goal_test: options.goal_test, max_depth: options.max_depth }
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let deepest = self.max_depth.unwrap_or(u64::MAX).min(u64::from(Cost::MAX - 1));
        deepen(problem, run, &ByDepth, self.goal_test, deepest as Cost, 1)
    }
}
