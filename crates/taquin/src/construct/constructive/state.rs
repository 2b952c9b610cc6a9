//! The board that [`construct`](super::construct) works on: it carries a tile home by walking the blank to it and
//! around it, and counts what that costs or gains the tiles on the path.
//!
//! Why it never gets stuck: only the line being laid has fixed cells next to free ones, its gap
//! has two cells or more, and there are at least three free lines beside it. So the free cells
//! around a tile form one unbroken arc, along which the blank gets from any side to any other.

use super::span::Span;
use crate::board::{Direction, Size};
use crate::puzzle::Puzzle;

/// The price of a move; what a tile gains by a step towards home is measured in the same unit.
pub(super) const MOVE: i64 = 80;
/// The value of a step towards home along the longer axis, and along the shorter axis. The latter
/// saves less, as it shortens the diagonal part of the path, along which a tile is cheap to carry.
const LONGER: usize = 5;
const SHORTER: usize = 2;
/// More than any path costs.
const UNREACHABLE: i32 = i32::MAX / 4;
/// The eight cells around one, clockwise from the top left, as row and column offsets.
const AROUND: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
/// The direction from each of them to the next.
const CLOCKWISE: [Direction; 8] = {
    use Direction::{Down, Left, Right, Up};
    [Right, Right, Down, Down, Left, Left, Up, Up]
};
/// The ones adjacent to the tile: the blank must be there for the tile to move there.
const SIDES: [(usize, Direction); 4] =
    [(1, Direction::Up), (3, Direction::Right), (5, Direction::Down), (7, Direction::Left)];

/// What stays the same while a puzzle is solved.
pub(super) struct Plan {
    pub(super) size: Size,
    /// The blank's goal cell.
    pub(super) goal_blank: usize,
    /// The row and column of each cell, as division is slow.
    places: Vec<(u8, u8)>,
    /// The cost to go of a tile, by its weighted distance from home.
    cost_to_go: Vec<i16>,
}

/// A board in progress. A tile is named by the cell it belongs on.
#[derive(Clone)]
pub(super) struct BoardState<'a> {
    pub(super) plan: &'a Plan,
    pub(super) tile_at: Vec<u16>,
    pub(super) cell_of: Vec<u16>,
    /// Cells that are done and must not be touched.
    pub(super) fixed: Vec<bool>,
    /// By cell and direction, what it costs the blank to move there.
    prices: Vec<[i16; 4]>,
    /// The cost to go of all tiles.
    cost_to_go: i64,
    /// The cost of the cheapest path to each cell of the last [`Span`].
    reach: Vec<i32>,
    moves: Vec<Direction>,
}

/// Equal if the boards are.
impl PartialEq for BoardState<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cost_to_go == other.cost_to_go && self.tile_at == other.tile_at
    }
}

impl Plan {
    pub(super) fn new(puzzle: &Puzzle) -> Plan {
        let size = puzzle.size();
        // A step gained far from home lasts; near home the next walk undoes it. So the value
        // of a step grows with the distance, up to that of a move.
        let bend = LONGER * (size.rows() + size.cols()) / 20;
        let farthest = (LONGER + SHORTER) * (size.rows().max(size.cols()) + 1);
        let cost = |d: usize| (MOVE as usize * d * d / (LONGER * (d + bend).max(1))) as i16;
        Plan {
            size,
            goal_blank: puzzle.goal().blank(),
            places: (0..size.cells()).map(|c| (size.row(c) as u8, size.col(c) as u8)).collect(),
            cost_to_go: (0..=farthest).map(cost).collect(),
        }
    }

    /// Returns how many bytes the plan of a board of this size owns, with what it takes to begin.
    pub(super) fn bytes(size: Size) -> usize {
        // Places, and the cell of each tile.
        size.cells() * (size_of::<(u8, u8)>() + size_of::<usize>())
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        let (row, col) = self.places[cell];
        (usize::from(row), usize::from(col))
    }

    /// Like [`Size::neighbour`], without division.
    pub(super) fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, col) = self.place(cell);
        match direction {
            Direction::Up => (row > 0).then(|| cell - self.size.cols()),
            Direction::Down => (row + 1 < self.size.rows()).then(|| cell + self.size.cols()),
            Direction::Left => (col > 0).then(|| cell - 1),
            Direction::Right => (col + 1 < self.size.cols()).then_some(cell + 1),
        }
    }
}

