//! Measures how short solutions of large boards become:
//! `cargo bench --bench large -- [SIZE ...] [--boards N] [--seconds S,S]`.
//!
//! Random boards of every size, the same in every run, are solved by `near-optimal` within a time limit, on all
//! threads. Every solution is verified. Prints the mean length, its standard error, its ratio to the cube of the
//! side, states per second and peak memory. Times depend on the machine, and so do the lengths.

use std::time::Duration;
use taquin::random::{Random, uniform};
use taquin::{Board, Goal, Limits, Puzzle, Size, Solver};

/// Sizes, and how many boards of each: larger boards differ less in length.
const SIZES: [(&str, usize); 8] = [
    ("5x5", 20),
    ("6x6", 20),
    ("7x7", 20),
    ("8x8", 20),
    ("10x10", 20),
    ("20x20", 5),
    ("50x50", 5),
    ("100x100", 5),
];
const SECONDS: [f64; 2] = [1.0, 10.0];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut sizes, mut boards, mut seconds) = (Vec::new(), None, SECONDS.to_vec());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--boards" => boards = arguments.next().and_then(|number| number.parse().ok()),
            "--seconds" => {
                let list = arguments.next().unwrap_or_default();
                seconds = list.split(',').filter_map(|each| each.parse().ok()).collect();
            }
            size => sizes.push(size.to_string()),
        }
    }
    println!("size      seconds  boards  length (error)   n^3    million/s  MiB");
    for (name, default) in SIZES {
        if !sizes.is_empty() && !sizes.iter().any(|size| size == name) {
            continue;
        }
        for &limit in &seconds {
            measure(name.parse().expect("a size"), boards.unwrap_or(default), limit);
        }
    }
}

/// Solves some boards, with this many seconds for each.
fn measure(size: Size, boards: usize, seconds: f64) {
    let goal = Board::classic(size);
    let mut random = Random::new(2026);
    let (mut lengths, mut explored, mut bytes) = (Vec::new(), 0, 0);
    for _ in 0..boards {
        let puzzle = Puzzle::new(uniform(&goal, &mut random), &Goal::Classic).expect("solvable");
        let max_time = Some(Duration::from_secs_f64(seconds));
        let limits = Limits { max_time, ..Limits::default() };
        let solver = Solver { limits, ..Solver::default() };
        let mut solver = solver.algorithm("near-optimal").expect("it is known");
        solver.settings.threads = std::thread::available_parallelism().map(usize::from).ok();
        let report = solver.solve(&puzzle).expect("the choices fit");
        let solution = report.solution().expect("there always is one");
        solution.verify(&puzzle).expect("the moves lead to the goal");
        lengths.push(solution.len() as f64);
        explored += report.stats.explored;
        bytes = report.stats.peak_bytes.max(bytes);
    }
    let count = lengths.len() as f64;
    let mean = lengths.iter().sum::<f64>() / count;
    let squares: f64 = lengths.iter().map(|length| (length - mean).powi(2)).sum();
    let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
    let cube = (size.rows() * size.rows() * size.cols()) as f64;
    let rate = explored as f64 / (count * seconds) / 1e6;
    println!(
        "{:<9} {seconds:>7} {count:>7}  {mean:>9.1} ({error:.1})  {:.3}  {rate:>9.1}  {:>4}",
        size.to_string(),
        mean / cube,
        bytes >> 20
    );
}
