//! Prints the tables of pattern databases that were built, stored or checked, and a partition drawn with lines
//! around the tiles of each pattern.

use super::table::{Column, Table};
use crate::prose::filled;
use crate::terminal::Terminal;
use std::io::{self, Write};
use taquin::pattern::Audit;
use taquin::store::StoredTable;
use taquin_api::patterns::{
    BuiltTable, CheckedTable, ShownPartitions, TableVerdict, pattern_letter,
};
use taquin_api::quantities::{counted, grouped, shown_bytes, shown_time};

/// Writes a line, wrapped if it is too long.
fn write_text(text: &str, terminal: Terminal, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", filled(text, terminal.columns, "", "    "))
}

/// Writes a line about a table that was built, or existed before.
pub fn write_built(
    table: &BuiltTable<'_>,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let needs = table.pattern.needs();
    let done = if table.built { "built" } else { "was there" };
    let text = format!(
        "{} {}  {}, 0 to {}, {}, {}",
        terminal.paint.good(format!("{done:<9}")),
        table.pattern.picture(),
        counted(needs.positions, "position"),
        counted(table.levels.len() as u64 - 1, "move"),
        shown_bytes(needs.table_bytes),
        shown_time(table.time)
    );
    write_text(&text, terminal, out)
}

/// Writes a line about a table that was checked.
pub fn write_checked(
    table: &CheckedTable,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (time, paint) = (shown_time(table.time), terminal.paint);
    let text = match &table.verdict {
        TableVerdict::Wrong(problem) => format!("{} {problem}", paint.bad("wrong")),
        TableVerdict::Sound { table: sound, audit: None } => {
            let (picture, bytes) = (sound.pattern().picture(), shown_bytes(table.bytes));
            format!("{} {picture}  all of its {bytes} as written, {time}", paint.good("sound"))
        }
        TableVerdict::Sound { table: sound, audit: Some(Audit { near, walks, .. }) } => format!(
            "{} {}  {} as in a second retrograde search, {} as in a plain search, {} to the goal, {time}",
            paint.good("right"),
            sound.pattern().picture(),
            counted(sound.pattern().needs().positions, "position"),
            grouped(*near),
            counted(*walks, "walk"),
        ),
    };
    write_text(&text, terminal, out)
}

/// Writes the list of stored tables.
pub fn write_stored(
    tables: &[StoredTable],
    folder: &str,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let bytes: u64 = tables.iter().map(|table| table.bytes).sum();
    let count = counted(tables.len() as u64, "table");
    let heading = format!("{count} in {folder}, {} on disk", shown_bytes(bytes));
    write_text(&terminal.paint.heading(heading), terminal, out)?;
    let mut table = Table::new(vec![
        Column::name("pattern"),
        Column::number("positions"),
        Column::number("table"),
        Column::name("tiles").left_out(0),
    ]);
    for pattern in tables.iter().flat_map(|table| &table.pattern) {
        let needs = pattern.needs();
        let (positions, bytes) = (grouped(needs.positions), shown_bytes(needs.table_bytes));
        table.add([pattern.picture(), positions, bytes, listed(pattern.tiles())]);
    }
    if tables.iter().any(|table| table.pattern.is_ok()) {
        table.write(terminal.columns, terminal.paint, out)?;
    }
    for error in tables.iter().filter_map(|table| table.pattern.as_ref().err()) {
        write_text(&format!("  {} {error}", terminal.paint.bad("wrong")), terminal, out)?;
    }
    Ok(())
}

fn listed(tiles: impl IntoIterator<Item = impl ToString>) -> String {
    tiles.into_iter().map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
}

