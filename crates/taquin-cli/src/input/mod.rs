//! Reads boards and moves from the command line, files and standard input; errors point into the user's own text.
//! Boards are streamed (`board_reader`, from the chunks of `bytes`; `board_set` reads those of an experiment);
//! inputs that are a single text are read as a whole here.

mod board_reader;
mod board_set;
mod bytes;

use crate::spelling::Flags;
pub use board_reader::BoardReader;
pub use board_set::read_board_set;

use crate::args::{BoardArgs, GoalArgs, MovesArgs, SpaceArgs, WritingArgs};
use std::fs::File;
use std::io::{self, Read};
use taquin::parse::text_from_bytes;
use taquin::{Board, Goal, InputFormat, Moves, Size, parse_board, parse_goal, parse_moves};
use taquin_api::diagnostic::{Diagnostic, Source};

/// The largest text that is read as a whole: moves, or saved results.
const MAX_BYTES: u64 = 256 << 20;
/// The largest text of one board, including comments.
const MAX_BOARD_BYTES: u64 = 16 << 20;
/// The name of standard input in messages.
const STDIN: &str = "standard input";

/// Parses a board that a user typed.
pub fn read_board(text: &str) -> Result<Board, Diagnostic> {
    let board = parse_board(text, InputFormat::Auto, None);
    board.map_err(|error| Diagnostic::about_text(&Source::new("your board", text), &error, &Flags))
}

/// Reads the one board that an argument is or names.
pub fn read_one_board(text: &str, writing: &WritingArgs) -> Result<Board, Diagnostic> {
    let source = read_argument(text, "BOARD", MAX_BOARD_BYTES)?;
    let parsed = parse_board(&source.text, writing.input_format, writing.size);
    parsed.map_err(|error| Diagnostic::about_text(&source, &error, &Flags))
}

/// Reads one board and moves for it.
pub fn read_board_and_moves(
    board: &BoardArgs,
    moves: &MovesArgs,
) -> Result<(Board, Moves), Diagnostic> {
    if board.board == "-" && moves.moves == "-" {
        let diagnostic = Diagnostic::new(
            "standard-input-twice",
            "standard input cannot be both the board and the moves",
        );
        return Err(diagnostic.help("give one of them as it is, or as @FILE"));
    }
    Ok((read_one_board(&board.board, &board.writing)?, read_moves(moves)?))
}

/// Reads moves.
pub fn read_moves(args: &MovesArgs) -> Result<Moves, Diagnostic> {
    let source = read_argument(&args.moves, "MOVES", MAX_BYTES)?;
    let moves = parse_moves(&source.text, args.mover);
    moves.map_err(|error| Diagnostic::about_text(&source, &error, &Flags))
}

/// Reads a goal as it is written after `--goal`.
pub fn read_goal(text: &str, size: Option<Size>) -> Result<Goal, Diagnostic> {
    let source = match text.strip_prefix('@') {
        Some(path) => read_file(path, MAX_BOARD_BYTES)?,
        None => Source::new("--goal", text),
    };
    // The format of the boards does not apply to the goal.
    let goal = parse_goal(&source.text, InputFormat::Auto, size);
    goal.map_err(|error| Diagnostic::about_text(&source, &error, &Flags))
}

/// Reads the goal of a space, as a board.
pub fn read_goal_board(args: &SpaceArgs) -> Result<Board, Diagnostic> {
    read_goal_of(&args.goal, args.size, Size::default())
}

/// Reads a goal as a board of the given size, or of the default size if neither the goal nor `size` implies one.
pub fn read_goal_of(
    args: &GoalArgs,
    size: Option<Size>,
    default: Size,
) -> Result<Board, Diagnostic> {
    let goal = read_goal(args.text(), size)?;
    let board = goal.board(size.unwrap_or(default));
    match size {
        Some(size) if size != board.size() => {
            let diagnostic = format!("the goal is {}, but --size is {size}", board.size());
            Err(Diagnostic::new("goal-of-other-size", diagnostic)
                .help("leave --size out, or write a goal of that size"))
        }
        _ => Ok(board),
    }
}

/// Reads the text that an argument is or names; `name` is used in messages.
fn read_argument(text: &str, name: &str, max_bytes: u64) -> Result<Source, Diagnostic> {
    match text.strip_prefix('@') {
        _ if text == "-" => read_stdin(max_bytes),
        Some(path) => read_file(path, max_bytes),
        None => Ok(Source::new(name, text)),
    }
}

/// Reads the text of a file, or of standard input for `-`.
pub fn read_source(name: &str) -> Result<Source, Diagnostic> {
    match name {
        "-" => read_stdin(MAX_BYTES),
        path => read_file(path.strip_prefix('@').unwrap_or(path), MAX_BYTES),
    }
}

fn read_stdin(max_bytes: u64) -> Result<Source, Diagnostic> {
    read_all(STDIN, max_bytes, || Ok(io::stdin().lock()))
}

fn read_file(path: &str, max_bytes: u64) -> Result<Source, Diagnostic> {
    read_all(path, max_bytes, || File::open(path))
}

fn read_all<R: Read>(
    name: &str,
    max_bytes: u64,
    open: impl FnOnce() -> io::Result<R>,
) -> Result<Source, Diagnostic> {
    let mut bytes = Vec::new();
    let read = open().and_then(|reader| reader.take(max_bytes + 1).read_to_end(&mut bytes));
    read.map_err(|error| cannot_read(name, &error))?;
    if bytes.len() as u64 > max_bytes {
        let diagnostic = Diagnostic::new(
            "file-too-long",
            format!("{name} is larger than {} MiB", max_bytes >> 20),
        );
        let help = match max_bytes {
            MAX_BOARD_BYTES => "give a file with one board in it",
            _ => "split it into several files",
        };
        return Err(diagnostic.in_source(name).help(help));
    }
    match text_from_bytes(&bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(error) => {
            let text = String::from_utf8_lossy(&bytes);
            Err(Diagnostic::about_text(&Source::new(name, text), &error, &Flags))
        }
    }
}

/// Returns the diagnostic for a source that cannot be read.
pub fn cannot_read(name: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::new("cannot-read", format!("cannot read {name}: {error}")).in_source(name)
}
