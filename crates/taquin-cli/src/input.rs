//! Where boards and moves come from: the command line itself, files, standard input; and each board
//! found there, or what is wrong with it in the user's own text.

use crate::args::{BoardArgs, GoalArgs, MovesArgs, SpaceArgs, WritingArgs};
use crate::errors::Complaint;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use taquin::parse::text_from_bytes;
use taquin::{
    Board, Goal, InputFormat, Moves, Size, parse_board, parse_boards, parse_goal, parse_moves,
};

/// More than this is not read: a million 4x4 boards take 40 MB.
const MAX_BYTES: u64 = 256 << 20;

/// A text with boards in it, and what to call it.
#[derive(Debug)]
pub struct Source {
    /// `argument 2`, `standard input` or the file's name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Where each line begins.
    line_starts: Vec<usize>,
}

impl Source {
    /// A source of a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let after_line_ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(after_line_ends).collect();
        Source { name: name.into(), text, line_starts }
    }

    /// The number of the line that a byte is on, from 0.
    pub fn line_of(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at).saturating_sub(1)
    }

    /// The bytes of a line, without its end.
    pub fn line(&self, number: usize) -> std::ops::Range<usize> {
        let start = self.line_starts.get(number).copied().unwrap_or(self.text.len());
        let next = self.line_starts.get(number + 1).copied().unwrap_or(self.text.len());
        start..start + self.text[start..next].trim_end_matches(['\n', '\r']).len()
    }
}

/// One board that was asked about.
#[derive(Debug)]
pub struct Asked {
    /// What its source is called.
    pub source: String,
    /// The line it begins on, from 1.
    pub line: usize,
    /// Where that is, for people: `argument 2` or `boards.txt, line 7`.
    pub place: String,
    /// The board, or why it is none.
    pub board: Result<Board, Complaint>,
}

impl Asked {
    /// A board that takes all of a source, still to be filled in.
    fn in_argument(source: String) -> Asked {
        let board = Err(Complaint::new("there is no board here"));
        Asked { line: 1, place: source.clone(), source, board }
    }

    /// A board of a set that was not read but made.
    pub fn from_set(set: &str, number: usize, board: Board) -> Asked {
        let place = format!("{set}, board {number}");
        Asked { source: set.to_string(), line: number, place, board: Ok(board) }
    }

    /// A board that a person typed.
    pub fn typed(board: Board) -> Asked {
        Asked { board: Ok(board), ..Asked::in_argument("your board".to_string()) }
    }
}

/// Every board of every argument, in order. What cannot be read stands in the list as a complaint.
pub fn read_boards(texts: &[String], writing: &WritingArgs) -> Vec<Asked> {
    let WritingArgs { size, input_format } = *writing;
    let mut asked = Vec::new();
    for argument in arguments(texts) {
        match argument {
            Err(complaint) => {
                let name = complaint.source.clone().unwrap_or_default();
                asked.push(Asked { board: Err(complaint), ..Asked::in_argument(name) });
            }
            Ok((source, Holds::OneBoard)) => {
                let board = parse_board(&source.text, input_format, size);
                let board = board.map_err(|error| Complaint::about_text(&source, &error));
                asked.push(Asked { board, ..Asked::in_argument(source.name) });
            }
            Ok((source, Holds::Boards)) => {
                let entries = parse_boards(&source.text, input_format, size);
                asked.extend(entries.into_iter().map(|entry| Asked {
                    source: source.name.clone(),
                    line: entry.line,
                    place: format!("{}, line {}", source.name, entry.line),
                    board: entry.board.map_err(|error| Complaint::about_text(&source, &error)),
                }));
            }
        }
    }
    asked
}

/// The board that a person typed, or what is wrong with it.
pub fn read_board(text: &str) -> Result<Board, Complaint> {
    let board = parse_board(text, InputFormat::Auto, None);
    board.map_err(|error| Complaint::about_text(&Source::new("your board", text), &error))
}

/// One board and moves for it.
pub fn read_board_and_moves(
    board: &BoardArgs,
    moves: &MovesArgs,
) -> Result<(Board, Moves), Complaint> {
    if board.board == "-" && moves.moves == "-" {
        let complaint = Complaint::new("standard input cannot be both the board and the moves");
        return Err(complaint.help("give one of them as it is, or as @FILE"));
    }
    let source = read_argument(&board.board, "BOARD")?;
    let parsed = parse_board(&source.text, board.writing.input_format, board.writing.size);
    let parsed = parsed.map_err(|error| Complaint::about_text(&source, &error))?;
    Ok((parsed, read_moves(moves)?))
}

