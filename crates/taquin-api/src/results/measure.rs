//! The measures that searches are compared by, each defined once, with its names for programs, options, tables and
//! charts.

use crate::json::Solved;
use crate::quantities::Unit;

/// A measured quantity.
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
    /// Whether the least value is marked. Not that of the memory: most of it may be an index or a table that is as large
    /// for every board, so it says little about how a search scales; the states stored do.
    pub is_ranked: bool,
    /// Where it is drawn by default.
    pub drawn: Drawn,
    /// Reads it from a row, if the row has it.
    pub of: fn(&Solved) -> Option<f64>,
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
pub const MEASURES: [Measure; 11] = [
    Measure {
        id: "length",
        option: "length",
        heading: ["", "length"],
        title: "Length of the solution",
        doc: "moves of the solution",
        unit: Unit::Count,
        is_ranked: true,
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
        is_ranked: true,
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
        is_ranked: true,
        drawn: Drawn::Bars,
        of: |row| Some(row.stats.explored as f64),
    },
    Measure {
        id: "expanded",
        option: "expanded",
        heading: ["", "expanded"],
        title: "Expanded",
        doc: "nodes whose children were generated",
        unit: Unit::Count,
        is_ranked: true,
        drawn: Drawn::BarsAndLines,
        of: |row| Some(row.stats.expanded as f64),
    },
    Measure {
        id: "generated",
        option: "generated",
        heading: ["", "generated"],
        title: "Generated",
        doc: "children generated",
        unit: Unit::Count,
        is_ranked: true,
        drawn: Drawn::Bars,
        of: |row| Some(row.stats.generated as f64),
    },
    Measure {
        id: "max_frontier",
        option: "max-frontier",
        heading: ["max", "frontier"],
        title: "Frontier at the peak",
        doc: "entries on the frontier at the peak",
        unit: Unit::Count,
        is_ranked: true,
        drawn: Drawn::Bars,
        of: |row| Some(row.stats.max_frontier as f64),
    },
    Measure {
        id: "max_depth",
        option: "max-depth",
        heading: ["max", "depth"],
        title: "Greatest depth",
        doc: "moves from the start to the deepest node",
        unit: Unit::Count,
        is_ranked: true,
        drawn: Drawn::Bars,
        of: |row| Some(row.stats.max_depth as f64),
    },
    Measure {
        id: "branching",
        option: "branching",
        heading: ["", "b*"],
        title: "Effective branching factor",
        doc: "the effective branching factor",
        unit: Unit::Factor,
        is_ranked: true,
        drawn: Drawn::Never,
        of: |row| row.branching,
    },
    Measure {
        id: "stored",
        option: "stored",
        heading: ["states", "stored"],
        title: "States stored at the peak",
        doc: "nodes of a graph search, the path of a depth-first one, or entries of a table",
        unit: Unit::Count,
        is_ranked: true,
        drawn: Drawn::Bars,
        of: |row| Some(row.stats.stored as f64),
    },
    Measure {
        id: "peak_bytes",
        option: "memory",
        heading: ["", "memory"],
        title: "Memory at the peak",
        doc: "bytes of nodes, frontier and tables, as accounted",
        unit: Unit::Bytes,
        is_ranked: false,
        drawn: Drawn::Bars,
        of: |row| Some(row.stats.peak_bytes as f64),
    },
    Measure {
        id: "seconds",
        option: "time",
        heading: ["", "time"],
        title: "Time",
        doc: "seconds of the search on the machine it ran on",
        unit: Unit::Seconds,
        is_ranked: true,
        drawn: Drawn::BarsAndLines,
        of: |row| Some(row.stats.elapsed.as_secs_f64()),
    },
];

/// Why a configuration has no value for a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It did not run.
    NotRun,
    /// It found no solution.
    NoSolution,
    /// Its solutions may be longer than the shortest.
    NotShortest,
    /// It keeps no frontier.
    NoFrontier,
    /// It does not search node by node.
    NoNodes,
    /// It was not counted.
    NotCounted,
}

