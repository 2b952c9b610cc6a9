//! Heuristics for 15 tiles beside each other on Korf's hundred boards, the hardest boards, 24 tiles, and what a
//! second thread gains: `cargo bench --bench patterns`.
//!
//! Every answer is checked against its published length, and everything is proven. Times are of searches
//! alone, on one thread unless said; tables are built anew, on all threads. `-- korf`, `hardest`, `threads` and
//! `24` run a part; `-- slow` runs Korf's boards with heuristics that take minutes.

use std::time::{Duration, Instant};
use taquin::figures::korf_boards;
use taquin::{Board, Goal, Puzzle, Report, Size, Solver};

fn main() {
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let parts: [(&str, fn()); 5] = [
        ("korf", korf),
        ("hardest", hardest),
        ("threads", threads),
        ("24", tiles_24),
        ("slow", slow),
    ];
    for (name, part) in parts {
        if asked.iter().any(|asked| asked == name) || (asked.is_empty() && name != "slow") {
            part();
        }
    }
}

/// One line of the table of heuristics.
fn line(algorithm: &str, heuristic: &str) {
    let solver = solver(algorithm, heuristic);
    let puzzles: Vec<(Puzzle, u64)> = korf_boards()
        .into_iter()
        .map(|korf| (puzzle(korf.board, &Goal::ZeroFirst), korf.length))
        .collect();
    let (mut expanded, mut bytes, mut built) = (0, 0, Duration::ZERO);
    let mut best = Duration::MAX;
    // What takes long is not disturbed by much, and what is short is run again.
    let began = Instant::now();
    while best == Duration::MAX || began.elapsed() < Duration::from_secs(10) {
        let mut sum = Duration::ZERO;
        expanded = 0;
        for (puzzle, length) in &puzzles {
            let report = solve(&solver, puzzle, *length);
            sum += report.stats.elapsed;
            expanded += report.stats.expanded;
            bytes = report.stats.peak_bytes.max(bytes);
            built = report.table.map_or(built, |table| built.max(table.build_time));
        }
        best = best.min(sum);
    }
    println!(
        "| {algorithm} | {heuristic} | {expanded} | {:.3} | {:.2} | {:.1} | {:.0} |",
        best.as_secs_f64(),
        built.as_secs_f64(),
        bytes as f64 / f64::from(1 << 20),
        best.as_nanos() as f64 / expanded as f64,
    );
}

const HEAD: &str = "| algorithm | heuristic | expanded | seconds | build | MiB | ns a node |\n\
                    | --- | --- | --- | --- | --- | --- | --- |";

fn korf() {
    println!("Korf's hundred boards, 5,305 moves in all\n{HEAD}");
    line("fast-ida", "pdb:555");
    line("fast-ida", "pdb:663");
    line("fast-ida", "pdb:78");
    line("ida", "pdb:78");
}

fn slow() {
    println!("Korf's hundred boards, 5,305 moves in all\n{HEAD}");
    line("ida", "walking-distance");
    line("ida", "linear-conflict");
}

/// Two of the boards that are farthest from the goal.
const HARDEST: [&str; 2] =
    ["0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1"];

fn hardest() {
    let solver = solver("fast-ida", "pdb:78");
    for text in HARDEST {
        let puzzle = puzzle(board(text, 4), &Goal::Classic);
        let reports = (0..5).map(|_| solve(&solver, &puzzle, 80));
        let best = reports.min_by_key(|report| report.stats.elapsed).expect("five of them");
        tell(text, &best);
    }
}

/// The same with one thread and with two: a hard board by each algorithm, and all of Korf's as a batch.
fn threads() {
    let korf = korf_boards().swap_remove(87);
    let hard = puzzle(korf.board, &Goal::ZeroFirst);
    let eighty = puzzle(board(HARDEST[1], 4), &Goal::Classic);
    let races = [
        ("fast-ida pdb:663, 80 moves", solver("fast-ida", "pdb:663"), &eighty, 80),
        (
            "ida walking-distance, Korf's 88th",
            solver("ida", "walking-distance"),
            &hard,
            korf.length,
        ),
    ];
    for (what, solver, puzzle, length) in races {
        let time = |threads: usize| {
            let solver = Solver { threads, ..solver.clone() };
            solve(&solver, puzzle, length).stats.elapsed.as_secs_f64()
        };
        let (one, two) = (time(1), time(2));
        println!("{what}: {one:.2} s on one thread, {two:.2} s on two: {:.2}x", one / two);
    }
}

/// The five easiest of Korf and Felner's fifty boards of 24 tiles, with their numbers and lengths.
const EASIEST: [(u32, u64, &str); 5] = [
    (38, 96, "10 3 24 12 0/7 8 11 14 21/22 23 2 1 9/17 18 6 20 4/13 15 5 19 16"),
    (40, 82, "2 17 4 13 7/12 10 3 0 16/21 24 8 5 18/20 15 19 14 9/22 11 6 1 23"),
    (25, 81, "3 17 9 8 24/1 11 12 14 0/5 4 22 13 16/21 15 6 7 10/20 23 2 18 19"),
    (44, 93, "8 12 18 3 2/11 10 22 24 17/1 13 23 4 20/16 6 15 9 21/19 5 14 0 7"),
    (32, 97, "1 12 18 13 17/15 3 7 20 0/19 24 6 5 21/11 2 8 9 16/22 10 4 23 14"),
];

fn tiles_24() {
    let solver = Solver { threads: 2, ..solver("fast-ida", "pdb:6666") };
    let mut sum = Duration::ZERO;
    for (number, length, text) in EASIEST {
        let puzzle = puzzle(board(text, 5), &Goal::ZeroFirst);
        let report = solve(&solver, &puzzle, length);
        if let Some(table) = report.table.filter(|table| table.built) {
            let mib = report.stats.peak_bytes as f64 / f64::from(1 << 20);
            println!("tables built in {:.1?}, {mib:.0} MiB", table.build_time);
        }
        sum += report.stats.elapsed;
        tell(&format!("{number} of Korf and Felner's, two threads"), &report);
    }
    println!("all five: {sum:.1?}");
}

fn tell(what: &str, report: &Report) {
    let seconds = report.stats.elapsed.as_secs_f64();
    println!(
        "{what}: {} moves, proven in {seconds:.3} s, {} expanded, {:.1} M a second",
        report.cost.unwrap_or_default(),
        report.stats.expanded,
        report.stats.expanded as f64 / seconds / 1e6
    );
}

fn solver(algorithm: &str, heuristic: &str) -> Solver {
    let solver = Solver::default().algorithm(algorithm).expect("it is known");
    solver.heuristic(heuristic).expect("it is known")
}

fn board(text: &str, side: usize) -> Board {
    let size = Size::new(side, side).expect("a size");
    let tiles = text.split(['/', ' ']).map(|tile| tile.parse().expect("a number"));
    Board::new(size, tiles.collect()).expect("a board")
}

fn puzzle(board: Board, goal: &Goal) -> Puzzle {
    Puzzle::new(board, goal).expect("it is solvable")
}

/// Solves and checks everything about the answer.
fn solve(solver: &Solver, puzzle: &Puzzle, length: u64) -> Report {
    let report = solver.solve(puzzle).expect("it fits");
    let solution = report.solution().expect("it is solvable");
    solution.verify(puzzle).expect("it solves the board");
    assert_eq!((solution.len() as u64, report.optimal), (length, true), "{}", puzzle.start());
    report
}
