//! Which moves lead nowhere new: an automaton that reads the blank's moves and knows every short detour.
//!
//! Two sequences of moves that do the same to every board are one too many. Of all that do the same, the
//! shortest is kept, and of equally short ones the first by the letters; every other is forbidden wherever it
//! occurs in a way, if the kept one needs no more room on the board. No shortest solution is lost: replacing
//! a forbidden piece gives a way that is shorter or comes earlier by the letters, so the first of all
//! shortest ways has none.
//!
//! The forbidden sequences without forbidden ones inside are found level by level on a board without walls,
//! and read side by side as Aho and Corasick taught. Taylor and Korf had the idea.

use super::super::run::Stop;
use crate::board::{Direction, Size};
use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

/// Where the automaton stands. 0 is the beginning.
pub(crate) type State = u16;

/// After so many sequences somebody is asked whether to go on.
const ASKED_EVERY: usize = 1024;
/// Where a forbidden move leads.
const NOWHERE: u32 = u32::MAX;

/// For every state, which of the four moves are allowed, a bit each, and where they lead.
#[derive(Debug)]
pub(crate) struct Automaton {
    states: Vec<Moves>,
}

#[derive(Clone, Copy, Debug)]
struct Moves {
    allowed: u8,
    next: [State; 4],
}

/// A sequence of moves: two bits each, the first the highest, behind a one.
type Sequence = u64;

/// Nothing was moved yet.
const NO_MOVES: Sequence = 1;

fn then(moves: Sequence, way: usize) -> Sequence {
    moves << 2 | way as Sequence
}

/// All but the first move.
fn tail(moves: Sequence) -> Sequence {
    let below_first = moves.ilog2() - 2;
    moves & ((1 << below_first) - 1) | 1 << below_first
}

/// The moves from the first.
fn ways(moves: Sequence) -> impl Iterator<Item = usize> {
    let count = moves.ilog2() / 2;
    (0..count).rev().map(move |nth| (moves >> (2 * nth)) as usize % 4)
}

/// A cell of a board without walls.
type Cell = u16;

/// No sequence is longer.
const LONGEST: usize = 16;

/// The board without walls has so many columns, and as many rows: more than the longest sequences need.
const COLS: usize = 64;
/// The blank begins in the middle.
const START: Cell = (COLS * COLS / 2 + COLS / 2) as Cell;

fn neighbour(cell: Cell, way: usize) -> Cell {
    match Direction::ALL[way] {
        Direction::Up => cell - COLS as Cell,
        Direction::Down => cell + COLS as Cell,
        Direction::Left => cell - 1,
        Direction::Right => cell + 1,
    }
}

/// The least rectangle around some cells.
#[derive(Clone, Copy)]
struct Room {
    rows: (Cell, Cell),
    cols: (Cell, Cell),
}

impl Room {
    fn start() -> Room {
        let (row, col) = (START / COLS as Cell, START % COLS as Cell);
        Room { rows: (row, row), cols: (col, col) }
    }

    fn with(self, cell: Cell) -> Room {
        let (row, col) = (cell / COLS as Cell, cell % COLS as Cell);
        Room {
            rows: (self.rows.0.min(row), self.rows.1.max(row)),
            cols: (self.cols.0.min(col), self.cols.1.max(col)),
        }
    }

    fn fits(self, size: Size) -> bool {
        usize::from(self.rows.1 - self.rows.0) < size.rows()
            && usize::from(self.cols.1 - self.cols.0) < size.cols()
    }

    fn within(self, other: Room) -> bool {
        self.rows.0 >= other.rows.0
            && self.cols.0 >= other.cols.0
            && self.rows.1 <= other.rows.1
            && self.cols.1 <= other.cols.1
    }
}

/// What a sequence does on a board without walls.
#[derive(Clone, Copy)]
struct Walk {
    blank: Cell,
    room: Room,
    /// So many cells hold another cell's tile: these, each with that other cell.
    count: usize,
    moved: [(Cell, Cell); LONGEST],
}

impl Walk {
    fn start() -> Walk {
        Walk { blank: START, room: Room::start(), count: 0, moved: [(0, 0); LONGEST] }
    }

    fn new(moves: Sequence) -> Walk {
        ways(moves).fold(Walk::start(), Walk::then)
    }

    fn then(mut self, way: usize) -> Walk {
        let from = neighbour(self.blank, way);
        // The tile on `from` goes to where the blank was.
        let tile = match self.moved().iter().position(|&(cell, _)| cell == from) {
            Some(place) => {
                self.count -= 1;
                let (_, tile) = self.moved[place];
                self.moved[place] = self.moved[self.count];
                tile
            }
            None => from,
        };
        if tile != self.blank {
            self.moved[self.count] = (self.blank, tile);
            self.count += 1;
        }
        self.blank = from;
        self.room = self.room.with(from);
        self
    }

    fn moved(&self) -> &[(Cell, Cell)] {
        &self.moved[..self.count]
    }

