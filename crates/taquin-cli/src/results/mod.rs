//! Results of searches as rows, read from lines of JSON, and the charts of them: bars where every
//! configuration has one row, lines by depth where there are many. Counts of a whole space become a
//! histogram.

mod measure;

pub use measure::Measure;

use crate::errors::Complaint;
use crate::input::Source;
use crate::picture::{
    BarChart, BarPanel, Configuration, DepthChart, DepthPanel, DepthPoint, Histogram, Scene,
};
use crate::quantities::{counted, grouped};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One board through one configuration.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Row {
    /// What the configuration is called; put together from the settings where it has no name.
    pub configuration: Option<String>,
    /// The board.
    pub board: Option<String>,
    /// Its goal.
    pub goal: Option<String>,
    /// The board's number in its set.
    pub number: Option<u64>,
    /// The algorithm that ran.
    pub algorithm: Option<String>,
    /// The heuristic it used.
    pub heuristic: Option<String>,
    /// The weight of the estimate.
    pub weight: Option<f64>,
    /// The width of the beam.
    pub width: Option<u64>,
    /// The order in which children were visited.
    pub order: Option<String>,
    /// Which of equal nodes came first.
    pub ties: Option<String>,
    /// What a move cost.
    pub cost_model: Option<String>,
    /// `solved`, `stopped` and so on.
    pub outcome: Option<String>,
    /// Whether no solution is cheaper, proven.
    pub optimal: bool,
    /// How many moves the solution has.
    pub length: Option<u64>,
    /// How many moves a shortest solution has, where the set of boards states it.
    pub published_length: Option<u64>,
    /// What was counted.
    pub stats: Option<RowStats>,
}

/// What was counted; what a row does not have is not drawn.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RowStats {
    /// Entries taken off the frontier.
    pub explored: Option<u64>,
    /// Nodes whose children were made.
    pub expanded: Option<u64>,
    /// Children made.
    pub generated: Option<u64>,
    /// Entries waiting at the peak.
    pub max_frontier: Option<u64>,
    /// Bytes at the peak.
    pub peak_bytes: Option<u64>,
    /// Time taken.
    pub seconds: Option<f64>,
}

impl Row {
    fn stopped(&self) -> bool {
        self.outcome.as_deref() == Some("stopped")
    }

    /// What tells its board from others.
    fn board_key(&self) -> (Option<&str>, Option<&str>, Option<u64>) {
        let number = self.number.filter(|_| self.board.is_none());
        (self.board.as_deref(), self.goal.as_deref(), number)
    }

    /// The fewest moves that solve its board, if it proves that or they are stated.
    fn depth(&self) -> Option<u64> {
        let counts_moves = self.cost_model.as_deref().is_none_or(|model| model == "unit");
        self.length.filter(|_| self.optimal && counts_moves).or(self.published_length)
    }

    /// What its configuration is called, in short or with all that is known.
    fn name(&self, in_full: bool) -> String {
        if let Some(name) = &self.configuration {
            return name.clone();
        }
        let weight = self.weight.map(|weight| format!("weight {weight}"));
        let width = self.width.map(|width| format!("width {width}"));
        let short = [self.algorithm.clone(), self.heuristic.clone(), weight, width];
        let ties = self.ties.as_ref().map(|ties| format!("ties {ties}"));
        let more = [self.order.clone(), ties, self.cost_model.clone()];
        let more = more.into_iter().filter(|_| in_full);
        let parts: Vec<String> = short.into_iter().chain(more).flatten().collect();
        if parts.is_empty() { "results".to_string() } else { parts.join(" ") }
    }
}

/// What a source of results holds.
#[derive(Debug)]
pub enum Results {
    /// Searches.
    Rows(Vec<Row>),
    /// How many boards are how far from their goal.
    Distances(Histogram),
}

