//! Compares heuristics for 15 tiles on Korf's hundred boards, and measures the hardest boards, 24 tiles, and the gain
//! from a second thread: `cargo bench --bench patterns`.
//!
//! Every solution is checked against its published length and proven optimal. Times are of searches alone, on one
//! thread unless stated otherwise; tables are built from scratch, on all threads. `-- korf`, `hardest`, `threads` and
//! `24` run one part; `-- slow` runs Korf's boards with heuristics that take minutes. `docs/benchmarks.md` contains the
//! results.
//!
//! `-- instructions` counts the instructions per node of each kernel with valgrind, which must be installed.

#![allow(clippy::disallowed_methods)]

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use taquin::Settings;
use taquin::figures::korf_boards;
use taquin::generate::{Random, uniform};
use taquin::heuristic::{
    BuiltIn, Heuristic, HeuristicError, HeuristicInfo, LinearConflict, Slide, WalkingDistance,
};
use taquin::problem::Tiles;
use taquin::search::{Algorithm, Budget, Ida, Run, Silent};
use taquin::state::PackedBoard;
use taquin::{
    Board, Cancel, Cost, CostModel, Goal, Limits, MoveOrder, Puzzle, Report, Size, Solver,
};

fn main() {
    let selected: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if let [run, kernel, boards] = &selected[..]
        && run == COUNTED
    {
        return run_counted(kernel, boards);
    }
    let parts: [(&str, bool, fn()); 6] = [
        ("korf", true, korf),
        ("hardest", true, hardest),
        ("threads", true, threads),
        ("24", true, tiles_24),
        ("slow", false, slow),
        ("instructions", false, instructions),
    ];
    for (name, default, part) in parts {
        if selected.iter().any(|selected| selected == name) || (selected.is_empty() && default) {
            part();
        }
    }
}

fn korf_puzzles() -> Vec<(Puzzle, u64)> {
    let boards = korf_boards().into_iter();
    boards.map(|korf| (puzzle(korf.board, &Goal::ZeroFirst), korf.length)).collect()
}

/// One line of the table of heuristics.
fn line(algorithm: &str, heuristic: &str) {
    let solver = solver(algorithm, heuristic);
    let puzzles = korf_puzzles();
    let (mut expanded, mut bytes, mut built) = (0, 0, Duration::ZERO);
    let mut best = Duration::MAX;
    // Long runs are disturbed little; short ones are repeated.
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
    print_line(algorithm, heuristic, expanded, best, built, bytes);
}

fn print_line(
    algorithm: &str,
    heuristic: &str,
    expanded: u64,
    time: Duration,
    built: Duration,
    bytes: u64,
) {
    println!(
        "| {algorithm} | {heuristic} | {expanded} | {:.3} | {:.2} | {:.1} | {:.0} |",
        time.as_secs_f64(),
        built.as_secs_f64(),
        bytes as f64 / f64::from(1 << 20),
        time.as_nanos() as f64 / expanded as f64,
    );
}

const HEAD: &str = "| algorithm | heuristic | expanded | seconds | build | MiB | ns a node |\n\
                    | --- | --- | --- | --- | --- | --- | --- |";

fn korf() {
    println!("Korf's hundred boards, 5,305 moves in all\n{HEAD}");
    line("fast-ida", "pdb:555");
    line("fast-ida", "pdb:663");
    line("fast-ida", "pdb:663+663b");
    line("fast-ida", "pdb:78");
    line("ida", "pdb:78");
}

fn slow() {
    println!("Korf's hundred boards, 5,305 moves in all\n{HEAD}");
    line("ida", "linear-conflict");
    line("ida", "walking-distance");
    greater_line();
}

/// The greater of walking distance and linear conflict: a custom heuristic, as any user may write one.
struct Greater(WalkingDistance, LinearConflict);

