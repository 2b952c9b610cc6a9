//! Gaschnig's heuristic: the number of moves if the blank could swap with any tile, near or far.
//!
//! Follow a misplaced tile to its goal cell, then the tile found there to its own goal cell, and so on: the path closes
//! to a cycle. In the cycle that contains the blank, every swap can bring one tile home; a cycle without it needs one
//! more swap, to let the blank in. So the estimate is the number of misplaced tiles plus one for each cycle that does
//! not contain the blank. It counts moves, each of which costs at least 1, so it is admissible under every cost model.
//!
//! A move joins two cycles or splits one, so the estimate always changes by exactly 1, and walking along the blank's
//! cycle shows in which direction. This allocates nothing.
//!
//! J. Gaschnig, "A problem similarity approach to devising heuristics: first results", IJCAI 1979.

use super::contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::state::PackedBoard;

/// The number of moves needed if the blank could jump.
#[derive(Clone, Debug)]
pub struct Gaschnig {
    /// The goal cell of each number.
    home: Box<[u16]>,
}

impl BuiltIn for Gaschnig {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "gaschnig",
        aliases: &["max-swap", "n-maxswap"],
        title: "Gaschnig's heuristic",
        summary: "moves needed if the blank could change places with any tile",
        explanation: "It solves an easier puzzle, in which the blank may change places with any tile \
            and not only with one beside it. If the blank lies where some tile belongs, that tile goes \
            there; if the blank is home already, any misplaced tile goes first, which costs a move \
            more. Every solution of the real puzzle also solves the easier one, so it never \
            overestimates. It is at least as high as the number of misplaced tiles. It counts moves, \
            whatever they cost.",
        admissible: true,
        consistent: true,
        unit: 1,
    };

    fn new(goal: &Board, _costs: CostModel) -> Result<Gaschnig, HeuristicError> {
        let home = goal.cell_of_each().into_iter().map(|cell| cell as u16);
        Ok(Gaschnig { home: home.collect() })
    }
}

impl<B: PackedBoard> Heuristic<B> for Gaschnig {
    type Memo = Cost;

    fn begin(&self, packed: &B) -> Cost {
        let mut seen = vec![false; self.home.len()];
        let mut moves = 0;
        for first in 0..seen.len() {
            let (mut cell, mut length, mut blank) = (first, 0, false);
            while !seen[cell] {
                seen[cell] = true;
                length += 1;
                let tile = packed.tile(cell);
                blank |= tile == 0;
                cell = usize::from(self.home[tile]);
            }
            moves += match (length, blank) {
                (0 | 1, _) => 0,
                (_, true) => length - 1,
                (_, false) => length + 1,
            };
        }
        moves
    }

    #[inline(always)]
    fn after(&self, moves: &Cost, Slide { tile, from, to }: Slide, packed: &B) -> Cost {
        // Follow the blank's cycle from where the blank is now. If the tile is found on it, the move has joined its
        // cycle to the blank's, otherwise the move has split it off.
        let mut cell = usize::from(self.home[0]);
        while cell != from && cell != to {
            cell = usize::from(self.home[packed.tile(cell)]);
        }
        let joined = cell == to;
        let home = usize::from(self.home[tile]);
        // Joined: the tile's cycle no longer needs a swap, unless the tile was home, a cycle of its own. Split off: the
        // tile has come home, or its cycle now needs one more swap.
        let nearer = if joined { home != from } else { home == to };
        if nearer { moves - 1 } else { moves + 1 }
    }

    #[inline(always)]
    fn h(&self, moves: &Cost) -> Cost {
        *moves
    }
}
