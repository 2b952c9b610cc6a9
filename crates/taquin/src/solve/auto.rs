//! `auto`: picks what fits the board, and always comes back with an answer.
//!
//! - Small spaces: the table of all distances.
//! - Up to 16 cells: IDA* with pattern databases that are built in a moment, or with larger ones that were
//!   built before, which proves the shortest solution; if that takes too long, the best solution found so
//!   far, with the bound proven so far.
//! - Larger boards: A* for a moment, or IDA* if pattern databases are at hand, as the board may be easy; then
//!   `near-optimal`; then, up to 25 cells, IDA* with pattern databases, which proves that nothing is shorter, or finds it.
//! - Larger boards whose moves have costs: the best of weighted A*, beams of growing width and the construction row by
//!   row, with detours removed.

use super::algorithm::AlgorithmId;
use super::dispatch;
use super::error::SolveError;
use super::estimate::simple_bound;
use super::job::SolveJob;
use super::method::Method;
use super::near_optimal::GOOD_ANSWER_TIME;
use super::notice::Notice;
use super::observers::{Earlier, Later};
use super::report::{Attempted, Outcome, Report};
use crate::board::Direction;
use crate::construct::construct_with_beam;
use crate::cost::CostModel;
use crate::heuristic::{HeuristicChoice, HeuristicId};
use crate::pattern::{Partitions, Pattern, patterns};
use crate::puzzle::Solution;
use crate::table::DistanceTable;
use std::collections::HashSet;
use std::time::Duration;
use taquin_search::memory::give_memory_back;
use taquin_search::{
    AlgorithmInfo, EventKind, EventText, GoalTest, Improvement, Observer, Optimality, Options,
    Pseudocode, Stats, Stop, wait_until_cleared,
};

/// Picks what fits the board.
pub(super) struct Auto;

/// How long a proof may take where it may be had.
const PROOF_TIME: Duration = Duration::from_secs(30);
/// As good as no limit.
const A_DAY: Duration = Duration::from_secs(86_400);
/// Beyond this `near-optimal` leaves the time to the proof: on 24 tiles it seldom finds anything shorter then.
const NEAR_OPTIMAL_TIME: Duration = Duration::from_secs(10);
/// With so much time it builds the tables for a proof on 24 tiles, which takes some seconds, unasked.
const TIME_FOR_TABLES: Duration = Duration::from_secs(60);
/// A user who waited longer than this gets a hint how to wait less.
const LONG_WAIT: Duration = Duration::from_millis(500);
/// Boards of up to this many cells are worth the attempt to prove the shortest solution.
const PROVABLE_CELLS: usize = 16;
/// Beyond this many cells the construction beats beams in the same time.
const SEARCHABLE_CELLS: usize = 49;

impl Auto {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "auto",
        aliases: &["default"],
        title: "Automatic",
        summary: "the shortest solution where it can be had, else a good one within seconds",
        explanation: "It looks at the board and chooses. Small boards up to 3x3 and 2x5 are looked up in a \
            table of all distances. Up to 16 cells, 4x4 among them, it proves the shortest solution with \
            IDA* and pattern databases: small ones that are built in a moment, or those of pdb:78 if they \
            have been built; where that takes more than 30 seconds it gives the best solution found so \
            far. On larger boards it first tries A* for a moment, in case the board is easy, and then has \
            near-optimal find ever shorter solutions for about 5 seconds, or up to the limits. Up to 5x5 it goes on to \
            prove that nothing is shorter, with pattern databases: those of 5x5 it builds itself where it has a minute \
            or more. Where moves have costs it takes the best of weighted A*, beam search and the construction row by row. It says what is \
            proven and what is not.",
        complete: true,
        optimal: Optimality::Never,
        memory: "as the algorithm it chooses",
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
            // What follows from a number of states shall not depend on the time.
            _ if limits.max_nodes.is_some() && job.costs == CostModel::Unit => A_DAY,
            _ => GOOD_ANSWER_TIME,
        };
        // A limit beyond all clocks is as good as a day.
        let time = limits.max_time.unwrap_or(time).min(A_DAY);
        let (best, bound, stats) = (None, 0, Stats::default());
        let (improvements, attempts) = (Vec::new(), Vec::new());
        let mut attempts = Attempts { job, time, best, bound, stats, improvements, attempts };
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

