//! Experiments: configurations x boards, run and counted, for `compare`, `bench` and `merge`.
//!
//! In the order in which data flows: `configuration` and `boards` read what is requested, `Experiment` holds it and its
//! [`Header`] identifies it; `crate::tasks` runs it, on several threads if requested, and produces one line of JSON per
//! run (`record`); `results_file` stores the lines in a file that survives a kill, `reader` reads and verifies its lines,
//! `merge` combines several files, and `saved` reads whatever any command saved. Rows are verified and summarised in
//! `crate::results`.

mod annotated;
mod boards;
mod configuration;
mod merge;
mod reader;
mod record;
mod results_file;
mod saved;
mod settings;

pub use annotated::{Annotated, AnnotatedLine};
pub use boards::{BoardSet, KORF, MOST_BOARDS, Member};
pub use configuration::{Configuration, ConfigurationRequest, Configurations};
pub use merge::{Merged, merge};
pub use reader::{Record, Results, RunReader};
pub(crate) use record::run_line;
pub use results_file::{ResultsFile, gaps, listed, listed_ranges, results_text};
pub use saved::{Saved, SavedRows, read_saved};
pub use settings::ConfigurationRecord;

use crate::digest::Digest;
use crate::json::{SCHEMA_VERSION, TOOL_VERSION};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use taquin::Limits;

/// The configurations compared by default: the searches of every textbook.
pub const DEFAULT_CONFIGURATIONS: [&str; 7] =
    ["bfs", "dfs", "iddfs", "bidirectional", "greedy", "astar", "ida"];

/// The searches that race by default: uninformed ones, and what a heuristic changes.
pub const DEFAULT_RACE: [&str; 4] = ["bfs", "bidirectional", "greedy", "astar"];

/// The default time limit of a run of a comparison: a blind search of 4x4 would take hours.
pub const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// An experiment to run.
#[derive(Debug)]
pub struct Experiment {
    /// The searches to run.
    pub configurations: Vec<Configuration>,
    /// The boards.
    pub set: BoardSet,
    /// The limits of each run, as far as they were set.
    pub limits: Limits,
    /// The part of the boards to run, if not all.
    pub shard: Option<Shard>,
}

/// The index of a run: board by board, and for each board configuration by configuration.
pub type RunIndex = usize;

impl Experiment {
    /// Returns the runs of this shard, in order.
    pub fn runs(&self) -> Vec<RunIndex> {
        let configurations = self.configurations.len();
        let boards = (0..self.set.members.len()).filter(|board| match self.shard {
            Some(shard) => shard.has(board + 1),
            None => true,
        });
        boards
            .flat_map(|board| {
                (0..configurations).map(move |configuration| board * configurations + configuration)
            })
            .collect()
    }

    /// Returns the number of a run's board from 1, the board and the configuration.
    pub fn parts(&self, run: RunIndex) -> (usize, &Member, &Configuration) {
        let configurations = self.configurations.len();
        (
            run / configurations + 1,
            &self.set.members[run / configurations],
            &self.configurations[run % configurations],
        )
    }

    /// Whether this is the board of a run.
    pub fn has(&self, run: RunIndex, text: &str) -> bool {
        let board = self.parts(run).1.input.board.as_ref();
        board.is_ok_and(|board| board.to_string() == text)
    }

    /// Returns the header that identifies the experiment.
    pub fn header(&self) -> Header {
        let first = self.set.members.first().and_then(|member| member.input.board.as_ref().ok());
        let goal = match taquin::Goal::NAMED.iter().find(|named| named.1 == self.set.goal) {
            Some((name, ..)) => name.to_string(),
            None => {
                first.map(|board| self.set.goal.board(board.size()).to_string()).unwrap_or_default()
            }
        };
        Header {
            record: HEADER.to_string(),
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION.to_string(),
            set: self.set.name.clone(),
            goal,
            boards: self.set.members.len(),
            boards_digest: self.set.digest(),
            configurations: self.configurations.iter().map(Configuration::settings).collect(),
            limits: self.limits,
            shard: self.shard.map(|shard| shard.to_string()),
            digest: None,
        }
    }
}

/// The `record` of a header.
pub const HEADER: &str = "experiment";

