//! What an algorithm is, promises and does: [`Algorithm`].

use crate::budget::Stop;
use crate::observer::Observer;
use crate::options::{GoalTest, OptionId, Options, Ties};
use crate::problem::{Path, Problem};
use crate::pseudocode::Pseudocode;
use crate::run::Run;

/// What a search promises about the cost of the solution it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimality {
    /// The cheapest.
    Always,
    /// The one of fewest moves, which is the cheapest only where every move costs the same.
    FewestMoves,
    /// The cheapest if the heuristic is admissible; others are refused.
    IfAdmissible,
    /// The cheapest where it can be proven in time; it says whether it was.
    WhereProven,
    /// Nothing.
    Never,
}

/// What an algorithm is and promises, for people and programs.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// The name to call it by.
    pub id: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// What it is called in books.
    pub title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// A few sentences that a student understands.
    pub explanation: &'static str,
    /// Whether it finds a solution wherever there is one, given time and memory.
    pub complete: bool,
    /// What it promises about the cost.
    pub optimal: Optimality,
    /// What its memory grows with.
    pub memory: &'static str,
    /// Whether it looks at a heuristic.
    pub informed: bool,
    /// Whether it counts paths by the cost model; otherwise by moves.
    pub counts_cost: bool,
    /// When it tests for the goal by default.
    pub goal_test: GoalTest,
    /// Which of equal nodes comes first by default; `None` where the question never arises.
    pub ties: Option<Ties>,
    /// What can be set.
    pub options: &'static [OptionId],
    /// It in a few lines, and what can be said of each event.
    pub pseudocode: Pseudocode,
}

impl Options {
    /// What an algorithm does by default.
    pub fn default_for(info: &AlgorithmInfo) -> Options {
        let default = Options::default();
        Options { goal_test: info.goal_test, ties: info.ties.unwrap_or(default.ties), ..default }
    }
}

/// A search over any problem.
pub trait Algorithm {
    /// What it is and promises.
    const INFO: AlgorithmInfo;

    /// The algorithm with options.
    fn with(options: &Options) -> Self;

    /// The algorithm as it is by default.
    fn with_defaults() -> Self
    where
        Self: Sized,
    {
        Self::with(&Options::default_for(&Self::INFO))
    }

    /// Searches until a goal is found, there is nothing left, or the run must stop.
    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop>;
}
