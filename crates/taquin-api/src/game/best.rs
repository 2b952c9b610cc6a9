//! The best solution that is known of a board: what a hint points to, and what a game is measured by.

use taquin::{Board, Cancel, Direction, Puzzle, Solution, SolveError, Solver};

/// What is known of a board's shortest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortest {
    /// It has so many moves, and it is proven that none has fewer.
    Exactly(u64),
    /// One of so many moves was found.
    AtMost(u64),
    /// Nothing.
    Unknown,
}

/// The best solution that a search found within its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The solution, if one was found.
    pub solution: Option<Solution>,
    /// Whether it is proven that none is shorter.
    pub optimal: bool,
}

/// The next move of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The tile to be moved.
    pub tile: u16,
    /// Where the blank goes; the tile goes the other way.
    pub by: Direction,
    /// Whether the move is proven to lie on a shortest path.
    pub optimal: bool,
}

impl Best {
    /// Searches for it.
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

    /// Its moves.
    pub fn length(&self) -> Option<u64> {
        self.solution.as_ref().map(|solution| solution.len() as u64)
    }

    /// What it says of the shortest solution.
    pub fn shortest(&self) -> Shortest {
        match self.length() {
            Some(length) if self.optimal => Shortest::Exactly(length),
            Some(length) => Shortest::AtMost(length),
            None => Shortest::Unknown,
        }
    }

    /// Its first move on the board that it solves.
    pub fn hint(&self, board: &Board) -> Option<Hint> {
        let by = *self.solution.as_ref()?.moves().first()?;
        let tile = board.clone().apply(by)?;
        Some(Hint { tile, by, optimal: self.optimal })
    }
}

impl Hint {
    /// In words.
    pub fn sentence(&self) -> String {
        let to = self.by.opposite().to_string().to_lowercase();
        let proven = if self.optimal { "" } else { " (a good move, not proven the best)" };
        format!("Hint: move {} {to}{proven}.", self.tile)
    }
}
