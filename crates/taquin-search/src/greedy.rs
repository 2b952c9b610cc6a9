//! Greedy best-first search: always on from the state that looks nearest to the goal.

use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality};
use crate::budget::Stop;
use crate::graph::{GraphSearch, Proof};
use crate::observer::Observer;
use crate::options::{GoalTest, OptionId, Options, Ties};
use crate::problem::{Path, Problem};
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
        summary: "always on from the state that looks nearest to the goal",
        explanation: "It sorts the frontier by the heuristic's estimate h alone and forgets how long the \
            way to a state was. That often finds some solution after few states, but rarely a short one. \
            A state is kept as it was first met.",
        complete: true,
        optimal: Optimality::Never,
        memory: "every state met",
        informed: true,
        counts_cost: false,
        goal_test: GoalTest::Late,
        ties: Some(Ties::Fifo),
        options: &[OptionId::GoalTest, OptionId::Ties],
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
        let by_h = |_: u64, h: u64| h;
        nearest_first.search_by(by_h, self.ties, problem, run)
    }
}
