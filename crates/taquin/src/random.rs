//! Random boards from a seed. The same seed gives the same boards on every machine and in every version: the generator
//! is our own and its stream never changes.
//!
//! The numbers come from xoshiro256** (Blackman and Vigna 2018), whose 256 bits of state are the first four outputs of
//! SplitMix64 started at the seed. Numbers below a limit are drawn by Lemire's method (2019), which is unbiased.
//!
//! [`uniform`] and [`walk`] create one board each; [`generate`](crate::generate) creates many.

use crate::board::{Board, Direction};
use crate::puzzle::{Goal, Puzzle};

/// A random number generator.
///
/// ```
/// use taquin::random::Random;
/// let mut random = Random::new(1);
/// assert_eq!(random.number(), 12_966_619_160_104_079_557);
/// assert!((0..100).all(|_| random.below(6) < 6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// Creates the generator for a seed.
    pub fn new(seed: u64) -> Random {
        let mut at = seed;
        Random { state: std::array::from_fn(|_| split_mix(&mut at)) }
    }

    /// Returns the next 64-bit number; each bit is equally likely 0 or 1.
    ///
    /// ```
    /// use taquin::random::Random;
    /// assert_eq!(Random::new(7).number(), Random::new(7).number());
    /// ```
    pub fn number(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let number = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        number
    }

    /// Returns a number below `end`, each equally likely; 0 if `end` is 0.
    ///
    /// ```
    /// use taquin::random::Random;
    /// let mut random = Random::new(1);
    /// let throws: Vec<u64> = (0..10).map(|_| 1 + random.below(6)).collect();
    /// assert_eq!(throws, [5, 4, 4, 3, 5, 1, 1, 3, 6, 4]);
    /// ```
    pub fn below(&mut self, end: u64) -> u64 {
        // Scale the 64-bit number to the range: the upper half of the product is the result. Of the lower halves, this
        // many at the start of each result's share would be a surplus.
        let surplus = if end == 0 { 0 } else { end.wrapping_neg() % end };
        loop {
            let product = u128::from(self.number()) * u128::from(end);
            if product as u64 >= surplus {
                return (product >> 64) as u64;
            }
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014): a step of the golden ratio, then mixed.
fn split_mix(at: &mut u64) -> u64 {
    *at = at.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*at ^ (*at >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Returns a random solvable board, each equally likely.
///
/// ```
/// use taquin::random::{Random, uniform};
/// use taquin::{Board, Goal, Puzzle, Size};
/// let goal = Board::classic(Size::new(3, 3)?);
/// let board = uniform(&goal, &mut Random::new(1));
/// assert_eq!(board.to_string(), "2 6 0/1 4 3/8 5 7");
/// assert!(Puzzle::new(board, &Goal::Board(goal)).is_ok());
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub fn uniform(goal: &Board, random: &mut Random) -> Board {
    let mut tiles = goal.tiles().to_vec();
    // Fisher-Yates: the last cell is drawn from all tiles, the one before from the rest.
    for last in (1..tiles.len()).rev() {
        tiles.swap(random.below(last as u64 + 1) as usize, last);
    }
    let board = Board::new(goal.size(), tiles).expect("the goal's own numbers");
    // Swapping the first two tiles makes it solvable, and different boards stay different.
    let solvable = Puzzle::new(board.clone(), &Goal::Board(goal.clone())).is_ok();
    if solvable { board } else { twin(&board) }
}

/// Returns the board with its first two tiles swapped: one of the two is solvable and the other is not.
pub(crate) fn twin(board: &Board) -> Board {
    let mut tiles = (0..board.tiles().len()).filter(|&cell| cell != board.blank());
    match (tiles.next(), tiles.next()) {
        (Some(a), Some(b)) => board.swapped(a, b),
        _ => board.clone(),
    }
}

/// Scrambles the goal by a number of attempts to move the blank in a random direction. An attempt off the board counts
/// and does nothing.
///
/// ```
/// use taquin::random::{Random, walk};
/// use taquin::{Board, Size};
/// let goal = Board::classic(Size::new(3, 3)?);
/// let mut random = Random::new(1);
/// assert_eq!(walk(&goal, 0, &mut random), goal);
/// assert_eq!(walk(&goal, 1000, &mut random).to_string(), "6 4 2/0 5 1/7 3 8");
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub fn walk(goal: &Board, tries: u64, random: &mut Random) -> Board {
    let mut board = goal.clone();
    for _ in 0..tries {
        board.apply(Direction::ALL[random.below(4) as usize]);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use std::collections::HashMap;

    fn goal(size: &str) -> Board {
        Board::classic(size.parse().expect("a size"))
    }

    #[test]
    fn the_stream_never_changes() {
        // The test vectors of the authors' own programs.
        let mut at = 1_477_776_061_723_855_037;
        assert_eq!(split_mix(&mut at), 1_985_237_415_132_408_290);
        assert_eq!(split_mix(&mut at), 2_979_275_885_539_914_483);
        assert_eq!(split_mix(&mut at), 13_511_426_838_097_143_398);
        let mut random = Random { state: [1, 2, 3, 4] };
        for known in [
            11_520,
            0,
            1_509_978_240,
            1_215_971_899_390_074_240,
            1_216_172_134_540_287_360,
            607_988_272_756_665_600,
            16_172_922_978_634_559_625,
            8_476_171_486_693_032_832,
            10_595_114_339_597_558_777,
            2_904_607_092_377_533_576,
        ] {
            assert_eq!(random.number(), known);
        }
        // Both together, computed by another program.
        let first = |seed| Random::new(seed).number();
        assert_eq!(first(0), 11_091_344_671_253_066_420);
        assert_eq!(first(2026), 10_583_478_199_052_185_109);
    }

    /// Returns how far counts are from being equal; the mean is one less than the number of counts.
    fn chi_square(counts: impl Iterator<Item = u64> + Clone) -> f64 {
        let (kinds, total) = (counts.clone().count(), counts.clone().sum::<u64>());
        let expected = total as f64 / kinds as f64;
        counts.map(|count| (count as f64 - expected).powi(2) / expected).sum()
    }

    #[test]
    fn numbers_below_a_limit_are_equally_likely() {
        let mut random = Random::new(3);
        for end in [1, 2, 3, 6, 7, 100] {
            let mut counts = vec![0; end as usize];
            (0..100_000).for_each(|_| counts[random.below(end) as usize] += 1);
            let degrees = (end - 1) as f64;
            let chi = chi_square(counts.into_iter());
            assert!(chi <= degrees + 4.0 * (2.0 * degrees).sqrt() + 4.0, "{chi} below {end}");
        }
        // Even if nearly half of all numbers must be drawn again, none is out of range.
        let end = (1 << 63) + 1;
        assert!((0..1000).all(|_| random.below(end) < end));
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn boards_are_solvable_and_equally_likely() {
        let goal = goal("2x3");
        let mut random = Random::new(4);
        let mut counts: HashMap<Board, u64> = HashMap::new();
        for _ in 0..360 * 200 {
            *counts.entry(uniform(&goal, &mut random)).or_default() += 1;
        }
        assert_eq!(counts.len(), 360, "every solvable board turns up, and no other");
        let solvable = |board: &Board| Puzzle::new(board.clone(), &Goal::Classic).is_ok();
        assert!(counts.keys().all(solvable));
        // 359 degrees of freedom: more than 474 or less than 262 happens once in 20,000 times.
        let chi = chi_square(counts.into_values().collect::<Vec<_>>().into_iter());
        assert!((262.0..474.0).contains(&chi), "{chi}");
    }

    #[test]
    fn walks_stay_solvable_and_try_walls() {
        let goal = goal("3x3");
        let mut random = Random::new(5);
        for tries in 0..200 {
            let board = walk(&goal, tries, &mut random);
            assert!(Puzzle::new(board, &Goal::Classic).is_ok());
        }
        // From a corner, half of all first attempts lead off the board.
        let still = (0..10_000).filter(|_| walk(&goal, 1, &mut random) == goal).count();
        assert!((4_800..5_200).contains(&still), "{still}");
    }

    #[test]
    fn any_size_and_goal() {
        let mut random = Random::new(6);
        for size in ["2x2", "5x2", "4x4", "7x11", "127x127"] {
            let size: Size = size.parse().expect("a size");
            for (_, named, _) in Goal::NAMED {
                let board = uniform(&named.board(size), &mut random);
                assert!(Puzzle::new(board, &named).is_ok());
            }
        }
    }
}
