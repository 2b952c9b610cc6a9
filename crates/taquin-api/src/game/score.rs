//! Scores: the verdict at the end of a game, which scores count, and how the best ones are stored.
//!
//! A score is the number of moves; of two with the same number the quicker one is better. There is a best score for
//! each size and difficulty, and one for each size for the boards of days: that of the latest day. A game with help
//! has no score, and neither has the player's own board, which could be trivially easy.
//!
//! The host stores scores as text, a small JSON object with the version of the schema. Damaged or implausible entries
//! are skipped when it is read.

use super::best::{Best, Shortest};
use super::difficulty::Difficulty;
use super::rules::{Game, Help};
use crate::as_text;
use crate::quantities::{counted, grouped};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use taquin::Size;

/// The version of the text. It is not that of results: scores outlive it.
const SCORES_VERSION: u32 = 2;
/// The most scores stored: the first ones in their order.
const MOST_SCORES: usize = 100;
/// A longer text was not written by this program.
const MOST_BYTES: usize = 64 << 10;

/// A game that was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// Rows and columns: `3x3`.
    #[serde(with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub size: Size,
    /// How hard the board was: `depth 10`, `walk 64` or `day 2026-11-18`.
    #[serde(with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub difficulty: Difficulty,
    /// The moves it took.
    pub moves: u64,
    /// The moves of a shortest solution, if known.
    pub shortest: Option<u64>,
    /// The time it took, in seconds.
    pub seconds: u64,
}

/// What happened to a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreOutcome {
    /// The first of its size and difficulty.
    First,
    /// Better than the previous best, which is given.
    Better(Score),
    /// Not better than the current best, which is given.
    NotBetter(Score),
    /// Not stored: hints or a solution were seen.
    Helped(Help),
    /// Not stored: the board was the player's own.
    OwnBoard,
}

/// The verdict at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// A short form: `You 87, best 53`.
    pub title: String,
    /// A sentence: `You took 87 moves; the best is 53.`
    pub sentence: String,
    /// What happened to the score: `Your best score so far.`
    pub remark: String,
}

impl Verdict {
    /// Creates the verdict on a game with this many moves.
    ///
    /// ```
    /// use taquin_api::game::{ScoreOutcome, Shortest, Verdict};
    /// let verdict = Verdict::new(87, Shortest::Exactly(53), ScoreOutcome::First);
    /// assert_eq!(verdict.title, "You 87, best 53");
    /// assert_eq!(verdict.sentence, "You took 87 moves; the best is 53.");
    /// assert_eq!(verdict.remark, "Your first score here: it is kept.");
    /// ```
    pub fn new(moves: u64, shortest: Shortest, outcome: ScoreOutcome) -> Verdict {
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
        Verdict { title, sentence, remark: remark(outcome, moves) }
    }
}

/// Describes what happened to a score, in a sentence.
fn remark(outcome: ScoreOutcome, moves: u64) -> String {
    match outcome {
        ScoreOutcome::First => "Your first score here: it is kept.".to_string(),
        ScoreOutcome::Better(before) if before.moves > moves => {
            let fewer = before.moves - moves;
            format!("Your best score here so far, by {}.", counted(fewer, "move"))
        }
        ScoreOutcome::Better(_) => "As few moves as your best score here, and quicker.".to_string(),
        ScoreOutcome::NotBetter(best) => {
            format!("Your best here is {}.", counted(best.moves, "move"))
        }
        ScoreOutcome::Helped(Help { hints: 0, .. }) => {
            "You have seen a solution of this board, so it is not kept as a score.".to_string()
        }
        ScoreOutcome::Helped(Help { hints, .. }) => {
            format!("With {} it is not kept as a score.", counted(hints, "hint"))
        }
        ScoreOutcome::OwnBoard => "A board of your own has no score.".to_string(),
    }
}

impl Score {
    /// Whether both compete for the same entry, of which only the best is stored.
    fn rivals(&self, other: &Score) -> bool {
        let both_days =
            matches!((self.difficulty, other.difficulty), (Difficulty::Day(_), Difficulty::Day(_)));
        self.size == other.size && (both_days || self.difficulty == other.difficulty)
    }

    /// Whether it replaces a rival: a later day, else fewer moves, else quicker.
    fn beats(&self, other: &Score) -> bool {
        let rank = |score: &Score| (score.moves, score.seconds);
        match self.difficulty.cmp(&other.difficulty) {
            std::cmp::Ordering::Equal => rank(self) < rank(other),
            order => order.is_gt(),
        }
    }

    /// Whether a game can have this score.
    fn is_possible(&self) -> bool {
        let least = match self.difficulty {
            Difficulty::Depth(depth) => depth,
            _ => 1,
        };
        self.moves >= self.shortest.unwrap_or(1).max(least)
    }

