//! Results of searches, whichever command wrote them: `row` reads one line, `read` a whole source, `measure` lists
//! what is compared, `statistics` summarises rows, `chart` plots them, and `csv` writes them as a table.

mod chart;
mod csv;
mod distances;
mod measure;
mod read;
mod row;
mod statistics;

pub use chart::{About, ChartOptions, chart};
pub use csv::{csv_heading, csv_line};
pub use distances::Distances;
pub use measure::{Drawn, MEASURES, Measure, Missing};
pub use read::{Saved, read};
pub use row::{Row, RunOutcome};
pub use statistics::{QUANTILES, Spread, Summary, fixed_memory, least, summarize};
