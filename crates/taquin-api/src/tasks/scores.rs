//! Scores: the best scores that a host keeps, read with care, and a game that has just been won among them.

use crate::diagnostic::{Diagnostic, Source};
use crate::error::ApiError;
use crate::game::{Best, Difficulty, Game, Help, Kept, Scores, Verdict};
use crate::limits::{self, Caps, PLAIN_TIME, RequestedLimits};
use crate::request::BoardRequest;
use crate::spelling::Fields;
use crate::task::{Payload, Task};
use serde::{Deserialize, Serialize};
use taquin::{Mover, Solver, parse_moves};

/// Scores that were kept, and a game to be judged.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScoresRequest {
    /// The text that was given to be kept; whatever is damaged or strange in it is left out.
    pub kept: Option<String>,
    /// A game that was won.
    pub game: Option<WonGame>,
}

/// A game that was won.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WonGame {
    /// The board that it began with: any text that a board can be read from.
    pub board: String,
    /// Rows and columns, where a flat list is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
    /// How hard it was, as the game was told to be; null for a board of the player's own.
    pub difficulty: Option<String>,
    /// The moves, by where the blank goes.
    pub moves: String,
    /// How many hints were taken.
    pub hints: Option<u64>,
    /// Whether a solution of this board was shown.
    pub solution_seen: Option<bool>,
    /// How long it took.
    pub seconds: Option<f64>,
}

/// The best scores, and what is said of the game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoresAnswer {
    /// The text to be kept from now on.
    kept: String,
    /// The best scores, small boards first.
    best: Vec<ScoreJson>,
    /// What is said of the game; null if there was none.
    verdict: Option<VerdictJson>,
}

/// A best score.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ScoreJson {
    /// Rows and columns: `3x3`.
    size: String,
    /// `depth 10`, `walk 64` or `day 2026-11-18`.
    difficulty: String,
    /// The same for people: `Easy: 10 moves from the goal`.
    title: String,
    /// The moves it took.
    moves: u64,
    /// The moves of a shortest solution, where that is known.
    shortest: Option<u64>,
    /// The seconds it took.
    seconds: u64,
}

/// What is said of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct VerdictJson {
    /// The moves it took.
    moves: u64,
    /// The moves of the best solution that is known.
    best: Option<u64>,
    /// Whether it is proven that none has fewer.
    optimal: bool,
    /// That solution, by where the blank goes.
    best_moves: Option<String>,
    /// In short: `You 87, best 53`.
    title: String,
    /// In a sentence.
    sentence: String,
    /// What became of the score, in a sentence.
    remark: String,
    /// Whether it is the best score of its size and difficulty now.
    is_best: bool,
}

/// The task of a request.
pub fn scores(request: &ScoresRequest, caps: &Caps) -> Result<Task, ApiError> {
    let mut scores = Scores::read(request.kept.as_deref().unwrap_or_default());
    let Some(won) = &request.game else {
        return Ok(Box::new(move |_| Payload::json(&ScoresAnswer::new(&scores, None))));
    };
    let game = won.read()?;
    let difficulty = won.difficulty()?;
    let seconds = won.seconds.unwrap_or_default() as u64;
    let size = game.puzzle().size();
    let limits = caps.limits(RequestedLimits::default(), PLAIN_TIME)?;
    let limits = limits::of_auto(limits, size);
    Ok(Box::new(move |host| {
        let solver = Solver { limits, clock: host.clock(), ..Solver::default() };
        let best = Best::find(&solver, game.puzzle(), host.cancel())?;
        let (verdict, kept) = scores.judge(&game, difficulty, seconds, &best);
        let Verdict { title, sentence, remark } = verdict;
        let verdict = VerdictJson {
            moves: game.moves().len() as u64,
            best: best.length(),
            optimal: best.optimal,
            best_moves: best.solution.as_ref().map(|solution| solution.blank_letters()),
            title,
            sentence,
            remark,
            is_best: matches!(kept, Kept::First | Kept::Better(_)),
        };
        Payload::json(&ScoresAnswer::new(&scores, Some(verdict)))
    }))
}

impl WonGame {
    /// The game as it was played.
    fn read(&self) -> Result<Game, ApiError> {
        let (board, size, goal) = (self.board.clone(), self.size.clone(), self.goal.clone());
        let puzzle = BoardRequest { board, size, goal }.solvable()?;
        let moves = parse_moves(&self.moves, Mover::Blank).map_err(|error| {
            let source = Source::new("moves", self.moves.as_str());
            ApiError::invalid("moves", Diagnostic::about_text(&source, &error, &Fields))
        })?;
        let help = Help {
            hints: self.hints.unwrap_or_default(),
            solution_seen: self.solution_seen.unwrap_or_default(),
        };
        let game = Game::resume(puzzle, moves.directions(), help)
            .map_err(|error| ApiError::invalid("moves", Diagnostic::of(&error)))?;
        if game.is_solved() {
            return Ok(game);
        }
        let message = "the moves do not lead to the goal: only a game that was won has a score";
        Err(ApiError::invalid("moves", Diagnostic::new("not-won", message)))
    }

    /// How hard it was, unless it was the player's own board.
    fn difficulty(&self) -> Result<Option<Difficulty>, ApiError> {
        let wrong =
            |message| ApiError::invalid("difficulty", Diagnostic::new("not-a-difficulty", message));
        self.difficulty.as_deref().map(|text| text.parse().map_err(wrong)).transpose()
    }
}

impl ScoresAnswer {
    fn new(scores: &Scores, verdict: Option<VerdictJson>) -> ScoresAnswer {
        let best = scores.iter().map(|score| ScoreJson {
            size: score.size.to_string(),
            difficulty: score.difficulty.to_string(),
            title: score.difficulty.title(score.size),
            moves: score.moves,
            shortest: score.shortest,
            seconds: score.seconds,
        });
        ScoresAnswer { kept: scores.text(), best: best.collect(), verdict }
    }
}
