//! Divides a text into [`Chunk`]s, one a board, by the rules in the opening of the module above.
//!
//! Every rule looks at a few lines, or at all lines up to the place where the next chunk begins; so
//! the text is looked at a few times in all, however many boards it holds. Of a text that is still
//! coming only what is certain is given: a rule that would have to look past what has come says so
//! (`Sure`), and is asked again when more is there. So a text gives the same chunks in whatever pieces
//! it comes.

use super::InputFormat;
use super::check::nearest_size;
use super::line::{Line, line_at, size_numbers};
use super::parse_chunk;
use super::token::{Token, TokenKind, Tokens};
use crate::board::{Board, MAX_SIDE, Size};
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

/// What is certain; `None` if that takes more text than has come.
type Sure<T> = Option<T>;

/// A text, or what has come of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<'t> {
    pub(super) text: &'t str,
    /// The end of its last whole line.
    pub(super) lines_end: usize,
    /// Nothing follows.
    pub(super) complete: bool,
}

/// How the boards of a text are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) format: InputFormat,
    pub(super) size: Option<Size>,
    /// There may be many boards, so that one which is whole need not wait for what follows.
    pub(super) many: bool,
}

/// How far the chunks of a text have been found.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    /// Where the next chunk is looked for.
    pub(super) at: usize,
    block: Block,
    /// The opening bracket of the list of boards we are in.
    pub(super) list: Option<Range<usize>>,
}

/// What is known of the lines that stand together here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Block {
    #[default]
    Unknown,
    /// Each of them is a board.
    Boards,
    /// They are more rows than a board has.
    TooLarge,
}

/// What comes next in a text.
pub(super) enum Next {
    Chunk(Chunk),
    /// That depends on what follows.
    Unsure,
    /// Nothing, but the list that begins with this bracket is still open.
    OpenList(Range<usize>),
    End,
}

/// The chunks of a text, first to last.
pub(super) struct Chunks<'t> {
    window: Window<'t>,
    text: &'t str,
    rules: Rules,
    pub(super) position: Position,
}

impl Iterator for Chunks<'_> {
    type Item = Chunk;
    fn next(&mut self) -> Option<Chunk> {
        match self.advance() {
            Next::Chunk(chunk) => Some(chunk),
            // The bracket alone reads as an array that is not closed.
            Next::OpenList(span) => Some(Chunk { span, form: Form::Brackets }),
            Next::Unsure | Next::End => None,
        }
    }
}

