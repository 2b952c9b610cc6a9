//! What charts can show of a search: each measure by name, with its unit.

use super::RowStats;
use crate::picture::Unit;

/// Something that is counted.
#[derive(Debug)]
pub struct Measure {
    /// Its name on the command line.
    pub id: &'static str,
    /// What a chart calls it.
    pub title: &'static str,
    /// One line about it.
    pub doc: &'static str,
    /// What its values are.
    pub unit: Unit,
    /// Whether lines by depth show it unless told otherwise.
    pub by_depth: bool,
    /// Its value, where the row has one.
    pub value: fn(&RowStats) -> Option<f64>,
}

fn count(value: Option<u64>) -> Option<f64> {
    value.map(|value| value as f64)
}

impl Measure {
    /// Every measure.
    pub const LIST: &'static [Measure] = &[
        Measure {
            id: "explored",
            title: "Explored",
            doc: "entries taken off the frontier",
            unit: Unit::Count,
            by_depth: false,
            value: |stats| count(stats.explored),
        },
        Measure {
            id: "expanded",
            title: "Expanded",
            doc: "nodes whose children were made",
            unit: Unit::Count,
            by_depth: true,
            value: |stats| count(stats.expanded),
        },
        Measure {
            id: "generated",
            title: "Generated",
            doc: "children made",
            unit: Unit::Count,
            by_depth: false,
            value: |stats| count(stats.generated),
        },
        Measure {
            id: "max-frontier",
            title: "Frontier at the peak",
            doc: "entries waiting at the peak",
            unit: Unit::Count,
            by_depth: false,
            value: |stats| count(stats.max_frontier),
        },
        Measure {
            id: "memory",
            title: "Memory at the peak",
            doc: "bytes of nodes, frontier and tables, as accounted",
            unit: Unit::Bytes,
            by_depth: false,
            value: |stats| count(stats.peak_bytes),
        },
        Measure {
            id: "time",
            title: "Time",
            doc: "seconds of the search on the machine it ran on",
            unit: Unit::Seconds,
            by_depth: true,
            value: |stats| stats.seconds,
        },
    ];

    /// The measure of a name.
    pub fn find(id: &str) -> Option<&'static Measure> {
        Measure::LIST.iter().find(|measure| measure.id == id)
    }
}