/// The moves.
pub fn read_moves(args: &MovesArgs) -> Result<Moves, Complaint> {
    let source = read_argument(&args.moves, "MOVES")?;
    let moves = parse_moves(&source.text, args.mover);
    moves.map_err(|error| Complaint::about_text(&source, &error))
}

/// A goal as it is written behind `--goal`.
pub fn read_goal(text: &str, size: Option<Size>) -> Result<Goal, Complaint> {
    let source = match text.strip_prefix('@') {
        Some(path) => read_file(path)?,
        None => Source::new("--goal", text),
    };
    // How the boards are written says nothing about the goal.
    let goal = parse_goal(&source.text, InputFormat::Auto, size);
    goal.map_err(|error| Complaint::about_text(&source, &error))
}

/// The goal of a space, as a board.
pub fn read_goal_board(args: &SpaceArgs) -> Result<Board, Complaint> {
    read_goal_of(&args.goal, args.size, Size::default())
}

/// A goal as a board of a size, or of the usual one where neither is said otherwise.
pub fn read_goal_of(args: &GoalArgs, size: Option<Size>, usual: Size) -> Result<Board, Complaint> {
    let goal = read_goal(args.text(), size)?;
    let board = goal.board(size.unwrap_or(usual));
    match size {
        Some(size) if size != board.size() => {
            let complaint = format!("the goal is {}, but --size is {size}", board.size());
            Err(Complaint::new(complaint).help("leave --size out, or write a goal of that size"))
        }
        _ => Ok(board),
    }
}

/// How many boards a source may hold.
enum Holds {
    OneBoard,
    Boards,
}

type Argument = Result<(Source, Holds), Complaint>;

/// The sources that the arguments name.
fn arguments(texts: &[String]) -> Vec<Argument> {
    if texts.is_empty() {
        let complaint = "there is no board to look at";
        let help = "give a board, such as 647850321, @FILE, or - for standard input";
        return match io::stdin().is_terminal() {
            true => vec![Err(Complaint::new(complaint).help(help))],
            false => vec![read_stdin().map(|source| (source, Holds::Boards))],
        };
    }
    // No board is shorter than 4 characters: these are the cells of one, without quotes.
    if texts.len() > 1 && texts[0].len() < 4 && texts[0] != "-" && !texts[0].starts_with('@') {
        return vec![Ok((Source::new("arguments", texts.join(" ")), Holds::OneBoard))];
    }
    let several = texts.len() > 1;
    let read = |(index, text): (usize, &String)| match text.strip_prefix('@') {
        _ if text == "-" => read_stdin().map(|source| (source, Holds::Boards)),
        Some(path) => read_file(path).map(|source| (source, Holds::Boards)),
        None => {
            let name = if several { format!("argument {}", index + 1) } else { "argument".into() };
            Ok((Source::new(name, text.as_str()), Holds::OneBoard))
        }
    };
    texts.iter().enumerate().map(read).collect()
}

/// The one text that an argument of a name is or names.
fn read_argument(text: &str, name: &str) -> Result<Source, Complaint> {
    match text.strip_prefix('@') {
        _ if text == "-" => read_stdin(),
        Some(path) => read_file(path),
        None => Ok(Source::new(name, text)),
    }
}

/// The text of a file, or of standard input for `-`.
pub fn read_source(name: &str) -> Result<Source, Complaint> {
    match name {
        "-" => read_stdin(),
        path => read_file(path.strip_prefix('@').unwrap_or(path)),
    }
}

fn read_stdin() -> Result<Source, Complaint> {
    read_all("standard input", || Ok(io::stdin().lock()))
}

/// The text of a file.
pub fn read_file(path: &str) -> Result<Source, Complaint> {
    read_all(path, || File::open(path))
}

fn read_all<R: Read>(
    name: &str,
    open: impl FnOnce() -> io::Result<R>,
) -> Result<Source, Complaint> {
    let mut bytes = Vec::new();
    let read = open().and_then(|reader| reader.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        return Err(Complaint::new(format!("cannot read {name}: {error}")).in_source(name));
    }
    if bytes.len() as u64 > MAX_BYTES {
        let complaint = Complaint::new(format!("{name} is larger than {} MiB", MAX_BYTES >> 20));
        return Err(complaint.in_source(name).help("split it into several files"));
    }
    match text_from_bytes(&bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(error) => {
            let text = String::from_utf8_lossy(&bytes);
            Err(Complaint::about_text(&Source::new(name, text), &error))
        }
    }
}
