//! Trace: a search recorded step by step while it runs, in columns, so that a page can replay it. Its time is that of
//! this run, and recording takes longer than searching.

use super::solve::search;
use crate::answer::{Answer, Answered, SolveRequest, check};
use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use crate::error::ApiError;
use crate::json::Solved;
use crate::json::stop_id;
use crate::limits::PART_CAPACITY;
use crate::recording::{Units, is_single_tree};
use crate::request::SearchRequest;
use crate::task::{Means, Payload, Task, TaskHost, TaskInfo};
use serde::Serialize;
use serde_json::value::to_raw_value;
use std::time::Duration;
use taquin::search::{Clock, Disposition, Event, Generated, Moment, Observer, Stats};
use taquin::solve::{AlgorithmId, Attempted};
use taquin::trace::{PuzzleTrace, Round, Step};
use taquin::{Direction, Puzzle, Trace};

/// The interval at which the first part is sent.
const PART_INTERVAL: Duration = Duration::from_millis(300);

pub(super) const TASK: TaskInfo = task_info!("trace", Long, SearchRequest => object(TraceAnswer<'_>), trace, "Solve a board and write every step down");

/// The object of `solve --json`, with the trace of the search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceAnswer<'a> {
    #[serde(flatten)]
    solved: Solved<'a>,
    /// For `auto`: every search that it tried, in order; the trace is that of the one that answered.
    attempts: Vec<AttemptJson>,
    /// The trace; null if the board is unsolvable.
    trace: Option<TraceJson<'a>>,
}

/// The first part of a running search.
#[derive(Serialize)]
struct TracePart<'a> {
    /// Rows and columns: `3x3`.
    size: String,
    /// The requested algorithm.
    algorithm: &'static str,
    /// The trace so far.
    trace: TraceJson<'a>,
}

/// A search that `auto` tried.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Attempt"))]
struct AttemptJson {
    /// The algorithm.
    algorithm: &'static str,
    /// The heuristic, if it used one.
    heuristic: Option<String>,
    /// `solved`, `stopped` or `exhausted`.
    outcome: &'static str,
    /// What stopped it: `nodes`, `time`, `memory` or `interrupt`.
    stopped_by: Option<&'static str>,
    /// The cost of its solution.
    cost: Option<u64>,
    /// Entries taken off its frontier.
    explored: u64,
}

impl From<&Attempted> for AttemptJson {
    fn from(attempt: &Attempted) -> AttemptJson {
        AttemptJson {
            algorithm: attempt.algorithm.info().id,
            heuristic: attempt.heuristic.as_ref().map(ToString::to_string),
            outcome: match (attempt.cost, attempt.stopped_by) {
                (Some(_), _) => "solved",
                (_, Some(_)) => "stopped",
                _ => "exhausted",
            },
            stopped_by: attempt.stopped_by.map(stop_id),
            cost: attempt.cost,
            explored: attempt.explored,
        }
    }
}

/// A search, step by step.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Trace"))]
struct TraceJson<'a> {
    /// Whether everything fit into the trace.
    complete: bool,
    /// Whether the nodes form one tree, rooted at the start (of each iteration).
    single_tree: bool,
    /// The start's tiles row by row.
    start: &'a [u16],
    /// The goal's tiles.
    goal_tiles: &'a [u16],
    /// The start's estimate; null without a heuristic.
    start_h: Option<f64>,
    /// The generated nodes, in columns; the first has the id 1. The start has the id 0 and is not listed.
    nodes: Nodes,
    /// The explored nodes, in columns.
    steps: TraceSteps,
    /// The iterations of an iterative-deepening search.
    rounds: Vec<TraceRound>,
    /// The ids from the start to the goal; null if it was not reached or the trace is incomplete.
    path: Option<Vec<u64>>,
    /// In a bidirectional search: the nodes on the start's side and on the goal's side where the searches met.
    meeting: Option<[u64; 2]>,
}

/// The generated nodes, one entry each.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Nodes {
    /// The id of its parent.
    parent: Vec<u64>,
    /// One letter per node: the direction of the blank.
    #[serde(rename = "move")]
    by: String,
    /// The cost of the path to it.
    g: Costs,
    /// The estimated cost from it to the goal; null without a heuristic.
    h: Option<Costs>,
    /// The sum of both; null without a heuristic.
    f: Option<Costs>,
    /// One letter per node: `k` is new and put on the frontier, `b` is known, but put on the frontier again because
    /// this path to it is cheaper, `d` is a known duplicate, `c` is beyond the bound.
    #[serde(rename = "fate")]
    dispositions: String,
}