/// The results in a source: JSON objects one a line, or in one list. Objects without statistics, such
/// as summaries, errors and boards that were never searched, are left out.
pub fn read(source: &Source) -> Result<Results, Complaint> {
    let text = source.text.trim_start_matches('\u{feff}');
    let mut values: Vec<(usize, Value)> = Vec::new();
    let mut first_error = None;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(value) => values.push((index + 1, value)),
            Err(error) => first_error = first_error.or(Some((index + 1, error))),
        }
    }
    if let Some((line, error)) = first_error {
        // Perhaps it is one list over many lines.
        match serde_json::from_str(text) {
            Ok(value) => values = vec![(1, value)],
            Err(_) => return Err(no_json(source, line, &error)),
        }
    }
    let listed = values.into_iter().flat_map(|(line, value)| match value {
        Value::Array(items) => items.into_iter().map(|item| (line, item)).collect(),
        other => vec![(line, other)],
    });
    let mut rows = Vec::new();
    for (line, value) in listed {
        if value.get("counts").is_some_and(Value::is_array) {
            let table = serde_json::from_value::<Distances>(value);
            let table = table.map_err(|error| no_json(source, line, &error))?;
            return Ok(Results::Distances(table.histogram()));
        }
        if is_row(&value) {
            let row = serde_json::from_value(value);
            rows.push(row.map_err(|error| no_json(source, line, &error))?);
        }
    }
    if rows.is_empty() {
        let complaint = Complaint::new(format!("there are no results in {}", source.name));
        let help = "results are lines of JSON, as 'taquin solve ... --json' prints them";
        return Err(complaint.in_source(&source.name).help(help));
    }
    Ok(Results::Rows(rows))
}

/// Whether an object tells of a search that ran.
fn is_row(value: &Value) -> bool {
    let is = |name: &str, text: &str| value.get(name).and_then(Value::as_str) == Some(text);
    value.get("stats").is_some_and(Value::is_object)
        && value.get("summary").is_none()
        && value.get("experiment").is_none()
        && value.get("record").is_none_or(|record| record == "run")
        && !is("outcome", "unsolvable")
        && !is("outcome", "refused")
}

/// How many boards are how far from a goal.
#[derive(Debug, Deserialize)]
struct Distances {
    size: Option<String>,
    goal: Option<String>,
    metric: Option<String>,
    counts: Vec<u64>,
}

impl Distances {
    fn histogram(self) -> Histogram {
        let size = self.size.map(|size| format!("{size} boards")).unwrap_or("Boards".to_string());
        let all = grouped(self.counts.iter().fold(0, |sum, &count| sum.saturating_add(count)));
        let goal = self.goal.map(|goal| format!(", goal {goal}")).unwrap_or_default();
        let metric = match self.metric.as_deref() {
            Some("stm") => ", one tile a move",
            Some("mtm") => ", a slide of several tiles is one move",
            _ => "",
        };
        Histogram {
            title: format!("{size} by distance from the goal"),
            note: format!("All {all} boards that can be solved{goal}{metric}."),
            across: "moves of a shortest solution".to_string(),
            up: "boards".to_string(),
            counts: self.counts,
        }
    }
}

fn no_json(source: &Source, line: usize, error: &serde_json::Error) -> Complaint {
    // The place that serde_json tells is one within the line.
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default();
    let name = &source.name;
    let complaint = format!("line {line} of {name} is not a result: {why}");
    let help = "each line must be a JSON object, as 'taquin solve ... --json' prints them";
    Complaint::new(complaint).in_source(name).help(help)
}

