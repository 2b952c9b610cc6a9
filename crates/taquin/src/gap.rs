//! How much longer a solution is than the shortest, and where it first goes astray.
//!
//! After i moves of a solution, let d(i) be the fewest moves that are left. Then i + d(i) never falls along
//! the way: it begins with the fewest moves there are, ends with the solution's length, and each move
//! either keeps it or, being a loss, raises it by 2. In small spaces a table knows every d(i). Elsewhere
//! d(0) is proven by a search, and the first loss is found by halving, which takes a few more searches
//! whose boards are nearer and nearer to the goal. What the limits do not let it prove is told as bounds.

use crate::board::{Board, Direction, MoveOrder};
use crate::pattern::Store;
use crate::puzzle::{Goal, Puzzle, Solution, SolutionError};
use crate::solve::{Outcome, Solver};
use crate::table::DistanceTable;
use std::ops::RangeInclusive;
use std::time::Duration;
use taquin_search::{Budget, Cancel, Limits, Stop};

/// How a solution compares with the shortest.
///
/// ```
/// use taquin::pattern::Store;
/// use taquin::{Cancel, Gap, Goal, InputFormat, Limits, Mover, Puzzle, parse_board, parse_moves};
/// let puzzle = Puzzle::new(parse_board("123450786", InputFormat::Auto, None)?, &Goal::Classic)?;
/// let detour = parse_moves("LRD", Mover::Blank)?.into();
/// let gap = Gap::measure(&puzzle, &detour, Limits::default(), &Cancel::new(), &Store::default())?;
/// assert_eq!((gap.length, gap.fewest.clone(), gap.exact()), (3, 1..=1, Some(2)));
/// assert_eq!(gap.first_loss.steps(), Some(1..=1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// How many moves the solution has.
    pub length: u64,
    /// The fewest moves that solve the board are in this range, proven.
    pub fewest: RangeInclusive<u64>,
    /// Where it first goes astray.
    pub first_loss: FirstLoss,
    /// What kept it from proving all of that, if anything did.
    pub stopped: Option<Stop>,
    /// States explored for it.
    pub explored: u64,
}

/// The first move after which the fewest moves left are not one less than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstLoss {
    /// There is none, proven: the solution is as short as can be.
    None,
    /// It is one of these moves, counted from 1, proven.
    Within {
        /// The moves.
        steps: RangeInclusive<usize>,
        /// Where the blank goes instead on a shortest way, before the first of them.
        better: Option<Direction>,
    },
    /// Whether there is one is not known.
    Unknown,
}

impl FirstLoss {
    /// The moves that it is one of, if there is one for sure.
    pub fn steps(&self) -> Option<RangeInclusive<usize>> {
        match self {
            FirstLoss::Within { steps, .. } => Some(steps.clone()),
            _ => None,
        }
    }
}

impl Gap {
    /// By how many moves the solution is longer than the shortest, if that is proven.
    pub fn exact(&self) -> Option<u64> {
        let proven = self.fewest.start() == self.fewest.end();
        proven.then(|| self.length - self.fewest.start())
    }

    /// Measures a solution. The limits hold for all searches together; without one on time it takes
    /// as long as it takes.
    pub fn measure(
        puzzle: &Puzzle,
        solution: &Solution,
        limits: Limits,
        cancel: &Cancel,
        store: &Store,
    ) -> Result<Gap, SolutionError> {
        solution.verify(puzzle)?;
        if puzzle.size().cells() <= DistanceTable::MAX_CELLS {
            let table = store.distances(puzzle.goal(), &|| cancel.is_cancelled());
            if let Ok((table, _)) = table {
                return Ok(look_up(&table, puzzle.start(), solution));
            }
        }
        let budget = Budget::new(limits, cancel.clone());
        let prover = Prover { budget, explored: 0, stopped: None };
        Ok(prover.measure(puzzle, solution))
    }
}

/// By the table of all distances.
fn look_up(table: &DistanceTable, start: &Board, solution: &Solution) -> Gap {
    let left = |board: &Board| table.distance_of(board).map_or(0, u64::from);
    let (length, fewest) = (solution.len() as u64, left(start));
    let mut before = start.clone();
    let mut first_loss = FirstLoss::None;
    for (after, step) in solution.boards(start).skip(1).zip(1..) {
        if left(&after) >= left(&before) {
            let better = table.next_move(&before, MoveOrder::default());
            first_loss = FirstLoss::Within { steps: step..=step, better };
            break;
        }
        before = after;
    }
    Gap { length, fewest: fewest..=fewest, first_loss, stopped: None, explored: 0 }
}

/// Proves distances by searching, within limits.
struct Prover {
    budget: Budget,
    explored: u64,
    /// What stopped the last search, if anything did.
    stopped: Option<Stop>,
}

