//! What a person should know of an answer, as facts; what could be done about it is for each front end to say.

use crate::board::Size;
use crate::pattern::{Partitions, StoreError, StoreNotice};
use std::fmt;
use taquin_search::Stop;

/// What a person should know of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The solution may not be the best.
    NotProven {
        /// No solution costs less.
        lower_bound: u64,
        /// What kept it from going on; `None` where it would have taken longer than it takes by itself.
        stopped_by: Option<Stop>,
        /// Whether it would come to a proof, rather than only to better solutions.
        provable: bool,
    },
    /// Larger pattern databases would make such boards much faster.
    LargerTables {
        /// Which ones.
        tables: Partitions,
        /// For boards of this size.
        size: Size,
    },
    /// How a table was got.
    Table(StoreNotice),
    /// A table that was needed could not be had.
    NoTable(StoreError),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::NotProven { lower_bound, stopped_by, .. } => {
                write!(f, "not proven the best: no solution can have a cost below {lower_bound}")?;
                match stopped_by {
                    Some(Stop::Time) | None => Ok(()),
                    Some(stop) => write!(f, "; {stop}"),
                }
            }
            Notice::LargerTables { tables, size } => {
                write!(
                    f,
                    "hard {size} boards are solved much faster with the pattern databases {tables}"
                )
            }
            Notice::Table(notice) => notice.fmt(f),
            Notice::NoTable(error) => error.fmt(f),
        }
    }
}

codes! {
    Notice {
        Notice::NotProven { .. } => "not-proven",
        Notice::LargerTables { .. } => "larger-tables",
    }
    within {
        Notice::Table(ref notice) => notice.code(),
        Notice::NoTable(ref error) => error.code(),
    }
}
