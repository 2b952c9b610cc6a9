//! Sequences of moves: every notation, every error, and every operation.

use std::time::Duration;
use taquin::generate::{Random, uniform};
use taquin::parse::ParseErrorKind;
use taquin::store::Store;
use taquin::{
    Board, Budget, Cancel, CostModel, Direction, FirstSuboptimalMove, Goal, InputFormat, Limits,
    Metric, Move, Mover, Moves, Puzzle, Size, SolutionError, Solver, Stop, Suboptimality,
    parse_board, parse_moves,
};

fn moves(text: &str) -> Moves {
    parse_moves(text, Mover::Blank).expect("these are moves")
}

fn board(text: &str) -> Board {
    parse_board(text, InputFormat::Auto, None).expect("it is a board")
}

fn puzzle(text: &str) -> Puzzle {
    Puzzle::new(board(text), &Goal::Classic).expect("it is solvable")
}

/// Returns random moves that stay on the board; some undo others.
fn stroll(start: &Board, length: usize, random: &mut Random) -> Moves {
    let mut board = start.clone();
    let mut path = Vec::new();
    while path.len() < length {
        let direction = Direction::ALL[random.below(4) as usize];
        if board.apply(direction).is_some() {
            path.push(direction);
        }
    }
    path.into()
}

#[test]
fn every_notation_is_read() {
    let same = [
        "URDLL",
        "URDL2",
        "urdl2",
        "U R D L L",
        " u,r,d,l2 ",
        "U1R1D1L2",
        "Up Right Down Left Left",
        "up, right, down, left2",
        "UpRightDownLeftL",
        "['Up', 'Right', 'Down', 'Left', 'Left']",
        "[\"up\", \"right\", \"down\", \"left\", \"left\"]",
        "↑→↓←2",
        "U R # and back\nD L2\r\n",
    ];
    for text in same {
        assert_eq!(moves(text), moves("URDLL"), "{text}");
    }
    assert_eq!(moves("L12").length(Metric::SingleTile), 12);
    for none in ["", " ", "[]", "# nothing\n"] {
        assert_eq!(moves(none), Moves::default(), "{none:?}");
    }
    let by_tile = parse_moves("DLUR2", Mover::Tile).expect("these are moves");
    assert_eq!(by_tile, moves("URDL2"));
    assert_eq!(by_tile.compact(Mover::Tile), "DLUR2");
    assert_eq!(by_tile.letters(Mover::Blank), "URDLL");
}

#[test]
fn every_error_has_a_span() {
    use ParseErrorKind::*;
    let wrong = [
        ("URX", NotAMove { found: "X".to_string() }, "X"),
        ("U R é", NotAMove { found: "é".to_string() }, "é"),
        ("U-2", NotAMove { found: "-".to_string() }, "-"),
        ("Upp", NotAMove { found: "p".to_string() }, "p"),
        ("2U", StrayCount, "2"),
        ("U 12", StrayCount, "12"),
        ("U R0 D", ZeroCount, "R0"),
        ("U L10000000", TooManyMoves, "L10000000"),
        ("L99999999999999999999999", TooManyMoves, "L99999999999999999999999"),
    ];
    for (text, kind, place) in wrong {
        let error = parse_moves(text, Mover::Blank).expect_err("it is wrong");
        assert_eq!((&error.kind, &text[error.span.clone()]), (&kind, place), "{text}");
        assert!(!error.label().is_empty() && error.help().is_some(), "{text}");
    }
}

