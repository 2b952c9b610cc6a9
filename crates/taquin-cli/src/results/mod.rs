//! Results of searches, whichever command they came from: `row` reads one line of them, `read` a whole
//! source, `measure` lists what is compared, `statistics` sums rows up, and `chart` draws them.

mod chart;
mod distances;
mod measure;
mod read;
mod row;
mod statistics;

pub use chart::{About, chart};
pub use distances::Distances;
pub use measure::{Drawn, MEASURES, Measure};
pub use read::{Saved, read};
pub use row::{Ended, Row};
pub use statistics::{QUANTILES, Spread, Summary, least, quantile, summarize};
