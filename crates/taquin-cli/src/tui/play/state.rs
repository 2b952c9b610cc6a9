//! The state of a game, changed by keys, clicks and time. It knows nothing about the terminal and never blocks: when it
//! needs a search, it hands out a question and continues.

use super::layout::Layout;
use crate::tui::thinker::{Answer, Judgement, Question};
use crate::tui::track::{Speed, Track};
use crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEventKind};
use ratatui_core::layout::Rect;
use std::time::Duration;
use taquin::{Board, Direction, Goal, Moves, Puzzle};
use taquin_api::game::{Difficulty, Game, Hint, Level, Shortest};
use taquin_api::quantities::counted;
use taquin_api::tasks::random_seed;

/// How long a tile slides.
pub(super) const SLIDE: Duration = Duration::from_millis(120);

/// Which boards are dealt.
#[derive(Clone, Debug)]
pub struct Dealer {
    /// The goal.
    pub goal: Board,
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The seed of the first board; random if it is `None`.
    pub seed: Option<u64>,
}

/// The best solution of a finished game, being watched.
#[derive(Clone, Debug)]
pub struct Replay {
    pub(super) moves: Moves,
    /// The current position.
    pub track: Track,
}

/// The state of a game.
pub struct Play {
    pub(super) dealer: Dealer,
    /// `None` while a board is being generated.
    pub(super) game: Option<Game>,
    /// The difficulty of the board; `None` if it is the player's own.
    pub(super) difficulty: Option<Difficulty>,
    pub(super) played: Duration,
    /// The length of the remaining solution; `None` until it is known.
    pub(super) rest: Option<Shortest>,
    pub(super) hint: Option<Hint>,
    pub(super) wants_hint: bool,
    pub(super) judgement: Option<Judgement>,
    pub(super) replay: Option<Replay>,
    /// The board before the last move, and how long ago that was.
    pub(super) before: Option<(Board, Duration)>,
    pub(super) message: String,
    pub(super) questions: u64,
    pub(super) question: Option<Question>,
    /// Columns and rows of the screen.
    pub(super) screen: (u16, u16),
    pub(super) is_finished: bool,
}

impl Play {
    /// Starts with the player's own board, or asks for one.
    pub fn new(own: Option<Puzzle>, dealer: Dealer, screen: (u16, u16)) -> Play {
        let mut play = Play {
            dealer,
            game: None,
            difficulty: None,
            played: Duration::ZERO,
            rest: None,
            hint: None,
            wants_hint: false,
            judgement: None,
            replay: None,
            before: None,
            message: String::new(),
            questions: 0,
            question: None,
            screen,
            is_finished: false,
        };
        match own {
            Some(puzzle) => play.start(puzzle, None),
            None => play.deal(),
        }
        play
    }

    /// Takes the pending question, if there is one, with a number for the answer.
    pub fn take_question(&mut self) -> Option<(u64, Question)> {
        self.question.take().map(|question| (self.questions, question))
    }

    fn ask(&mut self, question: Question) {
        self.questions += 1;
        self.question = Some(question);
    }

    /// Asks for a new board.
    fn deal(&mut self) {
        let Dealer { goal, difficulty, seed } = &mut self.dealer;
        let question = Question::Deal {
            goal: goal.clone(),
            difficulty: *difficulty,
            seed: seed.take().unwrap_or_else(random_seed),
        };
        self.game = None;
        self.difficulty = None;
        self.message = "Making the board … (q quits)".to_string();
        self.ask(question);
    }

    /// Starts a game.
    fn start(&mut self, puzzle: Puzzle, difficulty: Option<Difficulty>) {
        self.dealer.goal = puzzle.goal().clone();
        self.game = Some(Game::new(puzzle));
        self.difficulty = difficulty;
        self.message.clear();
        self.played = Duration::ZERO;
        self.judgement = None;
        self.replay = None;
        self.before = None;
        self.board_changed();
        if self.game.as_ref().is_some_and(Game::is_solved) {
            self.message = "This board is already the goal: n makes a new one.".to_string();
        }
    }

