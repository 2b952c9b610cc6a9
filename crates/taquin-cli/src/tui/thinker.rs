//! The slow work of a game, done in a background thread: dealing boards, finding the best move, and judging a game. Only
//! the newest question counts; the search for an older one is cancelled.

use super::score_file::ScoreFile;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use taquin::search::CancelledBy;
use taquin::{Board, Budget, Cancel, Puzzle, Solver};
use taquin_api::game::{Best, Difficulty, Game, Scores, Verdict};
use taquin_api::limits::within;
use taquin_api::tasks::{best_of, hint};

/// The time limit for dealing a board whose difficulty has to be proven.
const DEAL_TIME: Duration = Duration::from_secs(60);

/// A question of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Deal a board to play.
    Deal {
        /// The goal.
        goal: Board,
        /// The difficulty.
        difficulty: Difficulty,
        /// The seed that selects the board.
        seed: u64,
    },
    /// Find the best solution of the current board.
    Best(Puzzle),
    /// Judge a game that has been won.
    Judge {
        /// The game.
        game: Game,
        /// The difficulty of its board; `None` if it was the player's own.
        difficulty: Option<Difficulty>,
        /// How long it took, in seconds.
        seconds: u64,
    },
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A board to play.
    Dealt(Board),
    /// The best solution.
    Best(Best),
    /// The judgement of a game.
    Judged(Judgement),
    /// Why there is no answer.
    Failed(String),
}

/// The judgement of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The best known solution.
    pub best: Best,
    /// A notice about the file of scores, if there is one.
    pub notice: Option<String>,
}

/// Answers one question at a time in a background thread.
pub struct Thinker {
    solver: Solver,
    scores: ScoreFile,
    cancel: Cancel,
    /// The cancel flag and the thread of the current question.
    current: Option<(Cancel, JoinHandle<()>)>,
    send: Sender<(u64, Answer)>,
    answers: Receiver<(u64, Answer)>,
}

impl Thinker {
    /// Creates a thinker that searches with a solver and stores scores in a file.
    pub fn new(solver: Solver, scores: ScoreFile, cancel: &Cancel) -> Thinker {
        let (send, answers) = channel();
        Thinker { solver, scores, cancel: cancel.clone(), current: None, send, answers }
    }

    /// Starts working on a numbered question, and cancels the one before.
    pub fn ask(&mut self, number: u64, question: Question) {
        if let Some((before, _)) = self.current.take() {
            before.raise(CancelledBy::Host);
        }
        let cancel = self.cancel.child();
        let (solver, scores, send) = (self.solver.clone(), self.scores.clone(), self.send.clone());
        let within = cancel.clone();
        let thread = thread::spawn(move || {
            let answer = answer(&solver, &scores, question, &within);
            // If the game has ended, no one needs the answer.
            let _ = send.send((number, answer));
        });
        self.current = Some((cancel, thread));
    }

    /// Returns an answer that has arrived, with the number of its question.
    pub fn answer(&self) -> Option<(u64, Answer)> {
        self.answers.try_recv().ok()
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        if let Some((current, thread)) = self.current.take() {
            current.raise(CancelledBy::Host);
            // A game that was won a moment ago still gets its score; if that panics, the message was printed.
            let _ = thread.join();
        }
    }
}

/// Answers a question.
fn answer(solver: &Solver, scores: &ScoreFile, question: Question, cancel: &Cancel) -> Answer {
    let answer = match question {
        Question::Deal { goal, difficulty, seed } => difficulty
            .deal(&goal, seed, &Budget::new(within(solver.limits, DEAL_TIME), cancel.clone()))
            .map(Answer::Dealt)
            .map_err(|error| error.to_string()),
        Question::Best(puzzle) => {
            hint(solver, &puzzle, cancel).map(Answer::Best).map_err(|error| error.to_string())
        }
        Question::Judge { game, difficulty, seconds } => {
            let judged = best_of(solver, &game, cancel).map(|best| {
                let judge = |scores: &mut Scores| scores.judge(&game, difficulty, seconds, &best).0;
                let (verdict, notice) = scores.change(judge);
                Answer::Judged(Judgement { verdict, best, notice })
            });
            judged.map_err(|error| error.to_string())
        }
    };
    answer.unwrap_or_else(Answer::Failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Goal, Size};
    use taquin_api::game::Shortest;

    #[test]
    fn the_newest_question_is_answered() {
        let folder = tempfile::tempdir().expect("there is room");
        let scores = ScoreFile::new(Some(folder.path().join("scores.json")));
        let mut thinker = Thinker::new(Solver::default(), scores, &Cancel::new());
        let goal = Board::classic(Size::default());
        let difficulty = Difficulty::Depth(10);
        thinker.ask(1, Question::Deal { goal: goal.clone(), difficulty, seed: 7 });
        let next = |thinker: &Thinker| {
            std::iter::repeat_with(|| thinker.answer()).find_map(|answer| {
                thread::yield_now();
                answer
            })
        };
        let Some((1, Answer::Dealt(board))) = next(&thinker) else { panic!("a board is dealt") };
        let puzzle = Puzzle::new(board, &Goal::Board(goal)).expect("it can be solved");
        thinker.ask(2, Question::Best(puzzle.clone()));
        let Some((2, Answer::Best(best))) = next(&thinker) else { panic!("a move is known") };
        assert_eq!(best.shortest(), Shortest::Exactly(10));
        let mut game = Game::new(puzzle);
        for by in best.solution.as_ref().expect("there is one").iter() {
            game.slide(by);
        }
        thinker.ask(3, Question::Judge { game, difficulty: Some(difficulty), seconds: 9 });
        let Some((3, Answer::Judged(judged))) = next(&thinker) else { panic!("it is judged") };
        assert_eq!(judged.verdict.title, "You 10, the best there is");
        assert_eq!((judged.best, judged.notice), (best, None));
    }
}
