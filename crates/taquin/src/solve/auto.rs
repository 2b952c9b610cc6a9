//! `auto`: picks what suits the board, and always returns an answer.
//!
//! - Small spaces: the table of all distances.
//! - Up to 16 cells: IDA* with small pattern databases that are built quickly, or with larger ones that were built
//!   before, which proves the shortest solution; if that takes too long, the best solution and the bound so far.
//! - Larger boards: A* for a moment, or IDA* if pattern databases are available, as the board may be easy; then
//!   `near-optimal`; then, up to 25 cells, IDA* with pattern databases, which proves that nothing is shorter, or finds
//!   it.
//! - Larger boards whose moves have costs: the best of weighted A*, beams of growing width and the construction row by
//!   row, with detours removed.

use super::algorithm::AlgorithmId;
use super::attempts::{Attempt, Attempts, Ended, PROVABLE_CELLS};
use super::dispatch;
use super::error::SolveError;
use super::estimate::simple_bound;
use super::job::{A_DAY, SolveJob};
use super::method::Method;
use super::near_optimal::GOOD_ANSWER_TIME;
use super::report::Report;
use crate::cost::CostModel;
use crate::heuristic::{HeuristicChoice, HeuristicId};
use crate::pattern::Partitions;
use crate::table::DistanceTable;
use std::time::Duration;
use taquin_search::{
    AlgorithmInfo, EventKind, EventText, GoalTest, Optimality, Pseudocode, SearchTree,
};

/// Picks what suits the board.
pub(super) struct Auto;

/// The time limit for a proof, where one is possible.
const PROOF_TIME: Duration = Duration::from_secs(30);
/// The time limit of `near-optimal` before the proof: on 24 tiles it rarely finds anything shorter after that.
const NEAR_OPTIMAL_TIME: Duration = Duration::from_secs(10);
/// With this much time, the tables for a proof on 24 tiles, which take some seconds, are built without being requested.
const TIME_FOR_TABLES: Duration = Duration::from_secs(60);
/// Beyond this many cells the construction beats beams in the same time.
const SEARCHABLE_CELLS: usize = 49;

impl Auto {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "auto",
        aliases: &["default"],
        title: "Automatic",
        summary: "the shortest solution if it can be proven, else a good one within seconds",
        explanation: "It chooses by the size of the board. Small boards up to 3x3 and 2x5 are looked up in a \
            table of all distances. Up to 16 cells, 4x4 among them, it proves the shortest solution with \
            IDA* and pattern databases: small ones that are built quickly, or those of pdb:78 if they \
            have been built; if that takes more than 30 seconds, it returns the best solution found so \
            far. On larger boards it first tries A* for a moment, in case the board is easy, and then lets \
            near-optimal find ever shorter solutions for about 5 seconds, or up to the limits. Up to 5x5 it then tries \
            to prove that nothing is shorter, with pattern databases: those of 5x5 it builds itself if it has a minute \
            or more. If moves have costs, it takes the best of weighted A*, beam search and the construction row by \
            row. It reports what is proven and what is not.",
        complete: true,
        optimal: Optimality::WhereProven,
        memory: "as the algorithm it chooses",
        tree: SearchTree::None,
        informed: false,
        counts_cost: true,
        goal_test: GoalTest::Late,
        ties: None,
        options: &[],
        pseudocode: Pseudocode {
            lines: &[
                "choose by the size of the board:",
                "    a table, an optimal search with the best heuristic there is,",
                "    or a constructed solution that is made shorter for as long as there is time",
            ],
            events: &[
                EventText::new(
                    EventKind::Round,
                    1,
                    "Round {round}: follow only states with f up to {bound}.",
                ),
                EventText::new(
                    EventKind::Improved,
                    2,
                    "Found a solution of {cost} moves; none has fewer than {bound}.",
                ),
                EventText::new(EventKind::Goal, 0, "{state} is the goal."),
            ],
        },
    };
}