    /// The sort key of the list: small boards first, then easy ones.
    fn place(&self) -> (usize, Size, Difficulty) {
        (self.size.cells(), self.size, self.difficulty)
    }
}

/// Why stored scores were skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkippedScores {
    /// They were damaged, or no game can have them.
    Damaged,
    /// They were written by another version of taquin.
    OtherVersion,
}

/// The best scores of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores(Vec<Score>);

impl Scores {
    /// Reads the scores from a text that [`Scores::text`] returned. Damaged or implausible entries are skipped.
    ///
    /// ```
    /// use taquin_api::game::Scores;
    /// assert_eq!(Scores::read("{ half of it"), Scores::default());
    /// ```
    pub fn read(text: &str) -> Scores {
        Scores::read_checked(text).0
    }

    /// Reads the scores from a text, and says why some of it was skipped, if any was.
    pub fn read_checked(text: &str) -> (Scores, Option<SkippedScores>) {
        let mut scores = Scores::default();
        let object: Option<Value> = Some(text)
            .filter(|text| text.len() <= MOST_BYTES)
            .and_then(|text| serde_json::from_str(text).ok());
        let Some(mut object) = object else { return (scores, Some(SkippedScores::Damaged)) };
        // The entries of the first version, which had another name, were the same.
        if object["schema_version"] != SCORES_VERSION && object["version"] != 1 {
            let is_other = object.get("version").or(object.get("schema_version")).is_some();
            let why = if is_other { SkippedScores::OtherVersion } else { SkippedScores::Damaged };
            return (scores, Some(why));
        }
        let entries = object.get_mut("best").and_then(Value::as_array_mut).map(std::mem::take);
        let mut sound = entries.is_some();
        for entry in entries.unwrap_or_default() {
            let score: Option<Score> = serde_json::from_value(entry).ok();
            let score = score.filter(Score::is_possible);
            sound &= score.is_some_and(|score| scores.add(score) == ScoreOutcome::First);
        }
        (scores, (!sound).then_some(SkippedScores::Damaged))
    }

    /// Returns the text to store.
    pub fn text(&self) -> String {
        json!({ "schema_version": SCORES_VERSION, "best": self.0 }).to_string()
    }

    /// Returns the scores, small boards first.
    pub fn iter(&self) -> impl Iterator<Item = &Score> {
        self.0.iter()
    }

    /// Judges a won game against the best known solution, and adds its score.
    pub fn judge(
        &mut self,
        game: &Game,
        difficulty: Option<Difficulty>,
        seconds: u64,
        best: &Best,
    ) -> (Verdict, ScoreOutcome) {
        let (size, moves) = (game.puzzle().size(), game.moves().len() as u64);
        let shortest = best.length().filter(|_| best.optimal);
        let outcome = self.enter(difficulty, game.help(), |difficulty| Score {
            size,
            difficulty,
            moves,
            shortest,
            seconds,
        });
        (Verdict::new(moves, best.shortest(), outcome), outcome)
    }

    /// Adds the score of a won game if it counts. Without a difficulty the board was the player's own.
    pub fn enter(
        &mut self,
        difficulty: Option<Difficulty>,
        help: Help,
        score: impl Fn(Difficulty) -> Score,
    ) -> ScoreOutcome {
        match difficulty {
            _ if help != Help::default() => ScoreOutcome::Helped(help),
            None => ScoreOutcome::OwnBoard,
            Some(difficulty) => self.add(score(difficulty)),
        }
    }

    /// Stores a score if it is the best for its size and difficulty.
    pub fn add(&mut self, score: Score) -> ScoreOutcome {
        let Some(at) = self.0.iter().position(|other| other.rivals(&score)) else {
            self.0.push(score);
            self.0.sort_by_key(Score::place);
            self.0.truncate(MOST_SCORES);
            return ScoreOutcome::First;
        };
        let before = self.0[at];
        if !score.beats(&before) {
            return ScoreOutcome::NotBetter(before);
        }
        self.0[at] = score;
        // The board of another day is a different board.
        if before.difficulty == score.difficulty {
            ScoreOutcome::Better(before)
        } else {
            ScoreOutcome::First
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
        assert_eq!(scores.add(first), ScoreOutcome::First);
        assert_eq!(scores.add(score("3x3", "depth 10", 22, 5)), ScoreOutcome::NotBetter(first));
        assert_eq!(scores.add(score("3x3", "depth 10", 20, 60)), ScoreOutcome::NotBetter(first));
        let quicker = score("3x3", "depth 10", 20, 50);
        assert_eq!(scores.add(quicker), ScoreOutcome::Better(first));
        let shorter = score("3x3", "depth 10", 10, 90);
        assert_eq!(scores.add(shorter), ScoreOutcome::Better(quicker));
        assert_eq!(scores.add(score("3x4", "depth 10", 30, 1)), ScoreOutcome::First);
        assert_eq!(scores.add(score("2x3", "depth 18", 30, 1)), ScoreOutcome::First);
        let listed: Vec<String> = scores.iter().map(|score| score.size.to_string()).collect();
        assert_eq!(listed, ["2x3", "3x3", "3x4"]);
    }

    #[test]
    fn only_the_latest_day_counts() {
        let mut scores = Scores::default();
        scores.add(score("3x3", "day 2026-11-18", 30, 1));
        let today = score("3x3", "day 2026-11-19", 40, 1);
        assert_eq!(scores.add(today), ScoreOutcome::First);
        assert_eq!(
            scores.add(score("3x3", "day 2026-11-18", 22, 1)),
            ScoreOutcome::NotBetter(today)
        );
        assert_eq!(scores.add(score("3x3", "day 2026-11-19", 38, 1)), ScoreOutcome::Better(today));
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
            assert_eq!(enter(&mut scores, easy, help), ScoreOutcome::Helped(help));
        }
        assert_eq!(enter(&mut scores, None, Help::default()), ScoreOutcome::OwnBoard);
        assert_eq!(scores, Scores::default());
        assert_eq!(enter(&mut scores, easy, Help::default()), ScoreOutcome::First);
    }

