//! Every endpoint gives the same answers as the command line.

use super::client::Server;
use crate::run::taquin;
use serde_json::{Value, json};

/// Returns the objects that the command line prints.
fn printed(arguments: &[&str]) -> Vec<Value> {
    let out = taquin(arguments).out;
    out.lines().map(|line| serde_json::from_str(line).expect("it is an object")).collect()
}

/// Removes the fields that differ from run to run, and between a request and arguments.
fn comparable(mut value: Value) -> Value {
    match &mut value {
        Value::Object(object) => {
            let times = ["seconds", "total_seconds", "build_seconds", "built"];
            for name in times.into_iter().chain(["source", "limits", "line", "digest"]) {
                object.remove(name);
            }
            for (_, inner) in object.iter_mut() {
                *inner = comparable(inner.take());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = comparable(item.take())),
        _ => {}
    }
    value
}

#[test]
fn solve_matches_the_command_line() {
    let server = Server::start(&[]);
    let cases: [(&[&str], Value); 8] = [
        (&["647850321", "-a", "bfs"], json!({"board": "647850321", "algorithm": "bfs"})),
        (&["647850321", "-s"], json!({"board": "647850321", "steps": true})),
        (
            &["412587063", "-a", "astar", "-H", "euclidean", "--ties", "board", "-s"],
            json!({"board": "4 1 2/5 8 7/0 6 3", "algorithm": "A*", "heuristic": "Euclidean",
                "ties": "board", "steps": true}),
        ),
        (
            &["134802765", "--goal", "snail", "-a", "dijkstra", "--cost", "tile"],
            json!({"board": "134802765", "goal": "snail", "algorithm": "dijkstra", "cost": "tile"}),
        ),
        (
            &["412587063", "-a", "weighted-astar", "--weight", "1.5", "--order", "RLDU"],
            json!({"board": "412587063", "algorithm": "weighted-astar", "weight": 1.5,
                "order": "RLDU"}),
        ),
        (
            &["647850321", "-a", "dfs", "--max-depth", "20", "--goal-test", "early"],
            json!({"board": "647850321", "algorithm": "dfs", "max_depth": 20,
                "goal_test": "early"}),
        ),
        (
            &["51230467", "--size", "2x4", "-a", "bfs", "--max-nodes", "1000"],
            json!({"board": "51230467", "size": "2x4", "algorithm": "bfs", "max_nodes": 1000}),
        ),
        (&["123456870"], json!({"board": "123456870"})),
    ];
    for (arguments, request) in cases {
        let answer = server.object("/solve", &request.to_string());
        let expected = printed(&[&["solve", "--json"], arguments].concat()).remove(0);
        assert_eq!(comparable(answer), comparable(expected), "{request}");
    }
    let answer =
        server.object("/solve", r#"{"board":"647850321","algorithm":"bfs","order":"UDLR"}"#);
    let stats = &answer["stats"];
    let counts = ["explored", "expanded", "generated", "frontier", "max_frontier"];
    assert_eq!(counts.map(|name| stats[name].clone()), [181_440, 181_439, 483_838, 0, 25_136]);
    assert_eq!((&answer["source"], &answer["length"]), (&json!("request"), &json!(31)));
}

#[test]
fn limits_are_those_asked_for_but_never_more_than_the_servers() {
    let server = Server::start(&["--max-time", "2s", "--max-memory", "64MiB"]);
    let limits = |more: &str| {
        let body = format!(r#"{{"board":"123456708","algorithm":"bfs"{more}}}"#);
        server.object("/solve", &body)["limits"].clone()
    };
    let most = json!({"max_nodes": 2_000_000_000, "max_seconds": 2.0, "max_bytes": 16 << 20});
    assert_eq!(limits(""), most);
    assert_eq!(
        limits(r#","max_nodes":9000000000,"max_seconds":1e300,"max_bytes":99999999999"#),
        most
    );
    let few = json!({"max_nodes": 5, "max_seconds": 0.5, "max_bytes": 1_000_000});
    assert_eq!(limits(r#","max_nodes":5,"max_seconds":0.5,"max_bytes":1000000"#), few);
    let body = r#"{"board":"15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 0","algorithm":"bfs"}"#;
    let answer = server.object("/solve", body);
    assert_eq!((&answer["outcome"], &answer["stopped_by"]), (&json!("stopped"), &json!("memory")));
}

#[test]
fn check_matches_the_command_line() {
    let server = Server::start(&[]);
    for board in ["647850321", "1 2 3/4 5 6/8 7 0"] {
        let mut answer = server.object("/check", &json!({"board": board}).to_string());
        let own = ["rows", "columns", "tiles", "goal_tiles"];
        let own = own.map(|name| answer.as_object_mut().and_then(|object| object.remove(name)));
        assert_eq!(comparable(answer), comparable(printed(&["check", "--json", board]).remove(0)));
        let tiles: Vec<u32> = board.chars().filter_map(|c| c.to_digit(10)).collect();
        let goal = json!([1, 2, 3, 4, 5, 6, 7, 8, 0]);
        assert_eq!(own.map(|v| v.expect("it is there")), [json!(3), json!(3), json!(tiles), goal]);
    }
    let body = r#"{"board":"0,1,2,3,4,5","size":"2x3","goal":"zero-first"}"#;
    assert_eq!(server.object("/check", body)["solvable"], json!(true));
}

#[test]
fn describe_matches_list_and_has_the_limits() {
    let server =
        Server::start(&["--max-searches", "3", "--max-queue", "7", "--max-memory", "3MiB"]);
    let mut answer = server.get("/api/v1/describe").json();
    let object = answer.as_object_mut().expect("it is an object");
    let limits = object.remove("limits").expect("they are there");
    let expected = [("searches_at_once", 3), ("queue", 7), ("max_bytes", 1 << 20)];
    for (name, value) in expected {
        assert_eq!(limits[name], json!(value), "{name}");
    }
    assert_eq!(object.remove("sizes"), Some(json!({"min": [2, 2], "max": [127, 127]})));
    assert_eq!(object.remove("orders"), Some(json!("UDLR")));
    let measures = object.remove("measures").expect("they are there");
    assert_eq!(measures[0]["id"], json!("length"));
    let games = object.remove("games").expect("they are there");
    let easy = json!({
        "id": "easy", "difficulty": "depth 10", "title": "Easy: 10 moves from the goal",
    });
    assert_eq!((&games[1]["exact"], &games[1]["levels"][0]), (&json!(true), &easy));
    assert_eq!(answer, printed(&["list", "--json"]).remove(0));
}

#[test]
fn generate_matches_the_command_line() {
    let server = Server::start(&[]);
    let cases: [(&[&str], Value); 4] = [
        (&["--count", "5", "--seed", "7"], json!({"count": 5, "seed": 7})),
        (
            &["--depth", "31", "--count", "2", "--seed", "1"],
            json!({"depth": 31, "count": 2, "seed": 1}),
        ),
        (
            &["--walk", "100", "--size", "4x4", "--seed", "3"],
            json!({"steps": 100, "size": "4x4", "seed": 3}),
        ),
        (
            &["--unsolvable", "--goal", "snail", "--seed", "3"],
            json!({"unsolvable": true, "goal": "snail", "seed": 3}),
        ),
    ];
    for (arguments, request) in cases {
        let answer = server.object("/generate", &request.to_string());
        let expected = printed(&[&["generate", "--json", "--quiet"], arguments].concat());
        assert_eq!(answer["seed"], request["seed"]);
        assert_eq!(answer["boards"], json!(expected), "{request}");
    }
    let answer = server.object("/generate", "{}");
    let again = json!({"seed": answer["seed"]}).to_string();
    assert_eq!(server.object("/generate", &again), answer);
}

#[test]
fn a_trace_has_every_step_of_the_search() {
    let server = Server::start(&[]);
    let answer =
        server.object("/trace", r#"{"board":"123460758","algorithm":"astar","steps":true}"#);
    let trace = &answer["trace"];
    assert!(answer["stats"]["seconds"].is_number());
    let mut solved = answer.clone();
    for field in ["trace", "attempts"] {
        solved.as_object_mut().expect("an object").remove(field);
    }
    let expected = printed(&["solve", "--json", "-s", "-a", "astar", "123460758"]).remove(0);
    assert_eq!(comparable(solved), comparable(expected));
    assert_eq!(trace["complete"], json!(true));
    assert_eq!(trace["start"], json!([1, 2, 3, 4, 6, 0, 7, 5, 8]));
    assert_eq!(trace["start_h"], json!(3.0));
    let nodes = json!({
        "parent": [0, 0, 0, 3, 3, 3, 3, 5, 5, 5], "move": "UDLUDLRULR",
        "g": [1, 1, 1, 2, 2, 2, 2, 3, 3, 3], "h": [4, 4, 2, 3, 1, 3, 3, 2, 2, 0],
        "disposition": "eeeeeeddee",
    });
    assert_eq!(trace["nodes"], nodes);
    let steps = json!({
        "node": [0, 3, 5, 10], "generated_before": [0, 3, 7, 10],
        "expanded": [0, 1, 2, 3], "frontier": [0, 2, 4, 5],
        "max_frontier": [1, 3, 5, 6], "max_depth": [0, 1, 2, 3], "priority": [3, 3, 3, 3],
    });
    assert_eq!(trace["steps"], steps);
    assert_eq!(trace["solution"]["path"], answer["path_ids"]);
    let solution = json!({"goal": 10, "path": [0, 3, 5, 10], "meeting": null, "known_from": 3});
    assert_eq!(trace["solution"], solution);
    // Among equals, A* takes the newest first.
    let waiting = json!({"node": [9, 6, 4, 2, 1], "from": null, "dropped_at": null});
    assert_eq!(trace["frontier"], json!({"from": null, "waiting": waiting}));
    let round = json!({"bound": null, "first_step": 0, "end_step": 4, "first_node": 1,
        "end_node": 11, "roots": [0]});
    assert_eq!(trace["rounds"], json!([round]));
    // A blind search has no estimates; one that deepens has rounds; one that is cut off is marked as incomplete.
    let answer =
        server.object("/trace", r#"{"board":"123460758","algorithm":"bfs","capacity":10}"#);
    let trace = &answer["trace"];
    assert_eq!([&trace["nodes"]["h"], &trace["start_h"], &trace["solution"]], [&Value::Null; 3]);
    assert_eq!((&trace["complete"], &trace["has_tree"]), (&json!(false), &json!(true)));
    let answer = server.object("/trace", r#"{"board":"123745086","algorithm":"iddfs"}"#);
    let rounds = answer["trace"]["rounds"].as_array().expect("a list");
    assert_eq!(rounds.len(), answer["stats"]["iterations"].as_array().expect("a list").len());
    let answer = server.object("/trace", r#"{"board":"123745086","algorithm":"bidirectional"}"#);
    let roots = &answer["trace"]["rounds"][0]["roots"];
    assert_eq!(roots.as_array().map(Vec::len), Some(2), "the start and the goal");
    let answer = server.object("/trace", r#"{"board":"123745086","algorithm":"table"}"#);
    assert_eq!(answer["trace"]["has_tree"], json!(false));
    let answer = server.object("/trace", r#"{"board":"123456870","algorithm":"bfs"}"#);
    assert_eq!((&answer["outcome"], &answer["trace"]), (&json!("unsolvable"), &Value::Null));
}

#[test]
fn compare_matches_the_command_line() {
    let server = Server::start(&[]);
    let configurations = "bfs,astar:manhattan:LRUD,ida,dfs:max-depth=31";
    let list: Vec<&str> = configurations.split(',').collect();
    let one = (vec!["412587063"], json!({"boards": ["412587063"], "configurations": list}));
    let many = (
        vec!["--random", "20", "--seed", "3"],
        json!({"random": {"count": 20, "seed": 3}, "configurations": list}),
    );
    for (arguments, request) in [one, many] {
        let answer = server.object("/compare", &request.to_string());
        let command = [&["compare", "--json", "-q", "-a", configurations], &arguments[..]].concat();
        let mut printed = printed(&command);
        let header = printed.remove(0);
        let summaries = printed.split_off(printed.len() - list.len());
        let measured = |mut value: Value| {
            // Times differ.
            for summary in value.as_array_mut().expect("a list") {
                summary["measures"]["seconds"] = Value::Null;
            }
            comparable(value)
        };
        assert_eq!(comparable(answer["rows"].clone()), comparable(json!(printed)));
        assert_eq!(measured(answer["summary"].clone()), measured(json!(summaries)));
        assert_eq!(answer["configurations"], header["configurations"]);
        assert_eq!((&answer["complete"], &answer["goal"]), (&json!(true), &json!("classic")));
        assert_eq!(answer["best"]["length"], json!([0, 1, 2]));
        let (some, none) = match header["boards"].as_u64() {
            Some(1) => ("bars", "depth"),
            _ => ("depth", "bars"),
        };
        let expanded = answer["pictures"][some]["expanded"].as_str().expect("it is drawn");
        assert!(expanded.starts_with("<svg") && expanded.ends_with("</svg>\n"), "{expanded}");
        assert_eq!(answer["pictures"][none], Value::Null);
    }
    let answer = server.object("/compare", r#"{"boards":["412587063"]}"#);
    assert_eq!(answer["configurations"].as_array().map(Vec::len), Some(7));
}

#[test]
fn a_comparison_that_takes_too_long_returns_what_it_has() {
    let server = Server::start(&["--max-time", "300ms"]);
    let body = r#"{"random":{"count":50,"size":"4x4"},"configurations":["ida"]}"#;
    let answer = server.object("/compare", body);
    let rows = answer["rows"].as_array().expect("a list");
    assert!(!rows.is_empty() && rows.len() < 50, "{}", rows.len());
    assert_eq!(answer["complete"], json!(false));
}

#[test]
fn a_hint_is_a_move_on_a_shortest_path() {
    let server = Server::start(&[]);
    let answer = server.object("/hint", r#"{"board":"647850321"}"#);
    let expected = json!({
        "solved": false, "distance": 31, "at_most": 31, "optimal": true, "move_blank": "U",
        "move_tile": "D", "tile": 7, "board": "6 4 0/8 5 7/3 2 1",
        "tiles": [6, 4, 0, 8, 5, 7, 3, 2, 1],
    });
    assert_eq!(answer, expected);
    let body = r#"{"board":"5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"}"#;
    let answer = server.object("/hint", body);
    assert_eq!((&answer["distance"], &answer["optimal"]), (&json!(9), &json!(true)));
    let answer = server.object("/hint", r#"{"board":"123456780"}"#);
    assert_eq!((&answer["solved"], &answer["distance"]), (&json!(true), &json!(0)));
    assert_eq!(answer["move_blank"], Value::Null);
    // Too hard for a shortest solution in time: a good solution is returned.
    let body = r#"{"board":"0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1","goal":"zero-first"}"#;
    let answer = server.object("/hint", &body.replace("zero-first", "classic"));
    assert!(answer["at_most"].as_u64().is_some_and(|most| most >= 60), "{answer}");
    let error = server.post("/hint", r#"{"board":"123456870"}"#).error(422);
    assert_eq!(error["field"], json!("board"));
}

#[test]
fn pictures_are_those_of_the_command_line() {
    let server = Server::start(&[]);
    let folder = tempfile::tempdir().expect("there is room");
    let types = [("gif", "image/gif"), ("svg", "image/svg+xml"), ("png", "image/png")];
    for (kind, content_type) in types {
        let path = folder.path().join(format!("solution.{kind}"));
        let path = path.to_str().expect("it is text");
        taquin(&["solve", "412587063", "-o", path]);
        let body = json!({"board": "412587063", "kind": kind}).to_string();
        let answer = server.post("/picture", &body);
        assert_eq!(answer.header("content-type"), Some(content_type));
        assert!(answer.body == std::fs::read(path).expect("it was written"), "{kind}");
    }
    let body = r#"{"board":"123405786","moves":"r, d","kind":"svg"}"#;
    assert!(server.post("/picture", body).text().contains("123405786 solved in 2 moves"));
    let error = server.post("/picture", &body.replace("r, d", "RRQ")).error(422);
    assert_eq!((&error["field"], &error["column"]), (&json!("moves"), &json!(3)));
    let error = server.post("/picture", &body.replace("r, d", "RU")).error(422);
    assert_eq!(error["field"], json!("moves"));
}
