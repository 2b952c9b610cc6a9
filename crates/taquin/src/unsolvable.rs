//! Why a board cannot be solved, in numbers and in sentences: by the parity of the permutation, and by inversions, as
//! courses teach it. Both arguments are equivalent.

use crate::board::{Board, Direction};
use std::fmt;

/// A start and a goal that no sequence of moves connects, with the reason and a remedy.
///
/// Its `Display` is a paragraph for people.
///
/// ```
/// use taquin::{Goal, InputFormat, Puzzle, PuzzleError, parse_board};
/// let board = parse_board("123456870", InputFormat::Auto, None)?;
/// let Err(PuzzleError::Unsolvable(why)) = Puzzle::new(board, &Goal::Classic) else {
///     panic!("7 and 8 are exchanged");
/// };
/// assert_eq!((why.swap, why.solvable.to_string()), ((8, 7), "1 2 3/4 5 6/7 8 0".to_string()));
/// # Ok::<(), taquin::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolvable {
    /// The start.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// Whether an odd number of swaps of two numbers leads from start to goal.
    pub permutation_odd: bool,
    /// The number of steps between the blank and its goal cell.
    pub blank_distance: usize,
    /// The number of pairs of tiles of the start in the wrong order, read row by row without the blank.
    pub inversions: u64,
    /// The number of inversions of the goal.
    pub goal_inversions: u64,
    /// Two tiles: if these are swapped, the board is solvable.
    pub swap: (u16, u16),
    /// The board after that swap.
    pub solvable: Board,
}

impl Unsolvable {
    /// Finds the swap of two adjacent tiles that brings the board nearest to the goal.
    pub(crate) fn explain(
        start: Board,
        goal: Board,
        permutation_odd: bool,
        blank_distance: usize,
    ) -> Unsolvable {
        let size = start.size();
        let goal_cell = goal.cell_of_each();
        let away = |tile: u16, cell: usize| {
            size.steps_between(cell, goal_cell[usize::from(tile)]) as isize
        };
        let gain = |a: usize, b: usize| {
            let (tile_a, tile_b) = (start.tiles()[a], start.tiles()[b]);
            away(tile_a, a) + away(tile_b, b) - away(tile_a, b) - away(tile_b, a)
        };
        let pairs = (0..size.cells()).filter_map(|cell| {
            let right = size.neighbour(cell, Direction::Right)?;
            (start.tiles()[cell] != 0 && start.tiles()[right] != 0).then_some((cell, right))
        });
        let pair = pairs.max_by_key(|&(a, b)| gain(a, b));
        let (a, b) = pair.expect("a board of at least 2x2 has a row without the blank");
        Unsolvable {
            swap: (start.tiles()[a], start.tiles()[b]),
            solvable: start.swapped(a, b),
            inversions: inversions(&start),
            goal_inversions: inversions(&goal),
            start,
            goal,
            permutation_odd,
            blank_distance,
        }
    }
    /// Returns the blank's row on the start and on the goal, from 1, if it matters: on boards of an even width.
    pub fn blank_rows(&self) -> Option<(usize, usize)> {
        let cols = self.start.size().cols();
        let row = |board: &Board| board.blank() / cols + 1;
        (cols % 2 == 0).then(|| (row(&self.start), row(&self.goal)))
    }

    /// Returns the counts, each with its name.
    pub fn figures(&self) -> Vec<(&'static str, String)> {
        let exchanges = parity(u64::from(self.permutation_odd));
        let distance = self.blank_distance as u64;
        let steps = if distance == 1 { "step" } else { "steps" };
        let (own, goals) = (self.inversions, self.goal_inversions);
        let (own_parity, goal_parity) = (parity(own), parity(goals));
        let mut figures = vec![
            ("permutation", format!("{exchanges} (the number of exchanges that lead to the goal)")),
            ("blank", format!("{} ({distance} {steps} from its goal cell)", parity(distance))),
            ("inversions", format!("{own}, {own_parity}; the goal has {goals}, {goal_parity}")),
        ];
        if let Some((own, goals)) = self.blank_rows() {
            figures.push(("blank row", format!("{own}; at the goal {goals}")));
        }
        figures
    }

    /// Returns two reasons why it cannot be solved: by the parity of the permutation, and by inversions.
    pub fn reasons(&self) -> [String; 2] {
        [self.by_permutation(), self.by_inversions()]
    }

    fn by_permutation(&self) -> String {
        let distance = self.blank_distance as u64;
        let steps = if distance == 1 { "step" } else { "steps" };
        format!(
            "Each move exchanges the blank with a tile and takes the blank one step, so the number of exchanges \
             from start to goal and the blank's distance must both be even or both be odd. Here the exchanges are \
             {} in number, but the blank is {distance} {steps} from its goal cell, which is {}.",
            parity(u64::from(self.permutation_odd)),
            parity(distance),
        )
    }

