//! Finds the duplicate operator sequences of the blank's moves, and writes the automaton that rejects them as
//! `automaton.bin`, the table of `automaton.rs`. It does not depend on a puzzle's size, and takes longer to find than most puzzles take to be
//! solved; so it is stored, and the test below finds it again and compares it byte for byte. To write it anew:
//!
//! ```text
//! TAQUIN_WRITE_AUTOMATON=1 cargo test -p taquin --lib duplicates
//! ```
//!
//! Two sequences of moves that do the same to every board are one too many. Of all that do the same, the
//! shortest is kept, and of equally short ones the first by the letters; every other is forbidden wherever it
//! occurs in a path, if the kept one needs no more room on the board. No shortest solution is lost: replacing
//! a forbidden piece gives a path that is shorter or comes earlier by the letters, so the first of all
//! shortest paths has none.
//!
//! The forbidden sequences without forbidden ones inside are found length by length on a board without walls,
//! and matched together by an Aho-Corasick automaton. The idea is Taylor and Korf's (1993).

use super::automaton::{FORBIDDEN, TABLE};
use std::collections::{HashMap, VecDeque};

/// No forbidden sequence is longer. Twice as many moves make a round trip.
const LONGEST: usize = 12;
/// Nor does it need more rows or columns: with more there are no others.
const MOST_ROOM: usize = 5;
/// Where a forbidden move leads.
const NOWHERE: usize = usize::MAX;

#[test]
fn the_stored_table_is_the_one_that_is_found() {
    let found = bytes(&minimal(&reading(&forbidden_sequences())));
    if std::env::var_os("TAQUIN_WRITE_AUTOMATON").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pattern/ida/automaton.bin");
        return std::fs::write(path, found).expect("the table can be written");
    }
    // Not assert_eq, which would print them both.
    assert!(found == TABLE, "automaton.bin is not what duplicates.rs finds");
}

/// The table as it is stored; `automaton.rs` says how.
fn bytes(next: &[[u16; 4]]) -> Vec<u8> {
    next.iter().flatten().flat_map(|to| to.to_le_bytes()).collect()
}

/// A cell of a board without walls, which has so many columns, and as many rows.
type Cell = usize;
const COLS: usize = 32;
/// The blank begins in the middle.
const START: Cell = COLS * COLS / 2 + COLS / 2;

/// The moves of the blank, in the order of `Direction::ALL`: up, down, left and right.
fn neighbour(cell: Cell, action: usize) -> Cell {
    [cell - COLS, cell + COLS, cell - 1, cell + 1][action]
}

/// The inverse move.
fn back(action: usize) -> usize {
    action ^ 1
}

/// A board without walls.
#[derive(PartialEq)]
struct Board {
    /// By cell, where what is there was at first. The blank was at the start.
    from: Vec<Cell>,
    blank: Cell,
    /// A number that is the same for equal boards, and hardly ever for others.
    print: u64,
}

impl Board {
    fn new() -> Board {
        Board { from: (0..COLS * COLS).collect(), blank: START, print: 0 }
    }

    fn step(&mut self, action: usize) {
        let (old, new) = (self.blank, neighbour(self.blank, action));
        self.print = self.print.wrapping_sub(self.mark(old)).wrapping_sub(self.mark(new));
        self.from.swap(old, new);
        self.blank = new;
        self.print = self.print.wrapping_add(self.mark(old)).wrapping_add(self.mark(new));
    }

    /// What a cell adds to the print: nothing as long as it has what it had.
    fn mark(&self, cell: Cell) -> u64 {
        if self.from[cell] == cell {
            return 0;
        }
        let both = (cell * COLS * COLS + self.from[cell]) as u64;
        let product = both.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (product ^ product >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }
}

/// The least rectangle around some cells.
#[derive(Clone, Copy)]
struct Room {
    rows: (usize, usize),
    cols: (usize, usize),
}

impl Room {
    fn start() -> Room {
        Room { rows: (START / COLS, START / COLS), cols: (START % COLS, START % COLS) }
    }

    fn with(self, cell: Cell) -> Room {
        let wider =
            |(first, last): (usize, usize), place: usize| (first.min(place), last.max(place));
        Room { rows: wider(self.rows, cell / COLS), cols: wider(self.cols, cell % COLS) }
    }