    /// Updates everything that depends on the board: clears the hint, and asks for the remaining solution.
    fn board_changed(&mut self) {
        self.hint = None;
        self.wants_hint = false;
        let Some(game) = &self.game else { return };
        let moves = game.moves().len();
        self.rest = match self.difficulty {
            _ if game.is_solved() => Some(Shortest::Exactly(0)),
            Some(Difficulty::Depth(depth)) if moves == 0 => Some(Shortest::Exactly(depth)),
            _ => None,
        };
        let goal = Goal::Board(game.puzzle().goal().clone());
        match Puzzle::new(game.board().clone(), &goal) {
            Ok(puzzle) if !game.is_solved() => self.ask(Question::Best(puzzle)),
            _ => self.question = None,
        }
    }

    /// Handles an answer; one to an older question is ignored.
    pub fn answered(&mut self, number: u64, answer: Answer) {
        if number != self.questions {
            return;
        }
        match answer {
            Answer::Dealt(board) => {
                let goal = Goal::Board(self.dealer.goal.clone());
                match Puzzle::new(board, &goal) {
                    Ok(puzzle) => self.start(puzzle, Some(self.dealer.difficulty)),
                    Err(error) => self.message = error.to_string(),
                }
            }
            Answer::Best(best) => {
                // A short search cannot improve on a proven length.
                if !matches!(self.rest, Some(Shortest::Exactly(_))) {
                    self.rest = Some(best.shortest());
                }
                let game = self.game.as_mut();
                let hint = game.as_ref().and_then(|game| best.hint(game.board()));
                if let Some((game, true)) = game.zip(Some(self.wants_hint)) {
                    match hint {
                        Some(hint) => {
                            game.take_hint();
                            self.message = hint.sentence();
                            self.hint = Some(hint);
                        }
                        None => {
                            self.message = "No solution was found in time for a hint.".to_string();
                        }
                    }
                }
                self.wants_hint = false;
            }
            Answer::Judged(judgement) => {
                self.message =
                    [&judgement.verdict.sentence, " ", &judgement.verdict.remark].concat();
                if let Some(notice) = &judgement.notice {
                    self.message = [&self.message, " ", notice].concat();
                }
                self.judgement = Some(judgement);
            }
            Answer::Failed(why) => {
                self.wants_hint = false;
                self.message = match self.game {
                    Some(_) => why,
                    None => {
                        format!("There is no such board: {why}. 1, 2 and 3 make others; q quits.")
                    }
                };
            }
        }
    }

    /// Lets this much time pass; returns whether anything visible changed. The clock runs from the first move to the last.
    pub fn tick(&mut self, passed: Duration) -> bool {
        let (was_moving, second) = (self.is_moving(), self.played.as_secs());
        let plays = |game: &Game| !game.moves().is_empty() && !game.is_solved();
        if self.game.as_ref().is_some_and(plays) {
            self.played += passed;
        }
        if let Some((_, since)) = &mut self.before {
            *since += passed;
        }
        self.before = self.before.take().filter(|(_, since)| *since < SLIDE);
        self.change_replay(|replay| replay.track.tick(passed, Speed::default()));
        was_moving || second != self.played.as_secs()
    }

