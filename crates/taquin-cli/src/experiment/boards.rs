//! A set of boards: those of arguments, files and standard input, Korf's hundred, random ones. Every
//! board is sound, or the whole set is refused with the place of the mistake: nobody wants to learn of
//! it after an hour.

use super::annotated::{Annotated, Line};
use crate::args::{BoardSetArgs, WritingArgs};
use crate::errors::Diagnostic;
use crate::input::{self, Asked, BoardInput, Bytes, Piece, not_idle};
use std::path::Path;
use std::sync::Arc;
use taquin::figures::korf_boards;
use taquin::generate::{Random, uniform};
use taquin::parse::BoardStream;
use taquin::{Board, Cancel, Goal, Puzzle, PuzzleError, Size};

/// Boards to be searched, in order.
#[derive(Debug)]
pub struct BoardSet {
    /// What to call it: `korf100`, `random:500 seed 1`, a file.
    pub name: String,
    /// The goal of all of them.
    pub goal: Goal,
    /// The boards.
    pub members: Vec<Member>,
}

/// A board of a set.
#[derive(Debug)]
pub struct Member {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// What is known of it.
    pub published: Option<Published>,
    /// The board and where it came from.
    pub asked: Asked,
}

/// What a set states of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// A shortest solution has so many moves.
    Length(u64),
    /// It cannot be solved.
    Unsolvable,
}

/// Korf's hundred boards, by name.
const KORF: &str = "korf100";
/// More boards than this are more than a machine's memory is for.
const MOST_RANDOM: u64 = 10_000_000;

impl BoardSet {
    /// The set that was asked for.
    pub fn read(args: &BoardSetArgs) -> Result<BoardSet, Diagnostic> {
        let words: Vec<Word<'_>> = args.boards.iter().map(|word| Word::of(word)).collect();
        // Korf's boards have a goal of their own.
        let usual = if matches!(words[..], [Word::Korf]) { "zero-first" } else { "classic" };
        let goal = input::read_goal(args.goal.text_or(usual), args.writing.size)?;
        let mut set = BoardSet { name: String::new(), goal, members: Vec::new() };
        let all_boards = words.iter().all(|word| matches!(word, Word::Board(_)));
        if all_boards && !(words.is_empty() && args.random.is_some()) {
            // As in `solve`: also the cells of one board without quotes, or standard input.
            set.add_boards(&args.boards, &args.writing)?;
        } else {
            words.iter().try_for_each(|word| set.add(word, args))?;
        }
        if let Some(count) = args.random {
            set.add_random(count, args.writing.size, args.seed)?;
        }
        set.check()?;
        Ok(set)
    }

    /// Boards that somebody asked for one by one.
    pub fn given(goal: Goal, name: &str, boards: Vec<Asked>) -> Result<BoardSet, Diagnostic> {
        let member = |asked| Member { name: None, published: None, asked };
        let members = boards.into_iter().map(member).collect();
        let set = BoardSet { name: name.to_string(), goal, members };
        set.check()?;
        Ok(set)
    }

    /// Boards drawn from a seed.
    pub fn random(
        goal: Goal,
        count: u64,
        size: Option<Size>,
        seed: u64,
    ) -> Result<BoardSet, Diagnostic> {
        let mut set = BoardSet { name: String::new(), goal, members: Vec::new() };
        set.add_random(count, size, seed)?;
        Ok(set)
    }

    fn add(&mut self, word: &Word<'_>, args: &BoardSetArgs) -> Result<(), Diagnostic> {
        match word {
            Word::Korf => {
                self.add_korf();
                Ok(())
            }
            Word::Random(count) => {
                self.add_random(read_count(count)?, args.writing.size, args.seed)
            }
            Word::Board(text) => self.add_boards(&[text.to_string()], &args.writing),
            Word::File(path) => self.add_file(path, args),
        }
    }

    /// Boards as `solve` takes them.
    fn add_boards(&mut self, texts: &[String], writing: &WritingArgs) -> Result<(), Diagnostic> {
        let before = self.members.len();
        // Until all are read Ctrl-C ends the program.
        let mut boards = BoardInput::read(texts, writing, Cancel::new());
        let failed = |error| Diagnostic::new(format!("cannot read the boards: {error}"));
        while let Some(asked) = boards.next(&mut not_idle).map_err(failed)? {
            self.add_sound(asked)?;
        }
        self.rename_after(before);
        Ok(())
    }

    /// One more board, unless it is none.
    fn add_sound(&mut self, asked: Asked) -> Result<(), Diagnostic> {
        if let Err(diagnostic) = &asked.board {
            return Err(diagnostic.clone());
        }
        self.members.push(Member { name: None, published: None, asked });
        Ok(())
    }

