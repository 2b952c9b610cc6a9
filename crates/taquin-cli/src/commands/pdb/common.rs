//! What the commands about tables share: the partition of a goal, the folder of the tables, and the progress bar.

use crate::args::PartitionArgs;
use crate::input;
use crate::progress::{ProgressLine, ProgressTask, TimeLeft};
use crate::terminal::print_notice;
use std::io;
use taquin::pattern::{BuildProgress, Partitions, Pattern, patterns};
use taquin::search::cores;
use taquin::store::Store;
use taquin::{Board, Size};
use taquin_api::diagnostic::Diagnostic;

/// A partition of a goal.
pub struct GoalPartition {
    /// As it was written.
    pub partitions: Partitions,
    /// The goal.
    pub goal: Board,
    /// The patterns of each partition.
    pub patterns: Vec<Vec<Pattern>>,
}

impl GoalPartition {
    /// Returns the partition that the arguments ask for, or the default for boards of that size.
    pub fn new(args: &PartitionArgs) -> Result<GoalPartition, Diagnostic> {
        let default = Size::new(4, 4).expect("a size");
        let goal = input::read_goal_of(&args.goal, args.size, default)?;
        let partitions = match &args.partition {
            Some(partitions) => partitions.clone(),
            None if goal.size() == default => {
                "78".parse().unwrap_or_else(|_| Partitions::default_for(goal.size()))
            }
            None => Partitions::default_for(goal.size()),
        };
        let patterns = patterns(&partitions, &goal);
        let patterns = patterns.map_err(|error| {
            Diagnostic::of(&error).help("'taquin pdb --help' explains partitions")
        })?;
        Ok(GoalPartition { partitions, goal, patterns })
    }

    /// Returns every pattern once: partitions may have some in common.
    pub fn each_pattern(&self) -> Vec<Pattern> {
        let mut each: Vec<Pattern> = Vec::new();
        for &pattern in self.patterns.iter().flatten() {
            if !each.contains(&pattern) {
                each.push(pattern);
            }
        }
        each
    }
}

/// Returns how many threads to use.
pub fn threads(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(cores)
}

/// Returns the folder of a store as text.
pub fn folder(store: &Store) -> String {
    store.folder().map_or("memory".to_string(), |folder| folder.display().to_string())
}

/// Returns the diagnostic for a folder that cannot be used.
pub fn unusable(store: &Store, error: &io::Error) -> Diagnostic {
    Diagnostic::new(
        "folder-unusable",
        format!("the folder {} cannot be used: {error}", folder(store)),
    )
    .help("--cache-dir or TAQUIN_CACHE_DIR names another")
}

/// Returns the store, which must have a folder.
pub fn with_folder(store: Store) -> Result<Store, Diagnostic> {
    match store.folder() {
        Some(_) => Ok(store),
        None => Err(Diagnostic::new(
            "no-folder",
            "there is no folder to keep tables in: no home folder is known",
        )
        .help("--cache-dir or TAQUIN_CACHE_DIR names one")),
    }
}

/// Prints a note on standard error.
pub fn note(text: &str) {
    for line in text.lines() {
        print_notice(&format!("note: {line}"));
    }
}

/// The progress of a table's retrograde search, on a terminal.
pub struct Bar(ProgressLine);

/// Pairs of the fraction of positions known and the fraction of time passed, as measured. Each level takes its time,
/// however few positions it has: those at the beginning and at the end have few.
const TIME_OF_POSITIONS: [(f64, f64); 9] = [
    (0.01, 0.20),
    (0.10, 0.31),
    (0.25, 0.40),
    (0.50, 0.52),
    (0.75, 0.65),
    (0.90, 0.75),
    (0.97, 0.82),
    (0.99, 0.88),
    (1.00, 0.95),
];

impl Bar {
    /// Creates the bar for a pattern's table; `after` is how many positions of further tables will follow.
    pub fn new(pattern: Pattern, after: u64, quiet: bool) -> Bar {
        let total = pattern.needs().positions;
        let done = move |known: u64, level| {
            let percent = u128::from(known) * 100 / u128::from(total.max(1));
            format!("{percent} % of the positions, level {level}")
        };
        let time = TimeLeft::Curve(&TIME_OF_POSITIONS, after as f64 / total.max(1) as f64);
        let (name, done) = (pattern.picture(), Box::new(done));
        Bar(ProgressLine::new(ProgressTask { name, from: 0, total, done, time }, quiet))
    }

    /// Updates the progress.
    pub fn show(&self, progress: BuildProgress) {
        self.0.set(progress.known, progress.level as u64);
    }
}
