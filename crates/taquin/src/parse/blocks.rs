//! Where a board written on lines ends: whether consecutive lines are its rows or a board each, and which line gives
//! the size of the rows below it.

use super::check::parse_chunk;
use super::divide::{Chunk, Chunks, Form, LineBlock, Sure};
use super::line::{Line, size_numbers};
use super::phrases::nearest_size;
use super::token::{TokenKind, Tokens};
use crate::board::{Board, MAX_SIDE, Size};
use rustc_hash::FxHashSet;
use std::ops::Range;

impl Chunks<'_> {
    /// Returns the end of the last line before a blank one.
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

    /// Returns the end of a line that is a board, or of the lines that together are the rows of one.
    pub(super) fn row_or_board_end(&mut self, first: &Line) -> Sure<usize> {
        if self.rules.many && self.is_surely_board(first) {
            self.position.block = LineBlock::Boards;
            return Some(first.span.end);
        }
        let (mut end, mut at) = (first.span.end, first.span.start);
        let (mut count, mut cells, mut any_valid) = (0, 0, false);
        // Lines that are certainly boards, and all that look like one.
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
            any_valid = any_valid || is_board && self.valid_board(&line.span, Form::Rows).is_some();
            // Rows share one blank, so these are boards, even if some are invalid.
            if boards > 1 && boards * 2 > count && any_valid {
                break;
            }
            // A board does not contain the same number twice either.
            if likely > 1
                && likely * 2 > count
                && any_valid
                && self.repeats(&(first.span.start..end))
            {
                break;
            }
            if self.is_whole(first, end, cells) {
                return Some(end);
            }
            if count > MAX_SIDE {
                self.position.block = LineBlock::TooLarge;
                break;
            }
        }
        let are_boards = || {
            likely * 2 > count && self.valid_board(&(first.span.start..end), Form::Rows).is_none()
        };
        if count > 1 && (boards * 2 > count || are_boards()) {
            self.position.block = LineBlock::Boards;
            return Some(first.span.end);
        }
        Some(end)
    }

    /// Returns whether a line looks like a board of its own.
    fn is_board(&self, line: &Line) -> bool {
        match self.rules.size {
            Some(size) => [Some(line.cells), line.digit_rows].contains(&Some(size.cells())),
            None => {
                line.digit_rows.is_some() || line.has_blank && nearest_size(line.cells).is_some()
            }
        }
    }

    /// Returns whether a line that looks like a board may be a row of one. A given size decides.
    fn is_doubtful(&self, line: &Line) -> bool {
        line.is_doubtful && self.rules.size.is_none()
    }

    /// Returns whether a word occurs twice in a part of the text.
    fn repeats(&self, span: &Range<usize>) -> bool {
        let mut seen = FxHashSet::default();
        let mut words =
            Tokens::within(self.text, span).filter(|token| token.kind == TokenKind::Word);
        words.any(|word| !seen.insert(&self.text[word.span]))
    }

    /// Returns whether a line is a board of its own, whatever follows. It could still be the first row of a board that
    /// has all the lowest numbers there. That happens on small boards, and near the goal with the blank first: there
    /// the tiles of the row are in order, mostly after the blank.
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
            && self.valid_board(&line.span, Form::Rows).is_some_and(|board| !is_row(&board))
    }

    /// Returns whether the lines up to a position are a valid board of the given size, so that nothing can follow.
    fn is_whole(&self, first: &Line, end: usize, cells: usize) -> bool {
        self.rules.many
            && self.rules.size.is_some_and(|size| size.cells() == cells)
            && self.valid_board(&(first.span.start..end), Form::Rows).is_some()
    }

    /// Returns the board in a part of the text, if it is valid.
    fn valid_board(&self, span: &Range<usize>, form: Form) -> Option<Board> {
        let chunk = Chunk { span: span.clone(), form };
        parse_chunk(self.text, &chunk, self.rules.format, self.rules.size).ok()
    }

    /// Returns the end of the rows below a size line: the end of the block, or of enough rows if that is later.
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
                if whole && self.valid_board(&span, Form::Sized).is_some() {
                    break;
                }
            }
        }
        Some(end)
    }

    /// Returns whether a line is the size of the rows below it, and not a row itself.
    pub(super) fn is_size_line(&self, line: &Line, begins_chunk: bool) -> Sure<bool> {
        let Some((rows, cols)) = size_numbers(self.text, &line.span) else { return Some(false) };
        let fits = |row: &Line| [cols, rows * cols].contains(&row.cells);
        // If rows of two are wanted, two numbers are a row, unless they are exactly that size.
        let is_row = |size: Size| size.cols() == 2 && (size.rows(), 2) != (rows, cols);
        if self.rules.many && line.words == 2 && self.rules.size.is_some_and(is_row) {
            return Some(false);
        }
        let Some(first) = self.text_line(line.next)? else { return Some(false) };
        if line.words == 1 {
            // No board has rows of one number, so this is a size even if the rows are wrong; but not if it is the first
            // of many rows of digits, or above lines that are boards.
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
        // Two numbers above rows of two look like a row, but in a row no number would be repeated.
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
