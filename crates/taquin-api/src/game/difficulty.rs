//! The boards to play. Up to [`EXACT_CELLS`] cells the difficulty of a board is the exact length of its shortest
//! solution; on larger boards, where a search would be needed to find it, the goal is scrambled by a random walk of a
//! given length. The board of a day is drawn from all boards by the date, so it is the same everywhere.

use std::fmt;
use std::str::FromStr;
use taquin::generate::{Boards, GenerateError, Kind, Random, uniform, walk};
use taquin::{Board, Budget, Direction, Size};

/// The most cells of boards whose distance from the goal is known exactly, from a table of all boards.
pub const EXACT_CELLS: usize = 12;

/// The sizes that front ends offer; any other size can be played, too.
pub const SIZES: [(usize, usize); 6] = [(2, 3), (3, 3), (3, 4), (4, 4), (5, 5), (6, 6)];

/// The most steps of a walk: more would not scramble a board any further.
pub const MOST_STEPS: u64 = 1_000_000;

/// The difficulty of a board. As text: `depth 10`, `walk 64`, `day 2026-11-18`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// The exact number of moves of its shortest solution.
    Depth(u64),
    /// The goal, scrambled by this many attempts to move the blank; see [`walk`].
    Walk(u64),
    /// The board of a day.
    Day(Date),
}

/// A named difficulty; its meaning depends on the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For beginners.
    Easy,
    /// For players who have solved a few boards.
    Medium,
    /// As hard as most boards, or harder.
    Hard,
}

/// A day of the calendar, as `2026-11-18`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Level {
    /// All levels, easiest first, with their ids and titles.
    pub const NAMED: [(&'static str, Level, &'static str); 3] = [
        ("easy", Level::Easy, "Easy"),
        ("medium", Level::Medium, "Medium"),
        ("hard", Level::Hard, "Hard"),
    ];

    /// Returns the difficulty for a size.
    ///
    /// ```
    /// use taquin::Size;
    /// use taquin_api::game::{Difficulty, Level};
    /// assert_eq!(Level::Easy.difficulty(Size::new(3, 3)?), Difficulty::Depth(10));
    /// assert_eq!(Level::Easy.difficulty(Size::new(4, 4)?), Difficulty::Walk(64));
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    pub fn difficulty(self, size: Size) -> Difficulty {
        let cells = size.cells() as u64;
        // Every goal has boards at these distances, wherever its blank is.
        let depths = match cells {
            0..6 => [2, 4, 6],
            6..8 => [6, 12, 18],
            8..10 => [10, 18, 26],
            10..12 => [12, 24, 36],
            _ => [12, 18, 24],
        };
        let steps = [4 * cells, 16 * cells, 4 * cells * cells];
        if cells <= EXACT_CELLS as u64 {
            Difficulty::Depth(depths[self as usize])
        } else {
            Difficulty::Walk(steps[self as usize].min(MOST_STEPS))
        }
    }

    /// Returns the level with an id.
    pub fn from_id(id: &str) -> Option<Level> {
        Level::NAMED.into_iter().find(|(known, ..)| *known == id).map(|(_, level, _)| level)
    }

    /// Returns its title.
    pub fn title(self) -> &'static str {
        Level::NAMED[self as usize].2
    }

    /// Returns the level that a difficulty corresponds to on boards of a size, if any.
    pub fn of(difficulty: Difficulty, size: Size) -> Option<Level> {
        let mut levels = Level::NAMED.into_iter().map(|(_, level, _)| level);
        levels.find(|level| level.difficulty(size) == difficulty)
    }
}

impl Difficulty {
    /// Draws a board of this difficulty, never the goal itself. The same seed gives the same board on every machine;
    /// the board of a day needs none.
    pub fn deal(self, goal: &Board, seed: u64, budget: &Budget) -> Result<Board, GenerateError> {
        match self {
            Difficulty::Depth(depth) => {
                let mut boards = Boards::new(goal, Kind::Depth(depth), 1, seed, budget)?;
                boards.next().unwrap_or_else(|| Ok(goal.clone()))
            }
            Difficulty::Walk(steps) => {
                Ok(other_than(goal, seed, |random| walk(goal, steps.min(MOST_STEPS), random)))
            }
            Difficulty::Day(date) => {
                Ok(other_than(goal, date.seed(goal.size()), |random| uniform(goal, random)))
            }
        }
    }

