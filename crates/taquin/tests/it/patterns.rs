//! Pattern databases and the search that is specialised for them. The table files are tested in `tables.rs`, the heuristic
//! on all boards of 3x3 in `heuristics.rs`.

use crate::tries;
use taquin::Settings;
use taquin::figures::korf_boards;
use taquin::generate::{Random, uniform, walk};
use taquin::heuristic::{HeuristicError, HeuristicNameError};
use taquin::pattern::{PartitionError, Partitions, patterns};
use taquin::search::{Event, Observer};
use taquin::store::PatternError;
use taquin::table::DistanceTable;
use taquin::{
    Board, Budget, Cancel, Direction, Goal, Limits, Outcome, Puzzle, Size, SolveError, Solver, Stop,
};

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

fn solver(heuristic: &str) -> Solver {
    Solver::default().heuristic(heuristic).expect("a heuristic")
}

/// Solves a puzzle, checks the solution and returns its length.
fn length(solver: &Solver, puzzle: &Puzzle) -> usize {
    let report = solver.solve(puzzle).expect("it fits");
    let solution = report.solution().expect("it is solvable");
    solution.verify(puzzle).expect("it solves the puzzle");
    assert!(report.optimal, "{}", puzzle.start());
    assert_eq!(report.lower_bound, solution.len() as u64);
    solution.len()
}

#[test]
fn small_boards_are_solved_as_the_table_says() {
    let partitions = [
        ("3x3", &["44", "8", "332", "11111111", "44+332"][..]),
        ("2x3", &["5", "23"]),
        ("3x2", &["5", "311"]),
        ("2x5", &["54", "333"]),
        ("5x2", &["54"]),
        ("2x2", &["3", "12"]),
    ];
    let mut random = Random::new(5);
    for (text, partitions) in partitions {
        for goal in Goal::NAMED.map(|(_, goal, _)| goal) {
            let goal_board = goal.board(size(text));
            let table =
                DistanceTable::build(&goal_board, &Budget::unlimited()).expect("a small space");
            for partition in partitions {
                let solver = solver(&format!("pdb:{partition}"));
                for _ in 0..20 {
                    let board = uniform(&goal_board, &mut random);
                    let distance = table.distance_of(&board).expect("it is solvable");
                    let puzzle = Puzzle::new(board, &goal).expect("it is solvable");
                    assert_eq!(length(&solver, &puzzle), usize::from(distance), "{partition}");
                }
            }
        }
    }
}

#[test]
fn pictures_are_drawn_on_the_goal_itself() {
    let board = uniform(&Board::zero_first(size("3x3")), &mut Random::new(9));
    let puzzle = Puzzle::new(board, &Goal::ZeroFirst).expect("it is solvable");
    let table = Solver::default().algorithm("table").expect("known");
    let expected = length(&table, &puzzle);
    for picture in [".aa/bba/bbb", ".ab/cab/ccb"] {
        assert_eq!(length(&solver(&format!("pdb:{picture}")), &puzzle), expected, "{picture}");
    }
}

#[test]
fn goals_of_all_kinds_are_solved_as_by_walking_distance() {
    let mut random = Random::new(6);
    let mixed = uniform(&Board::classic(size("4x4")), &mut random);
    let goals = Goal::NAMED.map(|(_, goal, _)| goal).into_iter().chain([Goal::Board(mixed)]);
    let plain = solver("walking-distance").algorithm("ida").expect("known");
    for goal in goals {
        let goal_board = goal.board(size("4x4"));
        for _ in 0..tries(3, 10) {
            let board = walk(&goal_board, 80, &mut random);
            let puzzle = Puzzle::new(board, &goal).expect("it is solvable");
            assert_eq!(length(&solver("pdb"), &puzzle), length(&plain, &puzzle));
        }
    }
}

#[test]
fn patterns_find_the_lengths_of_linear_conflict_on_boards_of_twelve_and_fifteen_cells() {
    let mut random = Random::new(7);
    for text in ["3x4", "4x3", "3x5", "5x3"] {
        let goal = Board::classic(size(text));
        let plain = solver("linear-conflict").algorithm("ida").expect("known");
        for _ in 0..5 {
            let puzzle =
                Puzzle::new(walk(&goal, 60, &mut random), &Goal::Classic).expect("solvable");
            let expected = length(&plain, &puzzle);
            assert_eq!(length(&solver("pdb"), &puzzle), expected, "{}", puzzle.start());
            let astar = solver("pdb").algorithm("astar").expect("known");
            assert_eq!(length(&astar, &puzzle), expected, "{}", puzzle.start());
        }
    }
}

