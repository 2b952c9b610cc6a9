//! Tables of pattern databases: what was built, what is kept, whether it is sound, and a partition drawn with
//! lines around the tiles that go together.

use super::paint::Paint;
use std::io::{self, Write};
use taquin::pattern::{Audit, StoredTable};
use taquin_api::patterns::{BuiltTable, CheckedTable, ShownPartitions, Verdict, pattern_letter};
use taquin_api::quantities::{counted, grouped, shown_bytes, shown_time};

/// Writes a line about a table that was built, or was there.
pub fn write_built(table: &BuiltTable<'_>, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    let needs = table.pattern.needs();
    let done = if table.built { "built" } else { "was there" };
    writeln!(
        out,
        "{} {}  {}, 0 to {}, {}, {}",
        paint.good(format!("{done:<9}")),
        table.pattern.picture(),
        counted(needs.positions, "position"),
        counted(table.levels.len() as u64 - 1, "move"),
        shown_bytes(needs.table_bytes),
        shown_time(table.time)
    )
}

/// Writes a line about a table that was checked.
pub fn write_checked(table: &CheckedTable, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    let time = shown_time(table.time);
    let (sound, audit) = match &table.verdict {
        Verdict::Wrong(problem) => return writeln!(out, "{} {problem}", paint.bad("wrong")),
        Verdict::Sound { table, audit } => (table, audit),
    };
    let (picture, positions) = (sound.pattern().picture(), sound.pattern().needs().positions);
    let Some(Audit { near, walks, .. }) = audit else {
        let bytes = shown_bytes(table.bytes);
        return writeln!(
            out,
            "{} {picture}  all of its {bytes} as written, {time}",
            paint.good("sound")
        );
    };
    writeln!(
        out,
        "{} {picture}  {} as in a second retrograde search, {} as in a plain search, {} to the goal, {time}",
        paint.good("right"),
        counted(positions, "position"),
        grouped(*near),
        counted(*walks, "walk"),
    )
}

/// Writes what is kept.
pub fn write_kept(
    kept: &[StoredTable],
    folder: &str,
    paint: Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let bytes: u64 = kept.iter().map(|kept| kept.bytes).sum();
    let count = counted(kept.len() as u64, "table");
    writeln!(out, "{}", paint.heading(format!("{count} in {folder}, {}", shown_bytes(bytes))))?;
    for table in kept {
        let bytes = shown_bytes(table.bytes);
        match &table.pattern {
            Ok(pattern) => {
                let (picture, positions) = (pattern.picture(), pattern.needs().positions);
                let tiles = listed(pattern.tiles());
                writeln!(
                    out,
                    "  {picture}  {} positions  {bytes}  tiles {tiles}",
                    grouped(positions)
                )?;
            }
            Err(error) => writeln!(out, "  {} {error}", paint.bad("wrong"))?,
        }
    }
    Ok(())
}

fn listed(tiles: impl IntoIterator<Item = impl ToString>) -> String {
    tiles.into_iter().map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
}

/// Writes a partition: its picture and what each table takes.
pub fn write_partition(
    partition: &ShownPartitions<'_>,
    paint: Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let size = partition.goal.size();
    let title = format!(
        "{} of {size}: {}",
        partition.name,
        counted(partition.patterns.len() as u64, "pattern")
    );
    writeln!(out, "{}\n", paint.heading(title))?;
    for line in drawn(partition) {
        writeln!(out, "  {line}")?;
    }
    let mut rows =
        vec![["pattern", "tiles", "positions", "table", "to build it", "kept"].map(String::from)];
    for (number, (pattern, kept)) in partition.patterns.iter().zip(&partition.kept).enumerate() {
        let needs = pattern.needs();
        rows.push([
            pattern_letter(number).to_string(),
            listed(partition.tiles(number)),
            grouped(needs.positions),
            shown_bytes(needs.table_bytes),
            shown_bytes(needs.build_bytes),
            if kept.is_some() { "yes" } else { "no" }.to_string(),
        ]);
    }
    let bytes = partition.patterns.iter().map(|pattern| pattern.needs().table_bytes).sum();
    writeln!(out)?;
    for (number, row) in rows.iter().enumerate() {
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let cell = |(column, cell): (usize, &String)| match column {
            2..=4 => format!("  {cell:>width$}", width = width(column)),
            _ => format!("  {cell:<width$}", width = width(column)),
        };
        let line = row.iter().enumerate().map(cell).collect::<String>();
        let line = line.trim_end();
        writeln!(out, "{}", if number == 0 { paint.faint(line) } else { line.to_string() })?;
    }
    writeln!(out, "\n  {} of tables; as a picture: {}", shown_bytes(bytes), partition.letters())
}

/// The goal, with lines between tiles of different patterns and around them all.
fn drawn(partition: &ShownPartitions<'_>) -> Vec<String> {
    let size = partition.goal.size();
    let (rows, cols) = (size.rows(), size.cols());
    let width = (size.cells() - 1).to_string().len() + 2;
    // Row and column 1 are the first of the board: what is around it belongs to no pattern.
    let part = |row: usize, col: usize| {
        let on_board = (1..=rows).contains(&row) && (1..=cols).contains(&col);
        on_board.then(|| partition.picture[(row - 1) * cols + col - 1]).flatten()
    };
    // Lines to the right of a corner and below it.
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
    // Lines that separate nothing are left out.
    let has_something = |line: &String| !line.trim_matches([' ', '│']).is_empty();
    lines
        .iter()
        .filter(|line| has_something(line))
        .map(|line| line.trim_end().to_string())
        .collect()
}

/// By whether a line goes up, down, left and right, in that order from the highest bit.
const CORNERS: [char; 16] =
    [' ', '─', '─', '─', '│', '┌', '┐', '┬', '│', '└', '┘', '┴', '│', '├', '┤', '┼'];