    fn is_enough(self) -> bool {
        self.rows.1 - self.rows.0 < MOST_ROOM && self.cols.1 - self.cols.0 < MOST_ROOM
    }

    fn within(self, other: Room) -> bool {
        let inside = |(a, b): (usize, usize), (first, last)| a >= first && b <= last;
        inside(self.rows, other.rows) && inside(self.cols, other.cols)
    }
}

/// The canonical sequences, which are kept; each behind those that it begins with. The first is empty.
struct CanonicalSequences {
    nodes: Vec<Node>,
    /// By the prints of the boards that they lead to, or, where several lead to the same, the numbers behind.
    by_print: HashMap<u64, usize>,
    forbidden: Vec<Vec<usize>>,
}

struct Node {
    /// The sequence without its last move, and that move.
    before: usize,
    action: usize,
    /// The sequence without its first move.
    tail: usize,
    /// With one more move, where that is kept.
    longer: [Option<usize>; 4],
}

fn forbidden_sequences() -> Vec<Vec<usize>> {
    let empty = Node { before: 0, action: 0, tail: 0, longer: [None; 4] };
    let mut kept = CanonicalSequences {
        nodes: vec![empty],
        by_print: HashMap::from([(0, 0)]),
        forbidden: Vec::new(),
    };
    for length in 1..=LONGEST {
        kept.lengthen(0, length, &mut Board::new(), Room::start());
    }
    kept.forbidden
}

impl CanonicalSequences {
    /// Goes through all sequences that begin with a kept one and have so many moves more, in the order of the
    /// letters; all shorter ones are known.
    fn lengthen(&mut self, node: usize, more: usize, board: &mut Board, room: Room) {
        for action in 0..4 {
            let known = self.nodes[node].longer[action];
            // The last move is tried where the sequence without its first one is kept.
            let tail = match node {
                0 => Some(0),
                _ => self.nodes[self.nodes[node].tail].longer[action],
            };
            board.step(action);
            let room = room.with(board.blank);
            match (known, tail) {
                (Some(longer), _) if more > 1 => self.lengthen(longer, more - 1, board, room),
                (_, Some(tail)) if more == 1 && room.is_enough() => {
                    self.judge(Node { before: node, action, tail, longer: [None; 4] }, board, room);
                }
                _ => {}
            }
            board.step(back(action));
        }
    }

    /// Keeps a sequence that leads to a board, unless a kept one leads there in no more room.
    fn judge(&mut self, node: Node, board: &Board, room: Room) {
        let mut print = board.print;
        while let Some(&other) = self.by_print.get(&print) {
            let (same, in_room) = self.walk(other);
            if same == *board && in_room.within(room) {
                let mut sequence = self.sequence(node.before);
                sequence.push(node.action);
                self.forbidden.push(sequence);
                return;
            }
            print = print.wrapping_add(1);
        }
        let number = self.nodes.len();
        self.by_print.insert(print, number);
        self.nodes[node.before].longer[node.action] = Some(number);
        self.nodes.push(node);
    }

    fn walk(&self, node: usize) -> (Board, Room) {
        let (mut board, mut room) = (Board::new(), Room::start());
        for action in self.sequence(node) {
            board.step(action);
            room = room.with(board.blank);
        }
        (board, room)
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

/// An automaton that stands, after each move, at the longest suffix of the path that is a prefix of a forbidden
/// sequence. For every state, where each move leads.
fn reading(forbidden: &[Vec<usize>]) -> Vec<[usize; 4]> {
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
    // Breadth first, so that the state of every shorter ending is known.
    let mut fall_back = vec![0; children.len()];
    let mut next = vec![[0; 4]; children.len()];
    let mut queue = VecDeque::from([0]);
    while let Some(node) = queue.pop_front() {
        for action in 0..4 {
            let fallen = if node == 0 { 0 } else { next[fall_back[node]][action] };
            next[node][action] = children[node][action].unwrap_or(fallen);
            if let Some(child) = children[node][action].filter(|&child| child != NOWHERE) {
                fall_back[child] = fallen;
                queue.push_back(child);
            }
        }
    }
    next
}

/// Puts states that allow the same together (Moore's algorithm), the beginning first. For every state that
/// remains, where each move leads.
fn minimal(next: &[[usize; 4]]) -> Vec<[u16; 4]> {
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
