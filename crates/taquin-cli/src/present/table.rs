//! Text tables that fit the columns of a terminal, each as wide as it needs to be.
//!
//! If there is too little room, first the columns of wrappable text are made narrower, then columns are left out in
//! their given order. If the required columns are still too wide, the table is transposed: every row becomes a name
//! with its values below. A cell that is not wrappable is never broken.

use crate::prose::wrapped;
use crate::terminal::Paint;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// The default minimum width of wrapped text; narrower text is hard to read.
const NARROWEST_TEXT: usize = 28;

/// Marks the best value of a column.
pub const BEST: char = '*';

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// Its heading, on two lines.
    heading: [&'a str; 2],
    kind: ColumnKind,
    /// Its rank among the columns to leave out, the least first; `None` if it is required.
    left_out: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnKind {
    /// Names, left-aligned.
    Name,
    /// Text, which may be wrapped, but into no fewer columns than `least`.
    Text { least: usize },
    /// Numbers, right-aligned.
    Number,
    /// Numbers of which one may be the best, with a mark after it.
    Measure,
}

impl<'a> Column<'a> {
    /// Creates a column of names, left-aligned.
    pub fn name(heading: &'a str) -> Column<'a> {
        Column { heading: ["", heading], kind: ColumnKind::Name, left_out: None }
    }

    /// Creates a column of text, which may be wrapped.
    pub fn text(heading: &'a str) -> Column<'a> {
        Column { kind: ColumnKind::Text { least: NARROWEST_TEXT }, ..Column::name(heading) }
    }

    /// Creates a column of text, which may be wrapped into no fewer columns than `least`.
    pub fn text_of(heading: &'a str, least: usize) -> Column<'a> {
        Column { kind: ColumnKind::Text { least }, ..Column::name(heading) }
    }

    /// Creates a column of numbers, right-aligned.
    pub fn number(heading: &'a str) -> Column<'a> {
        Column { kind: ColumnKind::Number, ..Column::name(heading) }
    }

    /// Creates a column of numbers of which one may be the best.
    pub fn measure(heading: [&'a str; 2]) -> Column<'a> {
        Column { heading, kind: ColumnKind::Measure, left_out: None }
    }

    /// Allows the column to be left out if there is too little room: the least `order` first.
    pub fn left_out(self, order: usize) -> Column<'a> {
        Column { left_out: Some(order), ..self }
    }

    /// Returns the heading on one line.
    fn title(&self) -> String {
        self.heading.join(" ").trim().to_string()
    }

    /// Returns the widths of the margins before and after a cell.
    fn margins(&self) -> (usize, usize) {
        if self.kind == ColumnKind::Measure { (1, 1) } else { (2, 0) }
    }

    fn least_width(&self, natural: usize) -> usize {
        match self.kind {
            ColumnKind::Text { least } => natural.min(least),
            _ => natural,
        }
    }
}

/// A field of a table.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// Whether it is the best of its column.
    pub best: bool,
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell { text: text.into(), best: false }
    }
}

/// Rows under headings.
#[derive(Debug)]
pub struct Table<'a> {
    columns: Vec<Column<'a>>,
    rows: Vec<Vec<Cell>>,
}

impl<'a> Table<'a> {
    /// Creates a table without rows.
    pub fn new(columns: Vec<Column<'a>>) -> Table<'a> {
        Table { columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn add(&mut self, row: impl IntoIterator<Item = impl Into<Cell>>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// Writes the table within this many columns; returns the headings of the columns that were left out.
    pub fn write(
        &self,
        columns: usize,
        paint: Paint,
        out: &mut dyn Write,
    ) -> io::Result<Vec<String>> {
        let natural: Vec<usize> =
            (0..self.columns.len()).map(|at| self.natural_width(at)).collect();
        let Some(shown) = self.fitting(&natural, columns) else {
            self.write_transposed(columns, paint, out)?;
            return Ok(Vec::new());
        };
        let widths = self.distribute(&shown, &natural, columns);
        self.write_headings(&shown, &widths, paint, out)?;
        for row in &self.rows {
            self.write_row(row, &shown, &widths, paint, out)?;
        }
        let is_left_out = |at: &usize| !shown.contains(at);
        Ok((0..self.columns.len()).filter(is_left_out).map(|at| self.columns[at].title()).collect())
    }

    /// Returns the width that a column needs to show everything on one line.
    fn natural_width(&self, at: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.text.width());
        let headings = self.columns[at].heading.iter().map(|heading| heading.width());
        cells.chain(headings).max().unwrap_or(0)
    }

    /// Returns the columns that fit, or `None` if even the required ones are too wide.
    fn fitting(&self, natural: &[usize], columns: usize) -> Option<Vec<usize>> {
        let mut shown: Vec<usize> = (0..self.columns.len()).collect();
        loop {
            let least = |&at: &usize| self.columns[at].least_width(natural[at]);
            if self.width_of(&shown, least) <= columns {
                return Some(shown);
            }
            let droppable = shown.iter().filter_map(|&at| Some((self.columns[at].left_out?, at)));
            let (_, first) = droppable.min()?;
            shown.retain(|&at| at != first);
        }
    }

    /// Returns the total width of columns, with their margins.
    fn width_of(&self, shown: &[usize], width: impl Fn(&usize) -> usize) -> usize {
        let margins = |at: &usize| {
            let (before, after) = self.columns[*at].margins();
            before + after
        };
        shown.iter().map(|at| margins(at) + width(at)).sum()
    }

    /// Returns the widths of columns: text columns share the room left beyond the minimum, in proportion to their need.
    fn distribute(&self, shown: &[usize], natural: &[usize], columns: usize) -> Vec<usize> {
        let least = |at: usize| self.columns[at].least_width(natural[at]);
        let left = columns.saturating_sub(self.width_of(shown, |&at| least(at)));
        let need = |at: usize| natural[at] - least(at);
        let needed: usize = shown.iter().map(|&at| need(at)).sum();
        let more = |at: usize| if needed > left { need(at) * left / needed } else { need(at) };
        shown.iter().map(|&at| least(at) + more(at)).collect()
    }

    fn write_headings(
        &self,
        shown: &[usize],
        widths: &[usize],
        paint: Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for line in 0..2 {
            let heading = |(&at, &width): (&usize, &usize)| {
                let column = &self.columns[at];
                padded(column, column.heading[line], width, None)
            };
            let text: String = shown.iter().zip(widths).map(heading).collect();
            if !text.trim().is_empty() {
                writeln!(out, "{}", paint.faint(text.trim_end()))?;
            }
        }
        Ok(())
    }

    fn write_row(
        &self,
        row: &[Cell],
        shown: &[usize],
        widths: &[usize],
        paint: Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let empty = Cell::from("");
        let cell = |at: usize| row.get(at).unwrap_or(&empty);
        let lines_of = |(&at, &width): (&usize, &usize)| match self.columns[at].kind {
            ColumnKind::Text { .. } => wrapped(&cell(at).text, width),
            _ => vec![cell(at).text.clone()],
        };
        let cells: Vec<Vec<String>> = shown.iter().zip(widths).map(lines_of).collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut text = String::new();
            for ((&at, &width), lines) in shown.iter().zip(widths).zip(&cells) {
                let part = lines.get(line).map_or("", String::as_str);
                let best = (cell(at).best && line == 0).then_some(paint);
                text += &padded(&self.columns[at], part, width, best);
            }
            writeln!(out, "{}", text.trim_end())?;
        }
        Ok(())
    }

    /// Writes every row as its first cell, with the others below it, each after its heading.
    fn write_transposed(
        &self,
        columns: usize,
        paint: Paint,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let titles: Vec<String> = self.columns.iter().map(Column::title).collect();
        let widest = titles.iter().skip(1).map(|title| title.width()).max().unwrap_or(0);
        for row in &self.rows {
            if let Some(name) = row.first() {
                writeln!(out, "  {}", name.text)?;
            }
            for (cell, title) in row.iter().zip(&titles).skip(1) {
                let margin = 4 + widest + 2;
                let lines = wrapped(&cell.text, columns.saturating_sub(margin));
                for (number, line) in lines.iter().enumerate() {
                    let title = if number == 0 { title } else { "" };
                    let title = paint.faint(format!("    {title:<widest$}"));
                    let line =
                        if cell.best { paint.good(format!("{line}{BEST}")) } else { line.clone() };
                    writeln!(out, "{title}  {line}")?;
                }
            }
        }
        Ok(())
    }
}

/// Returns a cell with its margins; the best value is marked and coloured.
fn padded(column: &Column<'_>, text: &str, width: usize, best: Option<Paint>) -> String {
    let (before, after) = column.margins();
    let space = " ".repeat(width.saturating_sub(text.width()));
    let text = match column.kind {
        ColumnKind::Name | ColumnKind::Text { .. } => format!("{text}{space}"),
        ColumnKind::Number | ColumnKind::Measure => format!("{space}{text}"),
    };
    let (before, after) = (" ".repeat(before), " ".repeat(after));
    match best {
        Some(paint) => paint.good(format!("{before}{text}{BEST}")),
        None => format!("{before}{text}{after}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(table: &Table<'_>, columns: usize) -> (String, Vec<String>) {
        let mut out = Vec::new();
        let left_out = table.write(columns, Paint::new(false), &mut out).expect("memory");
        (String::from_utf8(out).expect("it is text"), left_out)
    }

    fn table() -> Table<'static> {
        let mut table = Table::new(vec![
            Column::name(""),
            Column::measure(["", "length"]),
            Column::measure(["max", "depth"]).left_out(2),
            Column::measure(["", "explored"]).left_out(1),
        ]);
        let best = Cell { best: true, ..Cell::from("7") };
        table.add([Cell::from("astar:manhattan"), best, Cell::from("12"), Cell::from("1,234")]);
        table.add(["bfs", "9", "-", "181,440"]);
        table
    }

    #[test]
    fn all_of_it_where_there_is_room() {
        let (text, left_out) = written(&table(), usize::MAX);
        let expected = "                            max
                  length  depth  explored
  astar:manhattan      7*    12     1,234
  bfs                  9      -   181,440
";
        assert_eq!((text.as_str(), left_out.len()), (expected, 0));
    }

    #[test]
    fn columns_are_left_out_in_their_order() {
        let (text, left_out) = written(&table(), 40);
        assert_eq!(left_out, ["explored"]);
        assert!(!text.contains("181,440") && text.contains("depth"), "{text}");
        let (_, left_out) = written(&table(), 26);
        assert_eq!(left_out, ["max depth", "explored"]);
    }

    #[test]
    fn a_table_too_wide_is_transposed() {
        let (text, left_out) = written(&table(), 24);
        let expected = "  astar:manhattan
    length     7*
    max depth  12
    explored   1,234
  bfs
    length     9
    max depth  -
    explored   181,440
";
        assert_eq!((text.as_str(), left_out.len()), (expected, 0));
    }

    #[test]
    fn only_text_is_wrapped_and_shares_the_room() {
        let mut table = Table::new(vec![Column::name("id"), Column::text("what it does")]);
        table.add(["weighted-astar", "goes by f = g + w h, so that it finds something sooner"]);
        let (text, _) = written(&table, 50);
        assert!(text.lines().all(|line| line.width() <= 50), "{text}");
        assert!(text.lines().count() > 2, "{text}");
        assert!(text.contains("weighted-astar"), "{text}");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for columns in 24..120 {
            let (text, _) = written(&table(), columns);
            assert!(text.lines().all(|line| line.width() <= columns), "{columns}: {text}");
            for cell in ["astar:manhattan", "7*", "bfs"] {
                assert!(text.contains(cell), "{columns}: {text}");
            }
        }
    }
}
