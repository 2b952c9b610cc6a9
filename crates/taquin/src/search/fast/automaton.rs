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

use crate::board::{Direction, Size};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// Where the automaton stands. 0 is the beginning.
pub(crate) type State = u16;

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

/// A cell, by row and column from where the blank began.
type Cell = (i8, i8);

/// A sequence of moves and what it does, on a board without walls.
#[derive(Clone)]
struct Walk {
    moves: Vec<u8>,
    /// The cells that hold another cell's tile, sorted, each with that other cell; and the blank's.
    moved: Vec<(Cell, Cell)>,
    blank: Cell,
    low: Cell,
    high: Cell,
}

fn offset(way: usize) -> Cell {
    match Direction::ALL[way] {
        Direction::Up => (-1, 0),
        Direction::Down => (1, 0),
        Direction::Left => (0, -1),
        Direction::Right => (0, 1),
    }
}

impl Walk {
    fn start() -> Walk {
        let here = (0, 0);
        Walk { moves: Vec::new(), moved: Vec::new(), blank: here, low: here, high: here }
    }

    fn then(&self, way: usize) -> Walk {
        let mut walk = self.clone();
        walk.moves.push(way as u8);
        let (row, col) = offset(way);
        let from = (self.blank.0 + row, self.blank.1 + col);
        // The tile on `from` goes to where the blank was.
        let find = |moved: &[(Cell, Cell)], cell| moved.binary_search_by_key(&cell, |&(at, _)| at);
        let tile = match find(&walk.moved, from) {
            Ok(index) => walk.moved.remove(index).1,
            Err(_) => from,
        };
        if tile != self.blank
            && let Err(index) = find(&walk.moved, self.blank)
        {
            walk.moved.insert(index, (self.blank, tile));
        }
        walk.blank = from;
        walk.low = (walk.low.0.min(from.0), walk.low.1.min(from.1));
        walk.high = (walk.high.0.max(from.0), walk.high.1.max(from.1));
        walk
    }

    fn fits(&self, size: Size) -> bool {
        usize::from((self.high.0 - self.low.0) as u8) < size.rows()
            && usize::from((self.high.1 - self.low.1) as u8) < size.cols()
    }

    fn within(&self, other: &Walk) -> bool {
        self.low.0 >= other.low.0
            && self.low.1 >= other.low.1
            && self.high.0 <= other.high.0
            && self.high.1 <= other.high.1
    }
}

/// A tree of sequences.
#[derive(Default)]
struct Trie {
    children: Vec<[Option<u32>; 4]>,
    forbidden: Vec<bool>,
}

impl Trie {
    fn insert(&mut self, moves: &[u8]) {
        if self.children.is_empty() {
            self.add();
        }
        let mut node = 0;
        for &way in moves {
            node = match self.children[node][usize::from(way)] {
                Some(child) => child as usize,
                None => {
                    let child = self.add();
                    self.children[node][usize::from(way)] = Some(child as u32);
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
    /// The automaton of all forbidden sequences up to a length that fit on the board.
    pub(crate) fn new(size: Size, length: usize) -> Automaton {
        let mut trie = Trie::default();
        let mut kept: HashMap<_, Vec<Walk>, FxBuildHasher> = HashMap::default();
        let mut level = vec![Walk::start()];
        for _ in 0..length {
            let mut next = Vec::new();
            for walk in &level {
                for way in 0..4 {
                    let longer = walk.then(way);
                    if !longer.fits(size) || trie.ends(&longer.moves) {
                        continue;
                    }
                    let same = kept.entry((longer.moved.clone(), longer.blank)).or_default();
                    if same.iter().any(|other| other.within(&longer)) || longer.is_nothing() {
                        trie.insert(&longer.moves);
                    } else {
                        same.push(longer.clone());
                        next.push(longer);
                    }
                }
            }
            level = next;
        }
        Automaton::reading(&trie)
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

impl Trie {
    /// Whether a forbidden sequence ends here.
    fn ends(&self, moves: &[u8]) -> bool {
        (0..moves.len()).any(|first| {
            let mut node = 0;
            for &way in &moves[first..] {
                match self.children.get(node).and_then(|children| children[usize::from(way)]) {
                    Some(child) => node = child as usize,
                    None => return false,
                }
                if self.forbidden[node] {
                    return true;
                }
            }
            false
        })
    }
}

impl Walk {
    fn is_nothing(&self) -> bool {
        self.moved.is_empty() && self.blank == (0, 0)
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