/// The first line of results, which identifies the experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// `experiment`: every line states its kind.
    pub record: String,
    /// The version of the schema of all lines.
    pub schema_version: u32,
    /// The version of the program.
    pub tool_version: String,
    /// The name of the set of boards.
    pub set: String,
    /// The goal: its name, or the board.
    pub goal: String,
    /// The number of boards in the whole set.
    pub boards: usize,
    /// A digest that identifies these boards, their goals and published lengths.
    pub boards_digest: String,
    /// The searches to run.
    pub configurations: Vec<ConfigurationRecord>,
    /// The limits of each run that were set; the one on memory is always there.
    pub limits: Limits,
    /// The part of the boards: `1/4`, or null for all of them.
    pub shard: Option<String>,
    /// The digest of all other fields. A header that has one is followed by runs that have one, too; other programs may
    /// leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

impl Header {
    /// Returns the first line of results, without its line ending.
    pub fn line(&self) -> String {
        let whole = Header { digest: Some(Digest::of(self)), ..self.clone() };
        serde_json::to_string(&whole).expect("numbers and text are written to memory")
    }

    /// Returns the number of runs of the whole experiment.
    pub fn runs(&self) -> usize {
        self.boards * self.configurations.len()
    }

    /// Describes how this experiment differs from `other`, apart from the shard: ours, then theirs.
    pub fn difference(&self, other: &Header) -> Option<String> {
        let ids = |header: &Header| {
            let ids = header.configurations.iter().map(|settings| settings.id.as_str());
            ids.collect::<Vec<_>>().join(", ")
        };
        let differ = |what: &str, ours: &str, theirs: &str| format!("{what} {ours}, not {theirs}");
        if self.tool_version != other.tool_version || self.schema_version != other.schema_version {
            let (ours, theirs) = (&self.tool_version, &other.tool_version);
            return Some(differ("it was written by taquin", ours, theirs));
        }
        if self.boards_digest != other.boards_digest || self.boards != other.boards {
            let reported = |header: &Header| {
                let Header { boards, set, goal, boards_digest, .. } = header;
                format!("{set} to the goal {goal} ({boards} boards, digest {boards_digest})")
            };
            return Some(differ("its boards are", &reported(self), &reported(other)));
        }
        if ids(self) != ids(other) {
            return Some(differ("its configurations are", &ids(self), &ids(other)));
        }
        let unlike = self.configurations.iter().zip(&other.configurations).find(|(a, b)| a != b);
        if let Some((ours, theirs)) = unlike {
            let what = format!("its settings of {} are", ours.id);
            return Some(differ(&what, &ours.in_words(), &theirs.in_words()));
        }
        let limits = |limits: &Limits| {
            let one = |name, value: Option<String>| {
                format!("{name} {}", value.unwrap_or("none".to_string()))
            };
            [
                one("max nodes", limits.max_nodes.map(|nodes| nodes.to_string())),
                one("max time", limits.max_time.map(|time| format!("{}s", time.as_secs_f64()))),
                one("max memory", limits.max_bytes.map(|bytes| bytes.to_string())),
            ]
            .join(", ")
        };
        (self.limits != other.limits)
            .then(|| differ("its limits are", &limits(&self.limits), &limits(&other.limits)))
    }
}

/// Every nth board: `1/4` has the boards 1, 5, 9, ..., so that hard boards at the end are spread over all shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl Shard {
    /// Whether it contains a board, numbered from 1.
    pub fn has(self, number: usize) -> bool {
        number % self.count == self.index % self.count
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || "write which part of how many, counted from 1: 1/4".to_string();
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        let shard = Shard { index: number(index)?, count: number(count)? };
        if (1..=shard.count).contains(&shard.index) { Ok(shard) } else { Err(wrong()) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_board_belongs_to_exactly_one_shard() {
        for count in 1..6 {
            let shard = |index: usize| format!("{index}/{count}").parse::<Shard>().expect("one");
            for number in 1..20 {
                assert_eq!((1..=count).filter(|&index| shard(index).has(number)).count(), 1);
            }
            assert!(shard(1).has(1) && shard(count).has(count));
        }
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
