//! Weighted A*: f = g + w h with a weight w, usually above 1. It trusts the estimate more than the
//! way so far, and finds a solution at most w times as dear as the best, often much faster (Pohl 1970).

use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality};
use crate::budget::Stop;
use crate::graph::{GraphSearch, Proof};
use crate::observer::Observer;
use crate::options::{GoalTest, OptionId, Options, Ties};
use crate::problem::{Path, Problem};
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
        explanation: "It is A* with the estimate multiplied by a weight (2 unless told \
            otherwise). The heavier the estimate, the straighter it runs for the goal and the fewer \
            states it explores. With an admissible heuristic and a weight w of at least 1 the solution \
            costs at most w times as much as the cheapest. Any heuristic may be used: it promises no \
            more than that.",
        complete: true,
        optimal: Optimality::Never,
        memory: "every state met",
        informed: true,
        counts_cost: true,
        goal_test: GoalTest::Late,
        ties: Some(Ties::Lifo),
        options: &[OptionId::GoalTest, OptionId::Ties, OptionId::Weight],
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
        let by_weighted_f = move |g: u64, h: u64| 1000 * g + weight * h;
        let weighted = GraphSearch {
            goal_test: self.goal_test,
            reopens: true,
            max_depth: u64::MAX,
            // Some node on the cheapest way waits with a priority of at most max(1, w) times its cost.
            proof: Proof::Priority(weight.max(1000)),
        };
        weighted.search_by(by_weighted_f, self.ties, problem, run)
    }
}