impl BuiltIn for Greater {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "greater",
        aliases: &[],
        title: "The greater of walking distance and linear conflict",
        summary: "the greater of walking distance and linear conflict",
        explanation: "Neither overestimates, so the greater of both does not.",
        admissible: true,
        consistent: true,
        unit: 1,
    };

    fn new(goal: &Board, costs: CostModel) -> Result<Greater, HeuristicError> {
        let walking = WalkingDistance::new(goal, costs)?;
        Ok(Greater(walking, LinearConflict::new(goal, costs)?))
    }
}

impl<B: PackedBoard> Heuristic<B> for Greater {
    type Memo = (<WalkingDistance as Heuristic<B>>::Memo, <LinearConflict as Heuristic<B>>::Memo);

    fn begin(&self, packed: &B) -> Self::Memo {
        (self.0.begin(packed), self.1.begin(packed))
    }

    fn after(&self, memo: &Self::Memo, slide: Slide, packed: &B) -> Self::Memo {
        (self.0.after(&memo.0, slide, packed), self.1.after(&memo.1, slide, packed))
    }

    fn h(&self, memo: &Self::Memo) -> Cost {
        Heuristic::<B>::h(&self.0, &memo.0).max(Heuristic::<B>::h(&self.1, &memo.1))
    }
}

fn greater_line() {
    let (mut expanded, mut time, mut bytes) = (0, Duration::ZERO, 0);
    let mut built = Duration::ZERO;
    for (puzzle, length) in korf_puzzles() {
        let began = Instant::now();
        let heuristic = Greater::new(puzzle.goal(), CostModel::Unit);
        let heuristic = heuristic.expect("it fits");
        built = built.max(began.elapsed());
        let problem: Tiles<u64, Greater> =
            Tiles::new(&puzzle, heuristic, CostModel::Unit, MoveOrder::default());
        let mut run = Run::new(Budget::new(Limits::default(), Cancel::new()), Silent);
        let began = Instant::now();
        let path = Ida::with_defaults().search(&problem, &mut run).expect("no limits");
        time += began.elapsed();
        assert_eq!(path.map(|path| path.moves.len() as u64), Some(length));
        let (stats, _) = run.finish();
        expanded += stats.expanded;
        bytes = stats.peak_bytes.max(bytes);
    }
    print_line("ida", "the greater of both", expanded, time, built, bytes);
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
        print_report(text, &best);
    }
}

/// Compares one thread with two: a hard board by each algorithm, and all of Korf's boards as a batch.
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
        let race = |threads: usize| {
            let solver = Solver {
                settings: Settings { threads: Some(threads), ..Settings::default() },
                ..solver.clone()
            };
            let stats = solve(&solver, puzzle, length).stats;
            (stats.elapsed.as_secs_f64(), stats.expanded as f64)
        };
        let (one, two) = (race(1), race(2));
        println!(
            "{what}: {:.2} s on one thread, {:.2} s on two: {:.2}x, by nodes a second {:.2}x",
            one.0,
            two.0,
            one.0 / two.0,
            two.1 / two.0 / (one.1 / one.0)
        );
    }
    let (one, two) = (batch(1), batch(2));
    println!(
        "fast-ida pdb:663, Korf's hundred: {one:.2} s on one thread, {two:.2} s on two: {:.2}x",
        one / two
    );
}

/// Returns how many seconds this many threads take to solve all of Korf's boards, each board on one thread.
fn batch(threads: usize) -> f64 {
    let (solver, puzzles) = (solver("fast-ida", "pdb:663"), korf_puzzles());
    solve(&solver, &puzzles[0].0, puzzles[0].1);
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    let work = || {
        while let Some((puzzle, length)) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) {
            solve(&solver, puzzle, *length);
        }
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    began.elapsed().as_secs_f64()
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
    let solver = solver("fast-ida", "pdb:6666").set("threads", "2").expect("it has threads");
    let mut sum = Duration::ZERO;
    for (number, length, text) in EASIEST {
        let puzzle = puzzle(board(text, 5), &Goal::ZeroFirst);
        let report = solve(&solver, &puzzle, length);
        if let Some(table) = report.table.filter(|table| table.built) {
            let mib = report.stats.peak_bytes as f64 / f64::from(1 << 20);
            println!("tables built in {:.1?}, {mib:.0} MiB", table.build_time);
        }
        sum += report.stats.elapsed;
        print_report(&format!("{number} of Korf and Felner's, two threads"), &report);
    }
    println!("all five: {sum:.1?}");
}

