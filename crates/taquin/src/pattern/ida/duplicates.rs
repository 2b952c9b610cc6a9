//! Finds the duplicate operator sequences of the blank's moves, and writes the automaton that rejects them as
//! `automaton.bin`, the table of `automaton.rs`. It does not depend on the size of a puzzle, and computing it takes
//! longer than solving most puzzles. So it is stored, and the test below computes it again and compares it byte for
//! byte. To write it again:
//!
//! ```text
//! TAQUIN_WRITE_AUTOMATON=1 cargo test -p taquin --lib duplicates
//! ```
//!
//! Two sequences of moves that have the same effect on every board are redundant. Of all sequences with the same
//! effect, the shortest is kept, and among equally short ones the first in the order of moves. Every other is
//! forbidden wherever it occurs in a path, if the kept one stays within the same rectangle. At least one shortest
//! solution is kept: replacing a forbidden sequence gives a path that is shorter or comes earlier in the order, so
//! the first of all shortest paths contains none.
//!
//! The minimal forbidden sequences, which contain no other, are found length by length on an unbounded board, and
//! matched by an Aho-Corasick automaton. The idea is due to Taylor and Korf (1993).

use super::automaton::{FORBIDDEN, TABLE};
use std::collections::{HashMap, VecDeque};

/// The maximum length of a forbidden sequence: a cycle of up to twice as many moves.
const MAX_LENGTH: usize = 12;
/// The maximum number of rows and columns a sequence may cover: a larger area gives no others.
const MAX_SIDE: usize = 5;
/// The target of a forbidden move.
const NOWHERE: usize = usize::MAX;

#[test]
fn the_stored_table_is_the_one_that_is_found() {
    let found = bytes(&minimize(&build_automaton(&forbidden_sequences())));
    if std::env::var_os("TAQUIN_WRITE_AUTOMATON").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pattern/ida/automaton.bin");
        return std::fs::write(path, found).expect("the table can be written");
    }
    // Not `assert_eq`, which would print both.
    assert!(found == TABLE, "automaton.bin is not what duplicates.rs finds");
}

/// Returns the table in the format that `automaton.rs` describes.
fn bytes(next: &[[u16; 4]]) -> Vec<u8> {
    next.iter().flatten().flat_map(|to| to.to_le_bytes()).collect()
}

/// A cell of an unbounded board: one with enough rows and columns, [`COLS`] each, that no sequence reaches its edge.
type Cell = usize;
const COLS: usize = 32;
/// The blank starts in the middle.
const START: Cell = COLS * COLS / 2 + COLS / 2;

/// Returns where a move takes the blank, with moves in the order of `Direction::ALL`: up, down, left and right.
fn neighbour(cell: Cell, action: usize) -> Cell {
    [cell - COLS, cell + COLS, cell - 1, cell + 1][action]
}

/// Returns the inverse move.
fn inverse(action: usize) -> usize {
    action ^ 1
}

/// An unbounded board.
#[derive(PartialEq)]
struct UnboundedBoard {
    /// By cell, the initial cell of what is there now. The blank was at [`START`].
    from: Vec<Cell>,
    blank: Cell,
    /// A hash: equal for equal boards, and hardly ever for others.
    hash: u64,
}

impl UnboundedBoard {
    fn new() -> UnboundedBoard {
        UnboundedBoard { from: (0..COLS * COLS).collect(), blank: START, hash: 0 }
    }

    fn step(&mut self, action: usize) {
        let (old, new) = (self.blank, neighbour(self.blank, action));
        self.hash = self.hash.wrapping_sub(self.mark(old)).wrapping_sub(self.mark(new));
        self.from.swap(old, new);
        self.blank = new;
        self.hash = self.hash.wrapping_add(self.mark(old)).wrapping_add(self.mark(new));
    }

    /// Returns what a cell contributes to the hash: nothing while it has its initial contents.
    fn mark(&self, cell: Cell) -> u64 {
        if self.from[cell] == cell {
            return 0;
        }
        let both = (cell * COLS * COLS + self.from[cell]) as u64;
        let product = both.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (product ^ product >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }
}

/// The smallest rectangle around some cells.
#[derive(Clone, Copy)]
struct Bounds {
    rows: (usize, usize),
    cols: (usize, usize),
}

impl Bounds {
    fn start() -> Bounds {
        Bounds { rows: (START / COLS, START / COLS), cols: (START % COLS, START % COLS) }
    }

    fn with(self, cell: Cell) -> Bounds {
        let wider =
            |(first, last): (usize, usize), place: usize| (first.min(place), last.max(place));
        Bounds { rows: wider(self.rows, cell / COLS), cols: wider(self.cols, cell % COLS) }
    }

    fn fits(self) -> bool {
        self.rows.1 - self.rows.0 < MAX_SIDE && self.cols.1 - self.cols.0 < MAX_SIDE
    }

