//! Turns [`Numbers`] into a [`Board`] or an error: first checks the shape, then the values.

use super::divide::Chunk;
use super::error::{ParseError, ParseErrorKind, SizeSource};
use super::format::InputFormat;
use super::phrases::abbreviated;
use super::read::{Numbers, read};
use crate::board::{Board, Size};
use std::ops::Range;

/// Parses a chunk into a board.
pub(super) fn parse_chunk(
    text: &str,
    chunk: &Chunk,
    format: InputFormat,
    size: Option<Size>,
) -> Result<Board, ParseError> {
    let numbers = read(text, chunk, format)?;
    check(text, &numbers, size)
}

fn check(text: &str, numbers: &Numbers, given: Option<Size>) -> Result<Board, ParseError> {
    let size = shape(numbers, given)?;
    let tiles = numbers.list.iter().map(|number| number.value).collect();
    Board::new(size, tiles).map_err(|_| wrong_values(text, numbers, size))
}

fn shape(numbers: &Numbers, given: Option<Size>) -> Result<Size, ParseError> {
    let count = numbers.list.len();
    let rows = numbers.row_ends.len();
    let stated = match &numbers.size_line {
        None => given.map(|size| (size, SizeSource::Given)),
        Some(((rows, cols), place)) => {
            let size = size_of(*rows, *cols, place.clone())?;
            if let Some(given) = given.filter(|given| *given != size) {
                let kind = ParseErrorKind::SizeMismatch {
                    expected: given,
                    by: SizeSource::Given,
                    rows: size.rows(),
                    cols: size.cols(),
                };
                return Err(kind.at(place.clone()));
            }
            Some((size, SizeSource::SizeLine))
        }
    };
    if count == 0 {
        return Err(ParseErrorKind::Empty.at(numbers.span()));
    }
    let cols = equal_cols(numbers, stated.map(|(size, _)| size))?;
    match stated {
        Some((size, _)) if rows == 1 && count == size.cells() => Ok(size),
        Some((size, _)) if (rows, cols) == (size.rows(), size.cols()) => Ok(size),
        Some((expected, by)) => {
            let kind = ParseErrorKind::SizeMismatch { expected, by, rows, cols };
            let error = kind.at(numbers.span());
            Err(match &numbers.size_line {
                Some((_, place)) => error.related(place.clone(), "the size line"),
                None => error,
            })
        }
        None if rows == 1 && count >= 4 => square(numbers),
        None => size_of(rows, cols, numbers.span()),
    }
}

/// Returns the size of a list when no size is given.
fn square(numbers: &Numbers) -> Result<Size, ParseError> {
    let found = numbers.list.len();
    let side = found.isqrt();
    let kind = if numbers.digits && found > 10 && numbers.list.iter().all(|n| n.value < 10) {
        ParseErrorKind::NotSeparated { found }
    } else if side * side != found {
        let has_blank = numbers.list.iter().any(|number| number.value == 0);
        ParseErrorKind::WrongCount { found, has_blank, digits: numbers.digits }
    } else {
        return size_of(side, side, numbers.span());
    };
    Err(kind.at(numbers.span()))
}

fn size_of(rows: usize, cols: usize, span: Range<usize>) -> Result<Size, ParseError> {
    Size::new(rows, cols).map_err(|_| {
        let too_small = rows.min(cols) < 2;
        let kind = if too_small {
            ParseErrorKind::TooSmall { rows, cols }
        } else {
            ParseErrorKind::TooLarge { rows, cols }
        };
        kind.at(span)
    })
}

/// Returns the number of numbers in each row, or an error for the row that differs from the others.
fn equal_cols(numbers: &Numbers, size: Option<Size>) -> Result<usize, ParseError> {
    let row = |index: usize| {
        let start = if index == 0 { 0 } else { numbers.row_ends[index - 1] };
        start..numbers.row_ends[index]
    };
    let rows = numbers.row_ends.len();
    let known = size.map(Size::cols).and_then(|cols| (0..rows).find(|&r| row(r).len() == cols));
    // Without a size the first row is the reference, unless the next two agree against it.
    let first_differs = rows > 2 && row(1).len() == row(2).len() && row(0).len() != row(1).len();
    let measure = known.unwrap_or(usize::from(first_differs));
    let cols = row(measure).len();
    let Some(ragged) = (0..rows).find(|&r| row(r).len() != cols) else { return Ok(cols) };
    let place = |index: usize| {
        let cells = &numbers.list[row(index)];
        cells[0].span.start..cells[cells.len() - 1].span.end
    };
    let kind = ParseErrorKind::RaggedRows {
        row: ragged + 1,
        found: row(ragged).len(),
        other_row: measure + 1,
        expected: cols,
    };
    let note = format!("row {} has {cols}", measure + 1);
    Err(kind.at(place(ragged)).related(place(measure), note))
}

/// Returns an error for the number that is out of range or occurs twice, with the missing numbers.
fn wrong_values(text: &str, numbers: &Numbers, size: Size) -> ParseError {
    let cells = size.cells();
    let mut first_place = vec![None; cells];
    let mut out_of_range = Vec::new();
    let mut duplicate = None;
    for (index, number) in numbers.list.iter().enumerate() {
        match first_place.get_mut(usize::from(number.value)) {
            None => out_of_range.push(number),
            Some(Some(first)) => duplicate = duplicate.or(Some((number, *first))),
            Some(slot) => *slot = Some(index),
        }
    }
    let is_missing = |&number: &u16| first_place[usize::from(number)].is_none();
    let missing: Vec<u16> = (0..cells as u16).filter(is_missing).collect();
    if let Some(number) = out_of_range.first() {
        let one_too_high = out_of_range.len() == 1 && usize::from(number.value) == cells;
        let kind = if one_too_high && missing == [0] {
            ParseErrorKind::BlankMissing { size }
        } else {
            let mut shown = abbreviated(&text[number.span.clone()]);
            if numbers.digits && number.value > 9 {
                shown += &format!(" (which is {})", number.value);
            }
            ParseErrorKind::OutOfRange { number: shown, size, missing }
        };
        return kind.at(number.span.clone());
    }
    let Some((number, first)) = duplicate else {
        return ParseErrorKind::Empty.at(numbers.span());
    };
    let times = numbers.list.iter().filter(|other| other.value == number.value).count();
    let tile = number.value;
    let note = if tile == 0 { "first blank".to_string() } else { format!("first {tile}") };
    let kind = ParseErrorKind::Duplicate { tile, times, missing, size };
    kind.at(number.span.clone()).related(numbers.list[first].span.clone(), note)
}