/// With small patterns, which are built quickly.
#[test]
fn boards_of_25_cells_are_solved_too() {
    let mut random = Random::new(8);
    for goal in Goal::NAMED.map(|(_, goal, _)| goal) {
        let goal_board = goal.board(size("5x5"));
        let plain = solver("linear-conflict").algorithm("ida").expect("known");
        for _ in 0..4 {
            let board = walk(&goal_board, 60, &mut random);
            let puzzle = Puzzle::new(board, &goal).expect("it is solvable");
            let expected = length(&plain, &puzzle);
            for partition in ["pdb:33333333", "pdb:4444422", "pdb:33333333+4444422"] {
                assert_eq!(length(&solver(partition), &puzzle), expected, "{partition}");
            }
            let ida = solver("pdb:4444422").algorithm("ida").expect("known");
            assert_eq!(length(&ida, &puzzle), expected);
        }
    }
}

/// A change of these numbers is a change of the search, and must be on purpose.
#[test]
fn signature_of_node_counts() {
    let counts = |heuristic: &str, algorithm: &str, boards: usize| {
        let solver = solver(heuristic).algorithm(algorithm).expect("known");
        let mut sums = (0, 0, 0);
        for korf in korf_boards().into_iter().take(boards) {
            let puzzle = Puzzle::new(korf.board, &Goal::ZeroFirst).expect("it is solvable");
            let report = solver.solve(&puzzle).expect("it fits");
            assert_eq!(report.cost, Some(korf.length));
            sums.0 += report.stats.expanded;
            sums.1 += report.stats.generated;
            sums.2 += korf.length;
        }
        sums
    };
    let found = [
        counts("pdb:663", "fast-ida", 20),
        counts("pdb:555", "fast-ida", 5),
        counts("pdb:663+663b", "fast-ida", 20),
        counts("pdb:555+663", "fast-ida", 5),
        counts("pdb:663", "ida", 5),
        counts("pdb:663", "astar", 1),
    ];
    let expected = [
        (1_364_946, 2_722_564, 1072),
        (532_408, 1_062_752, 283),
        (637_395, 1_284_393, 1072),
        (224_932, 455_578, 283),
        (523_884, 1_105_882, 283),
        (45_403, 139_240, 57),
    ];
    assert_eq!(found, expected);
}

/// The first of Korf's boards, of 57 moves.
fn a_hard_board() -> Puzzle {
    let korf = korf_boards().swap_remove(0);
    Puzzle::new(korf.board, &Goal::ZeroFirst).expect("it is solvable")
}

#[test]
fn a_node_budget_is_exact_on_one_thread() {
    let puzzle = a_hard_board();
    let mut solver = solver("pdb:555");
    let whole = solver.solve(&puzzle).expect("it fits");
    for nodes in [0, 1, 7, 8, 9, 2048, 2049, 10_000, whole.stats.explored - 1] {
        solver.limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
        let report = solver.solve(&puzzle).expect("it fits");
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Nodes), "{nodes}");
        assert_eq!(report.stats.explored, nodes);
        let rounds = report.stats.iterations.iter().map(|round| round.expanded).sum::<u64>();
        assert_eq!(rounds, report.stats.expanded);
        assert!(report.lower_bound <= 57 && (nodes == 0 || report.lower_bound >= 41));
    }
    solver.limits.max_nodes = Some(whole.stats.explored);
    let report = solver.solve(&puzzle).expect("it fits");
    assert_eq!((report.cost, report.stats.expanded), (whole.cost, whole.stats.expanded));
}

#[test]
fn several_threads_find_solutions_of_the_same_length() {
    for korf in korf_boards().into_iter().take(12) {
        let puzzle = Puzzle::new(korf.board, &Goal::ZeroFirst).expect("it is solvable");
        for threads in [2, 3, 8] {
            let solver = Solver {
                settings: Settings { threads: Some(threads), ..Settings::default() },
                ..solver("pdb:555")
            };
            assert_eq!(length(&solver, &puzzle) as u64, korf.length, "{threads} threads");
        }
    }
}

/// Raises the flag at a given tick, and records the nodes explored by then.
struct CancelAt {
    tick: u64,
    cancel: Cancel,
    explored: u64,
}

impl Observer<Direction> for CancelAt {
    fn wants_nodes(&self) -> bool {
        false
    }

    fn event(&mut self, event: Event<'_, Direction>) {
        let Event::Tick(stats) = event else { return };
        self.tick = self.tick.saturating_sub(1);
        if self.tick == 0 && !self.cancel.is_cancelled() {
            self.explored = stats.explored;
            self.cancel.cancel();
        }
    }
}

