//! An experiment for people: one table for one board, or one for each statistic over many, with the best
//! value of each column marked. What is said below the tables is in `remarks`.

use super::paint::Paint;
use std::io::{self, Write};
use taquin_api::experiment::Header;
use taquin_api::quantities::grouped;
use taquin_api::results::{MEASURES, Measure, QUANTILES, Row, RunOutcome, Spread, Summary, least};

/// What there is to tell.
pub struct Comparison<'a> {
    /// Which experiment it is.
    pub header: &'a Header,
    /// The runs that are finished, in order.
    pub rows: &'a [&'a Row],
    /// A summary of each configuration.
    pub summaries: &'a [Summary],
    /// With colours or without.
    pub paint: Paint,
}

/// A field of a table.
struct Cell {
    text: String,
    /// Whether it is the best of its column.
    best: bool,
}

impl Cell {
    fn plain(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), best: false }
    }
}

/// The sign of the best value of a column.
pub(super) const BEST: char = '*';

impl Comparison<'_> {
    /// Writes all of it.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Header { boards, set, goal, .. } = self.header;
        let shard = self.header.shard.as_ref().map(|shard| format!(", shard {shard}"));
        let (of, what) = match boards {
            1 => (String::new(), set.clone()),
            _ => (format!(" ({boards} boards{})", shard.unwrap_or_default()), set.clone()),
        };
        writeln!(out, "{}{of}, goal {goal}\n", self.paint.heading(what))?;
        if *boards == 1 {
            self.write_runs(out)?;
        } else {
            self.write_counts(out)?;
            self.write_spreads(out)?;
        }
        self.write_remarks(out)
    }

    /// The measures to show: the cost only where it is not the length.
    pub(super) fn measures(&self) -> impl Iterator<Item = (usize, &'static Measure)> {
        let unit = self.header.configurations.iter().all(|settings| settings.cost_model == "unit");
        let shown = move |(_, measure): &(usize, &Measure)| !(unit && measure.id == "cost");
        MEASURES.iter().enumerate().filter(shown)
    }

    /// One board: a line for each configuration.
    fn write_runs(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows: Vec<&Row> = self.rows.iter().copied().filter(|row| row.was_searched()).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let names = rows.iter().map(|row| row.configuration.clone()).collect();
        let columns = self.measures().map(|(_, measure)| {
            let value = |row: &&Row| (measure.of)(row);
            let solved = |row: &&Row| value(row).filter(|_| row.is_solved());
            let best = least(rows.iter().map(solved));
            let cell = |row: &&Row| match (measure.id, row.outcome) {
                ("length", RunOutcome::Stopped) => Cell::plain("stopped"),
                ("length", RunOutcome::Exhausted) => Cell::plain("none"),
                _ => cell(measure, value(row), best.filter(|_| row.is_solved())),
            };
            (measure.heading, rows.iter().map(cell).collect())
        });
        self.write_table(names, columns.collect(), out)
    }

    /// Many boards: what came of them.
    fn write_counts(&self, out: &mut dyn Write) -> io::Result<()> {
        type Count = fn(&Summary) -> usize;
        let columns: [([&str; 2], Count); 8] = [
            (["", "boards"], |summary| summary.boards),
            (["", "solved"], |summary| summary.solved),
            (["", "optimal"], |summary| summary.cheapest),
            (["", "proven"], |summary| summary.optimal),
            (["no", "solution"], |summary| summary.exhausted),
            (["", "stopped"], |summary| summary.stopped),
            (["", "unsolvable"], |summary| summary.unsolvable),
            (["does", "not fit"], |summary| summary.refused),
        ];
        let is_reported =
            |index: usize, of: Count| index < 4 || self.summaries.iter().any(|s| of(s) > 0);
        let shown = |summary: &Summary, of: Count| Cell::plain(grouped(of(summary) as u64));
        let columns =
            columns.into_iter().enumerate().filter(|&(index, (_, of))| is_reported(index, of));
        let columns = columns.map(|(_, (heading, of))| {
            (heading, self.summaries.iter().map(|summary| shown(summary, of)).collect())
        });
        self.write_table(self.names(), columns.collect(), out)
    }

    /// Many boards: the mean and the quantiles.
    fn write_spreads(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.summaries.iter().all(|summary| summary.solved == 0) {
            return Ok(());
        }
        if let [summary] = self.summaries {
            return self.write_one_spread(summary, out);
        }
        self.write_statistic("Mean", |spread| spread.mean, out)?;
        for (index, (_, title, _)) in QUANTILES.iter().enumerate() {
            self.write_statistic(title, |spread| spread.quantiles[index], out)?;
        }
        Ok(())
    }

    /// Only one configuration: a line for each statistic.
    fn write_one_spread(&self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let titles = QUANTILES.iter().map(|(_, title, _)| title.to_string());
        let names = std::iter::once("Mean".to_string()).chain(titles).collect();
        let columns = self.measures().map(|(index, measure)| {
            let spread = summary.spreads.get(index).and_then(Option::as_ref);
            let values = spread.map(|spread| [&[spread.mean], &spread.quantiles[..]].concat());
            let cells = values.unwrap_or_default().into_iter();
            (measure.heading, cells.map(|value| cell(measure, Some(value), None)).collect())
        });
        writeln!(out)?;
        self.write_table(names, columns.collect(), out)
    }

    /// Several: a table for each statistic.
    fn write_statistic(
        &self,
        title: &str,
        of: impl Fn(&Spread) -> f64,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "\n{}", self.paint.heading(title))?;
        let columns = self.measures().map(|(index, measure)| {
            let value = |summary: &Summary| summary.spreads.get(index)?.as_ref().map(&of);
            let best = least(self.summaries.iter().map(|s| value(s).filter(|_| s.is_complete())));
            let cell = |summary: &Summary| {
                cell(measure, value(summary), best.filter(|_| summary.is_complete()))
            };
            (measure.heading, self.summaries.iter().map(cell).collect())
        });
        self.write_table(self.names(), columns.collect(), out)
    }

    fn names(&self) -> Vec<String> {
        self.summaries.iter().map(|summary| summary.configuration.clone()).collect()
    }

    /// Names on the left, columns of numbers on the right, each as wide as it needs to be.
    fn write_table(
        &self,
        names: Vec<String>,
        columns: Vec<([&str; 2], Vec<Cell>)>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let longest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| text.chars().count()).max().unwrap_or(0)
        };
        let first = longest(&mut names.iter().map(String::as_str));
        let widths: Vec<usize> = columns
            .iter()
            .map(|(heading, cells)| {
                let cells = cells.iter().map(|cell| cell.text.as_str());
                longest(&mut heading.iter().copied().chain(cells))
            })
            .collect();
        for line in 0..2 {
            let headings = columns.iter().zip(&widths);
            let text: String = headings
                .map(|((heading, _), &width)| format!(" {:>width$} ", heading[line]))
                .collect();
            if !text.trim().is_empty() {
                let text = format!("  {:first$}{text}", "");
                writeln!(out, "{}", self.paint.faint(text.trim_end()))?;
            }
        }
        for (index, name) in names.iter().enumerate() {
            let mut line = format!("  {name:first$}");
            for ((_, cells), &width) in columns.iter().zip(&widths) {
                let Some(Cell { text, best }) = cells.get(index) else { continue };
                line += &match best {
                    true => self.paint.good(format!(" {text:>width$}{BEST}")),
                    false => format!(" {text:>width$} "),
                };
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn cell(measure: &Measure, value: Option<f64>, best: Option<f64>) -> Cell {
    match value {
        Some(value) => Cell { text: measure.unit.shown(value), best: best == Some(value) },
        None => Cell::plain("-"),
    }
}
