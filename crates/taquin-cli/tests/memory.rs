//! The real memory of the process under `--max-memory`: with any algorithm and table, the peak is at most 8 MiB above
//! the limit and the memory at rest; and the accounted memory is within a fifth of the real one if that is large.
//!
//! The system's peak includes the memory of a process before it executes another program, so a small process starts the
//! program that is measured. `cargo test -p taquin-cli --test memory -- --ignored` tests limits up to 1 GiB.

#![cfg(target_os = "linux")]
#![allow(unsafe_code)]

use serde_json::Value;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const MIB: u64 = 1 << 20;

const EIGHT: &str = "647850321";
const TEN: &str = "5 0 7 2 8/3 9 6 4 1";
const TWELVE: &str = "9 7 1 8/0 5 3 10/11 4 6 2";
const FIFTEEN: &str = "15 14 8 12/10 9 11 13/2 6 5 1/3 7 4 0";
const TWENTY_FOUR: &str = "17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11";

/// Returns how much a test covers: `quick` by default, `long` with `TAQUIN_LONG_TESTS=1`.
fn tries<T>(quick: T, long: T) -> T {
    let long_asked_for = std::env::var_os("TAQUIN_LONG_TESTS").is_some_and(|value| value == "1");
    if long_asked_for { long } else { quick }
}

/// The peak memory and the output of a run.
struct Ran {
    peak: u64,
    answer: Value,
    err: String,
}

/// Separates the arguments of a command in the environment.
const SEPARATOR: char = '\u{1f}';

/// Runs a command through a small process, see [`measured`].
fn run(arguments: &[String]) -> Ran {
    let peak = tempfile::NamedTempFile::new().expect("there is room for a file");
    let separator = SEPARATOR.to_string();
    let ran = Command::new(std::env::current_exe().expect("this program"))
        .args(["measured", "--exact", "--ignored", "--nocapture"])
        .env("MEASURED", arguments.join(&separator))
        .env("MEASURED_PEAK", peak.path())
        .env("TAQUIN_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/tables-of-memory"))
        .output()
        .expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    let context = format!("{arguments:?}: {err}");
    // The output of the test runner surrounds it.
    let begin = out.find("{\"").unwrap_or_else(|| panic!("{context}"));
    let mut objects = serde_json::Deserializer::from_str(&out[begin..]).into_iter();
    let answer = objects.next().and_then(Result::ok).unwrap_or_else(|| panic!("{context}"));
    let peak = std::fs::read_to_string(peak.path()).expect("it was written");
    Ran { peak: peak.parse().expect("a number"), answer, err: err.into_owned() }
}

/// Not a test: the small process that runs one command and measures it.
#[test]
#[ignore = "run by the other tests"]
fn measured() {
    let Ok(arguments) = std::env::var("MEASURED") else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    let child = command.args(arguments.split(SEPARATOR)).stdin(Stdio::null()).spawn();
    let child = child.expect("the program runs").id() as i32;
    // SAFETY: a struct of plain numbers, for which zeros are valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let mut status = 0;
    // SAFETY: both pointers are to values of this function, and the child has not been waited for yet.
    let waited = unsafe { libc::wait4(child, &mut status, 0, &mut usage) };
    assert_eq!(waited, child);
    let peak = std::env::var("MEASURED_PEAK").expect("where to write it");
    std::fs::write(peak, (usage.ru_maxrss * 1024).to_string()).expect("it can be written");
}

/// Returns the memory of the process when it does next to nothing, which is mostly its code.
fn at_rest() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let arguments = ["solve", "--json", "--algorithm", "bfs", "123456708"];
        run(&arguments.map(str::to_string)).peak
    })
}

/// Solves a board under a limit, and asserts that the process keeps to it.
fn holds(board: &str, algorithm: &str, more: &[&str], limit: u64) -> Value {
    // `auto` uses all its time; for the others the limit is only a last resort on a busy machine.
    let time = if algorithm == "auto" { tries("300ms", "1s") } else { "100s" };
    holds_for(time, board, algorithm, more, limit)
}

/// The same with a limit on time.
fn holds_for(time: &str, board: &str, algorithm: &str, more: &[&str], limit: u64) -> Value {
    let limit_text = limit.to_string();
    let mut arguments =
        vec!["solve", "--json", "--algorithm", algorithm, "--max-memory", &limit_text];
    // Searches that store no nodes take no more memory later.
    let deepens = algorithm.ends_with("ida") || ["iddfs", "rbfs"].contains(&algorithm);
    let nodes = if deepens { tries("1000000", "8000000") } else { "8000000" };
    arguments.extend(["--max-nodes", nodes, "--max-time", time]);
    arguments.extend(more);
    arguments.push(board);
    let arguments: Vec<String> = arguments.into_iter().map(str::to_string).collect();
    let Ran { peak, answer, err } = run(&arguments);
    let accounted = answer["stats"]["peak_bytes"].as_u64().expect("a number");
    let context = format!(
        "{arguments:?}: {} MiB real, {} MiB accounted, {} by {}; {err}",
        peak / MIB,
        accounted / MIB,
        answer["outcome"],
        answer["stopped_by"]
    );
    assert!(peak <= limit + at_rest() + 8 * MIB, "{context}");
    assert!(accounted <= limit, "{context}");
    let search = peak - at_rest().min(peak);
    if search > 64 * MIB {
        assert!(accounted * 5 >= search * 4 && accounted * 4 <= search * 5, "{context}");
    }
    answer
}

