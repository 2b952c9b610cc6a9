//! The results of an experiment as text: one table for one board, or one for each statistic over many, with the best
//! value of each column marked. The remarks below the tables are in `remarks`.

use super::table::{Cell, Column, Table};
use crate::terminal::Terminal;
use std::collections::BTreeSet;
use std::io::{self, Write};
use taquin::CostModel;
use taquin_api::diagnostic::harmless;
use taquin_api::experiment::Header;
use taquin_api::json::{RunOutcome, Solved};
use taquin_api::quantities::grouped;
use taquin_api::results::{MEASURES, Measure, QUANTILES, Spread, Summary, least};

/// The results to print.
pub struct Comparison<'a> {
    /// The description of the experiment.
    pub header: &'a Header,
    /// The runs that are finished, in order.
    pub rows: &'a [&'a Solved],
    /// A summary of each configuration.
    pub summaries: &'a [Summary],
    /// Whether to print every quantile, not only mean and median.
    pub quantiles: bool,
    /// The terminal to print on.
    pub terminal: Terminal,
}

/// The measures to leave out if there is too little room, in this order: first the depth and what is nearly the same as
/// another, then those that matter less than the length, the nodes expanded and the time.
const LEFT_OUT: [&str; 7] =
    ["max_depth", "explored", "branching", "max_frontier", "peak_bytes", "generated", "stored"];

/// The quantile that is always printed.
const MEDIAN: &str = "median";

/// The headings of the columns for which there was no room.
type LeftOut = BTreeSet<String>;