impl Method for Auto {
    fn info(&self) -> &'static AlgorithmInfo {
        const { &Auto::INFO }
    }

    fn solve(&self, job: SolveJob<'_>) -> Result<Report, SolveError> {
        let cells = job.puzzle.size().cells();
        if job.costs == CostModel::Unit && cells <= DistanceTable::MAX_CELLS {
            return dispatch::run(SolveJob { algorithm: AlgorithmId::Table, ..job });
        }
        let limits = job.budget.limits;
        let time = match cells {
            ..=PROVABLE_CELLS => PROOF_TIME,
            // With a limit on nodes, the result must not depend on the time.
            _ if limits.max_nodes.is_some() && job.costs == CostModel::Unit => A_DAY,
            _ => GOOD_ANSWER_TIME,
        };
        // A longer limit is as good as a day.
        let time = limits.max_time.unwrap_or(time).min(A_DAY);
        let mut attempts = Attempts::new(job, time);
        let ended = if cells <= PROVABLE_CELLS {
            attempts.prove_shortest()
        } else {
            attempts.bound = simple_bound(attempts.job.puzzle);
            match attempts.job.costs {
                CostModel::Unit => attempts.find_short_answer(),
                _ => attempts.find_cheap_answer(),
            }
        };
        ended.map(|stopped| attempts.report(stopped))
    }
}

/// The heuristics of the attempts.
const LINEAR_CONFLICT: HeuristicChoice = HeuristicChoice::BuiltIn(HeuristicId::LinearConflict);
const MANHATTAN: HeuristicChoice = HeuristicChoice::BuiltIn(HeuristicId::Manhattan);
const SMALL_PATTERNS: HeuristicChoice = HeuristicChoice::BuiltIn(HeuristicId::Patterns);