/// What was tried so far, and what came of it.
struct Attempts<'a> {
    job: SolveJob<'a>,
    /// How much there is in all.
    time: Duration,
    /// The best answer yet.
    best: Option<Report>,
    /// No solution is cheaper than this.
    bound: u64,
    /// Everything counted in all attempts.
    stats: Stats,
    /// Every answer that was the best when it was found.
    improvements: Vec<Improvement>,
    /// Every attempt that has ended.
    attempts: Vec<Attempted>,
}

/// What stopped the last attempt, if anything did.
type Ended = Result<Option<Stop>, SolveError>;

/// One attempt: an algorithm, a heuristic, and how much it may take.
#[derive(Clone)]
struct Attempt {
    algorithm: AlgorithmId,
    heuristic: Option<HeuristicChoice>,
    /// Share of the time left.
    share: f64,
    max_nodes: Option<u64>,
    options: Options,
}

/// What attempts are made of.
const LINEAR_CONFLICT: HeuristicChoice = HeuristicChoice::BuiltIn(HeuristicId::LinearConflict);
const MANHATTAN: HeuristicChoice = HeuristicChoice::BuiltIn(HeuristicId::Manhattan);
const SMALL_PATTERNS: HeuristicChoice = HeuristicChoice::BuiltIn(HeuristicId::Patterns);

impl Attempt {
    fn new(algorithm: AlgorithmId, heuristic: HeuristicChoice) -> Attempt {
        Attempt { heuristic: Some(heuristic), ..Attempt::without_heuristic(algorithm) }
    }

    fn without_heuristic(algorithm: AlgorithmId) -> Attempt {
        let options = Options::default_for(algorithm.info());
        Attempt { algorithm, heuristic: None, share: 1.0, max_nodes: None, options }
    }
}

