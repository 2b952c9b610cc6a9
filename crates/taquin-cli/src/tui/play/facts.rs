//! What the view shows of a game.

use super::state::{Play, Replay, SLIDE};
use crate::tui::thinker::Judgement;
use std::time::Duration;
use taquin::Board;
use taquin_api::game::{Game, Hint, Shortest};
use taquin_api::quantities::grouped;

impl Play {
    /// Returns the game, if there is a board.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Board {
        self.game.as_ref().map_or(&self.dealer.goal, |game| game.puzzle().goal())
    }

    /// Returns the title of the game.
    pub fn title(&self) -> String {
        let size = self.goal().size();
        match self.difficulty {
            Some(difficulty) => format!("{size}. {}", difficulty.title(size)),
            None if self.game.is_none() => {
                format!("{size}. {}", self.dealer.difficulty.title(size))
            }
            None => format!("{size}. A board of your own"),
        }
    }

    /// Returns the board to show: that of the game, or of the solution being watched.
    pub fn board(&self) -> Option<Board> {
        let game = self.game.as_ref()?;
        let Some(replay) = &self.replay else { return Some(game.board().clone()) };
        let mut board = game.puzzle().start().clone();
        for by in replay.moves.iter().take(replay.track.position()) {
            board.apply(by);
        }
        Some(board)
    }

    /// Returns the board that tiles slide away from, and the progress of the slide.
    pub fn sliding(&self) -> Option<(&Board, f64)> {
        let (board, since) = self.before.as_ref()?;
        Some((board, since.as_secs_f64() / SLIDE.as_secs_f64()))
    }

    /// Returns how long the game has been played.
    pub fn played(&self) -> Duration {
        self.played
    }

    /// Returns the number of moves left, as text.
    pub fn rest(&self) -> String {
        match self.rest {
            Some(Shortest::Exactly(moves)) => grouped(moves),
            Some(Shortest::AtMost(moves)) => format!("at most {}", grouped(moves)),
            Some(Shortest::Unknown) => "?".to_string(),
            None => "…".to_string(),
        }
    }

    /// Returns the move to point at.
    pub fn hint(&self) -> Option<Hint> {
        self.hint
    }

    /// Returns the solution being watched.
    pub fn replay(&self) -> Option<&Replay> {
        self.replay.as_ref()
    }

    /// Returns the judgement of the game, if there is one yet.
    pub fn judgement(&self) -> Option<&Judgement> {
        self.judgement.as_ref()
    }

    /// Returns whether the game is won.
    pub fn is_won(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.is_solved() && !game.moves().is_empty())
    }

    /// Returns whether there is a best solution to watch.
    pub fn can_watch(&self) -> bool {
        let best = self.judgement.as_ref().and_then(|judged| judged.best.solution.as_ref());
        self.is_won() && best.is_some_and(|solution| !solution.is_empty())
    }

    /// Returns the message below the board.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns whether an animation is running.
    pub fn is_moving(&self) -> bool {
        self.before.is_some() || self.replay.as_ref().is_some_and(|it| it.track.is_playing())
    }

    /// Returns whether the player has quit.
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }
}
