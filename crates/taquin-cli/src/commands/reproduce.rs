//! `taquin reproduce`: recomputes published results and compares them.
//!
//! Figures are checked on all cores and printed in order, each as soon as its turn comes.

use super::{ExitStatus, Failure, output};
use crate::args::ReproduceArgs;
use crate::interrupt;
use crate::prose::filled;
use crate::terminal::Terminal;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use taquin::figures::{self, Figure, Row, SOURCES, Verdict};
use taquin::search::CancelledBy;
use taquin::search::cores;
use taquin::{Cancel, Stop};
use taquin_api::json::{SCHEMA_VERSION, write_line};
use taquin_api::quantities::grouped;
use taquin_api::stream::work_on_all;
use textwrap::core::display_width;

/// Runs the command.
pub fn run(args: &ReproduceArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let figures = if args.all { figures::all() } else { figures::default_set() };
    let cancel = interrupt::cancel();
    let mut out = output();
    let mut text = ColumnText::new(*terminal, &figures);
    let mut counts = VerdictCounts::default();
    let stopped = check_all(&figures, &cancel, |figure, rows| {
        rows.iter().for_each(|row| counts.add(&row.verdict));
        if args.json {
            rows.iter().try_for_each(|row| {
                write_line(&mut out, &RowDocument { schema_version: SCHEMA_VERSION, row })
            })?;
        } else {
            text.print(figure, rows, &mut out)?;
        }
        out.flush()
    })?;
    if !args.json {
        text.end(&counts, stopped.is_some(), &mut out)?;
        out.flush()?;
    }
    Ok(match stopped {
        Some(_) => ExitStatus::Interrupted,
        None if counts.differ > 0 => ExitStatus::Negative,
        None => ExitStatus::Good,
    })
}

/// Checks all figures on all cores and passes their rows to `ready` in order; returns what stopped it, if anything
/// did.
fn check_all(
    figures: &[Figure],
    cancel: &Cancel,
    mut ready: impl FnMut(&Figure, &[Row]) -> io::Result<()>,
) -> io::Result<Option<Stop>> {
    let (mut waiting, mut turn) = (BTreeMap::new(), 0);
    let ended = work_on_all(
        figures.iter().enumerate(),
        cores(),
        |figure| figure.check(cancel),
        |number, checked| {
            waiting.insert(number, checked);
            while let Some(checked) = waiting.remove(&turn) {
                let rows = checked.map_err(Ok)?;
                // The output is closed, so the other checks are cancelled.
                let closed = |_: &io::Error| cancel.raise(CancelledBy::Error);
                ready(&figures[turn], &rows).inspect_err(closed).map_err(Err)?;
                turn += 1;
            }
            Ok(())
        },
    );
    match ended {
        Ok(()) => Ok(None),
        Err(Ok(stop)) => Ok(Some(stop)),
        Err(Err(error)) => Err(error),
    }
}

/// How many rows got each verdict.
#[derive(Default)]
struct VerdictCounts {
    exact: u64,
    near: u64,
    ours: u64,
    differ: u64,
}

impl VerdictCounts {
    fn add(&mut self, verdict: &Verdict) {
        *match verdict {
            Verdict::Exact => &mut self.exact,
            Verdict::Near(_) => &mut self.near,
            Verdict::Ours => &mut self.ours,
            Verdict::Differs(_) => &mut self.differ,
        } += 1;
    }
}

/// Prints columns under a heading for each source. If the terminal is too narrow for all of them, the name of a
/// figure is printed above its values.
struct ColumnText {
    terminal: Terminal,
    /// The width of the longest figure name of each source.
    widths: BTreeMap<&'static str, usize>,
    /// The source of the current heading.
    source: &'static str,
}

/// The widths of a value and of its name, and the minimum width of the verdict.
const VALUE_WIDTH: usize = 15;
const QUANTITY_WIDTH: usize = 12;
const VERDICT_WIDTH: usize = 22;

impl ColumnText {
    fn new(terminal: Terminal, figures: &[Figure]) -> ColumnText {
        let mut widths = BTreeMap::new();
        for figure in figures {
            let width: &mut usize = widths.entry(figure.source).or_default();
            *width = figure.what.len().max(*width);
        }
        ColumnText { terminal, widths, source: "" }
    }

    fn print(&mut self, figure: &Figure, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        let Terminal { paint, columns, .. } = self.terminal;
        let width = self.widths.get(figure.source).copied().unwrap_or_default();
        let values = 2 + QUANTITY_WIDTH + 2 * (2 + VALUE_WIDTH) + 2;
        let is_above = 2 + width + values + VERDICT_WIDTH > columns;
        let width = if is_above { 2 } else { width };
        if figure.source != self.source {
            let about = SOURCES.iter().find(|(source, _)| *source == figure.source);
            let about = about.map_or("", |(_, about)| about);
            let space = if self.source.is_empty() { "" } else { "\n" };
            let heading = paint.heading(format!("{}: {about}", figure.source));
            writeln!(out, "{space}{}", filled(&heading, columns, "", ""))?;
            let headings = format!(
                "  {:width$}  {:QUANTITY_WIDTH$}  {:>VALUE_WIDTH$}  {:>VALUE_WIDTH$}",
                "", "", "published", "ours"
            );
            writeln!(out, "{}", paint.faint(headings))?;
            self.source = figure.source;
        }
        if is_above {
            writeln!(out, "{}", filled(&figure.what, columns, "  ", "    "))?;
        }
        for (index, row) in rows.iter().enumerate() {
            let what = if index == 0 && !is_above { figure.what.as_str() } else { "" };
            let published = row.published.as_deref().map_or("-".to_string(), shown);
            let (quantity, ours) = (row.quantity, shown(&row.ours));
            let values = format!(
                "  {what:width$}  {quantity:QUANTITY_WIDTH$}  {published:>VALUE_WIDTH$}  {ours:>VALUE_WIDTH$}  "
            );
            let verdict = self.verdict(&row.verdict, &row.ours);
            if display_width(&values) + display_width(&verdict) <= columns {
                writeln!(out, "{values}{verdict}")?;
            } else {
                // Too long for the rest of the line.
                writeln!(out, "{}", values.trim_end())?;
                let margin = " ".repeat(4 + width);
                writeln!(out, "{}", filled(&verdict, columns, &margin, &margin))?;
            }
        }
        Ok(())
    }