#[test]
fn any_text_parses_or_gives_an_error_with_a_span() {
    let alphabet: Vec<char> = "UDLRudlrpftghonw0129 ,'[]#\n\r\té↑→\u{feff}\u{1b}".chars().collect();
    let mut random = Random::new(6);
    let mut read = 0;
    for _ in 0..5000 {
        let length = random.below(20);
        let letter = |_| alphabet[random.below(alphabet.len() as u64) as usize];
        let text: String = (0..length).map(letter).collect();
        match parse_moves(&text, Mover::Tile) {
            Ok(moves) => {
                read += 1;
                let letters = moves.letters(Mover::Tile);
                assert_eq!(parse_moves(&letters, Mover::Tile), Ok(moves), "{text:?}");
            }
            Err(error) => assert!(
                text.get(error.span.clone()).is_some_and(|place| !place.is_empty()),
                "{text:?}"
            ),
        }
    }
    assert!((100..4900).contains(&read), "{read} of 5000 are moves");
}

#[test]
fn written_and_read_again() {
    let mut random = Random::new(1);
    let start = Board::classic(Size::new(4, 5).expect("it is a size"));
    for length in 0..100 {
        let moves = stroll(&start, length, &mut random);
        for mover in [Mover::Blank, Mover::Tile] {
            assert_eq!(parse_moves(&moves.letters(mover), mover), Ok(moves.clone()));
            assert_eq!(parse_moves(&moves.compact(mover), mover), Ok(moves.clone()));
        }
    }
}

#[test]
fn lengths_in_both_metrics() {
    let lengths = |text| [Metric::SingleTile, Metric::MultiTile].map(|m| moves(text).length(m));
    assert_eq!(lengths(""), [0, 0]);
    assert_eq!(lengths("U"), [1, 1]);
    assert_eq!(lengths("URDL2"), [5, 4]);
    assert_eq!(lengths("R3L3"), [6, 2]);
    assert_eq!(lengths("UUDDLLRR"), [8, 4]);
}

#[test]
fn the_inverse_undoes() {
    let mut random = Random::new(2);
    let start = Board::classic(Size::new(3, 4).expect("it is a size"));
    for length in 0..50 {
        let moves = stroll(&start, length, &mut random);
        let there = moves.play(&start).expect("it stays on the board");
        assert_eq!(moves.inverse().play(&there), Ok(start.clone()));
        assert_eq!(moves.inverse().inverse(), moves);
    }
}

#[test]
fn simplifying_keeps_the_effect_and_visits_no_board_twice() {
    let mut random = Random::new(3);
    for (rows, cols) in [(2, 2), (2, 3), (3, 3), (4, 4)] {
        let start = Board::classic(Size::new(rows, cols).expect("it is a size"));
        for length in 0..200 {
            let moves = stroll(&start, length, &mut random);
            let simple = moves.simplified();
            assert_eq!(simple.play(&start), moves.play(&start));
            assert_eq!(simple.simplified(), simple);
            let path: Vec<Board> = simple.boards(&start).collect();
            let distinct: std::collections::HashSet<&Board> = path.iter().collect();
            assert_eq!(distinct.len(), path.len());
        }
    }
    let simple = |text| moves(text).simplified().compact(Mover::Blank);
    assert_eq!(simple("UD"), "");
    assert_eq!(simple("URLD"), "");
    assert_eq!(simple("LURLDR"), "");
    // Three times around a square gives the same board; once around does not.
    assert_eq!(simple("RDLU"), "RDLU");
    assert_eq!(simple("RDLURDLURDLU"), "");
    assert_eq!(simple("URDLU RDLU RDLU L2"), "UL2");
    assert_eq!(simple("L100000R100000").len(), 0);
}

#[test]
fn a_move_into_a_wall_is_an_error() {
    let error = moves("L2 U3 R").play(&board("123450786")).expect_err("there is one row above");
    let before = board("0 2 3/1 4 5/7 8 6");
    assert_eq!(error, SolutionError::Wall { step: 4, by: Direction::Up.into(), board: before });
}

