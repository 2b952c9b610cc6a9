//! Charts of rows: bars if every configuration has one row, lines by depth if there are many, and the improvement of
//! solutions over time if the rows report it.

use super::measure::Drawn;
use super::{MEASURES, Measure};
use crate::json::Solved;
use crate::picture::{
    BarChart, BarLabel, BarPanel, DepthChart, DepthPanel, DepthPoint, ImprovementChart,
    ImprovementPanel, Scene,
};
use crate::quantities::{Unit, counted, grouped};
use std::collections::{BTreeMap, BTreeSet};
use taquin::CostModel;
use taquin::search::Improvement;

/// What all rows have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The name of the set of boards.
    pub set: String,
    /// Their goal.
    pub goal: String,
}

/// The options of a chart.
#[derive(Clone, Debug, Default)]
pub struct ChartOptions {
    /// The title; a suitable one by default.
    pub title: Option<String>,
    /// The measures to draw; the most informative ones by default.
    pub measures: Vec<&'static Measure>,
}

/// Draws some rows; `None` if nothing was searched.
pub fn chart(rows: &[&Solved], about: Option<&About>, options: &ChartOptions) -> Option<Scene> {
    let rows: Vec<&Solved> = rows.iter().copied().filter(|row| row.was_searched()).collect();
    let boards: BTreeSet<_> = rows.iter().map(|row| row.board_key()).collect();
    // Use short names, unless two runs of one board would then have the same name.
    let short: BTreeSet<_> = rows.iter().map(|row| (row.board_key(), row.name(false))).collect();
    let in_full = short.len() < rows.len();
    let mut names: Vec<String> = Vec::new();
    for row in &rows {
        let name = row.name(in_full);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let one_each = names.len() == rows.len() || boards.len() == 1;
    let has_improved = |row: &&Solved| row.improvements.len() > 1;
    let all_report = rows.iter().all(|row| !row.improvements.is_empty());
    let improved = options.measures.is_empty() && all_report && rows.iter().any(has_improved);
    let chart = Chart { rows, boards: boards.len(), about, options, in_full };
    match (&chart.rows[..], one_each) {
        ([], _) => None,
        _ if improved => Some(chart.improvements(names).draw()),
        (_, true) => Some(chart.bars().draw()),
        (_, false) => Some(chart.lines(names).draw()),
    }
}

/// The data of a chart.
struct Chart<'a> {
    rows: Vec<&'a Solved>,
    /// The number of different boards.
    boards: usize,
    about: Option<&'a About>,
    options: &'a ChartOptions,
    /// Whether the names of configurations include all settings.
    in_full: bool,
}

