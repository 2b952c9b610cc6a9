//! From a puzzle and a choice of algorithm to a [`Report`]: the only place where names become types.
//!
//! A [`Solver`] holds the choices; [`Solver::solve`] checks that they fit each other, then `dispatch`
//! picks the one compiled search that was asked for. Nothing generic is left above this module.

mod auto;
mod dispatch;
mod estimate;
#[cfg(test)]
mod instructions;
mod methods;
mod notice;
mod patterns;
mod report;
mod settings;
mod whole;

pub use estimate::{Estimate, estimate};
pub use methods::AlgorithmId;
pub use notice::Notice;
pub use report::{Outcome, Report, TableUse};
pub use settings::{
    OPTIONS, OptionError, OptionValue, OptionValues, SearchOption, Settings, find_option,
};

use crate::board::{Board, Direction, MoveOrder, Size};
use crate::cost::{Cost, CostModel};
use crate::heuristic::{CustomHeuristic, HeuristicChoice, HeuristicError, HeuristicNameError};
use crate::pattern::{PatternSets, Store};
use crate::puzzle::Puzzle;
use settings::SettingError;
use std::sync::Arc;
use taquin_search::{Budget, Cancel, Clock, Limits, Observer, Optimality, Options};

/// How to solve: the algorithm, the heuristic and everything that can be set.
///
/// ```
/// use taquin::{Board, Goal, Puzzle, Size, Solver};
/// let board = Board::new(Size::new(3, 3)?, vec![6, 4, 7, 8, 5, 0, 3, 2, 1])?;
/// let puzzle = Puzzle::new(board, &Goal::Classic)?;
/// let report = Solver::default().algorithm("astar")?.heuristic("manhattan")?.solve(&puzzle)?;
/// let solution = report.solution().expect("it is solvable");
/// assert_eq!(solution.len(), 31);
/// assert!(report.optimal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// The algorithm; `auto` unless chosen.
    pub algorithm: Option<AlgorithmId>,
    /// The heuristic; Manhattan unless chosen.
    pub heuristic: Option<HeuristicChoice>,
    /// What a move costs.
    pub costs: CostModel,
    /// What else was chosen.
    pub settings: Settings,
    /// Whether the report shall have the ids of the states on the path.
    pub path_ids: bool,
    /// When to give up.
    pub limits: Limits,
    /// Where pattern databases are kept.
    pub store: Store,
    /// What tells the time.
    pub clock: Clock,
}

/// Why a choice cannot be carried out.
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
    /// The algorithm looks at no heuristic.
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
    /// The algorithm promises the cheapest solution, which this heuristic would break.
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
        /// What was asked for.
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
    /// The heuristic does not fit.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
}

/// One puzzle to be solved in one way, with everything settled.
pub(crate) struct SolveJob<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) algorithm: AlgorithmId,
    /// `None` for algorithms that use none.
    pub(crate) heuristic: Option<HeuristicChoice>,
    pub(crate) costs: CostModel,
    pub(crate) order: MoveOrder,
    pub(crate) options: Options,
    pub(crate) path_ids: bool,
    pub(crate) budget: Budget,
    pub(crate) store: &'a Store,
    /// The tables of a heuristic that needs some, once they were got.
    pub(crate) patterns: Option<Arc<PatternSets>>,
    pub(crate) observer: Option<&'a mut (dyn Observer<Direction> + 'a)>,
}

impl Solver {
    /// Chooses an algorithm by id or alias.
    pub fn algorithm(mut self, name: &str) -> Result<Solver, SolveError> {
        self.algorithm = Some(name.parse()?);
        Ok(self)
    }

    /// A solver with this algorithm, and everything else by default.
    pub fn new(algorithm: AlgorithmId) -> Solver {
        Solver { algorithm: Some(algorithm), ..Solver::default() }
    }

    /// A*, with the Manhattan distance by default.
    pub fn astar() -> Solver {
        Solver::new(AlgorithmId::AStar)
    }

    /// Sets an option of the table by name and value, as people write them.
    ///
    /// ```
    /// use taquin::Solver;
    /// let beam = Solver::default().algorithm("beam")?.set("width", "50")?;
    /// assert_eq!(beam.settings.width, Some(50));
    /// # Ok::<(), taquin::SolveError>(())
    /// ```
    pub fn set(mut self, option: &str, value: &str) -> Result<Solver, SolveError> {
        let algorithm = self.effective_algorithm();
        let unknown = || SolveError::UnknownOption { algorithm, option: option.to_string() };
        let option = find_option(option).ok_or_else(unknown)?;
        option.set(&mut self.settings, Some(option.read(value)?));
        Ok(self)
    }

    /// Chooses a heuristic by id or alias.
    pub fn heuristic(self, name: &str) -> Result<Solver, SolveError> {
        Ok(self.heuristic_choice(name.parse::<HeuristicChoice>()?))
    }