#[test]
fn suboptimality_in_a_small_space() {
    let gap = |text: &str, path: &str| {
        let solution = moves(path);
        Suboptimality::measure(&puzzle(text), &solution, &Budget::unlimited(), &Store::default())
    };
    let optimal = gap("123450786", "D").expect("it solves it");
    assert_eq!(
        (optimal.exact(), optimal.first_suboptimal_move),
        (Some(0), FirstSuboptimalMove::None)
    );
    let late = gap("123405786", "RUDD").expect("it solves it");
    assert_eq!((late.length, late.fewest.clone(), late.exact()), (4, 2..=2, Some(2)));
    let lost = FirstSuboptimalMove::Within { steps: 2..=2, better: Some(Direction::Down.into()) };
    assert_eq!(late.first_suboptimal_move, lost);
    assert!(matches!(gap("123450786", "U"), Err(SolutionError::NotAtGoal { .. })));
    assert!(matches!(gap("123450786", "R"), Err(SolutionError::Wall { step: 1, .. })));
}

/// Along the solution, the measured suboptimality must agree with A* on every board.
#[test]
fn suboptimality_agrees_with_a_search() {
    let mut random = Random::new(4);
    let goal = Board::classic(Size::new(3, 4).expect("it is a size"));
    for _ in 0..5 {
        let path = stroll(&goal, 40, &mut random);
        let start = path.play(&goal).expect("it stays on the board");
        let puzzle = Puzzle::new(start.clone(), &Goal::Classic).expect("it is solvable");
        let solution = path.inverse();
        let gap =
            Suboptimality::measure(&puzzle, &solution, &Budget::unlimited(), &Store::default());
        let gap = gap.expect("it solves it");
        let astar = Solver::default().algorithm("astar").expect("it is known");
        let left: Vec<u64> = (solution.boards(&start))
            .map(|board| {
                let rest = Puzzle::new(board, &Goal::Classic).expect("it is solvable");
                astar.solve(&rest).expect("it fits").cost.expect("it is solved")
            })
            .collect();
        let first = left.windows(2).position(|pair| pair[1] > pair[0]).map(|at| at + 1);
        assert_eq!(gap.exact(), Some(40 - left[0]));
        assert_eq!(gap.first_suboptimal_move.steps(), first.map(|step| step..=step));
    }
}

#[test]
fn without_a_proof_there_are_bounds() {
    let goal = Board::classic(Size::new(5, 5).expect("it is a size"));
    let start = uniform(&goal, &mut Random::new(5));
    let puzzle = Puzzle::new(start, &Goal::Classic).expect("it is solvable");
    let constructive = Solver::default().algorithm("constructive").expect("it is known");
    let report = constructive.solve(&puzzle).expect("it fits");
    let solution = report.solution().expect("it always succeeds");
    let limits = Limits { max_time: Some(Duration::from_millis(300)), ..Limits::default() };
    let budget = Budget::new(limits, Cancel::new());
    let gap = Suboptimality::measure(&puzzle, solution, &budget, &Store::default())
        .expect("it solves it");
    assert_eq!((gap.exact(), gap.stopped), (None, Some(Stop::Time)));
    assert!(gap.fewest.start() < gap.fewest.end() && *gap.fewest.end() <= gap.length);
    let cancelled = Cancel::new();
    cancelled.cancel();
    let budget = Budget::new(limits, cancelled);
    let gap = Suboptimality::measure(&puzzle, solution, &budget, &Store::default())
        .expect("it solves it");
    assert_eq!(gap.stopped, Some(Stop::Cancelled));
}

/// Returns moves that count straight runs as one.
fn runs(text: &str) -> Moves {
    moves(text).in_metric(Metric::MultiTile)
}

