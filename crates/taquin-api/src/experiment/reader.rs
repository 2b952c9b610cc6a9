//! Reads the runs of an experiment, line by line: no run gets any further that contradicts itself, the header or the
//! runs before it. Whatever reads runs back reads them here: a file that is resumed or merged, saved results that are
//! plotted, the lines that Python summarises.

use super::boards::digest_of;
use super::{ConfigurationRecord, HEADER, Header, RunIndex, Shard};
use crate::diagnostic::Diagnostic;
use crate::digest::{DIGEST, Digest};
use crate::json::{Solved, of_other_version, other_version};
use crate::results::{Published, RUN, without_place};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use taquin::CostModel;

/// The line of a run and its content.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its index in the experiment.
    pub run: RunIndex,
    /// Its content.
    pub row: Solved,
    /// The line in the file, without its line ending.
    pub line: String,
}

/// The content of a results file.
#[derive(Debug)]
pub struct Results {
    /// The header, which identifies the experiment.
    pub header: Header,
    /// The runs, in order, each once.
    pub records: Vec<Record>,
}

/// Reads the runs of an experiment.
#[derive(Debug)]
pub struct RunReader {
    header: Header,
    boards: KnownBoards,
    records: BTreeMap<RunIndex, Record>,
}

/// The algorithm that chooses others.
pub const AUTO: &str = "auto";

/// The kind of a line.
#[derive(Deserialize)]
struct LineKind {
    #[serde(default)]
    record: String,
    digest: Option<String>,
}

impl RunReader {
    /// Creates the reader of the lines below a header.
    pub fn new(header: &[u8]) -> Result<RunReader, Diagnostic> {
        let wrong =
            |why: &str| Diagnostic::new("not-results", format!("this is not a header: {why}"));
        let read: Result<Header, _> = serde_json::from_slice(header);
        if let Some(version) = other_version(header) {
            return Err(of_other_version(version));
        }
        let read = read.map_err(|error| wrong(&without_place(&error)))?;
        if read.boards.checked_mul(read.configurations.len()).is_none() {
            return Err(wrong("it has more runs than can be counted"));
        }
        if read.configurations.iter().any(ConfigurationRecord::disturbs) {
            return Err(wrong("its configurations have control characters"));
        }
        Digest::check(read.digest.as_deref(), header).map_err(contradiction)?;
        Ok(RunReader { header: read, boards: KnownBoards::default(), records: BTreeMap::new() })
    }

    /// Reads the next line below the header. Returns the index of the run; `None` if it is no run but, for example, a
    /// summary.
    pub fn read(&mut self, line: &str) -> Result<Option<RunIndex>, Diagnostic> {
        let kind: LineKind =
            serde_json::from_str(line).map_err(|error| not_a_run(&without_place(&error)))?;
        if kind.record != RUN {
            Digest::check(kind.digest.as_deref(), line.as_bytes()).map_err(contradiction)?;
            return if kind.record == HEADER {
                Err(contradiction("another experiment begins here".to_string()))
            } else {
                Ok(None)
            };
        }
        let row = Solved::read(line.as_bytes())?;
        let run =
            self.header.run_of(&row).map_err(|wrong| Diagnostic::new("foreign-run", wrong))?;
        self.boards.add(&row).map_err(contradiction)?;
        let line = match row.digest {
            Some(_) => line.to_string(),
            None => with_digest(line),
        };
        match self.records.entry(run) {
            Entry::Vacant(entry) => drop(entry.insert(Record { run, row, line })),
            // The same line twice is the same run.
            Entry::Occupied(known) if known.get().line == line => {}
            Entry::Occupied(_) => {
                let twice = "this run is there twice, with two results";
                return Err(contradiction(twice.to_string()));
            }
        }
        Ok(Some(run))
    }

    /// Returns the header and the runs, in order, once all lines are read.
    pub fn finish(self) -> Result<Results, Diagnostic> {
        self.boards.check(&self.header)?;
        Ok(Results { header: self.header, records: self.records.into_values().collect() })
    }
}

fn contradiction(wrong: String) -> Diagnostic {
    Diagnostic::new("contradiction", wrong)
}

fn not_a_run(why: &str) -> Diagnostic {
    Diagnostic::new("not-a-result", format!("this is not the result of a run: {why}"))
}