    /// Handles a key or a click; those without a meaning are ignored.
    pub fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key)
                if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {}
            Event::Key(key) => self.press(key.code),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let screen = Rect::new(0, 0, self.screen.0, self.screen.1);
                let layout = Layout::new(self.goal().size(), screen);
                let cell = layout.and_then(|it| it.board.cell_at(mouse.column, mouse.row));
                if let Some(cell) = cell.filter(|_| self.replay.is_none()) {
                    self.change(|game| game.press(cell) > 0);
                }
            }
            Event::Resize(width, height) => self.screen = (*width, *height),
            _ => {}
        }
    }

    fn press(&mut self, key: KeyCode) {
        let key = match key {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            other => other,
        };
        if self.replay.is_some() && self.press_in_replay(key) {
            return;
        }
        match key {
            KeyCode::Char('q') => self.is_finished = true,
            KeyCode::Esc => self.is_finished = self.replay.take().is_none(),
            KeyCode::Char('n') => self.deal(),
            KeyCode::Char(digit @ '1'..='3') => {
                let levels = [Level::Easy, Level::Medium, Level::Hard];
                let level = levels[digit as usize - '1' as usize];
                self.dealer.difficulty = level.difficulty(self.dealer.goal.size());
                self.deal();
            }
            KeyCode::Char('r') => self.restart(),
            KeyCode::Enter | KeyCode::Char('w') if self.is_won() => self.watch(),
            KeyCode::Char('u') | KeyCode::Backspace => self.change(Game::undo),
            KeyCode::Char('?') | KeyCode::Char('i') => self.ask_hint(),
            other => {
                if let Some(tile_goes) = direction(other) {
                    // When a tile moves up, the blank moves down.
                    self.change(|game| game.slide(tile_goes.opposite()));
                }
            }
        }
    }

    /// Handles a key while a solution is being watched; returns whether it had a meaning.
    fn press_in_replay(&mut self, key: KeyCode) -> bool {
        let go: fn(&mut Track) = match key {
            KeyCode::Left | KeyCode::Char('h' | 'a') => |track| track.step(-1),
            KeyCode::Right | KeyCode::Char('l' | 'd') => |track| track.step(1),
            KeyCode::Home => Track::seek_first,
            KeyCode::End => Track::seek_last,
            KeyCode::Enter | KeyCode::Char(' ' | 'w') => Track::play_or_pause,
            _ => return false,
        };
        self.change_replay(|replay| go(&mut replay.track));
        true
    }

    /// Changes the position in the solution being watched; a step of one move is animated.
    fn change_replay(&mut self, change: impl FnOnce(&mut Replay)) {
        let before = self.replay.as_ref().map(|replay| replay.track.position());
        let board = self.board();
        let Some(replay) = &mut self.replay else { return };
        change(replay);
        let position = replay.track.position();
        if before.is_some_and(|before| before != position) {
            let one = before.is_some_and(|before| before.abs_diff(position) == 1);
            self.before = board.filter(|_| one).map(|board| (board, Duration::ZERO));
        }
    }

    /// Makes or undoes a move; `change` returns whether anything changed.
    fn change(&mut self, change: impl FnOnce(&mut Game) -> bool) {
        let Some(game) = &mut self.game else { return };
        let before = game.board().clone();
        if !change(game) {
            return;
        }
        self.before = Some((before, Duration::ZERO));
        self.message.clear();
        self.board_changed();
        if self.is_won() {
            self.judge();
        }
    }

    fn restart(&mut self) {
        if let Some(game) = &mut self.game {
            game.restart();
            self.played = Duration::ZERO;
            self.message.clear();
            self.judgement = None;
            self.replay = None;
            self.before = None;
            self.board_changed();
        }
    }

    /// Asks for a hint; while the last hint has not been followed, there is no new one.
    fn ask_hint(&mut self) {
        let Some(game) = self.game.as_ref().filter(|game| !game.is_solved()) else { return };
        if self.hint.is_some() || self.wants_hint {
            return;
        }
        let goal = Goal::Board(game.puzzle().goal().clone());
        if let Ok(puzzle) = Puzzle::new(game.board().clone(), &goal) {
            self.ask(Question::Best(puzzle));
            self.wants_hint = true;
            self.message = "Thinking …".to_string();
        }
    }

    /// Asks for a judgement of the game.
    fn judge(&mut self) {
        let Some(game) = self.game.clone() else { return };
        let moves = counted(game.moves().len() as u64, "move");
        let seconds = self.played.as_secs();
        self.message = format!("Solved in {moves}. Looking for the best solution …");
        self.ask(Question::Judge { game, difficulty: self.difficulty, seconds });
    }

    /// Shows the best solution from its first move on.
    fn watch(&mut self) {
        let best = self.judgement.as_ref().and_then(|judged| judged.best.solution.as_ref());
        let moves = best.cloned().unwrap_or_default();
        if moves.is_empty() {
            return;
        }
        if let Some(game) = &mut self.game {
            game.see_solution();
        }
        self.before = None;
        let mut track = Track::new(0, moves.len());
        track.play_or_pause();
        self.replay = Some(Replay { moves, track });
    }
}

/// Returns the direction in which a key sends a tile.
fn direction(key: KeyCode) -> Option<Direction> {
    match key {
        KeyCode::Up | KeyCode::Char('k' | 'w') => Some(Direction::Up),
        KeyCode::Down | KeyCode::Char('j' | 's') => Some(Direction::Down),
        KeyCode::Left | KeyCode::Char('h' | 'a') => Some(Direction::Left),
        KeyCode::Right | KeyCode::Char('l' | 'd') => Some(Direction::Right),
        _ => None,
    }
}