    /// A number that is the same for walks that do the same, and hardly ever for others.
    fn print(&self) -> u64 {
        let scatter = |(cell, tile): (Cell, Cell)| {
            let both = u64::from(cell) << 16 | u64::from(tile);
            let product = (both + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (product ^ product >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
        };
        let blank = scatter((self.blank, 0));
        self.moved().iter().fold(blank, |sum, &moved| sum.wrapping_add(scatter(moved)))
    }

    fn does_the_same_as(&self, other: &Walk) -> bool {
        self.blank == other.blank
            && self.count == other.count
            && self.moved().iter().all(|moved| other.moved().contains(moved))
    }
}

/// A tree of sequences.
#[derive(Default)]
struct Trie {
    children: Vec<[Option<u32>; 4]>,
    forbidden: Vec<bool>,
}

impl Trie {
    fn insert(&mut self, moves: Sequence) {
        if self.children.is_empty() {
            self.add();
        }
        let mut node = 0;
        for way in ways(moves) {
            node = match self.children[node][way] {
                Some(child) => child as usize,
                None => {
                    let child = self.add();
                    self.children[node][way] = Some(child as u32);
                    child
                }
            };
        }
        self.forbidden[node] = true;
    }

    fn add(&mut self) -> usize {
        self.children.push([None; 4]);
        self.forbidden.push(false);
        self.forbidden.len() - 1
    }
}

impl Automaton {
    /// The automaton of all forbidden sequences up to a length that fit on the board, unless `go_on`, which is
    /// asked often, stops it.
    pub(crate) fn new(
        size: Size,
        length: usize,
        go_on: &dyn Fn() -> Result<(), Stop>,
    ) -> Result<Automaton, Stop> {
        let mut trie = Trie::default();
        // The kept sequences, by the prints of what they do or, where several do the same, the numbers behind.
        let mut kept: HashMap<u64, Sequence, FxBuildHasher> = HashMap::default();
        kept.insert(Walk::start().print(), NO_MOVES);
        let mut level = vec![NO_MOVES];
        for nth in 1..=length {
            let in_level: HashSet<Sequence, FxBuildHasher> = level.iter().copied().collect();
            let mut next = Vec::with_capacity(3 * level.len());
            for (number, moves) in level.into_iter().enumerate() {
                if number.is_multiple_of(ASKED_EVERY) {
                    go_on()?;
                }
                let walk = Walk::new(moves);
                for way in 0..4 {
                    let longer = then(moves, way);
                    // Without its last move it is kept; so it must be without its first.
                    if nth > 1 && !in_level.contains(&tail(longer)) {
                        continue;
                    }
                    let walk = walk.then(way);
                    if !walk.room.fits(size) {
                        continue;
                    }
                    if keep(&mut kept, longer, &walk) {
                        next.push(longer);
                    } else {
                        trie.insert(longer);
                    }
                }
            }
            level = next;
        }
        Ok(Automaton::reading(&trie))
    }

    fn reading(trie: &Trie) -> Automaton {
        // Breadth first, so that the state of every shorter ending is known.
        let nodes = trie.children.len().max(1);
        let mut fall_back = vec![0usize; nodes];
        let mut next = vec![[0u32; 4]; nodes];
        let mut queue = std::collections::VecDeque::from([0usize]);
        let mut order = Vec::new();
        while let Some(node) = queue.pop_front() {
            order.push(node);
            for way in 0..4 {
                let fallen = if node == 0 { 0 } else { next[fall_back[node]][way] };
                match trie.children.get(node).and_then(|children| children[way]) {
                    Some(child) if trie.forbidden[child as usize] => next[node][way] = NOWHERE,
                    Some(child) => {
                        fall_back[child as usize] = fallen as usize;
                        next[node][way] = child;
                        queue.push_back(child as usize);
                    }
                    None => next[node][way] = fallen,
                }
            }
        }
        minimal(&order, &next)
    }

    /// The moves that may follow, a bit each in the order of [`Direction::ALL`].
    #[inline(always)]
    pub(crate) fn allowed(&self, state: State) -> u8 {
        self.states[usize::from(state)].allowed
    }

    /// Where an allowed move leads.
    #[inline(always)]
    pub(crate) fn after(&self, state: State, way: usize) -> State {
        self.states[usize::from(state)].next[way]
    }
}

/// Keeps a sequence unless a kept one does the same in no more room.
fn keep(kept: &mut HashMap<u64, Sequence, FxBuildHasher>, moves: Sequence, walk: &Walk) -> bool {
    let mut print = walk.print();
    loop {
        match kept.entry(print) {
            Entry::Vacant(place) => {
                place.insert(moves);
                return true;
            }
            Entry::Occupied(other) => {
                let other = Walk::new(*other.get());
                if other.does_the_same_as(walk) && other.room.within(walk.room) {
                    return false;
                }
                print = print.wrapping_add(1);
            }
        }
    }
}

/// Puts states that allow the same together (Moore's way), the beginning first.
fn minimal(order: &[usize], next: &[[u32; 4]]) -> Automaton {
    let mut group = vec![0u32; next.len()];
    let mut groups = 1;
    loop {
        let mut numbers: HashMap<(u32, [u32; 4]), u32, FxBuildHasher> = HashMap::default();
        let mut refined = vec![0u32; next.len()];
        for &node in order {
            let seen =
                next[node].map(|to| if to == NOWHERE { NOWHERE } else { group[to as usize] });
            let number = numbers.len() as u32;
            refined[node] = *numbers.entry((group[node], seen)).or_insert(number);
        }
        let count = numbers.len();
        group = refined;
        if count == groups {
            break;
        }
        groups = count;
    }
    let mut states = vec![Moves { allowed: 0, next: [0; 4] }; groups];
    for &node in order {
        let moves = &mut states[group[node] as usize];
        for (way, &to) in next[node].iter().enumerate().filter(|&(_, &to)| to != NOWHERE) {
            moves.allowed |= 1 << way;
            moves.next[way] = group[to as usize] as State;
        }
    }
    Automaton { states }
}
