//! A board at an exact depth of a space that is too large to enumerate: found by walking and proven by searching.
//!
//! The blank walks from the goal, never straight back, as many moves as are missing, and IDA* finds how far that led.
//! This repeats until the board is far enough away. Then the shortest path back is followed until the requested number
//! of moves is left: every board on a shortest path has an exact depth. IDA* finds the first shortest path in the order
//! UDLR, whatever its heuristic, so the boards of a seed do not depend on how the search is done. They are not equally
//! likely.

use crate::board::{Board, Direction};
use crate::moves::Moves;
use crate::puzzle::{Goal, Puzzle};
use crate::random::Random;
use crate::solve::{Outcome, Solver};
use taquin_search::{Budget, Limits, Stop};

/// Draws a board whose shortest solution has exactly `depth` moves, within the budget's limits for one.
pub(super) fn draw(
    goal: &Board,
    depth: u64,
    random: &mut Random,
    budget: &Budget,
) -> Result<Board, Stop> {
    let Limits { max_nodes, max_time, max_bytes } = budget.limits;
    let own = budget.part(max_nodes, max_time);
    let (mut board, mut last) = (goal.clone(), None);
    let mut missing = depth;
    loop {
        for _ in 0..missing {
            step(&mut board, &mut last, random);
        }
        let max_time = max_time.map(|time| time.saturating_sub(own.elapsed()));
        let limits = Limits { max_nodes, max_time, max_bytes };
        let solution = shortest(&board, goal, limits, budget)?;
        let found = solution.len() as u64;
        if found >= depth {
            let on_path = solution.boards(&board).nth((found - depth) as usize);
            return Ok(on_path.expect("a solution has a board at every distance"));
        }
        missing = depth - found;
    }
}

/// Moves the blank in a random direction, but not straight back.
fn step(board: &mut Board, last: &mut Option<Direction>, random: &mut Random) {
    let back = last.map(Direction::opposite);
    let directions: Vec<Direction> = Direction::ALL
        .into_iter()
        .filter(|&direction| {
            Some(direction) != back && board.size().neighbour(board.blank(), direction).is_some()
        })
        .collect();
    // Even in a corner there is at least one.
    *last = Some(directions[random.below(directions.len() as u64) as usize]);
    last.map(|direction| board.apply(direction));
}

/// Returns the first shortest solution in the order UDLR.
fn shortest(board: &Board, goal: &Board, limits: Limits, budget: &Budget) -> Result<Moves, Stop> {
    let puzzle = Puzzle::new(board.clone(), &Goal::Board(goal.clone())).expect("moves led to it");
    let clock = budget.clock().clone();
    let ida = Solver { limits, clock, ..Solver::default() }.algorithm("ida");
    let ida = |heuristic| ida.clone().and_then(|ida| ida.heuristic(heuristic));
    // The better heuristic does not support all sizes.
    let solve = |solver: Solver| solver.solve_observed(&puzzle, &budget.cancel, None);
    let report =
        ida("walking-distance").and_then(solve).or_else(|_| ida("linear-conflict").and_then(solve));
    match report.expect("it fits all sizes").outcome {
        Outcome::Solved(solution) => Ok(solution),
        Outcome::Stopped(stop) => Err(stop),
        Outcome::Exhausted => Err(Stop::Time),
    }
}
