//! The boards of an experiment, as given on the command line: literal boards, files, standard input, Korf's hundred,
//! random ones.

use super::board_reader::{BoardReader, do_nothing};
use super::bytes::{Bytes, Chunk};
use super::{cannot_read, read_goal};
use crate::args::{BoardSetArgs, WritingArgs};
use crate::spelling::Flags;
use std::path::Path;
use std::sync::Arc;
use taquin::Cancel;
use taquin::parse::BoardStream;
use taquin_api::board_input::BoardInput;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::experiment::{Annotated, AnnotatedLine, BoardSet, KORF};

/// Reads the set of boards.
pub fn read_board_set(args: &BoardSetArgs) -> Result<BoardSet, Diagnostic> {
    let arguments: Vec<SetArgument<'_>> =
        args.boards.iter().map(|argument| SetArgument::of(argument)).collect();
    // Korf's boards have their own goal.
    let default =
        if matches!(arguments[..], [SetArgument::Korf]) { "zero-first" } else { "classic" };
    let goal = read_goal(args.goal.text_or(default), args.writing.size)?;
    let mut set = BoardSet::new(goal);
    let all_boards = arguments.iter().all(|argument| matches!(argument, SetArgument::Board(_)));
    if all_boards && !(arguments.is_empty() && args.random.is_some()) {
        // As in `solve`, this also accepts the cells of one board without quotes, or standard input.
        add_boards(&mut set, &args.boards, &args.writing)?;
    } else {
        arguments.iter().try_for_each(|argument| add(&mut set, argument, args))?;
    }
    if let Some(count) = args.random {
        set.add_random(count, args.writing.size, args.seed)?;
    }
    set.check()?;
    Ok(set)
}

fn add(
    set: &mut BoardSet,
    argument: &SetArgument<'_>,
    args: &BoardSetArgs,
) -> Result<(), Diagnostic> {
    match argument {
        SetArgument::Korf => {
            set.add_korf();
            Ok(())
        }
        SetArgument::Random(count) => {
            set.add_random(read_count(count)?, args.writing.size, args.seed)
        }
        SetArgument::Board(text) => add_boards(set, &[text.to_string()], &args.writing),
        SetArgument::File(path) => add_file(set, path, args),
    }
}

/// Adds boards in any form that `solve` accepts.
fn add_boards(
    set: &mut BoardSet,
    texts: &[String],
    writing: &WritingArgs,
) -> Result<(), Diagnostic> {
    let before = set.members.len();
    // Until all boards are read, Ctrl-C ends the program.
    let mut boards = BoardReader::read(texts, writing, Cancel::new());
    let failed = |error| Diagnostic::new("cannot-read", format!("cannot read the boards: {error}"));
    while let Some(input) = boards.next(&mut do_nothing).map_err(failed)? {
        set.add_sound(input)?;
    }
    set.rename_after(before);
    Ok(())
}

/// Adds the boards of a file: with a name and a length beside each board, or in any form that `solve` accepts.
fn add_file(set: &mut BoardSet, path: &str, args: &BoardSetArgs) -> Result<(), Diagnostic> {
    let before = set.members.len();
    let unreadable = |error| cannot_read(path, &error);
    let bytes = Bytes::of_file(path).map_err(unreadable)?;
    let name: Arc<str> = path.into();
    let mut annotated = Some(Annotated::new(&name, args.writing.size));
    // The first line that is not a comment decides which of the two it is; until then both readers get the text.
    let mut boards = Some(BoardStream::new(args.writing.input_format, args.writing.size));
    loop {
        let chunk = bytes.next(&Cancel::new(), &mut do_nothing).map_err(unreadable)?;
        let (chunk, is_end) = match chunk {
            Chunk::Bytes(chunk) => (chunk, false),
            Chunk::Failed(error) => return Err(unreadable(error)),
            Chunk::End | Chunk::Cancelled => (Vec::new(), true),
        };
        if let Some(stream) = &mut boards {
            stream.push(&chunk);
            is_end.then(|| stream.finish());
        }
        if let Some(reader) = &mut annotated {
            reader.push(&chunk, is_end);
            while let Some(line) = reader.next_line()? {
                match line {
                    AnnotatedLine::Member(member) => {
                        boards = None;
                        set.members.push(member);
                    }
                    AnnotatedLine::Other => {
                        annotated = None;
                        break;
                    }
                }
            }
        }
        let decided = annotated.is_none() || is_end;
        while let Some(streamed) = boards.as_mut().filter(|_| decided).and_then(|s| s.next_board())
        {
            let wrong = |bad: Box<_>| Diagnostic::about_stream(path, *bad, &Flags);
            let board = streamed.board.map_err(wrong);
            set.add_sound(BoardInput::on_line(&name, streamed.line, board))?;
        }
        if is_end {
            break;
        }
    }
    match boards {
        None => set.rename(path),
        Some(_) => set.rename_after(before),
    }
    Ok(())
}

/// What an argument of the command line stands for.
enum SetArgument<'a> {
    Korf,
    /// `random:N`, the number still as it was written.
    Random(&'a str),
    File(&'a str),
    /// A board, or - for standard input.
    Board(&'a str),
}

impl<'a> SetArgument<'a> {
    fn of(text: &'a str) -> SetArgument<'a> {
        match (text.strip_prefix("random:"), text.strip_prefix('@')) {
            (Some(count), _) => SetArgument::Random(count),
            (_, Some(path)) => SetArgument::File(path),
            _ if text.eq_ignore_ascii_case(KORF) => SetArgument::Korf,
            _ if Path::new(text).is_file() => SetArgument::File(text),
            // A board never looks like this: it is a file that does not exist.
            _ if text.contains('.') && text.contains(char::is_alphabetic) => {
                SetArgument::File(text)
            }
            _ if text != "-" && !text.contains(|c: char| c.is_ascii_digit()) => {
                SetArgument::File(text)
            }
            _ => SetArgument::Board(text),
        }
    }
}

fn read_count(text: &str) -> Result<u64, Diagnostic> {
    let wrong = |help| {
        Diagnostic::new(
            "random-boards-unreadable",
            format!("'random:{text}' is no number of boards"),
        )
        .help(help)
    };
    taquin_api::quantities::parse_count(text).map_err(wrong)
}
