//! Dijkstra's algorithm, or uniform-cost search: expands the state that is cheapest to reach.

use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
use crate::budget::Stop;
use crate::graph::{GraphSearch, Proof};
use crate::observer::Observer;
use crate::open::Weights;
use crate::options::{GoalTest, OptionId, Options, Ties};
use crate::problem::{Path, Problem};
use crate::pseudocode::{EventKind, EventText, Pseudocode};
use crate::run::Run;

/// Dijkstra's algorithm.
#[derive(Clone, Debug)]
pub struct Dijkstra {
    goal_test: GoalTest,
    ties: Ties,
}

impl Algorithm for Dijkstra {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "dijkstra",
        aliases: &["ucs", "uniform-cost"],
        title: "Dijkstra's algorithm (uniform-cost search)",
        summary: "expands the state that is cheapest to reach",
        explanation: "It keeps the frontier sorted by the cost of the path so far, g, and expands the \
            cheapest state. When it takes the goal off, no cheaper path can be left. Where every move costs 1 it \
            does what breadth-first search does; where moves cost different amounts it finds the cheapest path, which \
            may have more moves than the shortest. If it finds a cheaper path to a state on the frontier, the \
            state is added again and the old entry is skipped when it comes up.",
        complete: true,
        optimal: Optimality::Always,
        memory: "every state visited",
        tree: SearchTree::Stored,
        informed: false,
        counts_cost: true,
        goal_test: GoalTest::Late,
        ties: Some(Ties::Fifo),
        options: &[OptionId::GoalTest, OptionId::Ties],
        pseudocode: Pseudocode {
            lines: &[
                "put the start on the frontier, with cost 0",
                "while the frontier is not empty:",
                "    take the state with the least g off the frontier",
                "    if it is the goal: done",
                "    for each move out of it:",
                "        if the state it leads to is new: put it on the frontier",
                "        else if this path to it is cheaper: put it on again",
            ],
            events: &[
                EventText::new(
                    EventKind::Taken,
                    2,
                    "Took {state}, g = {g}, the cheapest on the frontier.",
                ),
                EventText::new(
                    EventKind::New,
                    5,
                    "{state} is new, g = {g}: it goes on the frontier.",
                ),
                EventText::new(EventKind::Known, 5, "{state} is known at no higher cost: dropped."),
                EventText::new(
                    EventKind::Better,
                    6,
                    "{state} is known, but this path costs only {g}: it goes on the frontier again.",
                ),
                EventText::new(
                    EventKind::Goal,
                    3,
                    "{state} is the goal, and no path to it is cheaper.",
                ),
            ],
        },
    };

    fn with(options: &Options) -> Dijkstra {
        Dijkstra { goal_test: options.goal_test, ties: options.ties }
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let cheapest_first = GraphSearch {
            goal_test: self.goal_test,
            reopens: true,
            max_depth: u64::MAX,
            proof: Proof::Priority(1),
        };
        cheapest_first.search_by(Weights { g: 1, h: 0 }, self.ties, problem, run)
    }
}
