//! Search in any state space: breadth-first, depth-first, iterative deepening, bidirectional, Dijkstra's, greedy,
//! A*, weighted A*, IDA*, RBFS and beam search.
//!
//! A [`Problem`] defines the states, moves, costs and estimates. Every algorithm is one file with a type that
//! implements [`Algorithm`] for any problem. It counts what it does through its [`Run`], which also stops it at the
//! limits of its [`Budget`] and notifies its [`Observer`]. A stop is a result with its statistics.
//!
//! The same problem, options and limits give the same counts on every machine.

mod algorithm;
mod astar;
mod batched;
mod beam;
mod bfs;
mod bidirectional;
mod bounded;
mod budget;
mod chunks;
mod clock;
mod closed;
mod deepening;
mod dfs;
mod dijkstra;
mod graph;
mod greedy;
mod ida;
mod iddfs;
mod instruction_set;
mod layers;
pub mod memory;
mod nodes;
mod observer;
mod open;
mod options;
mod parallel;
mod problem;
mod pseudocode;
mod rbfs;
mod round;
mod run;
mod stats;
pub mod threads;
mod ticks;
mod trace;
mod weighted_astar;

pub use algorithm::{Algorithm, AlgorithmInfo, Optimality};
pub use astar::AStar;
pub use beam::Beam;
pub use bfs::Bfs;
pub use bidirectional::Bidirectional;
pub use budget::{Budget, Cancel, Held, Limits, Reclaim, Stop};
pub use chunks::wait_until_cleared;
pub use clock::{Clock, Moment};
pub use dfs::Dfs;
pub use dijkstra::Dijkstra;
pub use greedy::Greedy;
pub use ida::Ida;
pub use iddfs::Iddfs;
pub use instruction_set::{HotLoop, InstructionSet};
pub use observer::{Disposition, Event, Generated, Observer, Silent, Taken};
pub use options::{GoalTest, OptionId, Options, Ties};
pub use problem::{MovesOut, Path, Problem};
pub use pseudocode::{EventKind, EventText, Pseudocode, VALUES};
pub use rbfs::Rbfs;
pub use run::Run;
pub use stats::{Improvement, Iteration, Stats};
pub use threads::cores;
pub use ticks::{Tick, Ticks};
pub use trace::{Lists, Round, Step, Trace};
pub use weighted_astar::WeightedAStar;

/// A cost, a number of moves or an estimate, in whole units. The cost of a path saturates instead of wrapping.
pub type Cost = u32;
