//! `POST /picture`: a solution as a film or a strip of boards, the files of `solve -o`.

use super::job::{Payload, Task};
use super::limits::{Asked, Caps, PICTURE_CELLS, PLAIN_TIME, of_auto};
use super::refusal::Refusal;
use super::request::BoardRequest;
use crate::raster::{animation, png};
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use taquin::{Mover, Puzzle, Solution, Solver, parse_moves};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::diagnostic::Source;
use taquin_api::picture::svg;
use taquin_api::picture::{Strip, how_found};

/// A picture of a way to the goal.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PictureRequest {
    /// Any text that a board can be read from.
    pub board: String,
    /// Rows and columns, where a flat list is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
    /// The moves to show, by where the blank goes; those that `auto` finds unless said.
    pub moves: Option<String>,
    /// What to make of it.
    pub kind: Kind,
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PictureKind")]
pub enum Kind {
    /// A film.
    Gif,
    /// A strip that can be scaled.
    Svg,
    /// A strip of pixels.
    Png,
}

/// What it takes to answer.
pub fn task(request: &PictureRequest, caps: &Caps) -> Result<Task, Refusal> {
    let PictureRequest { board, size, goal, moves, kind } = request.clone();
    let puzzle = BoardRequest { board, size, goal }.solvable()?;
    let moves = moves.map(|text| read_moves(&text, &puzzle)).transpose()?;
    let limits = of_auto(caps.limits(Asked::default(), PLAIN_TIME)?, puzzle.size());
    Ok(Box::new(move |job| {
        let (solution, how) = match moves {
            Some(moves) => (moves, "Moves that were given".to_string()),
            None => {
                let solver = Solver { limits, ..Solver::default() };
                let report = solver.solve_observed(&puzzle, &job.cancelled, None)?;
                let how = how_found(&report);
                let found = report.solution().cloned();
                (found.ok_or_else(|| unfound(&report.outcome))?, how)
            }
        };
        draw(&puzzle, &solution, &how, kind)
            .map_err(|diagnostic| Refusal::wrong("kind", diagnostic))
    }))
}

fn draw(
    puzzle: &Puzzle,
    solution: &Solution,
    how: &str,
    kind: Kind,
) -> Result<Payload, Diagnostic> {
    let cells = (solution.len() + 1).saturating_mul(puzzle.size().cells());
    if cells > PICTURE_CELLS && !matches!(kind, Kind::Gif) {
        let diagnostic = Diagnostic::new("a strip of so many boards is too large for one answer");
        return Err(diagnostic.help("ask for a gif, or use 'taquin solve -o strip.svg'"));
    }
    let strip = || Strip::of(puzzle, solution, how).map(|strip| strip.draw());
    Ok(match kind {
        Kind::Gif => Payload::File("image/gif", animation(puzzle.start(), solution.moves())?),
        Kind::Svg => Payload::File("image/svg+xml", svg(&strip()?).into_bytes()),
        Kind::Png => Payload::File("image/png", png(&strip()?)?),
    })
}

/// The moves, if they lead to the goal.
fn read_moves(text: &str, puzzle: &Puzzle) -> Result<Solution, Refusal> {
    let wrong = |diagnostic| Refusal::wrong("moves", diagnostic);
    let moves = parse_moves(text, Mover::Blank);
    let moves = moves
        .map_err(|error| wrong(Diagnostic::about_text(&Source::new("moves", text), &error)))?;
    let solution = Solution::from(moves);
    solution.verify(puzzle).map_err(|error| wrong(Diagnostic::new(error.to_string())))?;
    Ok(solution)
}

fn unfound(outcome: &taquin::Outcome) -> Refusal {
    let why = match outcome {
        taquin::Outcome::Stopped(stop) => stop.to_string(),
        _ => "there is none".to_string(),
    };
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, format!("no solution was found: {why}"))
        .field("moves")
        .help("give the moves")
}