impl Missing {
    /// Returns the reason as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Missing::NotRun => "It was not run.",
            Missing::NoSolution => "It found no solution.",
            Missing::NotShortest => {
                "b* can only be compared if all solutions are known to be the shortest: longer ones make it look \
                 smaller."
            }
            Missing::NoFrontier => "It keeps no frontier.",
            Missing::NoNodes => "It does not search node by node.",
            Missing::NotCounted => "It was not counted.",
        }
    }
}

impl Measure {
    /// Returns why these runs of one configuration have no value, if they have none. `cheapest` is the number of their
    /// solutions that are known to be the cheapest.
    pub fn missing(&self, runs: &[&Solved], cheapest: usize) -> Option<Missing> {
        let solved: Vec<&Solved> = runs.iter().copied().filter(|row| row.is_solved()).collect();
        let needs_solution = matches!(self.id, "length" | "cost" | "branching");
        if !runs.iter().any(|row| row.was_searched()) {
            return Some(Missing::NotRun);
        }
        if solved.is_empty() && (needs_solution || runs.len() > 1) {
            return Some(Missing::NoSolution);
        }
        if self.id == "branching" && cheapest < solved.len() {
            return Some(Missing::NotShortest);
        }
        // The counts of a single run are reported even if it was stopped.
        let counted = if runs.len() == 1 { runs } else { &solved[..] };
        let values = |of: fn(&Solved) -> Option<f64>| counted.iter().filter_map(move |row| of(row));
        let is_positive = |of| values(of).any(|value| value > 0.0);
        if values(self.of).next().is_none() {
            return Some(Missing::NotCounted);
        }
        if is_positive(self.of) {
            return None;
        }
        // Nothing is searched from the goal itself.
        let any_children = is_positive(|row| Some(row.stats.generated as f64));
        let any_search = any_children || is_positive(|row| count(row.length));
        match self.id {
            _ if !any_search => None,
            "max_frontier" => Some(Missing::NoFrontier),
            "stored" if any_children => Some(Missing::NotCounted),
            "explored" | "expanded" | "generated" | "max_depth" | "stored" => {
                Some(Missing::NoNodes)
            }
            _ => None,
        }
    }

    /// Finds the measure that an option names.
    pub fn find(option: &str) -> Option<&'static Measure> {
        MEASURES.iter().find(|measure| measure.option == option)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zero_of_a_search_that_has_no_such_thing_is_missing() {
        let row = |fields: &str| Solved::with(&format!("{{{fields}}}"));
        let missing = |id: &str, row: &Solved, cheapest| {
            let measure = MEASURES.iter().find(|measure| measure.id == id).expect("it is listed");
            measure.missing(&[row], cheapest)
        };
        let dfs = row(r#""length":44,"branching":1.0,"stats":{"generated":916,"max_frontier":7}"#);
        assert_eq!(missing("branching", &dfs, 0), Some(Missing::NotShortest));
        assert_eq!(missing("branching", &dfs, 1), None);
        assert_eq!(missing("max_frontier", &dfs, 0), None);
        assert_eq!(missing("stored", &dfs, 0), Some(Missing::NotCounted));
        let ida = r#""stats":{"explored":9,"generated":99,"max_frontier":0,"peak_bytes":0}"#;
        let solved = row(&format!(r#""length":16,{ida}"#));
        let stopped = row(&format!(r#""outcome":"stopped",{ida}"#));
        for ida in [&solved, &stopped] {
            assert_eq!(missing("max_frontier", ida, 1), Some(Missing::NoFrontier));
            assert_eq!(missing("peak_bytes", ida, 1), None);
        }
        assert_eq!(missing("length", &stopped, 0), Some(Missing::NoSolution));
        let built = row(r#""length":16,"stats":{"explored":0,"generated":0,"max_frontier":0}"#);
        assert_eq!(missing("explored", &built, 0), Some(Missing::NoNodes));
        // A search that starts at the goal generates nothing.
        let at_goal = row(r#""length":0,"stats":{"explored":1,"generated":0,"max_frontier":0}"#);
        assert_eq!(missing("max_frontier", &at_goal, 1), None);
        let refused = row(r#""outcome":"refused","stats":{"explored":0}"#);
        assert_eq!(missing("explored", &refused, 0), Some(Missing::NotRun));
    }
}
