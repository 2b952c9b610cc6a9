//! A set of boards: those that were read, Korf's hundred, random ones. Every board is sound, or the whole set is
//! refused with the place of the mistake: it should not come up after an hour.

use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use std::sync::Arc;
use taquin::figures::korf_boards;
use taquin::generate::{Random, uniform};
use taquin::{Board, Goal, Puzzle, PuzzleError, Size};

/// Boards to be searched, in order.
#[derive(Debug)]
pub struct BoardSet {
    /// What to call it: `korf100`, `random:500 seed 1`, a file.
    pub name: String,
    /// The goal of all of them.
    pub goal: Goal,
    /// The boards.
    pub members: Vec<Member>,
}

/// A board of a set.
#[derive(Debug)]
pub struct Member {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// What is known of it.
    pub published: Option<Published>,
    /// The board and where it came from.
    pub input: BoardInput,
}

/// What a set states of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// A shortest solution has so many moves.
    Length(u64),
    /// It cannot be solved.
    Unsolvable,
}

/// Korf's hundred boards, by name.
pub const KORF: &str = "korf100";
/// More boards than this are more than a machine's memory is for.
const MOST_RANDOM: u64 = 10_000_000;

impl BoardSet {
    /// A set without boards as yet.
    pub fn new(goal: Goal) -> BoardSet {
        BoardSet { name: String::new(), goal, members: Vec::new() }
    }

    /// Boards that were asked for one by one.
    pub fn given(goal: Goal, name: &str, boards: Vec<BoardInput>) -> Result<BoardSet, Diagnostic> {
        let member = |input| Member { name: None, published: None, input };
        let members = boards.into_iter().map(member).collect();
        let set = BoardSet { name: name.to_string(), goal, members };
        set.check()?;
        Ok(set)
    }

    /// The size of its largest board.
    pub fn largest(&self) -> Option<Size> {
        let boards = self.members.iter().flat_map(|member| &member.input.board);
        boards.map(Board::size).max_by_key(|size| size.cells())
    }

    /// Boards drawn from a seed.
    pub fn random(
        goal: Goal,
        count: u64,
        size: Option<Size>,
        seed: u64,
    ) -> Result<BoardSet, Diagnostic> {
        let mut set = BoardSet::new(goal);
        set.add_random(count, size, seed)?;
        Ok(set)
    }

    /// One more board, unless it is none.
    pub fn add_sound(&mut self, input: BoardInput) -> Result<(), Diagnostic> {
        if let Err(diagnostic) = &input.board {
            return Err(diagnostic.clone());
        }
        self.members.push(Member { name: None, published: None, input });
        Ok(())
    }

    /// Adds to the set's name that of the members from some number on.
    pub fn rename_after(&mut self, before: usize) {
        let what = match &self.members[before..] {
            [one] => one.input.board.as_ref().map(Board::to_string).unwrap_or_default(),
            [first, .., last] if first.input.source == last.input.source => {
                first.input.source.to_string()
            }
            _ => "arguments".to_string(),
        };
        self.rename(&what);
    }

    /// Korf's hundred boards; their lengths are known for his goal.
    pub fn add_korf(&mut self) {
        self.rename(KORF);
        let set: Arc<str> = KORF.into();
        let first_zero = Goal::ZeroFirst;
        for korf in korf_boards() {
            let is_his = self.goal.board(korf.board.size()) == first_zero.board(korf.board.size());
            self.members.push(Member {
                name: Some(format!("korf{}", korf.number)),
                published: is_his.then_some(Published::Length(korf.length)),
                input: BoardInput::from_set(&set, korf.number as usize, korf.board),
            });
        }
    }

    /// Boards drawn from a seed, of a size or of that of the goal.
    pub fn add_random(
        &mut self,
        count: u64,
        size: Option<Size>,
        seed: u64,
    ) -> Result<(), Diagnostic> {
        if !(1..=MOST_RANDOM).contains(&count) {
            let message = format!("{count} random boards cannot be drawn");
            return Err(Diagnostic::new("random-boards-out-of-range", message)
                .help("draw from 1 to 10,000,000"));
        }
        let goal = match (&self.goal, size) {
            (Goal::Board(board), _) => board.clone(),
            (goal, Some(size)) => goal.board(size),
            (goal, None) => goal.board(Size::default()),
        };
        let name = format!("random:{count} of {}, seed {seed}", goal.size());
        self.rename(&name);
        let set: Arc<str> = name.into();
        let mut random = Random::new(seed);
        self.members.extend((1..=count as usize).map(|number| Member {
            name: None,
            published: None,
            input: BoardInput::from_set(&set, number, uniform(&goal, &mut random)),
        }));
        Ok(())
    }

    /// Adds another source's name to the set's.
    pub fn rename(&mut self, name: &str) {
        let divided = if self.name.is_empty() { "" } else { " + " };
        self.name += &format!("{divided}{name}");
    }

    /// Whether every board is sound and fits the goal; those that cannot be solved may stay.
    pub fn check(&self) -> Result<(), Diagnostic> {
        for Member { input, .. } in &self.members {
            let board = input.board.as_ref().map_err(Diagnostic::clone)?;
            if let Err(error @ PuzzleError::SizeMismatch { .. }) =
                Puzzle::new(board.clone(), &self.goal)
            {
                let message = format!("{}: {error}", input.place());
                return Err(Diagnostic::new(error.code(), message).in_source(&input.source));
            }
        }
        Ok(())
    }

    /// A number that tells this set from others: of every board with what is stated of it, and of
    /// the goal. FNV-1a of 64 bits.
    pub fn digest(&self) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |text: &str| {
            for byte in text.bytes().chain([b'\n']) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        for Member { published, input, .. } in &self.members {
            let Ok(board) = &input.board else { continue };
            add(&board.to_string());
            add(&self.goal.board(board.size()).to_string());
            add(&match published {
                Some(Published::Length(length)) => length.to_string(),
                Some(Published::Unsolvable) => "unsolvable".to_string(),
                None => String::new(),
            });
        }
        format!("{hash:016x}")
    }
}
