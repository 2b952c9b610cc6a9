//! Prunes duplicates: an automaton that reads the blank's moves and rejects every short duplicate operator sequence.
//!
//! Its table is stored in `automaton.bin`; `duplicates.rs` finds it, says why no shortest solution is lost, and
//! proves that the stored one is the same. For each state, 0 being the beginning, four numbers of two bytes,
//! the lower byte first: the states that the moves lead to, in the order of
//! [`Direction::ALL`](crate::Direction::ALL), or [`FORBIDDEN`]. There is no header: the file's length says how
//! many states there are. It becomes the two arrays below while the library is compiled, whatever the order of
//! bytes in a number is there.

/// The table as it is stored.
pub(super) const TABLE: &[u8] = include_bytes!("automaton.bin");

/// Stands for a move that completes a duplicate operator sequence.
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

/// Where the automaton stands. 0 is the beginning.
pub(super) type State = u16;

/// The moves that may follow, a bit each in the order of [`Direction::ALL`](crate::Direction::ALL).
#[inline(always)]
pub(super) fn allowed(state: State) -> u8 {
    ALLOWED[usize::from(state)]
}

/// Where an allowed move leads.
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

    /// Goes from a goal outwards by allowed moves only: counts the boards reached at their true distances.
    fn reached_by_shortest_paths(goal: &Board) -> Vec<u64> {
        let table = DistanceTable::build(goal, &|| false).expect("a small space");
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
        // Twelve moves around four cells come to nothing, so seven are done sooner by five the other way round, and of
        // the two sequences of six one will do.
        for moves in ["UD", "RL", "LULR", "ULDRULD"] {
            assert!(read(moves).is_none(), "{moves}");
        }
        let both = [read("ULDRUL"), read("LURDLU")];
        assert_eq!(both.iter().flatten().count(), 1);
    }
}
