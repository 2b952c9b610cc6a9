//! Heuristics: estimates of the cost to go. Each is one file with a type that implements
//! [`Heuristic`] and an entry in the list at the end of this file; help, tests and documents are fed
//! from that list.
//!
//! A heuristic is *admissible* if it never overestimates the cost to go, and
//! *consistent* if a move never lowers it by more than the move costs. Tests hold each to what it
//! declares on all 181,440 boards of 3x3.

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

/// Runs a macro for every heuristic: the one list of them all. Those behind `small` need tables that
/// only boards of up to 16 cells have, those behind `medium` ones for up to 25 cells.
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
