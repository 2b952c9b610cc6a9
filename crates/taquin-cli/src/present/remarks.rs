//! The remarks below the tables of an experiment: which configurations are optimal, which runs were stopped or not
//! searched, which results agree with published ones, and all settings.

use super::comparison::Comparison;
use super::table::{BEST, Column, Table};
use crate::prose::filled;
use std::collections::BTreeSet;
use std::io::{self, Write};
use taquin::Stop;
use taquin_api::diagnostic::harmless;
use taquin_api::experiment::listed;
use taquin_api::json::{RunOutcome, Solved};
use taquin_api::quantities::{counted, grouped, seconds, shown_bytes, shown_time};
use taquin_api::results::{MEASURES, Missing, Summary, fixed_memory};

/// The headings of the effective branching factor and of the memory.
const BRANCHING: &str = "b*";
const MEMORY: &str = "memory";

impl Comparison<'_> {
    /// Writes everything below the tables.
    pub(super) fn write_remarks(
        &self,
        left_out: &BTreeSet<String>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.write_left_out(left_out, out)?;
        self.write_explanation(!left_out.contains(BRANCHING), out)?;
        self.write_missing(left_out, out)?;
        if !left_out.contains(MEMORY)
            && let Some(text) = fixed_memory(self.summaries, self.rows)
        {
            self.write_note(&text, out)?;
        }
        match self.header.boards {
            1 => self.write_optimality(out)?,
            _ => self.write_total(out)?,
        }
        self.write_unsolvable(out)?;
        self.write_stopped(out)?;
        self.write_published(out)?;
        self.write_settings(out)
    }

    /// Writes a sentence, wrapped only on a terminal.
    pub(super) fn write_text(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", filled(text, self.terminal.columns, "", ""))
    }

    /// Writes a note on a table, wrapped everywhere.
    fn write_note(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", filled(text, self.terminal.width, "", ""))
    }

    /// Writes which columns there was no room for.
    fn write_left_out(&self, left_out: &BTreeSet<String>, out: &mut dyn Write) -> io::Result<()> {
        if left_out.is_empty() {
            return Ok(());
        }
        let headings: Vec<&str> = left_out.iter().map(String::as_str).collect();
        let columns = self.terminal.columns;
        let text = format!(
            "Left out in {columns} columns: {}; a wider terminal, --csv and --json have them.",
            headings.join(", ")
        );
        writeln!(out)?;
        let text = filled(&text, self.terminal.width, "", "");
        writeln!(out, "{}", self.terminal.paint.faint(text))
    }

    /// Explains the signs and numbers; `branching` is whether b* is among them.
    fn write_explanation(&self, branching: bool, out: &mut dyn Write) -> io::Result<()> {
        if self.rows.iter().all(|row| !row.is_solved()) {
            return Ok(());
        }
        let several = self.summaries.len() > 1;
        let mark = format!("{BEST} the least of its column.");
        let branching = branching.then_some(
            "b* is the effective branching factor: N + 1 = 1 + b* + b*^2 + ... + b*^d for N nodes generated \
             and a solution of d moves.",
        );
        let parts = [several.then_some(mark.as_str()), branching];
        let explanation = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
        writeln!(out, "\n{}", filled(&explanation, self.terminal.width, "", ""))?;
        if self.header.boards > 1 {
            let partial = |summary: &&Summary| {
                several
                    && summary.solved > 0
                    && summary.solved + summary.unsolvable < summary.boards
            };
            let more = if self.quantiles {
                "quantiles lie on the line between the two nearest values"
            } else {
                "--quantiles prints the least, the greatest and other quantiles"
            };
            self.write_text(&format!("Statistics are over the boards solved; {more}."), out)?;
            for summary in self.summaries.iter().filter(partial) {
                let text = format!(
                    "{}: only {} solved; easier boards are more likely to be, so none of its values is \
                     marked as the least.",
                    self.terminal.paint.warning(&summary.configuration),
                    counted(summary.solved as u64, "board"),
                );
                self.write_text(&text, out)?;
            }
        }
        Ok(())
    }

    /// Writes why configurations have no value for a measure, unless the outcome says it.
    fn write_missing(&self, left_out: &BTreeSet<String>, out: &mut dyn Write) -> io::Result<()> {
        for (_, measure) in self.measures() {
            let heading = measure.heading.join(" ").trim().to_string();
            if left_out.contains(&heading) {
                continue;
            }
            for why in [Missing::NotShortest, Missing::NoFrontier, Missing::NoNodes] {
                let lacking = self.summaries.iter().filter(|s| s.missing(measure) == Some(why));
                let names: Vec<&str> = lacking.map(|s| s.configuration.as_str()).collect();
                if !names.is_empty() {
                    let text = format!("– {heading} of {}: {}", names.join(", "), why.sentence());
                    self.write_note(&text, out)?;
                }
            }
        }
        Ok(())
    }

    /// Writes, for one board, which configurations proved the optimum, which found it, and how far off the others are.
    fn write_optimality(&self, out: &mut dyn Write) -> io::Result<()> {
        let unit = self.measures().all(|(_, measure)| measure.id != "cost");
        let shown = |cost: u64| {
            if unit { counted(cost, "move") } else { format!("cost {}", grouped(cost)) }
        };
        let solved: Vec<(&Solved, u64)> =
            self.rows.iter().filter_map(|&row| Some((row, row.cost?))).collect();
        let named = |keep: &dyn Fn(&Solved, u64) -> bool| {
            let kept = solved.iter().filter(|(row, cost)| keep(row, *cost));
            kept.map(|(row, _)| row.configuration.as_str()).collect::<Vec<_>>().join(", ")
        };
        let Some((_, least)) = solved.iter().find(|(row, _)| row.optimal) else {
            let bound = self.rows.iter().filter_map(|row| row.lower_bound).max();
            return match solved.iter().map(|(_, cost)| *cost).min() {
                Some(least) => {
                    let (best, bound) = (shown(least), grouped(bound.unwrap_or(0)));
                    writeln!(out)?;
                    let text = format!(
                        "Optimal: not proven by any; the best is {best}, and no solution is below {bound}."
                    );
                    self.write_text(&text, out)
                }
                None => Ok(()),
            };
        };
        let least = *least;
        let proven = named(&|row, _| row.optimal);
        let optimal = self.terminal.paint.good(format!("Optimal: {}", shown(least)));
        writeln!(out)?;
        self.write_text(&format!("{optimal}, proven by {proven}."), out)?;
        let found = named(&|row, cost| !row.optimal && cost == least);
        if !found.is_empty() {
            self.write_text(&format!("Found as good, without a proof: {found}."), out)?;
        }
        for (row, cost) in solved.iter().filter(|(_, cost)| *cost > least) {
            let more = shown(cost - least);
            let name = &row.configuration;
            self.write_text(&format!("{name}: {more} more than the optimum."), out)?;
        }
        Ok(())
    }

    /// Writes the totals over many boards.
    fn write_total(&self, out: &mut dyn Write) -> io::Result<()> {
        let index_of = |id: &str| MEASURES.iter().position(|measure| measure.id == id);
        writeln!(out)?;
        for summary in self.summaries {
            let sum = |id: &str| {
                let spread = index_of(id).and_then(|index| summary.spreads.get(index)?.as_ref());
                grouped(spread.map_or(0, |spread| spread.sum as u64))
            };
            let text = format!(
                "{}: {} of {} solved, {} proven optimal; total: {} moves, {} expanded, {} generated, {}.",
                self.terminal.paint.heading(&summary.configuration),
                grouped(summary.solved as u64),
                grouped(summary.boards as u64),
                grouped(summary.optimal as u64),
                sum("length"),
                sum("expanded"),
                sum("generated"),
                shown_time(seconds(summary.seconds)),
            );
            self.write_text(&text, out)?;
        }
        Ok(())
    }

    /// Writes which boards were not searched at all.
    fn write_unsolvable(&self, out: &mut dyn Write) -> io::Result<()> {
        let unsolvable = self.rows.iter().filter(|row| row.outcome == RunOutcome::Unsolvable);
        let mut numbers: Vec<usize> = unsolvable.map(|row| row.number).collect();
        numbers.dedup();
        let name = self.terminal.paint.bad("Unsolvable");
        match (self.header.boards, &numbers[..]) {
            (_, []) => {}
            (1, _) => {
                let text = "no sequence of moves leads to the goal, so nothing was searched. 'taquin \
                            check' explains why.";
                self.write_text(&format!("{name}: {text}"), out)?;
            }
            (_, some) => {
                let which = which(some);
                let text =
                    format!("{name}, so not searched: {which}. 'taquin check' explains why.");
                self.write_text(&text, out)?;
            }
        }
        for summary in self.summaries {
            let Some(refusal) = &summary.refusal else { continue };
            let of = if summary.refused == summary.boards {
                String::new()
            } else {
                format!(" on {}", counted(summary.refused as u64, "board"))
            };
            let not_run =
                self.terminal.paint.warning(format!("Not run: {}", summary.configuration));
            self.write_text(&format!("{not_run}{of}: {}.", harmless(refusal)), out)?;
        }
        Ok(())
    }

    /// Writes which runs were stopped.
    fn write_stopped(&self, out: &mut dyn Write) -> io::Result<()> {
        for why in [Stop::Nodes, Stop::Time, Stop::Memory] {
            let stopped = |row: &&&Solved| row.stopped_by == Some(why);
            let rows: Vec<&&Solved> = self.rows.iter().filter(stopped).collect();
            let [first, ..] = rows[..] else { continue };
            let heading = self.terminal.paint.warning(format!("Stopped {}", limit(why, first)));
            let boards_of = |id: &str| {
                let own = rows.iter().filter(|row| row.configuration == id);
                own.map(|row| row.number).collect::<Vec<usize>>()
            };
            let ids = self.summaries.iter().map(|summary| summary.configuration.as_str());
            let stopped =
                ids.map(|id| (id, boards_of(id))).filter(|(_, boards)| !boards.is_empty());
            if self.header.boards == 1 {
                let ids: Vec<&str> = stopped.map(|(id, _)| id).collect();
                let ids = ids.join(", ");
                self.write_text(&format!("{heading}, with the counts until then: {ids}."), out)?;
                continue;
            }
            for (id, boards) in stopped {
                self.write_text(&format!("{heading}: {id} on {}.", which(&boards)), out)?;
            }
        }
        Ok(())
    }

    /// Writes whether the results agree with those stated in the board set.
    fn write_published(&self, out: &mut dyn Write) -> io::Result<()> {
        for summary in self.summaries {
            let Summary { configuration, as_published, not_as_published, .. } = summary;
            if *as_published > 0 {
                let good = self.terminal.paint.good("As published");
                let boards = counted(*as_published as u64, "board");
                self.write_text(&format!("{good}: {boards} ({configuration})."), out)?;
            }
            if !not_as_published.is_empty() {
                let bad = self.terminal.paint.bad("Not as published");
                let boards = which(not_as_published);
                self.write_text(&format!("{bad}: {boards} ({configuration})."), out)?;
            }
        }
        Ok(())
    }

    fn write_settings(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows.iter().all(|row| row.algorithm.is_none()) {
            return Ok(());
        }
        writeln!(out, "\n{}", self.terminal.paint.faint("How each was set"))?;
        let mut table = Table::new(vec![Column::name(""), Column::text("")]);
        for settings in &self.header.configurations {
            table.add([settings.id.clone(), settings.in_words()]);
        }
        table.write(self.terminal.columns, self.terminal.paint, out)?;
        let limits = &self.header.limits;
        let limits = [
            limits.max_nodes.map(|nodes| format!("{} states explored", grouped(nodes))),
            limits.max_time.map(shown_time),
            limits.max_bytes.map(|bytes| format!("{} of memory", shown_bytes(bytes))),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        if limits.is_empty() {
            Ok(())
        } else {
            let text = format!("Each run was given {}.", limits.join(", "));
            writeln!(out, "{}", filled(&text, self.terminal.columns, "  ", "  "))
        }
    }
}

/// Formats numbers as `board 7`, or `12 boards: 1-12`.
fn which(numbers: &[usize]) -> String {
    match numbers {
        [one] => format!("board {one}"),
        several => format!("{}: {}", counted(several.len() as u64, "board"), listed(several)),
    }
}

/// Describes the limit that stopped a run.
fn limit(why: Stop, row: &Solved) -> String {
    let limits = &row.limits;
    let (at, flag) = match why {
        Stop::Nodes => (
            limits.max_nodes.map(|nodes| format!("after {} states explored", grouped(nodes))),
            "--max-nodes",
        ),
        Stop::Time => {
            (limits.max_time.map(|time| format!("after {}", shown_time(time))), "--max-time")
        }
        _ => (
            limits.max_bytes.map(|bytes| format!("at {} of memory", shown_bytes(bytes))),
            "--max-memory",
        ),
    };
    format!("{} ({flag})", at.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_named() {
        assert_eq!(which(&[7]), "board 7");
        assert_eq!(which(&[1, 2, 3, 9]), "4 boards: 1-3, 9");
    }
}
