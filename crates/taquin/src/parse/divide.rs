//! Divides a text into [`Chunk`]s, one per board, by the rules in the documentation of the parent module.
//!
//! Every rule looks at a few lines, or at all lines up to where the next chunk begins; so the text is scanned only a
//! few times, however many boards it contains. A rule is written as if the text were complete. If the text is still
//! arriving and a rule has looked at its end, what it found is not certain: it is discarded, and tried again when there
//! is more. So a text gives the same chunks however it is split into pieces. The rules for lines are in `blocks`.

use super::format::InputFormat;
use super::line::Line;
use super::token::{Token, TokenKind, Tokens};
use super::words::Survey;
use crate::board::Size;
use std::cell::Cell;
use std::iter;
use std::ops::Range;

/// The part of a text that is one board.
#[derive(Clone, Debug)]
pub(super) struct Chunk<'t> {
    pub(super) span: Range<usize>,
    pub(super) form: Form<'t>,
}

/// How a chunk is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form<'t> {
    /// Rows on a single line, which was surveyed.
    Line(Survey<'t>),
    /// Rows divided by slashes or line ends.
    Rows,
    /// A size line, then rows.
    Sized,
    /// An array.
    Brackets,
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
pub(super) enum Next<'t> {
    Chunk(Chunk<'t>),
    /// It depends on what follows.
    Unsure,
    /// Nothing, but the list that begins with this bracket is still open.
    OpenList(Range<usize>),
    End,
}

/// The chunks of a text, first to last.
pub(super) struct Chunks<'t> {
    /// The text, or the part of it that has arrived.
    pub(super) text: &'t str,
    /// The end of its last complete line.
    lines_end: usize,
    /// Whether nothing follows.
    complete: bool,
    pub(super) rules: Rules,
    pub(super) position: Position,
    /// Whether the current rule has looked at the end of what has arrived.
    looked_beyond: Cell<bool>,
}

