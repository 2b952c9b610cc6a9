//! Remedies: how to fix an error or respond to a notice, in words. The library states facts, and each front end has its
//! own spelling of what a user can change: a flag, a field, a keyword argument. The sentences are written once, here.

use crate::diagnostic::Diagnostic;
use crate::spelling::Spelling;
use taquin::heuristic::HeuristicError;
use taquin::search::Stop;
use taquin::solve::{OPTIONS, OptionError, find_option};
#[cfg(feature = "files")]
use taquin::store::StoreNotice;
use taquin::{Notice, Report, SolveError};

/// Turns an error into a diagnostic with its remedy.
pub fn diagnostic(error: &SolveError, spelling: &dyn Spelling) -> Diagnostic {
    Diagnostic::of(error).help_spelled(spelling, |spelling| for_solve_error(error, spelling))
}

/// Returns the remedy for an error, if there is one.
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
        SolveError::Contradiction(_) => "please report it with this message".to_string(),
        SolveError::Heuristic(_) => return None,
    })
}

/// A notice about an answer, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedNotice {
    /// A stable code for programs; it does not change when the sentence is reworded.
    pub code: &'static str,
    /// The sentence, without its full stop.
    pub sentence: String,
}

impl RenderedNotice {
    /// Creates a notice of a front end's own.
    pub fn new(code: &'static str, sentence: impl Into<String>) -> RenderedNotice {
        RenderedNotice { code, sentence: sentence.into() }
    }
}

/// Renders the notices about an answer, each as one sentence.
pub fn render_notices(report: &Report, spelling: &dyn Spelling) -> Vec<RenderedNotice> {
    report.notices.iter().map(|notice| render_notice(notice, spelling)).collect()
}

/// Renders a notice as one sentence: the fact and its remedy.
pub fn render_notice(notice: &Notice, spelling: &dyn Spelling) -> RenderedNotice {
    let sentence = match for_notice(notice, spelling) {
        Some(remedy) => format!("{notice}; {remedy}"),
        None => notice.to_string(),
    };
    RenderedNotice::new(notice.code(), sentence)
}

fn for_notice(notice: &Notice, spelling: &dyn Spelling) -> Option<String> {
    match notice {
        Notice::NotProven { stopped_by, provable, .. } => {
            let (further, longer) = if *provable {
                ("lets it continue to a proof", "1h")
            } else {
                ("gives it longer to find a better one", "60s")
            };
            let limit = match stopped_by {
                Some(Stop::Cancelled) => return None,
                None => return Some(format!("{} {further}", spelling.set("max-time", longer))),
                Some(Stop::Memory) => "max-memory",
                Some(Stop::Nodes) => "max-nodes",
                Some(Stop::Time) => "max-time",
            };
            Some(format!("a higher {} {further}", spelling.name(limit)))
        }
        Notice::MayBeMissed { .. } => {
            Some("iddfs with the same limit finds it if there is one".to_string())
        }
        Notice::LargerTables { tables, size } => {
            let built = spelling.build_tables(&tables.to_string(), &size.to_string())?;
            Some(format!("build them once with {built}"))
        }
        #[cfg(feature = "files")]
        Notice::Table(StoreNotice::ScoreNotUsed { .. }) => {
            Some("train that score again, or remove the file".to_string())
        }
        Notice::Overestimated { .. } | Notice::Table(_) | Notice::NoTable(_) => None,
    }
}
