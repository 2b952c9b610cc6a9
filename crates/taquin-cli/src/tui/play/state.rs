//! A game as keys, clicks and time change it. It knows no terminal and waits for nobody: what it wants to know it gives out
//! as a question, and goes on.

use super::layout::Layout;
use crate::tui::thinker::{Answer, Judgement, Question};
use crate::tui::track::{Speed, Track};
use crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEventKind};
use ratatui_core::layout::Rect;
use std::time::Duration;
use taquin::{Board, Direction, Goal, Puzzle};
use taquin_api::game::{Difficulty, Game, Hint, Level, Shortest};
use taquin_api::quantities::counted;
use taquin_api::tasks::random_seed;

/// How long a tile slides.
pub(super) const SLIDE: Duration = Duration::from_millis(120);

/// Which boards are dealt.
#[derive(Clone, Debug)]
pub struct Dealer {
    /// What they lead to.
    pub goal: Board,
    /// How hard they are.
    pub difficulty: Difficulty,
    /// The first one's seed; any unless given.
    pub seed: Option<u64>,
}

/// The best solution of a game that is over, being watched.
#[derive(Clone, Debug)]
pub struct Replay {
    pub(super) moves: Vec<Direction>,
    /// Where it stands.
    pub track: Track,
}

/// A game, from the first key to the last.
pub struct Play {
    pub(super) dealer: Dealer,
    /// None while a board is being made.
    pub(super) game: Option<Game>,
    /// How hard the board is; none if it is the player's own.
    pub(super) difficulty: Option<Difficulty>,
    pub(super) played: Duration,
    /// What is known of the way that is left; none while nobody knows yet.
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
    pub(super) is_over: bool,
}

impl Play {
    /// Begins with the player's own board, or asks for one.
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
            is_over: false,
        };
        match own {
            Some(puzzle) => play.begin(puzzle, None),
            None => play.deal(),
        }
        play
    }

    /// What it wants to know, once, with a number for the answer.
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

    /// Begins a game.
    fn begin(&mut self, puzzle: Puzzle, difficulty: Option<Difficulty>) {
        self.dealer.goal = puzzle.goal().clone();
        self.game = Some(Game::new(puzzle));
        self.difficulty = difficulty;
        self.message.clear();
        self.played = Duration::ZERO;
        self.judgement = None;
        self.replay = None;
        self.before = None;
        self.look();
        if self.game.as_ref().is_some_and(Game::is_solved) {
            self.message = "This board is the goal already: n makes a new one.".to_string();
        }
    }

    /// Takes the board in anew: hints are for the board before, and the way that is left is another one.
    fn look(&mut self) {
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

    /// Takes an answer; an old one no longer counts.
    pub fn answered(&mut self, number: u64, answer: Answer) {
        if number != self.questions {
            return;
        }
        match answer {
            Answer::Dealt(board) => {
                let goal = Goal::Board(self.dealer.goal.clone());
                match Puzzle::new(board, &goal) {
                    Ok(puzzle) => self.begin(puzzle, Some(self.dealer.difficulty)),
                    Err(error) => self.message = error.to_string(),
                }
            }
            Answer::Best(best) => {
                // What is proven already a search of a moment does not know better.
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
                            self.message =
                                "No solution was found in the time of a hint.".to_string();
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

    /// So much time has passed; says whether that changed anything to be seen. The clock goes from the first move to the
    /// last.
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

    /// Takes a key or a click; what means nothing is left alone.
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
            KeyCode::Char('q') => self.is_over = true,
            KeyCode::Esc => self.is_over = self.replay.take().is_none(),
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
                    // A tile that goes up makes the blank go down.
                    self.change(|game| game.slide(tile_goes.opposite()));
                }
            }
        }
    }

    /// Keys of a solution being watched; whether this was one.
    fn press_in_replay(&mut self, key: KeyCode) -> bool {
        let go: fn(&mut Track) = match key {
            KeyCode::Left | KeyCode::Char('h' | 'a') => |track| track.walk(-1),
            KeyCode::Right | KeyCode::Char('l' | 'd') => |track| track.walk(1),
            KeyCode::Home => Track::go_first,
            KeyCode::End => Track::go_last,
            KeyCode::Enter | KeyCode::Char(' ' | 'w') => Track::play_or_pause,
            _ => return false,
        };
        self.change_replay(|replay| go(&mut replay.track));
        true
    }

    /// Changes where the solution being watched stands; a step of one slides.
    fn change_replay(&mut self, change: impl FnOnce(&mut Replay)) {
        let before = self.replay.as_ref().map(|replay| replay.track.place());
        let board = self.board();
        let Some(replay) = &mut self.replay else { return };
        change(replay);
        let place = replay.track.place();
        if before.is_some_and(|before| before != place) {
            let one = before.is_some_and(|before| before.abs_diff(place) == 1);
            self.before = board.filter(|_| one).map(|board| (board, Duration::ZERO));
        }
    }

    /// Makes a move or takes one back; `change` says whether anything changed.
    fn change(&mut self, change: impl FnOnce(&mut Game) -> bool) {
        let Some(game) = &mut self.game else { return };
        let before = game.board().clone();
        if !change(game) {
            return;
        }
        self.before = Some((before, Duration::ZERO));
        self.message.clear();
        self.look();
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
            self.look();
        }
    }

    /// Asks for the next best move; whoever has not followed a hint yet gets the same one, once.
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

    /// Asks what the game was worth.
    fn judge(&mut self) {
        let Some(game) = self.game.clone() else { return };
        let moves = counted(game.moves().len() as u64, "move");
        let seconds = self.played.as_secs();
        self.message = format!("Solved in {moves}. Looking for the best solution …");
        self.ask(Question::Judge { game, difficulty: self.difficulty, seconds });
    }

    /// Shows the best solution, from its first move on.
    fn watch(&mut self) {
        let best = self.judgement.as_ref().and_then(|judged| judged.best.solution.as_ref());
        let moves = best.map(|solution| solution.moves().to_vec()).unwrap_or_default();
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

/// Where a key sends a tile.
fn direction(key: KeyCode) -> Option<Direction> {
    match key {
        KeyCode::Up | KeyCode::Char('k' | 'w') => Some(Direction::Up),
        KeyCode::Down | KeyCode::Char('j' | 's') => Some(Direction::Down),
        KeyCode::Left | KeyCode::Char('h' | 'a') => Some(Direction::Left),
        KeyCode::Right | KeyCode::Char('l' | 'd') => Some(Direction::Right),
        _ => None,
    }
}
