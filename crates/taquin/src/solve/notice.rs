//! Facts that a user should know about an answer. Each front end adds what can be done about them.

use crate::board::Size;
use crate::pattern::{Partitions, StoreError, StoreNotice};
use std::fmt;
use taquin_search::Stop;

/// A fact that a user should know about an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The solution may not be the best.
    NotProven {
        /// No solution costs less.
        lower_bound: u64,
        /// The limit that stopped it; `None` if it reached its own default time.
        stopped_by: Option<Stop>,
        /// Whether more time would lead to a proof, rather than only to better solutions.
        provable: bool,
    },
    /// Larger pattern databases would make such boards much faster.
    LargerTables {
        /// The pattern databases.
        tables: Partitions,
        /// The size of the boards.
        size: Size,
    },
    /// How a table was obtained.
    Table(StoreNotice),
    /// A table that was needed is not available.
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
