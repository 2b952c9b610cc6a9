//! Weighted A*: f = g + w h with a weight w, usually above 1. It trusts the estimate more than the path so far, and
//! finds a solution that costs at most w times the optimum, often much faster (Pohl 1970).

use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
use crate::budget::Stop;
use crate::graph::{GraphSearch, Proof};
use crate::observer::Observer;
use crate::open::Weights;
use crate::options::{GoalTest, OptionId, Options, Ties};
use crate::problem::{Path, Problem};
use crate::pseudocode::{EventKind, EventText, Pseudocode};
use crate::run::Run;

/// Weighted A*.
#[derive(Clone, Debug)]
pub struct WeightedAStar {
    goal_test: GoalTest,
    ties: Ties,
    /// In thousandths.
    weight: u32,
}

impl Algorithm for WeightedAStar {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "weighted-astar",
        aliases: &["wastar", "wa*", "weighted-a*"],
        title: "Weighted A*",
        summary: "A* that trusts the estimate more: least g + w h first",
        explanation: "It is A* with the estimate multiplied by a weight (2 by \
            default). The greater the weight, the more directly it heads for the goal and the fewer \
            states it explores. With an admissible heuristic and a weight w of at least 1 the solution \
            costs at most w times as much as the cheapest. Any heuristic may be used, but an \
            inadmissible one voids this guarantee.",
        complete: true,
        optimal: Optimality::Never,
        memory: "every state visited",
        tree: SearchTree::Stored,
        informed: true,
        counts_cost: true,
        goal_test: GoalTest::Late,
        ties: Some(Ties::Lifo),
        options: &[OptionId::GoalTest, OptionId::Ties, OptionId::Weight],
        pseudocode: Pseudocode {
            lines: &[
                "put the start on the frontier",
                "while the frontier is not empty:",
                "    take the state with the least g + w h off the frontier",
                "    if it is the goal: done",
                "    for each move out of it:",
                "        if the state it leads to is new: put it on the frontier",
                "        else if this path to it is cheaper: put it on again",
            ],
            events: &[
                EventText::new(
                    EventKind::Taken,
                    2,
                    "Took {state}, the least g + w h on the frontier (g = {g}, h = {h}).",
                ),
                EventText::new(
                    EventKind::New,
                    5,
                    "{state} is new (g = {g}, h = {h}): it goes on the frontier.",
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
                    "{state} is the goal; its cost is at most w times the least.",
                ),
            ],
        },
    };

    fn with(options: &Options) -> WeightedAStar {
        WeightedAStar { goal_test: options.goal_test, ties: options.ties, weight: options.weight }
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let weight = u64::from(self.weight);
        let weighted_f = Weights { g: 1000, h: weight };
        let weighted = GraphSearch {
            goal_test: self.goal_test,
            reopens: true,
            max_depth: u64::MAX,
            // Some node on the cheapest path is on the frontier with a priority of at most max(1, w) times its cost.
            proof: Proof::Priority(weight.max(1000)),
        };
        weighted.search_by(weighted_f, self.ties, problem, run)
    }
}
