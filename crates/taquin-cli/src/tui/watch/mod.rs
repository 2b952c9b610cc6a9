//! Shows a recorded search step by step, and its solution. The steps and their narration come from
//! `taquin_api::recording`; this module handles keys (`state`) and draws the screen (`view`, with its parts in
//! `panels`).

mod panels;
mod state;
#[cfg(test)]
mod tests;
mod view;

use super::screen::{self, Program};
use super::theme::Theme;
use crossterm::event::Event;
use ratatui_core::terminal::Frame;
use state::Watch;
use std::io;
use std::time::Duration;
use taquin::{Cancel, Report};
use taquin_api::recording::Recording;

/// Plays a search until the user quits.
pub fn run(recording: Recording, report: Report, colored: bool, cancel: &Cancel) -> io::Result<()> {
    let watch = Watch::new(recording, report).playing();
    let mut window = Window { watch, theme: Theme::new(colored) };
    screen::run(&mut window, cancel)
}

struct Window {
    watch: Watch,
    theme: Theme,
}

impl Program for Window {
    fn handle(&mut self, event: &Event) {
        self.watch.handle(event);
    }

    fn tick(&mut self, passed: Duration) -> bool {
        self.watch.tick(passed)
    }

    fn is_moving(&self) -> bool {
        self.watch.is_moving()
    }

    fn is_finished(&self) -> bool {
        self.watch.is_finished()
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        view::draw(&self.watch, self.theme, frame.area(), frame.buffer_mut());
    }
}