impl Chart<'_> {
    /// Returns the requested measures, or the default ones that some row has.
    fn measures(&self, default: impl Fn(&Measure) -> bool) -> Vec<&'static Measure> {
        let has = |measure: &Measure| self.rows.iter().any(|row| (measure.of)(row).is_some());
        match &self.options.measures[..] {
            [] => MEASURES.iter().filter(|measure| default(measure) && has(measure)).collect(),
            some => some.to_vec(),
        }
    }

    fn title(&self, default: String) -> String {
        self.options.title.clone().unwrap_or(default)
    }

    /// Returns the value that all rows share, if they do.
    fn common<T: PartialEq>(&self, of: impl Fn(&Solved) -> T) -> Option<T> {
        let first = self.rows.first().map(|row| of(row))?;
        self.rows.iter().all(|row| of(row) == first).then_some(first)
    }

    /// Describes the conditions that hold for all rows: goal, costs and limits.
    fn conditions(&self) -> String {
        let goal = match self.about {
            Some(about) => Some(about.goal.clone()),
            None => self.common(|row| row.goal.clone()),
        };
        let is_shown = |goal: &String| (1..=LONG_BOARD).contains(&goal.len());
        let goal = goal.filter(is_shown).map(|goal| format!(" Goal {goal}."));
        let cost = self.common(|row| row.cost_model).filter(|model| *model != CostModel::Unit);
        let cost = cost.map(|model| format!(" Moves cost: {}.", model.id()));
        let time = self.common(|row| row.limits.max_time).flatten();
        let nodes = self.common(|row| row.limits.max_nodes).flatten();
        let limits = [
            time.map(|time| format!("{} s", time.as_secs_f64())),
            nodes.map(|nodes| format!("{} explored", grouped(nodes))),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        let limits = (!limits.is_empty()).then(|| format!(" Limit: {} a run.", limits.join(", ")));
        [goal, cost, limits].into_iter().flatten().collect()
    }

    fn bars(&self) -> BarChart {
        let rows = &self.rows;
        let default = match self.common(|row| row.board.clone()) {
            Some(board) if self.boards == 1 && !board.is_empty() => format!("Searches on {board}"),
            _ => "Searches compared".to_string(),
        };
        let has_costs = rows.iter().any(|row| !row.counts_moves());
        let measures = self.measures(|measure| {
            measure.drawn != Drawn::Never || (measure.id == "cost" && has_costs)
        });
        let panel = |measure: &&Measure| BarPanel {
            title: measure.title.to_string(),
            unit: measure.unit,
            values: rows.iter().map(|row| (measure.of)(row)).collect(),
        };
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut unique = |name: String| {
            let times = seen.entry(name.clone()).or_default();
            *times += 1;
            if *times == 1 { name } else { format!("{name} ({times})") }
        };
        let any_stopped = rows.iter().any(|row| row.is_stopped());
        let stopped = if any_stopped { " Hatched: stopped by a limit." } else { "" };
        let conditions = self.conditions();
        let mut configuration = |row: &&Solved| BarLabel {
            name: unique(row.name(self.in_full)),
            stopped: row.is_stopped(),
        };
        BarChart {
            title: self.title(default),
            note: format!("One run of each; logarithmic scales.{conditions}{stopped}"),
            configurations: rows.iter().map(&mut configuration).collect(),
            panels: measures.iter().map(panel).collect(),
        }
    }

    /// Plots how the best solutions improved: with several boards the mean, from the moment when all have a solution.
    fn improvements(&self, names: Vec<String>) -> ImprovementChart {
        let of = |name: &String| -> Vec<&Solved> {
            let own = |row: &&&Solved| row.name(self.in_full) == *name;
            self.rows.iter().filter(own).copied().collect()
        };
        let panel = |title,
                     unit,
                     taken: fn(&Improvement) -> f64,
                     end: fn(&Solved) -> Option<f64>| {
            let line = |name: &String| mean_best(&of(name), taken);
            let end = |name: &String| {
                let rows = of(name);
                let improvements = rows.iter().flat_map(|row| row.improvements.iter().map(taken));
                improvements.chain(rows.iter().filter_map(|row| end(row))).fold(0.0, f64::max)
            };
            let (lines, ends) = (names.iter().map(line).collect(), names.iter().map(end).collect());
            ImprovementPanel { title, unit, lines, ends }
        };
        let panels = vec![
            panel(
                "states explored",
                Unit::Count,
                |improved| improved.explored as f64,
                |row| Some(row.stats.explored as f64),
            ),
            panel(
                "time",
                Unit::Seconds,
                |improved| improved.elapsed.as_secs_f64(),
                |row| Some(row.stats.elapsed.as_secs_f64()),
            ),
        ];
        let boards = counted(self.boards as u64, "different board");
        let mean = if self.boards > 1 { " Lines: the mean of all boards." } else { "" };
        let conditions = self.conditions();
        let default = match self.common(|row| row.board.clone()) {
            Some(board) if self.boards == 1 && board.len() <= LONG_BOARD => {
                format!("Ever shorter solutions of {board}")
            }
            _ => "Ever shorter solutions".to_string(),
        };
        ImprovementChart {
            title: self.title(default),
            note: format!("{boards}.{mean}{conditions} Logarithmic scales from left to right."),
            configurations: names,
            panels,
        }
    }

    fn lines(&self, names: Vec<String>) -> DepthChart {
        let mut depths: BTreeMap<_, u64> = BTreeMap::new();
        for row in &self.rows {
            if let Some(depth) = row.depth() {
                let known = depths.entry(row.board_key()).or_insert(depth);
                *known = depth.min(*known);
            }
        }
        let line = |measure: &Measure, name: &String| {
            let mut values: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
            let own = self.rows.iter().filter(|row| row.name(self.in_full) == *name);
            for row in own.filter(|row| !row.is_stopped()) {
                if let Some((&depth, value)) = depths.get(&row.board_key()).zip((measure.of)(row)) {
                    values.entry(depth).or_default().push(value);
                }
            }
            values.iter().filter_map(|(&depth, values)| DepthPoint::of(depth, values)).collect()
        };
        let panel = |measure: &&Measure| DepthPanel {
            title: measure.title.to_string(),
            unit: measure.unit,
            lines: names.iter().map(|name| line(measure, name)).collect(),
        };
        let measures = self.measures(|measure| measure.drawn == Drawn::BarsAndLines);
        let panels = measures.iter().map(panel).collect();
        let mut note = format!(
            "{}.{} Lines: the median of the boards of each depth; bands: from 10 % to 90 % of them; \
             logarithmic scale.",
            counted(self.boards as u64, "different board"),
            self.conditions(),
        );
        let stopped = self.rows.iter().filter(|row| row.is_stopped()).count();
        if stopped > 0 {
            note += &format!(" Left out: {} stopped by a limit.", counted(stopped as u64, "run"));
        }
        let unknown = self.boards - depths.len();
        if unknown > 0 {
            let unknown = counted(unknown as u64, "board");
            note += &format!(" Left out: {unknown} without a proven shortest solution.");
        }
        let of = self.about.map(|about| format!(": {}", about.set)).unwrap_or_default();
        DepthChart {
            title: self.title(format!("Searches by depth{of}")),
            note,
            configurations: names,
            panels,
        }
    }
}

