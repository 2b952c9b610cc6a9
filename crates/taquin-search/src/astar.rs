//! A*: expands the state with the least f = g + h, the cost so far plus the estimated remaining cost (Hart, Nilsson and
//! Raphael 1968).

use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
use crate::budget::Stop;
use crate::graph::{GraphSearch, Proof};
use crate::instruction_set::HotLoop;
use crate::observer::Observer;
use crate::open::Weights;
use crate::options::{GoalTest, OptionId, Options, Ties};
use crate::problem::{Path, Problem};
use crate::pseudocode::{EventKind, EventText, Pseudocode};
use crate::run::Run;

/// A*.
#[derive(Clone, Debug)]
pub struct AStar {
    goal_test: GoalTest,
    ties: Ties,
}

impl Algorithm for AStar {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "astar",
        aliases: &["a*", "a-star", "ast"],
        title: "A*",
        summary: "expands the state with the least g + h, the cost so far plus the estimated rest",
        explanation: "It sorts the frontier by f = g + h: the cost of the path to a state, plus the \
            heuristic's estimate of the rest. If the heuristic never overestimates, then f never does \
            either, and when the goal is taken off, no cheaper solution can be left. The better the \
            heuristic, the fewer states it explores. It remembers every state it has visited.",
        complete: true,
        optimal: Optimality::IfAdmissible,
        memory: "every state visited",
        tree: SearchTree::Stored,
        informed: true,
        counts_cost: true,
        goal_test: GoalTest::Late,
        ties: Some(Ties::Lifo),
        options: &[OptionId::GoalTest, OptionId::Ties],
        pseudocode: Pseudocode {
            lines: &[
                "put the start on the frontier",
                "while the frontier is not empty:",
                "    take the state with the least f = g + h off the frontier",
                "    if it is the goal: done",
                "    for each move out of it:",
                "        if the state it leads to is new: put it on the frontier",
                "        else if this path to it is cheaper: put it on again",
            ],
            events: &[
                EventText::new(
                    EventKind::Taken,
                    2,
                    "Took {state}, f = {f}, the least on the frontier (g = {g}, h = {h}).",
                ),
                EventText::new(
                    EventKind::New,
                    5,
                    "{state} is new, f = {f}: it goes on the frontier.",
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
                    "{state} is the goal, and nothing on the frontier can lead to a cheaper path.",
                ),
            ],
        },
    };

    fn with(options: &Options) -> AStar {
        AStar { goal_test: options.goal_test, ties: options.ties }
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        match run.instructions().run(InSmallSpace(self), problem, &mut *run) {
            Some(found) => found,
            None => {
                let f = Weights { g: 1, h: 1 };
                self.least_f_first().search_large_space(f, self.ties, problem, run)
            }
        }
    }
}

fn f(g: u64, h: u64) -> u64 {
    g + h
}

impl AStar {
    #[inline(always)]
    fn least_f_first(&self) -> GraphSearch {
        GraphSearch {
            goal_test: self.goal_test,
            reopens: true,
            max_depth: u64::MAX,
            proof: Proof::Priority(1),
        }
    }
}

/// The part that gains from newer instructions. Searches of large spaces are bound by memory and do not.
struct InSmallSpace<'a>(&'a AStar);

impl<P: Problem, O: Observer<P::Move>> HotLoop<&P, &mut Run<P::Move, O>> for InSmallSpace<'_> {
    type Output = Option<Result<Option<Path<P::Move>>, Stop>>;
    const FOR_NEWER: bool = P::FOR_NEWER;

    #[inline(always)]
    fn run(self, problem: &P, run: &mut Run<P::Move, O>) -> Self::Output {
        self.0.least_f_first().search_small_space(f, self.0.ties, problem, run)
    }
}
