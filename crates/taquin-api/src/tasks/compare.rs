//! Compare: several configurations on the same boards: the lines of `compare --json`, the best configurations, and
//! charts.

use super::observer::progress_observer;
use super::run::run_one;
use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use crate::error::ApiError;
use crate::experiment::{BoardSet, ConfigurationRecord, ConfigurationRequest, Experiment, Header};
use crate::experiment::{DEFAULT_CONFIGURATIONS, DEFAULT_TIME};
use crate::json::{SCHEMA_VERSION, Solved, TOOL_VERSION};
use crate::limits::{COMPARE_BOARDS, COMPARE_BYTES, COMPARE_CONFIGURATIONS, Caps, STEP_CELLS};
use crate::picture::svg;
use crate::request::{
    SOURCE, check_tables, in_request, read_board, read_cost, read_goal, read_size,
};
use crate::results::ChartOptions;
use crate::results::{
    About, Drawn, MEASURES, Measure, Summary, chart, fixed_memory, least, summarize,
};
use crate::settings::RequestedSettings;
use crate::task::{Means, Payload, Task, TaskHost, TaskInfo};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::time::Duration;
use taquin::{Limits, Solver};

pub(super) const TASK: TaskInfo = task_info!("compare", Long, CompareRequest => object(CompareAnswer), begin, "Run several configurations on the same boards");

/// Boards and configurations to compare; each run takes at most 10 seconds, unless `max_seconds` is given.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    /// The boards, each any text that a board can be read from.
    pub boards: Option<Vec<String>>,
    /// Random boards, instead of `boards`.
    pub random: Option<RandomBoards>,
    /// Rows and columns of the boards, for flat lists that are not square.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
    /// Configurations such as `bfs`, `astar:manhattan` or `dfs:DURL`; the textbook searches by default.
    pub configurations: Option<Vec<String>>,
    /// Heuristics for the configurations that use one and name none.
    pub heuristics: Option<Vec<String>>,
    /// What a move costs; `unit` by default.
    pub cost: Option<String>,
    /// Further settings, for the configurations that they fit.
    #[serde(flatten)]
    pub settings: RequestedSettings,
    /// When to stop each run; after 10 seconds by default.
    #[serde(flatten)]
    pub limits: Limits,
}

/// Random boards, all equally likely.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RandomBoards {
    /// The number of boards.
    pub count: u64,
    /// The seed; 1 by default.
    pub seed: Option<u64>,
    /// Rows and columns; `3x3` by default.
    pub size: Option<String>,
}

/// The result of a comparison.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareAnswer {
    schema_version: u32,
    tool_version: &'static str,
    /// The name of the set of boards.
    set: String,
    /// Their goal: its name, or the board.
    goal: String,
    /// The searches to run.
    configurations: Vec<ConfigurationRecord>,
    /// Why pairs of algorithm and heuristic were left out.
    left_out: Vec<String>,
    /// Whether all runs are included; time or space may have run out before.
    complete: bool,
    /// The runs, board by board.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Solved>"))]
    rows: Vec<Box<RawValue>>,
    /// The summaries, one for each configuration.
    summary: Vec<Summary>,
    /// For each measure the indices of the configurations with the least mean, among those that solved all boards;
    /// empty if there is nothing to compare.
    best: BTreeMap<&'static str, Vec<usize>>,
    /// How much of the memory does not grow with the search, in a sentence, if it is much.
    fixed_memory: Option<String>,
    /// Charts of the results.
    pictures: Pictures,
}

/// Charts as SVG, one for each measure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Pictures {
    /// For one board: bars.
    bars: Option<BTreeMap<&'static str, String>>,
    /// For several boards: lines by the length of a shortest solution.
    depth: Option<BTreeMap<&'static str, String>>,
}

/// Creates the task of a request.
fn begin(request: &CompareRequest, means: &Means) -> Result<Task, ApiError> {
    let caps = means.caps;
    let (mut experiment, left_out) = request.read(&caps)?;
    let (capped, longest) = (caps.limits(request.limits), caps.time);
    if let Some(largest) = experiment.set.largest() {
        experiment.configurations.iter().for_each(|each| means.announce(&each.solver, largest));
    }
    Ok(Box::new(move |host| {
        let (rows, complete) = run(&mut experiment, capped, host, longest);
        let answer = CompareAnswer::new(&experiment.header(), rows, complete, left_out);
        Payload::json(&answer?)
    }))
}

