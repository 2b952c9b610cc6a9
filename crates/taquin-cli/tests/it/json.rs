//! `--json`: every field is there and means what it should.

use crate::run::{taquin, taquin_reading};
use serde_json::{Value, json};

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

fn solve(arguments: &[&str]) -> (i32, Value) {
    let ran = taquin(&[&["solve", "--json"], arguments].concat());
    let mut found = objects(&ran.out);
    assert_eq!(found.len(), 1, "{}", ran.out);
    (ran.code, found.remove(0))
}

const FIELDS: &str = "schema_version tool_version source line board goal size algorithm request \
    heuristic cost_model order ties goal_test weight width max_depth limits outcome stopped_by \
    optimal length cost moves_blank moves_tile lower_bound stats table notices notice_codes";

const STATS: &str = "explored expanded generated reopened frontier max_frontier max_depth \
    stored peak_bytes fixed_bytes seconds iterations";

fn assert_fields(object: &Value, names: &str) {
    for name in names.split_whitespace() {
        assert!(object.get(name).is_some(), "{name} is missing in {object}");
    }
}

#[test]
fn source_a_is_all_there() {
    let arguments = ["647850321", "--algorithm", "bfs", "--order", "UDLR", "--steps"];
    let (code, object) = solve(&arguments);
    assert_eq!(code, 0);
    assert_fields(&object, FIELDS);
    assert_fields(&object, "path_ids steps");
    assert_fields(&object["stats"], STATS);
    assert_fields(&object["limits"], "max_nodes max_seconds max_bytes");
    let expected = json!({
        "schema_version": 2, "source": "argument", "line": 1, "board": "6 4 7/8 5 0/3 2 1",
        "goal": "1 2 3/4 5 6/7 8 0", "size": "3x3", "algorithm": "bfs", "request": {"algorithm": "bfs"},
        "heuristic": null, "cost_model": "unit", "order": "UDLR", "ties": null, "goal_test": "late",
        "outcome": "solved", "stopped_by": null, "optimal": true, "length": 31, "cost": 31,
        "lower_bound": 31, "table": null, "notices": [], "notice_codes": [],
    });
    for (name, value) in expected.as_object().expect("it is an object") {
        assert_eq!(&object[name], value, "{name}");
    }
    assert_eq!(object["stats"]["explored"], 181_440);
    let ids = object["path_ids"].as_array().expect("bfs keeps ids");
    assert_eq!(ids.len(), 32);
    assert_eq!(ids[29..], [json!(477_920), json!(482_462), json!(483_752)]);
    assert!(object["limits"]["max_bytes"].as_u64() > Some(0));
    let steps = object["steps"].as_array().expect("there is a path");
    assert_eq!(steps.len(), 32);
    let first = json!({"step": 0, "board": "6 4 7/8 5 0/3 2 1", "move": null, "tile": null,
        "cost": null, "id": 0, "depth": 0});
    let second = json!({"step": 1, "board": "6 4 0/8 5 7/3 2 1", "move": "U", "tile": 7, "cost": 1,
        "id": 1, "depth": 1});
    assert_eq!((&steps[0], &steps[1]), (&first, &second));
    assert_eq!(steps[31]["board"], object["goal"]);
    let letters = |name: &str| object[name].as_str().map(str::to_string).unwrap_or_default();
    assert_eq!((letters("moves_blank").len(), letters("moves_tile").len()), (31, 31));
    assert!(letters("moves_blank").starts_with("UL") && letters("moves_tile").starts_with("DR"));
}

#[test]
fn tables_and_rounds_are_reported() {
    let (_, object) = solve(&["647850321"]);
    assert_eq!(
        (&object["algorithm"], &object["request"]["algorithm"]),
        (&json!("table"), &json!("auto"))
    );
    assert_eq!(object["table"]["entries"], 181_440);
    assert_eq!(object["table"]["built"], true);
    assert!(object["table"]["build_seconds"].is_f64());
    assert_eq!(object["stats"]["explored"], 32);
    assert!(object.get("path_ids").is_none() && object.get("steps").is_none());

    let (_, object) = solve(&["412587063", "-a", "ida", "-H", "manhattan", "--steps"]);
    assert!(object.get("path_ids").is_none() && object["steps"].is_array());
    let rounds = object["stats"]["iterations"].as_array().expect("ida deepens");
    assert_fields(&rounds[0], "bound expanded generated");
    assert_eq!(rounds.last().map(|round| &round["bound"]), Some(&object["cost"]));
}

#[test]
fn options_are_reported() {
    let arguments = ["647850321", "-a", "weighted-astar", "--weight", "1.5", "--ties", "fifo"];
    let (_, object) = solve(&arguments);
    assert_eq!((&object["weight"], &object["ties"]), (&json!(1.5), &json!("fifo")));
    let (_, object) = solve(&["647850321", "-a", "beam", "--width", "500"]);
    assert_eq!(object["width"], 500);
    let limits = ["--max-nodes", "10M", "--max-time", "90s", "--max-memory", "1GiB"];
    let (_, object) = solve(&[&["647850321"], &limits[..]].concat());
    let expected = json!({"max_nodes": 10_000_000, "max_seconds": 90.0, "max_bytes": 1 << 30});
    assert_eq!(object["limits"], expected);
}

