//! All heuristics with a small memo as one type: searches that are not optimized for speed are compiled once, with this
//! type, instead of once for each heuristic.
//!
//! The memo contains the estimate and 32 more bits. Pattern databases have a larger memo and remain a separate type.

use super::*;
use crate::board::Board;
use crate::board::Size;
use crate::cost::{Cost, CostModel};
use crate::state::PackedBoard;
use crate::store::Store;

/// The memo of a heuristic for a board: the estimate, and up to 32 more bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyMemo {
    h: Cost,
    rest: u32,
}

/// A memo that fits beside its estimate.
trait SmallMemo: Copy {
    /// Returns the memo without the estimate.
    fn rest(self) -> u32;

    /// Restores the memo from the estimate and the rest.
    fn restore(h: Cost, rest: u32) -> Self;
}

impl SmallMemo for () {
    fn rest(self) -> u32 {
        0
    }

    fn restore(_: Cost, _: u32) {}
}

impl SmallMemo for Cost {
    fn rest(self) -> u32 {
        0
    }

    fn restore(h: Cost, _: u32) -> Cost {
        h
    }
}

impl SmallMemo for u8 {
    fn rest(self) -> u32 {
        0
    }

    fn restore(h: Cost, _: u32) -> u8 {
        h as u8
    }
}

impl SmallMemo for Positions {
    fn rest(self) -> u32 {
        u32::from(self.columns) | u32::from(self.rows) << 16
    }

    fn restore(moves: Cost, rest: u32) -> Positions {
        Positions { columns: rest as u16, rows: (rest >> 16) as u16, moves }
    }
}

impl SmallMemo for CellsInPlace {
    fn rest(self) -> u32 {
        // No row has more than 127 cells.
        u32::from(self.all) | u32::from(self.top_row) << 16 | u32::from(self.first) << 31
    }

    fn restore(_: Cost, rest: u32) -> CellsInPlace {
        let top_row = (rest >> 16) as u16 & 0x7fff;
        CellsInPlace { all: rest as u16, top_row, first: rest >> 31 == 1 }
    }
}

macro_rules! any_heuristic {
    (any: $($any:ident),*; medium: $($medium:ident),*; small: $($small:ident),*;) => {
        /// One of the heuristics with a small memo.
        #[derive(Clone, Debug)]
        pub(crate) enum AnyHeuristic {
            $($any($any),)*
            $($small($small),)*
            Custom(CustomHeuristic, Size),
        }

        impl AnyHeuristic {
            /// Prepares the chosen heuristic, if its memo is small.
            pub(crate) fn new(
                choice: &HeuristicChoice,
                goal: &Board,
                costs: CostModel,
                store: &Store,
            ) -> Result<AnyHeuristic, HeuristicError> {
                let id = match choice {
                    HeuristicChoice::BuiltIn(id) => *id,
                    HeuristicChoice::Patterns(_) => HeuristicId::Patterns,
                    HeuristicChoice::Custom(custom) => {
                        return Ok(AnyHeuristic::Custom(custom.clone(), goal.size()));
                    }
                };
                Ok(match id {
                    $(HeuristicId::$any => AnyHeuristic::$any($any::new(goal, costs)?),)*
                    $(HeuristicId::$medium => {
                        return Err(HeuristicError::NoTables { id: $medium::INFO.id });
                    })*
                    $(HeuristicId::$small => {
                        check_size($small::INFO.id, goal.size())?;
                        AnyHeuristic::$small($small::from_store(goal, costs, store)?)
                    })*
                })
            }
        }

        impl<B: PackedBoard> Heuristic<B> for AnyHeuristic {
            type Memo = AnyMemo;

            fn unit(&self) -> Cost {
                match self {
                    $(AnyHeuristic::$any(heuristic) => Heuristic::<B>::unit(heuristic),)*
                    $(AnyHeuristic::$small(heuristic) => Heuristic::<B>::unit(heuristic),)*
                    AnyHeuristic::Custom(custom, _) => custom.unit(),
                }
            }

            fn bytes(&self) -> usize {
                match self {
                    $(AnyHeuristic::$any(heuristic) => Heuristic::<B>::bytes(heuristic),)*
                    $(AnyHeuristic::$small(heuristic) => Heuristic::<B>::bytes(heuristic),)*
                    AnyHeuristic::Custom(..) => 0,
                }
            }

            fn begin(&self, packed: &B) -> AnyMemo {
                match self {
                    $(AnyHeuristic::$any(heuristic) => begin(heuristic, packed),)*
                    $(AnyHeuristic::$small(heuristic) => begin(heuristic, packed),)*
                    AnyHeuristic::Custom(custom, size) => custom_memo(custom, *size, packed),
                }
            }

            #[inline(never)]
            fn after(&self, before: &AnyMemo, slide: Slide, packed: &B) -> AnyMemo {
                match self {
                    $(AnyHeuristic::$any(heuristic) => after(heuristic, *before, slide, packed),)*
                    $(AnyHeuristic::$small(heuristic) => after(heuristic, *before, slide, packed),)*
                    AnyHeuristic::Custom(custom, size) => custom_memo(custom, *size, packed),
                }
            }

            #[inline(always)]
            fn h(&self, memo: &AnyMemo) -> Cost {
                memo.h
            }
        }
    };
}
crate::for_each_heuristic!(any_heuristic);

fn begin<B: PackedBoard, H: Heuristic<B, Memo: SmallMemo>>(heuristic: &H, packed: &B) -> AnyMemo {
    let memo = heuristic.begin(packed);
    AnyMemo { h: heuristic.h(&memo), rest: memo.rest() }
}

#[inline(always)]
fn after<B: PackedBoard, H: Heuristic<B, Memo: SmallMemo>>(
    heuristic: &H,
    before: AnyMemo,
    slide: Slide,
    packed: &B,
) -> AnyMemo {
    let before = H::Memo::restore(before.h, before.rest);
    let memo = heuristic.after(&before, slide, packed);
    AnyMemo { h: heuristic.h(&memo), rest: memo.rest() }
}

/// Returns the estimate of a custom heuristic.
fn custom_memo<B: PackedBoard>(custom: &CustomHeuristic, size: Size, packed: &B) -> AnyMemo {
    let tiles = (0..size.cells()).map(|cell| packed.tile(cell) as u16).collect();
    let board = Board::new(size, tiles).expect("a packed board has each number once");
    AnyMemo { h: custom.estimate(&board), rest: 0 }
}

/// Returns an error if the heuristic needs a table that is too large for boards of this size.
fn check_size(id: &'static str, size: Size) -> Result<(), HeuristicError> {
    if size.cells() <= u64::MAX_CELLS { Ok(()) } else { Err(HeuristicError::TooLarge { id, size }) }
}