#[test]
fn it_stops_when_cancelled_or_out_of_budget() {
    let puzzle = a_hard_board();
    for threads in [1, 2] {
        let cancel = Cancel::new();
        cancel.cancel();
        let mut solver = Solver {
            settings: Settings { threads: Some(threads), ..Settings::default() },
            ..solver("pdb:333321")
        };
        let report = solver.solve_observed(&puzzle, &cancel, None).expect("it fits");
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Cancelled));
        assert_eq!(report.stats.expanded, 0);
        // In the middle of a search, long before its end.
        let mut late = CancelAt { tick: 50, cancel: Cancel::new(), explored: 0 };
        let cancel = late.cancel.clone();
        let report = solver.solve_observed(&puzzle, &cancel, Some(&mut late)).expect("it fits");
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Cancelled));
        assert!(late.tick == 0 && report.stats.expanded >= late.explored && late.explored > 0);
        assert!(report.lower_bound <= 57, "{}", report.lower_bound);
        solver.limits.max_time = Some(std::time::Duration::ZERO);
        let report = solver.solve(&puzzle).expect("it fits");
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Time));
        solver.limits = Limits { max_bytes: Some(10_000), ..Limits::default() };
        let report = solver.solve(&puzzle).expect("it fits");
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Memory));
    }
}

#[test]
fn tables_too_large_for_the_memory_are_not_built() {
    // The blank in the middle: no other test of this process builds such tables.
    let goal = Goal::Board(Board::snail(size("4x4")));
    let board = walk(&goal.board(size("4x4")), 40, &mut Random::new(1));
    let puzzle = Puzzle::new(board, &goal).expect("it is solvable");
    let mut solver = solver("pdb:78");
    solver.limits.max_bytes = Some(100 << 20);
    let report = solver.solve(&puzzle).expect("it fits");
    assert_eq!(report.outcome, Outcome::Stopped(Stop::Memory));
    assert!(
        matches!(
            report.notices[..],
            [taquin::Notice::NoTable(taquin::store::StoreError::TooLittleMemory { .. })]
        ),
        "{:?}",
        report.notices
    );
}

#[test]
fn invalid_partitions_are_explained() {
    for text in ["", "9", "07", "abc", "78+", "a b/c d", "78x", "b", "b663", "663bb", "93b"] {
        let wrong = text.parse::<Partitions>().expect_err("it is wrong");
        assert!(matches!(wrong, PartitionError::Unreadable(_)), "{text}: {wrong:?}");
    }
    let error = |partition: &str, text: &str| {
        let partitions: Partitions = partition.parse().expect("it can be read");
        patterns(&partitions, &Board::classic(size(text))).expect_err("it does not fit")
    };
    assert!(matches!(error("78", "3x3"), PartitionError::WrongSum { sum: 15, tiles: 8, .. }));
    assert!(matches!(error("71b", "3x3"), PartitionError::NoSecond { .. }));
    assert!(matches!(error("78b", "4x4"), PartitionError::NoSecond { .. }));
    assert_eq!(Partitions::default_for(size("4x4")).to_string(), "663+663b");
    assert!(matches!(error("aa/bb", "3x3"), PartitionError::WrongPicture { .. }));
    assert!(matches!(error("aaa/aaa/aa.", "3x4"), PartitionError::WrongPicture { .. }));
    assert!(matches!(
        error("aaaa/aaaa/abbb/bbb.", "4x4"),
        PartitionError::TooLarge { letter: 'a', tiles: 9, .. }
    ));
    assert!(matches!(
        error("aaa/.bb/cc.", "3x3"),
        PartitionError::LeavesOut { row: 2, col: 1, .. }
    ));
    assert!(matches!(
        error("111111111111111", "4x4"),
        PartitionError::TooMany { patterns: 15, .. }
    ));
    assert!(matches!(error("88888", "6x7"), PartitionError::BoardTooLarge(_)));
    let unknown = Solver::default().heuristic("pdb:9").expect_err("no such partition");
    let partition = HeuristicNameError::Partition(PartitionError::Unreadable("9".to_string()));
    assert_eq!(unknown, SolveError::UnknownHeuristic(partition));
    let misfit = solver("pdb:78").solve(&puzzle_of_3x3()).expect_err("15 tiles on 3x3");
    let SolveError::Heuristic(HeuristicError::Patterns(misfit)) = misfit else {
        panic!("{misfit:?}");
    };
    let PatternError::Partition(PartitionError::WrongSum { sum, tiles, .. }) = *misfit else {
        panic!("{misfit:?}");
    };
    assert_eq!((sum, tiles), (15, 8));
    let manhattan = solver("manhattan").algorithm("fast-ida").expect("known");
    let misfit = manhattan.solve(&puzzle_of_3x3()).expect_err("it needs patterns");
    assert!(matches!(misfit, SolveError::NeedsPatterns { .. }), "{misfit:?}");
}

fn puzzle_of_3x3() -> Puzzle {
    let board = uniform(&Board::classic(size("3x3")), &mut Random::new(1));
    Puzzle::new(board, &Goal::Classic).expect("it is solvable")
}
