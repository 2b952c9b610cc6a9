//! Facts that a user should know about an answer. Each front end adds what can be done about them.

use crate::board::{Board, Size};
use crate::pattern::Partitions;
use crate::store::{StoreError, StoreNotice};
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
    /// Nothing was found within a limit on the depth, by a search that never visits a state twice. If it reached a state
    /// by a long path first, it did not go on from there by a shorter one: there may be a solution within the limit.
    MayBeMissed {
        /// The limit on the depth.
        max_depth: u64,
    },
    /// Larger pattern databases would make such boards much faster.
    LargerTables {
        /// The pattern databases.
        tables: Partitions,
        /// The size of the boards.
        size: Size,
    },
    /// The caller's heuristic, which is said never to overestimate, did; so nothing is proven by it.
    Overestimated {
        /// A board on the path of the solution.
        board: Board,
        /// Its estimate for that board, rounded up.
        estimate: u64,
        /// The cost of the rest of the solution from there.
        cost: u64,
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
            Notice::MayBeMissed { max_depth } => {
                let moves = if *max_depth == 1 { "move" } else { "moves" };
                write!(
                    f,
                    "there may be a solution within {max_depth} {moves}: this search visits no state twice, so what it \
                     first reached by a long path it did not search again by a shorter one"
                )
            }
            Notice::LargerTables { tables, size } => {
                write!(
                    f,
                    "hard {size} boards are solved much faster with the pattern databases {tables}"
                )
            }
            Notice::Overestimated { board, estimate, cost } => {
                write!(
                    f,
                    "the heuristic overestimates, so nothing is proven by it: from {board} it says \
                     {estimate}, but a path of cost {cost} leads to the goal"
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
        Notice::MayBeMissed { .. } => "may-be-missed",
        Notice::LargerTables { .. } => "larger-tables",
        Notice::Overestimated { .. } => "heuristic-overestimates",
    }
    within {
        Notice::Table(ref notice) => notice.code(),
        Notice::NoTable(ref error) => error.code(),
    }
}
