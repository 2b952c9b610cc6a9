//! All heuristics that remember little, as one type: searches that nobody runs for speed are compiled once, with this
//! one, and not once for each heuristic.
//!
//! The memo holds the estimate and 32 bits more. Pattern databases remember too much for it and stay a type of their own.

use super::*;
use crate::board::Size;

/// What a heuristic remembers of a board: the estimate, and up to 32 bits more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyMemo {
    h: Cost,
    rest: u32,
}

/// A memo that fits beside its estimate.
trait SmallMemo: Copy {
    /// What there is besides the estimate.
    fn rest(self) -> u32;

    /// The memo of an estimate and the rest.
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
        /// One of the heuristics whose memo is small.
        #[derive(Clone, Debug)]
        pub(crate) enum AnyHeuristic {
            $($any($any),)*
            $($small($small),)*
        }

        impl AnyHeuristic {
            /// Prepares the heuristic of an id; `None` if there is none of that name here.
            pub(crate) fn new(
                id: &str,
                goal: &Board,
                costs: CostModel,
            ) -> Option<Result<AnyHeuristic, HeuristicError>> {
                $(if id == $any::INFO.id {
                    return Some($any::new(goal, costs).map(AnyHeuristic::$any));
                })*
                $(if id == $small::INFO.id {
                    let fits = small_enough($small::INFO.id, goal.size());
                    return Some(fits.and_then(|()| $small::new(goal, costs)).map(AnyHeuristic::$small));
                })*
                None
            }
        }

        impl<W: Word> Heuristic<W> for AnyHeuristic {
            type Memo = AnyMemo;

            fn unit(&self) -> Cost {
                match self {
                    $(AnyHeuristic::$any(heuristic) => Heuristic::<W>::unit(heuristic),)*
                    $(AnyHeuristic::$small(heuristic) => Heuristic::<W>::unit(heuristic),)*
                }
            }

            fn bytes(&self) -> usize {
                match self {
                    $(AnyHeuristic::$any(heuristic) => Heuristic::<W>::bytes(heuristic),)*
                    $(AnyHeuristic::$small(heuristic) => Heuristic::<W>::bytes(heuristic),)*
                }
            }

            fn begin(&self, word: &W) -> AnyMemo {
                match self {
                    $(AnyHeuristic::$any(heuristic) => begin(heuristic, word),)*
                    $(AnyHeuristic::$small(heuristic) => begin(heuristic, word),)*
                }
            }

            #[inline(never)]
            fn after(&self, before: &AnyMemo, slide: Slide, word: &W) -> AnyMemo {
                match self {
                    $(AnyHeuristic::$any(heuristic) => after(heuristic, *before, slide, word),)*
                    $(AnyHeuristic::$small(heuristic) => after(heuristic, *before, slide, word),)*
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

fn begin<W: Word, H: Heuristic<W, Memo: SmallMemo>>(heuristic: &H, word: &W) -> AnyMemo {
    let memo = heuristic.begin(word);
    AnyMemo { h: heuristic.h(&memo), rest: memo.rest() }
}

#[inline(always)]
fn after<W: Word, H: Heuristic<W, Memo: SmallMemo>>(
    heuristic: &H,
    before: AnyMemo,
    slide: Slide,
    word: &W,
) -> AnyMemo {
    let before = H::Memo::restore(before.h, before.rest);
    let memo = heuristic.after(&before, slide, word);
    AnyMemo { h: heuristic.h(&memo), rest: memo.rest() }
}

/// Some need tables that only small boards have.
fn small_enough(id: &'static str, size: Size) -> Result<(), HeuristicError> {
    let remedy = "use linear-conflict or manhattan";
    match size.cells() <= u64::MAX_CELLS {
        true => Ok(()),
        false => Err(HeuristicError::TooLarge { id, size, remedy }),
    }
}
