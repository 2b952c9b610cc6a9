//! What a game was worth: what is said at its end, which scores count, and how the best ones are kept.
//!
//! A score is the number of moves; of two with as many moves the quicker one is better. There is a best score for
//! each size and difficulty, and for the boards of days one for each size: that of the latest day. A game with help
//! has no score, nor has a board of the player's own, which may be as easy as one likes.
//!
//! Scores are kept by the host as a text, a small JSON object with a version. Whatever is damaged or strange in it is
//! left out when it is read.

use super::best::{Best, Shortest};
use super::difficulty::Difficulty;
use super::rules::{Game, Help};
use crate::quantities::{counted, grouped};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use taquin::Size;

/// The version of the text.
const VERSION: u64 = 1;
/// Scores kept at most: those that come first in their order.
const MOST_SCORES: usize = 100;
/// A longer text was written by somebody else.
const MOST_BYTES: usize = 64 << 10;

/// A game that was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The board's size.
    pub size: Size,
    /// How hard the board was.
    pub difficulty: Difficulty,
    /// The moves it took.
    pub moves: u64,
    /// The moves of a shortest solution, where that is known.
    pub shortest: Option<u64>,
    /// How long it took.
    pub seconds: u64,
}

/// What became of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The first of its size and difficulty.
    First,
    /// Better than the one before, which is given.
    Better(Score),
    /// Not better than the best, which is given.
    NotBetter(Score),
    /// Not kept: a solution or hints were seen.
    Helped(Help),
    /// Not kept: the board was the player's own.
    OwnBoard,
}

/// What is said at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// In short: `You 87, best 53`.
    pub title: String,
    /// In a sentence: `You took 87 moves; the best is 53.`
    pub sentence: String,
    /// What became of the score: `Your best score so far.`
    pub remark: String,
}

impl Verdict {
    /// On a game of so many moves.
    ///
    /// ```
    /// use taquin_api::game::{Kept, Shortest, Verdict};
    /// let verdict = Verdict::new(87, Shortest::Exactly(53), Kept::First);
    /// assert_eq!(verdict.title, "You 87, best 53");
    /// assert_eq!(verdict.sentence, "You took 87 moves; the best is 53.");
    /// assert_eq!(verdict.remark, "Your first score here: it is kept.");
    /// ```
    pub fn new(moves: u64, shortest: Shortest, kept: Kept) -> Verdict {
        let (you, took) = (grouped(moves), counted(moves, "move"));
        let (title, sentence) = match shortest {
            Shortest::Exactly(best) if best >= moves => (
                format!("You {you}, the best there is"),
                format!("You took {took}, and no solution is shorter."),
            ),
            Shortest::Exactly(best) => {
                let best = grouped(best);
                (format!("You {you}, best {best}"), format!("You took {took}; the best is {best}."))
            }
            Shortest::AtMost(found) if found < moves => {
                let found = grouped(found);
                let sentence =
                    format!("You took {took}; a search found {found}, which may not be the best.");
                (format!("You {you}, found {found}"), sentence)
            }
            Shortest::AtMost(_) => (
                format!("You {you}"),
                format!("You took {took}; a search found nothing shorter in its time."),
            ),
            Shortest::Unknown => (format!("You {you}"), format!("You took {took}.")),
        };
        Verdict { title, sentence, remark: remark(kept, moves) }
    }
}

/// What became of a score, in a sentence.
fn remark(kept: Kept, moves: u64) -> String {
    match kept {
        Kept::First => "Your first score here: it is kept.".to_string(),
        Kept::Better(before) if before.moves > moves => {
            let fewer = before.moves - moves;
            format!("Your best score here so far, by {}.", counted(fewer, "move"))
        }
        Kept::Better(_) => "As few moves as your best score here, and quicker.".to_string(),
        Kept::NotBetter(best) => format!("Your best here is {}.", counted(best.moves, "move")),
        Kept::Helped(Help { hints: 0, .. }) => {
            "You have seen a solution of this board, so it is not kept as a score.".to_string()
        }
        Kept::Helped(Help { hints, .. }) => {
            format!("With {} it is not kept as a score.", counted(hints, "hint"))
        }
        Kept::OwnBoard => "A board of your own has no score.".to_string(),
    }
}

