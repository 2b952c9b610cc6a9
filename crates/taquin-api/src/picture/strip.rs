//! A solution as a strip of boards, in rows from left to right: with the number of the move, the direction of the
//! blank, and the tile that moved highlighted.

use super::board::{board_size, cell_size, draw_board};
use super::frame::{GAP, SMALL, framed};
use super::palette::Color;
use super::scene::{Scene, TextStyle};
use crate::diagnostic::Diagnostic;
use crate::quantities::{counted, grouped};
use taquin::{Board, Move, Moves, Puzzle, Report, Size};

/// A path from the start to the goal.
#[derive(Clone, Debug)]
pub struct Strip {
    /// The title.
    pub title: String,
    /// A note on how it was found.
    pub note: String,
    /// The boards on the path, the start first.
    pub boards: Vec<StripBoard>,
}

/// A board on the path.
#[derive(Clone, Debug)]
pub struct StripBoard {
    /// The board.
    pub board: Board,
    /// The move of the blank that led to it; `None` for the start.
    pub by: Option<Move>,
}

/// The maximum width of a row.
const WIDEST: f64 = 940.0;
/// The most cells drawn: no program would open a larger file.
const MOST_CELLS: usize = 1_000_000;

impl Strip {
    /// Checks whether a strip of this many boards can be drawn, before they are all created.
    pub fn check(size: Size, boards: usize) -> Result<(), Diagnostic> {
        let most = MOST_CELLS / size.cells();
        if boards <= most {
            return Ok(());
        }
        let (boards, most) = (grouped(boards as u64), grouped(most as u64));
        let diagnostic = format!("a strip of {boards} {size} boards would be too large to open");
        let help = format!("up to {most} boards of this size can be drawn");
        Err(Diagnostic::new("strip-too-long", diagnostic).help(help))
    }

    /// Creates the strip of a solution; `how` describes how it was found.
    pub fn of(puzzle: &Puzzle, solution: &Moves, how: &str) -> Result<Strip, Diagnostic> {
        Strip::check(puzzle.size(), solution.len() + 1)?;
        let by = std::iter::once(None).chain(solution.iter().map(Some));
        let boards = solution.boards(puzzle.start()).zip(by);
        let boards = boards.map(|(board, by)| StripBoard { board, by }).collect();
        let moves = counted(solution.len() as u64, "move");
        let board =
            puzzle.start().to_digits().unwrap_or_else(|| format!("a {} board", puzzle.size()));
        Ok(Strip {
            title: format!("{board} solved in {moves}"),
            note: format!(
                "{how}. Over each board the number of the move and where the blank goes; the tile that \
                 moved is marked."
            ),
            boards,
        })
    }

    /// Draws the strip.
    pub fn draw(&self) -> Scene {
        let Some(size) = self.boards.first().map(|first| first.board.size()) else {
            return framed(&self.title, &self.note, 520.0, 0.0).0;
        };
        let cell = cell_size(size, 24.0);
        let (board_width, board_height) = board_size(size, cell);
        let (step_x, step_y) = (board_width + 20.0, board_height + 34.0);
        let per_row = (((WIDEST - 2.0 * GAP + 20.0) / step_x).floor() as usize).max(1);
        let columns = per_row.min(self.boards.len()) as f64;
        let rows = self.boards.len().div_ceil(per_row) as f64;
        let width = (columns * step_x - 20.0 + 2.0 * GAP).max(520.0);
        let (mut scene, top) = framed(&self.title, &self.note, width, rows * step_y - 14.0);
        let (mut numbers, mut moves) = (Vec::new(), Vec::new());
        for (index, StripBoard { board, by }) in self.boards.iter().enumerate() {
            let left = GAP + (index % per_row) as f64 * step_x;
            let top = top + (index / per_row) as f64 * step_y;
            let moved = by.map(|by| board.tiles_moved_by(by)).unwrap_or_default();
            draw_board(&mut scene, board, (left, top + 16.0), cell, &moved);
            let name = if by.is_some() { index.to_string() } else { "start".to_string() };
            numbers.push((left, top + 11.0, name));
            if let Some(by) = by {
                moves.push((left + board_width, top + 11.0, by.to_string()));
            }
        }
        scene.texts(TextStyle::new(Color::Muted, SMALL), numbers);
        scene.texts(TextStyle::new(Color::Text, SMALL).bold().ending(), moves);
        scene
    }
}

/// Describes in a few words how a solution was found.
pub fn how_found(report: &Report) -> String {
    let with = report.heuristic.as_ref().map(|id| format!(" with {id}")).unwrap_or_default();
    let proven =
        if report.optimal { "no solution is cheaper (proven)" } else { "not proven optimal" };
    format!("{}{with}, {proven}", report.algorithm.info().title)
}