impl<'t> Chunks<'t> {
    /// The chunks of a whole text.
    pub(super) fn of(text: &'t str, rules: Rules) -> Chunks<'t> {
        let window = Window { text, lines_end: text.len(), complete: true };
        Chunks::new(window, rules, Position::default())
    }

    /// The chunks of a text from some position on.
    pub(super) fn new(window: Window<'t>, rules: Rules, position: Position) -> Chunks<'t> {
        Chunks { window, text: window.text, rules, position }
    }

    /// The next chunk, if it is certain.
    pub(super) fn advance(&mut self) -> Next {
        let arrays = matches!(self.rules.format, InputFormat::Auto | InputFormat::Json);
        loop {
            let at = self.position.at;
            let Some(Token { kind, span }) = Tokens::from(self.text, at).next() else {
                return self.end();
            };
            match kind {
                TokenKind::LineEnd => {
                    self.position.block = Block::Unknown;
                    self.position.at = span.end;
                }
                TokenKind::Open if arrays => {
                    let Some(brackets) = self.leading_brackets(span.start) else {
                        return Next::Unsure;
                    };
                    if brackets < 3 || self.position.list.is_some() {
                        return self.array(span.start, brackets.min(2));
                    }
                    self.position.at = span.end;
                    self.position.list = Some(span);
                }
                TokenKind::Comma if self.position.list.is_some() => self.position.at = span.end,
                TokenKind::Close if self.position.list.is_some() => {
                    self.position.at = span.end;
                    self.position.list = None;
                }
                _ => match self.line(at) {
                    Some(Some(line)) if self.is_beyond_board(&line) => {
                        self.position.at = line.next;
                    }
                    Some(Some(line)) => return self.lines_from(&line),
                    // There is a token, so there is a line, though it may not be whole yet.
                    Some(None) | None => return Next::Unsure,
                },
            }
        }
    }

    /// Nothing is left but spaces and comments, of which whole lines are not looked at again.
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

    /// Whether a line is one too many of a block of rows that was given up.
    fn is_beyond_board(&self, line: &Line) -> bool {
        self.position.block == Block::TooLarge && !line.has_marks
    }

    /// The array that begins at `start`.
    fn array(&mut self, start: usize, opening: usize) -> Next {
        let Some(end) = self.array_end(start, opening) else { return Next::Unsure };
        self.position.block = Block::Unknown;
        self.position.at = end;
        Next::Chunk(Chunk { span: start..end, form: Form::Brackets })
    }

    /// The chunk that begins with a line.
    fn lines_from(&mut self, line: &Line) -> Next {
        let before = self.position.block;
        self.position.block = Block::Unknown;
        let Some((form, end)) = self.form_and_end(line, before == Block::Boards) else {
            self.position.block = before;
            return Next::Unsure;
        };
        // What is left of its last line is at most a comment.
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
                self.position.block = Block::Boards;
                (Form::Rows, line.span.end)
            }
            InputFormat::Auto | InputFormat::Digits if line.has_marks => {
                (Form::Rows, line.span.end)
            }
            InputFormat::Auto | InputFormat::Digits => (Form::Rows, self.row_or_board_end(line)?),
        })
    }

    /// Where the array that begins at `start` is closed. One that is not closed ends before a blank
    /// line, or before a line that opens like it, so that the arrays after it can be read.
    fn array_end(&self, start: usize, opening: usize) -> Sure<usize> {
        let (mut depth, mut end, mut at_line_start) = (0, start, false);
        for Token { kind, span } in Tokens::from(self.text, start) {
            match kind {
                TokenKind::LineEnd if at_line_start => return Some(end),
                TokenKind::Open if at_line_start && self.opens(span.start, opening)? => {
                    return Some(end);
                }
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            at_line_start = kind == TokenKind::LineEnd;
            if !at_line_start {
                end = span.end;
            }
            if depth == 0 {
                return Some(end);
            }
        }
        if self.window.complete { Some(end) } else { None }
    }

    /// Whether so many brackets open at a place.
    fn opens(&self, at: usize, brackets: usize) -> Sure<bool> {
        let mut tokens = Tokens::from(self.text, at).take(brackets).map(|token| token.kind);
        let seen = tokens.by_ref().take_while(|&kind| kind == TokenKind::Open).count();
        match seen == brackets || self.window.complete {
            true => Some(seen == brackets),
            // Something else came, or nothing yet.
            false if Tokens::from(self.text, at).take(brackets).count() == brackets => Some(false),
            false => None,
        }
    }

    /// How many brackets open at a place, up to 3.
    fn leading_brackets(&self, at: usize) -> Sure<usize> {
        let tokens = Tokens::from(self.text, at).filter(|token| token.kind != TokenKind::LineEnd);
        let mut brackets = 0;
        for token in tokens.take(3) {
            if token.kind != TokenKind::Open {
                return Some(brackets);
            }
            brackets += 1;
        }
        if brackets == 3 || self.window.complete { Some(brackets) } else { None }
    }

    /// The end of the last line before a blank one.
    fn block_end(&self, first: &Line) -> Sure<usize> {
        let (mut end, mut cells) = (first.span.end, 0);
        let mut at = first.span.start;
        while let Some(line) = self.line(at)?.filter(|line| !line.is_blank()) {
            (end, at) = (line.span.end, line.next);
            cells += line.cells;
            if self.is_whole(first, end, cells) {
                break;
            }
        }
        Some(end)
    }

    /// The end of a line that is a board, or else of the lines that are rows of one together.
    fn row_or_board_end(&mut self, first: &Line) -> Sure<usize> {
        if self.rules.many && self.is_surely_board(first) {
            self.position.block = Block::Boards;
            return Some(first.span.end);
        }
        let (mut end, mut at) = (first.span.end, first.span.start);
        let (mut count, mut cells, mut boards, mut any_sound) = (0, 0, 0, false);
        let together = |line: &Line| !line.is_blank() && !line.has_marks;
        while let Some(line) = self.line(at)?.filter(together) {
            (end, at) = (line.span.end, line.next);
            count += 1;
            cells += line.cells;
            let is_board = self.is_board(&line);
            boards += usize::from(is_board);
            if !self.rules.many {
                continue;
            }
            any_sound = any_sound || is_board && self.sound(&line.span, Form::Rows).is_some();
            // Rows share one blank, so these are boards, even if some are bad.
            if boards > 1 && boards * 2 > count && any_sound {
                break;
            }
            if self.is_whole(first, end, cells) {
                return Some(end);
            }
            if count > MAX_SIDE {
                self.position.block = Block::TooLarge;
                break;
            }
        }
        if count > 1 && boards * 2 > count {
            self.position.block = Block::Boards;
            return Some(first.span.end);
        }
        Some(end)
    }

    /// Whether a line looks like a board of its own.
    fn is_board(&self, line: &Line) -> bool {
        match self.rules.size {
            Some(size) => line.cells == size.cells(),
            None => line.has_blank && nearest_size(line.cells).is_some(),
        }
    }

    /// Whether a line is a board of its own, whatever follows. It could still be the first row of a
    /// board that has all the lowest numbers there. That happens on small boards, and near the goal
    /// that has the blank first: there the tiles of the row lie in order, behind the blank for the most
    /// part.
    fn is_surely_board(&self, line: &Line) -> bool {
        if self.rules.size.is_some() {
            return self.is_board(line);
        }
        let is_row = |board: &Board| {
            let cells = board.tiles().len();
            let in_order = board.tiles().iter().filter(|&&tile| tile != 0).is_sorted();
            cells < 9 || in_order && board.blank() <= cells / 2
        };
        self.is_board(line)
            && self.sound(&line.span, Form::Rows).is_some_and(|board| !is_row(&board))
    }

    /// Whether the lines up to a place are a sound board of the size that was given, so that nothing can
    /// follow.
    fn is_whole(&self, first: &Line, end: usize, cells: usize) -> bool {
        self.rules.many
            && self.rules.size.is_some_and(|size| size.cells() == cells)
            && self.sound(&(first.span.start..end), Form::Rows).is_some()
    }

    /// The board of a part of the text, if it is one.
    fn sound(&self, span: &Range<usize>, form: Form) -> Option<Board> {
        let chunk = Chunk { span: span.clone(), form };
        parse_chunk(self.text, &chunk, self.rules.format, self.rules.size).ok()
    }

    /// The end of the rows below a size line: that of a block, or of enough rows if later.
    fn sized_end(&self, size_line: &Line) -> Sure<usize> {
        let cells_needed = match size_numbers(self.text, &size_line.span) {
            Some((rows, cols)) => Size::new(rows, cols).map_or(0, Size::cells),
            None => 0,
        };
        let (mut end, mut cells, mut after_blank) = (size_line.span.end, 0, false);
        let mut at = size_line.next;
        while let Some(line) = self.line(at)? {
            let enough = cells >= cells_needed;
            let too_much = after_blank && cells + line.cells > cells_needed;
            if line.is_blank() && enough || line.has_marks || too_much {
                break;
            }
            if (enough || after_blank) && self.is_size_line(&line, false)? {
                break;
            }
            at = line.next;
            after_blank = line.is_blank();
            if !after_blank {
                cells += line.cells;
                end = line.span.end;
                let span = size_line.span.start..end;
                let whole = self.rules.many && cells == cells_needed;
                if whole && self.sound(&span, Form::Sized).is_some() {
                    break;
                }
            }
        }
        Some(end)
    }

    /// Whether a line is the size of the rows below it, and not a row itself.
    fn is_size_line(&self, line: &Line, begins_chunk: bool) -> Sure<bool> {
        let Some((rows, cols)) = size_numbers(self.text, &line.span) else { return Some(false) };
        let fits = |row: &Line| [cols, rows * cols].contains(&row.cells);
        // Where rows of two are wanted, two numbers are a row, unless they are that very size.
        let is_row = |size: Size| size.cols() == 2 && (size.rows(), 2) != (rows, cols);
        if self.rules.many && line.words == 2 && self.rules.size.is_some_and(is_row) {
            return Some(false);
        }
        let Some(first) = self.text_line(line.next)? else { return Some(false) };
        if line.words == 1 {
            // No board has rows of one number, so this is a size even if the rows are wrong; but
            // not if it is the first of many rows of digits, or above lines that are boards.
            return Some(match first.words {
                _ if first.has_marks => false,
                1 => fits(&first) && first.cells != line.cells,
                _ => fits(&first) || !self.is_board(&first),
            });
        }
        let fits_alone = |row: &Line| row.cells != 2 && fits(row);
        let second = |line: &Line| !line.is_blank() && fits_alone(line);
        if fits_alone(&first) || self.line(first.next)?.as_ref().is_some_and(second) {
            return Some(true);
        }
        // Two numbers above rows of two look like a row. In a row a number would not come again.
        if !begins_chunk || cols != 2 {
            return Some(false);
        }
        let (mut count, mut at, mut any_two) = (0, line.next, false);
        while let Some(row) = self.line(at)?.filter(|line| !line.is_blank()) {
            if row.cells != 2 || count == rows {
                return Some(false);
            }
            at = row.next;
            count += 1;
            let mut words = Tokens::within(self.text, &row.span);
            any_two |= words.any(|token| &self.text[token.span] == "2");
        }
        Some(count == rows && any_two)
    }

    /// The line at a place, or nothing at the end of the text.
    fn line(&self, at: usize) -> Sure<Option<Line>> {
        let whole = if self.window.complete { self.text.len() } else { self.window.lines_end };
        match self.text.get(..whole).filter(|_| at <= whole).and_then(|text| line_at(text, at)) {
            None if !self.window.complete => None,
            line => Some(line),
        }
    }

    /// The first line from a place on that is not blank.
    fn text_line(&self, mut at: usize) -> Sure<Option<Line>> {
        while let Some(line) = self.line(at)? {
            if !line.is_blank() {
                return Some(Some(line));
            }
            at = line.next;
        }
        Some(None)
    }
}
