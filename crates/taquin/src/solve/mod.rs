//! From a puzzle and a choice of algorithm to a [`Report`]: the only place where names become types.
//!
//! A [`Solver`] contains the choices; [`Solver::solve`] checks that they are compatible, then `dispatch` picks the
//! compiled search for them. Nothing above this module is generic.

mod algorithm;
mod attempts;
mod auto;
mod dispatch;
mod error;
mod estimate;
#[cfg(test)]
mod instructions;
mod job;
#[cfg(test)]
mod lies;
mod method;
mod methods;
mod near_optimal;
mod notice;
mod observers;
mod patterns;
mod report;
mod settings;
mod verify;
mod whole;

pub use algorithm::AlgorithmId;
pub use attempts::PROVABLE_CELLS;
pub use error::SolveError;
pub use estimate::{Estimate, estimate};
pub use notice::Notice;
pub use report::{Attempted, Outcome, Report, TableUse};
pub use settings::{
    OPTIONS, OptionError, OptionValue, OptionValues, SearchOption, Settings, find_option,
};
pub use verify::Contradiction;

use crate::board::{Board, Move, Size};
use crate::cost::{Cost, CostModel};
use crate::heuristic::{CustomHeuristic, HeuristicChoice};
use crate::puzzle::Puzzle;
use crate::store::Store;
use job::SolveJob;
use settings::SettingError;
use taquin_search::{Budget, Cancel, Clock, Limits, Observer, Optimality};

/// How to solve: the algorithm, the heuristic and all options.
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
    /// The algorithm; by default `auto`, that of [`algorithm_for`] if a heuristic is chosen, or one that can be watched
    /// if the search will be.
    pub algorithm: Option<AlgorithmId>,
    /// The heuristic; by default Manhattan.
    pub heuristic: Option<HeuristicChoice>,
    /// The cost model.
    pub costs: CostModel,
    /// The other options.
    pub settings: Settings,
    /// Whether the report contains the ids of the states on the path.
    pub path_ids: bool,
    /// Whether someone will watch the search step by step: then the default algorithm is one with a search
    /// tree.
    pub watched: bool,
    /// The limits.
    pub limits: Limits,
    /// The store of tables and learnt scores.
    pub store: Store,
    /// The clock.
    pub clock: Clock,
}

impl Solver {
    /// Selects an algorithm by id or alias.
    pub fn algorithm(mut self, name: &str) -> Result<Solver, SolveError> {
        self.algorithm = Some(name.parse()?);
        Ok(self)
    }

    /// Creates a solver with this algorithm and defaults for everything else.
    pub fn new(algorithm: AlgorithmId) -> Solver {
        Solver { algorithm: Some(algorithm), ..Solver::default() }
    }

    /// Creates a solver with A*, by default with the Manhattan distance.
    pub fn astar() -> Solver {
        Solver::new(AlgorithmId::AStar)
    }

    /// Sets an option by name and value, as people write them.
    ///
    /// ```
    /// use taquin::Solver;
    /// let beam = Solver::default().algorithm("beam")?.set("width", "50")?;
    /// assert_eq!(beam.settings.width, Some(50));
    /// # Ok::<(), taquin::SolveError>(())
    /// ```
    pub fn set(mut self, option: &str, value: &str) -> Result<Solver, SolveError> {
        let [algorithm, _] = self.algorithms();
        let unknown = || SolveError::UnknownOption { algorithm, option: option.to_string() };
        let option = find_option(option).ok_or_else(unknown)?;
        option.set(&mut self.settings, Some(option.read(value)?));
        Ok(self)
    }

    /// Selects a heuristic by id or alias.
    pub fn heuristic(self, name: &str) -> Result<Solver, SolveError> {
        Ok(self.heuristic_choice(name.parse::<HeuristicChoice>()?))
    }

    /// Selects a heuristic.
    pub fn heuristic_choice(mut self, choice: impl Into<HeuristicChoice>) -> Solver {
        self.heuristic = Some(choice.into());
        self
    }

    /// Searches with a custom function. It must never overestimate, or a solution reported as optimal may not be: see
    /// [`CustomHeuristic::inadmissible`] for functions that do.
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