/// Runs every algorithm with every heuristic that fits, on a board, under a limit. Returns the number of runs, and how
/// many were stopped by the limit.
fn every_algorithm(board: &str, heuristics: &[&str], limit: u64) -> (usize, usize) {
    let small = [EIGHT, TEN].contains(&board);
    let (mut count, mut stopped) = (0, 0);
    let mut hold = |algorithm: &str, more: &[&str]| {
        let answer = holds(board, algorithm, more, limit);
        count += 1;
        stopped += usize::from(answer["stopped_by"] == "memory");
    };
    for algorithm in ["auto", "constructive", "bfs", "dfs", "iddfs", "bidirectional", "dijkstra"] {
        hold(algorithm, &[]);
    }
    if small {
        hold("table", &[]);
    }
    for &heuristic in heuristics {
        for algorithm in ["greedy", "astar", "weighted-astar", "ida", "rbfs", "beam"] {
            hold(algorithm, &["--heuristic", heuristic]);
        }
        hold("ida", &["--heuristic", heuristic, "--jobs", "2"]);
        hold("beam", &["--heuristic", heuristic, "--width", "100000"]);
        if heuristic.starts_with("pdb") {
            hold("fast-ida", &["--heuristic", heuristic]);
            hold("fast-ida", &["--heuristic", heuristic, "--jobs", "2"]);
        }
    }
    (count, stopped)
}

#[test]
fn eight_mebibytes_are_kept() {
    let sizes: [(&str, &[&str]); 5] = [
        (EIGHT, &["manhattan", "exact", "pdb"]),
        (TEN, &["exact"]),
        (TWELVE, &["linear-conflict"]),
        (FIFTEEN, &["walking-distance", "pdb:555", "pdb"]),
        (TWENTY_FOUR, &["manhattan", "pdb"]),
    ];
    let (mut count, mut stopped) = (0, 0);
    for (board, heuristics) in sizes {
        let (more, of_them) = every_algorithm(board, heuristics, 8 * MIB);
        (count, stopped) = (count + more, stopped + of_them);
    }
    assert!(count > 100 && stopped > 30, "{count}, {stopped}");
}

#[test]
fn a_hundred_mebibytes_are_kept_and_accounted() {
    let (_, stopped) = every_algorithm(FIFTEEN, &["manhattan", "pdb"], 100 * MIB);
    assert!(stopped >= 5, "{stopped}");
}

/// Returns a random board of a size, always the same.
fn random_board(size: &str) -> String {
    let board = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["generate", "--seed", "7", "--size", size])
        .output()
        .expect("the program runs");
    String::from_utf8(board.stdout).expect("text").trim().to_string()
}

#[test]
fn large_boards_keep_to_it_too() {
    for size in ["6x6", "10x10", "30x30", "100x100"].into_iter().step_by(tries(3, 1)) {
        let board = random_board(size);
        for (algorithm, limit) in [("auto", 8 * MIB), ("constructive", 8 * MIB), ("auto", 40 * MIB)]
        {
            holds_for(tries("400ms", "4s"), &board, algorithm, &[], limit);
        }
    }
}

/// Whatever is constructed is on the account, too: the moves and the boards on the way to them. A limit that is too small
/// for any solution stops the search.
#[test]
fn constructions_are_claimed_before_they_are_made() {
    let sizes = ["127x127", "127x2", "30x30", "2x127"];
    let (mut stopped, mut solved) = (0, 0);
    for size in sizes.into_iter().take(tries(2, 4)) {
        let board = random_board(size);
        for limit in [MIB, 2 * MIB, 4 * MIB, 8 * MIB, 16 * MIB].into_iter().step_by(tries(2, 1)) {
            for algorithm in ["near-optimal", "constructive", "auto"] {
                // The construction alone ends by itself.
                let time = if algorithm == "constructive" { "100s" } else { tries("1s", "4s") };
                let answer = holds_for(time, &board, algorithm, &[], limit);
                let accounted = answer["stats"]["peak_bytes"].as_u64().expect("a number");
                match answer["length"].as_u64() {
                    Some(length) => {
                        solved += 1;
                        assert!(accounted >= length, "{size}, {algorithm}: {accounted}, {length}");
                    }
                    // The time may be up before anything is constructed, on a busy machine.
                    None if answer["stopped_by"] == "time" && algorithm != "constructive" => {}
                    None => {
                        stopped += 1;
                        assert_eq!(answer["stopped_by"], "memory", "{size}, {algorithm}");
                    }
                }
            }
        }
    }
    assert!(stopped >= 3 && solved >= 3, "{stopped}, {solved}");
}

#[test]
fn too_large_tables_are_refused_at_once() {
    for algorithm in ["ida", "astar", "rbfs", "beam", "fast-ida"] {
        let answer = holds(FIFTEEN, algorithm, &["--heuristic", "pdb:78"], MIB);
        assert_eq!(
            (&answer["outcome"], &answer["stopped_by"]),
            (&"stopped".into(), &"memory".into())
        );
        assert_eq!(answer["notice_codes"], serde_json::json!(["too-little-memory"]));
        let notices = answer["notices"].to_string();
        assert!(notices.contains("198374400"), "{notices}");
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release -p taquin-cli --test memory -- --ignored"]
fn a_gibibyte_is_kept_and_accounted() {
    for limit in [16, 32, 64, 256, 1024] {
        every_algorithm(
            FIFTEEN,
            &["manhattan", "linear-conflict", "walking-distance", "pdb"],
            limit * MIB,
        );
        every_algorithm(TWENTY_FOUR, &["manhattan", "pdb"], limit * MIB);
        every_algorithm(TWELVE, &["manhattan"], limit * MIB);
    }
}
