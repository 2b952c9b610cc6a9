//! Greedy best-first search: expands the state that seems nearest to the goal.

use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
use crate::budget::Stop;
use crate::graph::{GraphSearch, Proof};
use crate::observer::Observer;
use crate::open::Weights;
use crate::options::{GoalTest, OptionId, Options, Ties};
use crate::problem::{Path, Problem};
use crate::pseudocode::{EventKind, EventText, Pseudocode};
use crate::run::Run;

/// Greedy best-first search.
#[derive(Clone, Debug)]
pub struct Greedy {
    goal_test: GoalTest,
    ties: Ties,
}

impl Algorithm for Greedy {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "greedy",
        aliases: &["best-first", "gbfs"],
        title: "Greedy best-first search",
        summary: "expands the state that seems nearest to the goal",
        explanation: "It sorts the frontier by the heuristic's estimate h alone and forgets how long the \
            path to a state was. That often finds some solution after few states, but rarely a short one. \
            It keeps the first path it finds to a state.",
        complete: true,
        optimal: Optimality::Never,
        memory: "every state visited",
        tree: SearchTree::Stored,
        informed: true,
        counts_cost: false,
        goal_test: GoalTest::Late,
        ties: Some(Ties::Fifo),
        options: &[OptionId::GoalTest, OptionId::Ties],
        pseudocode: Pseudocode {
            lines: &[
                "put the start on the frontier",
                "while the frontier is not empty:",
                "    take the state with the least h off the frontier",
                "    if it is the goal: done",
                "    for each move out of it:",
                "        if the state it leads to is new: put it on the frontier",
            ],
            events: &[
                EventText::new(
                    EventKind::Taken,
                    2,
                    "Took {state}, h = {h}, the least on the frontier.",
                ),
                EventText::new(
                    EventKind::New,
                    5,
                    "{state} is new, h = {h}: it goes on the frontier.",
                ),
                EventText::new(EventKind::Known, 5, "{state} is known: dropped."),
                EventText::new(
                    EventKind::Goal,
                    3,
                    "{state} is the goal; a cheaper path may exist.",
                ),
            ],
        },
    };

    fn with(options: &Options) -> Greedy {
        Greedy { goal_test: options.goal_test, ties: options.ties }
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let nearest_first = GraphSearch {
            goal_test: self.goal_test,
            reopens: false,
            max_depth: u64::MAX,
            proof: Proof::Nothing,
        };
        nearest_first.search_by(Weights { g: 0, h: 1 }, self.ties, problem, run)
    }
}