impl<'t> Iterator for Chunks<'t> {
    type Item = Chunk<'t>;
    fn next(&mut self) -> Option<Chunk<'t>> {
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
        Chunks::from(text, None, rules, Position::default())
    }

    /// Returns the chunks of a text from a position on. If it is still arriving, the end of its last complete line is
    /// given.
    pub(super) fn from(
        text: &'t str,
        lines_end: Option<usize>,
        rules: Rules,
        position: Position,
    ) -> Chunks<'t> {
        let complete = lines_end.is_none();
        let lines_end = lines_end.unwrap_or(text.len());
        let looked_beyond = Cell::new(false);
        Chunks { text, lines_end, complete, rules, position, looked_beyond }
    }

    /// Returns the next chunk, if it is certain.
    pub(super) fn advance(&mut self) -> Next<'t> {
        loop {
            let before = self.position.clone();
            let next = self.step();
            if self.looked_beyond.take() {
                self.position = before;
                return Next::Unsure;
            }
            if let Some(next) = next {
                return next;
            }
        }
    }

    /// Passes a mark between boards, or returns what begins at the position.
    fn step(&mut self) -> Option<Next<'t>> {
        let at = self.position.at;
        let Some(token) = Tokens::from(self.text, at).next() else { return Some(self.end()) };
        let arrays = matches!(self.rules.format, InputFormat::Auto | InputFormat::Json);
        match token.kind {
            TokenKind::LineEnd => {
                self.position.block = LineBlock::Unknown;
                self.position.after_array = false;
            }
            TokenKind::Open | TokenKind::Call if arrays => {
                let (brackets, call) = self.opening(token.start);
                let is_list = brackets == 3 || call && brackets > 0;
                if !is_list || self.position.list.is_some() {
                    return Some(self.array(token.start, brackets.min(2)));
                }
                self.position.list = Some(token.span());
            }
            TokenKind::Comma if self.position.list.is_some() => {}
            TokenKind::Close if self.position.list.is_some() => {
                self.position.list = None;
                self.position.after_array = true;
            }
            TokenKind::Semicolon if self.position.after_array => {
                self.position.after_array = false;
            }
            _ => {
                // There is a token, so there is a line, though it may be incomplete.
                let Some(line) = self.line(at) else { return Some(Next::Unsure) };
                // One row too many in a block of rows that was abandoned.
                if self.position.block == LineBlock::TooLarge && !line.survey.has_marks() {
                    self.position.at = line.next;
                    return None;
                }
                return Some(self.lines_from(&line));
            }
        }
        self.position.at = token.end();
        None
    }

    /// Handles the end of the text, where only spaces and comments are left. Complete lines are not scanned again.
    fn end(&mut self) -> Next<'t> {
        if self.complete {
            self.position.at = self.text.len();
            return self.position.list.take().map_or(Next::End, Next::OpenList);
        }
        if let Some(end) = self.text[self.position.at..].rfind('\n') {
            self.position.at += end + 1;
        }
        Next::Unsure
    }

    /// Returns how many brackets open at a position, up to 3, and whether a call follows them. Then they begin a list of
    /// arrays, as three brackets do.
    fn opening(&self, at: usize) -> (usize, bool) {
        let tokens = self.tokens(at).filter(|token| token.kind != TokenKind::LineEnd);
        let mut brackets = 0;
        for token in tokens.take(3) {
            if token.kind != TokenKind::Open {
                return (brackets, token.kind == TokenKind::Call);
            }
            brackets += 1;
        }
        (brackets, false)
    }

    /// Returns the array that begins at `start`, with this many brackets or with a call. If it is never closed, it ends
    /// before a blank line, or before a line that opens like it, so that the arrays after it can be read. Arrays within
    /// a call may begin on a line of their own.
    fn array(&mut self, start: usize, brackets: usize) -> Next<'t> {
        let opens_like = |token: Token<'_>| match token.kind {
            TokenKind::Call => brackets == 0,
            TokenKind::Open if brackets > 0 => {
                let open = self.tokens(token.start).take_while(|next| next.kind == TokenKind::Open);
                open.take(brackets).count() == brackets
            }
            _ => false,
        };
        let (mut depth, mut end, mut at_line_start) = (0, start, false);
        for token in self.tokens(start) {
            let is_line_end = token.kind == TokenKind::LineEnd;
            if at_line_start && (is_line_end || opens_like(token)) {
                break;
            }
            at_line_start = is_line_end;
            if !is_line_end {
                end = token.end();
            }
            match token.kind {
                TokenKind::Open | TokenKind::Call => depth += 1,
                TokenKind::Close if depth == 1 => break,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
        }
        self.position.block = LineBlock::Unknown;
        self.position.after_array = true;
        self.position.at = end;
        Next::Chunk(Chunk { span: start..end, form: Form::Brackets })
    }

    /// Returns the chunk that begins with a line.
    fn lines_from(&mut self, line: &Line<'t>) -> Next<'t> {
        let in_boards = self.position.block == LineBlock::Boards && !line.survey.has_marks();
        if !in_boards {
            self.position.block = LineBlock::Unknown;
        }
        self.position.after_array = false;
        let (form, end) = match self.rules.format {
            InputFormat::Lines => (Form::Rows, self.block_end(line)),
            InputFormat::Sized => (Form::Sized, self.sized_end(line)),
            InputFormat::Auto if !in_boards && self.is_size_line(line, true) => {
                (Form::Sized, self.sized_end(line))
            }
            InputFormat::Auto | InputFormat::Digits if !in_boards && !line.survey.has_marks() => {
                (Form::Rows, self.row_or_board_end(line))
            }
            _ => (Form::Rows, line.span.end),
        };
        let is_line = matches!(form, Form::Rows) && end == line.span.end;
        let form = if is_line { Form::Line(line.survey) } else { form };
        // The rest of its last line is at most a comment.
        let left = self.text[end..].find('\n');
        self.position.at = left.map_or(self.text.len(), |left| end + left + 1);
        Next::Chunk(Chunk { span: line.span.start..end, form })
    }

    /// Returns the tokens from a position on, as far as they have arrived.
    fn tokens(&self, at: usize) -> impl Iterator<Item = Token<'t>> {
        let mut tokens = Tokens::from(self.text, at);
        // A word at the very end may become a call.
        let may_grow =
            |token: Token<'_>| token.kind == TokenKind::Word && token.end() == self.text.len();
        iter::from_fn(move || {
            let token = tokens.next();
            if token.is_none_or(may_grow) {
                self.look_beyond();
            }
            token
        })
    }

    /// Returns the line at a position, or `None` at the end of the lines that have arrived.
    pub(super) fn line(&self, at: usize) -> Option<Line<'t>> {
        let lines = &self.text[..self.lines_end];
        let line = if at <= self.lines_end { Line::at(lines, at) } else { None };
        if line.is_none() {
            self.look_beyond();
        }
        line
    }

    fn look_beyond(&self) {
        self.looked_beyond.set(!self.complete);
    }
}