#[test]
fn negative_answers_have_all_fields_too() {
    let (code, object) = solve(&["123456870", "--steps"]);
    assert_eq!((code, &object["outcome"]), (1, &json!("unsolvable")));
    assert_fields(&object, FIELDS);
    assert_fields(&object["stats"], STATS);
    let why = &object["unsolvable"];
    assert_eq!((&why["permutation_parity"], &why["blank_distance"]), (&json!("odd"), &json!(0)));
    assert_eq!(why["swap"], json!([8, 7]));
    assert_eq!(why["solvable_board"], "1 2 3/4 5 6/7 8 0");
    assert!(why["explanation"].is_string());

    let (code, object) = solve(&["647850321", "-a", "dfs", "--max-depth", "7"]);
    assert_eq!(
        (code, &object["outcome"], &object["max_depth"]),
        (1, &json!("exhausted"), &json!(7))
    );
    assert_eq!((&object["length"], &object["moves_blank"]), (&Value::Null, &Value::Null));
}

#[test]
fn stops_are_reported() {
    let (code, object) = solve(&["647850321", "-a", "bfs", "--max-nodes", "1000"]);
    assert_eq!((code, &object["outcome"]), (3, &json!("stopped")));
    assert_eq!(
        (&object["stopped_by"], &object["stats"]["explored"]),
        (&json!("nodes"), &json!(1000))
    );
    assert!(object["lower_bound"].as_u64() >= Some(11));
}

#[test]
fn many_boards_are_a_line_each() {
    let boards = b"123456708\n1 2 3/4 5 8/7 8 0\n123456870\n";
    let ran = taquin_reading(boards, &["solve", "-", "--json"]);
    assert_eq!(ran.code, 2);
    let found = objects(&ran.out);
    assert_eq!(found.len(), 3);
    let lines: Vec<&Value> = found.iter().map(|object| &object["line"]).collect();
    assert_eq!(lines, [1, 2, 3]);
    assert_eq!(found[0]["source"], "standard input");
    let error = &found[1]["error"];
    assert_eq!(error["code"], "duplicate");
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(15)));
    assert_eq!(error["span"], json!([24, 25]));
    assert_eq!(found[1]["schema_version"], 2);
    assert_eq!(found[2]["outcome"], "unsolvable");
    // The error is also on standard error.
    let message = error["message"].as_str().expect("a sentence");
    assert!(ran.err.starts_with(&format!("error: {message}\n")), "{}", ran.err);
}

#[test]
fn check_has_json_too() {
    let ran = taquin_reading(b"123456708\n1234\n123456870\n", &["check", "-", "--json"]);
    assert_eq!(ran.code, 2);
    let found = objects(&ran.out);
    assert_eq!((&found[0]["solvable"], &found[0]["unsolvable"]), (&json!(true), &Value::Null));
    assert!(found[1]["error"]["message"].is_string());
    assert_eq!(
        (&found[2]["solvable"], &found[2]["unsolvable"]["swap"]),
        (&json!(false), &json!([8, 7]))
    );
}

#[test]
fn lists_have_json_too() {
    let ran = taquin(&["list", "--json"]);
    assert_eq!(ran.code, 0);
    let found = objects(&ran.out);
    let all = &found[0];
    assert_fields(all, "algorithms heuristics costs goals ties goal_tests input_formats");
    assert!(all["algorithms"].as_array().map_or(0, Vec::len) >= 13);
    assert_fields(
        &all["algorithms"][0],
        "id aliases title summary complete optimal memory options",
    );
    assert_fields(&all["heuristics"][0], "id aliases title summary admissible consistent");
}

/// Returns every text in a value that names a flag.
fn flags(value: &Value) -> Vec<&str> {
    let names_one = |text: &str| {
        let after = text.match_indices("--").map(|(at, _)| &text[at + 2..]);
        after.into_iter().any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    match value {
        Value::String(text) if names_one(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(flags).collect(),
        Value::Object(fields) => fields.values().flat_map(flags).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn no_document_names_a_flag() {
    let large = "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/\
        31 32 33 34 0 35";
    let limited = ["--max-nodes", "1000"];
    let commands: &[&[&str]] = &[
        &["list", "--json"],
        &["solve", "--json", "--steps", "412587063", "-a", "dfs", "--max-depth", "7"],
        &["solve", "--json", "647850321", "-a", "bfs", limited[0], limited[1]],
        &[
            "solve",
            "--json",
            "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12",
            "-a",
            "near-optimal",
            limited[0],
            limited[1],
        ],
        // Each has a remedy, which the same command spells with a flag on standard error.
        &["solve", "--json", "1 2 3 4 5 6 7 0"],
        &["solve", "--json", "12345678"],
        &["solve", "--json", large, "-a", "ida", "-H", "exact"],
        &["solve", "--json", large, "-a", "table"],
        &["check", "--json", "1 2 3 4 5 6 7 0", "123456870", "647850321"],
        &["compare", "--json", large, "-a", "bfs,table", limited[0], limited[1]],
        &["compare", "--json", "647850321", limited[0], limited[1]],
        &["generate", "--count", "2", "--json"],
        &["table", "--size", "2x2", "--json"],
        &["verify", "123456708", "L", "--json"],
        &["apply", "123456708", "L", "--steps", "--json"],
        &["gap", "123456708", "LRR", "--json"],
    ];
    let mut with_help = 0;
    for command in commands {
        let ran = taquin(command);
        assert!(!ran.out.is_empty(), "{command:?}: {}", ran.err);
        for object in objects(&ran.out) {
            assert_eq!(flags(&object), Vec::<&str>::new(), "{command:?}");
            with_help += usize::from(object["error"]["help"].is_string());
        }
    }
    assert!(with_help >= 3, "{with_help}");
    let described = include_str!("../../src/server/openapi.json");
    let described: Value = serde_json::from_str(described).expect("it is JSON");
    assert_eq!(flags(&described), Vec::<&str>::new());
}
