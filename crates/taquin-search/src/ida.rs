//! IDA*: depth-first search that turns back where f = g + h exceeds a bound, repeated with the bound raised (Korf
//! 1985). It finds the same solutions as A* with almost no memory, but visits a state once for each path that leads to
//! it.

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

/// IDA*.
#[derive(Clone, Debug)]
pub struct Ida {
    goal_test: GoalTest,
    threads: usize,
}

/// Measures by f.
struct ByF;

impl<P: Problem> BoundMetric<P> for ByF {
    #[inline(always)]
    fn step(&self, cost: Cost) -> Cost {
        cost
    }

    #[inline(always)]
    fn rest(&self, problem: &P, node: &P::Node) -> Cost {
        problem.h(node)
    }
}

impl Algorithm for Ida {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "ida",
        aliases: &["ida*", "idastar", "ida-star"],
        title: "IDA* (iterative-deepening A*)",
        summary: "depth-first search within a bound on g + h that is raised until it suffices",
        explanation: "It searches depth-first and turns back wherever f = g + h passes a bound. The first \
            bound is the estimate for the start; each round raises it to the least f that was cut off. \
            With an admissible heuristic the first solution is the cheapest, as with A*, but it only \
            remembers the path it is on. The price: it visits a state again for each path that leads to it. \
            It never undoes the last move.",
        complete: true,
        optimal: Optimality::IfAdmissible,
        memory: "the path to the present state and its siblings",
        tree: SearchTree::Walked,
        informed: true,
        counts_cost: true,
        goal_test: GoalTest::Early,
        ties: None,
        options: &[OptionId::GoalTest],
        pseudocode: Pseudocode {
            lines: &[
                "bound = h of the start",
                "repeat:",
                "    search depth-first from the start:",
                "        take the next move out of the last state of the path",
                "        if f = g + h of the state it leads to is above the bound: leave it out",
                "        if it is the goal: done",
                "        else: go on from it",
                "    bound = the least f that was left out",
            ],
            events: &[
                EventText::new(
                    EventKind::Round,
                    1,
                    "Round {round}: follow only states with f up to {bound}.",
                ),
                EventText::new(
                    EventKind::Taken,
                    6,
                    "Went on to {state}, f = {f} (g = {g}, h = {h}).",
                ),
                EventText::new(
                    EventKind::New,
                    6,
                    "{state} has f = {f}, within the bound: it will be visited.",
                ),
                EventText::new(
                    EventKind::Pruned,
                    4,
                    "{state} has f = {f}, above the bound: left out.",
                ),
                EventText::new(
                    EventKind::Goal,
                    5,
                    "{state} is the goal, and no solution costs less than {cost}.",
                ),
            ],
        },
    };

    fn with(options: &Options) -> Ida {
        Ida { goal_test: options.goal_test, threads: options.threads }
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        deepen(problem, run, &ByF, self.goal_test, Cost::MAX - 1, self.threads)
    }
}
