//! Where a board written on lines ends: whether consecutive lines are its rows or a board each, and which line gives
//! the size of the rows below it.

use super::check::parse_chunk;
use super::divide::{Chunk, Chunks, Form, LineBlock};
use super::line::{Line, size_numbers};
use super::phrases::nearest_size;
use super::token::{TokenKind, Tokens};
use super::words::Survey;
use crate::board::{Board, MAX_SIDE, Size};
use rustc_hash::FxHashSet;
use std::iter;
use std::ops::Range;

impl<'t> Chunks<'t> {
    /// Returns the lines from a position on.
    fn lines(&self, mut at: usize) -> impl Iterator<Item = Line<'t>> {
        iter::from_fn(move || {
            let line = self.line(at)?;
            at = line.next;
            Some(line)
        })
    }

    /// Returns a line and those below it, up to a blank one.
    fn block(&self, first: &Line<'t>) -> impl Iterator<Item = Line<'t>> {
        let lines = iter::once(first.clone()).chain(self.lines(first.next));
        lines.take_while(|line| !line.is_blank())
    }

    /// Returns the end of the last line before a blank one.
    pub(super) fn block_end(&self, first: &Line<'t>) -> usize {
        let (mut end, mut cells) = (first.span.end, 0);
        for line in self.block(first) {
            end = line.span.end;
            cells += line.survey.cells();
            if self.is_whole(first, end, cells) {
                break;
            }
        }
        end
    }

    /// Returns the end of a line that is a board, or of the lines that together are the rows of one.
    pub(super) fn row_or_board_end(&mut self, first: &Line<'t>) -> usize {
        let mut block = LineBlock::Unknown;
        let mut end = first.span.end;
        let (mut count, mut cells, mut any_valid) = (0, 0, false);
        // Lines that are certainly boards, and all that look like one.
        let (mut boards, mut likely) = (0, 0);
        let is_first_board = self.rules.many && self.is_surely_board(first);
        let together = |line: &Line<'t>| !is_first_board && !line.survey.has_marks();
        for line in self.block(first).take_while(together) {
            end = line.span.end;
            count += 1;
            cells += line.survey.cells();
            let is_board = self.is_board(&line.survey);
            boards += usize::from(is_board && !self.is_doubtful(&line.survey));
            likely += usize::from(is_board);
            if !self.rules.many {
                continue;
            }
            any_valid = any_valid || is_board && self.line_board(&line).is_some();
            // Rows share one blank, so these are boards, even if some are invalid. A board does not contain the same
            // number twice either.
            let most = |lines: usize| lines > 1 && lines * 2 > count;
            let repeats = || self.repeats(&(first.span.start..end));
            if any_valid && (most(boards) || most(likely) && repeats()) {
                break;
            }
            if self.is_whole(first, end, cells) {
                return end;
            }
            if count > MAX_SIDE {
                block = LineBlock::TooLarge;
                break;
            }
        }
        let are_boards = || {
            likely * 2 > count && self.valid_board(&(first.span.start..end), Form::Rows).is_none()
        };
        if is_first_board || count > 1 && (boards * 2 > count || are_boards()) {
            block = LineBlock::Boards;
            end = first.span.end;
        }
        self.position.block = block;
        end
    }

    /// Returns whether a line looks like a board of its own.
    fn is_board(&self, line: &Survey<'t>) -> bool {
        let (cells, digit_rows) = (line.cells(), line.digit_rows());
        match self.rules.size.map(Size::cells) {
            Some(needed) => cells == needed || digit_rows == Some(needed),
            None => digit_rows.is_some() || line.has_blank() && nearest_size(cells).is_some(),
        }
    }

    /// Returns whether a line that looks like a board may be a row of one. A given size decides.
    fn is_doubtful(&self, line: &Survey<'t>) -> bool {
        line.is_doubtful() && self.rules.size.is_none()
    }

    /// Returns whether a line is a board of its own, whatever follows. It could still be the first row of a board that
    /// has all the lowest numbers there. That happens on small boards, and near the goal with the blank first: there
    /// the tiles of the row are in order, mostly after the blank.
    fn is_surely_board(&self, line: &Line<'t>) -> bool {
        if self.rules.size.is_some() {
            return self.is_board(&line.survey);
        }
        if line.survey.is_doubtful() || line.survey.digit_rows().is_some() {
            return !line.survey.is_doubtful();
        }
        let is_row = |board: &Board| {
            let cells = board.tiles().len();
            let in_order = board.tiles().iter().filter(|&&tile| tile != 0).is_sorted();
            cells < 9 || in_order && board.blank() <= cells / 2
        };
        self.is_board(&line.survey)
            && self
                .valid_board(&line.span, Form::Line(line.survey))
                .is_some_and(|board| !is_row(&board))
    }

    /// Returns whether the lines up to a position are a valid board of the given size, so that nothing can follow.
    fn is_whole(&self, first: &Line<'t>, end: usize, cells: usize) -> bool {
        self.rules.many
            && self.rules.size.is_some_and(|size| size.cells() == cells)
            && self.valid_board(&(first.span.start..end), Form::Rows).is_some()
    }

    /// Returns the board on a line, if it is valid.
    fn line_board(&self, line: &Line<'t>) -> Option<Board> {
        self.valid_board(&line.span, Form::Line(line.survey))
    }

    /// Returns the board in a part of the text, if it is valid.
    fn valid_board(&self, span: &Range<usize>, form: Form<'t>) -> Option<Board> {
        let chunk = Chunk { span: span.clone(), form };
        parse_chunk(self.text, &chunk, self.rules).ok()
    }

    /// Returns the words of a part of the text.
    fn words(&self, span: &Range<usize>) -> impl Iterator<Item = &str> {
        let tokens = Tokens::within(self.text, span);
        tokens.filter(|token| token.kind == TokenKind::Word).map(|word| word.text)
    }

    /// Returns whether a word occurs twice in a part of the text.
    fn repeats(&self, span: &Range<usize>) -> bool {
        let mut seen = FxHashSet::default();
        !self.words(span).all(|word| seen.insert(word))
    }

    /// Returns the end of the rows below a size line: the end of the block, or of enough rows if that is later.
    pub(super) fn sized_end(&self, size_line: &Line<'t>) -> usize {
        let size = size_numbers(self.text, &size_line.span);
        let needed = size.map_or(0, |(rows, cols)| Size::new(rows, cols).map_or(0, Size::cells));
        let (mut end, mut cells, mut after_blank) = (size_line.span.end, 0, false);
        for line in self.lines(size_line.next) {
            let enough = cells >= needed;
            let too_much = after_blank && cells + line.survey.cells() > needed;
            if line.is_blank() && enough || line.survey.has_marks() || too_much {
                break;
            }
            if (enough || after_blank) && self.is_size_line(&line, false) {
                break;
            }
            after_blank = line.is_blank();
            if after_blank {
                continue;
            }
            let whole_board = line.survey.digit_rows().filter(|&all| cells == 0 && all == needed);
            cells += whole_board.unwrap_or(line.survey.cells());
            end = line.span.end;
            let span = size_line.span.start..end;
            if self.rules.many && cells == needed && self.valid_board(&span, Form::Sized).is_some()
            {
                break;
            }
        }
        end
    }

    /// Returns whether a line is the size of the rows below it, and not a row itself.
    pub(super) fn is_size_line(&self, line: &Line<'t>, begins_chunk: bool) -> bool {
        let Some((rows, cols)) = size_numbers(self.text, &line.span) else { return false };
        let fits = |row: &Line<'t>| [cols, rows * cols].contains(&row.survey.cells());
        // If rows of two are wanted, two numbers are a row, unless they are exactly that size.
        let is_row = |size: Size| size.cols() == 2 && (size.rows(), 2) != (rows, cols);
        if self.rules.many && line.survey.words == 2 && self.rules.size.is_some_and(is_row) {
            return false;
        }
        let Some(first) = self.lines(line.next).find(|line| !line.is_blank()) else { return false };
        if line.survey.words == 1 {
            // No board has rows of one number, so this is a size even if the rows are wrong; but not if it is the first
            // of many rows of digits, or above lines that are boards.
            return match first.survey.words {
                _ if first.survey.has_marks() => false,
                1 => fits(&first) && first.survey.cells() != line.survey.cells(),
                _ => fits(&first) || !self.is_board(&first.survey),
            };
        }
        let fits_alone = |row: &Line<'t>| !row.is_blank() && row.survey.cells() != 2 && fits(row);
        if fits_alone(&first) || self.line(first.next).as_ref().is_some_and(fits_alone) {
            return true;
        }
        // Two numbers above rows of two look like a row, but in a row no number would be repeated.
        if !begins_chunk || cols != 2 {
            return false;
        }
        let (mut count, mut end) = (0, line.next);
        for row in self.lines(line.next).take_while(|line| !line.is_blank()) {
            if row.survey.cells() != 2 || count == rows {
                return false;
            }
            count += 1;
            end = row.span.end;
        }
        count == rows && self.words(&(line.next..end)).any(|word| word == "2")
    }
}
