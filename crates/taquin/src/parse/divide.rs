//! Divides a text into [`Chunk`]s, one per board, by the rules in the documentation of the parent module.
//!
//! Every rule looks at a few lines, or at all lines up to where the next chunk begins; so the text is scanned only a
//! few times, however many boards it contains. If the text is still arriving, only what is certain is returned: a rule
//! that needs more text than has arrived returns `None` (see `Sure`) and is tried again when there is more. So a text
//! gives the same chunks however it is split into pieces. The rules for arrays are in `arrays`, those for lines in
//! `blocks`.

use super::format::InputFormat;
use super::line::{Line, line_at};
use super::token::{Token, TokenKind, Tokens};
use crate::board::Size;
use std::ops::Range;

/// The part of a text that is one board.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    pub(super) span: Range<usize>,
    pub(super) form: Form,
}

/// How a chunk is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Rows divided by slashes or line ends, or a single row.
    Rows,
    /// A size line, then rows.
    Sized,
    /// An array.
    Brackets,
}

/// A result that is certain; `None` if deciding takes more text than has arrived.
pub(super) type Sure<T> = Option<T>;

/// A text, or the part of it that has arrived.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextWindow<'t> {
    pub(super) text: &'t str,
    /// The end of its last complete line.
    pub(super) lines_end: usize,
    /// Whether nothing follows.
    pub(super) complete: bool,
}

/// How to look for the boards of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) format: InputFormat,
    pub(super) size: Option<Size>,
    /// Whether there may be many boards, so that a complete one need not wait for what follows.
    pub(super) many: bool,
}

/// How far a text has been divided.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    /// Where to look for the next chunk.
    pub(super) at: usize,
    pub(super) block: LineBlock,
    /// The opening bracket of the current list of boards.
    pub(super) list: Option<Range<usize>>,
    /// Whether an array or a list ended right here, so that a semicolon may follow, as in MATLAB.
    pub(super) after_array: bool,
}

/// What is known about the current block of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LineBlock {
    #[default]
    Unknown,
    /// Each line is a board.
    Boards,
    /// There are more rows than a board has.
    TooLarge,
}

/// What comes next in a text.
pub(super) enum Next {
    Chunk(Chunk),
    /// It depends on what follows.
    Unsure,
    /// Nothing, but the list that begins with this bracket is still open.
    OpenList(Range<usize>),
    End,
}

/// How an array begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// With this many brackets.
    Brackets(usize),
    /// With `np.array(` or similar.
    Call,
}

/// What opens at a position.
pub(super) struct Leading {
    /// The number of brackets, up to 3.
    pub(super) brackets: usize,
    /// Whether a call follows the brackets, so that they begin a list of arrays.
    pub(super) call: bool,
}

/// The chunks of a text, first to last.
pub(super) struct Chunks<'t> {
    pub(super) window: TextWindow<'t>,
    pub(super) text: &'t str,
    pub(super) rules: Rules,
    pub(super) position: Position,
}

impl Iterator for Chunks<'_> {
    type Item = Chunk;
    fn next(&mut self) -> Option<Chunk> {
        match self.advance() {
            Next::Chunk(chunk) => Some(chunk),
            // The bracket alone is read as an unclosed array.
            Next::OpenList(span) => Some(Chunk { span, form: Form::Brackets }),
            Next::Unsure | Next::End => None,
        }
    }
}

