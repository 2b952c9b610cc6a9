//! Where boards and moves come from: the command line itself, files, standard input; and each board
//! found there, or what is wrong with it in the user's own text. Boards come as a stream (`board_reader`, from
//! the pieces of `bytes`; `board_set` reads those of an experiment); what can only be one text is read as a whole here.

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

/// More than this is not read where a whole text is needed: moves, or saved results.
const MAX_BYTES: u64 = 256 << 20;
/// One board is not larger than this, comments and all.
const MAX_BOARD_BYTES: u64 = 16 << 20;
/// What standard input is called.
const STDIN: &str = "standard input";

/// The board that a person typed, or what is wrong with it.
pub fn read_board(text: &str) -> Result<Board, Diagnostic> {
    let board = parse_board(text, InputFormat::Auto, None);
    board.map_err(|error| Diagnostic::about_text(&Source::new("your board", text), &error, &Flags))
}

/// The one board that an argument is or names.
pub fn read_one_board(text: &str, writing: &WritingArgs) -> Result<Board, Diagnostic> {
    let source = read_argument(text, "BOARD", MAX_BOARD_BYTES)?;
    let parsed = parse_board(&source.text, writing.input_format, writing.size);
    parsed.map_err(|error| Diagnostic::about_text(&source, &error, &Flags))
}

/// One board and moves for it.
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

/// The moves.
pub fn read_moves(args: &MovesArgs) -> Result<Moves, Diagnostic> {
    let source = read_argument(&args.moves, "MOVES", MAX_BYTES)?;
    let moves = parse_moves(&source.text, args.mover);
    moves.map_err(|error| Diagnostic::about_text(&source, &error, &Flags))
}

/// A goal as it is written behind `--goal`.
pub fn read_goal(text: &str, size: Option<Size>) -> Result<Goal, Diagnostic> {
    let source = match text.strip_prefix('@') {
        Some(path) => read_file(path, MAX_BOARD_BYTES)?,
        None => Source::new("--goal", text),
    };
    // How the boards are written says nothing about the goal.
    let goal = parse_goal(&source.text, InputFormat::Auto, size);
    goal.map_err(|error| Diagnostic::about_text(&source, &error, &Flags))
}

/// The goal of a space, as a board.
pub fn read_goal_board(args: &SpaceArgs) -> Result<Board, Diagnostic> {
    read_goal_of(&args.goal, args.size, Size::default())
}

/// A goal as a board of a size, or of the default size where neither is said otherwise.
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

/// The one text that an argument of a name is or names.
fn read_argument(text: &str, name: &str, most: u64) -> Result<Source, Diagnostic> {
    match text.strip_prefix('@') {
        _ if text == "-" => read_stdin(most),
        Some(path) => read_file(path, most),
        None => Ok(Source::new(name, text)),
    }
}

/// The text of a file, or of standard input for `-`.
pub fn read_source(name: &str) -> Result<Source, Diagnostic> {
    match name {
        "-" => read_stdin(MAX_BYTES),
        path => read_file(path.strip_prefix('@').unwrap_or(path), MAX_BYTES),
    }
}

fn read_stdin(most: u64) -> Result<Source, Diagnostic> {
    read_all(STDIN, most, || Ok(io::stdin().lock()))
}

fn read_file(path: &str, most: u64) -> Result<Source, Diagnostic> {
    read_all(path, most, || File::open(path))
}

fn read_all<R: Read>(
    name: &str,
    most: u64,
    open: impl FnOnce() -> io::Result<R>,
) -> Result<Source, Diagnostic> {
    let mut bytes = Vec::new();
    let read = open().and_then(|reader| reader.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|error| cannot_read(name, &error))?;
    if bytes.len() as u64 > most {
        let diagnostic =
            Diagnostic::new("file-too-long", format!("{name} is larger than {} MiB", most >> 20));
        let help = match most {
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

/// The diagnostic about a source that cannot be read.
pub fn cannot_read(name: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::new("cannot-read", format!("cannot read {name}: {error}")).in_source(name)
}
