//! Algorithms that see the puzzle as a whole instead of searching states one by one: the table of all
//! distances, and the construction row by row.

use super::report::{Outcome, Report, TableUse};
use super::{Job, SolveError};
use crate::cost::CostModel;
use crate::puzzle::Solution;
use crate::search::constructive::construct;
use crate::search::{AlgorithmInfo, GoalTest, Optimality, Stats, Stop};
use crate::table::{DistanceTable, TableError};

/// An algorithm for whole puzzles.
pub(super) trait WholePuzzle {
    /// What it is and promises.
    const INFO: AlgorithmInfo;

    /// Solves the puzzle of a job.
    fn solve(job: Job<'_>) -> Result<Report, SolveError>;
}

/// Shortest paths by looking distances up.
pub(super) struct Table;

impl WholePuzzle for Table {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "table",
        aliases: &["distance-table", "lookup"],
        title: "Table of all distances",
        summary: "knows the distance of every board, and walks downhill",
        explanation: "Where the whole space is small (3x3: 181,440 boards; at most 2x5: 1,814,400), one \
            breadth-first search from the goal finds the distance of every board. After that any board is \
            solved by looking at its neighbours and going to one that is a move nearer. The solution has \
            the fewest moves. It counts the boards on the way as explored, and no frontier.",
        complete: true,
        optimal: Optimality::FewestMoves,
        memory: "one byte for every board there is",
        informed: false,
        counts_cost: false,
        goal_test: GoalTest::Late,
        ties: None,
        options: &[],
    };

    fn solve(job: Job<'_>) -> Result<Report, SolveError> {
        if job.costs != CostModel::Unit {
            let (algorithm, costs) = (job.algorithm.id, job.costs);
            return Err(SolveError::CostsUnused { algorithm, costs });
        }
        let puzzle = job.puzzle;
        let mut stats = Stats::default();
        let too_much =
            job.budget.limits.max_bytes.is_some_and(|most| most < bytes(puzzle.size().cells()));
        if too_much {
            return Ok(Report::new(&job, Outcome::Stopped(Stop::Memory), stats));
        }
        let built = DistanceTable::shared(puzzle.goal(), &|| job.budget.check().is_err());
        let (table, built) = match built {
            Ok(answer) => answer,
            Err(TableError::TooLarge { size }) => return Err(SolveError::SpaceTooLarge { size }),
            Err(TableError::Cancelled) => {
                let stop = job.budget.check().err().unwrap_or(Stop::Cancelled);
                return Ok(Report::new(&job, Outcome::Stopped(stop), stats));
            }
        };
        let mut board = puzzle.start().clone();
        let mut moves = Vec::new();
        stats.explored = 1;
        while let Some(direction) = table.next_move(&board, job.order) {
            if job.budget.limits.max_nodes.is_some_and(|most| stats.explored >= most) {
                return Ok(Report::new(&job, Outcome::Stopped(Stop::Nodes), stats));
            }
            let around = job.order.directions();
            stats.expanded += 1;
            stats.explored += 1;
            stats.generated += around
                .iter()
                .filter(|&&way| board.size().neighbour(board.blank(), way).is_some())
                .count() as u64;
            stats.max_depth += 1;
            board.apply(direction);
            moves.push(direction);
        }
        stats.depth = stats.max_depth;
        stats.peak_bytes = table.entries() as u64;
        stats.elapsed = job.budget.began.elapsed();
        let length = moves.len() as u64;
        let mut report = Report::new(&job, Outcome::Solved(Solution::new(moves)), stats);
        let build_time = table.build_time();
        report.table = Some(TableUse { entries: table.entries(), built, build_time });
        Ok(report.proves(puzzle, length))
    }
}

/// What a table of boards with so many cells takes while it is built, at the most.
fn bytes(cells: usize) -> u64 {
    (3..=cells as u64).fold(1u64, u64::saturating_mul).saturating_mul(8)
}

/// Row by row as a person would.
pub(super) struct Constructive;

impl WholePuzzle for Constructive {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "constructive",
        aliases: &["row-by-row", "human"],
        title: "Construction row by row",
        summary: "puts tile after tile in its place, as a person would; any size, at once, long",
        explanation: "It does not search. It brings one tile after another to its place, row by row or \
            column by column, always walking the blank around what is finished, and settles the last few \
            cells by a small search. It always succeeds, in milliseconds even on 127x127, but the \
            solution is several times as long as the shortest.",
        complete: true,
        optimal: Optimality::Never,
        memory: "the board and the moves",
        informed: false,
        counts_cost: false,
        goal_test: GoalTest::Early,
        ties: None,
        options: &[],
    };

    fn solve(job: Job<'_>) -> Result<Report, SolveError> {
        let moves = construct(job.puzzle);
        let mut stats = Stats { elapsed: job.budget.began.elapsed(), ..Stats::default() };
        stats.depth = moves.len() as u64;
        stats.max_depth = stats.depth;
        stats.peak_bytes = size_of_val(&moves[..]) as u64;
        let bound = super::auto::simple_bound(job.puzzle);
        let outcome = match job.budget.check() {
            Ok(()) => Outcome::Solved(Solution::new(moves)),
            Err(stop) => Outcome::Stopped(stop),
        };
        Ok(Report::new(&job, outcome, stats).proves(job.puzzle, bound))
    }
}
