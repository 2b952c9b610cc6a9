//! Duplicate pruning: an automaton that reads the blank's moves and rejects every short duplicate operator sequence.
//!
//! Its table is stored in `automaton.bin`; `duplicates.rs` computes it, explains why a shortest solution always
//! remains, and checks the stored one. For each state, starting with the initial state 0, the table has four
//! little-endian numbers of two bytes: the states that the moves lead to, in the order of
//! [`Direction::ALL`](crate::Direction::ALL), or [`FORBIDDEN`]. There is no header: the length of the file gives the
//! number of states. The table is converted to the two arrays below at compile time, independent of the target's byte
//! order.

/// The table as it is stored.
pub(super) const TABLE: &[u8] = include_bytes!("automaton.bin");

/// Marks a move that completes a duplicate operator sequence.
pub(super) const FORBIDDEN: State = State::MAX;

const STATES: usize = TABLE.len() / 8;
const _: () = assert!(TABLE.len() % 8 == 0 && STATES > 0 && STATES < FORBIDDEN as usize);

static ALLOWED: [u8; STATES] = ARRAYS.0;
static NEXT: [[State; 4]; STATES] = ARRAYS.1;

const ARRAYS: ([u8; STATES], [[State; 4]; STATES]) = {
    let (mut allowed, mut next) = ([0; STATES], [[0; 4]; STATES]);
    let mut at = 0;
    while at < STATES * 4 {
        let (state, action) = (at / 4, at % 4);
        let to = State::from_le_bytes([TABLE[2 * at], TABLE[2 * at + 1]]);
        if to != FORBIDDEN {
            assert!((to as usize) < STATES);
            allowed[state] |= 1 << action;
            next[state][action] = to;
        }
        at += 1;
    }
    (allowed, next)
};

/// A state of the automaton. 0 is the initial state.
pub(super) type State = u16;

/// Returns the moves that may follow, one bit each in the order of [`Direction::ALL`](crate::Direction::ALL).
#[inline(always)]
pub(super) fn allowed(state: State) -> u8 {
    ALLOWED[usize::from(state)]
}

/// Returns the state after an allowed move.
#[inline(always)]
pub(super) fn after(state: State, action: usize) -> State {
    NEXT[usize::from(state)][action]
}

#[cfg(test)]
mod tests {
    use super::{State, after, allowed};
    use crate::board::{Board, Direction, Size};
    use crate::table::DistanceTable;
    use std::collections::HashSet;

    /// Expands from a goal by allowed moves only, and counts the boards reached at their true distances.
    fn reached_by_shortest_paths(goal: &Board) -> Vec<u64> {
        let table = DistanceTable::build(goal, &crate::Budget::unlimited()).expect("a small space");
        let mut reached = Vec::new();
        let mut layer: HashSet<(Board, State)> = HashSet::from([(goal.clone(), 0)]);
        while !layer.is_empty() {
            let boards: HashSet<&Board> = layer.iter().map(|(board, _)| board).collect();
            reached.push(boards.len() as u64);
            let mut next = HashSet::new();
            for (board, state) in &layer {
                for (action, direction) in Direction::ALL.into_iter().enumerate() {
                    let Some(moved) = board.moved(direction) else { continue };
                    let is_farther =
                        table.distance_of(&moved).map(usize::from) == Some(reached.len());
                    if is_farther && allowed(*state) >> action & 1 != 0 {
                        next.insert((moved, after(*state, action)));
                    }
                }
            }
            layer = next;
        }
        assert_eq!(reached, table.layers());
        reached
    }

    #[test]
    fn every_board_is_still_reached_by_a_shortest_path() {
        for (rows, cols) in [(3, 3), (2, 4), (4, 2), (2, 2)] {
            let size = Size::new(rows, cols).expect("a size");
            for goal in [Board::classic(size), Board::zero_first(size), Board::snail(size)] {
                assert!(reached_by_shortest_paths(&goal).len() > 6);
            }
        }
    }

    #[test]
    fn duplicates_are_forbidden() {
        let read = |actions: &str| {
            actions.chars().try_fold(0, |state, letter| {
                let action = Direction::ALL.iter().position(|action| action.letter() == letter)?;
                (allowed(state) >> action & 1 != 0).then(|| after(state, action))
            })
        };
        for moves in ["U", "ULDRU", "LLUURRDD"] {
            assert!(read(moves).is_some(), "{moves}");
        }
        // Twelve moves around four cells have no effect, so seven can be replaced by five in the other direction, and
        // one of the two sequences of six is redundant.
        for moves in ["UD", "RL", "LULR", "ULDRULD"] {
            assert!(read(moves).is_none(), "{moves}");
        }
        let both = [read("ULDRUL"), read("LURDLU")];
        assert_eq!(both.iter().flatten().count(), 1);
    }
}
