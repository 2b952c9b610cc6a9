//! A search being watched, as keys and time change it: two tracks, the steps of the search and the moves of the solution.

use crate::tui::track::{Speed, Track};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use std::time::Duration;
use taquin::{Board, Direction};
use taquin_api::recording::Recording;

/// What is walked.
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
    search: Track,
    solution: Option<Track>,
    shown: Shown,
    speed: Speed,
    is_over: bool,
}

impl Watch {
    /// At the first step; where there is none, at the first move.
    pub fn new(recording: Recording) -> Watch {
        let moves = recording.report().solution().map(|solution| solution.len());
        Watch {
            search: Track::new(1, recording.last()),
            solution: moves.map(|moves| Track::new(0, moves)),
            shown: if recording.has_steps() { Shown::Search } else { Shown::Solution },
            recording,
            speed: Speed::default(),
            is_over: false,
        }
    }

    /// The search.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// What is walked.
    pub fn shown(&self) -> Shown {
        self.shown
    }

    /// Whether the solution can be walked.
    pub fn has_solution(&self) -> bool {
        self.solution.is_some()
    }

    /// How quickly it is played.
    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// The track that keys work on.
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

    /// The board where the present track stands, and the blank's move that led to it.
    pub fn board(&self) -> (Board, Option<Direction>) {
        let place = self.track().place();
        if self.shown == Shown::Search {
            let node = self.recording.node_at(place);
            return (self.recording.board(node), self.recording.direction(node));
        }
        let mut board = self.recording.puzzle().start().clone();
        let solution = self.recording.report().solution();
        let moves = solution.map_or(&[][..], |solution| solution.moves());
        let moves = &moves[..place.min(moves.len())];
        for &by in moves {
            board.apply(by);
        }
        (board, moves.last().copied())
    }

    /// Whether it plays.
    pub fn is_moving(&self) -> bool {
        self.track().is_playing()
    }

    /// Whether somebody has seen enough.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// So much time has passed; says whether that changed anything.
    pub fn tick(&mut self, passed: Duration) -> bool {
        let (speed, was_moving) = (self.speed, self.is_moving());
        self.track_mut().tick(passed, speed);
        was_moving
    }

    /// Takes a key; what means nothing is left alone.
    pub fn handle(&mut self, event: &Event) {
        if let Event::Key(key) = event
            && !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
        {
            self.press(key);
        }
    }

    fn press(&mut self, key: &KeyEvent) {
        let ten = if key.modifiers.contains(KeyModifiers::SHIFT) { 10 } else { 1 };
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.track_mut().walk(-ten),
            KeyCode::Right | KeyCode::Char('l') => self.track_mut().walk(ten),
            KeyCode::Char('H') => self.track_mut().walk(-10),
            KeyCode::Char('L') => self.track_mut().walk(10),
            KeyCode::PageUp => self.track_mut().walk(-100),
            KeyCode::PageDown => self.track_mut().walk(100),
            KeyCode::Home => self.track_mut().go_first(),
            KeyCode::End => self.track_mut().go_last(),
            KeyCode::Char(' ') => self.track_mut().play_or_pause(),
            KeyCode::Char('+' | '=' | ']') => self.speed = self.speed.faster(),
            KeyCode::Char('-' | '_' | '[') => self.speed = self.speed.slower(),
            KeyCode::Char('s' | 'S') | KeyCode::Tab => self.switch(),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => self.is_over = true,
            _ => {}
        }
    }

    /// From the search to the solution, or back, where there are both.
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