impl Attempts<'_> {
    /// Up to 16 cells: tries the proof if it is quick; else finds a good answer to fall back on, then proves.
    fn prove_shortest(&mut self) -> Ended {
        let proof = match self.job.costs {
            CostModel::Unit => self.proof(),
            _ => Attempt::new(AlgorithmId::AStar, MANHATTAN),
        };
        let quick = Attempt { max_nodes: Some(50_000_000), ..proof.clone() };
        let mut weighted =
            Attempt { share: 0.1, ..Attempt::new(AlgorithmId::WeightedAStar, LINEAR_CONFLICT) };
        weighted.max_nodes = Some(1_000_000);
        weighted.options.weight = 1500;
        let mut beam = Attempt { share: 0.2, ..Attempt::new(AlgorithmId::Beam, LINEAR_CONFLICT) };
        beam.options.width = 30_000;
        let mut stopped = self.job.budget.check().err();
        let allowed = stopped.is_none();
        for attempt in [quick, weighted, beam, proof] {
            if self.is_finished(stopped) {
                break;
            }
            stopped = self.run(attempt)?;
            if self.best.is_none() {
                stopped = self.construct_quickly().or(stopped);
            }
        }
        // A limit of zero nodes leaves no room for a search.
        if self.best.is_none() && allowed {
            stopped = self.construct_quickly().or(stopped);
        }
        Ok(stopped)
    }

    /// Returns how to prove the shortest solution if every move costs 1. Large tables that were built are used: loading
    /// them takes a moment, once for all boards, and the counts do not depend on other boards.
    fn proof(&self) -> Attempt {
        if Partitions::check_size(self.job.puzzle.size()).is_err() {
            return Attempt::new(AlgorithmId::Ida, LINEAR_CONFLICT);
        }
        let heuristic = self.available_large_patterns().unwrap_or(SMALL_PATTERNS);
        Attempt::new(AlgorithmId::FastIda, heuristic)
    }

    /// Returns the large pattern databases, if they have been built and fit in memory.
    fn available_large_patterns(&self) -> Option<HeuristicChoice> {
        self.large_patterns().filter(|large| self.are_built(large) && self.fits_in_memory(large))
    }

    /// Returns whether pattern databases fit in memory, including the building of those that have not been built.
    fn fits_in_memory(&self, choice: &HeuristicChoice) -> bool {
        let patterns = self.patterns_of(choice);
        let tables: u64 = patterns.iter().map(|pattern| pattern.needs().table_bytes).sum();
        let new = patterns.into_iter().filter(|pattern| !self.job.store.can_get(*pattern));
        let building = new.map(|pattern| pattern.needs().build_bytes).max().unwrap_or_default();
        tables.saturating_add(building) <= self.job.budget.bytes_left()
    }

    /// Larger boards: tries the proof if it is easy, else finds ever shorter solutions, and spends the remaining time
    /// on the proof if pattern databases allow one.
    fn find_short_answer(&mut self) -> Ended {
        let mut stopped = self.job.budget.check().err();
        if stopped.is_some() {
            return Ok(stopped);
        }
        let near_optimal = Attempt::without_heuristic(AlgorithmId::NearOptimal);
        let plan = match self.patterns_for_proof() {
            Some(patterns) => {
                let share = NEAR_OPTIMAL_TIME.as_secs_f64() / self.time.as_secs_f64();
                let near_optimal = Attempt { share: share.min(0.4), ..near_optimal };
                let available = patterns == SMALL_PATTERNS || self.are_built(&patterns);
                let proof = Attempt::new(AlgorithmId::FastIda, patterns);
                let quick = Attempt { max_nodes: Some(10_000_000), share: 0.2, ..proof.clone() };
                vec![if available { quick } else { self.easy() }, near_optimal, proof]
            }
            None => vec![self.easy(), near_optimal],
        };
        for attempt in plan {
            if self.is_finished(stopped) {
                break;
            }
            stopped = self.run(attempt)?;
        }
        // Whatever stopped it before it had an answer, there is time for the quickest one.
        if self.best.is_none() {
            stopped = self.construct_quickly().or(stopped);
        }
        Ok(stopped)
    }

    /// Returns the pattern databases that may prove the shortest solution of a larger board: small ones, or larger ones
    /// that were built before or can be built in time.
    fn patterns_for_proof(&self) -> Option<HeuristicChoice> {
        // With a limit on nodes, the result must depend on that alone, not on tables that happen to exist.
        if self.job.budget.limits.max_nodes.is_some()
            || Partitions::check_size(self.job.puzzle.size()).is_err()
        {
            return None;
        }
        let patterns = match self.large_patterns() {
            Some(large) if self.time >= TIME_FOR_TABLES => Some(large),
            Some(_) => self.available_large_patterns(),
            None => Some(SMALL_PATTERNS),
        };
        patterns.filter(|patterns| self.fits_in_memory(patterns))
    }

    /// Returns a short attempt with A*, in case the board is easy: it gets a fifth of the time, and of the nodes if
    /// these are limited.
    fn easy(&self) -> Attempt {
        let cells = self.job.puzzle.size().cells();
        let affordable = self.job.budget.limits.max_nodes.map_or(u64::MAX, |most| most / 5);
        let max_nodes = Some(affordable.min(400_000 * 25 / cells as u64));
        Attempt { share: 0.2, max_nodes, ..Attempt::new(AlgorithmId::AStar, LINEAR_CONFLICT) }
    }

    /// Boards whose moves have costs: tries the proof if it is easy, else takes the best of many.
    fn find_cheap_answer(&mut self) -> Ended {
        let cells = self.job.puzzle.size().cells();
        let nodes = |at_25_cells: u64| Some(at_25_cells * 25 / cells as u64);
        let mut stopped = self.run(Attempt::without_heuristic(AlgorithmId::Constructive))?;
        let mut plan = vec![self.easy()];
        if cells <= SEARCHABLE_CELLS {
            for weight in [5000, 3000, 2000] {
                let mut weighted = Attempt::new(AlgorithmId::WeightedAStar, LINEAR_CONFLICT);
                weighted.options.weight = weight;
                plan.push(Attempt { share: 0.1, max_nodes: nodes(300_000), ..weighted });
            }
        }
        for attempt in plan {
            if self.is_finished(stopped) {
                return Ok(stopped);
            }
            stopped = self.run(attempt)?;
        }
        let mut width = 30;
        while cells <= SEARCHABLE_CELLS && width <= 1_000_000 && !self.is_finished(stopped) {
            let before = self.time_left();
            let mut beam =
                Attempt { share: 0.7, ..Attempt::new(AlgorithmId::Beam, LINEAR_CONFLICT) };
            beam.options.width = width;
            stopped = self.run(beam)?;
            // Time grows with the width.
            let (left, took) = (self.time_left(), before - self.time_left().min(before));
            let affordable = left.as_secs_f64() * 0.7 / took.as_secs_f64();
            if affordable < 1.2 {
                break;
            }
            width = (width as f64 * affordable.min(3.0)) as usize;
        }
        Ok(stopped)
    }
}