/// The kernels whose instructions are counted: the side of the boards, algorithm, heuristic, and the number of
/// additional boards.
const KERNELS: [(usize, &str, &str, usize); 7] = [
    (4, "fast-ida", "pdb:663", 50),
    (4, "ida", "pdb:663", 20),
    (4, "ida", "manhattan", 2),
    (4, "ida", "linear-conflict", 4),
    (4, "ida", "walking-distance", 4),
    (3, "astar", "manhattan", 200),
    (3, "bfs", "", 4),
];
/// The argument that makes this program run a kernel on some boards and print how many nodes it expanded.
const COUNTED: &str = "counted";

/// Runs each kernel under valgrind, on one board and on several: the difference gives the instructions per node.
fn instructions() {
    println!(
        "| algorithm | heuristic | board | instructions a node expanded |\n| --- | --- | --- | --- |"
    );
    for (kernel, (side, algorithm, heuristic, boards)) in KERNELS.into_iter().enumerate() {
        let [few, many] = [1, 1 + boards].map(|boards| counted(kernel, boards));
        let per_node = (many.0 - few.0) as f64 / (many.1 - few.1) as f64;
        println!("| {algorithm} | {heuristic} | {side}x{side} | {per_node:.0} |");
    }
}

/// Returns the number of instructions of a run, and of the nodes it expanded.
fn counted(kernel: usize, boards: usize) -> (u64, u64) {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().expect("this program"))
        .args([COUNTED, &kernel.to_string(), &boards.to_string()])
        .output()
        .expect("valgrind is installed");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "valgrind failed:\n{err}");
    let instructions = err.split("refs:").nth(1).and_then(|rest| rest.split_whitespace().next());
    let instructions = instructions.expect("a count").replace(',', "");
    let nodes = out.trim().parse().expect("nodes");
    (instructions.parse().expect("a number"), nodes)
}

fn run_counted(kernel: &str, boards: &str) {
    let (kernel, boards): (usize, usize) =
        (kernel.parse().expect("a kernel"), boards.parse().expect("how many"));
    let (side, algorithm, heuristic, _) = KERNELS[kernel];
    let mut solver = Solver::default().algorithm(algorithm).expect("it is known");
    if !heuristic.is_empty() {
        solver = solver.heuristic(heuristic).expect("it is known");
    }
    let goal = Board::zero_first(Size::new(side, side).expect("a size"));
    let mut random = Random::new(1);
    // Korf's shortest boards first, so that none takes too long.
    let mut korf = korf_puzzles();
    korf.sort_by_key(|(_, length)| *length);
    let nth = |nth: usize| match side {
        4 => korf[nth].0.clone(),
        _ => puzzle(uniform(&goal, &mut random), &Goal::ZeroFirst),
    };
    let puzzles: Vec<Puzzle> = (0..boards).map(nth).collect();
    let reports = puzzles.iter().map(|puzzle| solver.solve(puzzle).expect("it fits"));
    println!("{}", reports.map(|report| report.stats.expanded).sum::<u64>());
}

fn print_report(what: &str, report: &Report) {
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

/// Solves a puzzle and checks the solution, its length and its proof.
fn solve(solver: &Solver, puzzle: &Puzzle, length: u64) -> Report {
    let report = solver.solve(puzzle).expect("it fits");
    let solution = report.solution().expect("it is solvable");
    solution.verify(puzzle).expect("it solves the board");
    assert_eq!((solution.len() as u64, report.optimal), (length, true), "{}", puzzle.start());
    report
}
