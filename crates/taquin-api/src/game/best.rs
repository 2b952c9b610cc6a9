//! The best known solution of a board: the source of hints, and what a game is measured against.

use crate::recording::moved_in_words;
use taquin::{Board, Cancel, Move, Moves, Puzzle, SolveError, Solver};

/// What is known about the length of a board's shortest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortest {
    /// Its length, proven to be the shortest.
    Exactly(u64),
    /// The length of the shortest solution found, without a proof.
    AtMost(u64),
    /// No solution is known.
    Unknown,
}

/// The best solution that a search found within its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The solution, if one was found.
    pub solution: Option<Moves>,
    /// Whether it is proven that none is shorter.
    pub optimal: bool,
}

/// The next move of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The tile to move; of several the first, next to the blank.
    pub tile: u16,
    /// The move of the blank; tiles move the opposite way.
    pub by: Move,
    /// Whether the move is proven to lie on a shortest path.
    pub optimal: bool,
}

impl Best {
    /// Searches for the best solution.
    ///
    /// ```
    /// use taquin::{Cancel, Goal, InputFormat, Puzzle, Solver, parse_board};
    /// use taquin_api::game::{Best, Shortest};
    /// let puzzle = Puzzle::new(parse_board("123456078", InputFormat::Auto, None)?, &Goal::Classic)?;
    /// let best = Best::find(&Solver::default(), &puzzle, &Cancel::new())?;
    /// assert_eq!(best.shortest(), Shortest::Exactly(2));
    /// let hint = best.hint(puzzle.start()).expect("there is a move");
    /// assert_eq!(hint.sentence(), "Hint: move 7 left.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(solver: &Solver, puzzle: &Puzzle, cancel: &Cancel) -> Result<Best, SolveError> {
        let report = solver.solve_observed(puzzle, cancel, None)?;
        Ok(Best { solution: report.solution().cloned(), optimal: report.optimal })
    }

    /// Returns the number of moves.
    pub fn length(&self) -> Option<u64> {
        self.solution.as_ref().map(|solution| solution.len() as u64)
    }

    /// Returns what it shows about the shortest solution.
    pub fn shortest(&self) -> Shortest {
        match self.length() {
            Some(length) if self.optimal => Shortest::Exactly(length),
            Some(length) => Shortest::AtMost(length),
            None => Shortest::Unknown,
        }
    }

    /// Returns its first move on the board that it solves.
    pub fn hint(&self, board: &Board) -> Option<Hint> {
        let by = self.solution.as_ref()?.iter().next()?;
        let tile = board.clone().apply(by)?;
        Some(Hint { tile, by, optimal: self.optimal })
    }
}

impl Hint {
    /// Returns the hint as a sentence.
    pub fn sentence(&self) -> String {
        let moved = moved_in_words(self.tile, self.by);
        let moved = moved.trim_start_matches("tile ");
        let proven = if self.optimal { "" } else { " (a good move, not proven the best)" };
        format!("Hint: move {moved}{proven}.")
    }
}
