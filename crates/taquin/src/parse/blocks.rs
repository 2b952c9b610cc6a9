//! Where a board ends that is written on lines: whether lines that stand together are its rows, or a board each,
//! and which line says the size of the rows below it.

use super::check::parse_chunk;
use super::divide::{Block, Chunk, Chunks, Form, Sure};
use super::line::{Line, size_numbers};
use super::phrases::nearest_size;
use super::token::{TokenKind, Tokens};
use crate::board::{Board, MAX_SIDE, Size};
use rustc_hash::FxHashSet;
use std::ops::Range;

impl Chunks<'_> {
    /// The end of the last line before a blank one.
    pub(super) fn block_end(&self, first: &Line) -> Sure<usize> {
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
    pub(super) fn row_or_board_end(&mut self, first: &Line) -> Sure<usize> {
        if self.rules.many && self.is_surely_board(first) {
            self.position.block = Block::Boards;
            return Some(first.span.end);
        }
        let (mut end, mut at) = (first.span.end, first.span.start);
        let (mut count, mut cells, mut any_sound) = (0, 0, false);
        // Lines that are boards without doubt, and all that look like one.
        let (mut boards, mut likely) = (0, 0);
        let together = |line: &Line| !line.is_blank() && !line.has_marks;
        while let Some(line) = self.line(at)?.filter(together) {
            (end, at) = (line.span.end, line.next);
            count += 1;
            cells += line.cells;
            let is_board = self.is_board(&line);
            boards += usize::from(is_board && !self.is_doubtful(&line));
            likely += usize::from(is_board);
            if !self.rules.many {
                continue;
            }
            any_sound = any_sound || is_board && self.sound(&line.span, Form::Rows).is_some();
            // Rows share one blank, so these are boards, even if some are bad.
            if boards > 1 && boards * 2 > count && any_sound {
                break;
            }
            // Nor has a board the same number twice.
            if likely > 1
                && likely * 2 > count
                && any_sound
                && self.repeats(&(first.span.start..end))
            {
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
        let are_boards =
            || likely * 2 > count && self.sound(&(first.span.start..end), Form::Rows).is_none();
        if count > 1 && (boards * 2 > count || are_boards()) {
            self.position.block = Block::Boards;
            return Some(first.span.end);
        }
        Some(end)
    }

    /// Whether a line looks like a board of its own.
    fn is_board(&self, line: &Line) -> bool {
        match self.rules.size {
            Some(size) => [Some(line.cells), line.digit_rows].contains(&Some(size.cells())),
            None => {
                line.digit_rows.is_some() || line.has_blank && nearest_size(line.cells).is_some()
            }
        }
    }

    /// Whether a line that looks like a board may be a row of one. Where a size is given, it tells.
    fn is_doubtful(&self, line: &Line) -> bool {
        line.is_doubtful && self.rules.size.is_none()
    }

    /// Whether a word occurs twice in a part of the text.
    fn repeats(&self, span: &Range<usize>) -> bool {
        let mut seen = FxHashSet::default();
        let mut words =
            Tokens::within(self.text, span).filter(|token| token.kind == TokenKind::Word);
        words.any(|word| !seen.insert(&self.text[word.span]))
    }

    /// Whether a line is a board of its own, whatever follows. It could still be the first row of a
    /// board that has all the lowest numbers there. That happens on small boards, and near the goal
    /// that has the blank first: there the tiles of the row lie in order, behind the blank for the most
    /// part.
    fn is_surely_board(&self, line: &Line) -> bool {
        if self.rules.size.is_some() {
            return self.is_board(line);
        }
        if line.digit_rows.is_some() || line.is_doubtful {
            return !line.is_doubtful;
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
    pub(super) fn sized_end(&self, size_line: &Line) -> Sure<usize> {
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
                let whole_board = line.digit_rows.filter(|&all| cells == 0 && all == cells_needed);
                cells += whole_board.unwrap_or(line.cells);
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
    pub(super) fn is_size_line(&self, line: &Line, begins_chunk: bool) -> Sure<bool> {
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
}
