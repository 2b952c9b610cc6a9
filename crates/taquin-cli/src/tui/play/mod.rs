//! A game in the terminal. The rules, difficulties and scores come from `taquin_api::game`; this module handles keys
//! (`state`) and draws the screen (`view`), while a `Thinker` searches in the background: keys never wait for a search.

mod facts;
mod layout;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use state::Dealer;

use super::score_file::ScoreFile;
use super::screen::{self, Program};
use super::theme::Theme;
use super::thinker::Thinker;
use crossterm::event::Event;
use crossterm::terminal::size;
use ratatui_core::terminal::Frame;
use state::Play;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use taquin::{Cancel, Puzzle, Solver};

/// Plays until the player quits: first the player's own board, if there is one, then dealt ones.
pub fn run(
    own: Option<Puzzle>,
    dealer: Dealer,
    solver: Solver,
    scores: Option<PathBuf>,
    colored: bool,
    cancel: &Cancel,
) -> io::Result<()> {
    let thinker = Thinker::new(solver, ScoreFile::new(scores), cancel);
    let play = Play::new(own, dealer, size()?);
    let mut game = GameScreen { play, thinker, theme: Theme::new(colored) };
    game.ask();
    screen::run(&mut game, cancel)
}

/// A game and its background thread.
struct GameScreen {
    play: Play,
    thinker: Thinker,
    theme: Theme,
}

impl GameScreen {
    /// Passes the question of the game, if it has one, to the background thread.
    fn ask(&mut self) {
        if let Some((number, question)) = self.play.take_question() {
            self.thinker.ask(number, question);
        }
    }
}

impl Program for GameScreen {
    fn handle(&mut self, event: &Event) {
        self.play.handle(event);
        self.ask();
    }

    fn tick(&mut self, passed: Duration) -> bool {
        let mut has_changed = self.play.tick(passed);
        while let Some((number, answer)) = self.thinker.answer() {
            self.play.answered(number, answer);
            has_changed = true;
        }
        self.ask();
        has_changed
    }

    fn is_moving(&self) -> bool {
        self.play.is_moving()
    }

    fn is_finished(&self) -> bool {
        self.play.is_finished()
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        view::draw(&self.play, self.theme, frame.area(), frame.buffer_mut());
    }
}
