//! The geometry of a board as a table: for each cell the four cells around it, in the order in which
//! a search visits them.

use crate::board::{Direction, MoveOrder, Size};

/// A place in the visit order, 0 to 3. Baking the order into the grid lets loops run over constant
/// slots; looking directions up in a list cost three times as much more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u8);

impl Slot {
    /// All slots, first visited first.
    pub const ALL: [Slot; 4] = [Slot(0), Slot(1), Slot(2), Slot(3)];
}

/// Stands for a cell beyond the edge.
const WALL: u16 = u16::MAX;

/// The neighbours of every cell in visit order.
#[derive(Clone, Debug)]
pub struct Grid {
    size: Size,
    order: MoveOrder,
    neighbours: Box<[[u16; 4]]>,
    opposite: [Slot; 4],
}

impl Grid {
    /// The grid of a size, visited in an order.
    pub fn new(size: Size, order: MoveOrder) -> Grid {
        let directions = order.directions();
        let around = |cell| {
            directions.map(|direction| size.neighbour(cell, direction).map_or(WALL, |c| c as u16))
        };
        let slot_of = |direction: Direction| {
            let place = directions.iter().position(|&other| other == direction);
            Slot(place.unwrap_or_default() as u8)
        };
        Grid {
            size,
            order,
            neighbours: (0..size.cells()).map(around).collect(),
            opposite: directions.map(|direction| slot_of(direction.opposite())),
        }
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cell next to `cell` in a slot's direction, or `None` at the wall.
    #[inline(always)]
    pub fn neighbour(&self, cell: usize, slot: Slot) -> Option<usize> {
        let next = self.neighbours[cell][usize::from(slot.0 & 3)];
        (next != WALL).then_some(usize::from(next))
    }

    /// The slot that takes a move back.
    #[inline(always)]
    pub fn opposite(&self, slot: Slot) -> Slot {
        self.opposite[usize::from(slot.0 & 3)]
    }

    /// The direction of a slot.
    pub fn direction(&self, slot: Slot) -> Direction {
        self.order.directions()[usize::from(slot.0 & 3)]
    }
}