impl Comparison<'_> {
    /// Writes all tables and remarks.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Header { boards, set, goal, .. } = self.header;
        let shard = self.header.shard.as_ref().map(|shard| format!(", shard {shard}"));
        let of = match boards {
            1 => String::new(),
            _ => format!(" ({boards} boards{})", shard.unwrap_or_default()),
        };
        // The header may have been read from a file.
        let heading = self.terminal.paint.heading(harmless(set));
        self.write_text(&format!("{heading}{}", harmless(&format!("{of}, goal {goal}"))), out)?;
        writeln!(out)?;
        let mut left_out = LeftOut::new();
        if *boards == 1 {
            self.write_runs(&mut left_out, out)?;
        } else {
            self.write_counts(&mut left_out, out)?;
            self.write_spreads(&mut left_out, out)?;
        }
        self.write_remarks(&left_out, out)
    }

    /// Returns the measures to show: the cost only if it is not the length.
    pub(super) fn measures(&self) -> impl Iterator<Item = (usize, &'static Measure)> {
        let unit = self
            .header
            .configurations
            .iter()
            .all(|settings| settings.cost_model == CostModel::Unit);
        let shown = move |(_, measure): &(usize, &Measure)| !(unit && measure.id == "cost");
        MEASURES.iter().enumerate().filter(shown)
    }

    /// Returns a table with names on the left and a column for each measure on the right.
    fn table_of_measures(&self) -> Table<'static> {
        let column = |(_, measure): (usize, &'static Measure)| {
            let column = Column::measure(measure.heading);
            let order = LEFT_OUT.iter().position(|id| *id == measure.id);
            order.map_or(column, |order| column.left_out(order))
        };
        Table::new([Column::name("")].into_iter().chain(self.measures().map(column)).collect())
    }

    fn write_table(
        &self,
        table: &Table<'_>,
        left_out: &mut LeftOut,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        left_out.extend(table.write(self.terminal.columns, self.terminal.paint, out)?);
        Ok(())
    }

    /// Writes, for one board, a line for each configuration.
    fn write_runs(&self, left_out: &mut LeftOut, out: &mut dyn Write) -> io::Result<()> {
        let rows: Vec<&Solved> =
            self.rows.iter().copied().filter(|row| row.was_searched()).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let summary_of =
            |row: &Solved| self.summaries.iter().find(|s| s.configuration == row.configuration);
        let competing = |row: &Solved, measure: &Measure| {
            (measure.of)(row).filter(|_| summary_of(row).is_some_and(|s| s.competes(measure)))
        };
        let value = |row: &Solved, measure: &Measure| {
            let is_missing = summary_of(row).is_some_and(|s| s.missing(measure).is_some());
            (measure.of)(row).filter(|_| !is_missing)
        };
        let best_of = |measure: &Measure| least(rows.iter().map(|row| competing(row, measure)));
        let best: Vec<Option<f64>> = self.measures().map(|(_, m)| best_of(m)).collect();
        let mut table = self.table_of_measures();
        for row in &rows {
            let cells = self.measures().zip(&best).map(|((_, measure), best)| {
                match (measure.id, row.outcome) {
                    ("length", RunOutcome::Stopped) => Cell::from("stopped"),
                    ("length", RunOutcome::Exhausted) => Cell::from("none"),
                    _ => cell(measure, value(row, measure), competing(row, measure).and(*best)),
                }
            });
            table.add([Cell::from(row.configuration.as_str())].into_iter().chain(cells));
        }
        self.write_table(&table, left_out, out)
    }

    /// Writes, for many boards, how many had each outcome.
    fn write_counts(&self, left_out: &mut LeftOut, out: &mut dyn Write) -> io::Result<()> {
        type Count = fn(&Summary) -> usize;
        // Each has its rank among the columns to leave out; counts that are not zero are reported below, too.
        let columns: [([&str; 2], Option<usize>, Count); 8] = [
            (["", "boards"], Some(4), |summary| summary.boards),
            (["", "solved"], None, |summary| summary.solved),
            (["", "optimal"], None, |summary| summary.cheapest),
            (["", "proven"], Some(5), |summary| summary.optimal),
            (["no", "solution"], Some(3), |summary| summary.exhausted),
            (["", "stopped"], Some(2), |summary| summary.stopped),
            (["", "unsolvable"], Some(1), |summary| summary.unsolvable),
            (["does", "not fit"], Some(0), |summary| summary.refused),
        ];
        let is_reported =
            |index: usize, of: Count| index < 4 || self.summaries.iter().any(|s| of(s) > 0);
        let reported: Vec<_> = columns
            .into_iter()
            .enumerate()
            .filter(|&(index, (_, _, of))| is_reported(index, of))
            .map(|(_, column)| column)
            .collect();
        let column = |&(heading, order, _): &([&'static str; 2], Option<usize>, Count)| {
            let column = Column::measure(heading);
            order.map_or(column, |order| column.left_out(order))
        };
        let columns = [Column::name("")].into_iter().chain(reported.iter().map(column));
        let mut table = Table::new(columns.collect());
        for summary in self.summaries {
            let counts = reported.iter().map(|(_, _, of)| grouped(of(summary) as u64));
            table.add([summary.configuration.clone()].into_iter().chain(counts));
        }
        self.write_table(&table, left_out, out)
    }

    /// Writes, for many boards, the mean and the quantiles.
    fn write_spreads(&self, left_out: &mut LeftOut, out: &mut dyn Write) -> io::Result<()> {
        if self.summaries.iter().all(|summary| summary.solved == 0) {
            return Ok(());
        }
        if let [summary] = self.summaries {
            return self.write_one_spread(summary, left_out, out);
        }
        self.write_statistic("Mean", |spread| spread.mean, left_out, out)?;
        for (index, title) in self.shown_quantiles() {
            self.write_statistic(title, |spread| spread.quantiles[index], left_out, out)?;
        }
        Ok(())
    }

    /// Returns the quantiles to show, each with its index and title.
    fn shown_quantiles(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let quantiles = QUANTILES.iter().enumerate();
        let is_shown =
            |(_, (id, ..)): &(usize, &(&str, &str, usize))| self.quantiles || *id == MEDIAN;
        quantiles.filter(is_shown).map(|(index, (_, title, _))| (index, *title))
    }

    /// Writes, for a single configuration, a line for each statistic.
    fn write_one_spread(
        &self,
        summary: &Summary,
        left_out: &mut LeftOut,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut table = self.table_of_measures();
        let mut add = |title: &str, of: &dyn Fn(&Spread) -> f64| {
            let cells = self.measures().map(|(index, measure)| {
                let spread = summary.spreads.get(index).and_then(Option::as_ref);
                let spread = spread.filter(|_| summary.missing(measure).is_none());
                cell(measure, spread.map(of), None)
            });
            table.add([Cell::from(title)].into_iter().chain(cells));
        };
        add("Mean", &|spread| spread.mean);
        for (index, title) in self.shown_quantiles() {
            add(title, &|spread| spread.quantiles[index]);
        }
        writeln!(out)?;
        self.write_table(&table, left_out, out)
    }

    /// Writes, for several configurations, the table of one statistic.
    fn write_statistic(
        &self,
        title: &str,
        of: impl Fn(&Spread) -> f64,
        left_out: &mut LeftOut,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "\n{}", self.terminal.paint.heading(title))?;
        let value = |summary: &Summary, (index, measure): (usize, &Measure)| {
            let spread = summary.spreads.get(index)?.as_ref();
            spread.filter(|_| summary.missing(measure).is_none()).map(&of)
        };
        let competing = |summary: &Summary, column: (usize, &Measure)| {
            value(summary, column).filter(|_| summary.competes(column.1))
        };
        let best_of =
            |column| least(self.summaries.iter().map(|summary| competing(summary, column)));
        let mut table = self.table_of_measures();
        for summary in self.summaries {
            let cells = self.measures().map(|(index, measure)| {
                let column = (index, measure);
                let best = competing(summary, column).and_then(|_| best_of(column));
                cell(measure, value(summary, column), best)
            });
            table.add([Cell::from(summary.configuration.as_str())].into_iter().chain(cells));
        }
        self.write_table(&table, left_out, out)
    }
}

fn cell(measure: &Measure, value: Option<f64>, best: Option<f64>) -> Cell {
    match value {
        Some(value) => Cell { text: measure.unit.shown(value), best: best == Some(value) },
        None => Cell::from("–"),
    }
}
