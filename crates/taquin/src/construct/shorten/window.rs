//! The search for a shorter path between two boards a few dozen moves apart: a beam search with the
//! Manhattan distance, on just the cells that the known path touches and those around them.

use super::playing::{Grid, Tiles, WALL, mark};
use crate::board::Direction;
use taquin_search::memory::{HUGE_PAGE, make_room};
use taquin_search::{Budget, Held, Stop};

/// More cells than this are a walk across a large board, and straight enough.
const MOST_CELLS: usize = 255;
/// No move came before.
const NONE: u8 = 9;

/// A window, with its memory to be used again.
pub(super) struct Window<'a> {
    pub(super) grid: &'a Grid,
    /// For each cell of the board its place in the window, or [`WALL`].
    place_of: Vec<u16>,
    /// For each place in the window its cell, row and column, and the places next to it.
    cells: Vec<usize>,
    rows: Vec<u8>,
    cols: Vec<u8>,
    next_to: Vec<[u16; 4]>,
    /// The boards of the level and of the next, one after another; tiles are called by the place
    /// they must come to.
    boards: Vec<u8>,
    next_boards: Vec<u8>,
    level: Vec<Node>,
    children: Vec<Node>,
    /// For each level and node where it came from, and by which move.
    trail: Vec<(u32, u8)>,
    levels: Vec<usize>,
    budget: &'a Budget,
    held: Held,
    /// The most bytes that its lists used at one time: their memory stays.
    used: usize,
}

/// A node has so many children at the most, as none goes back.
const BRANCHING: usize = 3;

/// How many bytes are there of a list that uses so many elements at the most: large lists may come in huge pages.
fn resident<T>(list: &Vec<T>, elements: usize) -> usize {
    let bytes = elements.min(list.capacity()) * size_of::<T>();
    match list.capacity() * size_of::<T>() < HUGE_PAGE {
        true => bytes,
        false => bytes.next_multiple_of(HUGE_PAGE),
    }
}

/// A board of the beam, or a child not yet written out.
#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    distance: u32,
    parent: u32,
    blank: u8,
    last: u8,
}