impl Attempts<'_> {
    /// Up to 16 cells: the proof, if it is quick; else something good to fall back on, then the proof.
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
            if self.is_over(stopped) {
                break;
            }
            stopped = self.make(attempt)?;
            if self.best.is_none() {
                self.construct_quickly();
            }
        }
        // A limit of no nodes at all leaves no room for a search.
        if self.best.is_none() && allowed {
            self.construct_quickly();
        }
        Ok(stopped)
    }

    /// How to prove the shortest solution where every move costs 1. Whoever has built the large tables wants them used:
    /// they are read in a moment, once for all boards, and what is counted depends on no other board.
    fn proof(&self) -> Attempt {
        if Partitions::check_size(self.job.puzzle.size()).is_err() {
            return Attempt::new(AlgorithmId::Ida, LINEAR_CONFLICT);
        }
        let heuristic = self.large_patterns_at_hand().unwrap_or(SMALL_PATTERNS);
        Attempt::new(AlgorithmId::FastIda, heuristic)
    }

    /// The pattern databases that are worth building for boards of this size, but take too long to be built
    /// unasked.
    fn large_patterns(&self) -> Option<HeuristicChoice> {
        let size = self.job.puzzle.size();
        let partition: &[usize] = match (size.rows(), size.cols()) {
            (4, 4) => &[7, 8],
            (5, 5) => &[6, 6, 6, 6],
            _ => return None,
        };
        Some(HeuristicChoice::Patterns(Partitions::of_sizes(partition)))
    }

    /// The patterns of pattern databases.
    fn patterns_of(&self, choice: &HeuristicChoice) -> HashSet<Pattern> {
        let goal = self.job.puzzle.goal();
        let partitions = choice.partitions(goal.size());
        let sets = partitions.and_then(|partitions| patterns(&partitions, goal).ok());
        sets.into_iter().flatten().flatten().collect()
    }

    /// Whether all their tables have been built.
    fn are_built(&self, choice: &HeuristicChoice) -> bool {
        self.patterns_of(choice).into_iter().all(|pattern| self.job.store.can_get(pattern))
    }

    /// The large pattern databases, if they have been built and there is memory for them.
    fn large_patterns_at_hand(&self) -> Option<HeuristicChoice> {
        self.large_patterns().filter(|large| self.are_built(large) && self.is_room_for(large))
    }

    /// Whether there is memory for pattern databases, and for building those that have not been built.
    fn is_room_for(&self, choice: &HeuristicChoice) -> bool {
        let patterns = self.patterns_of(choice);
        let tables: u64 = patterns.iter().map(|pattern| pattern.needs().table_bytes).sum();
        let new = patterns.into_iter().filter(|pattern| !self.job.store.can_get(*pattern));
        let building = new.map(|pattern| pattern.needs().build_bytes).max().unwrap_or_default();
        tables.saturating_add(building) <= self.job.budget.bytes_left()
    }

    /// The quickest answer there is, where a search was stopped without one: it takes less than a millisecond.
    fn construct_quickly(&mut self) {
        self.bound = self.bound.max(simple_bound(self.job.puzzle));
        let moves = construct_with_beam(self.job.puzzle, 0);
        let depth = moves.len() as u64;
        let stats = Stats { depth, max_depth: depth, ..Stats::default() };
        let mut report = Report::new(&self.job, Outcome::Solved(Solution::new(moves)), stats);
        report.algorithm = AlgorithmId::Constructive;
        self.best = Some(report.proves(self.job.puzzle, self.bound));
        self.job.observer.ended(true);
        self.report_improvement(depth, "construction");
    }

    /// Larger boards: the proof if it is easy, else ever shorter solutions, and the rest of the time for the proof where
    /// pattern databases can give it.
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
                let at_hand = patterns == SMALL_PATTERNS || self.are_built(&patterns);
                let proof = Attempt::new(AlgorithmId::FastIda, patterns);
                let quick = Attempt { max_nodes: Some(10_000_000), share: 0.2, ..proof.clone() };
                vec![if at_hand { quick } else { self.easy() }, near_optimal, proof]
            }
            None => vec![self.easy(), near_optimal],
        };
        for attempt in plan {
            if self.is_over(stopped) {
                break;
            }
            stopped = self.make(attempt)?;
        }
        // Whatever stopped it before it had an answer leaves time for the quickest one.
        if self.best.is_none() {
            self.construct_quickly();
        }
        Ok(stopped)
    }

    /// The pattern databases that may prove the shortest solution of a larger board: small ones, or larger ones that
    /// were built before, or that there is time to build.
    fn patterns_for_proof(&self) -> Option<HeuristicChoice> {
        // Where states are limited, what is found follows from that alone: not from tables that happen to be there.
        if self.job.budget.limits.max_nodes.is_some()
            || Partitions::check_size(self.job.puzzle.size()).is_err()
        {
            return None;
        }
        let patterns = match self.large_patterns() {
            Some(large) if self.time >= TIME_FOR_TABLES => Some(large),
            Some(_) => self.large_patterns_at_hand(),
            None => Some(SMALL_PATTERNS),
        };
        patterns.filter(|patterns| self.is_room_for(patterns))
    }

    /// A* for a moment, in case the board is easy.
    fn easy(&self) -> Attempt {
        let cells = self.job.puzzle.size().cells();
        let max_nodes = Some(400_000 * 25 / cells as u64);
        Attempt { share: 0.2, max_nodes, ..Attempt::new(AlgorithmId::AStar, LINEAR_CONFLICT) }
    }

    /// Where moves have costs: the proof if it is easy, else the best of many.
    fn find_cheap_answer(&mut self) -> Ended {
        let cells = self.job.puzzle.size().cells();
        let nodes = |at_25_cells: u64| Some(at_25_cells * 25 / cells as u64);
        let mut stopped = self.make(Attempt::without_heuristic(AlgorithmId::Constructive))?;
        let mut plan = vec![self.easy()];
        if cells <= SEARCHABLE_CELLS {
            for weight in [5000, 3000, 2000] {
                let mut weighted = Attempt::new(AlgorithmId::WeightedAStar, LINEAR_CONFLICT);
                weighted.options.weight = weight;
                plan.push(Attempt { share: 0.1, max_nodes: nodes(300_000), ..weighted });
            }
        }
        for attempt in plan {
            if self.is_over(stopped) {
                return Ok(stopped);
            }
            stopped = self.make(attempt)?;
        }
        let mut width = 30;
        while cells <= SEARCHABLE_CELLS && width <= 1_000_000 && !self.is_over(stopped) {
            let before = self.time_left();
            let mut beam =
                Attempt { share: 0.7, ..Attempt::new(AlgorithmId::Beam, LINEAR_CONFLICT) };
            beam.options.width = width;
            stopped = self.make(beam)?;
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

    /// Runs one algorithm and keeps what it finds and proves.
    fn make(&mut self, attempt: Attempt) -> Ended {
        self.return_freed_memory();
        let limits = self.job.budget.limits;
        let nodes_left = limits.max_nodes.map(|most| most.saturating_sub(self.stats.explored));
        let time = self.time_left().mul_f64(attempt.share);
        let max_nodes = [nodes_left, attempt.max_nodes].into_iter().flatten().min();
        let old = self.best.as_ref().and_then(|best| best.cost);
        let (explored, elapsed) = (self.stats.explored, self.job.budget.elapsed());
        let bound = self.bound;
        let earlier = Earlier { best: old, bound, explored, elapsed };
        let observer: Option<&mut dyn Observer<Direction>> = match &mut self.job.observer {
            Some(observer) => Some(&mut **observer),
            None => None,
        };
        let mut observer = Later { observer, earlier };
        let (algorithm, heuristic) = (attempt.algorithm, attempt.heuristic.clone());
        let report = match dispatch::run(SolveJob {
            puzzle: self.job.puzzle,
            algorithm: attempt.algorithm,
            heuristic: attempt.heuristic,
            costs: self.job.costs,
            order: self.job.order,
            options: Options { threads: self.job.options.threads, ..attempt.options },
            path_ids: self.job.path_ids,
            below: old,
            store: self.job.store,
            patterns: None,
            budget: self.job.budget.part(max_nodes, Some(time)),
            observer: Some(&mut observer),
        }) {
            // A heuristic that does not serve this board is passed over.
            Err(SolveError::Heuristic(_)) => return Ok(None),
            other => other?,
        };
        self.bound = self.bound.max(report.lower_bound);
        self.stats.add(&report.stats);
        let stopped = report.stopped_by;
        let is_best = report.cost.is_some_and(|new| old.is_none_or(|old| new <= old));
        self.job.observer.ended(is_best);
        let (explored, cost) = (report.stats.explored, report.cost);
        self.attempts.push(Attempted { algorithm, heuristic, stopped_by: stopped, cost, explored });
        let later = |found: &Improvement| earlier.later(found);
        let told: Vec<Improvement> = report.improvements.iter().filter_map(later).collect();
        if let Some(new) = report.cost.filter(|_| is_best) {
            let title = report.algorithm.info().title;
            self.best = Some(report);
            if told.is_empty() && old.is_none_or(|old| new < old) {
                self.report_improvement(new, title);
            }
        }
        self.improvements.extend(told);
        Ok(stopped)
    }

    /// Tells the observer of a solution that is the best so far.
    fn report_improvement(&mut self, cost: u64, found_by: &'static str) {
        let (lower_bound, explored) = (self.bound, self.stats.explored);
        let elapsed = self.job.budget.elapsed();
        let found = Improvement { cost, lower_bound, found_by, explored, elapsed };
        self.improvements.push(found);
        self.job.observer.improved(&found);
    }

    /// Whether nothing more is to be tried: proven, broken off, or a limit of the user's reached.
    fn is_over(&self, stopped: Option<Stop>) -> bool {
        let proven = self.best.as_ref().is_some_and(|best| best.cost == Some(self.bound));
        let most_nodes = self.job.budget.limits.max_nodes.unwrap_or(u64::MAX);
        proven
            || stopped == Some(Stop::Cancelled)
            || self.time_left().is_zero()
            || self.stats.explored >= most_nodes
    }

    fn time_left(&self) -> Duration {
        self.time.saturating_sub(self.job.budget.elapsed())
    }

    /// Returns to the system what the attempts before have freed, or the limit on memory would not hold for the
    /// process. A stop while waiting for that is met again by whatever comes next.
    fn return_freed_memory(&self) {
        if self.stats.explored > 0 {
            let _ = wait_until_cleared(&self.job.budget);
            give_memory_back();
        }
    }

    /// The best answer as its algorithm counted it, with all that was proven on the way and the whole time. Where another
    /// attempt proved it, all attempts count.
    fn report(mut self, stopped: Option<Stop>) -> Report {
        self.stats.elapsed = self.job.budget.elapsed();
        self.stats.peak_bytes = self.job.budget.peak_bytes();
        let cancelled = self.job.budget.cancel.is_cancelled().then_some(Stop::Cancelled);
        let Some(mut report) = self.best.take() else {
            self.bound = self.bound.max(simple_bound(self.job.puzzle));
            let stop = cancelled.or(stopped).unwrap_or(Stop::Time);
            let mut report = Report::new(&self.job, Outcome::Stopped(stop), self.stats);
            report.attempts = self.attempts;
            return report.proves(self.job.puzzle, self.bound);
        };
        report.improvements = std::mem::take(&mut self.improvements);
        report.attempts = std::mem::take(&mut self.attempts);
        let proved_itself = report.optimal;
        report.optimal = false;
        let mut report = report.proves(self.job.puzzle, self.bound);
        if report.optimal && !proved_itself {
            report.stats = Stats { depth: report.stats.depth, ..self.stats.clone() };
        }
        report.stats.elapsed = self.stats.elapsed;
        report.stats.peak_bytes = self.stats.peak_bytes;
        report.limits = self.job.budget.limits;
        report.stopped_by = cancelled.filter(|_| !report.optimal);
        if !report.optimal {
            let stopped_by = self.stopped_by(report.stopped_by.or(stopped));
            let provable = self.job.puzzle.size().cells() <= PROVABLE_CELLS;
            let lower_bound = report.lower_bound;
            report.notices.push(Notice::NotProven { lower_bound, stopped_by, provable });
        }
        let size = self.job.puzzle.size();
        let waited = self.stats.elapsed > LONG_WAIT;
        let larger = self.large_patterns().filter(|large| waited && !self.are_built(large));
        let tables = larger.and_then(|larger| larger.partitions(size));
        report.notices.extend(tables.map(|tables| Notice::LargerTables { tables, size }));
        report
    }

    /// Which limit kept it from going on.
    fn stopped_by(&self, stopped: Option<Stop>) -> Option<Stop> {
        let limits = self.job.budget.limits;
        match stopped {
            Some(Stop::Cancelled | Stop::Memory) => stopped,
            _ if limits.max_nodes.is_some_and(|most| self.stats.explored >= most) => {
                Some(Stop::Nodes)
            }
            _ => limits.max_time.map(|_| Stop::Time),
        }
    }
}
