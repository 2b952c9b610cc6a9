//! Near-optimal solutions: a solution is constructed, then beam searches with a learnt score look for shorter ones,
//! from the start and from the goal, with increasing width; then windows of increasing length slide over the best
//! solution.
//!
//! Beams are for boards of up to 64 cells for which a score was learnt. On larger boards the blank first roams, so that
//! all tiles get near their homes; then outer lines are laid until beams can solve what is left (`large.rs`).
//!
//! If the number of states is limited, everything follows from the limits alone: phases get shares of states, never of
//! time, and widths depend on the memory limit, never on free memory. So the result is the same with any number of
//! threads and on any machine.

mod beam;
mod cells;
mod large;
mod layer;
mod learning;
mod learnt;
mod network;
mod relative;
mod run;
mod search;
mod shipped;
mod sliding;
mod small;
mod training;
mod weights;
mod windows;

pub use learning::LearnError;
pub use learnt::{LearntNetwork, NetworkFault};
pub(crate) use network::Network;
pub(crate) use search::{NearOptimalSearch, Progress};
pub(crate) use shipped::network_for;
pub use shipped::{shipped_networks, shipped_square};
pub use training::RoundReport;
