//! The last check before an answer is given: its moves are replayed, its cost is summed, and its proof is compared with
//! both. What fails is an error of the program, never an answer. A function of the caller's that overestimates is no
//! error, but it proves nothing.
//!
//! A solution is always what it says. A proof is refuted if a solution costs less than the bound; a heuristic that
//! overestimates only away from the solution cannot be noticed here.

use super::notice::Notice;
use super::report::Report;
use crate::heuristic::{CustomHeuristic, HeuristicChoice};
use crate::puzzle::{Puzzle, Solution};
use std::fmt;

/// An answer that contradicts itself, with all that is needed to get it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The board, the goal, and how they were searched.
    pub search: String,
    /// The moves of the solution.
    pub moves: String,
    /// What cannot be so.
    pub what: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { search, moves, what } = self;
        write!(f, "{search} gave a wrong answer: {what}; its moves were '{moves}'")
    }
}

impl Report {
    /// Returns the report, unless it contradicts itself.
    pub(super) fn verified(mut self, puzzle: &Puzzle) -> Result<Report, Box<Contradiction>> {
        let Some(solution) = self.solution() else { return Ok(self) };
        if let Err(error) = solution.verify(puzzle) {
            return Err(self.contradiction(puzzle, error.to_string()));
        }
        let cost = self.costs.of_path(puzzle, solution);
        if self.cost != Some(cost) {
            return Err(self.contradiction(puzzle, format!("its moves cost {cost}")));
        }
        if let Some(notice) = self.overestimate(puzzle, solution) {
            self.notices.push(notice);
            (self.lower_bound, self.optimal) = (0, false);
            return Ok(self.proves(puzzle, 0));
        }
        if cost < self.lower_bound || self.optimal != (cost == self.lower_bound) {
            let bound = self.lower_bound;
            let what =
                format!("a solution of cost {cost} and a proof that none costs below {bound}");
            return Err(self.contradiction(puzzle, what));
        }
        Ok(self)
    }

    /// Returns the board of a solution for which the caller's heuristic estimates more than the rest of the solution
    /// costs, as a notice.
    fn overestimate(&self, puzzle: &Puzzle, solution: &Solution) -> Option<Notice> {
        let own = self.own_heuristic()?;
        let unit = u64::from(own.unit());
        let mut rest = self.cost?;
        let mut costs = self.costs.of_steps(puzzle, solution).into_iter();
        for board in solution.boards(puzzle.start()) {
            let estimate = u64::from(own.estimate(&board));
            if estimate > rest.saturating_mul(unit) {
                let estimate = estimate.div_ceil(unit);
                return Some(Notice::Overestimated { board, estimate, cost: rest });
            }
            rest = rest.saturating_sub(costs.next().unwrap_or(0));
        }
        None
    }

    /// Returns the function of the caller's that was searched with, if it is said to be admissible.
    fn own_heuristic(&self) -> Option<&CustomHeuristic> {
        match &self.heuristic {
            Some(HeuristicChoice::Custom(own)) => Some(own).filter(|own| own.is_admissible()),
            _ => None,
        }
    }

    fn contradiction(&self, puzzle: &Puzzle, what: String) -> Box<Contradiction> {
        let Report { algorithm, heuristic, settings, limits, costs, .. } = self;
        let with = heuristic.as_ref().map_or(String::new(), |choice| format!(" with {choice}"));
        let search = format!(
            "{algorithm}{with} from {} to {} (costs {costs}, {settings:?}, {limits:?})",
            puzzle.start(),
            puzzle.goal(),
        );
        let moves = self.solution().map_or(String::new(), Solution::blank_letters);
        Box::new(Contradiction { search, moves, what })
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Direction;
    use crate::puzzle::{Goal, Puzzle, Solution};
    use crate::solve::{Outcome, Report, Solver};

    /// What a search would report if its kernel, its table or its score were wrong.
    #[test]
    fn no_wrong_answer_comes_out() {
        let board = "647850321".parse().expect("a board");
        let puzzle = Puzzle::new(board, &Goal::Classic).expect("it is solvable");
        let report = Solver::astar().solve(&puzzle).expect("it fits");
        let moves = report.solution().expect("it is solvable").moves().to_vec();
        let solved = |moves: Vec<Direction>| Outcome::Solved(Solution::new(moves));
        type Lie = fn(&mut Report);
        let lies: [(&str, Lie); 6] = [
            ("a lower cost", |report| report.cost = report.cost.map(|cost| cost - 2)),
            ("no cost", |report| report.cost = None),
            ("a bound above the cost", |report| report.lower_bound += 2),
            ("a proof without a bound", |report| report.lower_bound -= 2),
            ("no proof, but its bound", |report| report.optimal = false),
            ("no moves", |report| report.outcome = Outcome::Solved(Solution::new(Vec::new()))),
        ];
        for (lie, tell) in lies {
            let mut wrong = report.clone();
            tell(&mut wrong);
            wrong.verified(&puzzle).expect_err(lie);
        }
        for left_out in 0..moves.len() {
            let mut wrong = report.clone();
            wrong.outcome = solved([&moves[..left_out], &moves[left_out + 1..]].concat());
            wrong.verified(&puzzle).expect_err("it does not reach the goal");
        }
        assert!(report.verified(&puzzle).is_ok());
    }
}