    fn verdict(&self, verdict: &Verdict, ours: &str) -> String {
        let id = verdict.id();
        match verdict {
            Verdict::Exact => self.terminal.paint.good(id),
            Verdict::Ours => self.terminal.paint.name(id),
            Verdict::Near(band) => format!("{}, {band}", self.terminal.paint.good(id)),
            Verdict::Differs(expected) => {
                format!("{}: {}", self.terminal.paint.bad(id), difference(expected, ours))
            }
        }
    }

    fn end(
        &self,
        counts: &VerdictCounts,
        interrupted: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let VerdictCounts { exact, near, ours, differ } = counts;
        let summary = format!("{exact} exact, {near} near, {ours} ours, {differ} differ");
        let painted = match (differ, interrupted) {
            (0, false) => self.terminal.paint.good(summary),
            (0, true) => {
                self.terminal.paint.warning(format!("{summary}; interrupted, the rest was not run"))
            }
            _ => self.terminal.paint.bad(summary),
        };
        writeln!(out, "\n{painted}")?;
        let explanation = "Exact: as published. Near: a mean over random boards, within the band. Ours: never \
            published, but follows from the same convention, and is what it has always been. A list shows its \
            first and last number, and how many there are; --json has them all.";
        writeln!(out, "{}", filled(explanation, self.terminal.width, "", ""))
    }
}

/// Formats a number with grouped digits, or a list as its first and last number, if there is room, and its length.
fn shown(value: &str) -> String {
    if let Ok(number) = value.parse() {
        return grouped(number);
    }
    let words: Vec<&str> = value.split(' ').collect();
    let [first, .., last] = words[..] else { return value.to_string() };
    if value.len() <= VALUE_WIDTH {
        return value.to_string();
    }
    let count = words.len();
    let both = format!("{first} … {last} ({count})");
    if both.chars().count() <= VALUE_WIDTH { both } else { format!("{count} values") }
}

/// Describes where a value differs from the expected one.
fn difference(expected: &str, ours: &str) -> String {
    let differing = expected.split(' ').zip(ours.split(' ')).zip(1..).find(|((a, b), _)| a != b);
    match differing {
        Some(((expected, ours), place)) if ours.len() > VALUE_WIDTH || place > 1 => {
            format!("number {place} must be {expected}, not {ours}")
        }
        _ => format!("must be {}", shown(expected)),
    }
}

/// A row as JSON.
#[derive(Serialize)]
struct RowDocument<'a> {
    schema_version: u32,
    #[serde(flatten)]
    row: &'a Row,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_for_people() {
        assert_eq!(shown("181440"), "181,440");
        assert_eq!(shown("21.6957"), "21.6957");
        assert_eq!(shown("2 4 3 2"), "2 4 3 2");
        assert_eq!(shown("0 1 5 12 29 55 100 174"), "0 … 174 (8)");
        assert_eq!(shown("1000:614:11 2000:1327:12"), "2 values");
    }

    #[test]
    fn differences_for_people() {
        assert_eq!(difference("31", "32"), "must be 31");
        assert_eq!(difference("2 4 3 2", "2 4 4 2"), "number 3 must be 3, not 4");
        assert_eq!(difference("31", "no solution"), "must be 31");
    }

    #[test]
    fn values_for_programs() {
        let measured = |ours: &str| {
            let row = Row {
                source: "A",
                what: String::new(),
                quantity: "explored",
                published: None,
                ours: ours.to_string(),
                verdict: Verdict::Ours,
            };
            let document = RowDocument { schema_version: SCHEMA_VERSION, row: &row };
            let document = serde_json::to_value(document).expect("it can be written");
            assert_eq!(
                (&document["verdict"], &document["published"]),
                (&json!("ours"), &json!(null))
            );
            document["measured"].clone()
        };
        assert_eq!(measured("31"), json!(31));
        assert_eq!(measured("21.5"), json!(21.5));
        assert_eq!(measured("2 4"), json!([2, 4]));
        assert_eq!(measured("1000:614:11 2000:1327:12")[1], json!("2000:1327:12"));
        assert_eq!(measured("no solution"), json!("no solution"));
    }

    #[test]
    fn rows_come_in_order_until_stopped() {
        let figures: Vec<Figure> =
            figures::default_set().into_iter().filter(|figure| figure.source == "D").collect();
        let mut seen = Vec::new();
        let ended = check_all(&figures, &Cancel::new(), |figure, rows| {
            seen.push((figure.what.clone(), rows.len()));
            Ok(())
        });
        assert!(matches!(ended, Ok(None)));
        let all: Vec<_> = figures.iter().map(|figure| (figure.what.clone(), 1)).collect();
        assert_eq!(seen, all);
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(matches!(check_all(&figures, &cancel, |_, _| Ok(())), Ok(Some(Stop::Cancelled))));
        let cancel = Cancel::new();
        let full = |_: &Figure, _: &[Row]| Err(io::Error::from(io::ErrorKind::BrokenPipe));
        assert!(check_all(&figures, &cancel, full).is_err());
        assert_eq!(cancel.cancelled_by(), Some(CancelledBy::Error));
    }
}