impl CompareRequest {
    /// Parses the request into an experiment, and the reasons for what is left out of it.
    fn read(&self, caps: &Caps) -> Result<(Experiment, Vec<String>), ApiError> {
        let default = if self.limits.max_time.is_some() { caps.time } else { DEFAULT_TIME };
        let max_time = caps.within(default).limits(self.limits).max_time;
        // Limits that were not requested are not reported, as on the command line.
        let limits = Limits { max_time, ..self.limits };
        let wrong = |diagnostic| ApiError::invalid("configurations", diagnostic);
        let found = self.configuration_request()?.configurations().map_err(wrong)?;
        if found.list.len() > COMPARE_CONFIGURATIONS {
            let message = format!("there are {} configurations", found.list.len());
            let help = format!("compare at most {COMPARE_CONFIGURATIONS} at once");
            return Err(wrong(Diagnostic::new("too-many-configurations", message).help(help)));
        }
        let (configurations, set) = (found.list, self.set()?);
        if let Some(largest) = set.largest() {
            configurations
                .iter()
                .try_for_each(|configuration| check_tables(&configuration.solver, largest))?;
        }
        Ok((
            Experiment { configurations, set, limits, shard: None },
            found.left_out.into_iter().map(|reason| reason.message).collect(),
        ))
    }

    fn configuration_request(&self) -> Result<ConfigurationRequest<'_>, ApiError> {
        Ok(ConfigurationRequest {
            algorithms: self.configurations.iter().flatten().map(String::as_str).collect(),
            default: &DEFAULT_CONFIGURATIONS,
            heuristics: self.heuristics.iter().flatten().map(String::as_str).collect(),
            common: Solver {
                settings: self.settings.read()?,
                costs: self.cost.as_deref().map(read_cost).transpose()?.unwrap_or_default(),
                ..Solver::default()
            },
            ..ConfigurationRequest::default()
        })
    }

    /// Returns the boards.
    fn set(&self) -> Result<BoardSet, ApiError> {
        let wrong = |field: &'static str| move |diagnostic| ApiError::invalid(field, diagnostic);
        match (&self.boards, &self.random) {
            (Some(boards), None) => {
                if !(1..=COMPARE_BOARDS).contains(&boards.len()) {
                    return Err(wrong("boards")(too_many(boards.len() as u64)));
                }
                let size = read_size(self.size.as_deref())?;
                let goal = read_goal(self.goal.as_deref(), size)?;
                let read = |(index, text): (usize, &String)| -> Result<BoardInput, ApiError> {
                    let board = read_board(&format!("boards[{index}]"), text, size)?;
                    Ok(BoardInput { line: index + 1, ..in_request(board) })
                };
                let boards = boards.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
                let name = match &boards[..] {
                    [BoardInput { board: Ok(board), .. }] => board.to_string(),
                    _ => SOURCE.to_string(),
                };
                BoardSet::given(goal, &name, boards).map_err(wrong("boards"))
            }
            (None, Some(RandomBoards { count, seed, size })) => {
                let size = read_size(size.as_deref().or(self.size.as_deref()))?;
                let goal = read_goal(self.goal.as_deref(), size)?;
                let cells = goal.board(size.unwrap_or_default()).size().cells();
                let most = COMPARE_BOARDS.min(STEP_CELLS / cells) as u64;
                if !(1..=most).contains(count) {
                    return Err(wrong("random")(too_many(*count)));
                }
                let seed = seed.unwrap_or(1);
                BoardSet::random(goal, *count, size, seed).map_err(wrong("random"))
            }
            _ => {
                let diagnostic =
                    Diagnostic::new("boards-or-random", "give either boards or random");
                Err(wrong("boards")(
                    diagnostic.help("random has a count, and may have a seed and a size"),
                ))
            }
        }
    }
}

