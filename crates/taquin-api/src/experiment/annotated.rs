//! Files with annotated boards, one per line, in one of two formats:
//!
//! - `NAME KEY=VALUE ... : BOARD`, where the keys `moves`, `length` and `optimal` state the length of a shortest
//!   solution (-1 or `unsolvable` if there is none); other keys are ignored:
//!   `puzzle04 n=3 moves=4 : 0 1 3 4 2 5 7 8 6`
//! - columns separated by tabs, under a comment that names them: `# no`, `length`, `board`. The column
//!   `board` is required; `length`, `moves` or `optimal` is as above; `name` or `no` names the board.
//!
//! `#` begins a comment, and blank lines are ignored.

use super::boards::Member;
use crate::board_input::BoardInput;
use crate::diagnostic::{Diagnostic, Source};
use crate::results::Published;
use crate::spelling::Fields;
use std::ops::Range;
use std::sync::Arc;
use taquin::parse::text_from_bytes;
use taquin::{InputFormat, Size, parse_board};

/// A longer line cannot describe a board.
const MAX_LINE: usize = 1 << 20;
/// The keys of a length.
const LENGTH: [&str; 3] = ["moves", "length", "optimal"];
/// The keys of a name.
const NAME: [&str; 2] = ["name", "no"];
const BOARD: &str = "board";

/// The parts of a line.
struct Annotation<'t> {
    name: Option<&'t str>,
    length: Option<&'t str>,
    board: &'t str,
}

/// Reads such a file incrementally.
pub struct Annotated {
    name: Arc<str>,
    size: Option<Size>,
    columns: Option<Columns>,
    any: bool,
    /// Received text that is not discarded yet.
    text: Vec<u8>,
    /// How much of it was read.
    done: usize,
    is_end: bool,
    /// The number of lines and bytes read so far.
    lines: usize,
    offset: usize,
}

/// The content of a line.
pub enum AnnotatedLine {
    /// A board with its annotations.
    Member(Member),
    /// The file is in neither format.
    Other,
}

impl Annotated {
    /// Creates a reader for a file with this name.
    pub fn new(name: &Arc<str>, size: Option<Size>) -> Annotated {
        Annotated {
            name: Arc::clone(name),
            size,
            columns: None,
            any: false,
            text: Vec::new(),
            done: 0,
            is_end: false,
            lines: 0,
            offset: 0,
        }
    }

    /// Adds received bytes; `is_end` if they are the last.
    pub fn push(&mut self, bytes: &[u8], is_end: bool) {
        self.text.drain(..self.done);
        self.done = 0;
        self.text.extend_from_slice(bytes);
        self.is_end = is_end;
    }

    /// Reads the next line that is neither blank nor a comment; `None` if it has not arrived yet.
    pub fn next_line(&mut self) -> Result<Option<AnnotatedLine>, Diagnostic> {
        loop {
            let left = &self.text[self.done..];
            let length = match left.iter().position(|&byte| byte == b'\n') {
                Some(end) => end + 1,
                None if self.is_end && !left.is_empty() => left.len(),
                None if left.len() > MAX_LINE && !self.any => {
                    return Ok(Some(AnnotatedLine::Other));
                }
                None if left.len() > MAX_LINE => return Err(self.not_alike()),
                None => return Ok(None),
            };
            let line = left[..length].to_vec();
            let read = self.line(&line);
            self.done += length;
            self.lines += 1;
            self.offset += length;
            if let Some(read) = read? {
                self.any = true;
                return Ok(Some(read));
            }
        }
    }

    /// Reads one line; `None` if it is blank or a comment.
    fn line(&mut self, bytes: &[u8]) -> Result<Option<AnnotatedLine>, Diagnostic> {
        let text = match text_from_bytes(bytes) {
            Ok(text) => text.trim_end(),
            // The board reader will report this error.
            Err(_) if !self.any => return Ok(Some(AnnotatedLine::Other)),
            Err(error) => {
                let text = String::from_utf8_lossy(bytes);
                let source = self.source(text.trim_end());
                return Err(Diagnostic::about_text(&source, &error, &Fields));
            }
        };
        if let Some(comment) = text.strip_prefix('#') {
            // The last comment above the boards names the columns.
            if !self.any {
                self.columns = Columns::of(comment);
            }
            return Ok(None);
        }
        if text.trim().is_empty() {
            return Ok(None);
        }
        let annotation = match &self.columns {
            Some(columns) => columns.cut(text),
            None => cut(text),
        };
        match annotation {
            Some(annotation) => {
                self.member(text, &annotation).map(|member| Some(AnnotatedLine::Member(member)))
            }
            None if !self.any => Ok(Some(AnnotatedLine::Other)),
            None => Err(self.not_alike()),
        }
    }

