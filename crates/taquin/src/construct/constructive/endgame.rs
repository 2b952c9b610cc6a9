//! The two exact searches of the [`BoardState`]: for the last two tiles of a line, and for the last 3x3.

use super::state::BoardState;
use crate::board::Direction;

impl BoardState<'_> {
    /// Brings two tiles home in the fewest moves, within a room that contains them and the blank:
    /// breadth-first search over the positions of these three.
    pub(super) fn exchange(&mut self, room: &[usize], a: usize, b: usize) {
        /// Rooms have at most 24 cells; with a power of two, dividing is a shift.
        const ROOM: usize = 32;
        let index = |cell: usize| room.iter().position(|&other| other == cell);
        let next_to = |&cell: &usize| {
            Direction::ALL.map(|direction| index(self.plan.neighbour(cell, direction)?))
        };
        let doors: Vec<[Option<usize>; 4]> = room.iter().map(next_to).collect();
        let place = |cell| index(cell).expect("a cell of the room");
        let code = |a: usize, b: usize, blank: usize| (a * ROOM + b) * ROOM + blank;
        let start = code(place(self.cell(a)), place(self.cell(b)), place(self.blank()));
        let home = code(place(a), place(b), 0) / ROOM;
        let mut came_from = vec![u16::MAX; code(room.len(), 0, 0)];
        came_from[start] = start as u16;
        let mut queue = vec![start];
        let mut next_in_queue = 0;
        while let Some(&state) = queue.get(next_in_queue).filter(|&&state| state / ROOM != home) {
            next_in_queue += 1;
            let (at_a, at_b, blank) = (state / ROOM / ROOM, state / ROOM % ROOM, state % ROOM);
            for to in doors[blank].into_iter().flatten() {
                let follow = |tile| if tile == to { blank } else { tile };
                let next = code(follow(at_a), follow(at_b), to);
                if came_from[next] == u16::MAX {
                    came_from[next] = state as u16;
                    queue.push(next);
                }
            }
        }
        let mut state = queue[next_in_queue];
        let mut path = Vec::new();
        while state != start {
            let before = usize::from(came_from[state]);
            let leads_here = |door: &usize| doors[before % ROOM][*door] == Some(state % ROOM);
            let door = (0..4).find(leads_here).expect("the state before leads here");
            path.push(Direction::ALL[door]);
            state = before;
        }
        path.into_iter().rev().for_each(|direction| self.step(direction));
    }

    /// Solves what is left, at most 3x3, in the fewest moves: IDA* with the Manhattan distance.
    /// If that takes more moves than the limit, returns false and does nothing.
    pub(super) fn finish(&mut self, limit: usize) -> bool {
        let cells: Vec<usize> = (0..self.fixed.len()).filter(|&cell| !self.fixed[cell]).collect();
        if cells.len() > LARGEST_BLOCK {
            return false;
        }
        let mut block = EndgameBlock::default();
        let index = |cell: usize| cells.iter().position(|&other| other == cell);
        let place_of = |cell| index(cell).expect("what is left holds its own tiles and the blank");
        for (place, &cell) in cells.iter().enumerate() {
            block.tile_at[place] = place_of(usize::from(self.tile_at[cell]));
            let beside = |direction| index(self.plan.neighbour(cell, direction)?);
            block.next_to[place] = Direction::ALL.map(beside);
            for (other_place, &other) in cells.iter().enumerate() {
                block.steps[place][other_place] = self.steps(cell, other);
            }
        }
        let blank = place_of(self.blank());
        let tiles = (0..cells.len()).filter(|&place| place != blank);
        let distance: usize = tiles.map(|place| block.steps[block.tile_at[place]][place]).sum();
        let mut bounds = (distance..=limit).step_by(2);
        let done = bounds.any(|bound| block.solve(blank, bound, distance, None));
        block.moves.into_iter().rev().for_each(|direction| self.step(direction));
        done
    }
}

/// The number of cells of the largest last block.
const LARGEST_BLOCK: usize = 9;

/// What is left, in small arrays: IDA* expands thousands of nodes.
#[derive(Default)]
struct EndgameBlock {
    /// The tile at each index, named by the index where it belongs.
    tile_at: [usize; LARGEST_BLOCK],
    next_to: [[Option<usize>; 4]; LARGEST_BLOCK],
    steps: [[usize; LARGEST_BLOCK]; LARGEST_BLOCK],
    /// The solution, last move first.
    moves: Vec<Direction>,
}

impl EndgameBlock {
    /// Returns whether `bound` moves are enough. The recursion is as deep as the solution is long: at most 31.
    fn solve(
        &mut self,
        blank: usize,
        bound: usize,
        distance: usize,
        parent_move: Option<Direction>,
    ) -> bool {
        if distance == 0 {
            return true;
        }
        for direction in Direction::ALL {
            let Some(to) = self.next_to[blank][direction as usize] else { continue };
            let tile = self.tile_at[to];
            let after = distance + self.steps[tile][blank] - self.steps[tile][to];
            if after < bound && parent_move != Some(direction.opposite()) {
                self.tile_at.swap(blank, to);
                if self.solve(to, bound - 1, after, Some(direction)) {
                    self.moves.push(direction);
                    return true;
                }
                self.tile_at.swap(blank, to);
            }
        }
        false
    }
}
