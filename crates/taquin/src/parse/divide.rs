//! Divides a text into [`Chunk`]s, one a board, by the rules in the opening of the module above.
//!
//! Every rule looks at a few lines, or at all lines up to the place where the next chunk begins; so
//! the text is looked at a few times in all, however many boards it holds.

use super::InputFormat;
use super::check::nearest_size;
use super::token::{Token, TokenKind, Tokens, is_blank_mark};
use crate::board::Size;
use std::ops::Range;

/// The part of a text that is one board.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    pub(super) span: Range<usize>,
    pub(super) form: Form,
}

/// How a chunk is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Rows divided by slashes or line ends, or a single one.
    Rows,
    /// A size line, then rows.
    Sized,
    /// An array.
    Brackets,
}

/// The chunks of a text, first to last.
pub(super) struct Chunks<'t> {
    text: &'t str,
    format: InputFormat,
    size: Option<Size>,
    at: usize,
    /// The lines up to here are known to be a board each.
    boards_until: usize,
    /// The opening bracket of the list of boards we are in.
    list: Option<Range<usize>>,
}

impl Iterator for Chunks<'_> {
    type Item = Chunk;
    fn next(&mut self) -> Option<Chunk> {
        let arrays = matches!(self.format, InputFormat::Auto | InputFormat::Json);
        if arrays {
            self.skip_list_marks();
        }
        let Some(line) = lines(self.text, self.at).find(|line| !line.is_blank()) else {
            self.at = self.text.len();
            // A list that is still open: the bracket alone reads as an array that is not closed.
            return self.list.take().map(|span| Chunk { span, form: Form::Brackets });
        };
        let known_board = line.span.start < self.boards_until;
        let (form, end) = match self.format {
            _ if arrays && line.opens => (Form::Brackets, self.array_end(line.span.start)),
            InputFormat::Json | InputFormat::Rows | InputFormat::Flat => {
                (Form::Rows, line.span.end)
            }
            InputFormat::Lines => (Form::Rows, self.block_end(&line)),
            InputFormat::Sized => (Form::Sized, self.sized_end(&line)),
            InputFormat::Auto if !known_board && self.is_size_line(&line, true) => {
                (Form::Sized, self.sized_end(&line))
            }
            InputFormat::Auto | InputFormat::Digits if known_board || line.has_marks => {
                (Form::Rows, line.span.end)
            }
            InputFormat::Auto | InputFormat::Digits => (Form::Rows, self.row_or_board_end(&line)),
        };
        self.at = end;
        Some(Chunk { span: line.span.start..end, form })
    }
}

