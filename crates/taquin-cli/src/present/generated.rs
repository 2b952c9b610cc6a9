//! Prints generated boards in any format that can be parsed again, or as JSON with how they were generated.

use crate::args::BoardFormat;
use std::io::{self, Write};
use taquin::Board;
use taquin_api::json::{Generated, GeneratedJson, write_line};

/// Writes one board, the `number`th.
pub fn write_generated(
    board: &Board,
    number: u64,
    how: &Generated<'_>,
    format: BoardFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        BoardFormat::Rows => writeln!(out, "{board}"),
        // A size with too many cells for digits is rejected before the first board.
        BoardFormat::Digits => writeln!(out, "{}", board.to_digits().unwrap_or_default()),
        BoardFormat::Grid => write_grid(board, number, out),
        BoardFormat::Json => write_line(out, &GeneratedJson::of(board, number, how)),
    }
}

/// Writes the numbers right-aligned, with the blank as 0.
fn write_grid(board: &Board, number: u64, out: &mut dyn Write) -> io::Result<()> {
    if number > 1 {
        writeln!(out)?;
    }
    let width = (board.tiles().len() - 1).to_string().len();
    for row in board.rows() {
        let cells: Vec<String> = row.iter().map(|tile| format!("{tile:>width$}")).collect();
        writeln!(out, "{}", cells.join(" "))?;
    }
    Ok(())
}
