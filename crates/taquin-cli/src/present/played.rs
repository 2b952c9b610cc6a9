//! The text output of `verify`, `apply` and `gap`: the verdict first, then the board in question, drawn.

use super::draw::board_rows;
use super::figures::shown_board;
use crate::prose::filled;
use crate::terminal::Terminal;
use std::io::{self, Write};
use taquin::{
    Board, FirstSuboptimalMove, Metric, Mover, Moves, SolutionError, Stop, Suboptimality,
};
use taquin_api::played::Played;
use taquin_api::quantities::{counted, grouped};
use textwrap::core::display_width;

/// Boards with more rows or columns are not drawn.
const LARGEST_DRAWN: usize = 24;

/// Writes whether moves solve a board.
pub fn write_verdict(played: &Played, terminal: Terminal, out: &mut dyn Write) -> io::Result<()> {
    let Played { start, goal, moves, mover, failure, .. } = played;
    match failure {
        None => {
            let count = |metric| moves.length(metric) as u64;
            let runs = counted(count(Metric::MultiTile), "straight run");
            let moves = counted(count(Metric::SingleTile), "move");
            let verdict = terminal.paint.good(format!("Solved by {moves} ({runs})"));
            writeln!(out, "{verdict}.\n")?;
            write_row("board", start, terminal, out)?;
            return write_row("goal", goal, terminal, out);
        }
        Some(error @ SolutionError::Wall { .. }) => {
            write_wall(error, moves, *mover, terminal, out)?
        }
        Some(SolutionError::NotAtGoal { end, .. }) => {
            let verdict = terminal.paint.bad("Not solved");
            let count = counted(moves.length(Metric::SingleTile) as u64, "move");
            write_text(
                &format!("{verdict}: after {count} the board is not the goal."),
                terminal,
                out,
            )?;
            write_board(end, &differing(end, goal), terminal, out)?;
            write_row("goal", goal, terminal, out)?;
        }
    }
    if played.solves_reversed {
        let other = mover.other().id();
        writeln!(out)?;
        let text =
            format!("With --moves {other} they solve it: the letters say where the {other} goes.");
        write_text(&text, terminal, out)?;
    }
    if !played.solvable {
        writeln!(out, "\nNo moves can solve this board: 'taquin check' explains why.")?;
    }
    Ok(())
}

/// Writes which move is impossible, and the board before it.
pub fn write_wall(
    error: &SolutionError,
    moves: &Moves,
    mover: Mover,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let SolutionError::Wall { step, by, board } = error else { return Ok(()) };
    let letter = mover.turn_move(*by);
    let (step, all) = (grouped(*step as u64), grouped(moves.len() as u64));
    let why = match mover {
        Mover::Blank => format!("takes the blank {} off the board", by.in_words()).to_lowercase(),
        Mover::Tile => {
            format!("moves no tile: there is none to go {} here", by.inverse().direction)
                .to_lowercase()
        }
    };
    let verdict = terminal.paint.bad("Impossible");
    let text = format!("{verdict}: move {step} of {all}, {letter}, {why}. Before it:");
    write_text(&text, terminal, out)?;
    write_board(board, &[], terminal, out)
}

/// Writes how a solution compares with the shortest.
pub fn write_gap(
    played: &Played,
    gap: &Suboptimality,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (least, most) = (*gap.fewest.start(), *gap.fewest.end());
    let moves = counted(gap.length, "move");
    let paint = terminal.paint;
    let verdict = match gap.exact() {
        Some(0) => {
            let verdict = paint.good("As short as can be");
            format!("{verdict}: {moves}, the fewest possible (proven).")
        }
        Some(lost) => {
            let verdict = paint.warning(format!("{} too many", counted(lost, "move")));
            let fewest = grouped(least);
            format!("{verdict}: {moves}, where {fewest} are the fewest (proven).")
        }
        None if most < gap.length => {
            let (from, to) = (grouped(gap.length - most), grouped(gap.length - least));
            let verdict = paint.warning(format!("From {from} to {to} moves too many"));
            let (least, most) = (grouped(least), grouped(most));
            format!("{verdict}: {moves}, where {most} do and at least {least} are needed.")
        }
        None => {
            let verdict = paint.warning("Not proven");
            let (lost, least) = (grouped(gap.length - least), grouped(least));
            format!(
                "{verdict}: {moves}, where at least {least} are needed; at most {lost} are too many."
            )
        }
    };
    write_text(&verdict, terminal, out)?;
    write_first_suboptimal_move(played, gap, terminal, out)?;
    match gap.stopped {
        Some(Stop::Cancelled) => writeln!(out, "It was interrupted before it could prove more."),
        Some(stop) => {
            let text = format!(
                "The search ended early, as {stop}: a higher --max-time, --max-nodes or --max-memory \
                 may prove more."
            );
            write_text(&text, terminal, out)
        }
        None => Ok(()),
    }
}

fn write_first_suboptimal_move(
    played: &Played,
    gap: &Suboptimality,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let FirstSuboptimalMove::Within { steps, better } = &gap.first_suboptimal_move else {
        return Ok(());
    };
    let (first, last) = (*steps.start(), *steps.end());
    if first < last {
        let (first, last) = (grouped(first as u64), grouped(last as u64));
        return writeln!(out, "The first suboptimal move is one of the moves {first} to {last}.");
    }
    let turned = |by| played.mover.turn_move(by).to_string();
    let letter = played.moves.iter().nth(first - 1).map(turned).unwrap_or_default();
    let better = better.map(|better| format!(", where {} would lead on", turned(better)));
    let (step, all) = (grouped(first as u64), grouped(gap.length));
    let better = better.unwrap_or_default();
    let text =
        format!("The first suboptimal move is move {step} of {all}, {letter}{better}. Before it:");
    write_text(&text, terminal, out)?;
    match played.moves.boards(&played.start).nth(first - 1) {
        Some(board) => write_board(&board, &[], terminal, out),
        None => Ok(()),
    }
}

/// Returns the tiles whose cells differ from those on another board.
fn differing(board: &Board, other: &Board) -> Vec<u16> {
    let pairs = board.tiles().iter().zip(other.tiles());
    pairs.filter(|(a, b)| a != b).map(|(&tile, _)| tile).collect()
}

/// Writes a paragraph.
fn write_text(text: &str, terminal: Terminal, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", filled(text, terminal.columns, "", ""))
}

/// Writes a board on one line, or with a line for each row if that is too long.
fn write_row(name: &str, board: &Board, terminal: Terminal, out: &mut dyn Write) -> io::Result<()> {
    const BEFORE: &str = "        ";
    let name = terminal.paint.faint(format!("{name:<5}"));
    let board = shown_board(board, terminal.columns.saturating_sub(BEFORE.len()));
    writeln!(out, "{}", filled(&board, terminal.columns, &format!("  {name} "), BEFORE))
}

/// Writes a board drawn with some tiles highlighted, and again on one line that can be copied.
fn write_board(
    board: &Board,
    highlighted: &[u16],
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let size = board.size();
    let drawn = board_rows(board, highlighted, terminal.paint);
    let is_narrow = drawn.iter().all(|row| display_width(row) + 2 <= terminal.columns);
    if size.rows() <= LARGEST_DRAWN && size.cols() <= LARGEST_DRAWN && is_narrow {
        writeln!(out)?;
        for row in drawn {
            writeln!(out, "  {row}")?;
        }
    }
    writeln!(out)?;
    write_row("board", board, terminal, out)
}