fn too_many(count: u64) -> Diagnostic {
    let diagnostic =
        Diagnostic::new("board-count-out-of-range", format!("{count} boards cannot be compared"));
    diagnostic.help(format!("compare from 1 to {COMPARE_BOARDS}, fewer if they are large"))
}

/// Runs the experiment sequentially, as far as time and space allow; also returns whether that is all of it.
fn run(
    experiment: &mut Experiment,
    capped: Limits,
    host: &dyn TaskHost,
    longest: Duration,
) -> (Vec<String>, bool) {
    let clock = host.clock();
    experiment
        .configurations
        .iter_mut()
        .for_each(|configuration| configuration.solver.clock = clock.clone());
    let began = clock.now();
    let runs = experiment.runs();
    let (mut lines, mut bytes) = (Vec::new(), 0);
    for (index, &run) in runs.iter().enumerate() {
        let left = longest.saturating_sub(clock.since(began));
        if left.is_zero() || bytes > COMPARE_BYTES {
            break;
        }
        let max_time = experiment.limits.max_time.map(|time| time.min(left));
        let limits = Limits { max_time, ..capped };
        let (_, _, configuration) = experiment.parts(run);
        let mut observer =
            progress_observer(host, &configuration.solver, Some((index + 1, runs.len())));
        let line = run_one(experiment, run, limits, host, Some(&mut observer));
        let Some(line) = line else { break };
        bytes += line.len();
        lines.push(line);
    }
    let complete = lines.len() == runs.len();
    (lines, complete)
}

impl CompareAnswer {
    fn new(
        header: &Header,
        lines: Vec<String>,
        complete: bool,
        left_out: Vec<String>,
    ) -> Result<CompareAnswer, ApiError> {
        let read = |line: &String| Solved::read(line.as_bytes()).map_err(|_| ApiError::internal());
        let rows = lines.iter().map(read).collect::<Result<Vec<Solved>, _>>()?;
        let rows: Vec<&Solved> = rows.iter().collect();
        let ids: Vec<String> =
            header.configurations.iter().map(|configuration| configuration.id.clone()).collect();
        let summaries = summarize(&ids, &rows);
        let raw = |line| RawValue::from_string(line).map_err(|_| ApiError::internal());
        Ok(CompareAnswer {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            set: header.set.clone(),
            goal: header.goal.clone(),
            configurations: header.configurations.clone(),
            left_out,
            complete,
            best: best(&summaries),
            fixed_memory: fixed_memory(&summaries, &rows),
            pictures: Pictures::new(header, &rows),
            summary: summaries,
            rows: lines.into_iter().map(raw).collect::<Result<_, _>>()?,
        })
    }
}

/// Returns for each measure the indices of the best configurations.
fn best(summaries: &[Summary]) -> BTreeMap<&'static str, Vec<usize>> {
    let of = |index: usize, measure: &Measure| {
        let mean = |summary: &Summary| {
            let mean = summary.spreads.get(index)?.as_ref()?.mean;
            summary.competes(measure).then_some(mean)
        };
        let means: Vec<Option<f64>> = summaries.iter().map(mean).collect();
        let least = least(means.iter().copied());
        (0..means.len()).filter(|&at| least.is_some() && means[at] == least).collect()
    };
    MEASURES.iter().enumerate().map(|(index, measure)| (measure.id, of(index, measure))).collect()
}

impl Pictures {
    fn new(header: &Header, rows: &[&Solved]) -> Pictures {
        let about = About { set: header.set.clone(), goal: header.goal.clone() };
        let has = |of: fn(&Solved) -> Option<f64>| rows.iter().any(|row| of(row).is_some());
        let drawn = MEASURES.iter().filter(|m| m.drawn != Drawn::Never && has(m.of));
        let charts = drawn.filter_map(|measure| {
            let options = ChartOptions { title: None, measures: vec![measure] };
            Some((measure.id, svg(&chart(rows, Some(&about), &options)?)))
        });
        let charts: BTreeMap<_, _> = charts.collect();
        let some = Some(charts).filter(|charts| !charts.is_empty());
        match header.boards {
            1 => Pictures { bars: some, depth: None },
            _ => Pictures { bars: None, depth: some },
        }
    }
}