#[test]
fn a_run_is_one_move() {
    let path = runs("R3 D L2");
    let shown: Vec<String> = path.iter().map(|by| by.to_string()).collect();
    assert_eq!((shown.join(" ").as_str(), path.len()), ("R3 D L2", 3));
    assert_eq!(
        (path.letters(Mover::Blank), path.compact(Mover::Tile)),
        ("RRRDLL".into(), "L3UR2".into())
    );
    assert_eq!([Metric::SingleTile, Metric::MultiTile].map(|metric| path.length(metric)), [6, 3]);
    assert_eq!(path.inverse(), runs("R2 U L3"));
    let start = board("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15");
    let boards: Vec<String> = path.boards(&start).map(|board| board.to_string()).collect();
    let expected = [
        "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15",
        "1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15",
        "1 2 3 7/4 5 6 0/8 9 10 11/12 13 14 15",
        "1 2 3 7/4 0 5 6/8 9 10 11/12 13 14 15",
    ];
    assert_eq!(boards, expected);
    let moved: Vec<Vec<u16>> = path
        .boards(&start)
        .skip(1)
        .zip(path.iter())
        .map(|(at, by)| at.tiles_moved_by(by))
        .collect();
    assert_eq!(moved, [vec![3, 2, 1], vec![7], vec![5, 6]]);
    let puzzle = Puzzle::new(start.clone(), &Goal::Board(board(expected[3]))).expect("by moves");
    assert_eq!(path.verify(&puzzle), Ok(()));
    assert_eq!(CostModel::Unit.of_steps(&puzzle, &path), [3, 1, 2]);
    assert_eq!(CostModel::Tile.of_steps(&puzzle, &path), [6, 7, 11]);
    // Too long a run is refused as a whole.
    let mut unchanged = start.clone();
    let beyond: Move = "R4".parse().expect("it is a move");
    assert_eq!((unchanged.apply(beyond), unchanged.moved(beyond)), (None, None));
    assert_eq!(CostModel::Tile.play(beyond, &mut unchanged, &start), None);
    assert_eq!(unchanged, start);
    let wall = runs("R D4").verify(&puzzle).expect_err("there are three rows below");
    assert!(
        wall.to_string().starts_with("move 2 takes the blank Down by 4 off the board"),
        "{wall}"
    );
    assert!(matches!(wall, SolutionError::Wall { step: 2, by, .. } if by.length() == 4));
}

#[test]
fn runs_split_into_single_moves_do_the_same_at_the_same_cost() {
    let mut random = Random::new(8);
    for (rows, cols) in [(2, 2), (2, 5), (4, 4), (6, 3)] {
        let start = Board::classic(Size::new(rows, cols).expect("it is a size"));
        for length in 0..60 {
            let single = stroll(&start, length, &mut random);
            let runs = single.in_metric(Metric::MultiTile);
            assert_eq!(runs.in_metric(Metric::SingleTile), single);
            assert_eq!(runs.len(), single.length(Metric::MultiTile));
            assert_eq!(runs.iter().collect::<Moves>(), runs);
            let end = single.play(&start).expect("it stays on the board");
            assert_eq!(runs.play(&start).as_ref(), Ok(&end));
            assert_eq!(runs.inverse().play(&end).as_ref(), Ok(&start));
            assert_eq!(runs.simplified(), single.simplified());
            let puzzle = Puzzle::new(start.clone(), &Goal::Board(end)).expect("moves led to it");
            for (costs, ..) in CostModel::LIST {
                assert_eq!(costs.of_path(&puzzle, &runs), costs.of_path(&puzzle, &single));
                assert_eq!(costs.of_steps(&puzzle, &runs).len(), runs.len());
            }
            for by in runs.iter() {
                assert_eq!(by.to_string().parse(), Ok(by));
            }
        }
    }
    for wrong in
        ["", "R0", "R127", "X", "RR", "3", "R-1", "R+3", "R03", "R99999999999999999999", "é"]
    {
        assert!(wrong.parse::<Move>().is_err(), "{wrong}");
    }
}

#[test]
fn a_run_is_compared_with_the_shortest_solution_tile_by_tile() {
    let measured = |path: &Moves| {
        Suboptimality::measure(&puzzle("123456078"), path, &Budget::unlimited(), &Store::default())
    };
    let gap = measured(&runs("R2")).expect("it solves it");
    assert_eq!((gap.length, gap.exact()), (2, Some(0)));
    let wall = measured(&runs("R3")).expect_err("there are two");
    assert!(matches!(wall, SolutionError::Wall { step: 1, .. }));
}
