//! Brings all tiles nearer to their homes before any is laid: the blank roams the whole board, and every move shifts a
//! tile one step.
//!
//! On a large board nearly every step can be a good one if the path is chosen well: of the three tiles that the blank
//! could move, usually one needs to move in exactly that direction. The choice considers more than the immediate gain
//! of a step. The blank looks several steps ahead, over all paths. Steps of tiles far from home count more, because
//! near home they are soon undone. And the blank itself has a value by row and by column: as most tiles near the edge
//! need to move inwards, the blank would be driven to the edge and trapped there. So the difference between the values
//! of two adjacent rows is the average gain of a step from one to the other, minus that of a step back (a price, as in
//! the dual of a flow problem). Cells where the blank has just been are hot for a while, so that it does not go in
//! circles; if it does, they become hotter.
//!
//! From any board this reduces the sum of distances to a fifth, with three moves for every two steps gained, whereas
//! laying tile by tile takes five for two. It does not solve the board: the rest is laid as before.

use crate::board::{Direction, Size};
use crate::puzzle::Puzzle;
use taquin_search::{Budget, Stop};

/// The value of a step of a tile far from home.
const STEP: i32 = 256;
/// On boards much larger than this, a step is worth half of that at a distance from home equal to the side of the
/// board; on smaller ones at a shorter distance.
const LARGE_SIDE: usize = 10;
/// What a visit of the blank adds to a cell's heat at first, if it looks one step ahead (less if it looks further
/// ahead); the factor by which that grows when the blank goes in circles, as a fraction; and how long a cell takes to
/// cool, in moves per cell of the board.
const HEAT: i32 = STEP / 4;
const MORE_HEAT: (i32, i32) = (3, 2);
const COOLING: usize = 12;
/// How strongly the blank's values counteract its drift, in eighths.
const COUNTER: i32 = 8;
/// The values are recomputed this many times in as many moves as the board has cells.
const VALUE_UPDATES: usize = 2;
/// How many moves are made between two checks of the budget.
const POLL_INTERVAL: usize = 32;
/// The home of a cell in the wall around the board.
const WALL: Home = Home { row: u8::MAX, col: u8::MAX };

/// Where a tile belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Home {
    row: u8,
    col: u8,
}

/// The heat of a cell: its amount at some time, from which it decreases.
#[derive(Clone, Copy, Default)]
struct Heat {
    amount: i32,
    since: u32,
}

/// A cell with its row and column.
#[derive(Clone, Copy)]
struct Place {
    cell: usize,
    row: usize,
    col: usize,
}

/// A board on which the blank roams.
pub(super) struct Roamer {
    rows: usize,
    cols: usize,
    /// By cell, with a wall around the board.
    homes: Vec<Home>,
    heat: Vec<Heat>,
    /// The heat that a visit adds.
    added_heat: i32,
    look_ahead: usize,
    blank: Place,
    /// By distance: the cost of a tile that is this many rows or columns from home.
    costs: Vec<i32>,
    /// The blank's values, by row and by column; rows and columns count from 1 here.
    row_values: Vec<i32>,
    col_values: Vec<i32>,
    /// The binary logarithm of the number of moves that a cell takes to cool.
    cooling: u32,
    parent_move: Option<Direction>,
    /// The moves so far.
    pub(super) moves: Vec<Direction>,
    /// The sum of all distances from home.
    pub(super) distance: u64,
    /// The number of steps examined.
    pub(super) explored: u64,
}

impl Roamer {
    /// Returns a board on which the blank has not moved yet; it will look `look_ahead` steps ahead.
    pub(super) fn new(puzzle: &Puzzle, look_ahead: usize) -> Roamer {
        let size = puzzle.size();
        let (rows, cols) = (size.rows(), size.cols());
        let goal_cell = puzzle.goal().cell_of_each();
        let mut homes = vec![WALL; (rows + 2) * (cols + 2)];
        let place = |cell: usize| {
            let (row, col) = (size.row(cell) + 1, size.col(cell) + 1);
            Place { cell: row * (cols + 2) + col, row, col }
        };
        let mut distance = 0;
        for (cell, &tile) in puzzle.start().tiles().iter().enumerate() {
            let home = goal_cell[usize::from(tile)];
            let Place { row, col, .. } = place(home);
            homes[place(cell).cell] = Home { row: row as u8, col: col as u8 };
            if tile != 0 {
                distance += size.steps_between(cell, home) as u64;
            }
        }
        let side = (rows + cols) / 2;
        let half = (side * side / (side + LARGE_SIDE)).max(1) as i32;
        let mut costs = vec![0];
        for d in 1..=rows.max(cols) as i32 + 1 {
            costs.push(costs[d as usize - 1] + STEP * d / (d + half));
        }
        Roamer {
            rows,
            cols,
            heat: vec![Heat::default(); homes.len()],
            added_heat: HEAT / look_ahead as i32,
            look_ahead,
            homes,
            blank: place(puzzle.start().blank()),
            costs,
            row_values: vec![0; rows + 2],
            col_values: vec![0; cols + 2],
            cooling: (COOLING * size.cells()).next_power_of_two().ilog2(),
            parent_move: None,
            moves: Vec::new(),
            distance,
            explored: 0,
        }
    }

