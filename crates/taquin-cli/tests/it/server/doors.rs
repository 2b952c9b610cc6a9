//! Every door gives the same answers: the command line, the server, and the entry that the module of the page has.

use super::client::Server;
use super::page::EXAMPLES;
use crate::run::taquin;
use serde_json::{Value, json};
use std::time::Duration;
use taquin::Cancel;
use taquin_api::limits::Caps;
use taquin_api::task::Means;
use taquin_api::tasks;

/// What depends on the machine, on where the board came from, or on how a door spells its options.
const VARIABLE: [&str; 12] = [
    "seconds",
    "built",
    "total_seconds",
    "build_seconds",
    "peak_bytes",
    "fixed_bytes",
    "memory",
    "fixed_memory",
    "digest",
    "source",
    "notices",
    "pictures",
];

/// Returns an answer without what may differ.
fn fixed(answer: Value) -> Value {
    match answer {
        Value::Array(list) => list.into_iter().map(fixed).collect(),
        Value::Object(fields) => {
            let stay = fields.into_iter().filter(|(name, _)| !VARIABLE.contains(&name.as_str()));
            Value::Object(stay.map(|(name, value)| (name, fixed(value))).collect())
        }
        other => other,
    }
}

/// Returns the answer of a task as the module of the page asks for it.
fn by_name(name: &str, request: &Value) -> Value {
    serde_json::from_slice(&payload(name, request)).expect("an object")
}

/// Returns the same as bytes.
fn payload(name: &str, request: &Value) -> Vec<u8> {
    let means = Means::new(Caps::new(1 << 30, Duration::from_secs(600)));
    let task = tasks::by_name(name, request.to_string().as_bytes(), &means);
    let payload = task.and_then(|task| task(&Cancel::new()));
    let payload = payload.unwrap_or_else(|error| panic!("{name} {request}: {error:?}"));
    payload.into_bytes()
}

/// Returns the lines that a command prints.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let ran = taquin(arguments);
    let object = |line: &str| serde_json::from_str(line).expect("an object");
    let lines: Vec<Value> = ran.out.lines().map(object).collect();
    assert!(!lines.is_empty(), "{arguments:?}: {}", ran.err);
    lines
}

/// Asks the server and the module, which must agree, and returns their answer.
fn asked(server: &Server, name: &str, request: &Value) -> Value {
    let [served, named] =
        [server.object(&format!("/{name}"), &request.to_string()), by_name(name, request)]
            .map(fixed);
    assert_eq!(served, named, "{name} {request}");
    served
}

/// Checks that every field of an answer on the command line is the same elsewhere.
fn agree(line: Value, other: &Value, what: &str) {
    for (name, value) in fixed(line).as_object().expect("an object") {
        assert_eq!(other.get(name), Some(value), "{what}: {name}");
    }
}

#[test]
fn every_door_gives_the_same_answer() {
    let server = Server::start(&[]);
    let limited = ["--max-nodes", "50000", "--max-time", "9s", "--max-memory", "64MiB", "--json"];
    let limits = json!({ "max_nodes": 50_000, "max_seconds": 9, "max_bytes": 64 << 20 });
    for (flags, fields) in [
        ("", json!({})),
        (
            "--algorithm astar --heuristic lc --ties lifo --steps",
            json!({
                "algorithm": "astar", "heuristic": "lc", "ties": "lifo", "steps": true,
            }),
        ),
        ("--heuristic pdb", json!({ "heuristic": "pdb" })),
        (
            "--algorithm dfs --order DURL --max-depth 30",
            json!({
                "algorithm": "dfs", "order": "DURL", "max_depth": 30,
            }),
        ),
        (
            "--algorithm weighted-astar --weight 1.5 --goal zero-first",
            json!({
                "algorithm": "weighted-astar", "weight": 1.5, "goal": "zero-first",
            }),
        ),
    ] {
        for board in ["647850321", "123456870"] {
            let mut request = json!({ "board": board });
            for more in [&limits, &fields] {
                let more = more.as_object().expect("an object").clone();
                request.as_object_mut().expect("an object").extend(more);
            }
            let arguments = ["solve", board].into_iter().chain(flags.split_whitespace());
            let arguments: Vec<&str> = arguments.chain(limited).collect();
            let answer = asked(&server, "solve", &request);
            agree(lines(&arguments).remove(0), &answer, &format!("{arguments:?}"));
        }
    }
    for board in ["647850321", "123456870"] {
        let answer = asked(&server, "check", &json!({ "board": board }));
        agree(lines(&["check", board, "--json"]).remove(0), &answer, board);
    }
    for moves in ["R", "LRR", "L"] {
        let answer = asked(&server, "gap", &json!({ "board": "123456708", "moves": moves }));
        agree(lines(&["gap", "123456708", moves, "--json"]).remove(0), &answer, moves);
    }
    let generated = json!({ "count": 3, "seed": 7, "depth": 12 });
    let answer = asked(&server, "generate", &generated);
    let printed = lines(&["generate", "-n", "3", "--seed", "7", "--depth", "12", "--json"]);
    assert_eq!(fixed(printed.into()), answer["boards"]);
}