    /// Adds to the set's name that of the members from some number on.
    fn rename_after(&mut self, before: usize) {
        let what = match &self.members[before..] {
            [one] => one.asked.board.as_ref().map(Board::to_string).unwrap_or_default(),
            [first, .., last] if first.asked.source == last.asked.source => {
                first.asked.source.to_string()
            }
            _ => "arguments".to_string(),
        };
        self.rename(&what);
    }

    /// A file with names and lengths beside its boards, or boards as `solve` takes them.
    fn add_file(&mut self, path: &str, args: &BoardSetArgs) -> Result<(), Diagnostic> {
        let before = self.members.len();
        let unreadable = |error| input::cannot_read(path, &error);
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
                while let Some(line) = reader.next()? {
                    match line {
                        Line::Member(member) => {
                            boards = None;
                            self.members.push(member);
                        }
                        Line::Other => {
                            annotated = None;
                            break;
                        }
                    }
                }
            }
            let decided = annotated.is_none() || is_end;
            while let Some(streamed) =
                boards.as_mut().filter(|_| decided).and_then(|s| s.next_board())
            {
                let wrong = |bad: Box<_>| Diagnostic::about_stream(path, *bad);
                let board = streamed.board.map_err(wrong);
                self.add_sound(Asked::on_line(&name, streamed.line, board))?;
            }
            if is_end {
                break;
            }
        }
        match boards {
            None => self.rename(path),
            Some(_) => self.rename_after(before),
        }
        Ok(())
    }

    fn add_korf(&mut self) {
        self.rename(KORF);
        let set: Arc<str> = KORF.into();
        let first_zero = Goal::ZeroFirst;
        for korf in korf_boards() {
            let is_his = self.goal.board(korf.board.size()) == first_zero.board(korf.board.size());
            self.members.push(Member {
                name: Some(format!("korf{}", korf.number)),
                published: is_his.then_some(Published::Length(korf.length)),
                asked: Asked::from_set(&set, korf.number as usize, korf.board),
            });
        }
    }

    fn add_random(&mut self, count: u64, size: Option<Size>, seed: u64) -> Result<(), Diagnostic> {
        if !(1..=MOST_RANDOM).contains(&count) {
            let message = format!("{count} random boards cannot be drawn");
            return Err(Diagnostic::new(message).help("draw from 1 to 10,000,000"));
        }
        let goal = match (&self.goal, size) {
            (Goal::Board(board), _) => board.clone(),
            (goal, Some(size)) => goal.board(size),
            (goal, None) => goal.board(Size::default()),
        };
        let name = format!("random:{count} of {}, seed {seed}", goal.size());
        self.rename(&name);
        let set: Arc<str> = name.into();
        let mut random = Random::new(seed);
        self.members.extend((1..=count as usize).map(|number| Member {
            name: None,
            published: None,
            asked: Asked::from_set(&set, number, uniform(&goal, &mut random)),
        }));
        Ok(())
    }

    /// Adds another source's name to the set's.
    fn rename(&mut self, name: &str) {
        let divided = if self.name.is_empty() { "" } else { " + " };
        self.name += &format!("{divided}{name}");
    }

    /// Whether every board is sound and fits the goal; those that cannot be solved may stay.
    fn check(&self) -> Result<(), Diagnostic> {
        for Member { asked, .. } in &self.members {
            let board = asked.board.as_ref().map_err(Diagnostic::clone)?;
            if let Err(error @ PuzzleError::SizeMismatch { .. }) =
                Puzzle::new(board.clone(), &self.goal)
            {
                let message = format!("{}: {error}", asked.place());
                return Err(Diagnostic::new(message).in_source(&asked.source));
            }
        }
        Ok(())
    }

    /// A number that tells this set from others: of every board with what is stated of it, and of
    /// the goal. FNV-1a of 64 bits.
    pub fn digest(&self) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |text: &str| {
            for byte in text.bytes().chain([b'\n']) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        for Member { published, asked, .. } in &self.members {
            let Ok(board) = &asked.board else { continue };
            add(&board.to_string());
            add(&self.goal.board(board.size()).to_string());
            add(&match published {
                Some(Published::Length(length)) => length.to_string(),
                Some(Published::Unsolvable) => "unsolvable".to_string(),
                None => String::new(),
            });
        }
        format!("{hash:016x}")
    }
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
    let wrong =
        |help| Diagnostic::new(format!("'random:{text}' is no number of boards")).help(help);
    crate::quantities::parse_count(text).map_err(wrong)
}