    /// Solves a puzzle with a cancel flag and an optional observer.
    pub fn solve_observed<'a>(
        &'a self,
        puzzle: &'a Puzzle,
        cancel: &Cancel,
        observer: Option<&'a mut (dyn Observer<Move> + 'a)>,
    ) -> Result<Report, SolveError> {
        let algorithm = self.effective_algorithm(puzzle.size());
        self.check_for(algorithm)?;
        let budget = Budget::new(self.limits, cancel.clone())
            .with_clock(self.clock.clone())
            .with_reserve(self.store.reserve());
        let report = dispatch::run(SolveJob {
            puzzle,
            algorithm,
            heuristic: self.effective_heuristic(),
            costs: self.costs,
            order: self.settings.order.unwrap_or_default(),
            options: self.settings.options(algorithm.info()),
            path_ids: self.path_ids,
            below: None,
            budget,
            store: &self.store,
            patterns: None,
            observer,
        });
        self.store.trim();
        report
    }

    /// Returns the algorithm that was asked for, possibly `auto`.
    pub fn requested(&self) -> AlgorithmId {
        self.algorithm.unwrap_or(AlgorithmId::Auto)
    }

    /// Returns the algorithm for boards of a size: the selected one or, if only a heuristic is selected, that of
    /// [`algorithm_for`]. A search that is watched has a tree, unless the selected algorithm has none.
    ///
    /// ```
    /// use taquin::{Size, Solver, solve::AlgorithmId};
    /// let manhattan = Solver::default().heuristic("manhattan")?;
    /// assert_eq!(manhattan.effective_algorithm(Size::new(3, 4).unwrap()), AlgorithmId::AStar);
    /// assert_eq!(manhattan.effective_algorithm(Size::new(4, 4).unwrap()), AlgorithmId::Ida);
    /// let watched = Solver { watched: true, ..Solver::default() };
    /// assert_eq!(watched.effective_algorithm(Size::new(3, 4).unwrap()), AlgorithmId::AStar);
    /// assert_eq!(watched.algorithm("auto")?.effective_algorithm(Size::new(3, 4).unwrap()), AlgorithmId::Auto);
    /// # Ok::<(), taquin::SolveError>(())
    /// ```
    pub fn effective_algorithm(&self, size: Size) -> AlgorithmId {
        let [small, large] = self.algorithms();
        if size.cells() <= ASTAR_CELLS { small } else { large }
    }

    /// Returns the algorithm for small boards, and the one for all others.
    fn algorithms(&self) -> [AlgorithmId; 2] {
        match (self.requested(), &self.heuristic) {
            _ if self.watched && self.algorithm.is_none() => TEXTBOOK,
            (AlgorithmId::Auto, Some(heuristic)) => algorithms_for(heuristic),
            (chosen, _) => [chosen; 2],
        }
    }

    /// Returns the heuristic that will be used, if any.
    pub fn effective_heuristic(&self) -> Option<HeuristicChoice> {
        // If there are two algorithms, both use the selected heuristic.
        let [algorithm, _] = self.algorithms();
        let default = || algorithm.default_heuristic().map(HeuristicChoice::from);
        self.heuristic.clone().filter(|_| algorithm.info().informed).or_else(default)
    }

    /// Returns whether a search of boards of a size uses a learnt score.
    ///
    /// ```
    /// use taquin::{Size, Solver};
    /// let auto = Solver::default();
    /// assert!(auto.uses_learnt_score(Size::new(5, 5)?) && !auto.uses_learnt_score(Size::new(4, 4)?));
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    pub fn uses_learnt_score(&self, size: Size) -> bool {
        match self.effective_algorithm(size) {
            AlgorithmId::NearOptimal => true,
            AlgorithmId::Auto => size.cells() > PROVABLE_CELLS,
            _ => false,
        }
    }

    /// Returns the number of units in one step of cost, in the costs, estimates and bounds that an observer receives.
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

    /// Returns an error if the choices are incompatible, whatever the puzzle. If the algorithm depends on the size,
    /// they must suit one of the two.
    pub fn check(&self) -> Result<(), SolveError> {
        let [small, large] = self.algorithms();
        self.check_for(small).or_else(|error| self.check_for(large).map_err(|_| error))
    }

    /// Returns an error if the choices do not suit an algorithm.
    fn check_for(&self, algorithm: AlgorithmId) -> Result<(), SolveError> {
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

/// Up to this many cells, A* has enough memory for any board.
const ASTAR_CELLS: usize = 12;

/// The algorithms for small boards and for all others where a heuristic is used or the search is watched: A*, and IDA*
/// where A* may run out of memory. Both have a search tree.
const TEXTBOOK: [AlgorithmId; 2] = [AlgorithmId::AStar, AlgorithmId::Ida];

/// Returns the algorithm for a heuristic on boards of a size, if only the heuristic is selected: `fast-ida` for pattern
/// databases; with any other heuristic A* up to 12 cells, and IDA* where A* may run out of memory.
///
/// ```
/// use taquin::{Size, heuristic::HeuristicId, solve::{AlgorithmId, algorithm_for}};
/// let (small, large) = (Size::new(3, 3)?, Size::new(5, 5)?);
/// assert_eq!(algorithm_for(&HeuristicId::Manhattan.into(), small), AlgorithmId::AStar);
/// assert_eq!(algorithm_for(&HeuristicId::Manhattan.into(), large), AlgorithmId::Ida);
/// assert_eq!(algorithm_for(&HeuristicId::Patterns.into(), small), AlgorithmId::FastIda);
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub fn algorithm_for(heuristic: &HeuristicChoice, size: Size) -> AlgorithmId {
    Solver::default().heuristic_choice(heuristic.clone()).effective_algorithm(size)
}

/// Returns the same for small boards, and for all others.
fn algorithms_for(heuristic: &HeuristicChoice) -> [AlgorithmId; 2] {
    if heuristic.is_patterns() { [AlgorithmId::FastIda; 2] } else { TEXTBOOK }
}