#[test]
fn every_door_compares_alike() {
    let server = Server::start(&[]);
    for (flags, fields) in [
        ("", json!({})),
        ("-H pdb", json!({ "heuristics": ["pdb"] })),
        (
            "-a bfs,astar -H manhattan,lc --ties lifo",
            json!({
                "configurations": ["bfs", "astar"], "heuristics": ["manhattan", "lc"], "ties": "lifo",
            }),
        ),
    ] {
        let mut request = json!({ "boards": ["123746058"] });
        let fields = fields.as_object().expect("an object").clone();
        request.as_object_mut().expect("an object").extend(fields);
        let answer = asked(&server, "compare", &request);
        let arguments = ["compare", "123746058"].into_iter().chain(flags.split_whitespace());
        let printed = lines(&arguments.chain(["--json"]).collect::<Vec<_>>());
        let of = |record: &str| -> Value {
            printed.iter().filter(|line| line["record"] == record).cloned().map(fixed).collect()
        };
        assert_eq!(of("run"), answer["rows"], "{flags}");
        assert_eq!(of("summary"), answer["summary"], "{flags}");
        assert_eq!(of("experiment")[0]["configurations"], answer["configurations"], "{flags}");
    }
}

/// What the command line draws and plays is what it says of the same boards in its documents.
#[test]
fn every_door_records_draws_and_plays_alike() {
    let server = Server::start(&[]);
    let board = "647850321";
    let length = |board: &str| lines(&["solve", board, "--json"])[0]["length"].clone();

    // A search that is recorded is the same search.
    let flags = ["--algorithm", "astar", "--heuristic", "lc", "--max-nodes", "50000"];
    let limited = ["--max-time", "9s", "--max-memory", "64MiB", "--json"];
    let searched = lines(&[&["solve", board][..], &flags, &limited].concat()).remove(0);
    let request = json!({
        "board": board, "algorithm": "astar", "heuristic": "lc",
        "max_nodes": 50_000, "max_seconds": 9, "max_bytes": 64 << 20,
    });
    agree(searched, &asked(&server, "trace", &request), "trace");

    // A strip of boards is the same picture.
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let file = folder.path().join("strip.svg");
    taquin(&["solve", board, "-o", file.to_str().expect("a name")]);
    let drawn = std::fs::read(&file).expect("it is drawn");
    let request = json!({ "board": board, "kind": "svg" });
    assert_eq!(payload("picture", &request), drawn);
    assert_eq!(server.post("/picture", &request.to_string()).text().as_bytes(), drawn);

    // A hint is a move on a shortest path.
    let hint = asked(&server, "hint", &json!({ "board": board }));
    assert_eq!(hint["distance"], length(board));
    let next = hint["board"].as_str().expect("there is a move");
    assert_eq!(hint["distance"].as_u64(), length(next).as_u64().map(|moves| moves + 1));

    // A game is dealt where it says, and judged by the same solution as moves are.
    let game = asked(&server, "game", &json!({ "size": "3x3", "depth": 4, "seed": 3 }));
    let dealt = game["board"].as_str().expect("there is a board");
    assert_eq!((&game["shortest"], length(dealt)), (&json!(4), json!(4)));
    let measured = lines(&["gap", "123456708", "LRR", "--json"]).remove(0);
    let won = json!({ "game": { "board": "123456708", "moves": "LRR" } });
    let verdict = &asked(&server, "scores", &won)["verdict"];
    assert_eq!(verdict["moves"], measured["stm"]);
    assert_eq!(verdict["best"], measured["fewest_at_most"]);
}

/// The examples of every request, also of those that the command line does not have as documents.
#[test]
fn the_server_and_the_module_answer_every_request_alike() {
    let server = Server::start(&[]);
    for (path, body) in EXAMPLES.iter().filter(|(path, _)| *path != "/jobs") {
        let request: Value = serde_json::from_str(body).expect("an object");
        // The limits that are not requested are those of the host.
        let [served, named] =
            [server.object(path, body), by_name(path.trim_start_matches('/'), &request)].map(
                |answer| {
                    let mut answer = fixed(answer);
                    answer.as_object_mut().expect("an object").remove("limits");
                    answer
                },
            );
        assert_eq!(served, named, "{path} {body}");
    }
}