    fn member(&self, text: &str, annotation: &Annotation<'_>) -> Result<Member, Diagnostic> {
        let board = parse_board(annotation.board, InputFormat::Auto, self.size)
            .map_err(|_| diagnostic(&self.source(text), text, annotation.board, self.size))?;
        let published = annotation.length.map(published).transpose().map_err(|wrong| {
            let place = format!("line {} of {}", self.lines + 1, self.name);
            Diagnostic::new("wrong-length", format!("{place}: {wrong}")).in_source(&self.name)
        })?;
        let input = BoardInput::on_line(&self.name, self.lines + 1, Ok(board));
        let name = annotation.name.map(str::to_string);
        Ok(Member { name, published: published.flatten(), input })
    }

    /// Returns the source for errors in the current line.
    fn source(&self, text: &str) -> Source {
        Source::of_line(&self.name, text, self.lines, self.offset)
    }

    fn not_alike(&self) -> Diagnostic {
        let wrong = format!("line {} of {} has no board", self.lines + 1, self.name);
        Diagnostic::new("line-without-board", wrong).in_source(&self.name).help(
            "every line must be written as the first one is: NAME moves=N : BOARD, or columns \
             separated by tabs",
        )
    }
}

/// `NAME KEY=VALUE ... : BOARD`
fn cut(line: &str) -> Option<Annotation<'_>> {
    let (before, board) = line.split_once(':')?;
    let words = before.split_whitespace();
    let pairs = words.clone().filter_map(|word| word.split_once('='));
    let length = pairs.filter(|(key, _)| is_one_of(&LENGTH, key)).map(|(_, value)| value).next();
    let name = words.into_iter().find(|word| !word.contains('='));
    Some(Annotation { name, length, board })
}

/// The index of each column.
struct Columns {
    name: Option<usize>,
    length: Option<usize>,
    board: usize,
}

impl Columns {
    fn of(comment: &str) -> Option<Columns> {
        let names: Vec<&str> = comment.split('\t').map(str::trim).collect();
        let find = |wanted: &[&str]| names.iter().position(|name| is_one_of(wanted, name));
        let board = find(&[BOARD]).filter(|_| names.len() > 1)?;
        Some(Columns { name: find(&NAME), length: find(&LENGTH), board })
    }

    fn cut<'t>(&self, line: &'t str) -> Option<Annotation<'t>> {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |column: Option<usize>| column.and_then(|at| fields.get(at)).map(|f| f.trim());
        Some(Annotation {
            name: field(self.name),
            length: field(self.length),
            board: fields.get(self.board)?,
        })
    }
}

fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Parses a length; `None` if it is empty, `-` or `?`.
fn published(text: &str) -> Result<Option<Published>, String> {
    match text {
        "" | "-" | "?" => Ok(None),
        "-1" | "unsolvable" => Ok(Some(Published::Unsolvable)),
        number => match number.parse() {
            Ok(length) => Ok(Some(Published::Length(length))),
            Err(_) => {
                Err(format!("'{number}' is not a number of moves: write a number, or unsolvable"))
            }
        },
    }
}