/// What is proven of a board's distance to the goal.
#[derive(Clone, Copy)]
struct Distance {
    least: u64,
    most: u64,
    /// The first move of a way of `most` moves.
    first: Option<Direction>,
}

/// Boards of up to this many cells are proven by `auto` alone.
const PROVABLE_CELLS: usize = 16;
/// Time without a limit.
const FOREVER: Duration = Duration::from_secs(86_400);

impl Prover {
    fn measure(mut self, puzzle: &Puzzle, solution: &Solution) -> Gap {
        let length = solution.len() as u64;
        let whole = self.distance(puzzle);
        let most = whole.most.min(length);
        let first_loss = if whole.least == length {
            FirstLoss::None
        } else if whole.least == whole.most {
            self.first_loss(puzzle, solution, whole)
        } else if most < length {
            FirstLoss::Within { steps: 1..=solution.len(), better: None }
        } else {
            FirstLoss::Unknown
        };
        let (stopped, explored) = (self.stopped, self.explored);
        Gap { length, fewest: whole.least.min(most)..=most, first_loss, stopped, explored }
    }

    /// Halves the moves that the first loss may be among, as long as the limits allow.
    fn first_loss(&mut self, puzzle: &Puzzle, solution: &Solution, whole: Distance) -> FirstLoss {
        let goal = Goal::Board(puzzle.goal().clone());
        // Up to here nothing is lost, and this is where a shortest way goes on; there something is.
        let (mut sound, mut better, mut astray) = (0, whole.first, solution.len());
        while astray - sound > 1 {
            let middle = sound + (astray - sound) / 2;
            let board = solution.boards(puzzle.start()).nth(middle);
            let rest = board.and_then(|board| Puzzle::new(board, &goal).ok());
            let Some(rest) = rest else { break };
            let shortest = whole.least.saturating_sub(middle as u64);
            let left = self.distance(&rest);
            if left.least > shortest {
                astray = middle;
            } else if left.most <= shortest {
                (sound, better) = (middle, left.first);
            } else {
                break;
            }
        }
        let better = better.filter(|_| astray - sound == 1);
        FirstLoss::Within { steps: sound + 1..=astray, better }
    }

    /// What can be proven of a puzzle's distance within what is left of the limits.
    fn distance(&mut self, puzzle: &Puzzle) -> Distance {
        // On large boards `auto` soon gives up the proof; but it finds shorter solutions.
        let plan: &[(&str, Option<&str>, f64)] = match puzzle.size().cells() {
            cells if cells <= PROVABLE_CELLS => &[("auto", None, 1.0)],
            _ => &[("ida", Some("linear-conflict"), 0.5), ("auto", None, 1.0)],
        };
        let mut known = Distance { least: 0, most: u64::MAX, first: None };
        for &(algorithm, heuristic, share) in plan {
            let solver = Solver { limits: self.limits_left(share), ..Solver::default() };
            let solver = solver.algorithm(algorithm).and_then(|solver| match heuristic {
                Some(heuristic) => solver.heuristic(heuristic),
                None => Ok(solver),
            });
            let solved = solver.and_then(|s| s.solve_observed(puzzle, &self.budget.cancel, None));
            // A heuristic that does not serve this board proves nothing.
            let Ok(report) = solved else { continue };
            self.explored += report.stats.explored;
            known.least = known.least.max(report.lower_bound);
            if let Some(solution) = report.solution().filter(|s| (s.len() as u64) < known.most) {
                known.most = solution.len() as u64;
                known.first = solution.moves().first().copied();
            }
            self.stopped = match report.outcome {
                _ if known.least == known.most => None,
                Outcome::Stopped(stop) => Some(stop),
                // It gave the best that it found within the limits.
                _ => Some(self.limit_reached()),
            };
            if matches!(self.stopped, None | Some(Stop::Cancelled)) {
                break;
            }
        }
        known
    }

    /// What keeps a search that always answers from answering better.
    fn limit_reached(&self) -> Stop {
        let time_is_up =
            self.budget.limits.max_time.is_some_and(|time| self.budget.elapsed() >= time);
        match self.budget.limits.max_nodes {
            Some(_) if !time_is_up => Stop::Nodes,
            _ => Stop::Time,
        }
    }

    /// A share of what is left of the limits.
    fn limits_left(&self, share: f64) -> Limits {
        let time = self.budget.limits.max_time.unwrap_or(FOREVER).min(FOREVER);
        let left = time.saturating_sub(self.budget.elapsed());
        let nodes_left = |most: u64| most.saturating_sub(self.explored) as f64 * share;
        Limits {
            max_nodes: self.budget.limits.max_nodes.map(|most| nodes_left(most) as u64),
            max_time: Some(left.mul_f64(share)),
            max_bytes: self.budget.limits.max_bytes,
        }
    }
}