impl<'a> Window<'a> {
    pub(super) fn new(grid: &'a Grid, budget: &'a Budget) -> Window<'a> {
        Window {
            grid,
            place_of: vec![WALL; grid.size.cells()],
            cells: Vec::new(),
            rows: Vec::new(),
            cols: Vec::new(),
            next_to: Vec::new(),
            boards: Vec::new(),
            next_boards: Vec::new(),
            level: Vec::new(),
            children: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            budget,
            held: budget.hold_nothing(),
            used: 0,
        }
    }

    /// A shorter path than `moves` to the board they lead to, if the beam finds one.
    pub(super) fn search(
        &mut self,
        tiles: &Tiles,
        moves: &[Direction],
        width: usize,
    ) -> Result<Option<Vec<Direction>>, Stop> {
        self.budget.check()?;
        let start = self.set_up(tiles, moves);
        let found = match (start, moves.len().checked_sub(2)) {
            (Some(start), Some(limit)) => self.run(start, limit as u32, width),
            _ => Ok(None),
        };
        for &cell in &self.cells {
            self.place_of[cell] = WALL;
        }
        self.cells.clear();
        found
    }

    /// Lists the cells and calls the tiles by where they go; `None` if nothing can be gained.
    fn set_up(&mut self, tiles: &Tiles, moves: &[Direction]) -> Option<Node> {
        let mut cell = tiles.blank;
        self.add(cell);
        for &direction in moves {
            cell = self.grid.neighbour(cell, direction)?;
            self.add(cell);
        }
        // The tiles by where they are now, moved along to where they end.
        let touched = self.cells.len();
        let mut origin: Vec<u16> = (0..touched as u16).collect();
        let mut blank = 0;
        for &direction in moves {
            let to = self.grid.neighbour(self.cells[blank], direction)?;
            let to = usize::from(self.place_of[to]);
            origin.swap(blank, to);
            blank = to;
        }
        let size = self.grid.size;
        let away = |(end, &origin): (usize, &u16)| {
            if origin == 0 {
                0
            } else {
                size.steps_between(self.cells[end], self.cells[usize::from(origin)])
            }
        };
        let distance: usize = origin.iter().enumerate().map(away).sum();
        if distance + 2 > moves.len() {
            return None;
        }
        for index in 0..touched {
            self.add_around(self.cells[index]);
        }
        if self.cells.len() > MOST_CELLS {
            return None;
        }
        self.boards.clear();
        self.boards.extend(0..self.cells.len() as u8);
        for (end, &origin) in origin.iter().enumerate() {
            self.boards[usize::from(origin)] = end as u8;
        }
        self.rows.clear();
        self.cols.clear();
        self.next_to.clear();
        for &cell in &self.cells {
            self.rows.push(size.row(cell) as u8);
            self.cols.push(size.col(cell) as u8);
            let place = |to: u16| if to == WALL { WALL } else { self.place_of[usize::from(to)] };
            self.next_to.push(self.grid.next_to[cell].map(place));
        }
        Some(Node { hash: 0, distance: distance as u32, parent: 0, blank: 0, last: NONE })
    }

    fn add(&mut self, cell: usize) {
        if self.place_of[cell] == WALL {
            self.place_of[cell] = self.cells.len() as u16;
            self.cells.push(cell);
        }
    }

    /// Adds the eight cells around one.
    fn add_around(&mut self, cell: usize) {
        for direction in Direction::ALL {
            let Some(beside) = self.grid.neighbour(cell, direction) else { continue };
            self.add(beside);
            let across = match direction {
                Direction::Up | Direction::Down => [Direction::Left, Direction::Right],
                Direction::Left | Direction::Right => continue,
            };
            for corner in
                across.into_iter().filter_map(|direction| self.grid.neighbour(beside, direction))
            {
                self.add(corner);
            }
        }
    }

    /// The beam search: all boards of a level have made equally many moves.
    fn run(
        &mut self,
        start: Node,
        limit: u32,
        width: usize,
    ) -> Result<Option<Vec<Direction>>, Stop> {
        // Room for all there can be, so that no list is ever copied: what is not used is never there.
        let boards = width * self.cells.len();
        self.boards.reserve_exact(boards.saturating_sub(self.boards.len()));
        make_room(&mut self.next_boards, boards);
        make_room(&mut self.level, BRANCHING * width);
        make_room(&mut self.children, BRANCHING * width);
        make_room(&mut self.trail, width * limit as usize);
        self.level.push(start);
        self.levels.clear();
        if start.distance == 0 {
            return Ok(Some(Vec::new()));
        }
        for made in 1..=limit {
            self.budget.check()?;
            self.used = self.used.max(self.bytes());
            self.held.set(self.used as u64)?;
            if let Some(last) = self.expand(limit - made) {
                return Ok(Some(self.path(last)));
            }
            self.keep_best(width);
        }
        Ok(None)
    }

    /// The bytes that its lists use when the next level is made.
    fn bytes(&self) -> usize {
        let (nodes, count) = (self.level.len(), self.cells.len());
        let next = BRANCHING * nodes;
        resident(&self.boards, next * count)
            + resident(&self.next_boards, next * count)
            + resident(&self.level, next)
            + resident(&self.children, next)
            + resident(&self.trail, self.trail.len() + next)
            + self.place_of.len() * size_of::<u16>()
    }

    /// Fills the children, or returns the one that is the goal.
    fn expand(&mut self, moves_left: u32) -> Option<Node> {
        self.children.clear();
        let count = self.cells.len();
        for (index, node) in self.level.iter().enumerate() {
            let board = &self.boards[index * count..][..count];
            let blank = usize::from(node.blank);
            for (direction, &to) in self.next_to[blank].iter().enumerate() {
                if to == WALL || direction as u8 == node.last ^ 1 {
                    continue;
                }
                let to = usize::from(to);
                let tile = usize::from(board[to]);
                // The blank goes up and the tile comes down, and so on.
                let nearer = match direction {
                    0 => self.rows[tile] > self.rows[to],
                    1 => self.rows[tile] < self.rows[to],
                    2 => self.cols[tile] > self.cols[to],
                    _ => self.cols[tile] < self.cols[to],
                };
                let distance = if nearer { node.distance - 1 } else { node.distance + 1 };
                if distance <= moves_left {
                    let hash = node.hash ^ mark(tile, to) ^ mark(tile, blank);
                    let (parent, blank, last) = (index as u32, to as u8, direction as u8);
                    let child = Node { hash, distance, parent, blank, last };
                    if distance == 0 {
                        return Some(child);
                    }
                    self.children.push(child);
                }
            }
        }
        None
    }

    /// Makes the best of the children the next level, each board once.
    fn keep_best(&mut self, width: usize) {
        // Twice as many as are kept: some are the same.
        let enough = width * 2;
        let order = |node: &Node| (node.distance, node.hash);
        if self.children.len() > enough {
            self.children.select_nth_unstable_by_key(enough, order);
            self.children.truncate(enough);
        }
        self.children.sort_unstable_by_key(order);
        self.children.dedup_by_key(|node| node.hash);
        self.children.truncate(width);
        self.levels.push(self.trail.len());
        self.next_boards.clear();
        let count = self.cells.len();
        for child in &self.children {
            let parent = child.parent as usize;
            let at = self.next_boards.len();
            self.next_boards.extend_from_slice(&self.boards[parent * count..][..count]);
            let from = at + usize::from(self.level[parent].blank);
            self.next_boards.swap(from, at + usize::from(child.blank));
            self.trail.push((child.parent, child.last));
        }
        std::mem::swap(&mut self.boards, &mut self.next_boards);
        std::mem::swap(&mut self.level, &mut self.children);
    }

    /// The moves that lead to a child of the last level.
    fn path(&self, last: Node) -> Vec<Direction> {
        let mut path = vec![Direction::ALL[usize::from(last.last)]];
        let mut at = last.parent;
        for &begin in self.levels.iter().rev() {
            let (parent, direction) = self.trail[begin + at as usize];
            path.push(Direction::ALL[usize::from(direction)]);
            at = parent;
        }
        path.reverse();
        path
    }
}
