//! Algorithms that treat the puzzle as a whole instead of searching states one by one: the table of all distances, and
//! the construction row by row.

use super::error::SolveError;
use super::estimate::simple_bound;
use super::job::SolveJob;
use super::method::Method;
use super::report::{Outcome, Report, TableUse};
use crate::board::Direction;
use crate::construct::construct_accounted;
use crate::cost::CostModel;
use crate::puzzle::Solution;
use crate::table::{DistanceTable, TableError};
use std::sync::Arc;
use taquin_search::{
    AlgorithmInfo, EventKind, EventText, GoalTest, Optimality, Pseudocode, Run, SearchTree, Silent,
    Stats, Stop,
};

/// Finds shortest paths by looking up distances.
pub(super) struct Table;

impl Table {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "table",
        aliases: &["distance-table", "lookup"],
        title: "Table of all distances",
        summary: "knows the distance of every board, and walks downhill",
        explanation: "Where the whole space is small (3x3: 181,440 boards; at most 2x5: 1,814,400), one \
            breadth-first search from the goal finds the distance of every board. After that any board is \
            solved by looking at its neighbours and going to one that is a move nearer. The solution has \
            the fewest moves. It counts the boards on the path as explored, and has no frontier.",
        complete: true,
        optimal: Optimality::FewestMoves,
        memory: "one byte for every board there is",
        tree: SearchTree::None,
        informed: false,
        counts_cost: false,
        goal_test: GoalTest::Late,
        ties: None,
        options: &[],
        pseudocode: Pseudocode {
            lines: &[
                "find the distance of every board from the goal, once",
                "while the board is not the goal:",
                "    make the first move that brings it one nearer",
            ],
            events: &[EventText::new(
                EventKind::Goal,
                1,
                "{state} is the goal, and no path to it is shorter.",
            )],
        },
    };
}

impl Method for Table {
    fn info(&self) -> &'static AlgorithmInfo {
        const { &Table::INFO }
    }

    fn solve(&self, job: SolveJob<'_>) -> Result<Report, SolveError> {
        if job.costs != CostModel::Unit {
            let (algorithm, costs) = (job.algorithm, job.costs);
            return Err(SolveError::CostsUnused { algorithm, costs });
        }
        let size = job.puzzle.size();
        if size.cells() > DistanceTable::MAX_CELLS {
            return Err(SolveError::SpaceTooLarge { size });
        }
        let mut run: Run<Direction, Silent> = Run::new(job.budget.clone(), Silent);
        let mut table_use = None;
        let walked = distances(&job, &mut run).and_then(|(table, built)| {
            let (entries, build_time) = (table.entries(), table.build_time());
            table_use = Some(TableUse { entries, built, build_time });
            run.stored(entries);
            let moves = walk_downhill(&table, &job, &mut run)?;
            Ok((moves, table.distance_of(job.puzzle.start()).expect("it can be solved")))
        });
        let (stats, _) = run.finish();
        let (proven, outcome) = match walked {
            Ok((moves, distance)) => (distance, Outcome::Solved(Solution::new(moves))),
            Err(stop) => (0, Outcome::Stopped(stop)),
        };
        let mut report = Report::new(&job, outcome, stats);
        report.table = table_use;
        Ok(report.proves(job.puzzle, proven.into()))
    }
}

/// Returns the table for a puzzle's goal, and whether it was built just now, unless a limit does not allow it.
fn distances(
    job: &SolveJob<'_>,
    run: &mut Run<Direction, Silent>,
) -> Result<(Arc<DistanceTable>, bool), Stop> {
    run.poll()?;
    // One byte per board; while it is built, bit sets exist beside the bytes.
    run.grow_fixed(2 * (3..=job.puzzle.size().cells()).product::<usize>())?;
    job.store.distances(job.puzzle.goal(), run.budget()).map_err(|error| match error {
        TableError::Stopped(stop) => stop,
        TableError::TooLarge { .. } => unreachable!("its size was checked"),
    })
}

/// Walks from board to board, one move nearer each time.
fn walk_downhill(
    table: &DistanceTable,
    job: &SolveJob<'_>,
    run: &mut Run<Direction, Silent>,
) -> Result<Vec<Direction>, Stop> {
    let mut board = job.puzzle.start().clone();
    let mut moves = Vec::new();
    loop {
        run.explore_unobserved(moves.len() as u64)?;
        let Some(direction) = table.next_move(&board, job.order) else { return Ok(moves) };
        let leads_on =
            |&&direction: &&Direction| board.size().neighbour(board.blank(), direction).is_some();
        run.stats.expanded += 1;
        run.stats.generated += job.order.directions().iter().filter(leads_on).count() as u64;
        board.apply(direction);
        moves.push(direction);
        run.stats.max_depth = moves.len() as u64;
    }
}

/// Constructs a solution row by row, as a person would.
pub(super) struct Constructive;

impl Constructive {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "constructive",
        aliases: &["row-by-row", "human"],
        title: "Construction row by row",
        summary: "puts tile after tile in its place, as a person would: any size, instant, but long",
        explanation: "It does not search. It brings one tile after another to its place, row by row or \
            column by column, always walking the blank around what is finished, and solves the last few \
            cells by a small search. It always succeeds, in milliseconds even on 127x127, but the \
            solution is several times as long as the shortest.",
        complete: true,
        optimal: Optimality::Never,
        memory: "the board and the moves",
        tree: SearchTree::None,
        informed: false,
        counts_cost: false,
        goal_test: GoalTest::Early,
        ties: None,
        options: &[],
        pseudocode: Pseudocode {
            lines: &[
                "put the tiles of the first row or column in place, the longer side first",
                "repeat until two rows and three columns are left",
                "solve the rest by its table",
            ],
            events: &[EventText::new(
                EventKind::Goal,
                2,
                "{state} is the goal; shorter paths exist.",
            )],
        },
    };
}

impl Method for Constructive {
    fn info(&self) -> &'static AlgorithmInfo {
        const { &Constructive::INFO }
    }

    fn solve(&self, job: SolveJob<'_>) -> Result<Report, SolveError> {
        let constructed = construct_accounted(job.puzzle, &job.budget);
        let depth = constructed.as_ref().map_or(0, |constructed| constructed.moves.len() as u64);
        let stats = Stats {
            elapsed: job.budget.elapsed(),
            peak_bytes: job.budget.peak_bytes(),
            depth,
            max_depth: depth,
            ..Stats::default()
        };
        let bound = simple_bound(job.puzzle);
        let outcome = match constructed.and_then(|found| job.budget.check().map(|()| found)) {
            Ok(found) => Outcome::Solved(Solution::new(found.moves)),
            Err(stop) => Outcome::Stopped(stop),
        };
        Ok(Report::new(&job, outcome, stats).proves(job.puzzle, bound))
    }
}