    /// Chooses a heuristic.
    pub fn heuristic_choice(mut self, choice: impl Into<HeuristicChoice>) -> Solver {
        self.heuristic = Some(choice.into());
        self
    }

    /// Searches with a function of one's own. It must never overestimate, or what is called optimal may not be: see
    /// [`CustomHeuristic::inadmissible`] for those that do.
    ///
    /// ```
    /// use taquin::{Board, Goal, Puzzle, Solver};
    /// let puzzle = Puzzle::new(Board::classic("3x3".parse()?), &Goal::ZeroFirst)?;
    /// let goal = puzzle.goal().clone();
    /// let wrong = move |board: &Board| {
    ///     let pairs = board.tiles().iter().zip(goal.tiles());
    ///     pairs.filter(|(tile, home)| **tile != 0 && tile != home).count() as u32
    /// };
    /// let astar = Solver::default().algorithm("astar")?.heuristic_fn(wrong);
    /// let misplaced = Solver::default().algorithm("astar")?.heuristic("misplaced")?;
    /// let (own, listed) = (astar.solve(&puzzle)?, misplaced.solve(&puzzle)?);
    /// assert_eq!((own.cost, own.stats.explored), (listed.cost, listed.stats.explored));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heuristic_fn(self, estimate: impl Fn(&Board) -> Cost + Send + Sync + 'static) -> Solver {
        self.heuristic_choice(HeuristicChoice::Custom(CustomHeuristic::admissible(estimate)))
    }

    /// Solves a puzzle.
    pub fn solve(&self, puzzle: &Puzzle) -> Result<Report, SolveError> {
        self.solve_observed(puzzle, &Cancel::new(), None)
    }

    /// Solves a puzzle; a flag can stop it, and an observer may follow it.
    pub fn solve_observed<'a>(
        &'a self,
        puzzle: &'a Puzzle,
        cancel: &Cancel,
        observer: Option<&'a mut (dyn Observer<Direction> + 'a)>,
    ) -> Result<Report, SolveError> {
        let algorithm = self.effective_algorithm();
        self.check()?;
        let budget = Budget::new(self.limits, cancel.clone())
            .with_clock(self.clock.clone())
            .reclaiming(self.store.reserve());
        let report = dispatch::run(SolveJob {
            puzzle,
            algorithm,
            heuristic: self.effective_heuristic(),
            costs: self.costs,
            order: self.settings.order.unwrap_or_default(),
            options: self.settings.options(algorithm.info()),
            path_ids: self.path_ids,
            budget,
            store: &self.store,
            patterns: None,
            observer,
        });
        self.store.trim();
        report
    }

    /// The algorithm that will run: where none was chosen and the heuristic is one of pattern databases, the
    /// one that was made for them.
    pub fn effective_algorithm(&self) -> AlgorithmId {
        let chosen = self.algorithm.unwrap_or(AlgorithmId::Auto);
        let patterns = self.heuristic.as_ref().is_some_and(HeuristicChoice::is_patterns);
        if chosen == AlgorithmId::Auto && patterns { AlgorithmId::FastIda } else { chosen }
    }

    /// The heuristic that will be used, if one is.
    pub fn effective_heuristic(&self) -> Option<HeuristicChoice> {
        let algorithm = self.effective_algorithm();
        let default = || algorithm.default_heuristic().map(HeuristicChoice::from);
        self.heuristic.clone().filter(|_| algorithm.info().informed).or_else(default)
    }

    /// How many units make one step of cost in the costs, estimates and bounds that an observer gets.
    ///
    /// ```
    /// use taquin::Solver;
    /// let astar = Solver::default().algorithm("astar")?;
    /// assert_eq!((astar.unit(), astar.heuristic("euclidean")?.unit()), (1, 256));
    /// # Ok::<(), taquin::SolveError>(())
    /// ```
    pub fn unit(&self) -> Cost {
        self.effective_heuristic().map_or(1, |choice| choice.info().unit)
    }

    /// Whether the choices fit each other, whatever the puzzle.
    pub fn check(&self) -> Result<(), SolveError> {
        let algorithm = self.effective_algorithm();
        let method = algorithm.method();
        self.settings.check(method.info()).map_err(|wrong| match wrong {
            SettingError::Unused(option) => SolveError::OptionUnused { algorithm, option },
            SettingError::OutOfRange(error) => error.into(),
        })?;
        let Some(heuristic) = self.heuristic.clone() else { return Ok(()) };
        if !method.info().informed {
            return Err(SolveError::HeuristicUnused { algorithm, heuristic });
        }
        if !method.accepts(&heuristic) {
            return Err(SolveError::NeedsPatterns { algorithm, heuristic });
        }
        let promises = method.info().optimal == Optimality::IfAdmissible;
        if promises && !heuristic.info().admissible {
            return Err(SolveError::Inadmissible { algorithm, heuristic });
        }
        Ok(())
    }
}