    #[test]
    fn text_round_trips() {
        let mut scores = Scores::default();
        for (size, difficulty) in
            [("3x3", "depth 10"), ("4x4", "walk 64"), ("4x4", "day 2026-11-18")]
        {
            scores.add(Score { shortest: Some(10), ..score(size, difficulty, 44, 71) });
        }
        assert_eq!(Scores::read_checked(&scores.text()), (scores.clone(), None));
        for moves in 1..500 {
            scores.add(score("5x5", &format!("walk {moves}"), moves, 0));
        }
        assert_eq!((scores.iter().count(), Scores::read(&scores.text())), (MOST_SCORES, scores));
    }

    #[test]
    fn implausible_entries_are_skipped() {
        let good = r#"{"size":"3x3","difficulty":"depth 10","moves":12,"shortest":10,"seconds":9}"#;
        let with = |entry: &str| format!(r#"{{"schema_version":2,"best":[{entry},{good}]}}"#);
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
            let (read, skipped) = Scores::read_checked(&with(entry));
            let found = (read.iter().count(), skipped);
            assert_eq!(found, (1, Some(SkippedScores::Damaged)), "{entry}");
            assert!(read.iter().all(|score| score.moves == 12));
        }
        // The better of two entries for one difficulty counts.
        assert_eq!(
            Scores::read(&with(&good.replace("12", "11"))).iter().next().map(|best| best.moves),
            Some(11)
        );
        let deep = "[".repeat(10_000);
        let long = with(good).replace("3x3", &" ".repeat(MOST_BYTES));
        for text in ["", "null", "[]", "{}", "7", &deep, &long] {
            let nothing = (Scores::default(), Some(SkippedScores::Damaged));
            assert_eq!(Scores::read_checked(text), nothing);
        }
        let first = with(good).replace("\"schema_version\":2", "\"version\":1");
        assert_eq!(Scores::read_checked(&first), Scores::read_checked(&with(good)));
        for old in ["\"version\":3", "\"schema_version\":1", "\"schema_version\":3"] {
            let other = with(good).replace("\"schema_version\":2", old);
            let nothing = (Scores::default(), Some(SkippedScores::OtherVersion));
            assert_eq!(Scores::read_checked(&other), nothing);
        }
        // No prefix of a good text causes a panic.
        let whole = with(good);
        for end in 0..whole.len() {
            Scores::read(&whole[..end]);
        }
    }

    #[test]
    fn a_verdict_states_what_is_known() {
        let verdict = |moves, shortest| {
            let verdict = Verdict::new(moves, shortest, ScoreOutcome::OwnBoard);
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
            assert_eq!(verdict(moves, shortest), (title.to_string(), sentence.to_string()));
        }
        let before = score("3x3", "depth 10", 20, 60);
        for (outcome, remark) in [
            (ScoreOutcome::Better(before), "Your best score here so far, by 3 moves."),
            (
                ScoreOutcome::Better(Score { moves: 17, ..before }),
                "As few moves as your best score here, and quicker.",
            ),
            (ScoreOutcome::NotBetter(Score { moves: 12, ..before }), "Your best here is 12 moves."),
            (
                ScoreOutcome::Helped(Help { hints: 1, solution_seen: true }),
                "With 1 hint it is not kept as a score.",
            ),
            (
                ScoreOutcome::Helped(Help { hints: 0, solution_seen: true }),
                "You have seen a solution of this board, so it is not kept as a score.",
            ),
            (ScoreOutcome::OwnBoard, "A board of your own has no score."),
        ] {
            assert_eq!(Verdict::new(17, Shortest::Unknown, outcome).remark, remark);
        }
    }
}
