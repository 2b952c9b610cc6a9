//! What is said below the tables of an experiment: who is optimal, what was stopped or not searched, what
//! came out as published, and how everything was set.

use super::comparison::{BEST, Comparison};
use std::io::{self, Write};
use taquin_api::experiment::listed;
use taquin_api::quantities::{counted, grouped, seconds, shown_bytes, shown_time};
use taquin_api::results::{MEASURES, Row, RunOutcome, Summary};

impl Comparison<'_> {
    /// Everything below the tables.
    pub(super) fn write_remarks(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_explanation(out)?;
        match self.header.boards {
            1 => self.write_optimality(out)?,
            _ => self.write_total(out)?,
        }
        self.write_unsolvable(out)?;
        self.write_stopped(out)?;
        self.write_published(out)?;
        self.write_settings(out)
    }

    fn write_explanation(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows.iter().all(|row| !row.is_solved()) {
            return Ok(());
        }
        let several = self.summaries.len() > 1;
        let mark =
            if several { format!("{BEST} the least of its column. ") } else { String::new() };
        writeln!(
            out,
            "\n{mark}b* is the effective branching factor: N + 1 = 1 + b* + b*^2 + ... + b*^d\nfor N nodes \
             generated and a solution of d moves."
        )?;
        if self.header.boards > 1 {
            let partial = |summary: &&Summary| {
                several
                    && summary.solved > 0
                    && summary.solved + summary.unsolvable < summary.boards
            };
            write!(
                out,
                "Statistics are over the boards solved; quantiles lie on the line between the "
            )?;
            writeln!(out, "two nearest values.")?;
            for summary in self.summaries.iter().filter(partial) {
                writeln!(
                    out,
                    "{}: {} solved only, the easier ones more likely than not, so nothing of it is \
                     called the least.",
                    self.paint.warning(&summary.configuration),
                    counted(summary.solved as u64, "board"),
                )?;
            }
        }
        Ok(())
    }

    /// One board: who proved the optimum, who found it, and how far off the others are.
    fn write_optimality(&self, out: &mut dyn Write) -> io::Result<()> {
        let unit = self.measures().all(|(_, measure)| measure.id != "cost");
        let shown = |cost: u64| match unit {
            true => counted(cost, "move"),
            false => format!("cost {}", grouped(cost)),
        };
        let solved: Vec<(&Row, u64)> =
            self.rows.iter().filter_map(|&row| Some((row, row.cost?))).collect();
        let named = |keep: &dyn Fn(&Row, u64) -> bool| {
            let kept = solved.iter().filter(|(row, cost)| keep(row, *cost));
            kept.map(|(row, _)| row.configuration.as_str()).collect::<Vec<_>>().join(", ")
        };
        let Some((_, least)) = solved.iter().find(|(row, _)| row.optimal) else {
            let bound = self.rows.iter().filter_map(|row| row.lower_bound).max();
            return match solved.iter().map(|(_, cost)| *cost).min() {
                Some(least) => writeln!(
                    out,
                    "\nOptimal: not proven by any; the best is {}, and no solution is below {}.",
                    shown(least),
                    grouped(bound.unwrap_or(0)),
                ),
                None => Ok(()),
            };
        };
        let least = *least;
        let proven = named(&|row, _| row.optimal);
        let optimal = self.paint.good(format!("Optimal: {}", shown(least)));
        writeln!(out, "\n{optimal}, proven by {proven}.")?;
        let found = named(&|row, cost| !row.optimal && cost == least);
        if !found.is_empty() {
            writeln!(out, "Found as good, without a proof: {found}.")?;
        }
        for (row, cost) in solved.iter().filter(|(_, cost)| *cost > least) {
            let more = shown(cost - least);
            writeln!(out, "{}: {more} more than the optimum.", row.configuration)?;
        }
        Ok(())
    }

    /// Many boards: sums.
    fn write_total(&self, out: &mut dyn Write) -> io::Result<()> {
        let index_of = |id: &str| MEASURES.iter().position(|measure| measure.id == id);
        writeln!(out)?;
        for summary in self.summaries {
            let sum = |id: &str| {
                let spread = index_of(id).and_then(|index| summary.spreads.get(index)?.as_ref());
                grouped(spread.map_or(0, |spread| spread.sum as u64))
            };
            writeln!(
                out,
                "{}: {} of {} solved, {} proven optimal; in all {} moves, {} expanded, {} generated, {}.",
                self.paint.heading(&summary.configuration),
                grouped(summary.solved as u64),
                grouped(summary.boards as u64),
                grouped(summary.optimal as u64),
                sum("length"),
                sum("expanded"),
                sum("generated"),
                shown_time(seconds(summary.seconds)),
            )?;
        }
        Ok(())
    }

    /// What was not searched at all.
    fn write_unsolvable(&self, out: &mut dyn Write) -> io::Result<()> {
        let unsolvable = self.rows.iter().filter(|row| row.outcome == RunOutcome::Unsolvable);
        let mut numbers: Vec<usize> = unsolvable.map(|row| row.number).collect();
        numbers.dedup();
        let name = self.paint.bad("Unsolvable");
        match (self.header.boards, &numbers[..]) {
            (_, []) => {}
            (1, _) => {
                write!(
                    out,
                    "{name}: no sequence of moves leads to the goal, so nothing was searched. "
                )?;
                writeln!(out, "'taquin check'\nexplains why.")?;
            }
            (_, some) => {
                let which = which(some);
                writeln!(out, "{name}, so not searched: {which}. 'taquin check' explains why.")?;
            }
        }
        for summary in self.summaries {
            let Some(refusal) = &summary.refusal else { continue };
            let of = match summary.refused == summary.boards {
                true => String::new(),
                false => format!(" on {}", counted(summary.refused as u64, "board")),
            };
            let not_run = self.paint.warning(format!("Not run: {}", summary.configuration));
            writeln!(out, "{not_run}{of}: {refusal}.")?;
        }
        Ok(())
    }

    /// What was not searched to the end.
    fn write_stopped(&self, out: &mut dyn Write) -> io::Result<()> {
        for why in ["nodes", "time", "memory"] {
            let stopped = |row: &&&Row| row.stopped_by.as_deref() == Some(why);
            let rows: Vec<&&Row> = self.rows.iter().filter(stopped).collect();
            let [first, ..] = rows[..] else { continue };
            let heading = self.paint.warning(format!("Stopped {}", limit(why, first)));
            let boards_of = |id: &str| {
                let own = rows.iter().filter(|row| row.configuration == id);
                own.map(|row| row.number).collect::<Vec<usize>>()
            };
            let ids = self.summaries.iter().map(|summary| summary.configuration.as_str());
            let stopped =
                ids.map(|id| (id, boards_of(id))).filter(|(_, boards)| !boards.is_empty());
            if self.header.boards == 1 {
                let ids: Vec<&str> = stopped.map(|(id, _)| id).collect();
                writeln!(out, "{heading}, with the counts until then: {}.", ids.join(", "))?;
                continue;
            }
            for (id, boards) in stopped {
                writeln!(out, "{heading}: {id} on {}.", which(&boards))?;
            }
        }
        Ok(())
    }

    /// Whether boards came out as their set states.
    fn write_published(&self, out: &mut dyn Write) -> io::Result<()> {
        for summary in self.summaries {
            let Summary { configuration, as_published, not_as_published, .. } = summary;
            if *as_published > 0 {
                let good = self.paint.good("As published");
                writeln!(
                    out,
                    "{good}: {} ({configuration}).",
                    counted(*as_published as u64, "board")
                )?;
            }
            if !not_as_published.is_empty() {
                let bad = self.paint.bad("Not as published");
                writeln!(out, "{bad}: {} ({configuration}).", which(not_as_published))?;
            }
        }
        Ok(())
    }

    fn write_settings(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows.iter().all(|row| row.algorithm.is_none()) {
            return Ok(());
        }
        writeln!(out, "\n{}", self.paint.faint("How each was set"))?;
        let settings = &self.header.configurations;
        let width = settings.iter().map(|settings| settings.id.len()).max().unwrap_or(0);
        for settings in settings {
            writeln!(out, "  {:width$}  {}", settings.id, settings.in_words())?;
        }
        let limits = &self.header.limits;
        let limits = [
            limits.max_nodes.map(|nodes| format!("{} states explored", grouped(nodes))),
            limits.max_seconds.map(|time| shown_time(seconds(time))),
            limits.max_bytes.map(|bytes| format!("{} of memory", shown_bytes(bytes))),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        match limits.is_empty() {
            true => Ok(()),
            false => writeln!(out, "  Each run was given {}.", limits.join(", ")),
        }
    }
}

/// `board 7`, or `12 boards: 1-12`.
fn which(numbers: &[usize]) -> String {
    match numbers {
        [one] => format!("board {one}"),
        several => format!("{}: {}", counted(several.len() as u64, "board"), listed(several)),
    }
}

/// Where a run was stopped.
fn limit(why: &str, row: &Row) -> String {
    let limits = &row.limits;
    let (at, flag) = match why {
        "nodes" => (
            limits.max_nodes.map(|nodes| format!("after {} states explored", grouped(nodes))),
            "--max-nodes",
        ),
        "time" => (
            limits.max_seconds.map(|time| format!("after {}", shown_time(seconds(time)))),
            "--max-time",
        ),
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
