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