    fn by_inversions(&self) -> String {
        let (own, goals) = (self.inversions, self.goal_inversions);
        let counted = "The same by inversions, pairs of tiles of which the greater comes first when the board is read row \
                       by row without the blank:";
        let passes = "a move to the side changes none, and one up or down takes a tile past";
        let others = self.start.size().cols() - 1;
        match self.blank_rows() {
            None => format!(
                "{counted} {passes} {others} others, an even number, so that the number of inversions stays even or \
                 stays odd. Here it is {own}, which is {}, and at the goal {goals}, which is {}.",
                parity(own),
                parity(goals),
            ),
            Some((row, goal_row)) => {
                let (sum, goal_sum) = (own + row as u64, goals + goal_row as u64);
                format!(
                    "{counted} {passes} {others} {}, an odd number, and the blank to the next row, so that \
                     inversions and the blank's row together stay even or stay odd. Here they are {own} + {row} = \
                     {sum}, which is {}, and at the goal {goals} + {goal_row} = {goal_sum}, which is {}.",
                    if others == 1 { "other" } else { "others" },
                    parity(sum),
                    parity(goal_sum),
                )
            }
        }
    }
}

fn parity(number: u64) -> &'static str {
    if number % 2 == 0 { "even" } else { "odd" }
}

/// Returns the number of inversions. A Fenwick tree counts, for each tile, the greater ones before it.
fn inversions(board: &Board) -> u64 {
    let tiles = board.tiles();
    let mut counts = vec![0_u64; tiles.len() + 1];
    let mut inversions = 0;
    for (before, &tile) in tiles.iter().filter(|tile| **tile != 0).enumerate() {
        let mut smaller = 0;
        let mut place = usize::from(tile);
        while place > 0 {
            smaller += counts[place];
            place &= place - 1;
        }
        inversions += before as u64 - smaller;
        let mut place = usize::from(tile);
        while place < counts.len() {
            counts[place] += 1;
            place += place & place.wrapping_neg();
        }
    }
    inversions
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [by_permutation, by_inversions] = self.reasons();
        write!(
            f,
            "No sequence of moves leads from {} to {}. {by_permutation} {by_inversions} With the tiles {} and {} \
             exchanged it could be solved: {}",
            self.start, self.goal, self.swap.0, self.swap.1, self.solvable,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::puzzle::{Goal, Puzzle, PuzzleError};
    use crate::random::Random;

    #[test]
    fn inversions_are_pairs_in_the_wrong_order() {
        let mut random = Random::new(5);
        for text in ["2x2", "2x3", "3x3", "4x4", "3x5"] {
            let size: Size = text.parse().expect("a size");
            for _ in 0..20 {
                let board = any_board(size, &mut random);
                let tiles: Vec<u16> =
                    board.tiles().iter().copied().filter(|tile| *tile != 0).collect();
                let pairs = tiles.iter().enumerate().map(|(at, tile)| {
                    tiles[at..].iter().filter(|later| *later < tile).count() as u64
                });
                assert_eq!(inversions(&board), pairs.sum::<u64>(), "{board}");
            }
        }
    }

    /// Returns a random board, solvable or not.
    fn any_board(size: Size, random: &mut Random) -> Board {
        let mut tiles: Vec<u16> = (0..size.cells() as u16).collect();
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, random.below(last as u64 + 1) as usize);
        }
        Board::new(size, tiles).expect("each number is there once")
    }

    #[test]
    fn both_rules_agree_on_every_board() {
        let mut random = Random::new(6);
        for text in ["2x2", "3x3", "2x4", "4x3", "4x4", "5x4"] {
            let size: Size = text.parse().expect("a size");
            for goal in [Goal::Classic, Goal::ZeroFirst, Goal::Snail] {
                for _ in 0..20 {
                    let start = any_board(size, &mut random);
                    let to = goal.board(size);
                    let sum = |board: &Board| match size.cols() % 2 {
                        0 => inversions(board) + (board.blank() / size.cols()) as u64,
                        _ => inversions(board),
                    };
                    let same = sum(&start) % 2 == sum(&to) % 2;
                    assert_eq!(Puzzle::new(start.clone(), &goal).is_ok(), same, "{start} to {to}");
                }
            }
        }
    }

    fn why(text: &str, goal: &Goal) -> Unsolvable {
        let board = crate::parse::parse_board(text, crate::parse::InputFormat::Auto, None);
        match Puzzle::new(board.expect("a board"), goal) {
            Err(PuzzleError::Unsolvable(why)) => *why,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn the_counts_are_shown() {
        let odd = why("123456870", &Goal::Classic);
        assert_eq!((odd.inversions, odd.goal_inversions, odd.blank_rows()), (1, 0, None));
        assert!(odd.to_string().contains("Here it is 1, which is odd, and at the goal 0"), "{odd}");
        let even = why("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", &Goal::Classic);
        assert_eq!((even.inversions, even.blank_rows()), (1, Some((4, 4))));
        assert!(even.to_string().contains("1 + 4 = 5, which is odd"), "{even}");
        let snail = why("123456780", &Goal::Snail);
        assert_eq!((snail.inversions, snail.goal_inversions), (0, 7));
    }
}