/// Writes a partition: its picture, and the size of each table.
pub fn write_partition(
    partition: &ShownPartitions<'_>,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let size = partition.goal.size();
    let patterns = counted(partition.patterns.len() as u64, "pattern");
    let title = format!("{} of {size}: {patterns}", partition.name);
    write_text(&terminal.paint.heading(title), terminal, out)?;
    writeln!(out)?;
    for line in drawn(partition) {
        writeln!(out, "  {line}")?;
    }
    let mut table = Table::new(vec![
        Column::name("pattern"),
        Column::name("tiles").left_out(1),
        Column::number("positions"),
        Column::number("table"),
        Column::number("to build it").left_out(0),
        Column::name("kept"),
    ]);
    for (number, (pattern, kept)) in partition.patterns.iter().zip(&partition.kept).enumerate() {
        let needs = pattern.needs();
        table.add([
            pattern_letter(number).to_string(),
            listed(partition.tiles(number)),
            grouped(needs.positions),
            shown_bytes(needs.table_bytes),
            shown_bytes(needs.build_bytes),
            if kept.is_some() { "yes" } else { "no" }.to_string(),
        ]);
    }
    writeln!(out)?;
    table.write(terminal.columns, terminal.paint, out)?;
    let bytes = partition.patterns.iter().map(|pattern| pattern.needs().table_bytes).sum();
    let letters = partition.letters();
    let text = format!("{} of tables; as a picture: {letters}", shown_bytes(bytes));
    writeln!(out, "\n{}", filled(&text, terminal.columns, "  ", "  "))
}

/// Draws the goal, with lines between tiles of different patterns and around the board.
fn drawn(partition: &ShownPartitions<'_>) -> Vec<String> {
    let size = partition.goal.size();
    let (rows, cols) = (size.rows(), size.cols());
    let width = (size.cells() - 1).to_string().len() + 2;
    // Row and column 1 are the first of the board; cells around it belong to no pattern.
    let part = |row: usize, col: usize| {
        let on_board = (1..=rows).contains(&row) && (1..=cols).contains(&col);
        on_board.then(|| partition.picture[(row - 1) * cols + col - 1]).flatten()
    };
    // Whether there is a line to the right of a corner, and below it.
    let right = |row: usize, col: usize| part(row, col + 1) != part(row + 1, col + 1);
    let below = |row: usize, col: usize| part(row + 1, col) != part(row + 1, col + 1);
    let corner = |row: usize, col: usize| {
        let up = row > 0 && below(row - 1, col);
        let left = col > 0 && right(row, col - 1);
        let lines = [up, below(row, col) && row < rows, left, right(row, col) && col < cols];
        CORNERS[lines.iter().fold(0, |index, &line| 2 * index + usize::from(line))]
    };
    let mut lines = Vec::new();
    for row in 0..=rows {
        let edge = |col: usize| {
            let line = if col < cols && right(row, col) { "─" } else { " " };
            format!("{}{}", corner(row, col), line.repeat(if col < cols { width } else { 0 }))
        };
        lines.push((0..=cols).map(edge).collect::<String>());
        if row < rows {
            let cell = |col: usize| {
                let line = if below(row, col) { '│' } else { ' ' };
                let tile = partition.goal.tiles().get(row * cols + col).filter(|_| col < cols);
                let text = tile.filter(|&&tile| tile != 0).map_or(String::new(), u16::to_string);
                let number = width - 2;
                format!(
                    "{line}{}",
                    if col < cols { format!(" {text:>number$} ") } else { String::new() }
                )
            };
            lines.push((0..=cols).map(cell).collect::<String>());
        }
    }
    // Lines of text without any separator are left out.
    let has_something = |line: &String| !line.trim_matches([' ', '│']).is_empty();
    lines
        .iter()
        .filter(|line| has_something(line))
        .map(|line| line.trim_end().to_string())
        .collect()
}

/// Corners, indexed by whether a line goes up, down, left and right, in that order from the highest bit.
const CORNERS: [char; 16] =
    [' ', '─', '─', '─', '│', '┌', '┐', '┬', '│', '└', '┘', '┴', '│', '├', '┤', '┼'];
