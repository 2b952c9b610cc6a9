//! Which moves lead nowhere new: an automaton that reads the blank's moves and knows every short detour.
//!
//! Its tables are found before the library is built; `build.rs` tells how.

include!(concat!(env!("OUT_DIR"), "/automaton.rs"));

/// Where the automaton stands. 0 is the beginning.
pub(super) type State = u16;

/// The moves that may follow, a bit each in the order of [`Direction::ALL`](crate::Direction::ALL).
#[inline(always)]
pub(super) fn allowed(state: State) -> u8 {
    ALLOWED[usize::from(state)]
}

/// Where an allowed move leads.
#[inline(always)]
pub(super) fn after(state: State, way: usize) -> State {
    NEXT[usize::from(state)][way]
}

#[cfg(test)]
mod tests {
    use super::{State, after, allowed};
    use crate::board::{Board, Direction, Size};
    use crate::table::DistanceTable;
    use std::collections::HashSet;

    /// Goes from a goal outwards by allowed moves only: boards met at the distances that they have.
    fn met_by_shortest_ways(goal: &Board) -> Vec<u64> {
        let table = DistanceTable::build(goal, &|| false).expect("a small space");
        let mut met = Vec::new();
        let mut layer: HashSet<(Board, State)> = HashSet::from([(goal.clone(), 0)]);
        while !layer.is_empty() {
            let boards: HashSet<&Board> = layer.iter().map(|(board, _)| board).collect();
            met.push(boards.len() as u64);
            let mut next = HashSet::new();
            for (board, state) in &layer {
                for (way, direction) in Direction::ALL.into_iter().enumerate() {
                    let Some(moved) = board.moved(direction) else { continue };
                    let is_farther = table.distance_of(&moved).map(usize::from) == Some(met.len());
                    if is_farther && allowed(*state) >> way & 1 != 0 {
                        next.insert((moved, after(*state, way)));
                    }
                }
            }
            layer = next;
        }
        assert_eq!(met, table.layers());
        met
    }

    #[test]
    fn every_board_is_still_met_by_a_shortest_way() {
        for (rows, cols) in [(3, 3), (2, 4), (4, 2), (2, 2)] {
            let size = Size::new(rows, cols).expect("a size");
            for goal in [Board::classic(size), Board::zero_first(size), Board::snail(size)] {
                assert!(met_by_shortest_ways(&goal).len() > 6);
            }
        }
    }

    #[test]
    fn detours_are_forbidden() {
        let read = |ways: &str| {
            ways.chars().try_fold(0, |state, letter| {
                let way = Direction::ALL.iter().position(|way| way.letter() == letter)?;
                (allowed(state) >> way & 1 != 0).then(|| after(state, way))
            })
        };
        for ways in ["U", "ULDRU", "LLUURRDD"] {
            assert!(read(ways).is_some(), "{ways}");
        }
        // Twelve moves around four cells come to nothing, so seven are done sooner by five the other way, and of
        // the two ways of six one will do.
        for ways in ["UD", "RL", "LULR", "ULDRULD"] {
            assert!(read(ways).is_none(), "{ways}");
        }
        let both = [read("ULDRUL"), read("LURDLU")];
        assert_eq!(both.iter().flatten().count(), 1);
    }
}
