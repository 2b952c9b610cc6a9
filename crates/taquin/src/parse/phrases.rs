//! Parts of sentences about a text: numbers with their nouns, names of tiles, what is missing.

use crate::board::Size;

/// Returns the most nearly square size with this many cells, if there is any.
pub(super) fn nearest_size(cells: usize) -> Option<Size> {
    let rows = (2..=cells.isqrt()).rev().find(|rows| cells % rows == 0)?;
    Size::new(rows, cells / rows).ok()
}

pub(super) fn which_board(count: usize) -> &'static str {
    match nearest_size(count) {
        Some(_) => "square board, and no size is given",
        None => "board of any size",
    }
}

pub(super) fn digits_or_numbers(digits: bool) -> &'static str {
    if digits { "digits" } else { "numbers" }
}

pub(super) fn tile_name(tile: u16) -> String {
    if tile == 0 { "the blank".to_string() } else { format!("tile {tile}") }
}

pub(super) fn times_name(times: usize) -> String {
    if times == 2 { "twice".to_string() } else { format!("{times} times") }
}

pub(super) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

pub(super) fn shown_size(expected: Size, rows: usize, cols: usize) -> String {
    if rows == 1 {
        format!("which is {} numbers, but here {}", expected.cells(), are(cols))
    } else {
        format!("but the text shows {rows}x{cols}")
    }
}

pub(super) fn are(number: usize) -> String {
    if number == 1 { "is 1".to_string() } else { format!("are {number}") }
}

pub(super) fn missing_names(missing: &[u16]) -> String {
    let names: Vec<String> = missing
        .iter()
        .map(|number| if *number == 0 { "the blank 0".to_string() } else { number.to_string() })
        .collect();
    listed(&names)
}

pub(super) fn are_missing(missing: &[u16]) -> String {
    let verb = if missing.len() == 1 { "is" } else { "are" };
    format!("{} {verb} missing", missing_names(missing))
}

pub(super) fn missing_ones(missing: &[u16]) -> String {
    let ones_are = if missing.len() == 1 { "one is" } else { "ones are" };
    format!("the missing {ones_are} {}", missing_names(missing))
}

/// Formats a list as `a, b and c`, or the first few `and 7 more`.
pub(super) fn listed(names: &[String]) -> String {
    const SHOWN: usize = 5;
    match names {
        [] => "none".to_string(),
        [name] => name.clone(),
        [first @ .., last] if names.len() <= SHOWN + 1 => {
            format!("{} and {last}", first.join(", "))
        }
        _ => format!("{} and {} more", names[..SHOWN].join(", "), names.len() - SHOWN),
    }
}

/// Shortens a word for a message and escapes control characters.
pub(super) fn abbreviated(word: &str) -> String {
    const SHOWN: usize = 20;
    let start: String = word.chars().take(SHOWN).collect();
    let more = if start.len() < word.len() { "..." } else { "" };
    format!("{}{more}", start.escape_debug())
}

/// Returns the edit distance: how many characters to insert, delete or replace to turn one word into the other.
pub(super) fn edit_distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=a.chars().count()).collect();
    for (line, b) in b.chars().enumerate() {
        let mut diagonal = line;
        row[0] = line + 1;
        for (column, a) in a.chars().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[a.chars().count()]
}
