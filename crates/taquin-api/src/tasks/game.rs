//! Game: a board to play, of a level, at an exact distance, at the end of a walk, or of a day.

use super::generate::random_seed;
use crate::diagnostic::Diagnostic;
use crate::error::ApiError;
use crate::game::difficulty::MOST_STEPS;
use crate::game::{Difficulty, EXACT_CELLS, Level};
use crate::request::{read_goal, read_size};
use crate::task::{Means, Payload, Task, TaskInfo};
use serde::{Deserialize, Serialize};
use taquin::Size;

pub(super) const TASK: TaskInfo = task_info!("game", Short, GameRequest => object(GameAnswer), begin, "A board to play: of a level, at an exact distance, or of a day");

/// The board to play; at most one of level, depth, walk and day.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    /// Rows and columns; those of the goal if it is a board, otherwise `3x3`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
    /// `easy`, `medium` or `hard`; `easy` if nothing else is given.
    pub level: Option<String>,
    /// The exact number of moves from the goal; only for boards of up to 12 cells.
    pub depth: Option<u64>,
    /// The number of steps of a random walk from the goal.
    pub walk: Option<u64>,
    /// The board of a day, such as `2026-11-18`: the same everywhere.
    pub day: Option<String>,
    /// The seed; random by default. The board of a day needs none.
    pub seed: Option<u64>,
}

/// A board to play.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameAnswer {
    /// The board, rows separated by slashes.
    board: String,
    /// Its tiles row by row; 0 is the blank.
    tiles: Vec<u16>,
    /// The goal, in the same format.
    goal: String,
    /// The goal's tiles.
    goal_tiles: Vec<u16>,
    /// The number of rows.
    rows: usize,
    /// The number of columns.
    columns: usize,
    /// The difficulty: `depth 10`, `walk 64` or `day 2026-11-18`.
    difficulty: String,
    /// Its title for people: `Easy: 10 moves from the goal`.
    title: String,
    /// The moves of a shortest solution, if known.
    shortest: Option<u64>,
    /// The seed that reproduces this board; null for the board of a day.
    seed: Option<u64>,
}

/// Creates the task of a request.
fn begin(request: &GameRequest, means: &Means) -> Result<Task, ApiError> {
    let size = read_size(request.size.as_deref())?;
    let goal = read_goal(request.goal.as_deref(), size)?.board(size.unwrap_or_default());
    if let Some(size) = size.filter(|&size| size != goal.size()) {
        let message = format!("the goal is {}, but the size is {size}", goal.size());
        return Err(ApiError::invalid("goal", Diagnostic::new("goal-of-other-size", message)));
    }
    let (field, difficulty) = read_difficulty(request, goal.size())?;
    let dated = matches!(difficulty, Difficulty::Day(_));
    let seed = request.seed.unwrap_or_else(random_seed);
    let limits = means.caps.plain().all();
    Ok(Box::new(move |host| {
        let dealt = difficulty.deal(&goal, seed, &host.budget(limits));
        let board = dealt.map_err(|error| {
            ApiError::invalid(field, Diagnostic::new(error.code(), error.to_string()))
        })?;
        Payload::json(&GameAnswer {
            board: board.to_string(),
            tiles: board.tiles().to_vec(),
            goal: goal.to_string(),
            goal_tiles: goal.tiles().to_vec(),
            rows: goal.size().rows(),
            columns: goal.size().cols(),
            difficulty: difficulty.to_string(),
            title: difficulty.title(goal.size()),
            shortest: match difficulty {
                Difficulty::Depth(depth) => Some(depth),
                _ => None,
            },
            seed: (!dated).then_some(seed),
        })
    }))
}

/// Returns the difficulty, and the field that it comes from.
fn read_difficulty(
    request: &GameRequest,
    size: Size,
) -> Result<(&'static str, Difficulty), ApiError> {
    let wrong = |field: &str, code, message: String| {
        ApiError::invalid(field, Diagnostic::new(code, message))
    };
    let (field, difficulty) = match (&request.level, request.depth, request.walk, &request.day) {
        (None, None, None, None) => ("level", Level::Easy.difficulty(size)),
        (Some(id), None, None, None) => {
            let level = Level::from_id(id.trim()).ok_or_else(|| {
                let ids = Level::NAMED.map(|(id, ..)| id).join(", ");
                let message = format!("there is no level '{}'", id.trim());
                wrong("level", "unknown-level", message).help(format!("it can be {ids}"))
            })?;
            ("level", level.difficulty(size))
        }
        (None, Some(depth), None, None) => ("depth", Difficulty::Depth(depth)),
        (None, None, Some(steps), None) => ("walk", Difficulty::Walk(steps)),
        (None, None, None, Some(day)) => {
            let date = day.parse().map_err(|message| wrong("day", "not-a-date", message))?;
            ("day", Difficulty::Day(date))
        }
        _ => {
            let message = "a game has one of level, depth, walk and day";
            return Err(wrong("level", "fields-exclude-each-other", message.to_string()));
        }
    };
    match difficulty {
        Difficulty::Depth(0) | Difficulty::Walk(0) => {
            let message = "a game begins at least one move from the goal";
            Err(wrong(field, "too-easy", message.to_string()))
        }
        Difficulty::Depth(_) if size.cells() > EXACT_CELLS => {
            let message = format!(
                "how far {size} boards are from the goal is known only after a search: boards of up to \
                 {EXACT_CELLS} cells have an exact number of moves"
            );
            Err(wrong(field, "depth-not-tabulated", message)
                .help("give the steps of a random walk"))
        }
        Difficulty::Walk(steps) if steps > MOST_STEPS => {
            let message = format!("a walk has at most {MOST_STEPS} steps");
            Err(wrong(field, "steps-out-of-range", message))
        }
        sound => Ok((field, sound)),
    }
}