/// Creates the diagnostic about a board at its place in its line: everything else is blanked out.
fn diagnostic(source: &Source, line: &str, board: &str, size: Option<Size>) -> Diagnostic {
    let start = board.as_ptr() as usize - line.as_ptr() as usize;
    let range: Range<usize> = start..start + board.len();
    let blank = |(at, char): (usize, char)| match char {
        char if range.contains(&at) => char.to_string(),
        char => " ".repeat(char.len_utf8()),
    };
    let blanked: String = line.char_indices().map(blank).collect();
    match parse_board(&blanked, InputFormat::Auto, size) {
        Err(error) => Diagnostic::about_text(source, &error, &Fields),
        Ok(_) => Diagnostic::new("no-board", "this is not a board").in_source(&source.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a file in pieces; `None` if it is in neither format.
    fn read_pieces(text: &str, length: usize) -> Result<Option<Vec<Member>>, Diagnostic> {
        let mut reader = Annotated::new(&"boards.txt".into(), None);
        let mut members = Vec::new();
        let mut pieces = text.as_bytes().chunks(length).chain([&[][..]]).peekable();
        while let Some(piece) = pieces.next() {
            reader.push(piece, pieces.peek().is_none());
            while let Some(line) = reader.next_line()? {
                match line {
                    AnnotatedLine::Member(member) => members.push(member),
                    AnnotatedLine::Other => return Ok(None),
                }
            }
        }
        Ok((!members.is_empty()).then_some(members))
    }

    fn read_text(text: &str) -> Result<Option<Vec<Member>>, Diagnostic> {
        let shown = |members: &Option<Vec<Member>>| format!("{members:?}");
        let whole = read_pieces(text, usize::MAX);
        for length in [1, 7] {
            let pieces = read_pieces(text, length);
            match (&whole, &pieces) {
                (Ok(whole), Ok(pieces)) => assert_eq!(shown(whole), shown(pieces)),
                (whole, pieces) => assert_eq!(whole.as_ref().err(), pieces.as_ref().err()),
            }
        }
        whole
    }

    fn seen(text: &str) -> Vec<(Option<String>, Option<Published>, usize, String)> {
        let members = read_text(text).expect("it is sound").expect("it is annotated");
        let shown = |member: Member| {
            let board = member.input.board.expect("it is a board").to_string();
            (member.name, member.published, member.input.line, board)
        };
        members.into_iter().map(shown).collect()
    }

    #[test]
    fn names_and_lengths_stand_before_a_colon() {
        let text =
            "# two\npuzzle04 n=3 moves=4 : 0 1 3 4 2 5 7 8 6\n\nx moves=-1 : 1 0 2 3\n: 1 2/3 0\n";
        let named = |name: &str| Some(name.to_string());
        assert_eq!(
            seen(text),
            [
                (named("puzzle04"), Some(Published::Length(4)), 2, "0 1 3/4 2 5/7 8 6".to_string()),
                (named("x"), Some(Published::Unsolvable), 4, "1 0/2 3".to_string()),
                (None, None, 5, "1 2/3 0".to_string()),
            ]
        );
    }

    #[test]
    fn columns_are_named_in_a_comment() {
        let text =
            "# Boards\n# no\tlength\tnodes\tboard\n7\t4\t99\t0 1 3 4 2 5 7 8 6\n8\t-\t9\t1230\n";
        let found = seen(text);
        assert_eq!(found[0].0.as_deref(), Some("7"));
        assert_eq!((found[0].1, found[1].1), (Some(Published::Length(4)), None));
        assert_eq!((found[1].2, found[1].3.as_str()), (4, "1 2/3 0"));
    }

    #[test]
    fn files_in_other_formats_are_recognised() {
        for text in ["123456780\n", "1 2 3\n4 5 6\n7 8 0\n", "", "# nothing\n", "3\n1 2 3\n"] {
            assert!(read_text(text).expect("no mistake").is_none(), "{text}");
        }
    }

    #[test]
    fn mistakes_are_shown_at_their_place() {
        let wrong = read_text("a moves=1 : 1 2/3 0\nb moves=2 : 1 2/2 0\n").expect_err("two twos");
        let excerpt = wrong.excerpt.expect("there is a place");
        assert_eq!((excerpt.line, excerpt.column), (2, 17));
        assert_eq!(wrong.code, "duplicate");
        let wrong = read_text("a moves=many : 1 2/3 0\n").expect_err("no number");
        assert_eq!(wrong.code, "wrong-length", "{wrong}");
        assert!(wrong.message.contains("line 1 of boards.txt") && wrong.message.contains("'many'"));
        let wrong = read_text("a moves=1 : 1 2/3 0\n1230\n").expect_err("another format");
        assert_eq!(wrong.code, "line-without-board", "{wrong}");
        assert!(wrong.message.contains("line 2 of boards.txt"), "{wrong}");
    }
}