impl Score {
    /// Whether both belong to one list, of which only the best is kept.
    fn rivals(&self, other: &Score) -> bool {
        let both_days =
            matches!((self.difficulty, other.difficulty), (Difficulty::Day(_), Difficulty::Day(_)));
        self.size == other.size && (both_days || self.difficulty == other.difficulty)
    }

    /// Whether it is to be kept instead of a rival: of a later day, else with fewer moves, else quicker.
    fn beats(&self, other: &Score) -> bool {
        let rank = |score: &Score| (score.moves, score.seconds);
        match self.difficulty.cmp(&other.difficulty) {
            std::cmp::Ordering::Equal => rank(self) < rank(other),
            order => order.is_gt(),
        }
    }

    /// Whether somebody can have reached it.
    fn is_possible(&self) -> bool {
        let least = match self.difficulty {
            Difficulty::Depth(depth) => depth,
            _ => 1,
        };
        self.moves >= self.shortest.unwrap_or(1).max(least)
    }

    /// Where it stands in the list: small boards first, easy ones first.
    fn place(&self) -> (usize, Size, Difficulty) {
        (self.size.cells(), self.size, self.difficulty)
    }
}

/// The best scores of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores(Vec<Score>);

/// A score as it is kept.
#[derive(Deserialize, Serialize)]
struct Entry {
    size: String,
    difficulty: String,
    moves: u64,
    shortest: Option<u64>,
    seconds: u64,
}

impl Scores {
    /// The scores in a text that [`Scores::text`] made. What is damaged or strange is left out.
    ///
    /// ```
    /// use taquin_api::game::Scores;
    /// assert_eq!(Scores::read("{ half of it"), Scores::default());
    /// ```
    pub fn read(text: &str) -> Scores {
        Scores::read_checked(text).0
    }

    /// The scores in a text, and whether they are all that it holds: false where something was left out.
    pub fn read_checked(text: &str) -> (Scores, bool) {
        let mut scores = Scores::default();
        let object: Option<Value> = Some(text)
            .filter(|text| text.len() <= MOST_BYTES)
            .and_then(|text| serde_json::from_str(text).ok());
        let entries = object
            .filter(|object| object["version"] == VERSION)
            .and_then(|mut object| object.get_mut("best")?.as_array_mut().map(std::mem::take));
        let mut sound = entries.is_some();
        for entry in entries.unwrap_or_default() {
            let score = serde_json::from_value(entry).ok().and_then(|entry: Entry| entry.score());
            let score = score.filter(Score::is_possible);
            sound &= score.is_some_and(|score| scores.add(score) == Kept::First);
        }
        (scores, sound)
    }

    /// The text to be kept.
    pub fn text(&self) -> String {
        let entries: Vec<Entry> = self.0.iter().map(Entry::from).collect();
        json!({ "version": VERSION, "best": entries }).to_string()
    }

    /// The scores, small boards first.
    pub fn iter(&self) -> impl Iterator<Item = &Score> {
        self.0.iter()
    }

    /// Judges a game that was won against the best solution that is known, and takes its score into account.
    pub fn judge(
        &mut self,
        game: &Game,
        difficulty: Option<Difficulty>,
        seconds: u64,
        best: &Best,
    ) -> (Verdict, Kept) {
        let (size, moves) = (game.puzzle().size(), game.moves().len() as u64);
        let shortest = best.length().filter(|_| best.optimal);
        let kept = self.enter(difficulty, game.help(), |difficulty| Score {
            size,
            difficulty,
            moves,
            shortest,
            seconds,
        });
        (Verdict::new(moves, best.shortest(), kept), kept)
    }

    /// Takes a game that was won into account. Without a difficulty the board was the player's own.
    pub fn enter(
        &mut self,
        difficulty: Option<Difficulty>,
        help: Help,
        score: impl Fn(Difficulty) -> Score,
    ) -> Kept {
        match difficulty {
            _ if help != Help::default() => Kept::Helped(help),
            None => Kept::OwnBoard,
            Some(difficulty) => self.add(score(difficulty)),
        }
    }

