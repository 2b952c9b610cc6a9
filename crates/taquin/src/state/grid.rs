//! The geometry of a board as a table: for each cell the possible steps of the blank, in the order in which a search
//! visits them.

use crate::board::{Direction, MoveOrder, Size};
use std::fmt;
use std::num::NonZeroU32;
use taquin_search::MovesOut;

/// A position in the visit order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// Visited first.
    First,
    /// Visited second.
    Second,
    /// Visited third.
    Third,
    /// Visited last.
    Fourth,
}

impl Slot {
    /// All slots, first visited first.
    pub const ALL: [Slot; 4] = [Slot::First, Slot::Second, Slot::Third, Slot::Fourth];
}

/// One step of the blank: its slot in the visit order, which stands for its direction, and the cell it leads to, packed
/// into one number that is never 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Step(NonZeroU32);

impl Step {
    /// Creates the step of a slot that leads to a cell.
    pub fn new(slot: Slot, to: usize) -> Step {
        Step(NonZeroU32::MIN | (to as u32) << 3 | (slot as u32) << 1)
    }

    /// Returns the cell it leads to.
    #[inline(always)]
    pub fn to(self) -> usize {
        (self.0.get() >> 3) as usize
    }

    /// Returns its position in the visit order, counted from 0.
    #[inline(always)]
    pub fn slot(self) -> usize {
        (self.0.get() >> 1 & 3) as usize
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step").field("slot", &self.slot()).field("to", &self.to()).finish()
    }
}

/// Up to four steps. Aligned so that the address of a list is computed by shifting.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Steps {
    list: [Step; 4],
    len: usize,
}

impl Default for Steps {
    fn default() -> Steps {
        Steps { list: [Step::new(Slot::First, 0); 4], len: 0 }
    }
}

impl Steps {
    fn push(&mut self, step: Step) {
        self.list[self.len] = step;
        self.len += 1;
    }

    fn without(&self, slot: Slot) -> Steps {
        let mut rest = Steps::default();
        for &step in &self.list[..self.len] {
            if step.slot() != slot as usize {
                rest.push(step);
            }
        }
        rest
    }
}

/// An iterator over steps, stored in one number: a byte each, the next one lowest. For boards of up to 32 cells, whose
/// steps fit in a byte; a search that uses many such lists has more registers left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepBytes(u32);

impl StepBytes {
    fn new<'a>(steps: impl Iterator<Item = &'a Step>) -> StepBytes {
        let byte = |(place, step): (usize, &Step)| step.0.get() << (8 * place);
        StepBytes(steps.enumerate().map(byte).sum())
    }
}

impl Iterator for StepBytes {
    type Item = Step;

