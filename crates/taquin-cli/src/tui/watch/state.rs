//! The state of a watched search, changed by keys and time: two tracks, the steps of the search and the moves of the
//! solution.

use crate::tui::track::{Speed, Track};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use std::time::Duration;
use taquin::{Board, Move, Report};
use taquin_api::recording::Recording;

/// Which track is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The steps of the search.
    Search,
    /// The moves of the solution.
    Solution,
}

/// A search being watched.
pub struct Watch {
    recording: Recording,
    report: Report,
    search: Track,
    solution: Option<Track>,
    shown: Shown,
    speed: Speed,
    is_finished: bool,
}

impl Watch {
    /// Starts at the first step of the search; if there is none, at the first move of the solution.
    pub fn new(recording: Recording, report: Report) -> Watch {
        let moves = report.solution().map(|solution| solution.len());
        Watch {
            search: Track::new(1, recording.last()),
            solution: moves.map(|moves| Track::new(0, moves)),
            shown: if recording.has_steps() { Shown::Search } else { Shown::Solution },
            recording,
            report,
            speed: Speed::default(),
            is_finished: false,
        }
    }

    /// Starts playing.
    pub fn playing(mut self) -> Watch {
        self.track_mut().play_or_pause();
        self
    }

    /// Returns the recorded search.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Returns the report of the search.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Returns which track is shown.
    pub fn shown(&self) -> Shown {
        self.shown
    }

    /// Returns whether there is a solution.
    pub fn has_solution(&self) -> bool {
        self.solution.is_some()
    }

    /// Returns the speed of playing.
    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// Returns the current track, which keys control.
    pub fn track(&self) -> &Track {
        match &self.solution {
            Some(solution) if self.shown == Shown::Solution => solution,
            _ => &self.search,
        }
    }

    fn track_mut(&mut self) -> &mut Track {
        match &mut self.solution {
            Some(solution) if self.shown == Shown::Solution => solution,
            _ => &mut self.search,
        }
    }

    /// Returns the board at the position of the current track, and the blank's move that led to it.
    pub fn board(&self) -> (Board, Option<Move>) {
        let position = self.track().position();
        if self.shown == Shown::Search {
            let node = self.recording.node_at(position);
            return (self.recording.board(node), self.recording.last_move(node));
        }
        let mut board = self.recording.puzzle().start().clone();
        let mut last = None;
        for by in self.report.solution().iter().flat_map(|moves| moves.iter()).take(position) {
            board.apply(by);
            last = Some(by);
        }
        (board, last)
    }

    /// Returns whether the current track is playing.
    pub fn is_moving(&self) -> bool {
        self.track().is_playing()
    }

    /// Returns whether the user has quit.
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Lets this much time pass; returns whether anything changed.
    pub fn tick(&mut self, passed: Duration) -> bool {
        let (speed, was_moving) = (self.speed, self.is_moving());
        self.track_mut().tick(passed, speed);
        was_moving
    }

    /// Handles a key; keys without a meaning are ignored.
    pub fn handle(&mut self, event: &Event) {
        if let Event::Key(key) = event
            && !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
        {
            self.press(key);
        }
    }

    fn press(&mut self, key: &KeyEvent) {
        let by = if key.modifiers.contains(KeyModifiers::SHIFT) { 10 } else { 1 };
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.track_mut().step(-by),
            KeyCode::Right | KeyCode::Char('l') => self.track_mut().step(by),
            KeyCode::Char('H') => self.track_mut().step(-10),
            KeyCode::Char('L') => self.track_mut().step(10),
            KeyCode::PageUp => self.track_mut().step(-100),
            KeyCode::PageDown => self.track_mut().step(100),
            KeyCode::Home => self.track_mut().seek_first(),
            KeyCode::End => self.track_mut().seek_last(),
            KeyCode::Char(' ') => self.track_mut().play_or_pause(),
            KeyCode::Char('+' | '=' | ']') => self.speed = self.speed.faster(),
            KeyCode::Char('-' | '_' | '[') => self.speed = self.speed.slower(),
            KeyCode::Char('s' | 'S') | KeyCode::Tab => self.switch(),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => self.is_finished = true,
            _ => {}
        }
    }

    /// Switches from the search to the solution, or back, if there are both.
    fn switch(&mut self) {
        if !self.has_solution() || !self.recording.has_steps() {
            return;
        }
        self.track_mut().pause();
        self.shown = match self.shown {
            Shown::Search => Shown::Solution,
            Shown::Solution => Shown::Search,
        };
    }
}