    /// Keeps a score if it is the best of its size and difficulty.
    pub fn add(&mut self, score: Score) -> Kept {
        let Some(at) = self.0.iter().position(|other| other.rivals(&score)) else {
            self.0.push(score);
            self.0.sort_by_key(Score::place);
            self.0.truncate(MOST_SCORES);
            return Kept::First;
        };
        let before = self.0[at];
        if !score.beats(&before) {
            return Kept::NotBetter(before);
        }
        self.0[at] = score;
        // The board of another day is another board.
        if before.difficulty == score.difficulty { Kept::Better(before) } else { Kept::First }
    }
}

impl Entry {
    fn score(&self) -> Option<Score> {
        Some(Score {
            size: self.size.parse().ok()?,
            difficulty: self.difficulty.parse().ok()?,
            moves: self.moves,
            shortest: self.shortest,
            seconds: self.seconds,
        })
    }
}

impl From<&Score> for Entry {
    fn from(score: &Score) -> Entry {
        let Score { size, difficulty, moves, shortest, seconds } = *score;
        Entry {
            size: size.to_string(),
            difficulty: difficulty.to_string(),
            moves,
            shortest,
            seconds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(size: &str, difficulty: &str, moves: u64, seconds: u64) -> Score {
        let (size, difficulty) = (size.parse().expect("a size"), difficulty.parse().expect("one"));
        Score { size, difficulty, moves, shortest: None, seconds }
    }

    #[test]
    fn the_best_of_each_size_and_difficulty_is_kept() {
        let mut scores = Scores::default();
        let first = score("3x3", "depth 10", 20, 60);
        assert_eq!(scores.add(first), Kept::First);
        assert_eq!(scores.add(score("3x3", "depth 10", 22, 5)), Kept::NotBetter(first));
        assert_eq!(scores.add(score("3x3", "depth 10", 20, 60)), Kept::NotBetter(first));
        let quicker = score("3x3", "depth 10", 20, 50);
        assert_eq!(scores.add(quicker), Kept::Better(first));
        let shorter = score("3x3", "depth 10", 10, 90);
        assert_eq!(scores.add(shorter), Kept::Better(quicker));
        assert_eq!(scores.add(score("3x4", "depth 10", 30, 1)), Kept::First);
        assert_eq!(scores.add(score("2x3", "depth 18", 30, 1)), Kept::First);
        let listed: Vec<String> = scores.iter().map(|score| score.size.to_string()).collect();
        assert_eq!(listed, ["2x3", "3x3", "3x4"]);
    }

    #[test]
    fn of_days_the_latest_counts() {
        let mut scores = Scores::default();
        scores.add(score("3x3", "day 2026-11-18", 30, 1));
        let today = score("3x3", "day 2026-11-19", 40, 1);
        assert_eq!(scores.add(today), Kept::First);
        assert_eq!(scores.add(score("3x3", "day 2026-11-18", 22, 1)), Kept::NotBetter(today));
        assert_eq!(scores.add(score("3x3", "day 2026-11-19", 38, 1)), Kept::Better(today));
        assert_eq!(scores.iter().count(), 1);
    }

    #[test]
    fn help_and_boards_of_ones_own_have_no_score() {
        let mut scores = Scores::default();
        let easy = "depth 10".parse().ok();
        let enter = |scores: &mut Scores, difficulty, help| {
            scores.enter(difficulty, help, |difficulty| Score {
                difficulty,
                ..score("3x3", "depth 1", 12, 3)
            })
        };
        for (hints, solution_seen) in [(2, false), (0, true), (1, true)] {
            let help = Help { hints, solution_seen };
            assert_eq!(enter(&mut scores, easy, help), Kept::Helped(help));
        }
        assert_eq!(enter(&mut scores, None, Help::default()), Kept::OwnBoard);
        assert_eq!(scores, Scores::default());
        assert_eq!(enter(&mut scores, easy, Help::default()), Kept::First);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut scores = Scores::default();
        for (size, difficulty) in
            [("3x3", "depth 10"), ("4x4", "walk 64"), ("4x4", "day 2026-11-18")]
        {
            scores.add(Score { shortest: Some(10), ..score(size, difficulty, 44, 71) });
        }
        assert_eq!(Scores::read_checked(&scores.text()), (scores.clone(), true));
        for moves in 1..500 {
            scores.add(score("5x5", &format!("walk {moves}"), moves, 0));
        }
        assert_eq!((scores.iter().count(), Scores::read(&scores.text())), (MOST_SCORES, scores));
    }

    #[test]
    fn whatever_is_strange_is_left_out() {
        let good = r#"{"size":"3x3","difficulty":"depth 10","moves":12,"shortest":10,"seconds":9}"#;
        let with = |entry: &str| format!(r#"{{"version":1,"best":[{entry},{good}]}}"#);
        for entry in [
            "null",
            "17",
            "[]",
            "{}",
            r#"{"size":"3x3"}"#,
            &good.replace("3x3", "1x1"),
            &good.replace("3x3", "<b>"),
            &good.replace("depth", "death"),
            &good.replace("depth 10", "depth 13"),
            &good.replace("12", "-12"),
            &good.replace("12", "1.5"),
            &good.replace("12", "9"),
            &good.replace("\"seconds\":9", "\"seconds\":1e99"),
        ] {
            let (read, sound) = Scores::read_checked(&with(entry));
            assert_eq!((read.iter().count(), sound), (1, false), "{entry}");
            assert!(read.iter().all(|score| score.moves == 12));
        }
        // Of two for one difficulty the better one.
        assert_eq!(
            Scores::read(&with(&good.replace("12", "11"))).iter().next().map(|best| best.moves),
            Some(11)
        );
        let deep = "[".repeat(10_000);
        let long = with(good).replace("3x3", &" ".repeat(MOST_BYTES));
        for text in
            ["", "null", "[]", "{}", "7", &deep, &long, &with(good).replace("n\":1", "n\":2")]
        {
            assert_eq!(Scores::read_checked(text), (Scores::default(), false));
        }
        // Any part of a good text does no harm.
        let whole = with(good);
        for end in 0..whole.len() {
            Scores::read(&whole[..end]);
        }
    }

    #[test]
    fn a_verdict_says_what_is_known() {
        let said = |moves, shortest| {
            let verdict = Verdict::new(moves, shortest, Kept::OwnBoard);
            (verdict.title, verdict.sentence)
        };
        for (moves, shortest, title, sentence) in [
            (87, Shortest::Exactly(53), "You 87, best 53", "You took 87 moves; the best is 53."),
            (
                53,
                Shortest::Exactly(53),
                "You 53, the best there is",
                "You took 53 moves, and no solution is shorter.",
            ),
            (1, Shortest::Unknown, "You 1", "You took 1 move."),
            (
                1234,
                Shortest::AtMost(200),
                "You 1,234, found 200",
                "You took 1,234 moves; a search found 200, which may not be the best.",
            ),
            (
                150,
                Shortest::AtMost(160),
                "You 150",
                "You took 150 moves; a search found nothing shorter in its time.",
            ),
        ] {
            assert_eq!(said(moves, shortest), (title.to_string(), sentence.to_string()));
        }
        let before = score("3x3", "depth 10", 20, 60);
        for (kept, remark) in [
            (Kept::Better(before), "Your best score here so far, by 3 moves."),
            (
                Kept::Better(Score { moves: 17, ..before }),
                "As few moves as your best score here, and quicker.",
            ),
            (Kept::NotBetter(Score { moves: 12, ..before }), "Your best here is 12 moves."),
            (
                Kept::Helped(Help { hints: 1, solution_seen: true }),
                "With 1 hint it is not kept as a score.",
            ),
            (
                Kept::Helped(Help { hints: 0, solution_seen: true }),
                "You have seen a solution of this board, so it is not kept as a score.",
            ),
            (Kept::OwnBoard, "A board of your own has no score."),
        ] {
            assert_eq!(Verdict::new(17, Shortest::Unknown, kept).remark, remark);
        }
    }
}