/// A title names only boards with at most this many characters.
const LONG_BOARD: usize = 60;

/// Returns the mean length of the best solutions of some rows each time that one of them improves, from the moment when
/// all have one.
fn mean_best(rows: &[&Solved], taken: fn(&Improvement) -> f64) -> Vec<(f64, f64)> {
    let events = rows.iter().enumerate();
    let events = events.flat_map(|(row, of)| of.improvements.iter().map(move |each| (row, each)));
    let mut events: Vec<(f64, usize, u64)> =
        events.map(|(row, improved)| (taken(improved), row, improved.cost)).collect();
    events.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Vec<Option<u64>> = vec![None; rows.len()];
    let mut means: Vec<(f64, f64)> = Vec::new();
    for (taken, row, cost) in events {
        best[row] = Some(best[row].map_or(cost, |before| before.min(cost)));
        let Some(sum) = best.iter().copied().sum::<Option<u64>>() else { continue };
        let mean = sum as f64 / rows.len() as f64;
        match means.last_mut() {
            // Of several solutions at the same moment, the last one counts.
            Some(last) if last.0 == taken => last.1 = mean,
            _ => means.push((taken, mean)),
        }
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_mean_begins_where_all_boards_have_a_solution() {
        let row = |improved: &[(u64, u64)]| Solved {
            improvements: improved
                .iter()
                .map(|&(explored, cost)| Improvement {
                    cost,
                    lower_bound: 0,
                    found_by: "beam".into(),
                    explored,
                    elapsed: Duration::ZERO,
                })
                .collect(),
            ..Solved::default()
        };
        let (a, b) = (row(&[(0, 100), (10, 80)]), row(&[(5, 60), (5, 58), (20, 50)]));
        let explored: fn(&Improvement) -> f64 = |improved| improved.explored as f64;
        assert_eq!(mean_best(&[&a, &b], explored), [(5.0, 79.0), (10.0, 69.0), (20.0, 65.0)]);
        assert_eq!(mean_best(&[&a], explored), [(0.0, 100.0), (10.0, 80.0)]);
    }
}