    /// Describes it in words that can follow "a board": `10 moves from the goal`.
    pub fn words(self) -> String {
        match self {
            Difficulty::Depth(1) => "1 move from the goal".to_string(),
            Difficulty::Depth(depth) => format!("{depth} moves from the goal"),
            Difficulty::Walk(steps) => format!("after a random walk of {steps} steps"),
            Difficulty::Day(date) => format!("of {date}"),
        }
    }

    /// Returns a title for boards of a size: `Easy: 10 moves from the goal`.
    pub fn title(self, size: Size) -> String {
        match (Level::of(self, size), self) {
            (Some(level), _) => format!("{}: {}", level.title(), self.words()),
            (None, Difficulty::Day(_)) => format!("Board {}", self.words()),
            (None, _) => {
                let words = self.words();
                let (first, rest) = words.split_at(1);
                first.to_uppercase() + rest
            }
        }
    }
}

/// Draws until a board is not the goal; after 100 attempts, returns one that is a move away from it.
fn other_than(goal: &Board, seed: u64, mut draw: impl FnMut(&mut Random) -> Board) -> Board {
    let mut random = Random::new(seed);
    let drawn = (0..100).map(|_| draw(&mut random)).find(|board| board != goal);
    let nearest = || Direction::ALL.into_iter().find_map(|direction| goal.moved(direction));
    drawn.or_else(nearest).unwrap_or_else(|| goal.clone())
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difficulty::Depth(depth) => write!(f, "depth {depth}"),
            Difficulty::Walk(steps) => write!(f, "walk {steps}"),
            Difficulty::Day(date) => write!(f, "day {date}"),
        }
    }
}

impl FromStr for Difficulty {
    type Err = String;
    fn from_str(text: &str) -> Result<Difficulty, String> {
        let wrong = || "a difficulty is written as depth 10, walk 64 or day 2026-11-18".to_string();
        let (kind, value) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let number = || value.parse().ok().filter(|&number| number > 0).ok_or_else(wrong);
        match kind {
            "depth" => number().map(Difficulty::Depth),
            "walk" => number().map(Difficulty::Walk),
            "day" => value.parse().map(Difficulty::Day),
            _ => Err(wrong()),
        }
    }
}

