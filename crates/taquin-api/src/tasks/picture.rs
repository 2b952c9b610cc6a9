//! Picture: a solution as an animation or a strip of boards. SVG is drawn here; the host supplies a renderer to pixels.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::Source;
use crate::error::{ApiError, ErrorKind};
use crate::limits::{ANIMATION_MOVES, Caps, PICTURE_CELLS, PLAIN_TIME, RequestedLimits, of_auto};
use crate::picture::svg;
use crate::picture::{Scene, Strip, how_found};
use crate::request::BoardRequest;
use crate::spelling::Fields;
use crate::task::{Payload, Task};
use serde::Deserialize;
use taquin::{Mover, Puzzle, Solution, Solver, parse_moves};

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

/// A kind of picture.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PictureKind {
    /// An animation.
    Gif,
    /// A strip of boards as vector graphics.
    Svg,
    /// A strip of boards as pixels.
    Png,
}

/// Creates the task of a request; `render` draws its result.
pub fn picture(request: &PictureRequest, caps: &Caps, render: Render) -> Result<Task, ApiError> {
    let PictureRequest { board, size, goal, moves, kind } = request.clone();
    let puzzle = BoardRequest { board, size, goal }.solvable()?;
    let moves = moves.map(|text| read_moves(&text, &puzzle)).transpose()?;
    let limits = of_auto(caps.limits(RequestedLimits::default(), PLAIN_TIME)?, puzzle.size());
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
        let bytes = drawn.check(kind).and_then(|()| render(&drawn, kind));
        let bytes = bytes.map_err(|diagnostic| ApiError::invalid("kind", diagnostic))?;
        Ok(Payload::File(kind.media_type(), bytes))
    }))
}

/// Draws a solution as a kind of picture, or returns why it cannot.
pub type Render = fn(&SolutionPicture<'_>, PictureKind) -> Result<Vec<u8>, Diagnostic>;

impl PictureKind {
    /// Returns the content type of such a file.
    pub fn media_type(self) -> &'static str {
        match self {
            PictureKind::Gif => "image/gif",
            PictureKind::Svg => "image/svg+xml",
            PictureKind::Png => "image/png",
        }
    }
}

/// A solution to draw.
#[derive(Clone, Copy, Debug)]
pub struct SolutionPicture<'a> {
    /// The board and its goal.
    pub puzzle: &'a Puzzle,
    /// The moves.
    pub solution: &'a Solution,
    /// How they were found, in a few words.
    pub how: &'a str,
}

impl SolutionPicture<'_> {
    /// Checks whether the picture fits into one answer.
    fn check(&self, kind: PictureKind) -> Result<(), Diagnostic> {
        let cells = (self.solution.len() + 1).saturating_mul(self.puzzle.size().cells());
        if cells <= PICTURE_CELLS || matches!(kind, PictureKind::Gif) {
            return Ok(());
        }
        let diagnostic = Diagnostic::new(
            "strip-too-large",
            "a strip of this many boards is too large for one answer",
        );
        Err(if self.solution.len() <= ANIMATION_MOVES {
            diagnostic.help("ask for a gif")
        } else {
            diagnostic.help("give fewer moves, or a smaller board")
        })
    }

    /// Draws the strip of its boards.
    pub fn strip(&self) -> Result<Scene, Diagnostic> {
        Strip::of(self.puzzle, self.solution, self.how).map(|strip| strip.draw())
    }
}

/// Draws only strips as SVG: for hosts that cannot render pixels.
pub fn render_svg(picture: &SolutionPicture<'_>, kind: PictureKind) -> Result<Vec<u8>, Diagnostic> {
    match kind {
        PictureKind::Svg => Ok(svg(&picture.strip()?).into_bytes()),
        PictureKind::Gif | PictureKind::Png => {
            Err(Diagnostic::new("only-svg", "only svg can be drawn here").help("ask for svg"))
        }
    }
}

/// Parses moves and checks that they lead to the goal.
fn read_moves(text: &str, puzzle: &Puzzle) -> Result<Solution, ApiError> {
    let wrong = |diagnostic| ApiError::invalid("moves", diagnostic);
    let moves = parse_moves(text, Mover::Blank);
    let moves = moves.map_err(|error| {
        wrong(Diagnostic::about_text(&Source::new("moves", text), &error, &Fields))
    })?;
    let solution = Solution::from(moves);
    solution.verify(puzzle).map_err(|error| wrong(Diagnostic::of(&error)))?;
    Ok(solution)
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
