//! Results of searches, whichever command wrote them: `row` reads one from its line, `verify` checks it, `derived`
//! computes what follows from its counts, `measure` lists what is compared, `statistics` summarises rows, `chart` plots
//! them, and `csv` writes them as a table. `distances` plots the counts of a whole state space.

mod chart;
mod csv;
mod derived;
mod distances;
mod measure;
mod row;
mod statistics;
mod verify;

pub use chart::{About, ChartOptions, chart};
pub use csv::{csv_heading, csv_line};
pub use derived::Published;
pub use distances::Distances;
pub use measure::{Drawn, MEASURES, Measure, Missing};
pub use row::{RUN, without_place};
pub use statistics::{QUANTILES, Spread, Summary, fixed_memory, least, summarize};
