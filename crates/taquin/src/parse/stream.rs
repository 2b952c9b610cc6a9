//! Boards of a text that is still arriving: each is returned as soon as its end is certain, and its text is dropped, so
//! that the input may be of any length.
//!
//! Memory: the text from the end of the last board on, at most [`MAX_BOARD_BYTES`] and one piece.

use super::check::parse_chunk;
use super::divide::{Chunks, Next, Position, Rules};
use super::error::{MAX_BOARD_BYTES, ParseError, ParseErrorKind};
use super::format::InputFormat;
use super::line::line_ends;
use crate::board::{Board, Size};
use std::borrow::Cow;
use std::ops::Range;

/// How much of a line around an invalid board is kept for display.
const SHOWN_BYTES: usize = 400;

/// Reads boards from a text that arrives in pieces, wherever it is split.
///
/// ```
/// use taquin::InputFormat;
/// use taquin::parse::BoardStream;
/// let mut stream = BoardStream::new(InputFormat::Auto, None);
/// stream.push(b"647850321\n\n1 2 3\n4");
/// let first = stream.next_board().expect("it is whole");
/// assert_eq!((first.line, first.board.expect("it is sound").blank()), (1, 5));
/// assert!(stream.next_board().is_none());
/// stream.push(b" 5 6\n7 8 0\n");
/// stream.finish();
/// assert_eq!(stream.next_board().map(|second| second.line), Some(3));
/// assert!(stream.next_board().is_none());
/// ```
#[derive(Debug)]
pub struct BoardStream {
    rules: Rules,
    /// The text that has arrived and is not processed yet.
    text: String,
    /// The bytes of an incomplete character.
    partial: Vec<u8>,
    /// The end of the last complete line.
    lines_end: usize,
    /// The position of the text in the whole input.
    place: InputPlace,
    position: Position,
    /// The last position computed: its offset in the text, and the position.
    known: (usize, InputPlace),
    /// The bracket that opens the current list of boards: its offset in the text, the character, and its position.
    list: Option<(usize, char, InputPlace)>,
    /// The text up to here was scanned without finding a board.
    scanned: usize,
    /// Whether the rest of a line that was too long is being skipped.
    skipping: bool,
    /// The length of a skipped byte order mark.
    mark_bytes: Option<usize>,
    state: InputState,
    any: bool,
}

/// A position in the whole input.
#[derive(Clone, Copy, Debug)]
struct InputPlace {
    offset: usize,
    line: usize,
    /// The number of characters before it on its line.
    column: usize,
}

/// The state of the input.
#[derive(Debug)]
enum InputState {
    Reading,
    /// All of it has arrived.
    Complete,
    /// The following bytes are not text; they are kept as far as they are shown.
    Broken(Vec<u8>),
    /// Everything was returned.
    Done,
}

/// A board of a [`BoardStream`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streamed {
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// The board, or why it is invalid.
    pub board: Result<Board, Box<StreamError>>,
}

/// Why a part of a [`BoardStream`] is not a board, with that part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamError {
    /// What is wrong; its positions count from the beginning of `text`.
    pub error: ParseError,
    /// The lines it refers to.
    pub text: String,
    /// The number of bytes of the whole input before `text`.
    pub offset: usize,
    /// The number of lines before it.
    pub lines: usize,
    /// The number of characters before it on the same line.
    pub column: usize,
}

impl BoardStream {
    /// Creates a stream of boards in a format; if a size is given, every board must have it.
    pub fn new(format: InputFormat, size: Option<Size>) -> BoardStream {
        BoardStream {
            rules: Rules { format, size, many: true },
            text: String::new(),
            partial: Vec::new(),
            lines_end: 0,
            place: InputPlace::START,
            position: Position::default(),
            known: (0, InputPlace::START),
            list: None,
            scanned: 0,
            skipping: false,
            mark_bytes: None,
            state: InputState::Reading,
            any: false,
        }
    }