    fn within(self, other: Bounds) -> bool {
        let inside = |(a, b): (usize, usize), (first, last)| a >= first && b <= last;
        inside(self.rows, other.rows) && inside(self.cols, other.cols)
    }
}

/// The canonical sequences, which are kept; each comes after its prefixes. The first is empty.
struct CanonicalSequences {
    nodes: Vec<SequenceNode>,
    /// By the hash of the board they lead to, or the next free number after it if the hash is taken.
    by_hash: HashMap<u64, usize>,
    forbidden: Vec<Vec<usize>>,
}

struct SequenceNode {
    /// The sequence without its last move, and that move.
    before: usize,
    action: usize,
    /// The sequence without its first move.
    tail: usize,
    /// By move, the kept sequence with this move appended.
    longer: [Option<usize>; 4],
}

fn forbidden_sequences() -> Vec<Vec<usize>> {
    let empty = SequenceNode { before: 0, action: 0, tail: 0, longer: [None; 4] };
    let mut kept = CanonicalSequences {
        nodes: vec![empty],
        by_hash: HashMap::from([(0, 0)]),
        forbidden: Vec::new(),
    };
    for length in 1..=MAX_LENGTH {
        kept.lengthen(0, length, &mut UnboundedBoard::new(), Bounds::start());
    }
    kept.forbidden
}

impl CanonicalSequences {
    /// Visits all sequences that extend a kept one by `more` moves, in order; all shorter sequences are known.
    fn lengthen(&mut self, node: usize, more: usize, board: &mut UnboundedBoard, bounds: Bounds) {
        for action in 0..4 {
            let known = self.nodes[node].longer[action];
            // The last move is tried only if the sequence without its first move is kept.
            let tail = match node {
                0 => Some(0),
                _ => self.nodes[self.nodes[node].tail].longer[action],
            };
            board.step(action);
            let bounds = bounds.with(board.blank);
            match (known, tail) {
                (Some(longer), _) if more > 1 => self.lengthen(longer, more - 1, board, bounds),
                (_, Some(tail)) if more == 1 && bounds.fits() => {
                    self.classify(
                        SequenceNode { before: node, action, tail, longer: [None; 4] },
                        board,
                        bounds,
                    );
                }
                _ => {}
            }
            board.step(inverse(action));
        }
    }

    /// Keeps a sequence that leads to a board, unless a kept one leads there within the same bounds.
    fn classify(&mut self, node: SequenceNode, board: &UnboundedBoard, bounds: Bounds) {
        let mut hash = board.hash;
        while let Some(&other) = self.by_hash.get(&hash) {
            let (same, other_bounds) = self.walk(other);
            if same == *board && other_bounds.within(bounds) {
                let mut sequence = self.sequence(node.before);
                sequence.push(node.action);
                self.forbidden.push(sequence);
                return;
            }
            hash = hash.wrapping_add(1);
        }
        let number = self.nodes.len();
        self.by_hash.insert(hash, number);
        self.nodes[node.before].longer[node.action] = Some(number);
        self.nodes.push(node);
    }

    fn walk(&self, node: usize) -> (UnboundedBoard, Bounds) {
        let (mut board, mut bounds) = (UnboundedBoard::new(), Bounds::start());
        for action in self.sequence(node) {
            board.step(action);
            bounds = bounds.with(board.blank);
        }
        (board, bounds)
    }

    fn sequence(&self, mut node: usize) -> Vec<usize> {
        let mut sequence = Vec::new();
        while node != 0 {
            sequence.push(self.nodes[node].action);
            node = self.nodes[node].before;
        }
        sequence.reverse();
        sequence
    }
}

/// Builds an automaton whose state, after each move, is the longest suffix of the path that is a prefix of a forbidden
/// sequence. Returns, for every state, where each move leads.
fn build_automaton(forbidden: &[Vec<usize>]) -> Vec<[usize; 4]> {
    let mut children = vec![[None; 4]];
    for sequence in forbidden {
        let mut node = 0;
        for (nth, &action) in sequence.iter().enumerate() {
            let is_last = nth + 1 == sequence.len();
            let new = if is_last { NOWHERE } else { children.len() };
            node = *children[node][action].get_or_insert(new);
            if node == children.len() {
                children.push([None; 4]);
            }
        }
    }
    // Breadth first, so that the state of every shorter suffix is known.
    let mut fallback = vec![0; children.len()];
    let mut next = vec![[0; 4]; children.len()];
    let mut queue = VecDeque::from([0]);
    while let Some(node) = queue.pop_front() {
        for action in 0..4 {
            let fallback_next = if node == 0 { 0 } else { next[fallback[node]][action] };
            next[node][action] = children[node][action].unwrap_or(fallback_next);
            if let Some(child) = children[node][action].filter(|&child| child != NOWHERE) {
                fallback[child] = fallback_next;
                queue.push_back(child);
            }
        }
    }
    next
}

/// Merges equivalent states (Moore's algorithm), with the initial state first. Returns, for every remaining state,
/// where each move leads.
fn minimize(next: &[[usize; 4]]) -> Vec<[u16; 4]> {
    let mut group = vec![0; next.len()];
    let mut groups = 1;
    loop {
        let mut numbers: HashMap<(usize, [usize; 4]), usize> = HashMap::new();
        let refined = next.iter().zip(&group).map(|(next, &own)| {
            let seen = next.map(|to| if to == NOWHERE { NOWHERE } else { group[to] });
            let number = numbers.len();
            *numbers.entry((own, seen)).or_insert(number)
        });
        let refined: Vec<usize> = refined.collect();
        group = refined;
        if numbers.len() == groups {
            break;
        }
        groups = numbers.len();
    }
    let mut leads_to = vec![[FORBIDDEN; 4]; groups];
    for (next, &own) in next.iter().zip(&group) {
        for (action, &to) in next.iter().enumerate().filter(|&(_, &to)| to != NOWHERE) {
            leads_to[own][action] = group[to] as u16;
        }
    }
    leads_to
}
