//! The last check before an answer is given: its moves are replayed, its cost is summed, and its proof is compared with
//! both. That there is no solution is checked, too: a puzzle can be solved, so one is constructed. What fails is an
//! error of the program, never an answer. A function of the caller's that overestimates is no error, but it proves
//! nothing.
//!
//! A solution is always what it says. A proof is refuted if a solution costs less than the bound. What cannot be noticed
//! here are a heuristic or a table that overestimate only away from the solution, and a search that leaves out the
//! cheapest solution but agrees with the one it finds: tables have checksums and an audit, searches have tests.

use super::notice::Notice;
use super::report::{Outcome, Report};
use crate::construct::construct_quickly;
use crate::heuristic::{CustomHeuristic, HeuristicChoice};
use crate::moves::{Mover, Moves};
use crate::puzzle::Puzzle;
use std::fmt;
use taquin_search::Budget;

/// An answer that contradicts itself, with all that is needed to get it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The board, the goal, and how they were searched.
    pub search: String,
    /// The moves of the solution, or of one that refutes it.
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
    /// Returns the report, unless it contradicts itself. `below` is the cost that a solution must stay below, if any.
    pub(super) fn verified(
        self,
        puzzle: &Puzzle,
        below: Option<u64>,
        budget: &Budget,
    ) -> Result<Report, Box<Contradiction>> {
        match self.solution().cloned() {
            Some(solution) => self.verified_with(puzzle, &solution),
            None => self.verified_without_solution(puzzle, below, budget),
        }
    }

    fn verified_with(
        self,
        puzzle: &Puzzle,
        solution: &Moves,
    ) -> Result<Report, Box<Contradiction>> {
        if let Err(error) = solution.verify(puzzle) {
            return Err(self.contradiction(puzzle, solution, error.to_string()));
        }
        let cost = self.costs.of_path(puzzle, solution);
        if self.cost != Some(cost) {
            return Err(self.contradiction(puzzle, solution, format!("its moves cost {cost}")));
        }
        if let Some(notice) = self.overestimate(puzzle, solution) {
            return Ok(self.without_proof(puzzle, notice));
        }
        let bound = self.lower_bound;
        if cost < bound || self.optimal != (cost == bound) {
            let what =
                format!("a solution of cost {cost} and a proof that none costs below {bound}");
            return Err(self.contradiction(puzzle, solution, what));
        }
        Ok(self)
    }

    /// Checks what is said without a solution: a bound, and perhaps that the whole space was searched.
    fn verified_without_solution(
        self,
        puzzle: &Puzzle,
        below: Option<u64>,
        budget: &Budget,
    ) -> Result<Report, Box<Contradiction>> {
        let is_cut_off =
            below.is_some() || self.settings.max_depth.is_some() || !self.algorithm.info().complete;
        let denies_all = self.outcome == Outcome::Exhausted && !is_cut_off;
        if !denies_all && self.own_heuristic().is_none() {
            return Ok(self);
        }
        // Boards so large that no time is left to construct a solution are never searched completely.
        let Ok(constructed) = construct_quickly(puzzle, budget) else { return Ok(self) };
        let solution = Moves::from(constructed.moves);
        let cost = self.costs.of_path(puzzle, &solution);
        if !denies_all && self.lower_bound <= cost {
            return Ok(self);
        }
        match self.overestimate(puzzle, &solution) {
            Some(notice) => Ok(self.without_proof(puzzle, notice)),
            None => {
                let what = format!("it found no solution, but one costs {cost}");
                Err(self.contradiction(puzzle, &solution, what))
            }
        }
    }

    /// Returns the report with nothing proven by the caller's heuristic.
    fn without_proof(mut self, puzzle: &Puzzle, overestimate: Notice) -> Report {
        self.notices.push(overestimate);
        (self.lower_bound, self.optimal) = (0, false);
        self.proves(puzzle, 0)
    }

    /// Returns the board of a solution for which the caller's heuristic estimates more than the rest of the solution
    /// costs, as a notice.
    fn overestimate(&self, puzzle: &Puzzle, solution: &Moves) -> Option<Notice> {
        let own = self.own_heuristic()?;
        let unit = u64::from(own.unit());
        let costs = self.costs.of_steps(puzzle, solution);
        let mut rest: u64 = costs.iter().sum();
        let mut costs = costs.into_iter();
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

    fn contradiction(&self, puzzle: &Puzzle, solution: &Moves, what: String) -> Box<Contradiction> {
        let Report { algorithm, heuristic, settings, limits, costs, .. } = self;
        let with = heuristic.as_ref().map_or(String::new(), |choice| format!(" with {choice}"));
        let search = format!(
            "{algorithm}{with} from {} to {} (costs {costs}, {settings:?}, {limits:?})",
            puzzle.start(),
            puzzle.goal(),
        );
        Box::new(Contradiction { search, moves: solution.letters(Mover::Blank), what })
    }
}