/// Adds the digest to a line that has none, now that it is verified.
fn with_digest(line: &str) -> String {
    // A digest that is null is none.
    if let Ok(mut fields) = serde_json::from_str::<BTreeMap<String, &RawValue>>(line)
        && fields.remove(DIGEST).is_some()
        && let Ok(others) = serde_json::to_string(&fields)
    {
        return with_digest(&others);
    }
    match (line.trim_end().strip_suffix('}'), Digest::of_json(line.as_bytes())) {
        (Some(fields), Ok(digest)) => format!("{fields},\"digest\":\"{digest}\"}}"),
        _ => line.to_string(),
    }
}

impl Header {
    /// Returns the run of a row, or says why it does not belong to this experiment.
    fn run_of(&self, row: &Solved) -> Result<RunIndex, String> {
        let Solved { number, configuration, .. } = row;
        let index = self.configurations.iter().position(|known| known.id == *configuration);
        let index =
            index.ok_or_else(|| format!("the header has no configuration '{configuration}'"))?;
        let shard = self.shard.as_ref().and_then(|shard| shard.parse::<Shard>().ok());
        let has_board = |number| shard.is_none_or(|shard| shard.has(number));
        if !(1..=self.boards).contains(number) || !has_board(*number) {
            return Err(format!("the header has no board {number}"));
        }
        if row.limits != self.limits {
            return Err("its limits are not those of the header".to_string());
        }
        if row.digest.is_none() && self.digest.is_some() {
            return Err("it has no digest, as all runs of this file have".to_string());
        }
        if self.configurations[index].is_of(row) {
            Ok((number - 1) * self.configurations.len() + index)
        } else {
            Err(format!("its settings are not those of {configuration} in the header"))
        }
    }
}

impl ConfigurationRecord {
    /// Whether its texts, which tables repeat, have characters that disturb a terminal.
    fn disturbs(&self) -> bool {
        let ConfigurationRecord { id, algorithm, heuristic, .. } = self;
        let texts = [Some(id), Some(algorithm), heuristic.as_ref()];
        texts.into_iter().flatten().any(|text| text.chars().any(char::is_control))
    }

    /// Whether a row can be a result of this configuration. `auto` chooses algorithm, heuristic and settings itself.
    fn is_of(&self, row: &Solved) -> bool {
        let is_requested =
            row.request.algorithm == self.algorithm && row.cost_model == self.cost_model;
        let chosen = row.algorithm.as_ref().filter(|_| self.algorithm != AUTO);
        is_requested
            && chosen.is_none_or(|algorithm| {
                let mut settings = row.settings.clone();
                // Where it cannot be chosen, it is reported of the run only.
                settings.0.goal_test =
                    settings.0.goal_test.filter(|_| self.settings.0.goal_test.is_some());
                *algorithm == self.algorithm
                    && (self.heuristic.is_none() || row.heuristic == self.heuristic)
                    && settings == self.settings
            })
    }
}

/// What some runs say about the boards of an experiment.
#[derive(Debug, Default)]
pub struct KnownBoards(BTreeMap<usize, KnownBoard>);

/// What some runs say about a board.
#[derive(Debug)]
struct KnownBoard {
    board: String,
    goal: String,
    published: Option<Published>,
    /// For each cost model the highest lower bound and the lowest cost.
    proven: BTreeMap<CostModel, (u64, u64)>,
}

impl KnownBoards {
    /// Adds a run, or says what it contradicts.
    pub fn add(&mut self, row: &Solved) -> Result<(), String> {
        let number = row.number;
        let known = self.0.entry(number).or_insert_with(|| KnownBoard {
            board: row.board.clone(),
            goal: row.goal.clone(),
            published: row.published(),
            proven: BTreeMap::new(),
        });
        if known.board != row.board || known.goal != row.goal {
            return Err(format!("board {number} is another one in the runs before"));
        }
        if known.published != row.published() {
            return Err(format!(
                "what is published of board {number} is not what the runs before state"
            ));
        }
        let proven = known.proven.entry(row.cost_model).or_insert((0, u64::MAX));
        proven.0 = proven.0.max(row.lower_bound.unwrap_or(0));
        proven.1 = proven.1.min(row.cost.unwrap_or(u64::MAX));
        let (bound, cost) = *proven;
        if bound <= cost {
            Ok(())
        } else {
            Err(format!(
                "board {number} has a solution of cost {cost}, but a run states a lower bound of {bound}"
            ))
        }
    }

    /// Checks, if all boards are known, that they are those of the header.
    pub fn check(&self, header: &Header) -> Result<(), Diagnostic> {
        let boards = self.0.values();
        let boards = boards.map(|known| (known.board.clone(), known.goal.clone(), known.published));
        if self.0.len() < header.boards || digest_of(boards).to_string() == header.boards_digest {
            Ok(())
        } else {
            Err(contradiction("its boards are not those of its header".to_string()))
        }
    }
}
