//! Trace: a search written down step by step, in columns, so that a page can show it again. Times
//! are not told, for writing takes longer than searching.

use crate::answer::{Answer, Answered};
use crate::diagnostic::Diagnostic;
use crate::error::ApiError;
use crate::json::Solved;
use crate::limits::{Caps, MOST_TRACE_CAPACITY, TRACE_CAPACITY};
use crate::request::SearchRequest;
use crate::task::{Payload, Task};
use serde::Serialize;
use std::time::Duration;
use taquin::search::{Disposition, Generated, Stats};
use taquin::trace::{PuzzleTrace, Round, Step};
use taquin::{Direction, Puzzle, Report, Trace};

/// The object of `solve --json`, and the search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceAnswer<'a> {
    #[serde(flatten)]
    solved: Solved<'a>,
    /// The search; null if the board cannot be solved.
    trace: Option<TraceJson<'a>>,
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
    /// A letter each: `k` waits on the frontier, `d` is known already, `c` lies beyond the bound.
    #[serde(rename = "fate")]
    dispositions: String,
}

/// Costs: whole numbers, if the heuristic's are.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Costs {
    Whole(Vec<u32>),
    Parts(Vec<f64>),
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
    let capacity = request.room.unwrap_or(TRACE_CAPACITY);
    if !(1..=MOST_TRACE_CAPACITY).contains(&capacity) {
        let message = format!("room must be from 1 to {MOST_TRACE_CAPACITY}, not {capacity}");
        return Err(ApiError::invalid("room", Diagnostic::new("room-out-of-range", message)));
    }
    let search = request.read(caps, longest)?;
    Ok(Box::new(move |host| {
        let mut trace = Trace::new(capacity);
        let (search, answer) = search.run(host, Some(&mut trace))?;
        let answered = Answered { input: &search.input, number: 1, of: 1, answer };
        match &answered.answer {
            Answer::Unsolvable(why) => Payload::json(&TraceAnswer {
                solved: Solved::unsolvable(&search.request, &answered, why),
                trace: None,
            }),
            Answer::Searched { puzzle, report } => {
                let mut solved = Solved::searched(&search.request, &answered, puzzle, report);
                solved.stats.seconds = None;
                let trace = Some(TraceJson::new(puzzle, report, &trace));
                Payload::json(&TraceAnswer { solved, trace })
            }
            Answer::Solvable(_) | Answer::Wrong(_) => Err(ApiError::internal()),
        }
    }))
}

impl TraceJson<'_> {
    fn new<'a>(puzzle: &'a Puzzle, report: &Report, trace: &Trace) -> TraceJson<'a> {
        let estimate = report.start_estimate;
        let per_step = estimate.map_or(1, |estimate| estimate.per_step);
        let in_steps = |units: u32| f64::from(units) / f64::from(per_step);
        let round = |round: &Round| TraceRound {
            bound: in_steps(round.bound),
            first_step: round.first_step,
            generated_before: round.generated_before,
        };
        let path = || trace.goal_of(report).map(|goal| trace.path_to(goal));
        let single_tree = is_single_tree(trace);
        TraceJson {
            complete: trace.is_complete(),
            single_tree,
            start: puzzle.start().tiles(),
            goal_tiles: puzzle.goal().tiles(),
            start_h: estimate.map(|estimate| in_steps(estimate.units)),
            nodes: Nodes::new(trace.nodes(), per_step, report.heuristic.is_some()),
            steps: TraceSteps::new(trace.steps()),
            rounds: trace.rounds().iter().map(round).collect(),
            path: single_tree.then(path).flatten(),
        }
    }
}

/// Whether nodes are numbered as they were made, and each round begins at the start once.
fn is_single_tree(trace: &Trace) -> bool {
    let numbered = (1..).zip(trace.nodes()).all(|(id, node)| node.id == id);
    let starts = trace.steps().iter().filter(|step| step.id == 0).count();
    numbered && !trace.steps().is_empty() && starts <= trace.rounds().len().max(1)
}

impl Nodes {
    fn new(made: &[Generated<Direction>], per_step: u32, informed: bool) -> Nodes {
        let costs = |of: fn(&Generated<Direction>) -> u32| match per_step {
            1 => Costs::Whole(made.iter().map(of).collect()),
            per_step => {
                let in_steps = |node| f64::from(of(node)) / f64::from(per_step);
                Costs::Parts(made.iter().map(in_steps).collect())
            }
        };
        let disposition = |node: &Generated<Direction>| match node.disposition {
            Disposition::Enqueued | Disposition::Improved => 'k',
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
    fn new(steps: &[Step]) -> TraceSteps {
        let counts =
            |of: fn(&Stats) -> u64| steps.iter().map(|step| of(&step.stats)).collect::<Vec<u64>>();
        TraceSteps {
            node: steps.iter().map(|step| step.id).collect(),
            generated_before: steps.iter().map(|step| step.generated_before).collect(),
            explored: counts(|stats| stats.explored),
            expanded: counts(|stats| stats.expanded),
            generated: counts(|stats| stats.generated),
            frontier: counts(|stats| stats.frontier),
            max_frontier: counts(|stats| stats.max_frontier),
            max_depth: counts(|stats| stats.max_depth),
        }
    }
}
