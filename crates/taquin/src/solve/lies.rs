//! Kernels, heuristics and tables that lie: no wrong solution and no refuted proof is reported. Lies of the caller's
//! heuristics and of learnt scores are told in `tests/it/lies.rs`.

use super::algorithm::AlgorithmId;
use super::dispatch::{run_method, search};
use super::error::SolveError;
use super::job::SolveJob;
use super::method::Method;
use super::report::{Outcome, Report};
use super::{Settings, Solver};
use crate::board::{Direction, MoveOrder};
use crate::cost::{Cost, CostModel};
use crate::heuristic::{BuiltIn, Heuristic, HeuristicId, Manhattan, Slide};
use crate::pattern::{Partitions, PatternTable};
use crate::puzzle::{Goal, Puzzle, Solution};
use crate::random::{Random, uniform};
use crate::state::PackedBoard;
use crate::store::{Building, Store};
use crate::table::DistanceTable;
use std::sync::Arc;
use taquin_search::*;

/// Stops searches that a lie leads astray.
const LIMITS: Limits = Limits { max_nodes: Some(300_000), max_time: None, max_bytes: None };

fn puzzles(size: &str, count: usize) -> Vec<Puzzle> {
    let goal = Goal::Classic.board(size.parse().expect("a size"));
    let mut random = Random::new(6);
    let board = |_| Puzzle::new(uniform(&goal, &mut random), &Goal::Classic);
    (0..count).map(board).map(|puzzle| puzzle.expect("it is solvable")).collect()
}

/// Returns the job of a search with default options.
fn job<'a>(puzzle: &'a Puzzle, algorithm: AlgorithmId, store: &'a Store) -> SolveJob<'a> {
    SolveJob {
        puzzle,
        algorithm,
        heuristic: algorithm.default_heuristic().map(Into::into),
        costs: CostModel::Unit,
        order: MoveOrder::default(),
        options: Settings::default().options(algorithm.info()),
        path_ids: false,
        below: None,
        budget: Budget::new(LIMITS, Cancel::new()),
        store,
        patterns: None,
        observer: None,
    }
}

/// What came of a lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Told {
    /// It was reported as an error of the program.
    noticed: u32,
    /// The answer is true, or a limit stopped the search.
    harmless: u32,
    /// The solution is one, but a proof of it is wrong, which its moves alone do not show.
    believed: u32,
}

impl Told {
    /// Judges a report by the true length: whatever was told, a solution solves the puzzle and costs no less than the bound.
    fn judge(&mut self, puzzle: &Puzzle, shortest: u64, report: Result<Report, SolveError>) {
        let report = match report {
            Ok(report) => report,
            Err(SolveError::Contradiction(_)) => return self.noticed += 1,
            Err(error) => panic!("{error}"),
        };
        if let Some(solution) = report.solution() {
            solution.verify(puzzle).expect("it is a solution");
            assert_eq!(report.cost, Some(solution.len() as u64));
            assert!(report.cost >= Some(report.lower_bound));
            assert_eq!(report.optimal, report.cost == Some(report.lower_bound));
        } else {
            assert!(matches!(report.outcome, Outcome::Stopped(_)), "{:?}", report.outcome);
        }
        if report.lower_bound > shortest { self.believed += 1 } else { self.harmless += 1 }
    }
}

fn shortest(puzzle: &Puzzle) -> u64 {
    Solver::default().solve(puzzle).expect("it fits").cost.expect("it is solvable")
}

/// What a lie changes in a report.
type Lie = fn(&mut Report);

/// A kernel that reports something else than it found.
struct Liar(Lie);

impl Method for Liar {
    fn info(&self) -> &'static AlgorithmInfo {
        AlgorithmId::AStar.info()
    }

    fn solve(&self, job: SolveJob<'_>) -> Result<Report, SolveError> {
        let mut report = job.algorithm.method().solve(job)?;
        (self.0)(&mut report);
        Ok(report)
    }
}

/// Replaces the moves of a solution.
fn change(report: &mut Report, change: impl Fn(&mut Vec<Direction>)) {
    let mut moves = report.solution().expect("it is solved").moves().to_vec();
    change(&mut moves);
    report.outcome = Outcome::Solved(Solution::new(moves));
}

#[test]
fn a_kernel_that_lies_is_noticed() {
    let lies: [(&str, Lie); 12] = [
        ("no moves", |report| change(report, Vec::clear)),
        ("the first move is missing", |report| change(report, |moves| _ = moves.remove(0))),
        ("the last move is missing", |report| change(report, |moves| _ = moves.pop())),
        ("moves are in another order", |report| change(report, |moves| moves.reverse())),
        ("a move is another", |report| change(report, |moves| moves[7] = moves[7].opposite())),
        ("a detour", |report| {
            change(report, |moves| moves.extend([moves[0], moves[0].opposite()]));
        }),
        ("a lower cost", |report| report.cost = report.cost.map(|cost| cost - 2)),
        ("no cost", |report| report.cost = None),
        ("a bound above the cost", |report| report.lower_bound += 2),
        ("a proof without a bound", |report| report.lower_bound -= 2),
        ("no proof, but its bound", |report| report.optimal = false),
        ("no solution in the whole space", |report| {
            (report.outcome, report.cost, report.optimal) = (Outcome::Exhausted, None, false);
        }),
    ];
    let store = Store::in_memory();
    for puzzle in puzzles("3x3", 10) {
        for algorithm in [AlgorithmId::AStar, AlgorithmId::Ida, AlgorithmId::Bfs] {
            for (lie, tell) in lies {
                let told = run_method(&Liar(tell), job(&puzzle, algorithm, &store));
                let error = told.err().unwrap_or_else(|| panic!("{algorithm}: {lie}"));
                assert!(matches!(error, SolveError::Contradiction(_)), "{algorithm}: {lie}");
            }
            assert!(run_method(&Liar(|_| {}), job(&puzzle, algorithm, &store)).is_ok());
        }
    }
}

