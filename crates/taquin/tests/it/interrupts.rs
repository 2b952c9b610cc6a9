//! A search that is interrupted at any moment reports nothing false: it is stopped or has a solution, and the bounds it has
//! proven by then hold. The cancel flag raises itself at a given check, so no test depends on time.

use crate::tries;
use taquin::Settings;
use taquin::figures::korf_boards;
use taquin::heuristic::{HeuristicChoice, HeuristicId};
use taquin::solve::AlgorithmId;
use taquin::store::Store;
use taquin::{
    Cancel, Goal, InputFormat, Limits, MoveOrder, Outcome, Puzzle, Report, Solver, Stop,
    parse_board,
};

fn puzzle(text: &str) -> Puzzle {
    let board = parse_board(text, InputFormat::Auto, None).expect("a board");
    Puzzle::new(board, &Goal::Classic).expect("it is solvable")
}

/// Returns about `most` numbers spread over `1..=all`, including the first and the last.
fn some_of(all: u64, most: u64) -> Vec<u64> {
    let mut numbers: Vec<u64> =
        (0..most).map(|nth| 1 + nth * all.saturating_sub(1) / most).collect();
    numbers.extend([all.saturating_sub(1).max(1), all.max(1)]);
    numbers.dedup();
    numbers
}

/// Interrupts a search at about `most` of its checks and verifies each report. Returns how often it was stopped.
fn interrupt(solver: &Solver, puzzle: &Puzzle, truth: u64, most: u64) -> usize {
    let name = format!(
        "{} {:?} {} threads on {}",
        solver.effective_algorithm(puzzle.size()),
        solver.heuristic.as_ref().map(ToString::to_string),
        solver.settings.threads.unwrap_or(1),
        puzzle.start()
    );
    let solve = |cancel: &Cancel| -> Report {
        let report = solver.solve_observed(puzzle, cancel, None);
        report.unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    // The first run builds or reads the tables, with checks of its own.
    solve(&Cancel::new());
    let never = Cancel::new();
    solve(&never);
    let mut stopped = 0;
    for number in some_of(never.checks(), most) {
        let report = solve(&Cancel::after_checks(number));
        let context = format!("{name}, at check {number} of {}", never.checks());
        assert!(report.lower_bound <= truth, "{context}: at least {}", report.lower_bound);
        match &report.outcome {
            Outcome::Stopped(stop) => {
                assert_eq!((*stop, report.stopped_by), (Stop::Cancelled, Some(Stop::Cancelled)));
                stopped += 1;
            }
            Outcome::Solved(solution) => {
                solution.verify(puzzle).unwrap_or_else(|error| panic!("{context}: {error}"));
                assert!(report.cost >= Some(truth), "{context}");
                assert!(!report.optimal || report.cost == Some(truth), "{context}");
                stopped += usize::from(report.stopped_by.is_some());
            }
            Outcome::Exhausted => panic!("{context}: reported that there is no solution"),
        }
    }
    stopped
}

#[test]
fn every_algorithm_can_be_interrupted_at_any_check() {
    let near = puzzle("426108573");
    let truth = Solver::default().solve(&near).expect("it fits").cost.expect("a solution");
    for &algorithm in AlgorithmId::ALL {
        let heuristics: Vec<_> = HeuristicId::ALL
            .iter()
            .map(|&id| Some(HeuristicChoice::from(id)))
            .chain([None])
            .filter(|heuristic| {
                let solver = Solver { heuristic: heuristic.clone(), ..Solver::default() };
                let solver = Solver { algorithm: Some(algorithm), ..solver };
                solver.effective_algorithm(near.size()) == algorithm && solver.check().is_ok()
            })
            .collect();
        for heuristic in heuristics {
            for threads in [1, 2] {
                let solver = Solver {
                    algorithm: Some(algorithm),
                    heuristic: heuristic.clone(),
                    settings: Settings { threads: Some(threads), ..Settings::default() },
                    store: Store::in_memory(),
                    ..Solver::default()
                };
                let stopped = interrupt(&solver, &near, truth, 6);
                assert!(stopped > 0, "{}: it was never stopped", algorithm);
            }
        }
    }
}

#[test]
fn long_searches_prove_nothing_false_when_interrupted() {
    // The shortest solution has 53 moves.
    let puzzle = puzzle("5 12 11 14/13 4 7 1/2 0 15 6/3 9 10 8");
    let order: MoveOrder = "DURL".parse().expect("an order");
    let cases = [
        ("ida", "linear-conflict", 1, tries(3, 10)),
        ("ida", "linear-conflict", 2, tries(6, 60)),
        ("ida", "pdb:663", 2, tries(6, 30)),
    ];
    for (algorithm, name, threads, most) in cases {
        let solver = Solver {
            algorithm: algorithm.parse().ok(),
            heuristic: name.parse().ok(),
            settings: Settings {
                threads: Some(threads),
                order: Some(order),
                ..Settings::default()
            },
            // Other tests may drop the tables that the process shares.
            store: Store::in_memory(),
            ..Solver::default()
        };
        let stopped = interrupt(&solver, &puzzle, 53, most);
        assert!(stopped > most as usize / 2, "{algorithm} {name} {threads}: {stopped}");
    }
    let korf = korf_boards().swap_remove(87);
    let hard = Puzzle::new(korf.board, &Goal::ZeroFirst).expect("it is solvable");
    for (threads, most) in [(1, tries(3, 10)), (2, tries(6, 30))] {
        let (algorithm, heuristic) = ("fast-ida".parse().ok(), "pdb:555".parse().ok());
        let store = Store::in_memory();
        let solver = Solver {
            algorithm,
            heuristic,
            settings: Settings { threads: Some(threads), ..Settings::default() },
            store,
            ..Solver::default()
        };
        let stopped = interrupt(&solver, &hard, korf.length, most);
        assert!(stopped > most as usize / 2, "{threads}: {stopped}");
    }
}

#[test]
fn auto_gives_the_best_so_far_when_interrupted() {
    for text in [
        "5 12 11 14/13 4 7 1/2 0 15 6/3 9 10 8",
        "17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11",
    ] {
        let puzzle = puzzle(text);
        let limits = Limits { max_nodes: Some(2_000_000), ..Limits::default() };
        let solver = Solver { limits, store: Store::in_memory(), ..Solver::default() };
        let mut best = Vec::new();
        for number in [1, 300, 600, 1000, 2000, 4000] {
            let cancel = Cancel::after_checks(number);
            let report = solver.solve_observed(&puzzle, &cancel, None).expect("it fits");
            if let Some(solution) = report.solution() {
                solution.verify(&puzzle).expect("it solves the puzzle");
                let raised = cancel.checks() >= number;
                assert_eq!(report.stopped_by.is_some(), raised && !report.optimal, "{number}");
                best.push(solution.len());
            } else {
                assert_eq!(report.outcome, Outcome::Stopped(Stop::Cancelled), "{number}");
                assert!(best.is_empty(), "{number}: there was a solution before");
            }
        }
        // The first is the constructed solution; the later ones depend on the clock.
        assert!(best.len() > 2 && best.iter().all(|length| *length <= best[0]), "{best:?}");
    }
}
