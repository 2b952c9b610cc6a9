//! From a puzzle and a choice of algorithm to a [`Report`]: the only place where names become types.
//!
//! A [`Solver`] holds the choices; [`Solver::solve`] checks that they fit each other, then `dispatch`
//! picks the one compiled search that was asked for. Nothing generic is left above this module.

mod algorithm;
mod attempts;
mod auto;
mod dispatch;
mod error;
mod estimate;
#[cfg(test)]
mod instructions;
mod job;
mod method;
mod methods;
mod near_optimal;
mod notice;
mod observers;
mod patterns;
mod report;
mod settings;
mod whole;

pub use algorithm::AlgorithmId;
pub use error::SolveError;
pub use estimate::{Estimate, estimate};
pub use notice::Notice;
pub use report::{Attempted, Outcome, Report, TableUse};
pub use settings::{
    OPTIONS, OptionError, OptionValue, OptionValues, SearchOption, Settings, find_option,
};

use crate::board::{Board, Direction, Size};
use crate::cost::{Cost, CostModel};
use crate::heuristic::{CustomHeuristic, HeuristicChoice};
use crate::pattern::Store;
use crate::puzzle::Puzzle;
use job::SolveJob;
use settings::SettingError;
use taquin_search::{Budget, Cancel, Clock, Limits, Observer, Optimality};

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
    /// The algorithm; `auto` unless chosen, or what [`algorithm_for`] says where a heuristic is.
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
        let [algorithm, _] = self.algorithms();
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

    /// The algorithm that will run on boards of a size: the one that was chosen, or where only a heuristic was, the one
    /// that [`algorithm_for`] names.
    ///
    /// ```
    /// use taquin::{Size, Solver, solve::AlgorithmId};
    /// let manhattan = Solver::default().heuristic("manhattan")?;
    /// assert_eq!(manhattan.effective_algorithm(Size::new(3, 4).unwrap()), AlgorithmId::AStar);
    /// assert_eq!(manhattan.effective_algorithm(Size::new(4, 4).unwrap()), AlgorithmId::Ida);
    /// # Ok::<(), taquin::SolveError>(())
    /// ```
    pub fn effective_algorithm(&self, size: Size) -> AlgorithmId {
        let [small, large] = self.algorithms();
        if size.cells() <= ASTAR_CELLS { small } else { large }
    }

    /// The algorithm for small boards, and the one for all others.
    fn algorithms(&self) -> [AlgorithmId; 2] {
        match (self.algorithm.unwrap_or(AlgorithmId::Auto), &self.heuristic) {
            (AlgorithmId::Auto, Some(heuristic)) => algorithms_for(heuristic),
            (chosen, _) => [chosen; 2],
        }
    }

    /// The heuristic that will be used, if one is.
    pub fn effective_heuristic(&self) -> Option<HeuristicChoice> {
        // Where there are two algorithms, both use the one that was chosen.
        let [algorithm, _] = self.algorithms();
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

    /// Whether the choices fit each other, whatever the puzzle. Where the algorithm follows from its size, they must fit
    /// one of the two.
    pub fn check(&self) -> Result<(), SolveError> {
        let [small, large] = self.algorithms();
        self.check_for(small).or_else(|error| self.check_for(large).map_err(|_| error))
    }

    /// Whether the choices fit an algorithm.
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

/// Up to so many cells A* has memory for any board.
const ASTAR_CELLS: usize = 12;

/// The algorithm for a heuristic that was chosen without one, on boards of a size: `fast-ida` was made for pattern
/// databases; with any other heuristic A* searches up to 12 cells, and IDA* where A* may run out of memory.
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

/// The same for small boards, and for all others.
fn algorithms_for(heuristic: &HeuristicChoice) -> [AlgorithmId; 2] {
    match heuristic.is_patterns() {
        true => [AlgorithmId::FastIda; 2],
        false => [AlgorithmId::AStar, AlgorithmId::Ida],
    }
}