    /// Makes this many moves, each the first of the best path ahead. Stops before it examines more than `nodes` steps.
    pub(super) fn roam(
        &mut self,
        moves: usize,
        budget: &Budget,
        nodes: Option<u64>,
    ) -> Result<(), Stop> {
        // One move examines no more steps than this.
        let most = 2 * 3u64.pow(self.look_ahead as u32);
        let end = nodes.map(|nodes| self.explored + nodes);
        for number in 0..moves {
            if number % POLL_INTERVAL == 0 {
                budget.check()?;
            }
            if end.is_some_and(|end| self.explored + most > end) {
                return Err(Stop::Nodes);
            }
            if self.moves.len() % (self.rows * self.cols / VALUE_UPDATES) == 0 {
                self.update_values();
            }
            let best = self.best(self.blank, self.parent_move, self.look_ahead);
            let Some((direction, _)) = best else { break };
            self.step(direction);
        }
        Ok(())
    }

    /// Returns the memory in bytes that it uses before it has moved.
    pub(super) fn bytes_at_first(size: Size) -> u64 {
        let cells = (size.rows() + 2) * (size.cols() + 2);
        (cells * (size_of::<Home>() + size_of::<Heat>()) + size.cells() * size_of::<usize>()) as u64
    }

    /// Returns the memory it uses in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let cells = self.homes.len() * (size_of::<Home>() + size_of::<Heat>());
        (cells + 2 * self.moves.capacity()) as u64
    }

    /// Moves the blank, and updates everything.
    fn step(&mut self, direction: Direction) {
        let (from, to) = (self.blank, self.beside(self.blank, direction));
        let home = self.homes[to.cell];
        let away = |place: Place| {
            place.row.abs_diff(home.row.into()) + place.col.abs_diff(home.col.into())
        };
        self.distance = self.distance + away(from) as u64 - away(to) as u64;
        let (amount, since) = (self.warmth(from.cell) + self.added_heat, self.moves.len() as u32);
        self.heat[from.cell] = Heat { amount, since };
        self.homes.swap(from.cell, to.cell);
        self.blank = to;
        self.parent_move = Some(direction);
        self.moves.push(direction);
    }

    /// Undoes the last moves, which gained little, and increases the heat for the next ones.
    pub(super) fn retry(&mut self, moves: usize) {
        for _ in 0..moves {
            let Some(direction) = self.moves.pop() else { break };
            self.step(direction.opposite());
            self.moves.pop();
        }
        self.heat.fill(Heat::default());
        self.parent_move = self.moves.last().copied();
        self.added_heat = self.added_heat * MORE_HEAT.0 / MORE_HEAT.1;
    }

    /// Returns the first step of the best path of this many steps, and the gain of the path.
    fn best(
        &mut self,
        from: Place,
        parent_move: Option<Direction>,
        steps: usize,
    ) -> Option<(Direction, i32)> {
        let mut best: Option<(Direction, i32)> = None;
        for direction in Direction::ALL {
            let to = self.beside(from, direction);
            let home = self.homes[to.cell];
            if home == WALL || parent_move == Some(direction.opposite()) {
                continue;
            }
            self.explored += 1;
            let mut gain = self.gain(from, to, home, direction) - self.warmth(to.cell);
            if steps > 1 {
                self.homes.swap(from.cell, to.cell);
                gain += self.best(to, Some(direction), steps - 1).map_or(0, |(_, gain)| gain);
                self.homes.swap(from.cell, to.cell);
            }
            if best.is_none_or(|(_, most)| gain > most) {
                best = Some((direction, gain));
            }
        }
        best
    }

    #[inline(always)]
    fn beside(&self, Place { cell, row, col }: Place, direction: Direction) -> Place {
        let width = self.cols + 2;
        match direction {
            Direction::Up => Place { cell: cell - width, row: row - 1, col },
            Direction::Down => Place { cell: cell + width, row: row + 1, col },
            Direction::Left => Place { cell: cell - 1, row, col: col - 1 },
            Direction::Right => Place { cell: cell + 1, row, col: col + 1 },
        }
    }

    /// Returns the gain when the blank moves from one cell to the next, and the tile there in the other direction.
    #[inline(always)]
    fn gain(&self, from: Place, to: Place, home: Home, direction: Direction) -> i32 {
        match direction {
            Direction::Up | Direction::Down => {
                let home = usize::from(home.row);
                self.costs[to.row.abs_diff(home)] - self.costs[from.row.abs_diff(home)]
                    + self.row_values[to.row]
                    - self.row_values[from.row]
            }
            Direction::Left | Direction::Right => {
                let home = usize::from(home.col);
                self.costs[to.col.abs_diff(home)] - self.costs[from.col.abs_diff(home)]
                    + self.col_values[to.col]
                    - self.col_values[from.col]
            }
        }
    }

    #[inline(always)]
    fn warmth(&self, cell: usize) -> i32 {
        let Heat { amount, since } = self.heat[cell];
        let left = (1i64 << self.cooling) - (self.moves.len() as i64 - i64::from(since));
        if left <= 0 { 0 } else { ((i64::from(amount) * left) >> self.cooling) as i32 }
    }

    /// Recomputes the blank's values by row and by column from the average gains of steps in both directions.
    fn update_values(&mut self) {
        // By row: the sum of its tiles' gains by a step up and by a step down; by column, left and right.
        let mut rows = vec![[0i32; 2]; self.rows + 2];
        let mut cols = vec![[0i32; 2]; self.cols + 2];
        for row in 1..=self.rows {
            for col in 1..=self.cols {
                let cell = row * (self.cols + 2) + col;
                if cell == self.blank.cell {
                    continue;
                }
                let home = self.homes[cell];
                let gains = |at: usize, home: u8| {
                    let cost = |at: usize| self.costs[at.abs_diff(home.into())];
                    [cost(at) - cost(at - 1), cost(at) - cost(at + 1)]
                };
                for (lines, line, gains) in
                    [(&mut rows, row, gains(row, home.row)), (&mut cols, col, gains(col, home.col))]
                {
                    lines[line][0] += gains[0];
                    lines[line][1] += gains[1];
                }
            }
        }
        let value = |values: &mut [i32], lines: &[[i32; 2]], length: usize| {
            for line in 1..lines.len() - 2 {
                let drift = (lines[line + 1][0] - lines[line][1]) / length as i32;
                values[line + 1] = values[line] - drift * COUNTER / 8;
            }
        };
        value(&mut self.row_values, &rows, self.cols);
        value(&mut self.col_values, &cols, self.rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::puzzle::Goal;
    use crate::random::{Random, uniform};
    use taquin_search::{Cancel, Limits};

    fn puzzle(size: &str, seed: u64) -> Puzzle {
        let goal = Board::snail(size.parse().expect("a size"));
        let start = uniform(&goal, &mut Random::new(seed));
        Puzzle::new(start, &Goal::Board(goal)).expect("solvable")
    }

    /// Returns the sum of the distances of all tiles after some moves, computed from scratch.
    fn distance_after(puzzle: &Puzzle, moves: &[Direction]) -> u64 {
        let mut board = puzzle.start().clone();
        moves.iter().for_each(|&direction| assert!(board.apply(direction).is_some()));
        let goal = puzzle.goal().cell_of_each();
        let cells = board.cell_of_each();
        let away = |tile: usize| board.size().steps_between(cells[tile], goal[tile]) as u64;
        (1..cells.len()).map(away).sum()
    }

    #[test]
    fn tiles_come_nearer_to_their_homes() {
        for (size, seed) in [("10x10", 1), ("30x30", 2), ("9x25", 3), ("2x40", 4)] {
            let puzzle = puzzle(size, seed);
            let mut roamer = Roamer::new(&puzzle, 4);
            let before = roamer.distance;
            assert_eq!(before, distance_after(&puzzle, &[]));
            roamer.roam(before as usize, &Budget::unlimited(), None).expect("no limit");
            assert_eq!(roamer.distance, distance_after(&puzzle, &roamer.moves), "{size}");
            assert!(roamer.distance * 3 < before * 2, "{size}: {before}, {}", roamer.distance);
            // Undoing moves restores the board.
            let (moves, distance) = (roamer.moves.clone(), roamer.distance);
            roamer.roam(500, &Budget::unlimited(), None).expect("no limit");
            roamer.retry(500);
            assert_eq!((&roamer.moves, roamer.distance), (&moves, distance));
            roamer.roam(100, &Budget::unlimited(), None).expect("no limit");
            assert_eq!(roamer.distance, distance_after(&puzzle, &roamer.moves));
        }
    }

    #[test]
    fn limits_and_cancelling_stop_it() {
        let puzzle = puzzle("12x12", 5);
        let mut roamer = Roamer::new(&puzzle, 5);
        assert_eq!(roamer.roam(10_000, &Budget::unlimited(), Some(50_000)), Err(Stop::Nodes));
        assert!(roamer.explored <= 50_000 && roamer.explored > 40_000, "{}", roamer.explored);
        let cancelled = Budget::new(Limits::default(), Cancel::after_checks(3));
        assert_eq!(roamer.roam(10_000, &cancelled, None), Err(Stop::Cancelled));
    }
}
