//! A set of boards: boards that were read, Korf's hundred, random ones. Either every board is valid, or the whole set
//! is rejected with the place of the mistake, so that it does not come up an hour into the run.

use crate::board_input::BoardInput;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::results::Published;
use std::sync::Arc;
use taquin::figures::korf_boards;
use taquin::generate::{Random, uniform};
use taquin::{Board, Goal, Puzzle, PuzzleError, Size};

/// Boards to be searched, in order.
#[derive(Debug)]
pub struct BoardSet {
    /// Its name: `korf100`, `random:500 seed 1`, a file.
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
    /// The published result for it, if there is one.
    pub published: Option<Published>,
    /// The board and where it came from.
    pub input: BoardInput,
}

/// The name of Korf's hundred boards.
pub const KORF: &str = "korf100";
/// The most boards that are drawn, or read from a list that may have no end: more would take too much memory.
pub const MOST_BOARDS: u64 = 10_000_000;

impl BoardSet {
    /// Creates an empty set.
    pub fn new(goal: Goal) -> BoardSet {
        BoardSet { name: String::new(), goal, members: Vec::new() }
    }

    /// Creates a set from boards that were given one by one.
    pub fn given(goal: Goal, name: &str, boards: Vec<BoardInput>) -> Result<BoardSet, Diagnostic> {
        let member = |input| Member { name: None, published: None, input };
        let members = boards.into_iter().map(member).collect();
        let set = BoardSet { name: name.to_string(), goal, members };
        set.check()?;
        Ok(set)
    }

    /// Returns the size of the largest board.
    pub fn largest(&self) -> Option<Size> {
        let boards = self.members.iter().flat_map(|member| &member.input.board);
        boards.map(Board::size).max_by_key(|size| size.cells())
    }

    /// Creates a set of random boards from a seed.
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

    /// Adds a board, or returns its diagnostic if it is invalid.
    pub fn add_sound(&mut self, input: BoardInput) -> Result<(), Diagnostic> {
        if let Err(diagnostic) = &input.board {
            return Err(diagnostic.clone());
        }
        self.members.push(Member { name: None, published: None, input });
        Ok(())
    }

    /// Extends the set's name by the members from an index on.
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

    /// Adds Korf's hundred boards; their lengths are known for his goal.
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

    /// Adds random boards from a seed, of the given size or that of the goal.
    pub fn add_random(
        &mut self,
        count: u64,
        size: Option<Size>,
        seed: u64,
    ) -> Result<(), Diagnostic> {
        if !(1..=MOST_BOARDS).contains(&count) {
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

    /// Adds the name of another source to the set's name.
    pub fn rename(&mut self, name: &str) {
        let separator = if self.name.is_empty() { "" } else { " + " };
        self.name += &format!("{separator}{name}");
    }

    /// Checks that every board is valid and fits the goal; unsolvable boards are allowed.
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

    /// Returns a digest of every board, its published result and its goal, which identifies the set.
    pub fn digest(&self) -> String {
        let stated = self.members.iter().filter_map(|Member { published, input, .. }| {
            let board = input.board.as_ref().ok()?;
            Some((board.to_string(), self.goal.board(board.size()).to_string(), *published))
        });
        digest_of(stated).to_string()
    }
}

/// Returns the digest of some boards, each with its goal and what is published about it.
pub fn digest_of(boards: impl Iterator<Item = (String, String, Option<Published>)>) -> Digest {
    let mut digest = Digest::default();
    for (board, goal, published) in boards {
        let published = match published {
            Some(Published::Length(length)) => length.to_string(),
            Some(Published::Unsolvable) => "unsolvable".to_string(),
            None => String::new(),
        };
        for text in [board, goal, published] {
            digest.add(text.as_bytes());
            digest.add(b"\n");
        }
    }
    digest
}
