//! Runs every task like a front end without terminal or server: a request in JSON, an answer in JSON.

use serde_json::Value;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin::Cancel;
use taquin::search::Clock;
use taquin_api::error::{ApiError, ErrorKind};
use taquin_api::limits::Caps;
use taquin_api::progress::Progress;
use taquin_api::remedy::RenderedNotice;
use taquin_api::task::{Means, Payload, Task, TaskHost};
use taquin_api::tasks;

const MEANS: Means = Means::new(Caps::new(1 << 30, Duration::from_secs(60)));

/// Begins the task of a request.
fn begin(name: &str, request: &str) -> Result<Task, ApiError> {
    tasks::by_name(name, request.as_bytes(), &MEANS)
}

fn object(payload: &Payload) -> Value {
    let object = payload.object().expect("it is an object");
    serde_json::from_str(object.get()).expect("it is JSON")
}

fn run(task: Result<Task, ApiError>) -> Value {
    object(&task.expect("the request is sound")(&Cancel::new()).expect("it is done"))
}

fn error<T>(result: Result<T, ApiError>) -> (ErrorKind, Value) {
    let error = result.err().expect("something is wrong");
    (error.kind, serde_json::to_value(error.details()).expect("it is JSON"))
}

#[test]
fn every_request_is_answered() {
    let board = r#"{ "board": "123456708" }"#;
    let checked = run(begin("check", board));
    assert_eq!((&checked["solvable"], &checked["columns"]), (&Value::Bool(true), &3.into()));
    let solved = run(begin("solve", board));
    assert_eq!((&solved["moves_blank"], &solved["optimal"]), (&"R".into(), &Value::Bool(true)));
    let traced = r#"{ "board": "123456708", "algorithm": "bfs" }"#;
    let traced = run(begin("trace", traced));
    assert_eq!(traced["trace"]["complete"], Value::Bool(true));
    assert!(traced["stats"]["seconds"].is_number());
    let hint = run(begin("hint", board));
    assert_eq!((&hint["move_blank"], &hint["distance"]), (&"R".into(), &1.into()));
    let generated = run(begin("generate", r#"{ "count": 2, "seed": 7, "depth": 4 }"#));
    assert_eq!(generated["boards"].as_array().map(Vec::len), Some(2));
    let compared = r#"{ "boards": ["123456708"], "configurations": ["bfs", "astar"] }"#;
    let compared = run(begin("compare", compared));
    assert_eq!(compared["complete"], Value::Bool(true));
    assert_eq!(compared["rows"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_game_is_dealt_played_and_scored() {
    let text = r#"{ "size": "3x3", "depth": 2, "goal": "classic", "seed": 3 }"#;
    let dealt = run(begin("game", text));
    assert_eq!((&dealt["difficulty"], &dealt["shortest"]), (&"depth 2".into(), &2.into()));
    let solved = format!(r#"{{ "board": {} }}"#, dealt["board"]);
    let solved = run(begin("solve", &solved));
    assert_eq!(solved["length"], Value::from(2));
    let won = |moves: &str, kept: &Value, more: &str| {
        let game = r#""board": "123456078", "difficulty": "depth 2", "seconds": 61.9"#;
        let text =
            format!(r#"{{ "stored": {kept}, "game": {{ {game}, "moves": "{moves}"{more} }} }}"#);
        run(begin("scores", &text))
    };
    let first = won("UDUDRR", &"no such text".into(), "");
    let verdict = &first["verdict"];
    assert_eq!(verdict["title"], Value::from("You 6, best 2"));
    assert_eq!((&verdict["best_moves"], &verdict["is_best"]), (&"RR".into(), &Value::Bool(true)));
    assert_eq!((&first["best"][0]["moves"], &first["best"][0]["seconds"]), (&6.into(), &61.into()));
    // A hint forfeits the score; the best one stays.
    let helped = won("RR", &first["stored"], r#", "hints": 1"#);
    assert_eq!(helped["verdict"]["is_best"], Value::Bool(false));
    assert_eq!((&helped["stored"], &helped["best"]), (&first["stored"], &first["best"]));
    let better = won("RR", &first["stored"], "");
    assert_eq!(
        (&better["verdict"]["remark"], &better["best"][0]["moves"]),
        (&"Your best score here so far, by 4 moves.".into(), &2.into())
    );
    let kept = format!(r#"{{ "stored": {} }}"#, better["stored"]);
    let again = run(begin("scores", &kept));
    assert_eq!((&again["best"], &again["verdict"]), (&better["best"], &Value::Null));
}

#[test]
fn the_board_of_a_day_is_the_same_for_everyone() {
    let day = |seed: u64| {
        let text = format!(r#"{{ "size": "4x4", "day": "2026-11-18", "seed": {seed} }}"#);
        run(begin("game", &text))
    };
    assert_eq!(day(1), day(2));
    assert_eq!((&day(1)["seed"], &day(1)["title"]), (&Value::Null, &"Board of 2026-11-18".into()));
}

#[test]
fn a_solution_is_drawn_without_pixels() {
    let task = |kind: &str| {
        let text = format!(r#"{{ "board": "123456708", "kind": "{kind}" }}"#);
        begin("picture", &text).expect("the request is sound")
    };
    match task("svg")(&Cancel::new()) {
        Ok(Payload::File("image/svg+xml", bytes)) => assert!(bytes.starts_with(b"<svg")),
        other => panic!("{other:?}"),
    }
    let (kind, details) = error(task("gif")(&Cancel::new()));
    assert_eq!((kind, &details["field"]), (ErrorKind::Invalid, &"kind".into()));
}

#[test]
fn errors_name_their_field() {
    let solve = |text: &str| begin("solve", text);
    for (text, kind, field, code) in [
        ("no json", ErrorKind::Malformed, Value::Null, "not-json"),
        (
            r#"{ "board": "123456708", "colour": 1 }"#,
            ErrorKind::Malformed,
            "colour".into(),
            "unknown-field",
        ),
        (r#"{ "board": 5 }"#, ErrorKind::Malformed, "board".into(), "wrong-type"),
        (r#"{ "board": "123456788" }"#, ErrorKind::Invalid, "board".into(), "duplicate"),
        (
            r#"{ "board": "123456708", "algorithm": "x" }"#,
            ErrorKind::Invalid,
            "algorithm".into(),
            "unknown-algorithm",
        ),
        (
            r#"{ "board": "123456708", "goal": "1 2/3 0" }"#,
            ErrorKind::Invalid,
            "goal".into(),
            "goal-of-other-size",
        ),
        (
            r#"{ "board": "123456708", "max_seconds": -1 }"#,
            ErrorKind::Invalid,
            "max_seconds".into(),
            "limit-out-of-range",
        ),
        (
            r#"{ "board": "123456708", "max_nodes": "many" }"#,
            ErrorKind::Malformed,
            "max_nodes".into(),
            "wrong-type",
        ),
        (
            r#"{ "max_bytes": 1, "board": "123456708", "max_bytes": 2 }"#,
            ErrorKind::Malformed,
            "max_bytes".into(),
            "duplicate-field",
        ),
        (
            r#"{ "board": "123456708", "width": "many", "algorithm": "beam" }"#,
            ErrorKind::Invalid,
            "width".into(),
            "option-out-of-range",
        ),
    ] {
        let (found, details) = error(solve(text));
        assert_eq!((found, &details["field"]), (kind, &field), "{text}");
        assert_eq!(details["code"], code, "{text}");
    }
}

/// A host that collects reports, and may have been cancelled for a reason.
struct Host {
    cancel: Cancel,
    reports: RefCell<Vec<Progress>>,
}

impl TaskHost for Host {
    fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    fn report(&self, progress: &Progress) {
        self.reports.borrow_mut().push(progress.clone());
    }

    /// A clock that advances by 60 ms each time it is read: no report comes too soon after the last.
    fn clock(&self) -> Clock {
        let reads = AtomicU64::new(0);
        Clock::provided_by(move || {
            Duration::from_millis(60 * reads.fetch_add(1, Ordering::Relaxed))
        })
    }

    fn cancel_notice(&self) -> Option<RenderedNotice> {
        let closed = || RenderedNotice::new("page-closed", "the page was closed");
        self.cancel.is_cancelled().then(closed)
    }
}

#[test]
fn a_host_cancels_a_task_and_receives_its_progress() {
    let host = Host { cancel: Cancel::after_checks(20), reports: RefCell::new(Vec::new()) };
    let text = r#"{ "board": "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0", "goal": "zero-first", "algorithm": "bfs" }"#;
    let task = begin("solve", text).expect("the request is sound");
    let answer = object(&task(&host).expect("a stop is an answer"));
    assert_eq!(
        (&answer["outcome"], &answer["stopped_by"]),
        (&"stopped".into(), &"interrupt".into())
    );
    let last = |name: &str| answer[name].as_array().and_then(|list| list.last()).cloned();
    assert_eq!(last("notice_codes"), Some("page-closed".into()), "{answer}");
    assert_eq!(last("notices"), Some("the page was closed".into()), "{answer}");
    assert!(host.reports.borrow().iter().any(|progress| progress.explored > 0));
}

#[test]
fn a_table_is_timed_by_the_clock_of_its_host() {
    let host = Host { cancel: Cancel::new(), reports: RefCell::new(Vec::new()) };
    // A goal of its own, so that its table is not built yet.
    let text =
        r#"{ "board": "8 7 6/5 4 3/2 0 1", "goal": "8 7 6/5 4 3/2 1 0", "algorithm": "table" }"#;
    let task = begin("solve", text).expect("the request is sound");
    let answer = object(&task(&host).expect("it is solved"));
    assert_eq!(answer["table"]["built"], Value::Bool(true), "{answer}");
    let reads = answer["table"]["build_seconds"].as_f64().expect("a number") / 0.06;
    assert!(reads >= 1.0 && (reads - reads.round()).abs() < 1e-6, "{reads}");
}

#[test]
fn algorithms_state_their_defaults() {
    let described = run(tasks::by_name("describe", b"", &MEANS));
    let of = |id: &str| {
        let all = described["algorithms"].as_array().expect("a list");
        all.iter().find(|each| each["id"] == id).expect("it is there").clone()
    };
    assert_eq!(
        (&of("weighted-astar")["weight"], &of("weighted-astar")["width"]),
        (&2.0.into(), &Value::Null)
    );
    assert_eq!((&of("beam")["width"], &of("beam")["weight"]), (&1000.into(), &Value::Null));
    assert_eq!((&of("astar")["weight"], &of("astar")["width"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_host_receives_every_improvement() {
    let host = Host { cancel: Cancel::new(), reports: RefCell::new(Vec::new()) };
    let text = r#"{ "board": "0 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1",
        "algorithm": "near-optimal", "max_nodes": 30000 }"#;
    let task = begin("solve", text).expect("the request is sound");
    let answer = object(&task(&host).expect("it is solved"));
    let reports = host.reports.borrow();
    let last = reports.iter().rfind(|progress| !progress.improvements.is_empty());
    let last = last.expect("a solution was reported");
    assert!(last.improvements.is_sorted_by(|a, b| a > b) && last.improvements.len() <= 3);
    let improvements = answer["improvements"].as_array().expect("a list");
    let costs: Vec<u64> = improvements.iter().filter_map(|found| found["cost"].as_u64()).collect();
    assert!(last.improvements.iter().all(|cost| costs.contains(cost)), "{costs:?} {last:?}");
    assert_eq!(last.lower_bound, answer["lower_bound"].as_u64());
}
