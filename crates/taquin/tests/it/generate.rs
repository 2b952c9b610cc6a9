//! Boards from seeds: pinned, distinct, equally likely, and never more than exist.

use crate::tries;
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use taquin::generate::{Boards, GenerateError, Kind};
use taquin::table::DistanceTable;
use taquin::{Board, Budget, Cancel, Goal, Limits, Puzzle, Size, Solver, Stop};

fn classic(size: &str) -> Board {
    Board::classic(size.parse::<Size>().expect("a size"))
}

fn boards(goal: &Board, kind: Kind, count: u64, seed: u64) -> Result<Vec<Board>, GenerateError> {
    Boards::new(goal, kind, count, seed, &Budget::unlimited())?.collect()
}

fn drawn(goal: &Board, kind: Kind, count: u64, seed: u64) -> Vec<Board> {
    boards(goal, kind, count, seed).expect("enough boards exist")
}

/// The chi-square statistic against a uniform distribution; its mean is one less than the number of counts.
fn chi_square(counts: &HashMap<Board, u64>) -> f64 {
    let expected = counts.values().sum::<u64>() as f64 / counts.len() as f64;
    counts.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

/// The boards that a seed gives are part of the interface: none of these may ever change.
#[test]
fn seeds_always_give_the_same_boards() {
    let pinned: [(&str, Kind, [&str; 2]); 9] = [
        ("3x3", Kind::Uniform, ["2 6 0/1 4 3/8 5 7", "1 4 2/3 0 6/7 5 8"]),
        ("3x3", Kind::Unsolvable, ["6 2 0/1 4 3/8 5 7", "4 1 2/3 0 6/7 5 8"]),
        ("3x3", Kind::Walk(1000), ["6 4 2/0 5 1/7 3 8", "0 5 7/4 3 1/6 8 2"]),
        ("3x3", Kind::Depth(24), ["5 7 4/6 8 1/0 2 3", "6 4 5/1 0 2/3 8 7"]),
        ("3x2", Kind::Depth(14), ["3 4/1 2/5 0", "5 0/3 1/2 4"]),
        (
            "4x4",
            Kind::Uniform,
            ["11 10 3 15/5 13 0 7/4 1 2 14/6 9 8 12", "12 10 14 4/9 0 8 3/11 5 6 13/1 7 2 15"],
        ),
        (
            "4x4",
            Kind::Depth(12),
            ["1 6 2 3/5 10 7 4/0 13 11 8/14 9 15 12", "1 2 4 8/10 6 3 0/5 9 7 12/13 14 11 15"],
        ),
        (
            "4x4",
            Kind::Depth(40),
            ["8 3 7 4/1 0 2 10/9 14 5 11/6 13 12 15", "10 5 1 12/7 2 4 14/0 11 6 8/9 15 3 13"],
        ),
        (
            "5x5",
            Kind::Depth(4),
            [
                "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 24 19/21 22 0 23 20",
                "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 0 17 18 20/21 22 23 19 24",
            ],
        ),
    ];
    for (size, kind, known) in pinned {
        let shown: Vec<String> =
            drawn(&classic(size), kind, 2, 1).iter().map(Board::to_string).collect();
        assert_eq!(shown, known, "{size} {kind:?}");
    }
}

#[test]
fn a_larger_count_starts_with_the_boards_of_a_smaller() {
    for kind in [Kind::Uniform, Kind::Unsolvable, Kind::Walk(30), Kind::Depth(14)] {
        let goal = classic("2x3");
        assert_eq!(drawn(&goal, kind, 40, 5)[..7], drawn(&goal, kind, 7, 5), "{kind:?}");
    }
}

#[test]
fn both_farthest_boards() {
    let mut farthest: Vec<String> =
        drawn(&classic("3x3"), Kind::Depth(31), 2, 9).iter().map(Board::to_string).collect();
    farthest.sort_unstable();
    assert_eq!(farthest, ["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]);
}

#[test]
fn whole_spaces_are_drawn_without_repetition() {
    let spaces = [("2x2", 12), ("2x3", 360), ("2x4", 20_160)];
    for (size, all) in spaces.into_iter().take(tries(2, 3)) {
        let goal = classic(size);
        for (kind, solvable) in [(Kind::Uniform, true), (Kind::Unsolvable, false)] {
            let boards = drawn(&goal, kind, all, 3);
            assert!(
                boards.iter().all(|b| Puzzle::new(b.clone(), &Goal::Classic).is_ok() == solvable)
            );
            assert_eq!(boards.into_iter().collect::<HashSet<_>>().len() as u64, all);
        }
        // A long walk leads anywhere.
        let boards = drawn(&goal, Kind::Walk(500), all, 3);
        assert_eq!(boards.into_iter().collect::<HashSet<_>>().len() as u64, all);
    }
}

#[test]
fn depths_are_exact() {
    for goal in [classic("3x3"), classic("5x2"), Board::snail("2x4".parse().expect("a size"))] {
        let table = DistanceTable::build(&goal, &Budget::unlimited()).expect("a small space");
        for (depth, &count) in table.layers().iter().enumerate() {
            let boards = drawn(&goal, Kind::Depth(depth as u64), count.min(50), 1);
            assert!(boards.iter().all(|b| table.distance_of(b) == Some(depth as u8)), "{depth}");
            assert_eq!(boards.iter().collect::<HashSet<_>>().len() as u64, count.min(50));
        }
    }
    // Without a table, boards are listed, or drawn by walks and proven.
    for (size, depth) in [("4x4", 9), ("4x4", 31), ("5x5", 7), ("5x5", 30), ("2x7", 25)] {
        for board in drawn(&classic(size), Kind::Depth(depth), 3, 1) {
            let puzzle = Puzzle::new(board, &Goal::Classic).expect("solvable");
            let astar = Solver::default().algorithm("astar").expect("known");
            let report = astar.solve(&puzzle).expect("it fits");
            assert_eq!(report.solution().map(|s| s.len() as u64), Some(depth), "{size}");
        }
    }
}

#[test]
fn boards_at_a_depth_are_equally_likely() {
    let goal = classic("2x3");
    let mut counts: HashMap<Board, u64> = HashMap::new();
    for seed in 0..44 * 200 {
        for board in drawn(&goal, Kind::Depth(14), 1, seed) {
            *counts.entry(board).or_default() += 1;
        }
    }
    assert_eq!(counts.len(), 44, "exactly the boards at that depth occur");
    // 43 degrees of freedom: more than 87 or less than 16 happens once in 10,000 runs.
    let chi = chi_square(&counts);
    assert!((16.0..87.0).contains(&chi), "{chi}");
}

#[test]
fn distinct_boards_are_equally_likely() {
    let goal = classic("2x3");
    let mut counts: HashMap<Board, u64> = HashMap::new();
    for seed in 0..800 {
        let boards = drawn(&goal, Kind::Uniform, 90, seed);
        assert_eq!(boards.iter().collect::<HashSet<_>>().len(), 90);
        boards.into_iter().for_each(|board| *counts.entry(board).or_default() += 1);
    }
    assert_eq!(counts.len(), 360);
    // Without repetition, counts differ less: a quarter of all boards is drawn, so three quarters of the variance are
    // left. 359 degrees of freedom: values outside this range happen once in 20,000 runs.
    let chi = chi_square(&counts) / 0.75;
    assert!((262.0..474.0).contains(&chi), "{chi}");
}

#[test]
fn more_than_there_are_is_an_error() {
    let error = |size: &str, kind: Kind, count: u64| {
        boards(&classic(size), kind, count, 1).expect_err("too many")
    };
    let all = 10_461_394_944_000;
    for (size, kind, count, only) in [
        ("3x3", Kind::Depth(31), 3, 2),
        ("2x2", Kind::Uniform, 13, 12),
        ("2x2", Kind::Unsolvable, 99, 12),
        ("2x2", Kind::Walk(1000), 13, 12),
        ("4x4", Kind::Walk(2), 8, 7),
        ("4x4", Kind::Walk(0), 2, 1),
        ("4x4", Kind::Depth(80), 18, 17),
        ("4x4", Kind::Depth(3), 11, 10),
        ("5x5", Kind::Depth(1), 3, 2),
        ("4x4", Kind::Uniform, u64::MAX, all),
    ] {
        let GenerateError::TooMany { requested, available, .. } = error(size, kind, count) else {
            panic!("{size}, {kind:?}: {:?}", error(size, kind, count));
        };
        assert_eq!((requested, available), (count, only), "{size}, {kind:?}");
    }
    for (size, depth, deepest) in [("3x3", 99, 31), ("4x4", u64::MAX, 80)] {
        let too_deep = GenerateError::TooDeep { size: classic(size).size(), depth, deepest };
        assert_eq!(error(size, Kind::Depth(depth), 1), too_deep);
    }
}

#[test]
fn generation_always_stops() {
    let cancel = Cancel::new();
    let within = |limits| Budget::new(limits, cancel.clone());
    let goal = classic("4x4");
    // Some boards are the end of only one walk in a million.
    let narrow = boards(&goal, Kind::Walk(10), 3752, 1);
    assert!(
        matches!(narrow, Err(GenerateError::NoNewBoards { tries: 10, .. })),
        "{:?}",
        narrow.err()
    );
    let soon = Limits { max_time: Some(Duration::from_millis(200)), ..Limits::default() };
    let mut deep =
        Boards::new(&goal, Kind::Depth(78), 1, 1, &within(soon)).expect("there are some");
    assert_eq!(deep.next(), Some(Err(GenerateError::Stopped(Stop::Time))));
    assert_eq!(deep.next(), None);
    let little = Limits { max_bytes: Some(100_000), ..Limits::default() };
    let all = Boards::new(&goal, Kind::Uniform, 1 << 40, 1, &within(little)).expect("enough exist");
    assert_eq!(all.last(), Some(Err(GenerateError::Stopped(Stop::Memory))));
    let space = Boards::new(&classic("3x4"), Kind::Depth(3), 1, 1, &within(little));
    assert!(matches!(space, Err(GenerateError::Space(_))));
    cancel.cancel();
    for kind in [Kind::Uniform, Kind::Unsolvable, Kind::Walk(u64::MAX), Kind::Depth(30)] {
        for size in ["3x3", "4x4"] {
            let drawn = Boards::new(&classic(size), kind, 1, 1, &within(Limits::default()));
            let stopped = drawn.and_then(|boards| boards.collect::<Result<Vec<_>, _>>());
            assert_eq!(stopped.err(), Some(GenerateError::Stopped(Stop::Cancelled)), "{kind:?}");
        }
    }
}

#[test]
fn a_count_of_zero_gives_no_boards() {
    for kind in [Kind::Uniform, Kind::Unsolvable, Kind::Walk(3), Kind::Depth(3)] {
        assert_eq!(boards(&classic("3x3"), kind, 0, 1), Ok(vec![]));
    }
}
