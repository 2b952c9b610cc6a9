//! The terminal and the page narrate a search in the same way: the page's own scripts, run by Node.js, and
//! `taquin_api::recording` give the same sentence, lines of pseudo-code, board and frontier at every step.

use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::{env, fs};
use taquin::solve::AlgorithmId;
use taquin::{Cancel, Trace};
use taquin_api::answer::{Answer, solve};
use taquin_api::json::Catalogue;
use taquin_api::limits::{Caps, PLAIN_TIME};
use taquin_api::recording::{Recording, short_text};
use taquin_api::request::{SearchRequest, read_json};
use taquin_api::task::Means;
use taquin_api::tasks;

/// The number of rows of the frontier that are compared.
const ROWS: usize = 5;
const MEANS: Means = Means::new(Caps { bytes: 1 << 30, time: PLAIN_TIME });

/// Returns searches: every algorithm on boards that it finishes quickly, and other settings that matter.
fn requests() -> Vec<Value> {
    let mut requests = Vec::new();
    for id in AlgorithmId::ALL {
        for board in ["1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/0 7 8", "1 2 3/4 0 6/7 5 8", "152468073"] {
            requests.push(json!({ "board": board, "algorithm": id.info().id, "max_nodes": 2000 }));
        }
    }
    for more in [
        json!({ "board": "152468073", "algorithm": "astar", "heuristic": "euclidean" }),
        json!({ "board": "152468073", "algorithm": "ida", "heuristic": "euclidean" }),
        json!({ "board": "152468073", "algorithm": "astar", "cost": "tile" }),
        json!({ "board": "152468073", "algorithm": "bfs", "goal_test": "early" }),
        json!({ "board": "152468073", "algorithm": "dfs", "max_depth": 14 }),
        json!({ "board": "647850321", "algorithm": "astar", "room": 700 }),
        json!({ "board": "647850321", "algorithm": "ida", "room": 700 }),
        json!({ "board": "647850321", "algorithm": "bfs", "max_nodes": 200 }),
        json!({ "board": "0 1 2 3/4 5 6 7", "algorithm": "bidirectional", "goal": "zero-first" }),
        json!({ "board": "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12", "algorithm": "greedy" }),
    ] {
        requests.push(more);
    }
    requests
}

/// Narrates a search at every step as the terminal does.
fn narrate_here(request: &Value) -> Vec<Value> {
    let bytes = request.to_string().into_bytes();
    let request: SearchRequest = read_json(&bytes).expect("it is sound");
    let capacity = request.room.unwrap_or(MEANS.caps.trace_capacity());
    let (request, input) = request.read(&MEANS).expect("it is sound");
    let mut trace = Trace::new(capacity);
    let answer = solve(&request, &input, &Cancel::new(), Some(&mut trace));
    let Answer::Searched { puzzle, report } = answer else { panic!("it is searched") };
    let recording = Recording::new(puzzle, *report, trace);
    let place = |place: usize| {
        let narration = recording.narrate(place);
        let board = recording.board(recording.node_at(place));
        json!({
            "sentence": narration.sentence,
            "line": narration.line,
            "lines": narration.lines,
            "state": recording.has_steps().then(|| short_text(&board)),
            "open": recording.frontier(place, ROWS),
        })
    };
    (1..=recording.last().max(1)).map(place).collect()
}

#[test]
fn the_terminal_and_the_page_narrate_the_same() {
    let skips = env::var_os("TAQUIN_SKIP_BROWSER").is_some_and(|value| !value.is_empty());
    if skips && Command::new("node").arg("--version").output().is_err() {
        return;
    }
    let catalogue = serde_json::to_value(Catalogue::default()).expect("it is JSON");
    let pseudocode = |id: &Value| {
        let mut algorithms = catalogue["algorithms"].as_array().expect("a list").iter();
        algorithms.find(|entry| entry["id"] == *id).expect("it is listed")["pseudocode"].clone()
    };
    let requests = requests();
    let recorded = requests.iter().map(|request| {
        let bytes = request.to_string().into_bytes();
        let request: SearchRequest = read_json(&bytes).expect("it is sound");
        let task = tasks::trace(&request, &MEANS).expect("it is sound");
        let payload = task(&Cancel::new()).expect("it runs");
        let answer = payload.object().expect("it is JSON").get();
        let answer: Value = serde_json::from_str(answer).expect("it is JSON");
        let pseudocode = pseudocode(&answer["algorithm"]);
        json!({ "answer": answer, "pseudocode": pseudocode })
    });
    let recorded: Vec<Value> = recorded.collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("narration");
    fs::create_dir_all(&folder).expect("there is room");
    fs::write(folder.join("package.json"), r#"{ "type": "module" }"#).expect("there is room");
    fs::write(folder.join("recorded.json"), Value::from(recorded).to_string()).expect("room");
    for script in ["trace.js", "narration.js", "board.js", "format.js"] {
        fs::copy(root.join("web/script").join(script), folder.join(script)).expect("it is there");
    }
    let script = folder.join("narration.mjs");
    fs::copy(root.join("tests/browser/narration.mjs"), &script).expect("it is there");
    let page = Command::new("node")
        .args([&script, &folder.join("recorded.json")])
        .output()
        .expect("the page's scripts are run by Node.js, which is missing");
    assert!(page.status.success(), "{}", String::from_utf8_lossy(&page.stderr));
    let page: Vec<Vec<Value>> = serde_json::from_slice(&page.stdout).expect("it is JSON");
    let mut steps = 0;
    for (request, page) in requests.iter().zip(&page) {
        let here = narrate_here(request);
        assert_eq!(here.len(), page.len(), "{request}");
        for (place, (here, page)) in (1..).zip(here.iter().zip(page)) {
            for field in ["sentence", "line", "lines", "state", "open"] {
                assert_eq!(here[field], page[field], "{request}, step {place}, {field}");
            }
        }
        steps += here.len();
    }
    assert!(steps > 1000, "{steps}");
}
