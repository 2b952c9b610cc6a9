//! Prints answers: one printer per format, all fed with the same [`Answered`](taquin_api::answer::Answered)s.
//! Printers know nothing about searching, and searching knows nothing about them.

mod brief;
mod check;
mod columbia;
mod comparison;
mod draw;
mod figures;
mod forty_two;
mod generated;
mod json_lines;
mod lines;
mod lodz;
mod pdb;
mod played;
mod princeton;
mod printer;
mod remarks;
mod space;
mod table;
mod text;

pub use brief::Brief;
pub use check::{CheckJson, CheckText};
pub use columbia::Columbia;
pub use comparison::Comparison;
pub use forty_two::FortyTwo;
pub use generated::write_generated;
pub use json_lines::{JsonLines, json_line};
pub use lines::{Boards, Moves};
pub use lodz::{Lodz, LodzStatistics};
pub use pdb::{write_built, write_checked, write_partition, write_stored};
pub use played::{write_gap, write_verdict, write_wall};
pub use princeton::Princeton;
pub use printer::Printer;
pub use space::{space_csv, write_space};
pub use table::{Column, Table};
pub use text::{Text, write_unsolvable};