    /// Adds a piece of the input.
    pub fn push(&mut self, bytes: &[u8]) {
        if !matches!(self.state, InputState::Reading) {
            return;
        }
        let mut bytes = Cow::Borrowed(bytes);
        if !self.partial.is_empty() {
            self.partial.extend_from_slice(&bytes);
            bytes = Cow::Owned(std::mem::take(&mut self.partial));
        }
        match std::str::from_utf8(&bytes) {
            Ok(text) => self.push_text(text),
            Err(error) => {
                let (good, rest) = bytes.split_at(error.valid_up_to());
                // It was just validated.
                self.push_text(std::str::from_utf8(good).unwrap_or_default());
                match error.error_len() {
                    None => self.partial = rest.to_vec(),
                    Some(_) => self.break_off(rest),
                }
            }
        }
    }

    fn push_text(&mut self, mut text: &str) {
        if self.mark_bytes.is_none() && !text.is_empty() {
            let marked = text.strip_prefix('\u{FEFF}');
            self.mark_bytes = Some(text.len() - marked.unwrap_or(text).len());
            text = marked.unwrap_or(text);
        }
        if self.skipping {
            let line_end = text.find('\n');
            let (passed, rest) = text.split_at(line_end.map_or(text.len(), |end| end + 1));
            self.place.pass(passed);
            self.known = (0, self.place);
            self.skipping = line_end.is_none();
            text = rest;
        }
        if let Some(end) = text.rfind('\n') {
            self.lines_end = self.text.len() + end + 1;
        }
        self.text.push_str(text);
    }

    fn break_off(&mut self, bytes: &[u8]) {
        let shown = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        self.state = InputState::Broken(shown[..shown.len().min(SHOWN_BYTES)].to_vec());
    }

    /// Marks the end of the input.
    pub fn finish(&mut self) {
        if matches!(self.state, InputState::Reading) {
            self.state = InputState::Complete;
            let partial = std::mem::take(&mut self.partial);
            if !partial.is_empty() {
                self.break_off(&partial);
            }
        }
    }

    /// Returns the next board whose end is certain, or why it is invalid. `None` means that more text is needed or, if
    /// the input is finished, that there is nothing left. An empty input gives the single error
    /// [`ParseErrorKind::Empty`].
    pub fn next_board(&mut self) -> Option<Streamed> {
        let reading = matches!(self.state, InputState::Reading);
        if matches!(self.state, InputState::Done) || reading && !self.may_have_board() {
            return None;
        }
        let complete = matches!(self.state, InputState::Complete);
        let lines_end = (!complete).then_some(self.lines_end);
        let position = std::mem::take(&mut self.position);
        let mut chunks = Chunks::from(&self.text, lines_end, self.rules, position);
        let next = chunks.advance();
        self.position = chunks.position;
        let streamed = match next {
            Next::Chunk(chunk) => {
                let board = parse_chunk(&self.text, &chunk, self.rules);
                let span = chunk.span;
                self.record_list();
                Some(match board {
                    Ok(board) => {
                        Streamed { line: self.place_of(span.start).line, board: Ok(board) }
                    }
                    Err(error) => self.bad_chunk(&span, error),
                })
            }
            // The text of the bracket may have been dropped long ago.
            Next::OpenList(_) => self.list.take().map(|(_, bracket, place)| {
                self.bad(bracket.to_string(), ParseErrorKind::Unclosed.at(0..1), place)
            }),
            Next::Unsure => {
                self.record_list();
                self.drop_processed();
                self.final_error()
            }
            Next::End => {
                self.state = InputState::Done;
                let empty = || ParseErrorKind::Empty.at(0..0);
                (!self.any).then(|| self.bad(String::new(), empty(), InputPlace::START))
            }
        };
        self.any |= streamed.is_some();
        streamed
    }

    /// Returns the number of buffered bytes that are not part of a returned board yet.
    pub fn buffered(&self) -> usize {
        self.text.len() + self.partial.len()
    }

    /// Returns whether something arrived that may end a board.
    fn may_have_board(&self) -> bool {
        let new = &self.text.as_bytes()[self.scanned..];
        new.iter().any(|byte| matches!(byte, b'\n' | b']' | b')'))
            || self.text.len() > MAX_BOARD_BYTES
    }

