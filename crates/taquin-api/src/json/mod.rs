//! The JSON of answers, field by field. Within one schema version fields are only added, never renamed or removed.
//!
//! `solved` defines the object of a solved board and `fill` fills it in; `checked`, `generated`, `moves`, `patterns`
//! and `space` are the objects of other commands; `catalogue` lists everything that can be chosen.

mod catalogue;
mod checked;
mod common;
mod fill;
mod generated;
mod moves;
mod networks;
#[cfg(feature = "files")]
mod patterns;
mod solved;
mod space;
mod steps;

pub use catalogue::Catalogue;
pub use checked::{CheckDocument, Checked};
pub use common::{SCHEMA_VERSION, TOOL_VERSION, WrongBoard, write_line};
pub use fill::SolveDocument;
pub use generated::{Generated, GeneratedJson};
pub use moves::{ApplyJson, GapJson, MovesJson, VerifyJson};
pub use networks::NetworkDocument;
#[cfg(feature = "files")]
pub use patterns::{PartitionDocument, TableDocument};
pub use solved::{Iteration, OUTCOMES, Solved, outcome_id, stop_id};
pub use space::{CheckedSpace, SpaceDocument};
pub use steps::{PathStep, StepMove, steps};
