//! The measures that searches are compared by, each defined once, with its names for programs, options, tables and
//! charts.

use super::Row;
use crate::quantities::Unit;

/// A measured quantity; less is better.
#[derive(Debug)]
pub struct Measure {
    /// Its name in results.
    pub id: &'static str,
    /// Its name on the command line.
    pub option: &'static str,
    /// Its name in tables, on two lines.
    pub heading: [&'static str; 2],
    /// Its title in charts.
    pub title: &'static str,
    /// One line about it.
    pub doc: &'static str,
    /// The unit of its values.
    pub unit: Unit,
    /// Where it is drawn by default.
    pub drawn: Drawn,
    /// Reads it from a row, if the row has it.
    pub of: fn(&Row) -> Option<f64>,
}

/// Where a measure is drawn by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Nowhere.
    Never,
    /// As bars.
    Bars,
    /// As bars, and as lines by depth.
    BarsAndLines,
}

fn count(value: Option<u64>) -> Option<f64> {
    value.map(|value| value as f64)
}

/// Every measure, in the order of tables.
pub const MEASURES: [Measure; 10] = [
    Measure {
        id: "length",
        option: "length",
        heading: ["", "length"],
        title: "Length of the solution",
        doc: "moves of the solution",
        unit: Unit::Count,
        drawn: Drawn::Bars,
        of: |row| count(row.length),
    },
    Measure {
        id: "cost",
        option: "cost",
        heading: ["", "cost"],
        title: "Cost of the solution",
        doc: "what the moves of the solution cost",
        unit: Unit::Count,
        drawn: Drawn::Never,
        of: |row| count(row.cost),
    },
    Measure {
        id: "explored",
        option: "explored",
        heading: ["", "explored"],
        title: "Explored",
        doc: "entries taken off the frontier",
        unit: Unit::Count,
        drawn: Drawn::Bars,
        of: |row| count(row.stats.explored),
    },
    Measure {
        id: "expanded",
        option: "expanded",
        heading: ["", "expanded"],
        title: "Expanded",
        doc: "nodes whose children were generated",
        unit: Unit::Count,
        drawn: Drawn::BarsAndLines,
        of: |row| count(row.stats.expanded),
    },
    Measure {
        id: "generated",
        option: "generated",
        heading: ["", "generated"],
        title: "Generated",
        doc: "children generated",
        unit: Unit::Count,
        drawn: Drawn::Bars,
        of: |row| count(row.stats.generated),
    },
    Measure {
        id: "max_frontier",
        option: "max-frontier",
        heading: ["max", "frontier"],
        title: "Frontier at the peak",
        doc: "entries on the frontier at the peak",
        unit: Unit::Count,
        drawn: Drawn::Bars,
        of: |row| count(row.stats.max_frontier),
    },
    Measure {
        id: "max_depth",
        option: "max-depth",
        heading: ["max", "depth"],
        title: "Greatest depth",
        doc: "moves from the start to the deepest node",
        unit: Unit::Count,
        drawn: Drawn::Bars,
        of: |row| count(row.stats.max_depth),
    },
    Measure {
        id: "branching",
        option: "branching",
        heading: ["", "b*"],
        title: "Effective branching factor",
        doc: "the effective branching factor",
        unit: Unit::Factor,
        drawn: Drawn::Never,
        of: |row| row.branching,
    },
    Measure {
        id: "peak_bytes",
        option: "memory",
        heading: ["", "memory"],
        title: "Memory at the peak",
        doc: "bytes of nodes, frontier and tables, as accounted",
        unit: Unit::Bytes,
        drawn: Drawn::Bars,
        of: |row| count(row.stats.peak_bytes),
    },
    Measure {
        id: "seconds",
        option: "time",
        heading: ["", "time"],
        title: "Time",
        doc: "seconds of the search on the machine it ran on",
        unit: Unit::Seconds,
        drawn: Drawn::BarsAndLines,
        of: |row| row.stats.seconds,
    },
];

impl Measure {
    /// Finds the measure that an option names.
    pub fn find(option: &str) -> Option<&'static Measure> {
        MEASURES.iter().find(|measure| measure.option == option)
    }
}
