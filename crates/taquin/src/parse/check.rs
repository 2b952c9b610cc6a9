//! Turns [`Numbers`] into a [`Board`] or an error: first checks the shape, then the values.

use super::divide::{Chunk, Rules};
use super::error::{ParseError, ParseErrorKind as Kind, SizeSource};
use super::phrases::abbreviated;
use super::read::Numbers;
use crate::board::{Board, Size};
use std::ops::Range;

/// Parses a chunk into a board.
pub(super) fn parse_chunk(
    text: &str,
    chunk: &Chunk<'_>,
    rules: Rules,
) -> Result<Board, ParseError> {
    let numbers = Numbers::read(text, chunk, rules.format)?;
    let size = shape(&numbers, rules.size)?;
    let tiles = numbers.list.iter().map(|number| number.value).collect();
    Board::new(size, tiles).map_err(|_| wrong_values(&numbers, size))
}

fn shape(numbers: &Numbers<'_>, given: Option<Size>) -> Result<Size, ParseError> {
    let count = numbers.list.len();
    let rows = numbers.row_ends.len();
    let stated = match &numbers.size_line {
        None => given.map(|size| (size, SizeSource::Given)),
        Some(((rows, cols), place)) => {
            let size = size_of(*rows, *cols, place.clone())?;
            if let Some(expected) = given.filter(|given| *given != size) {
                let (by, rows, cols) = (SizeSource::Given, size.rows(), size.cols());
                return Err(Kind::SizeMismatch { expected, by, rows, cols }.at(place.clone()));
            }
            Some((size, SizeSource::SizeLine))
        }
    };
    if count == 0 {
        return Err(Kind::Empty.at(numbers.span()));
    }
    let cols = equal_cols(numbers, stated.map(|(size, _)| size))?;
    match stated {
        Some((size, _)) if rows == 1 && count == size.cells() => Ok(size),
        Some((size, _)) if (rows, cols) == (size.rows(), size.cols()) => Ok(size),
        Some((expected, by)) => {
            let kind = Kind::SizeMismatch { expected, by, rows, cols };
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
fn square(numbers: &Numbers<'_>) -> Result<Size, ParseError> {
    let found = numbers.list.len();
    let side = found.isqrt();
    let kind = if numbers.are_digits() && found > 10 && numbers.list.iter().all(|n| n.value < 10) {
        Kind::NotSeparated { found }
    } else if side * side != found {
        let has_blank = numbers.list.iter().any(|number| number.value == 0);
        Kind::WrongCount { found, has_blank, digits: numbers.are_digits() }
    } else {
        return size_of(side, side, numbers.span());
    };
    Err(kind.at(numbers.span()))
}

fn size_of(rows: usize, cols: usize, span: Range<usize>) -> Result<Size, ParseError> {
    Size::new(rows, cols).map_err(|_| {
        let too_small = rows.min(cols) < 2;
        let kind =
            if too_small { Kind::TooSmall { rows, cols } } else { Kind::TooLarge { rows, cols } };
        kind.at(span)
    })
}

/// Returns the number of numbers in each row, or an error for the row that differs from the others.
fn equal_cols(numbers: &Numbers<'_>, size: Option<Size>) -> Result<usize, ParseError> {
    let length = |index: usize| numbers.row(index).len();
    let rows = numbers.row_ends.len();
    let known = size.map(Size::cols).and_then(|cols| (0..rows).find(|&row| length(row) == cols));
    // Without a size the first row is the reference, unless the next two agree against it.
    let first_differs = rows > 2 && length(1) == length(2) && length(0) != length(1);
    let measure = known.unwrap_or(usize::from(first_differs));
    let cols = length(measure);
    let Some(ragged) = (0..rows).find(|&row| length(row) != cols) else { return Ok(cols) };
    let place = |index: usize| {
        let cells = numbers.row(index);
        cells[0].span.start..cells[cells.len() - 1].span.end
    };
    let kind = Kind::RaggedRows {
        row: ragged + 1,
        found: length(ragged),
        other_row: measure + 1,
        expected: cols,
    };
    let note = format!("row {} has {cols}", measure + 1);
    Err(kind.at(place(ragged)).related(place(measure), note))
}

/// Returns an error for the number that is out of range or occurs twice, with the missing numbers.
fn wrong_values(numbers: &Numbers<'_>, size: Size) -> ParseError {
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
            Kind::BlankMissing { size }
        } else {
            let mut shown = abbreviated(&numbers.text[number.span.clone()]);
            if numbers.are_digits() && number.value > 9 {
                shown += &format!(" (which is {})", number.value);
            }
            Kind::OutOfRange { number: shown, size, missing }
        };
        return kind.at(number.span.clone());
    }
    let Some((number, first)) = duplicate else {
        return Kind::Empty.at(numbers.span());
    };
    let times = numbers.list.iter().filter(|other| other.value == number.value).count();
    let tile = number.value;
    let note = if tile == 0 { "first blank".to_string() } else { format!("first {tile}") };
    let kind = Kind::Duplicate { tile, times, missing, size };
    kind.at(number.span.clone()).related(numbers.list[first].span.clone(), note)
}
