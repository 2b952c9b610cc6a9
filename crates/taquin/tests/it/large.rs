//! Boards larger than 4x4: always solved, and reports distinguish what is proven from what is not.

use crate::tries;
use std::time::Duration;
use taquin::generate::{Random, uniform};
use taquin::store::Store;
use taquin::{Board, Cancel, Goal, InputFormat, Limits, Puzzle, Size, Solver, Stop, parse_board};

const SIZES: [(usize, usize); 5] = [(5, 5), (6, 4), (10, 10), (30, 40), (100, 100)];

fn random_puzzle(rows: usize, cols: usize, goal: &Goal) -> Puzzle {
    let size = Size::new(rows, cols).expect("it is a size");
    let start = uniform(&goal.board(size), &mut Random::new(rows as u64));
    Puzzle::new(start, goal).expect("it is solvable")
}

/// A solver with a node limit, so that it is quick on a busy machine, too: auto uses all the time it is allowed.
fn quickly(algorithm: &str) -> Solver {
    let limits = Limits { max_nodes: Some(tries(200_000, 4_000_000)), ..Limits::default() };
    Solver { limits, ..Solver::default() }.algorithm(algorithm).expect("it is known")
}

#[test]
fn random_boards_are_solved() {
    for (rows, cols) in SIZES {
        for (algorithm, goal) in [("constructive", Goal::Snail), ("auto", Goal::Classic)] {
            let puzzle = random_puzzle(rows, cols, &goal);
            let report = quickly(algorithm).solve(&puzzle).expect("the choices fit");
            let solution = report.solution().expect("there is always a solution");
            solution.verify(&puzzle).expect("the path replays");
            assert!(report.lower_bound <= solution.len() as u64);
            assert_eq!(report.optimal, report.lower_bound == solution.len() as u64);
            if rows == cols {
                let most = 2.67 * (rows as f64).powi(3);
                assert!((solution.len() as f64) <= most, "{algorithm} on {rows}x{cols}");
            }
        }
    }
}

#[test]
fn easy_boards_are_solved_optimally_whatever_their_size() {
    for (rows, cols) in SIZES {
        let size = Size::new(rows, cols).expect("it is a size");
        let goal = Board::classic(size);
        // At most a few dozen moves from the goal.
        let start = taquin::generate::walk(&goal, 60, &mut Random::new(3));
        let puzzle = Puzzle::new(start, &Goal::Classic).expect("it is solvable");
        let report = Solver::default().solve(&puzzle).expect("the choices fit");
        report.solution().expect("it is solvable").verify(&puzzle).expect("the path replays");
        assert!(report.optimal, "{rows}x{cols}");
    }
}

#[test]
fn four_by_four_is_proven() {
    let goal = Board::classic(Size::new(4, 4).expect("it is a size"));
    let start = taquin::generate::walk(&goal, 150, &mut Random::new(5));
    let puzzle = Puzzle::new(start, &Goal::Classic).expect("it is solvable");
    let report = Solver::default().solve(&puzzle).expect("the choices fit");
    let astar = Solver::default().algorithm("astar").expect("it is known");
    let expected = astar.solve(&puzzle).expect("the choices fit");
    assert!(report.optimal);
    assert_eq!(report.cost, expected.cost);
}

#[test]
fn patterns_prove_what_linear_conflict_cannot_in_time() {
    let start =
        parse_board("6 4 15 8 14/3 2 18 10 5/1 12 13 16 9/17 0 11 7 19", InputFormat::Auto, None);
    let puzzle = Puzzle::new(start.expect("a board"), &Goal::Classic).expect("it is solvable");
    let limits = Limits { max_time: Some(Duration::from_secs(3600)), ..Limits::default() };
    let report = Solver { limits, ..Solver::default() }.solve(&puzzle).expect("the choices fit");
    assert_eq!((report.cost, report.optimal), (Some(55), true));
    // With a node limit, the result depends on that limit alone, so no tables are used.
    let limits = Limits { max_nodes: Some(1_000_000), ..Limits::default() };
    let report = Solver { limits, ..Solver::default() }.solve(&puzzle).expect("the choices fit");
    assert!(report.table.is_none() && report.stats.explored <= 1_000_000);
}

#[test]
fn auto_polls_the_flag_while_it_improves_a_solution() {
    let puzzle = random_puzzle(20, 20, &Goal::Classic);
    // The number of checks until there is a first solution; after that, only the flag ends the search.
    let first = Cancel::new();
    let constructive = Solver::default().algorithm("constructive").expect("it is known");
    constructive.solve_observed(&puzzle, &first, None).expect("it fits");
    let limits = Limits { max_time: Some(Duration::from_secs(3600)), ..Limits::default() };
    let solver = Solver { limits, ..Solver::default() };
    for number in [50, 1000, 3000].map(|more| first.checks() + more) {
        let cancel = Cancel::after_checks(number);
        let report = solver.solve_observed(&puzzle, &cancel, None).expect("it fits");
        assert_eq!(report.stopped_by, Some(Stop::Cancelled));
        report.solution().expect("the best so far").verify(&puzzle).expect("the path replays");
        // After the flag is raised, it is polled only a few times more while the search ends.
        assert!(cancel.checks() < number + 10, "{number}: {}", cancel.checks());
    }
}

#[test]
fn auto_reports_what_prevented_a_proof() {
    let fifteen = random_puzzle(4, 4, &Goal::Classic);
    let large = random_puzzle(7, 7, &Goal::Classic);
    let none = Limits::default();
    let time = |millis| Some(Duration::from_millis(millis));
    let memory = Limits { max_bytes: Some(1 << 20), ..none };
    let cases = [
        (&fifteen, memory, (Some(Stop::Memory), true)),
        (&fifteen, Limits { max_time: time(60_000), ..memory }, (Some(Stop::Memory), true)),
        (&large, Limits { max_time: time(300), ..none }, (Some(Stop::Time), false)),
        (&large, Limits { max_nodes: Some(10), ..none }, (Some(Stop::Nodes), false)),
    ];
    for (puzzle, limits, expected) in cases {
        let solver = Solver { limits, store: Store::in_memory(), ..Solver::default() };
        let report = solver.solve(puzzle).expect("the choices fit");
        let not_proven = report.notices.iter().find_map(|notice| match notice {
            taquin::Notice::NotProven { stopped_by, provable, .. } => {
                Some((*stopped_by, *provable))
            }
            _ => None,
        });
        assert!(report.solution().is_some());
        assert_eq!(not_proven, Some(expected), "{limits:?}");
    }
}
