//! What to do about an error or a notice, in words. The library states facts; each front end has its own spelling of what
//! a user can change: a flag, a field, a keyword argument. The sentences are here, once.

use crate::diagnostic::Diagnostic;
use taquin::heuristic::HeuristicError;
use taquin::search::Stop;
use taquin::solve::{OPTIONS, OptionError, find_option};
use taquin::{Notice, SolveError};

/// How a front end writes what its users can change.
pub trait Spelling: std::fmt::Debug + Sync {
    /// An option or another choice by its name, such as `max-time`.
    fn name(&self, option: &str) -> String;

    /// The same, set to a value.
    fn set(&self, option: &str, value: &str) -> String;

    /// What builds tables, where the user can have them built.
    fn build_tables(&self, tables: &str, size: &str) -> Option<String>;

    /// Where more is said about an algorithm.
    fn explain(&self, algorithm: &str) -> Option<String>;
}

/// Fields of a JSON object.
#[derive(Debug)]
pub struct Fields;

impl Spelling for Fields {
    fn name(&self, option: &str) -> String {
        match option {
            "max-time" => "max_seconds".to_string(),
            "max-memory" => "max_bytes".to_string(),
            _ => option.replace('-', "_"),
        }
    }

    fn set(&self, option: &str, value: &str) -> String {
        match option {
            "max-time" => format!("{} {}", self.name(option), seconds(value)),
            _ => format!("{} {value}", self.name(option)),
        }
    }

    fn build_tables(&self, _: &str, _: &str) -> Option<String> {
        None
    }

    fn explain(&self, _: &str) -> Option<String> {
        None
    }
}

/// `1h` as a number of seconds.
fn seconds(time: &str) -> String {
    match time.strip_suffix('h').and_then(|hours| hours.parse::<u64>().ok()) {
        Some(hours) => (hours * 3600).to_string(),
        None => time.trim_end_matches('s').to_string(),
    }
}

/// An error, and what would be right.
pub fn diagnostic(error: &SolveError, spelling: &dyn Spelling) -> Diagnostic {
    let diagnostic = Diagnostic::new(error.to_string());
    match for_solve_error(error, spelling) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// What would be right, if that can be said.
fn for_solve_error(error: &SolveError, spelling: &dyn Spelling) -> Option<String> {
    let set = |option: &str, value: &str| spelling.set(option, value);
    Some(match error {
        SolveError::UnknownAlgorithm(_) | SolveError::UnknownHeuristic(_) => return None,
        SolveError::HeuristicUnused { .. } => {
            format!("leave it out, or choose an algorithm such as {}", set("algorithm", "astar"))
        }
        SolveError::NeedsPatterns { .. } => {
            format!("use {}, or {}", set("heuristic", "pdb"), set("algorithm", "ida"))
        }
        SolveError::Inadmissible { .. } => {
            let weight = set("weight", "1");
            format!("use greedy, or weighted-astar ({weight} is A* without the promise)")
        }
        SolveError::OptionUnused { algorithm, .. } => match spelling.explain(algorithm.info().id) {
            Some(more) => format!("leave it out, or see {more}"),
            None => "leave it out".to_string(),
        },
        SolveError::UnknownOption { .. } => {
            let names: Vec<String> =
                OPTIONS.iter().map(|option| spelling.name(option.name)).collect();
            format!("the options are {}", names.join(", "))
        }
        SolveError::OutOfRange(OptionError { option, .. }) => {
            let option = find_option(option)?;
            format!("{} takes {}", spelling.name(option.name), option.values)
        }
        SolveError::CostsUnused { .. } => "use dijkstra or astar".to_string(),
        SolveError::SpaceTooLarge { .. } => "use auto, astar or ida".to_string(),
        SolveError::Heuristic(HeuristicError::TooLarge { .. }) => {
            format!("{} fits any size", set("heuristic", "linear-conflict"))
        }
        SolveError::Heuristic(HeuristicError::Overflow { .. }) => {
            format!("use {}", set("cost", "unit"))
        }
        SolveError::Heuristic(_) => return None,
    })
}

/// A notice as one sentence: the fact, and what would help.
pub fn tell_notice(notice: &Notice, spelling: &dyn Spelling) -> String {
    match for_notice(notice, spelling) {
        Some(remedy) => format!("{notice}; {remedy}"),
        None => notice.to_string(),
    }
}

fn for_notice(notice: &Notice, spelling: &dyn Spelling) -> Option<String> {
    match notice {
        Notice::NotProven { stopped_by, provable, .. } => {
            let (further, longer) = match provable {
                true => ("goes on to the proof", "1h"),
                false => ("looks for a better one for longer", "60s"),
            };
            let limit = match stopped_by {
                Some(Stop::Cancelled) => return None,
                None => return Some(format!("{} {further}", spelling.set("max-time", longer))),
                Some(Stop::Memory) => "max-memory",
                Some(Stop::Nodes) => "max-nodes",
                Some(Stop::Time) => "max-time",
            };
            Some(format!("a greater {} {further}", spelling.name(limit)))
        }
        Notice::LargerTables { tables, size } => {
            let built = spelling.build_tables(&tables.to_string(), &size.to_string())?;
            Some(format!("build them once with {built}"))
        }
        Notice::Table(_) | Notice::NoTable(_) => None,
    }
}
