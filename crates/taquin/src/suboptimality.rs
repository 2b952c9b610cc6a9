//! How far a solution is from optimal, and which of its moves is the first suboptimal one.
//!
//! After i moves of a solution, let d(i) be the fewest moves left. Then i + d(i) never falls along the solution: it
//! begins with the length of a shortest solution, ends with the solution's length, and each move either keeps it or, if
//! suboptimal, raises it by 2. In small spaces a table contains every d(i). Elsewhere d(0) is proven by a search, and
//! the first suboptimal move is found by bisection, which takes a few more searches from boards nearer and nearer to
//! the goal. What cannot be proven within the limits is reported as bounds.

use crate::board::{Board, Move, MoveOrder};
use crate::metric::Metric;
use crate::moves::{Moves, SolutionError};
use crate::puzzle::{Goal, Puzzle};
use crate::solve::{Outcome, PROVABLE_CELLS, Solver};
use crate::store::Store;
use crate::table::DistanceTable;
use std::ops::RangeInclusive;
use std::time::Duration;
use taquin_search::{Budget, Limits, Stop};

/// How a solution compares with the shortest.
///
/// ```
/// use taquin::store::Store;
/// use taquin::{Budget, Suboptimality, Goal, InputFormat, Mover, Puzzle, parse_board, parse_moves};
/// let puzzle = Puzzle::new(parse_board("123450786", InputFormat::Auto, None)?, &Goal::Classic)?;
/// let detour = parse_moves("LRD", Mover::Blank)?;
/// let gap = Suboptimality::measure(&puzzle, &detour, &Budget::unlimited(), &Store::default())?;
/// assert_eq!((gap.length, gap.fewest.clone(), gap.exact()), (3, 1..=1, Some(2)));
/// assert_eq!(gap.first_suboptimal_move.steps(), Some(1..=1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suboptimality {
    /// The number of moves of the solution.
    pub length: u64,
    /// The proven range of the fewest moves that solve the board.
    pub fewest: RangeInclusive<u64>,
    /// The first suboptimal move.
    pub first_suboptimal_move: FirstSuboptimalMove,
    /// What stopped it before everything was proven, if anything did.
    pub stopped: Option<Stop>,
    /// The number of states explored.
    pub explored: u64,
}

/// The first move after which the fewest moves left have not decreased by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstSuboptimalMove {
    /// Proven: there is none, as the solution is a shortest one.
    None,
    /// Proven: it is one of these moves, counted from 1.
    Within {
        /// The moves.
        steps: RangeInclusive<usize>,
        /// The move of a shortest solution, instead of the first of them.
        better: Option<Move>,
    },
    /// It is not known whether there is one.
    Unknown,
}

impl FirstSuboptimalMove {
    /// Returns the moves that it is one of, if there certainly is one.
    pub fn steps(&self) -> Option<RangeInclusive<usize>> {
        match self {
            FirstSuboptimalMove::Within { steps, .. } => Some(steps.clone()),
            _ => None,
        }
    }
}

impl Suboptimality {
    /// Returns by how many moves the solution is longer than the shortest, if that is proven.
    pub fn exact(&self) -> Option<u64> {
        let proven = self.fewest.start() == self.fewest.end();
        proven.then(|| self.length - self.fewest.start())
    }

    /// Measures a solution. The budget is that of all searches together; without a time limit it takes as long as
    /// necessary.
    pub fn measure(
        puzzle: &Puzzle,
        solution: &Moves,
        budget: &Budget,
        store: &Store,
    ) -> Result<Suboptimality, SolutionError> {
        solution.verify(puzzle)?;
        let solution = &solution.in_metric(Metric::SingleTile);
        if puzzle.size().cells() <= DistanceTable::MAX_CELLS {
            // It is built in less time than any search is given.
            let untimed = budget.part(None, None);
            if let Ok((table, _)) = store.distances(puzzle.goal(), &untimed) {
                return Ok(look_up(&table, puzzle.start(), solution));
            }
        }
        let prover = Prover { budget: budget.clone(), explored: 0, stopped: None };
        Ok(prover.measure(puzzle, solution))
    }
}

/// Measures a solution with the table of all distances.
fn look_up(table: &DistanceTable, start: &Board, solution: &Moves) -> Suboptimality {
    let left =
        |board: &Board| u64::from(table.distance_of(board).expect("moves keep a board solvable"));
    let (length, fewest) = (solution.len() as u64, left(start));
    let mut before = start.clone();
    let mut first_suboptimal_move = FirstSuboptimalMove::None;
    for (after, step) in solution.boards(start).skip(1).zip(1..) {
        if left(&after) >= left(&before) {
            let better = table.next_move(&before, MoveOrder::default()).map(Move::from);
            first_suboptimal_move = FirstSuboptimalMove::Within { steps: step..=step, better };
            break;
        }
        before = after;
    }
    Suboptimality {
        length,
        fewest: fewest..=fewest,
        first_suboptimal_move,
        stopped: None,
        explored: 0,
    }
}

