//! Trace: a search written down step by step while it runs, in columns, so that a page can show it again. Its time is that
//! of this run, and writing takes longer than searching.

use crate::answer::{Answer, Answered};
use crate::diagnostic::Diagnostic;
use crate::error::ApiError;
use crate::json::Solved;
use crate::json::stop_id;
use crate::limits::{Caps, PART_CAPACITY};
use crate::recording::{Units, is_single_tree};
use crate::request::{Search, SearchRequest};
use crate::task::{Payload, Task, TaskHost};
use serde::Serialize;
use serde_json::value::to_raw_value;
use std::time::Duration;
use taquin::search::{Clock, Cost, Disposition, Generated, Moment, Observer, Stats, Taken};
use taquin::solve::{AlgorithmId, Attempted};
use taquin::trace::{PuzzleTrace, Round, Step};
use taquin::{Direction, Puzzle, Trace};

/// How often the first part is told.
const PART_EVERY: Duration = Duration::from_millis(300);

/// The object of `solve --json`, and the search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceAnswer<'a> {
    #[serde(flatten)]
    solved: Solved<'a>,
    /// Of `auto`: every search that it tried, in order; the trace is that of the one that answered.
    attempts: Vec<AttemptJson>,
    /// The search; null if the board cannot be solved.
    trace: Option<TraceJson<'a>>,
}

/// The first part of a search that goes on.
#[derive(Serialize)]
struct TracePart<'a> {
    /// Rows and columns: `3x3`.
    size: String,
    /// The algorithm that was asked for.
    algorithm: &'static str,
    /// What was written down so far.
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
    /// What its solution costs.
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
    /// Whether there was room for everything.
    complete: bool,
    /// Whether the nodes make one tree that begins at the start (of each round).
    single_tree: bool,
    /// The start's tiles row by row.
    start: &'a [u16],
    /// The goal's.
    goal_tiles: &'a [u16],
    /// The start's estimate; null without a heuristic.
    start_h: Option<f64>,
    /// The nodes made, in columns; the first has the id 1, the start, which nobody made, 0.
    nodes: Nodes,
    /// The nodes explored, in columns.
    steps: TraceSteps,
    /// The rounds of a search that deepens.
    rounds: Vec<TraceRound>,
    /// The ids from the start to the goal; null if it was not reached or not all was written down.
    path: Option<Vec<u64>>,
    /// Of a search from both ends: the node on the start's side and the one on the goal's side where they met.
    meeting: Option<[u64; 2]>,
}

/// Nodes made, one entry each.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Nodes {
    /// The id of the node it was made from.
    parent: Vec<u64>,
    /// A letter each: where the blank went.
    #[serde(rename = "move")]
    by: String,
    /// The cost of the path to it.
    g: Costs,
    /// The estimated cost from it to the goal; null without a heuristic.
    h: Option<Costs>,
    /// Both together; null without a heuristic.
    f: Option<Costs>,
    /// A letter each: `k` is new and waits on the frontier, `b` is known, but waits again as this path to it is cheaper,
    /// `d` is known already, `c` lies beyond the bound.
    #[serde(rename = "fate")]
    dispositions: String,
}

/// Costs: whole numbers, if the heuristic's are.
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

/// Nodes explored, one entry each: what was counted when it had just been taken off the frontier.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TraceSteps {
    /// Its id.
    node: Vec<u64>,
    /// How many nodes had been made by then.
    #[serde(rename = "made_before")]
    generated_before: Vec<usize>,
    /// Explored, itself included.
    explored: Vec<u64>,
    /// Expanded.
    expanded: Vec<u64>,
    /// Generated.
    generated: Vec<u64>,
    /// Entries waiting.
    frontier: Vec<u64>,
    /// Entries waiting at the peak.
    max_frontier: Vec<u64>,
    /// The greatest depth.
    max_depth: Vec<u64>,
    /// What each was taken for, the least on the frontier; null where the frontier is in no such order.
    priority: Option<Costs>,
}

/// A round.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TraceRound {
    /// Its bound.
    bound: f64,
    /// Its first step.
    first_step: usize,
    /// How many nodes had been made before it.
    #[serde(rename = "made_before")]
    generated_before: usize,
}

