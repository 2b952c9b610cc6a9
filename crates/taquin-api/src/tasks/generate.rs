//! Generate: boards from a seed, the objects of `generate --json`.

use crate::diagnostic::Diagnostic;
use crate::error::ApiError;
use crate::game::difficulty::MOST_STEPS;
use crate::json::{Generated, GeneratedJson};
use crate::limits::{GENERATE_BOARDS, STEP_CELLS};
use crate::request::{read_goal, read_size};
use crate::task::{Means, Payload, Task, TaskHost, TaskInfo};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, Hasher, RandomState};
use taquin::generate::{Boards, GenerateError, Kind};
use taquin::{Board, Limits, Size, Stop};

pub(super) const TASK: TaskInfo = task_info!("generate", Short, GenerateRequest => object(GenerateAnswer), begin, "Make boards from a seed");

/// The boards to generate, and how many.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GenerateRequest {
    /// Rows and columns; those of the goal if it is a board, otherwise `3x3`.
    pub size: Option<String>,
    /// The number of boards; 1 by default.
    pub count: Option<u64>,
    /// The seed of the random numbers; random by default.
    pub seed: Option<u64>,
    /// The exact number of moves of their shortest solutions.
    pub depth: Option<u64>,
    /// Instead: the number of attempts to move the blank that scramble the goal.
    pub steps: Option<u64>,
    /// Instead: whether to generate unsolvable boards.
    pub unsolvable: Option<bool>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
}

/// Boards and the seed that reproduces them.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenerateAnswer {
    /// The seed.
    seed: u64,
    /// The boards.
    boards: Vec<GeneratedJson>,
}

/// Prepares to draw boards: how they are generated, and the boards one by one.
pub fn generate<'g>(
    goal: &'g Board,
    kind: Kind,
    count: u64,
    seed: u64,
    limits: Limits,
    host: &dyn TaskHost,
) -> Result<(Generated<'g>, Boards), GenerateError> {
    let budget = host.budget(limits);
    let boards = Boards::new(goal, kind, count, seed, &budget)?;
    Ok((Generated { goal, kind, seed, uniform: boards.is_uniform() }, boards))
}

/// Creates the task of a request.
fn begin(request: &GenerateRequest, means: &Means) -> Result<Task, ApiError> {
    let size = read_size(request.size.as_deref())?;
    let goal = read_goal(request.goal.as_deref(), size)?.board(size.unwrap_or_default());
    let wrong = |field: &str, code, message: String| {
        ApiError::invalid(field, Diagnostic::new(code, message))
    };
    if size.is_some_and(|size| size != goal.size()) {
        let message = format!("the goal is {}, but the size is {}", goal.size(), shown(size));
        return Err(wrong("goal", "goal-of-other-size", message));
    }
    let count = request.count.unwrap_or(1);
    if !(1..=GENERATE_BOARDS).contains(&count) {
        let message = format!("count must be from 1 to {GENERATE_BOARDS}, not {count}");
        return Err(wrong("count", "count-out-of-range", message));
    }
    if count as usize > STEP_CELLS / goal.size().cells() {
        let message = format!("{count} boards of {} are too many for one answer", goal.size());
        return Err(wrong("count", "count-too-large", message));
    }
    let kind = match (request.depth, request.steps, request.unsolvable.unwrap_or_default()) {
        (None, None, false) => Kind::Uniform,
        (None, None, true) => Kind::Unsolvable,
        (Some(depth), None, false) => Kind::Depth(depth),
        (None, Some(steps), false) if steps <= MOST_STEPS => Kind::Walk(steps),
        (None, Some(_), false) => {
            return Err(wrong(
                "steps",
                "steps-out-of-range",
                format!("steps must be at most {MOST_STEPS}"),
            ));
        }
        (Some(_), _, _) => {
            let message = "depth cannot be combined with steps or unsolvable";
            return Err(wrong("depth", "fields-exclude-each-other", message.to_string()));
        }
        (None, Some(_), true) => {
            let message = "steps cannot be combined with unsolvable";
            return Err(wrong("steps", "fields-exclude-each-other", message.to_string()));
        }
    };
    let seed = request.seed.unwrap_or_else(random_seed);
    let limits = means.caps.plain().all();
    Ok(Box::new(move |host| {
        let refused =
            |error: GenerateError| wrong(field(&error, kind), error.code(), error.to_string());
        let (how, generated) = generate(&goal, kind, count, seed, limits, host).map_err(refused)?;
        let (mut boards, clock) = (Vec::new(), host.clock());
        let began = clock.now();
        for (number, board) in (1..).zip(generated) {
            // The limit applies to each board; here it is applied to all of them together.
            if limits.max_time.is_some_and(|most| clock.since(began) > most) {
                return Err(refused(GenerateError::Stopped(Stop::Time)));
            }
            boards.push(GeneratedJson::of(&board.map_err(refused)?, number, &how));
        }
        Payload::json(&GenerateAnswer { seed, boards })
    }))
}

fn shown(size: Option<Size>) -> String {
    size.map(|size| size.to_string()).unwrap_or_default()
}

/// Returns the field at fault.
fn field(error: &GenerateError, kind: Kind) -> &'static str {
    match (error, kind) {
        (GenerateError::TooMany { .. } | GenerateError::NoNewBoards { .. }, _) => "count",
        (_, Kind::Depth(_)) => "depth",
        (_, Kind::Walk(_)) => "steps",
        _ => "size",
    }
}

/// Returns a random seed, short enough to be typed again.
pub fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}
