//! Depth-first search within a bound, repeated with the bound raised to the least value that was cut off (Korf 1985).
//! It is a tree search: it stores only the path to the current node and its unexplored siblings, not the states it has
//! visited. Rounds without an observer are searched by `batched`, which is faster; with several threads, `parallel`
//! divides each round among them.

use crate::Cost;
use crate::bounded::search_within;
use crate::budget::Stop;
use crate::observer::Observer;
use crate::options::GoalTest;
use crate::parallel::search_in_parallel;
use crate::problem::{Path, Problem};
use crate::round::{BoundMetric, Root, RoundEnd, Within};
use crate::run::Run;
use crate::stats::Iteration;
use crate::threads::usable;

/// Raises the bound until the goal is found, nothing was cut off, or the bound would exceed `last_bound`.
pub(crate) fn deepen<P: Problem, O: Observer<P::Move>>(
    problem: &P,
    run: &mut Run<P::Move, O>,
    metric: &impl BoundMetric<P>,
    goal_test: GoalTest,
    last_bound: Cost,
    threads: usize,
) -> Result<Option<Path<P::Move>>, Stop> {
    let start = problem.start();
    let mut bound = metric.rest(problem, &start);
    if goal_test == GoalTest::Early && problem.is_goal(&start) {
        return Ok(Some(Path { moves: Vec::new(), ids: None }));
    }
    while bound <= last_bound {
        run.deepen(bound);
        let (explored, generated) = (run.stats.explored, run.stats.generated);
        let mut deepest = 0;
        let within = Within { metric, goal_test, bound };
        let round = if usable(threads) > 1 && !run.is_observed() {
            search_in_parallel(problem, run, &within, threads, &mut deepest)
        } else {
            let start = Root { node: start.clone(), g: 0, depth: 0, by: None };
            search_within(problem, run, &within, start, &mut deepest)
        };
        run.stats.max_depth = run.stats.max_depth.max(deepest);
        // The path, with the start.
        run.stored(deepest as usize + 1);
        // Every explored node is expanded, except a goal that is tested late.
        let goal = matches!(round, Ok(RoundEnd::Found(_))) && goal_test == GoalTest::Late;
        let expanded = run.stats.explored - explored - u64::from(goal);
        run.stats.expanded += expanded;
        run.stats.iterations.push(Iteration {
            bound: u64::from(bound),
            expanded,
            generated: run.stats.generated - generated,
        });
        match round? {
            RoundEnd::Found(moves) => return Ok(Some(Path { moves, ids: None })),
            RoundEnd::CutAt(Cost::MAX) => break,
            RoundEnd::CutAt(next) => bound = next,
        }
    }
    Ok(None)
}
