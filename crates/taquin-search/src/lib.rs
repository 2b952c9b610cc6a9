#![doc = include_str!("../README.md")]

mod algorithm;
mod batched;
mod bounded;
mod budget;
mod chunks;
mod clock;
mod closed;
mod deepening;
mod graph;
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
mod round;
mod run;
#[cfg(feature = "serde")]
pub mod seconds;
mod stats;
pub mod threads;
mod ticks;
mod trace;

pub use algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
pub use budget::{Budget, Cancel, CancelledBy, Held, Limits, Reclaim, Stop};
pub use chunks::wait_until_cleared;
pub use clock::{Clock, Moment};
pub use instruction_set::{HotLoop, InstructionSet};
pub use observer::{Disposition, Event, FrontierOrder, Generated, Observer, Silent, Taken};
pub use options::{GoalTest, OptionId, Options, Ties};
pub use problem::{MovesOut, Path, Problem};
pub use pseudocode::{EventKind, EventText, Pseudocode, VALUES, fill_placeholders};
pub use run::Run;
pub use stats::{Improvement, Iteration, Stats};
pub use threads::cores;
pub use ticks::{Tick, Ticks};
pub use trace::{FrontierChange, Round, Step, Trace};

/// Declares the searches: the file and the type of each.
macro_rules! searches {
    ($dollar:tt $($file:ident: $search:ident)*) => {
        $(
            mod $file;
            pub use $file::$search;
        )*

        /// Invokes a macro with the types of all searches, after any tokens that follow its name.
        ///
        /// ```
        /// use taquin_search::*;
        /// macro_rules! ids {
        ///     ($($search:ident)*) => { [$($search::INFO.id),*] };
        /// }
        /// assert!(for_each_search!(ids).contains(&"astar"));
        /// ```
        #[macro_export]
        macro_rules! for_each_search {
            ($dollar callback:ident $dollar($dollar more:tt)*) => {
                $dollar callback! { $dollar($dollar more)* $($search)* }
            };
        }
    };
}

// A new search is a file and a line here, in the order of lists and menus. `cargo fmt` does not see these files, so
// `.ci/run` formats them by name.
searches! { $
    bfs: Bfs
    dfs: Dfs
    iddfs: Iddfs
    bidirectional: Bidirectional
    dijkstra: Dijkstra
    greedy: Greedy
    astar: AStar
    weighted_astar: WeightedAStar
    ida: Ida
    rbfs: Rbfs
    beam: Beam
}

/// A cost, a number of moves or an estimate, in whole units. The cost of a path saturates instead of wrapping.
pub type Cost = u32;