/// The task of a request; nothing may take longer than `longest`.
pub fn trace(request: &SearchRequest, caps: &Caps, longest: Duration) -> Result<Task, ApiError> {
    let most = caps.trace_capacity();
    let capacity = request.room.unwrap_or(most);
    if !(1..=most).contains(&capacity) {
        let message = format!("room must be from 1 to {most}, not {capacity}");
        return Err(ApiError::invalid("room", Diagnostic::new("room-out-of-range", message)));
    }
    let search = request.read(caps, longest)?;
    Ok(Box::new(move |host| {
        let mut recorder = Recorder::new(&search, capacity, host);
        let (search, answer) = search.run(host, &mut recorder)?;
        // A host that ends has no time for all of it.
        let trace = match host.cancel_notice() {
            Some(_) => recorder.trace.first(PART_CAPACITY),
            None => recorder.trace,
        };
        let answered = Answered { input: &search.input, number: 1, of: 1, answer };
        match &answered.answer {
            Answer::Unsolvable(why) => Payload::json(&TraceAnswer {
                solved: Solved::unsolvable(&search.request, &answered, why),
                attempts: Vec::new(),
                trace: None,
            }),
            Answer::Searched { puzzle, report } => {
                let solved = Solved::searched(&search.request, &answered, puzzle, report);
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

/// Writes a search down, and tells its first part while it goes on.
struct Recorder<'h> {
    trace: Trace,
    host: &'h dyn TaskHost,
    clock: Clock,
    told: Moment,
    /// Whether the part that was told is as long as parts get.
    is_told: bool,
    puzzle: Option<Puzzle>,
    algorithm: AlgorithmId,
    units: Units,
}

impl<'h> Recorder<'h> {
    fn new(search: &Search, capacity: usize, host: &'h dyn TaskHost) -> Recorder<'h> {
        let solver = &search.request.solver;
        let size = search.input.board.as_ref().map(taquin::Board::size).unwrap_or_default();
        let algorithm = solver.effective_algorithm(size);
        let clock = host.clock();
        Recorder {
            trace: Trace::new(capacity),
            told: clock.now(),
            clock,
            host,
            is_told: false,
            puzzle: search.puzzle.clone().ok(),
            algorithm,
            units: Units { per_step: solver.unit(), informed: algorithm.info().informed },
        }
    }

    /// Tells the first entries. Of several searches one after the other nobody knows yet which will answer.
    fn tell_part(&mut self) {
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
        self.is_told = self.trace.len() >= PART_CAPACITY;
        self.told = self.clock.now();
    }
}

impl Observer<Direction> for Recorder<'_> {
    fn explored(&mut self, node: Taken, stats: &Stats) {
        self.trace.explored(node, stats);
    }

    fn generated(&mut self, child: Generated<Direction>) {
        self.trace.generated(child);
    }

    fn deepened(&mut self, round: u64, bound: Cost) {
        self.trace.deepened(round, bound);
    }

    fn met(&mut self, from_start: u64, from_goal: u64) {
        self.trace.met(from_start, from_goal);
    }

    fn ended(&mut self, is_best: bool) {
        self.trace.ended(is_best);
    }

    fn tick(&mut self, _: &Stats) {
        if !self.is_told && self.clock.since(self.told) >= PART_EVERY {
            self.tell_part();
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
    fn new(made: &[Generated<Direction>], units: Units) -> Nodes {
        let costs = |of: fn(&Generated<Direction>) -> u32| {
            Costs::new(made.iter().map(|node| of(node).into()), units)
        };
        let informed = units.informed;
        let disposition = |node: &Generated<Direction>| match node.disposition {
            Disposition::Enqueued => 'k',
            Disposition::Improved => 'b',
            Disposition::Duplicate => 'd',
            Disposition::Pruned => 'c',
        };
        Nodes {
            parent: made.iter().map(|node| node.parent).collect(),
            by: made.iter().map(|node| node.by.letter()).collect(),
            g: costs(|node| node.g),
            h: informed.then(|| costs(|node| node.h)),
            f: informed.then(|| costs(|node| node.g.saturating_add(node.h))),
            dispositions: made.iter().map(disposition).collect(),
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
