//! `--max-time` is kept: every algorithm, on boards of every size, ends within a moment of its limit.
//!
//! This measures wall time, so it is not part of the ordinary tests. It takes some minutes on a machine that does nothing
//! else:
//!
//! ```sh
//! cargo test --release -p taquin-cli --test lateness -- --ignored --nocapture
//! ```
//!
//! It prints the latest runs. A run that is late is tried again, as another program may have delayed it: what is late by
//! itself is late every time.

use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_millis(500);
/// The greatest lateness, both as reported and until the process has ended.
const LATEST: Duration = Duration::from_millis(150);
/// How often a run that is late is tried again.
const TRIES: usize = 4;

const SIZES: [&str; 17] = [
    "2x2", "2x5", "3x3", "3x4", "4x4", "5x5", "6x6", "7x7", "8x8", "10x10", "20x20", "50x50",
    "100x100", "127x127", "127x2", "2x127", "3x127",
];

fn taquin(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(arguments).stdin(Stdio::null());
    command.env("TAQUIN_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/tables-of-lateness"));
    command
}

/// Returns the names of all algorithms.
fn algorithms() -> Vec<String> {
    let list = taquin(&["list", "--json"]).output().expect("the program runs");
    let list: Value = serde_json::from_slice(&list.stdout).expect("an object");
    let list = list["algorithms"].as_array().expect("a list");
    list.iter().map(|each| each["id"].as_str().expect("an id").to_string()).collect()
}

/// How late a run was: as it reports itself, and until the process had ended. `None` if the algorithm does not take such
/// boards.
fn lateness(algorithm: &str, board: &str) -> Option<(Duration, Duration)> {
    let limit = format!("{}ms", LIMIT.as_millis());
    let began = Instant::now();
    let search =
        ["solve", "--json", "--quiet", "--algorithm", algorithm, "--max-time", &limit, board];
    let ran = taquin(&search).output().expect("the program runs");
    let until_end = began.elapsed();
    let answer: Value = serde_json::from_slice(&ran.stdout).ok()?;
    let reported = Duration::from_secs_f64(answer["stats"]["seconds"].as_f64()?);
    Some((reported.saturating_sub(LIMIT), until_end.saturating_sub(LIMIT)))
}

#[test]
#[ignore = "takes minutes: cargo test --release -p taquin-cli --test lateness -- --ignored --nocapture"]
fn no_search_is_late() {
    let mut runs = Vec::new();
    for size in SIZES {
        let board = taquin(&["generate", "--seed", "7", "--size", size, "--quiet"]).output();
        let board = String::from_utf8(board.expect("the program runs").stdout).expect("text");
        for algorithm in algorithms() {
            let mut least: Option<(Duration, Duration)> = None;
            for _ in 0..TRIES {
                let Some(late) = lateness(&algorithm, board.trim()) else { break };
                least = Some(least.map_or(late, |least| least.min(late)));
                if late.0.max(late.1) <= LATEST {
                    least = Some(late);
                    break;
                }
            }
            runs.extend(least.map(|late| (late, size, algorithm.clone())));
        }
    }
    assert!(runs.len() > 200, "{}", runs.len());
    runs.sort_by_key(|&((reported, until_end), ..)| std::cmp::Reverse(reported.max(until_end)));
    println!("{} runs; the latest:", runs.len());
    for ((reported, until_end), size, algorithm) in runs.iter().take(20) {
        let (reported, until_end) = (reported.as_secs_f64(), until_end.as_secs_f64());
        println!(
            "{size:>8} {algorithm:15} reported {reported:.3} s late, ended {until_end:.3} s late"
        );
    }
    let ((reported, until_end), size, algorithm) = &runs[0];
    assert!(*reported.max(until_end) <= LATEST, "{size} {algorithm}: {reported:?}, {until_end:?}");
}