/// Costs: whole numbers if the heuristic is integral.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Costs {
    Whole(Vec<u64>),
    Parts(Vec<f64>),
}

impl Costs {
    fn new(costs: impl Iterator<Item = u64>, units: Units) -> Costs {
        match units.per_step {
            1 => Costs::Whole(costs.collect()),
            per_step => Costs::Parts(costs.map(|cost| cost as f64 / f64::from(per_step)).collect()),
        }
    }
}

/// The explored nodes, one entry each: the counts when it had just been taken off the frontier.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TraceSteps {
    /// Its id.
    node: Vec<u64>,
    /// The number of nodes generated by then.
    #[serde(rename = "made_before")]
    generated_before: Vec<usize>,
    /// Nodes explored, including this one.
    explored: Vec<u64>,
    /// Nodes expanded.
    expanded: Vec<u64>,
    /// Nodes generated.
    generated: Vec<u64>,
    /// Entries on the frontier.
    frontier: Vec<u64>,
    /// Entries on the frontier at the peak.
    max_frontier: Vec<u64>,
    /// The greatest depth.
    max_depth: Vec<u64>,
    /// The priority of each, the least on the frontier; null if the frontier is not ordered by one.
    priority: Option<Costs>,
}

/// An iteration.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TraceRound {
    /// Its bound.
    bound: f64,
    /// Its first step.
    first_step: usize,
    /// The number of nodes generated before it.
    #[serde(rename = "made_before")]
    generated_before: usize,
}

/// Creates the task of a request.
pub fn trace(request: &SearchRequest, means: &Means) -> Result<Task, ApiError> {
    let most = means.caps.trace_capacity();
    let capacity = request.room.unwrap_or(most);
    if !(1..=most).contains(&capacity) {
        let message = format!("room must be from 1 to {most}, not {capacity}");
        return Err(ApiError::invalid("room", Diagnostic::new("room-out-of-range", message)));
    }
    let (mut request, input) = request.read(means)?;
    Ok(Box::new(move |host| {
        let mut recorder = Recorder::new(&request, &input, capacity, host);
        let answer = search(&mut request, &input, host, &mut recorder)?;
        // A host that is shutting down has no time for all of it.
        let trace = match host.cancel_notice() {
            Some(_) => recorder.trace.first(PART_CAPACITY),
            None => recorder.trace,
        };
        let answered = Answered { input: &input, number: 1, of: 1, answer };
        match &answered.answer {
            Answer::Unsolvable(why) => Payload::json(&TraceAnswer {
                solved: Solved::unsolvable(&request, &answered, why),
                attempts: Vec::new(),
                trace: None,
            }),
            Answer::Searched { puzzle, report } => {
                let solved = Solved::searched(&request, &answered, puzzle, report);
                let attempts = report.attempts.iter().map(AttemptJson::from).collect();
                let path = trace.goal_of(report).map(|goal| trace.path_to(goal));
                let units = Units::of(report);
                let start_h = report.start_estimate.map(|estimate| estimate.units);
                let trace = Some(TraceJson::new(puzzle, units, start_h, &trace, path));
                Payload::json(&TraceAnswer { solved, attempts, trace })
            }
            Answer::Solvable(_) | Answer::Wrong(_) => Err(ApiError::internal()),
        }
    }))
}

/// Records a search, and sends its first part while it runs.
struct Recorder<'h> {
    trace: Trace,
    host: &'h dyn TaskHost,
    clock: Clock,
    sent_at: Moment,
    /// Whether the part that was sent has its full length.
    is_part_full: bool,
    puzzle: Option<Puzzle>,
    algorithm: AlgorithmId,
    units: Units,
}

