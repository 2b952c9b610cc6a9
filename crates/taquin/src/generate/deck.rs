//! Drawing without repetition, in bounded memory where possible.
//!
//! If everything that can be drawn is numbered, a [`Deck`] stores one bit per number. Repeated draws are rejected; when
//! nearly everything is drawn, which would make that slow, the rest is listed and drawn from directly. If there is too
//! much to number, [`Seen`] remembers what was drawn.

use crate::board::Board;
use crate::random::Random;
use crate::state::PackedBoard;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use taquin_search::Stop;

/// The numbers from 0 on, each drawn at most once.
#[derive(Debug)]
pub(super) struct Deck {
    cards: u64,
    left: u64,
    /// One bit per number.
    taken: Vec<u64>,
    /// The remaining numbers, once there are few.
    rest: Option<Vec<u32>>,
}

/// The rest is listed when it is one part in this many of all. Part of the interface: changing it changes what a seed
/// gives.
const LAST_PART: u64 = 16;

impl Deck {
    /// Creates a deck of `cards` numbers, at most 2^32.
    pub(super) fn new(cards: u64) -> Deck {
        Deck { cards, left: cards, taken: vec![0; cards.div_ceil(64) as usize], rest: None }
    }

    /// Returns a number not drawn before, or `None` if all were. `propose` draws from all numbers.
    pub(super) fn draw(
        &mut self,
        random: &mut Random,
        mut propose: impl FnMut(&mut Random) -> u64,
    ) -> Option<u64> {
        if self.left == 0 {
            return None;
        }
        if self.rest.is_none() && self.left * LAST_PART <= self.cards {
            let is_left = |number: &u32| !self.is_taken(u64::from(*number));
            self.rest = Some((0..self.cards as u32).filter(is_left).collect());
        }
        self.left -= 1;
        if let Some(rest) = &mut self.rest {
            return Some(u64::from(rest.swap_remove(random.below(rest.len() as u64) as usize)));
        }
        loop {
            let number = propose(random);
            if !self.is_taken(number) {
                self.taken[number as usize / 64] |= 1 << (number % 64);
                return Some(number);
            }
        }
    }

    fn is_taken(&self, number: u64) -> bool {
        self.taken[number as usize / 64] >> (number % 64) & 1 == 1
    }
}

/// The boards drawn so far.
#[derive(Debug)]
pub(super) enum Seen {
    /// Boards of up to 16 cells.
    Packed(HashSet<u64, FxBuildHasher>),
    /// Boards of any size.
    Listed(HashSet<Box<[u16]>, FxBuildHasher>),
}

impl Seen {
    /// Creates an empty set for boards with this many cells.
    pub(super) fn new(cells: usize) -> Seen {
        if cells <= u64::MAX_CELLS {
            Seen::Packed(HashSet::default())
        } else {
            Seen::Listed(HashSet::default())
        }
    }

    /// Adds a board; returns `false` if it was there before.
    pub(super) fn insert(&mut self, board: &Board, max_bytes: Option<u64>) -> Result<bool, Stop> {
        let (len, capacity, entry) = match self {
            Seen::Packed(boards) => (boards.len(), boards.capacity(), size_of::<u64>()),
            Seen::Listed(lists) => {
                (lists.len(), lists.capacity(), size_of::<Box<[u16]>>() + 2 * board.tiles().len())
            }
        };
        // While a set grows, the old allocation and the new one of twice its size exist together.
        let bytes = if len == capacity { 3 * capacity * (entry + 2) } else { 0 };
        if max_bytes.is_some_and(|limit| bytes as u64 > limit) {
            return Err(Stop::Memory);
        }
        Ok(match self {
            Seen::Packed(boards) => boards.insert(u64::pack(board.tiles())),
            Seen::Listed(lists) => lists.insert(board.tiles().into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn every_number_comes_once() {
        for cards in [0, 1, 2, 12, 100, 1000, 100_000] {
            let (mut deck, mut random) = (Deck::new(cards), Random::new(1));
            let mut proposals = 0;
            let mut drawn: Vec<u64> = std::iter::from_fn(|| {
                deck.draw(&mut random, |random| {
                    proposals += 1;
                    random.below(cards)
                })
            })
            .collect();
            drawn.sort_unstable();
            assert_eq!(drawn, (0..cards).collect::<Vec<_>>());
            // Down to a sixteenth it takes ln 16 = 2.8 proposals per number, and then none.
            assert!(proposals <= 3 * cards + 60, "{proposals} of {cards}");
        }
    }

    #[test]
    fn the_last_number_is_any_as_likely() {
        let (mut counts, mut random) = ([0_u32; 32], Random::new(2));
        for _ in 0..32 * 500 {
            let mut deck = Deck::new(32);
            let draw = || deck.draw(&mut random, |random| random.below(32));
            let last = std::iter::from_fn(draw).last().expect("there are 32");
            counts[last as usize] += 1;
        }
        let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 500.0).powi(2) / 500.0).sum();
        // 31 degrees of freedom: more than 70 or less than 9 happens once in 10,000 times.
        assert!((9.0..70.0).contains(&chi), "{chi}");
    }

    #[test]
    fn memory_is_limited() {
        for size in ["4x4", "5x5"] {
            let goal = Board::classic(size.parse::<Size>().expect("a size"));
            let (mut seen, mut random) = (Seen::new(goal.tiles().len()), Random::new(1));
            let mut draw =
                || seen.insert(&super::super::uniform(&goal, &mut random), Some(100_000));
            let kept = (0..10_000).take_while(|_| draw().is_ok()).count();
            assert!((500..5000).contains(&kept), "{kept} of {size}");
        }
    }
}