    /// Records the position of the bracket of a list while its text is available.
    fn record_list(&mut self) {
        let bracket = self.position.list.as_ref().map(|bracket| bracket.start);
        if self.list.map(|(known, ..)| known) != bracket {
            self.list =
                bracket.map(|at| (at, char::from(self.text.as_bytes()[at]), self.place_of(at)));
        }
    }

    /// Creates the error for an invalid part of the text.
    fn bad_chunk(&mut self, span: &Range<usize>, error: ParseError) -> Streamed {
        let line_start = self.text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let start = boundary(&self.text, line_start.max(span.start.saturating_sub(SHOWN_BYTES)));
        let line_end =
            self.text[span.end..].find('\n').map_or(self.text.len(), |end| span.end + end);
        let end = boundary(&self.text, line_end.min(span.end + SHOWN_BYTES));
        let shift = |place: Range<usize>| place.start - start..place.end - start;
        let related = error.related.map(|related| Box::new((shift(related.0), related.1)));
        let error = ParseError { kind: error.kind, span: shift(error.span), related };
        let text = self.text[start..end].to_string();
        let place = self.place_of(start);
        Streamed { line: self.place_of(span.start).line, ..self.bad(text, error, place) }
    }

    fn bad(&self, text: String, error: ParseError, place: InputPlace) -> Streamed {
        let InputPlace { offset, line, column } = place;
        let error = StreamError { error, text, offset, lines: line - 1, column };
        Streamed { line, board: Err(Box::new(error)) }
    }

    /// Returns the position of a byte of the text, counted from the last one if that lies before it.
    fn place_of(&mut self, at: usize) -> InputPlace {
        if at < self.known.0 {
            self.known = (0, self.place);
        }
        let (from, mut place) = self.known;
        place.pass(&self.text[from..at]);
        self.known = (at, place);
        place
    }

    /// Drops the text that is processed.
    fn drop_processed(&mut self) {
        let done = self.position.at;
        self.place = self.place_of(done);
        self.text.drain(..done);
        self.lines_end = self.lines_end.saturating_sub(done);
        self.position.at = 0;
        // The bracket is gone; its position is still known.
        self.position.list = self.position.list.take().map(|_| 0..1);
        self.list = self.list.map(|(_, bracket, place)| (0, bracket, place));
        self.known = (0, self.place);
        self.scanned = self.text.len();
    }

    /// Returns the error to report when no further board can be found, if any.
    fn final_error(&mut self) -> Option<Streamed> {
        if let InputState::Broken(bytes) = &self.state {
            let at = self.text.len();
            let start = self.text.rfind('\n').map_or(0, |end| end + 1);
            let start = boundary(&self.text, start.max(at.saturating_sub(SHOWN_BYTES)));
            let text = format!("{}{}", &self.text[start..], String::from_utf8_lossy(bytes));
            let offset = self.place.offset + at + self.mark_bytes.unwrap_or_default();
            let error = ParseErrorKind::NotUtf8 { offset }.at(at - start..at - start);
            let place = self.place_of(start);
            self.state = InputState::Done;
            return Some(self.bad(text, error, place));
        }
        if self.text.len() <= MAX_BOARD_BYTES {
            return None;
        }
        let shown = self.text.find('\n').unwrap_or(self.text.len()).min(SHOWN_BYTES);
        let text = self.text[..boundary(&self.text, shown)].to_string();
        let error = ParseErrorKind::TooLong.at(0..text.chars().next().map_or(0, char::len_utf8));
        let bad = self.bad(text, error, self.place);
        self.skipping = !self.text.ends_with('\n');
        self.position = Position::default();
        self.position.at = self.text.len();
        self.list = None;
        self.drop_processed();
        Some(bad)
    }
}

impl InputPlace {
    const START: InputPlace = InputPlace { offset: 0, line: 1, column: 0 };

    /// Advances past some text.
    fn pass(&mut self, text: &str) {
        self.offset += text.len();
        self.line += line_ends(text);
        self.column = match text.rfind('\n') {
            Some(end) => text[end + 1..].chars().count(),
            None => self.column + text.chars().count(),
        };
    }
}

/// Returns the first character boundary at or after a byte.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