    #[inline(always)]
    fn next(&mut self) -> Option<Step> {
        let step = NonZeroU32::new(self.0 % (1 << 8))?;
        self.0 >>= 8;
        Some(Step(step))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for StepBytes {
    #[inline(always)]
    fn len(&self) -> usize {
        4 - self.0.leading_zeros() as usize / 8
    }
}

/// The steps out of a cell in both orders.
#[derive(Clone, Copy, Debug, Default)]
pub struct PackedSteps {
    in_order: StepBytes,
    last_first: StepBytes,
}

impl PackedSteps {
    /// The maximum number of cells for which steps fit.
    pub const MAX_CELLS: usize = 32;

    fn new(steps: &[Step]) -> PackedSteps {
        PackedSteps {
            in_order: StepBytes::new(steps.iter()),
            last_first: StepBytes::new(steps.iter().rev()),
        }
    }
}

impl IntoIterator for PackedSteps {
    type Item = Step;
    type IntoIter = StepBytes;

    #[inline(always)]
    fn into_iter(self) -> StepBytes {
        self.in_order
    }
}

impl MovesOut for PackedSteps {
    type LastFirst = StepBytes;

    #[inline(always)]
    fn last_first(self) -> StepBytes {
        self.last_first
    }
}

/// The steps out of every cell, in visit order.
#[derive(Clone, Debug)]
pub struct Grid {
    size: Size,
    order: MoveOrder,
    /// For each cell: the lists without the inverse step for each slot of the parent move, then the whole list, four
    /// times to make it eight.
    steps: Box<[[Steps; 8]]>,
    /// The same in packed form, where possible.
    packed: Box<[[PackedSteps; 8]; PackedSteps::MAX_CELLS]>,
    opposite: [Slot; 4],
}

/// The index of the list with nothing left out.
const WHOLE: usize = 4;

impl Grid {
    /// Creates the grid of a size with a visit order.
    pub fn new(size: Size, order: MoveOrder) -> Grid {
        let directions = order.directions();
        let slot_of = |direction: Direction| {
            let place = directions.iter().position(|&other| other == direction);
            Slot::ALL[place.expect("an order has every direction")]
        };
        let opposite = directions.map(|direction| slot_of(direction.opposite()));
        let lists = |cell| {
            let mut whole = Steps::default();
            for (slot, direction) in Slot::ALL.into_iter().zip(directions) {
                if let Some(to) = size.neighbour(cell, direction) {
                    whole.push(Step::new(slot, to));
                }
            }
            let [a, b, c, d] = opposite.map(|back| whole.without(back));
            [a, b, c, d, whole, whole, whole, whole]
        };
        let steps: Box<[[Steps; 8]]> = (0..size.cells()).map(lists).collect();
        let mut packed = Box::new([[PackedSteps::default(); 8]; PackedSteps::MAX_CELLS]);
        if size.cells() <= PackedSteps::MAX_CELLS {
            for (packed, lists) in packed.iter_mut().zip(&steps) {
                *packed = lists.map(|steps| PackedSteps::new(&steps.list[..steps.len]));
            }
        }
        Grid { size, order, steps, packed, opposite }
    }

    /// Returns the size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the steps out of a cell; given the parent move, its inverse is left out.
    #[inline(always)]
    pub fn steps(&self, cell: usize, parent_move: Option<Step>) -> &[Step] {
        let steps = &self.steps[cell][parent_move.map_or(WHOLE, Step::slot)];
        &steps.list[..steps.len.min(4)]
    }

    /// Returns the same for boards of up to 32 cells; on larger ones there are none.
    #[inline(always)]
    pub fn packed_steps(&self, cell: usize, parent_move: Option<Step>) -> PackedSteps {
        self.packed[cell % PackedSteps::MAX_CELLS][parent_move.map_or(WHOLE, Step::slot)]
    }

    /// Returns whether a step is the inverse of the parent move.
    #[inline(always)]
    pub fn undoes(&self, step: Step, parent_move: Step) -> bool {
        self.opposite[parent_move.slot()] as usize == step.slot()
    }

    /// Returns the direction of a step.
    pub fn direction(&self, step: Step) -> Direction {
        self.order.directions()[step.slot()]
    }

    /// Returns the inverse of a step that led here from the cell `back_to`.
    pub fn inverse(&self, step: Step, back_to: usize) -> Step {
        Step::new(self.opposite[step.slot()], back_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_steps_are_the_listed_ones_in_both_orders() {
        for size in ["2x2", "5x2", "3x3", "4x4", "5x5", "4x8"] {
            let size: Size = size.parse().expect("a size");
            let grid = Grid::new(size, "LDRU".parse().expect("an order"));
            for cell in 0..size.cells() {
                let parent_moves = Slot::ALL.map(|slot| Some(Step::new(slot, cell)));
                for parent_move in [None].into_iter().chain(parent_moves) {
                    let (listed, packed) =
                        (grid.steps(cell, parent_move), grid.packed_steps(cell, parent_move));
                    assert!(packed.into_iter().eq(listed.iter().copied()));
                    assert!(packed.last_first().eq(listed.iter().rev().copied()));
                    assert_eq!(packed.last_first().len(), listed.len());
                }
            }
        }
    }
}
