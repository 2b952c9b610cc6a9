//! The boards of an experiment, as the command line names them: boards as they are, files, standard input, Korf's
//! hundred, random ones.

use super::board_reader::{BoardReader, not_idle};
use super::bytes::{Bytes, Piece};
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

/// The set that was asked for.
pub fn read_board_set(args: &BoardSetArgs) -> Result<BoardSet, Diagnostic> {
    let words: Vec<Word<'_>> = args.boards.iter().map(|word| Word::of(word)).collect();
    // Korf's boards have a goal of their own.
    let default = if matches!(words[..], [Word::Korf]) { "zero-first" } else { "classic" };
    let goal = read_goal(args.goal.text_or(default), args.writing.size)?;
    let mut set = BoardSet::new(goal);
    let all_boards = words.iter().all(|word| matches!(word, Word::Board(_)));
    if all_boards && !(words.is_empty() && args.random.is_some()) {
        // As in `solve`: also the cells of one board without quotes, or standard input.
        add_boards(&mut set, &args.boards, &args.writing)?;
    } else {
        words.iter().try_for_each(|word| add(&mut set, word, args))?;
    }
    if let Some(count) = args.random {
        set.add_random(count, args.writing.size, args.seed)?;
    }
    set.check()?;
    Ok(set)
}

fn add(set: &mut BoardSet, word: &Word<'_>, args: &BoardSetArgs) -> Result<(), Diagnostic> {
    match word {
        Word::Korf => {
            set.add_korf();
            Ok(())
        }
        Word::Random(count) => set.add_random(read_count(count)?, args.writing.size, args.seed),
        Word::Board(text) => add_boards(set, &[text.to_string()], &args.writing),
        Word::File(path) => add_file(set, path, args),
    }
}

/// Boards as `solve` takes them.
fn add_boards(
    set: &mut BoardSet,
    texts: &[String],
    writing: &WritingArgs,
) -> Result<(), Diagnostic> {
    let before = set.members.len();
    // Until all are read Ctrl-C ends the program.
    let mut boards = BoardReader::read(texts, writing, Cancel::new());
    let failed = |error| Diagnostic::new("cannot-read", format!("cannot read the boards: {error}"));
    while let Some(input) = boards.next(&mut not_idle).map_err(failed)? {
        set.add_sound(input)?;
    }
    set.rename_after(before);
    Ok(())
}

/// A file with names and lengths beside its boards, or boards as `solve` takes them.
fn add_file(set: &mut BoardSet, path: &str, args: &BoardSetArgs) -> Result<(), Diagnostic> {
    let before = set.members.len();
    let unreadable = |error| cannot_read(path, &error);
    let bytes = Bytes::of_file(path).map_err(unreadable)?;
    let name: Arc<str> = path.into();
    let mut annotated = Some(Annotated::new(&name, args.writing.size));
    // Which of the two it is the first line that is no comment tells; until then both read it.
    let mut boards = Some(BoardStream::new(args.writing.input_format, args.writing.size));
    loop {
        let piece = bytes.next(&Cancel::new(), &mut not_idle).map_err(unreadable)?;
        let (piece, is_end) = match piece {
            Piece::Bytes(piece) => (piece, false),
            Piece::Failed(error) => return Err(unreadable(error)),
            Piece::End | Piece::Cancelled => (Vec::new(), true),
        };
        if let Some(stream) = &mut boards {
            stream.push(&piece);
            is_end.then(|| stream.finish());
        }
        if let Some(reader) = &mut annotated {
            reader.push(&piece, is_end);
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

/// What a word of the command line names.
enum Word<'a> {
    Korf,
    /// `random:N`, the number still as it was written.
    Random(&'a str),
    File(&'a str),
    /// A board, or - for standard input.
    Board(&'a str),
}

impl<'a> Word<'a> {
    fn of(text: &'a str) -> Word<'a> {
        match (text.strip_prefix("random:"), text.strip_prefix('@')) {
            (Some(count), _) => Word::Random(count),
            (_, Some(path)) => Word::File(path),
            _ if text.eq_ignore_ascii_case(KORF) => Word::Korf,
            _ if Path::new(text).is_file() => Word::File(text),
            // Nobody writes a board so: it is a file that is not there.
            _ if text.contains('.') && text.contains(char::is_alphabetic) => Word::File(text),
            _ if text != "-" && !text.contains(|c: char| c.is_ascii_digit()) => Word::File(text),
            _ => Word::Board(text),
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