impl Date {
    /// Creates a date, if the calendar has that day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let exists = (1..=9999).contains(&year) && (1..=days).contains(&day);
        exists.then_some(Date { year, month, day })
    }

    /// Returns the seed of this day's board. Part of the interface: changing it changes the boards of all days.
    fn seed(self, size: Size) -> u64 {
        let date =
            u64::from(self.year) * 10_000 + u64::from(self.month) * 100 + u64::from(self.day);
        date << 16 | (size.rows() as u64) << 8 | size.cols() as u64
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = String;
    fn from_str(text: &str) -> Result<Date, String> {
        let mut parts = text.trim().split('-');
        let mut number = |digits: usize| {
            let part = parts.next().filter(|part| part.len() == digits)?;
            part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<u16>().ok())?
        };
        let date = (|| Some((number(4)?, number(2)? as u8, number(2)? as u8)))();
        let date = date.and_then(|(year, month, day)| Date::new(year, month, day));
        date.filter(|_| parts.next().is_none()).ok_or_else(|| {
            format!("'{}' is not a date: write year-month-day, such as 2026-11-18", text.trim())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::table::DistanceTable;
    use taquin::{Goal, Puzzle};

    fn size(text: &str) -> Size {
        text.parse().expect("a size")
    }

    fn deal(goal: &Board, difficulty: Difficulty, seed: u64) -> Board {
        let board = difficulty.deal(goal, seed, &Budget::unlimited());
        let board = board.expect("there is one");
        assert!(board != *goal && Puzzle::new(board.clone(), &Goal::Board(goal.clone())).is_ok());
        board
    }

    #[test]
    fn levels_of_small_boards_are_exact_for_every_goal() {
        for text in ["2x2", "2x3", "3x2", "2x4", "3x3"] {
            let size = size(text);
            for (_, named, _) in Goal::NAMED {
                let goal = named.board(size);
                let table = DistanceTable::build(&goal, &Budget::unlimited()).expect("it is small");
                for (id, level, _) in Level::NAMED {
                    let difficulty = level.difficulty(size);
                    let distance = table.distance_of(&deal(&goal, difficulty, 7)).map(u64::from);
                    assert_eq!(distance.map(Difficulty::Depth), Some(difficulty), "{text} {id}");
                    assert_eq!(Level::of(difficulty, size), Level::from_id(id));
                }
            }
        }
    }

    #[test]
    fn levels_of_large_boards_are_walks_that_get_longer() {
        for text in ["4x4", "5x5", "7x13", "127x127"] {
            let lengths = Level::NAMED.map(|(_, level, _)| match level.difficulty(size(text)) {
                Difficulty::Walk(steps) => steps,
                other => panic!("{text}: {other}"),
            });
            assert!(lengths.is_sorted() && lengths[2] <= MOST_STEPS, "{text}: {lengths:?}");
        }
        let goal = Board::classic(size("4x4"));
        for seed in 0..50 {
            // A walk of one step often ends where it began.
            deal(&goal, Difficulty::Walk(1), seed);
        }
        let hard = Level::Hard.difficulty(size("4x4"));
        assert_eq!(deal(&goal, hard, 5), deal(&goal, hard, 5));
        assert_ne!(deal(&goal, hard, 5), deal(&goal, hard, 6));
    }

    #[test]
    fn a_day_has_one_board_of_each_size_everywhere() {
        let day = |text: &str, at: &str| {
            let date = text.parse().expect("a date");
            deal(&Board::classic(size(at)), Difficulty::Day(date), 0).to_string()
        };
        // The board of a day never changes; these were computed by another program.
        assert_eq!(day("2026-11-18", "3x3"), "2 8 1/7 3 6/5 0 4");
        let fifteen = "4 5 12 7/14 0 6 11/1 3 10 13/8 2 15 9";
        assert_eq!(day("2026-11-18", "4x4"), fifteen);
        assert_ne!(day("2026-11-18", "3x3"), day("2026-11-19", "3x3"));
        assert_ne!(
            day("2026-11-18", "3x4").replace('/', " "),
            day("2026-11-18", "4x3").replace('/', " ")
        );
        // One of the twelve 2x2 boards is the goal, which no day has.
        for number in 1..=28 {
            day(&format!("2027-02-{number:02}"), "2x2");
        }
    }

    #[test]
    fn only_days_of_the_calendar_are_dates() {
        for text in ["2024-02-29", "2000-02-29", "2026-12-31", "0001-01-01"] {
            assert_eq!(text.parse::<Date>().map(|date| date.to_string()), Ok(text.to_string()));
        }
        for text in [
            "",
            "2026",
            "2026-1-1",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2023-02-29",
            "1900-02-29",
            "0000-01-01",
            "2026-11-18-1",
            "2026-11-+8",
            "99999-01-01",
            "２026-11-18",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn difficulties_are_read_as_they_are_written() {
        for text in ["depth 10", "walk 64", "day 2026-11-18"] {
            assert_eq!(
                text.parse::<Difficulty>().map(|read| read.to_string()),
                Ok(text.to_string())
            );
        }
        for text in [
            "",
            "depth",
            "depth 0",
            "depth -1",
            "walk x",
            "own 3",
            "day 2026-02-30",
            "depth 99999999999999999999",
        ] {
            assert!(text.parse::<Difficulty>().is_err(), "{text}");
        }
        let three = size("3x3");
        assert_eq!(Difficulty::Depth(10).title(three), "Easy: 10 moves from the goal");
        assert_eq!(Difficulty::Depth(11).title(three), "11 moves from the goal");
        assert_eq!(Difficulty::Walk(7).title(three), "After a random walk of 7 steps");
        let date = Date::new(2026, 11, 18).expect("a date");
        assert_eq!(Difficulty::Day(date).title(three), "Board of 2026-11-18");
    }
}
