//! Scores: reads the scores that a host has stored, and adds a game that has just been won.

use crate::diagnostic::{Diagnostic, Source};
use crate::error::ApiError;
use crate::game::{
    Best, Difficulty, Game, Help, Score, ScoreOutcome, Scores, SkippedScores, Verdict,
};
use crate::limits::{PLAIN_TIME, of_auto, within};
use crate::request::BoardRequest;
use crate::spelling::Fields;
use crate::task::{Means, Payload, Task, TaskHost, TaskInfo};
use serde::{Deserialize, Serialize};
use taquin::{Mover, SolveError, Solver, parse_moves};

pub(super) const TASK: TaskInfo = task_info!("scores", Short, ScoresRequest => object(ScoresAnswer), begin, "Best scores read back, and a game that was won judged and entered");

/// Stored scores, and a game to judge.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScoresRequest {
    /// The text of the stored scores, from a previous answer; damaged or implausible entries are skipped.
    pub stored: Option<String>,
    /// A game that was won.
    pub game: Option<WonGame>,
}

/// A game that was won.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WonGame {
    /// The board at the start: any text that a board can be read from.
    pub board: String,
    /// Rows and columns, for a flat list that is not square: `2x4`.
    pub size: Option<String>,
    /// The goal: a name such as `classic`, or a board.
    pub goal: Option<String>,
    /// The difficulty, as the game was requested; null for the player's own board.
    pub difficulty: Option<String>,
    /// The moves, as directions of the blank.
    pub moves: String,
    /// The number of hints used.
    pub hints: Option<u64>,
    /// Whether a solution of this board was shown.
    pub solution_seen: Option<bool>,
    /// The time in seconds.
    pub seconds: Option<f64>,
}

/// The best scores, and the verdict on the game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoresAnswer {
    /// The text to store.
    stored: String,
    /// The best scores, small boards first.
    best: Vec<BestScore>,
    /// The verdict on the game; null if there was none.
    verdict: Option<VerdictJson>,
}

/// A best score.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BestScore {
    #[serde(flatten)]
    score: Score,
    /// Its title for people: `Easy: 10 moves from the goal`.
    title: String,
}

/// The verdict on a game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct VerdictJson {
    /// The number of moves.
    moves: u64,
    /// The number of moves of the best known solution.
    best: Option<u64>,
    /// Whether it is proven that no solution is shorter.
    optimal: bool,
    /// That solution, as directions of the blank.
    best_moves: Option<String>,
    /// A short form: `You 87, best 53`.
    title: String,
    /// A sentence.
    sentence: String,
    /// What happened to the score, in a sentence.
    remark: String,
    /// Whether it is now the best score of its size and difficulty.
    is_best: bool,
}

/// Finds the solution that a game which was won is compared with.
pub fn best_of(solver: &Solver, game: &Game, host: &dyn TaskHost) -> Result<Best, SolveError> {
    let limits = of_auto(within(solver.limits, PLAIN_TIME), game.puzzle().size());
    let solver = Solver { limits, clock: host.clock(), ..solver.clone() };
    Best::find(&solver, game.puzzle(), host.cancel())
}

/// Creates the task of a request.
fn begin(request: &ScoresRequest, means: &Means) -> Result<Task, ApiError> {
    let (mut scores, skipped) = Scores::read_checked(request.stored.as_deref().unwrap_or_default());
    if skipped == Some(SkippedScores::OtherVersion) {
        // Whoever asks stores the answer in its place.
        let message =
            "the scores were written by another version of taquin, and are left as they are";
        return Err(ApiError::invalid("stored", Diagnostic::new("other-version", message)));
    }
    let Some(won) = &request.game else {
        return Ok(Box::new(move |_| Payload::json(&ScoresAnswer::new(&scores, None))));
    };
    let game = won.read()?;
    let difficulty = won.difficulty()?;
    let seconds = won.seconds.unwrap_or_default() as u64;
    let solver = Solver { limits: means.caps.all(), ..Solver::default() };
    means.announce(&solver, game.puzzle().size());
    Ok(Box::new(move |host| {
        let best = best_of(&solver, &game, host)?;
        let (verdict, outcome) = scores.judge(&game, difficulty, seconds, &best);
        let Verdict { title, sentence, remark } = verdict;
        let verdict = VerdictJson {
            moves: game.moves().len() as u64,
            best: best.length(),
            optimal: best.optimal,
            best_moves: best.solution.as_ref().map(|solution| solution.letters(Mover::Blank)),
            title,
            sentence,
            remark,
            is_best: matches!(outcome, ScoreOutcome::First | ScoreOutcome::Better(_)),
        };
        Payload::json(&ScoresAnswer::new(&scores, Some(verdict)))
    }))
}

impl WonGame {
    /// Replays the game.
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
        let game = Game::resume(puzzle, &moves, help)
            .map_err(|error| ApiError::invalid("moves", Diagnostic::of(&error)))?;
        if game.is_solved() {
            return Ok(game);
        }
        let message = "the moves do not lead to the goal: only a game that was won has a score";
        Err(ApiError::invalid("moves", Diagnostic::new("not-won", message)))
    }

    /// Parses the difficulty; `None` for the player's own board.
    fn difficulty(&self) -> Result<Option<Difficulty>, ApiError> {
        let wrong =
            |message| ApiError::invalid("difficulty", Diagnostic::new("not-a-difficulty", message));
        self.difficulty.as_deref().map(|text| text.parse().map_err(wrong)).transpose()
    }
}

impl ScoresAnswer {
    fn new(scores: &Scores, verdict: Option<VerdictJson>) -> ScoresAnswer {
        let best = scores
            .iter()
            .map(|&score| BestScore { score, title: score.difficulty.title(score.size) });
        ScoresAnswer { stored: scores.text(), best: best.collect(), verdict }
    }
}