/// The Manhattan distance times a factor, still declared admissible.
#[derive(Clone)]
struct Times(Cost, Manhattan);

impl<B: PackedBoard> Heuristic<B> for Times {
    type Memo = <Manhattan as Heuristic<B>>::Memo;

    fn begin(&self, packed: &B) -> Self::Memo {
        Heuristic::<B>::begin(&self.1, packed)
    }

    fn after(&self, before: &Self::Memo, slide: Slide, packed: &B) -> Self::Memo {
        Heuristic::<B>::after(&self.1, before, slide, packed)
    }

    fn h(&self, memo: &Self::Memo) -> Cost {
        self.0 * Heuristic::<B>::h(&self.1, memo)
    }
}

/// A search with such a heuristic.
struct WithTimes<A>(Cost, std::marker::PhantomData<fn() -> A>);

impl<A: Algorithm> Method for WithTimes<A> {
    fn info(&self) -> &'static AlgorithmInfo {
        const { &A::INFO }
    }

    fn solve(&self, job: SolveJob<'_>) -> Result<Report, SolveError> {
        let heuristic = Times(self.0, Manhattan::new(job.puzzle.goal(), job.costs)?);
        search::<A, u64, _>(job, heuristic, &Manhattan::INFO)
    }
}

#[test]
fn a_heuristic_of_ours_that_lies_is_noticed_by_the_bound_that_it_proves() {
    let store = Store::in_memory();
    let kind = std::marker::PhantomData;
    let mut told = [Told::default(); 3];
    for puzzle in puzzles("3x3", 40) {
        let shortest = shortest(&puzzle);
        for (told, factor) in told.iter_mut().zip([1, 2, 4]) {
            let methods: [(AlgorithmId, &dyn Method); 3] = [
                (AlgorithmId::AStar, &WithTimes::<AStar>(factor, kind)),
                (AlgorithmId::Ida, &WithTimes::<Ida>(factor, std::marker::PhantomData)),
                (AlgorithmId::Rbfs, &WithTimes::<Rbfs>(factor, std::marker::PhantomData)),
            ];
            for (algorithm, method) in methods {
                told.judge(&puzzle, shortest, run_method(method, job(&puzzle, algorithm, &store)));
            }
        }
    }
    assert_eq!(told[0], Told { harmless: 120, ..Told::default() });
    assert!(told[1..].iter().all(|told| told.noticed > 100), "{told:?}");
}

#[test]
fn a_table_of_distances_that_lies_gives_no_wrong_solution() {
    let mut random = Random::new(3);
    let mut told = Told::default();
    for puzzle in puzzles("3x3", 10) {
        let shortest = shortest(&puzzle);
        let sound =
            DistanceTable::build(puzzle.goal(), &crate::Budget::unlimited()).expect("it fits");
        for flipped in [1, 16, 1024] {
            let store = Store::in_memory();
            store.add_distances(
                sound.clone().with_flipped_bits(sound.entries() / flipped, &mut random),
            );
            let table = job(&puzzle, AlgorithmId::Table, &store);
            let exact = SolveJob {
                heuristic: Some(HeuristicId::Exact.into()),
                ..job(&puzzle, AlgorithmId::AStar, &store)
            };
            for job in [table, exact] {
                told.judge(&puzzle, shortest, run_method(job.algorithm.method(), job));
            }
        }
    }
    assert!(told.noticed > 20, "{told:?}");
}

#[test]
fn a_pattern_database_that_lies_gives_no_wrong_solution() {
    let partitions: Partitions = "44".parse().expect("a partition");
    let mut random = Random::new(4);
    let mut told = Told::default();
    let store = Store::in_memory();
    for puzzle in puzzles("3x3", 10) {
        let shortest = shortest(&puzzle);
        for every in [1, 16, 1024] {
            let sets = store.pattern_sets(&partitions, puzzle.goal(), Building::unlimited(1));
            let mut loaded = sets.expect("tables");
            for table in loaded.sets.sets.iter_mut().flatten() {
                *table = Arc::new(flipped(table, every, &mut random));
            }
            let loaded = Arc::new(loaded);
            for algorithm in [AlgorithmId::FastIda, AlgorithmId::Ida, AlgorithmId::AStar] {
                let job = SolveJob {
                    heuristic: Some(HeuristicId::Patterns.into()),
                    patterns: Some(Arc::clone(&loaded)),
                    ..job(&puzzle, algorithm, &store)
                };
                told.judge(&puzzle, shortest, run_method(algorithm.method(), job));
            }
        }
    }
    assert!(told.noticed > 20, "{told:?}");
}

/// Returns a table with about one of so many bits flipped.
fn flipped(table: &PatternTable, every: u64, random: &mut Random) -> PatternTable {
    let mut bits = table.bits().to_vec();
    for _ in 0..bits.len() as u64 * 64 / every {
        let bit = random.below(bits.len() as u64 * 64);
        bits[bit as usize / 64] ^= 1 << (bit % 64);
    }
    let table = PatternTable::from_parts(table.pattern(), bits, table.levels().to_vec());
    table.expect("as many bits as before")
}