impl<'h> Recorder<'h> {
    fn new(
        request: &SolveRequest,
        input: &BoardInput,
        capacity: usize,
        host: &'h dyn TaskHost,
    ) -> Recorder<'h> {
        let solver = &request.solver;
        let size = input.board.as_ref().map(taquin::Board::size).unwrap_or_default();
        let algorithm = solver.effective_algorithm(size);
        let clock = host.clock();
        Recorder {
            trace: Trace::new(capacity),
            sent_at: clock.now(),
            clock,
            host,
            is_part_full: false,
            puzzle: match check(input, &request.goal) {
                Answer::Solvable(puzzle) => Some(puzzle),
                _ => None,
            },
            algorithm,
            units: Units { per_step: solver.unit(), informed: algorithm.info().informed },
        }
    }

    /// Sends the first entries. Not for `auto`: which of its searches will answer is not known yet.
    fn send_part(&mut self) {
        let Some(puzzle) = self.puzzle.as_ref().filter(|_| self.algorithm != AlgorithmId::Auto)
        else {
            return;
        };
        let start_h = self.trace.steps().first().map(|step| step.taken.h);
        let first = self.trace.first(PART_CAPACITY);
        let part = TracePart {
            size: puzzle.size().to_string(),
            algorithm: self.algorithm.info().id,
            trace: TraceJson::new(puzzle, self.units, start_h, &first, None),
        };
        if let Ok(part) = to_raw_value(&part) {
            self.host.part(part);
        }
        self.is_part_full = self.trace.len() >= PART_CAPACITY;
        self.sent_at = self.clock.now();
    }
}

impl Observer<Direction> for Recorder<'_> {
    fn event(&mut self, event: Event<'_, Direction>) {
        self.trace.event(event);
        let is_tick = matches!(event, Event::Tick(_));
        if is_tick && !self.is_part_full && self.clock.since(self.sent_at) >= PART_INTERVAL {
            self.send_part();
        }
    }
}

impl TraceJson<'_> {
    fn new<'a>(
        puzzle: &'a Puzzle,
        units: Units,
        start_h: Option<u32>,
        trace: &Trace,
        path: Option<Vec<u64>>,
    ) -> TraceJson<'a> {
        let in_steps = |cost: u32| units.steps(cost.into());
        let round = |round: &Round| TraceRound {
            bound: in_steps(round.bound),
            first_step: round.first_step,
            generated_before: round.generated_before,
        };
        let single_tree = is_single_tree(trace);
        TraceJson {
            complete: trace.is_complete(),
            single_tree,
            start: puzzle.start().tiles(),
            goal_tiles: puzzle.goal().tiles(),
            start_h: start_h.filter(|_| units.informed).map(in_steps),
            nodes: Nodes::new(trace.nodes(), units),
            steps: TraceSteps::new(trace.steps(), units),
            rounds: trace.rounds().iter().map(round).collect(),
            path: path.filter(|_| single_tree),
            meeting: trace.meeting().map(|(from_start, from_goal)| [from_start, from_goal]),
        }
    }
}

impl Nodes {
    fn new(generated: &[Generated<Direction>], units: Units) -> Nodes {
        let costs = |of: fn(&Generated<Direction>) -> u32| {
            Costs::new(generated.iter().map(|node| of(node).into()), units)
        };
        let informed = units.informed;
        let disposition = |node: &Generated<Direction>| match node.disposition {
            Disposition::Enqueued => 'k',
            Disposition::Improved => 'b',
            Disposition::Duplicate => 'd',
            Disposition::Pruned => 'c',
        };
        Nodes {
            parent: generated.iter().map(|node| node.parent).collect(),
            by: generated.iter().map(|node| node.by.letter()).collect(),
            g: costs(|node| node.g),
            h: informed.then(|| costs(|node| node.h)),
            f: informed.then(|| costs(|node| node.g.saturating_add(node.h))),
            dispositions: generated.iter().map(disposition).collect(),
        }
    }
}

impl TraceSteps {
    fn new(steps: &[Step], units: Units) -> TraceSteps {
        let counts =
            |of: fn(&Stats) -> u64| steps.iter().map(|step| of(&step.stats)).collect::<Vec<u64>>();
        let priorities: Option<Vec<u64>> = steps.iter().map(|step| step.taken.priority).collect();
        TraceSteps {
            node: steps.iter().map(|step| step.id).collect(),
            generated_before: steps.iter().map(|step| step.generated_before).collect(),
            explored: counts(|stats| stats.explored),
            expanded: counts(|stats| stats.expanded),
            generated: counts(|stats| stats.generated),
            frontier: counts(|stats| stats.frontier),
            max_frontier: counts(|stats| stats.max_frontier),
            max_depth: counts(|stats| stats.max_depth),
            priority: priorities.map(|priorities| Costs::new(priorities.into_iter(), units)),
        }
    }
}