impl<'t> Chunks<'t> {
    /// Returns the chunks of a whole text.
    pub(super) fn of(text: &'t str, rules: Rules) -> Chunks<'t> {
        let window = TextWindow { text, lines_end: text.len(), complete: true };
        Chunks::new(window, rules, Position::default())
    }

    /// Returns the chunks of a text from a position on.
    pub(super) fn new(window: TextWindow<'t>, rules: Rules, position: Position) -> Chunks<'t> {
        Chunks { window, text: window.text, rules, position }
    }

    /// Returns the next chunk, if it is certain.
    pub(super) fn advance(&mut self) -> Next {
        let arrays = matches!(self.rules.format, InputFormat::Auto | InputFormat::Json);
        loop {
            let at = self.position.at;
            let Some(Token { kind, span }) = Tokens::from(self.text, at).next() else {
                return self.end();
            };
            match kind {
                TokenKind::LineEnd => {
                    self.position.block = LineBlock::Unknown;
                    self.position.after_array = false;
                    self.position.at = span.end;
                }
                TokenKind::Call if arrays => return self.array(span.start, Opening::Call),
                TokenKind::Open if arrays => {
                    let Some(Leading { brackets, call }) = self.leading(span.start) else {
                        return Next::Unsure;
                    };
                    if brackets < 3 && !call || self.position.list.is_some() {
                        return self.array(span.start, Opening::Brackets(brackets.min(2)));
                    }
                    self.position.at = span.end;
                    self.position.list = Some(span);
                }
                TokenKind::Comma if self.position.list.is_some() => self.position.at = span.end,
                TokenKind::Close if self.position.list.is_some() => {
                    self.position.at = span.end;
                    self.position.list = None;
                    self.position.after_array = true;
                }
                TokenKind::Bar if self.position.after_array && &self.text[span.clone()] == ";" => {
                    self.position.after_array = false;
                    self.position.at = span.end;
                }
                _ => match self.line(at) {
                    Some(Some(line)) if self.is_beyond_board(&line) => {
                        self.position.at = line.next;
                    }
                    Some(Some(line)) => return self.lines_from(&line),
                    // There is a token, so there is a line, though it may be incomplete.
                    Some(None) | None => return Next::Unsure,
                },
            }
        }
    }

    /// Handles the end of the text, where only spaces and comments are left. Complete lines are not scanned again.
    fn end(&mut self) -> Next {
        if self.window.complete {
            self.position.at = self.text.len();
            return self.position.list.take().map_or(Next::End, Next::OpenList);
        }
        if let Some(end) = self.text[self.position.at..].rfind('\n') {
            self.position.at += end + 1;
        }
        Next::Unsure
    }

    /// Returns whether a line is one too many in a block of rows that was abandoned.
    fn is_beyond_board(&self, line: &Line) -> bool {
        self.position.block == LineBlock::TooLarge && !line.has_marks
    }

    /// Returns the chunk that begins with a line.
    fn lines_from(&mut self, line: &Line) -> Next {
        let before = self.position.block;
        self.position.block = LineBlock::Unknown;
        self.position.after_array = false;
        let Some((form, end)) = self.form_and_end(line, before == LineBlock::Boards) else {
            self.position.block = before;
            return Next::Unsure;
        };
        // The rest of its last line is at most a comment.
        let left = self.text[end..].find('\n');
        self.position.at = left.map_or(self.text.len(), |left| end + left + 1);
        Next::Chunk(Chunk { span: line.span.start..end, form })
    }

    fn form_and_end(&mut self, line: &Line, in_boards: bool) -> Sure<(Form, usize)> {
        let known_board = in_boards && !line.has_marks;
        Some(match self.rules.format {
            InputFormat::Json | InputFormat::Rows | InputFormat::Flat => {
                (Form::Rows, line.span.end)
            }
            InputFormat::Lines => (Form::Rows, self.block_end(line)?),
            InputFormat::Sized => (Form::Sized, self.sized_end(line)?),
            InputFormat::Auto if !known_board && self.is_size_line(line, true)? => {
                (Form::Sized, self.sized_end(line)?)
            }
            InputFormat::Auto | InputFormat::Digits if known_board => {
                self.position.block = LineBlock::Boards;
                (Form::Rows, line.span.end)
            }
            InputFormat::Auto | InputFormat::Digits if line.has_marks => {
                (Form::Rows, line.span.end)
            }
            InputFormat::Auto | InputFormat::Digits => (Form::Rows, self.row_or_board_end(line)?),
        })
    }

    /// Returns the line at a position, or `None` within `Some` at the end of the text.
    pub(super) fn line(&self, at: usize) -> Sure<Option<Line>> {
        let whole = if self.window.complete { self.text.len() } else { self.window.lines_end };
        match self.text.get(..whole).filter(|_| at <= whole).and_then(|text| line_at(text, at)) {
            None if !self.window.complete => None,
            line => Some(line),
        }
    }

    /// Returns the first line from a position on that is not blank.
    pub(super) fn text_line(&self, mut at: usize) -> Sure<Option<Line>> {
        while let Some(line) = self.line(at)? {
            if !line.is_blank() {
                return Some(Some(line));
            }
            at = line.next;
        }
        Some(None)
    }
}
