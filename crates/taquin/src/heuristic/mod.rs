//! Heuristics: estimates of the remaining cost. Each is one file with a type that implements [`Heuristic`] and an entry
//! in the list at the end of this file, from which help, tests and documentation are generated.
//!
//! A heuristic is *admissible* if it never overestimates the remaining cost, and *consistent* if a move never lowers it
//! by more than the cost of the move. Tests check what each declares on all 181,440 boards of 3x3.

mod any;
mod choice;
mod contract;
mod euclidean;
mod exact;
mod gaschnig;
mod in_place;
mod linear_conflict;
mod manhattan;
mod misplaced;
mod patterns;
mod walking_distance;
mod zero;

pub(crate) use any::AnyHeuristic;
pub use choice::{CustomHeuristic, HEURISTICS, HeuristicChoice, HeuristicId, HeuristicNameError};
pub use contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
pub use euclidean::Euclidean;
pub use exact::Exact;
pub use gaschnig::Gaschnig;
pub use in_place::{CellsInPlace, InPlace};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use patterns::{Patterns, Places};
pub use walking_distance::{Positions, WalkingDistance};
pub use zero::Zero;

/// Invokes a macro with the list of all heuristics. Those after `small` need tables that exist only for boards of up to
/// 16 cells, those after `medium` for up to 25 cells.
#[macro_export]
#[doc(hidden)]
macro_rules! for_each_heuristic {
    ($run:ident) => {
        $run! {
            any: Zero, Misplaced, Gaschnig, Manhattan, Euclidean, LinearConflict, InPlace;
            medium: Patterns;
            small: WalkingDistance, Exact;
        }
    };
}