impl<'a> BoardState<'a> {
    pub(super) fn new(puzzle: &Puzzle, plan: &'a Plan) -> BoardState<'a> {
        let cells = plan.size.cells();
        let goal_cell = puzzle.goal().cell_of_each();
        let label = |&tile: &u16| goal_cell[usize::from(tile)] as u16;
        let tile_at: Vec<u16> = puzzle.start().tiles().iter().map(label).collect();
        let mut cell_of = vec![0; cells];
        for (cell, &tile) in tile_at.iter().enumerate() {
            cell_of[usize::from(tile)] = cell as u16;
        }
        let mut state = BoardState {
            plan,
            tile_at,
            cell_of,
            fixed: vec![false; cells],
            prices: vec![[0; 4]; cells],
            cost_to_go: 0,
            reach: Vec::new(),
            moves: Vec::new(),
        };
        for cell in (0..cells).filter(|&cell| cell != puzzle.start().blank()) {
            state.cost_to_go += i64::from(state.set_prices(cell));
        }
        state
    }

    /// Returns approximately how many bytes the state of a board of this size owns.
    pub(super) fn bytes(size: Size) -> usize {
        // Tiles, cells, fixed flags, prices, the reach of a span, and some moves.
        size.cells() * (2 * size_of::<u16>() + 1 + size_of::<[i16; 4]>() + size_of::<i32>()) + 256
    }

    pub(super) fn size(&self) -> Size {
        self.plan.size
    }

    /// Returns the row and column of the blank's goal cell.
    pub(super) fn goal_blank(&self) -> (usize, usize) {
        self.plan.place(self.plan.goal_blank)
    }

    /// Returns the cost to go: how far from home all tiles are, in the unit of [`MOVE`].
    pub(super) fn cost_to_go(&self) -> i64 {
        self.cost_to_go
    }

    /// Returns the number of moves since they were last taken.
    pub(super) fn moves(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn take_moves(&mut self) -> Vec<Direction> {
        std::mem::take(&mut self.moves)
    }

    /// Estimates the number of moves to bring some tiles home.
    pub(super) fn moves_home(&self, tiles: impl Iterator<Item = usize>) -> i32 {
        let moves_home = |tile| {
            let (rows, cols) = self.apart(self.cell(tile), tile);
            rows + cols + carrying(rows, cols)
        };
        tiles.map(moves_home).sum()
    }

    /// Returns the distance of the blank from a tile, or 0 if the tile is home.
    pub(super) fn steps_to(&self, tile: usize) -> usize {
        let cell = self.cell(tile);
        if cell == tile { 0 } else { self.steps(cell, self.blank()) }
    }

    pub(super) fn blank(&self) -> usize {
        self.cell(self.plan.goal_blank)
    }

    pub(super) fn cell(&self, tile: usize) -> usize {
        usize::from(self.cell_of[tile])
    }

    /// Returns the number of rows and columns between two cells.
    fn apart(&self, a: usize, b: usize) -> (i32, i32) {
        let ((row, col), (other_row, other_col)) = (self.plan.place(a), self.plan.place(b));
        (row.abs_diff(other_row) as i32, col.abs_diff(other_col) as i32)
    }

    pub(super) fn steps(&self, a: usize, b: usize) -> usize {
        let (rows, cols) = self.apart(a, b);
        (rows + cols) as usize
    }

    /// Moves the blank.
    pub(super) fn step(&mut self, direction: Direction) {
        let to = self.plan.neighbour(self.blank(), direction).expect("no step leads off the board");
        self.cost_to_go += i64::from(self.price(to, direction)) - MOVE;
        let from = self.shift(to);
        self.moves.push(direction);
        self.set_prices(from);
    }

    /// Exchanges the blank with the tile on a cell, and returns where the blank was.
    fn shift(&mut self, to: usize) -> usize {
        let from = self.blank();
        self.tile_at.swap(from, to);
        self.cell_of[usize::from(self.tile_at[from])] = from as u16;
        self.cell_of[self.plan.goal_blank] = to as u16;
        from
    }

    /// Stores what it costs the tile on a cell to leave it in each direction, and returns the tile's
    /// cost to go.
    fn set_prices(&mut self, cell: usize) -> i16 {
        let (row, col) = self.plan.place(cell);
        let (home_row, home_col) = self.plan.place(usize::from(self.tile_at[cell]));
        let cost_to_go = |row: usize, col: usize| {
            let (rows, cols) = (row.abs_diff(home_row), col.abs_diff(home_col));
            self.plan.cost_to_go[LONGER * rows.max(cols) + SHORTER * rows.min(cols)]
        };
        let here = cost_to_go(row, col);
        // When the blank moves up the tile moves down, and so on. Prices off the board are not used.
        let below_above = [cost_to_go(row + 1, col), cost_to_go(row.saturating_sub(1), col)];
        let right_left = [cost_to_go(row, col + 1), cost_to_go(row, col.saturating_sub(1))];
        let there = [below_above[0], below_above[1], right_left[0], right_left[1]];
        self.prices[cell] = there.map(|there| MOVE as i16 + there - here);
        here
    }

    fn price(&self, to: usize, direction: Direction) -> i32 {
        i32::from(self.prices[to][direction as usize])
    }

    /// Carries a tile home and fixes it there.
    pub(super) fn bring_home(&mut self, tile: usize, vertical_bias: i32) {
        while self.cell(tile) != tile && self.carry(tile, tile, vertical_bias) {}
        self.fixed[tile] = true;
    }

    /// Brings the last two tiles of a line home. `along` returns the line's cells within a margin.
    ///
    /// The first is parked on the other's cell, then the other is brought near; an exact search in a small
    /// room does the rest.
    pub(super) fn bring_pair_home(
        &mut self,
        first: usize,
        other: usize,
        inward: Direction,
        vertical_bias: i32,
        along: impl Fn(usize) -> Vec<usize>,
    ) {
        let room = |state: &BoardState, margin: usize| {
            let (mut layer, mut cells) = (along(margin), Vec::new());
            for _ in 0..margin + 2 {
                cells.extend(layer.iter().filter(|&&cell| !state.fixed[cell]));
                let next = |&cell: &usize| state.plan.neighbour(cell, inward);
                layer = layer.iter().filter_map(next).collect();
            }
            cells
        };
        let nearby = room(self, 1);
        let is_near = |state: &BoardState, tile| nearby.contains(&state.cell(tile));
        if !is_near(self, first) || !is_near(self, other) {
            while self.cell(first) != other && self.carry(first, other, vertical_bias) {}
            self.fixed[other] = true;
            let below = self.plan.neighbour(first, inward).expect("two lines or more are left");
            while !is_near(self, other) && self.carry(other, below, vertical_bias) {}
            self.fixed[other] = false;
        }
        if self.cell(first) != first || self.cell(other) != other {
            // One more cell on each side: the blank is behind the tile it has just carried.
            let room = room(self, 2);
            self.walk_into(&room, self.cell(first));
            self.exchange(&room, first, other);
        }
        self.fixed[first] = true;
        self.fixed[other] = true;
    }

    /// Carries a tile one step nearer to a cell. `vertical_bias` is added to the price of moving up
    /// or down. Returns false if the tile is blocked, which never happens.
    fn carry(&mut self, tile: usize, to: usize, vertical_bias: i32) -> bool {
        let cell = self.cell(tile);
        let ring = self.ring(cell);
        let span = self.survey(cell);
        let reach = ring.map(|place| {
            let cost = self.reach[span.index_of(self.plan.place(place?))?];
            Some(cost).filter(|&cost| cost < UNREACHABLE / 2)
        });
        let nearer = |next: &usize| self.steps(*next, to) < self.steps(cell, to);
        let mut best: Option<(i32, usize, usize, Direction, bool)> = None;
        for (side, direction) in SIDES {
            let Some(next) = ring[side].filter(nearer) else { continue };
            let (rows, cols) = self.apart(next, to);
            let vertical = matches!(direction, Direction::Up | Direction::Down);
            let (along, across) = if vertical { (rows, cols) } else { (cols, rows) };
            // The blank is then behind the tile, where turning is cheaper than going straight.
            let later = carrying(along, across) - if across > along { 2 } else { 0 };
            for (entry, clockwise) in (0..8).flat_map(|entry| [(entry, true), (entry, false)]) {
                let Some(reach) = reach[entry] else { continue };
                if let Some(around) = self.price_around(&ring, entry, side, clockwise) {
                    let cost = reach
                        + around
                        + later * MOVE as i32
                        + if vertical { vertical_bias } else { 0 };
                    if best.is_none_or(|(least, ..)| cost < least) {
                        best = Some((cost, entry, side, direction, clockwise));
                    }
                }
            }
        }
        let Some((_, mut at, side, direction, clockwise)) = best else { return false };
        let entry = ring[at].expect("the blank can reach it");
        let path = self.path_to(&span, entry);
        path.into_iter().for_each(|direction| self.step(direction));
        while at != side {
            let (next, direction) = turn(at, clockwise);
            self.step(direction);
            at = next;
        }
        self.step(direction.opposite());
        true
    }

    /// Returns the free cells around one.
    fn ring(&self, cell: usize) -> [Option<usize>; 8] {
        let (size, (row, col)) = (self.plan.size, self.plan.place(cell));
        AROUND.map(|(down, right)| {
            let row = row.checked_add_signed(down).filter(|&row| row < size.rows())?;
            let col = col.checked_add_signed(right).filter(|&col| col < size.cols())?;
            Some(row * size.cols() + col).filter(|&cell| !self.fixed[cell])
        })
    }

    /// Returns the cost of moving around a tile from one position to another, or `None` if that is blocked.
    fn price_around(
        &self,
        ring: &[Option<usize>; 8],
        from: usize,
        to: usize,
        clockwise: bool,
    ) -> Option<i32> {
        let (mut at, mut cost) = (from, 0);
        while at != to {
            let (next, direction) = turn(at, clockwise);
            cost += self.price(ring[next]?, direction);
            at = next;
        }
        Some(cost)
    }

    /// Finds the cheapest of the shortest paths from the blank to each cell on this side of a tile.
    fn survey(&mut self, tile_cell: usize) -> Span {
        let span = Span::new(self.plan.place(self.blank()), self.plan.place(tile_cell));
        let mut reach = std::mem::take(&mut self.reach);
        reach.clear();
        reach.resize(span.rows * span.cols, UNREACHABLE);
        reach[0] = 0;
        for i in 0..span.rows {
            for j in usize::from(i == 0)..span.cols {
                let cell = span.cell(i, j, self.plan.size);
                if !self.fixed[cell] && cell != tile_cell {
                    let (vertical, horizontal) = self.costs_to(&span, &reach, i, j);
                    reach[i * span.cols + j] = vertical.min(horizontal);
                }
            }
        }
        self.reach = reach;
        span
    }

    /// Returns the cost of reaching a cell of the span by a vertical and by a horizontal step.
    fn costs_to(&self, span: &Span, reach: &[i32], i: usize, j: usize) -> (i32, i32) {
        let (cell, index) = (span.cell(i, j, self.plan.size), i * span.cols + j);
        let vertical = if i == 0 { UNREACHABLE } else { reach[index - span.cols] };
        let horizontal = if j == 0 { UNREACHABLE } else { reach[index - 1] };
        let (by_row, by_col) = (span.vertical, span.horizontal);
        (vertical + self.price(cell, by_row), horizontal + self.price(cell, by_col))
    }

    /// Returns the cheapest path to a cell of the span just surveyed.
    fn path_to(&self, span: &Span, cell: usize) -> Vec<Direction> {
        let index = span.index_of(self.plan.place(cell)).expect("a cell of the span");
        let (mut i, mut j) = (index / span.cols, index % span.cols);
        let mut path = Vec::with_capacity(i + j);
        while i + j > 0 {
            let (vertical, horizontal) = self.costs_to(span, &self.reach, i, j);
            if j == 0 || i > 0 && vertical <= horizontal {
                path.push(span.vertical);
                i -= 1;
            } else {
                path.push(span.horizontal);
                j -= 1;
            }
        }
        path.reverse();
        path
    }

    /// Walks the blank towards a tile until it is in the room around it.
    fn walk_into(&mut self, room: &[usize], tile_cell: usize) {
        if room.contains(&self.blank()) {
            return;
        }
        let span = self.survey(tile_cell);
        let cost = |cell: &usize| span.index_of(self.plan.place(*cell)).map(|i| self.reach[i]);
        let entries = self.ring(tile_cell).into_iter().flatten();
        let entry = entries.filter(|cell| cost(cell).is_some()).min_by_key(cost);
        let entry = entry.expect("the way to a tile leads to a cell beside it");
        for direction in self.path_to(&span, entry) {
            if !room.contains(&self.blank()) {
                self.step(direction);
            }
        }
    }
}

/// Returns the number of moves to carry a tile this many rows and columns: 3 per step where it turns, 5 straight on.
fn carrying(rows: i32, cols: i32) -> i32 {
    6 * rows.min(cols) + 5 * (rows - cols).abs()
}

/// Returns the next position around a tile and the direction to it.
fn turn(at: usize, clockwise: bool) -> (usize, Direction) {
    let before = (at + 7) % 8;
    if clockwise { ((at + 1) % 8, CLOCKWISE[at]) } else { (before, CLOCKWISE[before].opposite()) }
}
