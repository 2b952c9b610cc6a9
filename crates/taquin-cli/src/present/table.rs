//! Tables of text: columns as wide as they need to be, the last ones wrapped to what is left.

use std::io::{self, Write};

/// Writes rows under a heading row. The columns from `wrapped` on share the width that is
/// left, each after its need.
pub fn write_table(
    rows: &[Vec<String>],
    wrapped: usize,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = rows.first().map_or(0, Vec::len);
    let longest = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.len()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..columns).map(longest).collect();
    let gaps = 2 * columns;
    let taken: usize = widths.iter().take(wrapped).sum();
    let left = width.saturating_sub(taken + gaps);
    let wanted: usize = widths.iter().skip(wrapped).sum();
    if wanted > left {
        for width in widths.iter_mut().skip(wrapped) {
            *width = (*width * left / wanted).max(8);
        }
    }
    for row in rows {
        let cells: Vec<Vec<_>> =
            row.iter().zip(&widths).map(|(cell, &width)| textwrap::wrap(cell, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let part = |(cell, width): (&Vec<_>, &usize)| {
                let text: &str = cell.get(line).map_or("", |text: &std::borrow::Cow<'_, str>| text);
                format!("  {text:<width$}")
            };
            let text: String = cells.iter().zip(&widths).map(part).collect();
            writeln!(out, "{}", text.trim_end())?;
        }
    }
    Ok(())
}