impl<'t> Chunks<'t> {
    pub(super) fn new(text: &'t str, format: InputFormat, size: Option<Size>) -> Chunks<'t> {
        Chunks { text, format, size, at: 0, boards_until: 0, list: None }
    }

    /// Goes past the brackets of a list of boards, and the commas between the boards.
    fn skip_list_marks(&mut self) {
        let next_token = |at| Tokens::from(self.text, at).find(|t| t.kind != TokenKind::LineEnd);
        while let Some(Token { kind, span }) = next_token(self.at) {
            self.at = match (kind, &self.list) {
                (TokenKind::Open, None) if leading_brackets(self.text, span.start) >= 3 => {
                    self.list = Some(span.clone());
                    span.end
                }
                (TokenKind::Comma, Some(_)) => span.end,
                (TokenKind::Close, Some(_)) => {
                    self.list = None;
                    span.end
                }
                _ => return,
            };
        }
    }

    /// Where the array that begins at `start` is closed. One that is not closed ends before a blank
    /// line, or before a line that opens like it, so that the arrays after it can be read.
    fn array_end(&self, start: usize) -> usize {
        let opening = leading_brackets(self.text, start).min(2);
        let opens_alike = |at| {
            let mut tokens = Tokens::from(self.text, at).take(opening);
            tokens.all(|token| token.kind == TokenKind::Open)
        };
        let (mut depth, mut end, mut at_line_start) = (0, start, false);
        for Token { kind, span } in Tokens::from(self.text, start) {
            match kind {
                TokenKind::LineEnd if at_line_start => break,
                TokenKind::Open if at_line_start && opens_alike(span.start) => break,
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            at_line_start = kind == TokenKind::LineEnd;
            if !at_line_start {
                end = span.end;
            }
            if depth == 0 {
                break;
            }
        }
        end
    }

    /// The end of the last line before a blank one.
    fn block_end(&self, first: &Line) -> usize {
        let block = lines(self.text, first.span.start).take_while(|line| !line.is_blank());
        block.last().map_or(first.span.end, |line| line.span.end)
    }

    /// The end of a line that is a board, or else of the lines that are rows of one together.
    fn row_or_board_end(&mut self, first: &Line) -> usize {
        let (mut end, mut count, mut boards) = (first.span.end, 0, 0);
        let together = |line: &Line| !line.is_blank() && !line.has_marks;
        for line in lines(self.text, first.span.start).take_while(together) {
            end = line.span.end;
            count += 1;
            boards += usize::from(self.is_board(&line));
        }
        if count > 1 && boards * 2 > count {
            self.boards_until = end;
            return first.span.end;
        }
        end
    }

    /// Whether a line looks like a board of its own.
    fn is_board(&self, line: &Line) -> bool {
        match self.size {
            Some(size) => line.cells == size.cells(),
            None => line.has_blank && nearest_size(line.cells).is_some(),
        }
    }

    /// The end of the rows below a size line: that of a block, or of enough rows if later.
    fn sized_end(&self, size_line: &Line) -> usize {
        let cells_needed = match size_numbers(self.text, &size_line.span) {
            Some((rows, cols)) => Size::new(rows, cols).map_or(0, Size::cells),
            None => 0,
        };
        let (mut end, mut cells, mut after_blank) = (size_line.span.end, 0, false);
        for line in lines(self.text, size_line.next) {
            let enough = cells >= cells_needed;
            let too_much = after_blank && cells + line.cells > cells_needed;
            if line.is_blank() && enough || line.has_marks || too_much {
                break;
            }
            if (enough || after_blank) && self.is_size_line(&line, false) {
                break;
            }
            after_blank = line.is_blank();
            if !after_blank {
                cells += line.cells;
                end = line.span.end;
            }
        }
        end
    }

    /// Whether a line is the size of the rows below it, and not a row itself.
    fn is_size_line(&self, line: &Line, begins_chunk: bool) -> bool {
        let Some((rows, cols)) = size_numbers(self.text, &line.span) else { return false };
        let mut below = lines(self.text, line.next).filter(|line| !line.is_blank()).take(2);
        let fits = |row: &Line| [cols, rows * cols].contains(&row.cells);
        if line.words == 1 {
            // No board has rows of one number, so this is a size even if the rows are wrong; but
            // not if it is the first of many rows of digits, or above lines that are boards.
            let is_below = |row: Line| match row.words {
                1 => fits(&row) && row.cells != line.cells,
                _ => fits(&row) || !self.is_board(&row),
            };
            return below.next().filter(|row| !row.has_marks).is_some_and(is_below);
        }
        if below.any(|row| row.cells != 2 && fits(&row)) {
            return true;
        }
        // Two numbers above rows of two look like a row. In a row a number would not come again.
        let block = || lines(self.text, line.next).take_while(|line| !line.is_blank());
        begins_chunk
            && cols == 2
            && block().take(rows + 1).count() == rows
            && block().all(|row| row.cells == 2)
            && block().any(|row| {
                Tokens::within(self.text, &row.span).any(|token| &self.text[token.span] == "2")
            })
    }
}

/// What the rules need to know of a line.
struct Line {
    /// From its first to its last token.
    span: Range<usize>,
    /// Where the next line begins.
    next: usize,
    words: usize,
    /// How many numbers it has: the characters of a single word, the words of several.
    cells: usize,
    has_blank: bool,
    /// It begins with a bracket.
    opens: bool,
    /// It has slashes or brackets.
    has_marks: bool,
}

impl Line {
    fn is_blank(&self) -> bool {
        self.span.is_empty()
    }
}

fn lines(text: &str, at: usize) -> impl Iterator<Item = Line> {
    std::iter::successors(line_at(text, at), move |line| line_at(text, line.next))
}

fn line_at(text: &str, at: usize) -> Option<Line> {
    let mut tokens = Tokens::from(text, at);
    let first = tokens.clone().next()?;
    let mut line = Line {
        span: first.span.start..first.span.start,
        next: at,
        words: 0,
        cells: 0,
        has_blank: false,
        opens: first.kind == TokenKind::Open,
        has_marks: false,
    };
    let (mut commas, mut only_word) = (0, "");
    let is_blank_word = |word: &str| word == "0" || word.len() == 1 && word.contains(is_blank_mark);
    for Token { kind, span } in tokens.by_ref().take_while(|t| t.kind != TokenKind::LineEnd) {
        line.span.end = span.end;
        match kind {
            TokenKind::Comma => commas += 1,
            TokenKind::Word => {
                only_word = &text[span];
                line.words += 1;
                line.has_blank |= is_blank_word(only_word);
            }
            _ => line.has_marks = true,
        }
    }
    line.next = tokens.at();
    line.cells = line.words;
    if line.words == 1 && commas == 0 {
        line.cells = only_word.chars().count();
        line.has_blank = only_word.contains(|c| c == '0' || is_blank_mark(c));
    }
    Some(line)
}

/// Rows and columns as a size line writes them: `3` or `4 5`.
pub(super) fn size_numbers(text: &str, size_line: &Range<usize>) -> Option<(usize, usize)> {
    let side = |token: Token| {
        let word = &text[token.span];
        // Longer words are boards, such as 1230.
        let short = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
        if short { word.parse::<usize>().ok() } else { None }
    };
    let mut tokens = Tokens::within(text, size_line).filter(|token| token.kind != TokenKind::Comma);
    let rows = side(tokens.next()?)?;
    let cols = tokens.next().map_or(Some(rows), side)?;
    if tokens.next().is_none() { Some((rows, cols)) } else { None }
}

/// How many brackets open at a place, up to 3.
fn leading_brackets(text: &str, at: usize) -> usize {
    let tokens = Tokens::from(text, at).filter(|token| token.kind != TokenKind::LineEnd);
    tokens.take(3).take_while(|token| token.kind == TokenKind::Open).count()
}