/// Proves distances by searching, within limits.
struct Prover {
    budget: Budget,
    explored: u64,
    /// What stopped the last search, if anything did.
    stopped: Option<Stop>,
}

/// The proven bounds on a board's distance to the goal.
#[derive(Clone, Copy)]
struct Distance {
    least: u64,
    most: u64,
    /// The first move of a solution of `most` moves.
    first: Option<Move>,
}

/// Time without a limit.
const FOREVER: Duration = Duration::from_secs(86_400);

impl Prover {
    fn measure(mut self, puzzle: &Puzzle, solution: &Moves) -> Suboptimality {
        let length = solution.len() as u64;
        let whole = self.distance(puzzle);
        let most = whole.most.min(length);
        let first_suboptimal_move = if whole.least == length {
            FirstSuboptimalMove::None
        } else if whole.least == whole.most {
            self.first_suboptimal_move(puzzle, solution, whole)
        } else if most < length {
            FirstSuboptimalMove::Within { steps: 1..=solution.len(), better: None }
        } else {
            FirstSuboptimalMove::Unknown
        };
        let (stopped, explored) = (self.stopped, self.explored);
        Suboptimality {
            length,
            fewest: whole.least.min(most)..=most,
            first_suboptimal_move,
            stopped,
            explored,
        }
    }

    /// Bisects the moves that may be the first suboptimal one, within the limits.
    fn first_suboptimal_move(
        &mut self,
        puzzle: &Puzzle,
        solution: &Moves,
        whole: Distance,
    ) -> FirstSuboptimalMove {
        let goal = Goal::Board(puzzle.goal().clone());
        // The first `optimal` moves are optimal, and a shortest solution continues with `better`; one of the first
        // `suboptimal` moves is not.
        let (mut optimal, mut better, mut suboptimal) = (0, whole.first, solution.len());
        while suboptimal - optimal > 1 {
            let middle = optimal + (suboptimal - optimal) / 2;
            let board = solution.boards(puzzle.start()).nth(middle);
            let board = board.expect("a solution has a board after each move");
            let rest = Puzzle::new(board, &goal).expect("moves keep a board solvable");
            let shortest = whole.least.saturating_sub(middle as u64);
            let left = self.distance(&rest);
            if left.least > shortest {
                suboptimal = middle;
            } else if left.most <= shortest {
                (optimal, better) = (middle, left.first);
            } else {
                break;
            }
        }
        let better = better.filter(|_| suboptimal - optimal == 1);
        FirstSuboptimalMove::Within { steps: optimal + 1..=suboptimal, better }
    }

    /// Returns what can be proven about a puzzle's distance within the remaining limits.
    fn distance(&mut self, puzzle: &Puzzle) -> Distance {
        // On large boards `auto` soon stops trying to prove; but it finds shorter solutions.
        let plan: &[(&str, Option<&str>, f64)] = match puzzle.size().cells() {
            cells if cells <= PROVABLE_CELLS => &[("auto", None, 1.0)],
            _ => &[("ida", Some("linear-conflict"), 0.5), ("auto", None, 1.0)],
        };
        let mut known = Distance { least: 0, most: u64::MAX, first: None };
        for &(algorithm, heuristic, share) in plan {
            let (limits, clock) = (self.limits_left(share), self.budget.clock().clone());
            let solver = Solver { limits, clock, ..Solver::default() };
            let solver = solver.algorithm(algorithm).and_then(|solver| match heuristic {
                Some(heuristic) => solver.heuristic(heuristic),
                None => Ok(solver),
            });
            let solved = solver.and_then(|s| s.solve_observed(puzzle, &self.budget.cancel, None));
            // A heuristic that does not support this board proves nothing.
            let Ok(report) = solved else { continue };
            self.explored += report.stats.explored;
            known.least = known.least.max(report.lower_bound);
            if let Some(solution) = report.solution().filter(|s| (s.len() as u64) < known.most) {
                known.most = solution.len() as u64;
                known.first = solution.iter().next();
            }
            self.stopped = match report.outcome {
                _ if known.least == known.most => None,
                Outcome::Stopped(stop) => Some(stop),
                // It returned the best solution that it found within the limits.
                _ => Some(self.limit_reached()),
            };
            if matches!(self.stopped, None | Some(Stop::Cancelled)) {
                break;
            }
        }
        known
    }

    /// Returns the limit that keeps a search that always answers from answering better.
    fn limit_reached(&self) -> Stop {
        let time_is_up =
            self.budget.limits.max_time.is_some_and(|time| self.budget.elapsed() >= time);
        match self.budget.limits.max_nodes {
            Some(_) if !time_is_up => Stop::Nodes,
            _ => Stop::Time,
        }
    }

    /// Returns a share of the remaining limits.
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
