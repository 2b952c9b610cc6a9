//! Why a puzzle cannot be solved with the given choices.

use super::algorithm::AlgorithmId;
use super::settings::OptionError;
use super::verify::Contradiction;
use crate::board::Size;
use crate::cost::CostModel;
use crate::heuristic::{HeuristicChoice, HeuristicError, HeuristicNameError};

/// Why choices are invalid.
///
/// ```
/// use taquin::{SolveError, Solver};
/// let unknown = Solver::default().algorithm("bsf").unwrap_err();
/// assert_eq!(unknown, SolveError::UnknownAlgorithm("bsf".to_string()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// There is no such algorithm.
    #[error("there is no algorithm '{0}'")]
    UnknownAlgorithm(String),
    /// There is no such heuristic.
    #[error(transparent)]
    UnknownHeuristic(#[from] HeuristicNameError),
    /// The algorithm uses no heuristic.
    #[error("{algorithm} takes no heuristic such as {heuristic}: it uses none or chooses its own")]
    HeuristicUnused {
        /// The algorithm.
        algorithm: AlgorithmId,
        /// The heuristic.
        heuristic: HeuristicChoice,
    },
    /// The algorithm works with pattern databases only.
    #[error("{algorithm} works with pattern databases only, not with {heuristic}")]
    NeedsPatterns {
        /// The algorithm.
        algorithm: AlgorithmId,
        /// The heuristic.
        heuristic: HeuristicChoice,
    },
    /// The algorithm guarantees the cheapest solution, which this heuristic would break.
    #[error("{algorithm} promises the cheapest solution, but {heuristic} may overestimate")]
    Inadmissible {
        /// The algorithm.
        algorithm: AlgorithmId,
        /// The heuristic.
        heuristic: HeuristicChoice,
    },
    /// The algorithm has no such option.
    #[error("{algorithm} has no option {option}")]
    OptionUnused {
        /// The algorithm.
        algorithm: AlgorithmId,
        /// The name of the option.
        option: &'static str,
    },
    /// There is no such option.
    #[error("there is no option '{option}' of {algorithm} or any other algorithm")]
    UnknownOption {
        /// The algorithm.
        algorithm: AlgorithmId,
        /// The name given.
        option: String,
    },
    /// The value of an option is out of range.
    #[error(transparent)]
    OutOfRange(#[from] OptionError),
    /// The algorithm counts moves only.
    #[error(
        "{algorithm} counts every move as 1, so it cannot find the cheapest path for the costs {costs}"
    )]
    CostsUnused {
        /// The algorithm.
        algorithm: AlgorithmId,
        /// The cost model.
        costs: CostModel,
    },
    /// A table of the whole space would be too large.
    #[error(
        "a table of every {size} board would be too large: at most 10 cells fit, such as 3x3 or 2x5"
    )]
    SpaceTooLarge {
        /// The board's size.
        size: Size,
    },
    /// The heuristic does not support the puzzle.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// The answer contradicts itself: an error of this program.
    #[error("{0}")]
    Contradiction(Box<Contradiction>),
}

codes! {
    SolveError {
        SolveError::UnknownAlgorithm(_) => "unknown-algorithm",
        SolveError::HeuristicUnused { .. } => "heuristic-unused",
        SolveError::NeedsPatterns { .. } => "needs-patterns",
        SolveError::Inadmissible { .. } => "inadmissible-heuristic",
        SolveError::OptionUnused { .. } => "option-unused",
        SolveError::UnknownOption { .. } => "unknown-option",
        SolveError::OutOfRange(_) => "option-out-of-range",
        SolveError::CostsUnused { .. } => "costs-unused",
        SolveError::SpaceTooLarge { .. } => "space-too-large",
        SolveError::Contradiction(_) => "contradiction",
    }
    within {
        SolveError::UnknownHeuristic(ref error) => error.code(),
        SolveError::Heuristic(ref error) => error.code(),
    }
}
