//! The rules. A move slides one tile into the blank; a row or a column of tiles may be slid at once and counts one move
//! for each tile. A move that is undone does not count. The game ends when the goal is reached.
//!
//! Help belongs to the board, not to the attempt: a hint still counts after the player has started again.

use taquin::{Board, Direction, Move, Moves, Puzzle, SolutionError};

/// A game: a board, the moves made on it, and the help used.
///
/// ```
/// use taquin::{Direction, Goal, InputFormat, Puzzle, parse_board};
/// use taquin_api::game::Game;
/// let board = parse_board("123456078", InputFormat::Auto, None)?;
/// let mut game = Game::new(Puzzle::new(board, &Goal::Classic)?);
/// assert!(game.slide(Direction::Up) && game.undo());
/// // The 8 lies two cells right of the blank: both tiles between slide.
/// assert_eq!(game.press(8), 2);
/// assert!(game.is_solved() && game.moves().len() == 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    puzzle: Puzzle,
    board: Board,
    moves: Vec<Move>,
    help: Help,
}

/// The help used on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// The number of hints.
    pub hints: u64,
    /// Whether a solution was shown.
    pub solution_seen: bool,
}

impl Game {
    /// Starts a game.
    pub fn new(puzzle: Puzzle) -> Game {
        let board = puzzle.start().clone();
        Game { puzzle, board, moves: Vec::new(), help: Help::default() }
    }

    /// Resumes a game by replaying its moves, or returns the move that is impossible. Moves after the goal are ignored.
    pub fn resume(puzzle: Puzzle, moves: &Moves, help: Help) -> Result<Game, SolutionError> {
        let mut game = Game { help, ..Game::new(puzzle) };
        for (step, by) in (1..).zip(moves.iter()) {
            if !game.slide(by) && !game.is_solved() {
                return Err(SolutionError::Wall { step, by, board: game.board });
            }
        }
        Ok(game)
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the current board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the blank's moves so far, without those that were undone.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the help used so far.
    pub fn help(&self) -> Help {
        self.help
    }

    /// Whether the goal is reached, which ends the game.
    pub fn is_solved(&self) -> bool {
        self.board == *self.puzzle.goal()
    }

    /// Moves the blank. Returns false and changes nothing at a wall or after the end.
    pub fn slide(&mut self, by: impl Into<Move>) -> bool {
        let by = by.into();
        let moved = !self.is_solved() && self.board.apply(by).is_some();
        if moved {
            self.moves.push(by);
        }
        moved
    }

    /// Slides the tile of a cell and those between it and the blank, which must be in the same row or column. Returns
    /// how many moved, or 0 if it is elsewhere. If the goal is reached partway, the remaining tiles stay.
    pub fn press(&mut self, cell: usize) -> usize {
        let (size, blank) = (self.board.size(), self.board.blank());
        let direction = match (size.row(cell), size.col(cell)) {
            _ if cell >= size.cells() || cell == blank => None,
            (row, _) if row == size.row(blank) && cell < blank => Some(Direction::Left),
            (row, _) if row == size.row(blank) => Some(Direction::Right),
            (_, column) if column == size.col(blank) && cell < blank => Some(Direction::Up),
            (_, column) if column == size.col(blank) => Some(Direction::Down),
            _ => None,
        };
        let tiles = size.steps_between(cell.min(size.cells() - 1), blank);
        direction.map_or(0, |to| (0..tiles).take_while(|_| self.slide(to)).count())
    }

    /// Undoes the last move; returns false if there is none, or the game has ended.
    pub fn undo(&mut self) -> bool {
        if self.is_solved() {
            return false;
        }
        let last = self.moves.pop();
        last.is_some_and(|by| self.board.apply(by.inverse()).is_some())
    }

    /// Starts again on the same board. The help used still counts.
    pub fn restart(&mut self) {
        self.board = self.puzzle.start().clone();
        self.moves.clear();
    }

    /// Records that a hint was given.
    pub fn take_hint(&mut self) {
        self.help.hints += 1;
    }

    /// Records that a solution was shown.
    pub fn see_solution(&mut self) {
        self.help.solution_seen = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Goal, InputFormat, parse_board};

    fn game(board: &str) -> Game {
        let board = parse_board(board, InputFormat::Auto, None).expect("a board");
        Game::new(Puzzle::new(board, &Goal::Classic).expect("it can be solved"))
    }

    #[test]
    fn whole_rows_and_columns_slide_and_nothing_else() {
        let mut game = game("0 1 2 3/5 6 7 4/9 10 11 8/13 14 15 12");
        for elsewhere in [0, 5, 15, 16, 1000] {
            assert_eq!(game.press(elsewhere), 0, "{elsewhere}");
        }
        assert_eq!((game.press(3), game.board().blank()), (3, 3));
        assert_eq!((game.press(0), game.press(12), game.press(13)), (3, 3, 1));
        assert_eq!(game.moves().len(), 10);
    }

    #[test]
    fn it_ends_at_the_goal_and_only_there() {
        let mut game = game("1 2 3/4 5 6/0 7 8");
        assert!(!game.undo() && !game.slide(Direction::Left) && !game.is_solved());
        assert!(game.slide(Direction::Right) && game.slide(Direction::Right));
        assert!(game.is_solved() && !game.slide(Direction::Left) && !game.undo());
        assert_eq!(game.press(6), 0);
        game.take_hint();
        game.see_solution();
        game.restart();
        assert_eq!((game.moves().len(), game.is_solved()), (0, false));
        assert_eq!(game.help(), Help { hints: 1, solution_seen: true });
    }

    #[test]
    fn undo_leads_back_to_the_start() {
        let mut game = game("412587063");
        let start = game.board().clone();
        for direction in "URRULDDLUURD".chars().filter_map(Direction::from_letter) {
            game.slide(direction);
        }
        let moves = game.moves().len();
        assert_eq!((0..).take_while(|_| game.undo()).count(), moves);
        assert_eq!(*game.board(), start);
    }

    #[test]
    fn a_game_is_resumed_or_the_wrong_move_named() {
        let puzzle = game("1 2 3/4 5 6/0 7 8").puzzle().clone();
        let right = [Direction::Right, Direction::Right];
        let beyond = [Direction::Right, Direction::Right, Direction::Right];
        for moves in [right.to_vec(), beyond.to_vec()] {
            let game = Game::resume(puzzle.clone(), &moves.into(), Help::default());
            let game = game.expect("they are possible");
            assert!(game.is_solved() && game.moves().len() == 2);
        }
        let run: Moves = ["R2".parse().expect("a move")].into_iter().collect();
        let mut played = Game::new(puzzle.clone());
        assert!(played.slide(Direction::Up) && played.undo());
        assert!(played.slide(run.iter().next().expect("there is one")) && played.is_solved());
        assert_eq!(played, Game::resume(puzzle.clone(), &run, Help::default()).expect("it fits"));
        let off = [Direction::Up, Direction::Left];
        let wall = Game::resume(puzzle, &off.to_vec().into(), Help::default());
        assert!(matches!(wall, Err(SolutionError::Wall { step: 2, .. })));
    }
}
