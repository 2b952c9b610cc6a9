//! Picture: a solution as an animation or a strip of boards. SVG is drawn here; the host draws pixels.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::Source;
use crate::error::{ApiError, ErrorKind};
use crate::limits::{ANIMATION_MOVES, PICTURE_CELLS, of_auto};
use crate::picture::{PictureKind, SolutionPicture, how_found};
use crate::request::BoardRequest;
use crate::spelling::Fields;
use crate::task::{Means, Payload, Task, TaskInfo};
use serde::Deserialize;
use taquin::{Mover, Moves, Puzzle, Solver, parse_moves};

pub(super) const TASK: TaskInfo = task_info!("picture", Short, PictureRequest => files(&["image/gif", "image/svg+xml", "image/png"]), begin,
    "A solution as an animation or a strip of boards");

/// A picture of a path to the goal.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PictureRequest {
    /// Any text that a board can be read from.
    pub board: String,
    /// Rows and columns, for a flat list that is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
    /// The moves to show, as directions of the blank; by default those that `auto` finds.
    pub moves: Option<String>,
    /// The kind of picture.
    pub kind: PictureKind,
}

/// Creates the task of a request.
fn begin(request: &PictureRequest, means: &Means) -> Result<Task, ApiError> {
    let PictureRequest { board, size, goal, moves, kind } = request.clone();
    let puzzle = BoardRequest { board, size, goal }.solvable()?;
    let moves = moves.map(|text| read_moves(&text, &puzzle)).transpose()?;
    let limits = of_auto(means.caps.plain().all(), puzzle.size());
    let render = means.render;
    if moves.is_none() {
        means.announce(&Solver::default(), puzzle.size());
    }
    Ok(Box::new(move |host| {
        let (solution, how) = match moves {
            Some(moves) => (moves, "Moves that were given".to_string()),
            None => {
                let solver = Solver { limits, clock: host.clock(), ..Solver::default() };
                let report = solver.solve_observed(&puzzle, host.cancel(), None)?;
                let how = how_found(&report);
                let found = report.solution().cloned();
                (found.ok_or_else(|| unfound(&report.outcome))?, how)
            }
        };
        let drawn = SolutionPicture { puzzle: &puzzle, solution: &solution, how: &how };
        let bytes = check(&drawn, kind).and_then(|()| render(&drawn, kind));
        let bytes = bytes.map_err(|diagnostic| ApiError::invalid("kind", diagnostic))?;
        Ok(Payload::File(kind.media_type(), bytes))
    }))
}

/// Checks whether the picture fits into one answer.
fn check(picture: &SolutionPicture<'_>, kind: PictureKind) -> Result<(), Diagnostic> {
    let moves = picture.solution.len();
    let cells = (moves + 1).saturating_mul(picture.puzzle.size().cells());
    if cells <= PICTURE_CELLS || matches!(kind, PictureKind::Gif) {
        return Ok(());
    }
    let diagnostic = Diagnostic::new(
        "strip-too-large",
        "a strip of this many boards is too large for one answer",
    );
    Err(match moves <= ANIMATION_MOVES {
        true => diagnostic.help("ask for a gif"),
        false => diagnostic.help("give fewer moves, or a smaller board"),
    })
}

/// Parses moves and checks that they lead to the goal.
fn read_moves(text: &str, puzzle: &Puzzle) -> Result<Moves, ApiError> {
    let wrong = |diagnostic| ApiError::invalid("moves", diagnostic);
    let moves = parse_moves(text, Mover::Blank);
    let moves = moves.map_err(|error| {
        wrong(Diagnostic::about_text(&Source::new("moves", text), &error, &Fields))
    })?;
    moves.verify(puzzle).map_err(|error| wrong(Diagnostic::of(&error)))?;
    Ok(moves)
}

fn unfound(outcome: &taquin::Outcome) -> ApiError {
    let why = match outcome {
        taquin::Outcome::Stopped(stop) => stop.to_string(),
        _ => "there is none".to_string(),
    };
    ApiError::new(ErrorKind::Invalid, "no-solution-found", format!("no solution was found: {why}"))
        .field("moves")
        .help("give the moves")
}