impl Results {
    /// The picture of them, with a title and measures of one's own where some are given.
    pub fn draw(self, title: Option<&str>, measures: &[&'static Measure]) -> Scene {
        match self {
            Results::Rows(rows) => draw_rows(&rows, title, measures),
            Results::Distances(mut histogram) => {
                histogram.title = title.map_or(histogram.title, str::to_string);
                histogram.draw()
            }
        }
    }
}

/// The picture of some rows.
fn draw_rows(rows: &[Row], title: Option<&str>, measures: &[&'static Measure]) -> Scene {
    let boards: BTreeSet<_> = rows.iter().map(Row::board_key).collect();
    // In short, unless that would not tell one run of a board from another.
    let short: BTreeSet<_> = rows.iter().map(|row| (row.board_key(), row.name(false))).collect();
    let in_full = short.len() < rows.len();
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        let name = row.name(in_full);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.len() == rows.len() || boards.len() == 1 {
        true => bars(rows, title, measures, in_full, boards.len()).draw(),
        false => lines(rows, title, measures, in_full, names).draw(),
    }
}

fn bars(
    rows: &[Row],
    title: Option<&str>,
    measures: &[&'static Measure],
    in_full: bool,
    boards: usize,
) -> BarChart {
    let board = rows.first().and_then(|row| row.board.as_deref());
    let usual = match board.filter(|_| boards == 1) {
        Some(board) => format!("Searches on {board}"),
        None => "Searches compared".to_string(),
    };
    let all: Vec<&Measure> = Measure::LIST.iter().collect();
    let measures = if measures.is_empty() { &all[..] } else { measures };
    let value = |measure: &Measure, row: &Row| row.stats.as_ref().and_then(measure.value);
    let panel = |measure: &&Measure| BarPanel {
        title: measure.title.to_string(),
        unit: measure.unit,
        values: rows.iter().map(|row| value(measure, row)).collect(),
    };
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut unique = |name: String| {
        let times = seen.entry(name.clone()).or_default();
        *times += 1;
        if *times == 1 { name } else { format!("{name} ({times})") }
    };
    let stopped = if rows.iter().any(Row::stopped) { " Hatched: stopped by a limit." } else { "" };
    BarChart {
        title: title.map_or(usual, str::to_string),
        note: format!("One run of each; logarithmic scales.{stopped}"),
        configurations: rows
            .iter()
            .map(|row| Configuration { name: unique(row.name(in_full)), stopped: row.stopped() })
            .collect(),
        panels: measures.iter().map(panel).collect(),
    }
}

fn lines(
    rows: &[Row],
    title: Option<&str>,
    measures: &[&'static Measure],
    in_full: bool,
    names: Vec<String>,
) -> DepthChart {
    let mut depths: BTreeMap<_, u64> = BTreeMap::new();
    for row in rows {
        if let Some(depth) = row.depth() {
            let known = depths.entry(row.board_key()).or_insert(depth);
            *known = depth.min(*known);
        }
    }
    let usual: Vec<&Measure> = Measure::LIST.iter().filter(|measure| measure.by_depth).collect();
    let measures = if measures.is_empty() { &usual[..] } else { measures };
    let line = |measure: &Measure, name: &String| {
        let mut values: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for row in rows.iter().filter(|row| !row.stopped() && row.name(in_full) == *name) {
            let value = row.stats.as_ref().and_then(measure.value);
            if let Some((&depth, value)) = depths.get(&row.board_key()).zip(value) {
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
    let panels = measures.iter().map(panel).collect();
    let boards: BTreeSet<_> = rows.iter().map(Row::board_key).collect();
    let mut note = format!(
        "{}. Lines: the median of the boards of each depth; bands: from 10 % to 90 % of them; \
         logarithmic scale.",
        counted(boards.len() as u64, "board")
    );
    let stopped = rows.iter().filter(|row| row.stopped()).count();
    if stopped > 0 {
        note += &format!(" Left out: {} stopped by a limit.", counted(stopped as u64, "run"));
    }
    let unknown = boards.len() - depths.len();
    if unknown > 0 {
        let unknown = grouped(unknown as u64);
        note += &format!(" Left out: {unknown} whose shortest solution is not proven by any row.");
    }
    DepthChart {
        title: title.map_or("Searches by depth".to_string(), str::to_string),
        note,
        configurations: names,
        panels,
    }
}
