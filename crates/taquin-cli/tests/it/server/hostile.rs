//! Invalid requests are refused with an explanation, and malicious ones do no harm.

use super::client::{Connection, Reply, Server, TIMEOUT, until};
use crate::run::check_snapshot;
use serde_json::{Value, json};
use std::io::ErrorKind;
use std::time::{Duration, Instant};

/// A search that uses all the time it may take.
const LONG: &str = r#"{"board":"15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 0","algorithm":"iddfs"}"#;

#[test]
fn errors_are_reported_at_their_field() {
    let server = Server::start(&[]);
    // The address, the body, the status and the field; the messages are in the snapshot.
    let cases = [
        ("/check", "", 400, ""),
        ("/check", "{", 400, ""),
        ("/check", "[]", 400, ""),
        ("/check", "null", 400, ""),
        ("/check", r#"{"board":"123456780"} x"#, 400, ""),
        ("/check", "{}", 400, "board"),
        ("/check", r#"{"board":123456780}"#, 400, "board"),
        ("/check", r#"{"boards":"x"}"#, 400, "boards"),
        ("/check", r#"{"board":"123456780","board":"1"}"#, 400, "board"),
        ("/check", r#"{"board":"1 2 3/4 5 8/7 8 0"}"#, 422, "board"),
        ("/check", r#"{"board":"@/etc/passwd"}"#, 422, "board"),
        ("/check", r#"{"board":"123456780","goal":"@/etc/passwd"}"#, 422, "goal"),
        ("/check", r#"{"board":"123456780","goal":"spiral"}"#, 422, "goal"),
        ("/check", r#"{"board":"123456780","goal":"1 2/3 0"}"#, 422, "goal"),
        ("/check", r#"{"board":"123456780","size":"1x9"}"#, 422, "size"),
        ("/check", r#"{"board":"123456780","size":"3 by 3"}"#, 422, "size"),
        ("/solve", r#"{"board":"123456780","algorithm":"bsf"}"#, 422, "algorithm"),
        ("/solve", r#"{"board":"123456780","heuristic":"x"}"#, 422, "heuristic"),
        (
            "/solve",
            r#"{"board":"123456780","algorithm":"bfs","heuristic":"manhattan"}"#,
            422,
            "heuristic",
        ),
        ("/solve", r#"{"board":"123456780","cost":"gold"}"#, 422, "cost"),
        ("/solve", r#"{"board":"123456708","algorithm":"table","cost":"tile"}"#, 422, "cost"),
        ("/solve", r#"{"board":"123456780","order":"UUUU"}"#, 422, "order"),
        ("/solve", r#"{"board":"123456780","goal_test":"now"}"#, 422, "goal_test"),
        ("/solve", r#"{"board":"123456780","ties":"none"}"#, 422, "ties"),
        ("/solve", r#"{"board":"123456780","weight":0}"#, 422, "weight"),
        ("/solve", r#"{"board":"123456780","algorithm":"bfs","max_depth":3}"#, 422, "max_depth"),
        ("/solve", r#"{"board":"123456780","algorithm":"beam","width":0}"#, 422, "width"),
        ("/solve", r#"{"board":"123456780","max_seconds":-1}"#, 422, "max_seconds"),
        ("/solve", r#"{"board":"123456780","max_nodes":-1}"#, 400, "max_nodes"),
        ("/solve", r#"{"board":"123456780","max_nodes":1.5}"#, 400, "max_nodes"),
        ("/solve", r#"{"board":"123456780","capacity":5}"#, 400, "capacity"),
        (
            "/solve",
            r#"{"board":"1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15","algorithm":"table"}"#,
            422,
            "algorithm",
        ),
        ("/trace", r#"{"board":"123456780","capacity":0}"#, 422, "capacity"),
        ("/trace", r#"{"board":"123456780","capacity":1000001}"#, 422, "capacity"),
        ("/compare", "{}", 422, "boards"),
        ("/compare", r#"{"boards":[]}"#, 422, "boards"),
        ("/compare", r#"{"boards":["123456780","12"]}"#, 422, "boards[1]"),
        (
            "/compare",
            r#"{"boards":["123456780"],"configurations":["bfs:x"]}"#,
            422,
            "configurations",
        ),
        ("/compare", r#"{"random":{"count":1001}}"#, 422, "random"),
        ("/compare", r#"{"random":{"count":999,"size":"99x99"}}"#, 422, "random"),
        ("/compare", r#"{"random":{"cont":9}}"#, 400, "cont"),
        ("/generate", r#"{"count":0}"#, 422, "count"),
        ("/generate", r#"{"count":1001}"#, 422, "count"),
        ("/generate", r#"{"count":1000,"size":"127x127"}"#, 422, "count"),
        ("/generate", r#"{"depth":32}"#, 422, "depth"),
        ("/generate", r#"{"depth":31,"count":3}"#, 422, "count"),
        ("/generate", r#"{"depth":3,"steps":3}"#, 422, "depth"),
        ("/generate", r#"{"steps":99999999999}"#, 422, "steps"),
        ("/generate", r#"{"size":"4x4","goal":"123456780"}"#, 422, "goal"),
        ("/generate", r#"{"seed":-1}"#, 400, "seed"),
        ("/game", r#"{"level":"odd"}"#, 422, "level"),
        ("/game", r#"{"level":"easy","depth":3}"#, 422, "level"),
        ("/game", r#"{"depth":0}"#, 422, "depth"),
        ("/game", r#"{"depth":32}"#, 422, "depth"),
        ("/game", r#"{"depth":9,"size":"4x4"}"#, 422, "depth"),
        ("/game", r#"{"walk":1000001}"#, 422, "walk"),
        ("/game", r#"{"day":"2026-02-30"}"#, 422, "day"),
        ("/game", r#"{"size":"4x4","goal":"123456780"}"#, 422, "goal"),
        ("/scores", r#"{"game":{"board":"123456078","moves":"R"}}"#, 422, "moves"),
        ("/scores", r#"{"game":{"board":"123456078","moves":"L"}}"#, 422, "moves"),
        ("/scores", r#"{"game":{"board":"123456870","moves":""}}"#, 422, "board"),
        (
            "/scores",
            r#"{"game":{"board":"123456078","moves":"RR","difficulty":"x"}}"#,
            422,
            "difficulty",
        ),
        ("/picture", r#"{"board":"123456780","kind":"bmp"}"#, 400, "kind"),
        ("/jobs", r#"{"kind":"dance","request":{}}"#, 400, "kind"),
        ("/jobs", r#"{"kind":"solve","request":{"bord":1}}"#, 400, "bord"),
        ("/jobs", r#"{"request":{"max_nodes":"x","board":""},"kind":"solve"}"#, 400, "max_nodes"),
        ("/jobs", r#"{"kind":"solve","request":{"board":"1"}}"#, 422, "board"),
    ];
    let mut messages = String::new();
    for (path, body, status, field) in cases {
        let error = server.post(path, body).error(status);
        let reported = error["field"].as_str().unwrap_or_default();
        assert_eq!(reported, field, "{path} {body}: {error}");
        let [code, message, help] =
            ["code", "message", "help"].map(|name| error[name].as_str().unwrap_or_default());
        messages += &format!("> {path} {body}\n{code}: {message}\n{help}\n");
        messages += if help.is_empty() { "" } else { "\n" };
    }
    check_snapshot("refused-requests", &messages);
    let error = server.post("/check", "{\"board\":\"1 2 3\\n4 5 8\\n7 8 0\"}").error(422);
    let place = ["line", "column", "span"].map(|name| error[name].clone());
    assert_eq!(place, [json!(3), json!(3), json!([14, 15])]);
    assert_eq!(error["code"], json!("duplicate"));
}

#[test]
fn unknown_addresses_are_reported_in_json() {
    let server = Server::start(&[]);
    let ask = |method: &str, path: &str, headers: &[(&str, &str)], body: Option<&str>| -> Reply {
        let mut connection = server.connect();
        connection.request(method, path, headers, body).expect("sent");
        connection.read_reply().expect("it answers")
    };
    for path in [
        "/x",
        "/api/v1",
        "/api/v1/",
        "/api/v1/x",
        "/api/v2/solve",
        "/api/v1/jobs/x",
        "/api/v1/jobs/%ff",
    ] {
        ask("GET", path, &[], None).error(404);
    }
    ask("GET", "/api/v1/jobs/00000000000000000000000000000000/events", &[], None).error(404);
    for (method, path) in [("GET", "/api/v1/solve"), ("PUT", "/"), ("DELETE", "/api/v1/check")] {
        ask(method, path, &[], None).error(405);
    }
    let body = Some(r#"{"board":"123456780"}"#);
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/json5", ""] {
        ask("POST", "/api/v1/check", &[("Content-Type", kind)], body).error(415);
    }
    let typed = [("Content-Type", "Application/JSON; charset=utf-8")];
    assert_eq!(ask("POST", "/api/v1/check", &typed, body).status, 200);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Server::start(&[]);
    for path in [
        "/assets/../../../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/../Cargo.toml",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/assets/.git/config",
        "/assets/..\\Cargo.toml",
        "/assets/",
        "/assets/%00",
        "/assets/index.html%00.js",
        "/assets/%ff",
        "/assets/index",
        "/index.html",
    ] {
        let mut connection = server.connect();
        connection.request("GET", path, &[], None).expect("sent");
        let reply = connection.read_reply().expect("it answers");
        reply.error(404);
    }
}

#[test]
fn other_sites_are_not_answered() {
    let server = Server::start(&[]);
    let status = |path: &str, headers: &[(&str, &str)]| {
        let mut connection = server.connect();
        connection.request("POST", path, headers, Some(r#"{"board":"123456780"}"#)).expect("sent");
        let reply = connection.read_reply().expect("it answers");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        reply.status
    };
    let address = server.address.as_str();
    let own = format!("http://{address}");
    assert_eq!(status("/api/v1/check", &[("Origin", &own)]), 200);
    assert_eq!(status("/api/v1/check", &[("Host", "localhost")]), 200);
    for host in ["evil.example", "127.0.0.1.evil.example", "192.168.0.1", ""] {
        assert_eq!(status("/api/v1/check", &[("Host", host)]), 403, "{host}");
    }
    for origin in ["http://evil.example", "null", "http://localhost:1"] {
        assert_eq!(status("/api/v1/check", &[("Origin", origin)]), 403, "{origin}");
    }
    assert_eq!(status("/api/v1/check", &[("Sec-Fetch-Site", "cross-site")]), 403);
    // Any site may link to the page.
    let mut connection = server.connect();
    connection.request("GET", "/", &[("Sec-Fetch-Site", "cross-site")], None).expect("sent");
    assert_eq!(connection.read_reply().expect("it answers").status, 200);
    let mut connection = server.connect();
    connection.send("GET / HTTP/1.0\r\n\r\n").expect("sent");
    assert_eq!(connection.read_reply().expect("it answers").status, 403);
}

/// The head of a request with a chunked body.
const CHUNKED: &str = "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: \
    application/json\r\nTransfer-Encoding: chunked\r\n\r\n";

#[test]
fn long_and_malformed_requests_are_refused() {
    let server = Server::start(&[]);
    let long = format!(r#"{{"board":"{}"}}"#, "1 ".repeat(200_000));
    server.post("/check", &long).error(413);
    // Without a length, the bytes read so far count. Not a byte more is sent, so the response is not cut off.
    let mut connection = server.connect();
    connection.send(CHUNKED).expect("sent");
    for _ in 0..256 {
        connection.send(&format!("400\r\n{}\r\n", " ".repeat(1024))).expect("sent");
    }
    connection.send("1\r\n \r\n").expect("sent");
    connection.read_reply().expect("it answers").error(413);
    let mut connection = server.connect();
    let many = vec![("X-Header", "x"); 101];
    connection.request("GET", "/", &many, None).expect("sent");
    assert_eq!(connection.read_reply().expect("it answers").status, 431);
    let mut connection = server.connect();
    let header = "x".repeat(1 << 20);
    let _ = connection.request("GET", "/", &[("X-Long", &header)], None);
    // The response arrives, or the connection is reset while the client is still sending.
    match connection.read_reply() {
        Ok(reply) => assert_eq!(reply.status, 431),
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
    }
    for nonsense in ["\0\0\0\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}", "POST / HTTP/9\r\n\r\n"] {
        let mut connection = server.connect();
        connection.send(nonsense).expect("sent");
        assert!(connection.is_closed(), "{nonsense:?}");
    }
    let deep = "[".repeat(100_000);
    server.post("/check", &deep).error(400);
    let odd = r#"{"board":"\u0000\ud800"}"#;
    server.post("/check", odd).error(400);
    let odd = "{\"board\":\"\u{202e}\u{1b}[31m 1 2\"}";
    server.post("/check", &odd.replace('\u{1b}', "\\u001b")).error(422);
    assert_eq!(server.get("/api/v1/describe").status, 200);
}

#[test]
fn a_body_that_is_broken_is_called_broken_not_long() {
    let server = Server::start(&[]);
    let board = r#"{"board":"123456780"}"#;
    let length = board.len();
    let whole = format!("{length:x}\r\n{board}\r\n0\r\n\r\n");
    let mut connection = server.connect();
    connection.send(&format!("{CHUNKED}{whole}")).expect("sent");
    assert_eq!(connection.read_reply().expect("it answers").status, 200);
    let broken = [
        "zz\r\n",
        "-1\r\n",
        "\r\n\r\n",
        "fffffffffffffffff\r\n",
        "5\r\n{\"board too long",
        "1\n{\n",
    ];
    for body in broken {
        let mut connection = server.connect();
        connection.send(&format!("{CHUNKED}{body}")).expect("sent");
        let error = connection.read_reply().expect("it answers").error(400);
        assert_eq!(error["code"], json!("body-broken"), "{body:?}: {error}");
        let texts = ["message", "help"].map(|name| error[name].as_str().unwrap_or_default());
        check_snapshot("refused-broken-body", &texts.join("\n"));
    }
    // A body that breaks off in the middle, of either kind.
    let head = "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: \
        application/json\r\nContent-Length: 100\r\n\r\n";
    for begun in [format!("{CHUNKED}{length:x}\r\n{{"), format!("{head}{{")] {
        let mut connection = server.connect();
        connection.send(&begun).expect("sent");
        connection.stop_sending();
        let error = connection.read_reply().expect("it answers").error(400);
        assert_eq!(error["code"], json!("body-broken"), "{error}");
    }
}

#[test]
fn heads_are_those_of_the_answers() {
    let server = Server::start(&[]);
    let document = server.get("/api/v1/openapi.json").json();
    let paths = document["paths"].as_object().expect("there are paths");
    let mut asked = 0;
    for (path, operations) in paths.iter().filter(|(path, _)| !path.contains('{')) {
        let address = format!("/api/v1{path}");
        let head = server.connect().head(&address).expect("it answers");
        if operations["get"].is_null() {
            assert_eq!(head.status, 405, "{path}");
            continue;
        }
        let get = server.get(&address);
        assert_eq!((head.status, get.status), (200, 200), "{path}");
        for name in ["content-type", "content-length", "cache-control", "x-content-type-options"] {
            assert!(get.header(name).is_some(), "{path} has no {name}");
            assert_eq!(head.header(name), get.header(name), "{path}: {name}");
        }
        asked += 1;
    }
    assert_eq!(asked, 2);
    for (path, status) in [("/", 200), ("/assets/script/main.js", 200), ("/nowhere", 404)] {
        assert_eq!(server.connect().head(path).expect("it answers").status, status, "{path}");
    }
}

#[test]
fn slow_clients_are_cut_off() {
    let server = Server::start(&["--max-idle", "300ms"]);
    let silent = server.connect();
    let mut half_a_head = server.connect();
    half_a_head.send("GET / HTTP/1.1\r\nHost: localh").expect("sent");
    let mut half_a_body = server.connect();
    let head = "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: \
        application/json\r\nContent-Length: 100\r\n\r\n{\"board\":";
    half_a_body.send(head).expect("sent");
    half_a_body.read_reply().expect("it answers").error(408);
    let mut idle = server.connect();
    assert_eq!(idle.ask("GET", "/api/v1/describe", None).expect("it answers").status, 200);
    for (what, mut connection) in [("silent", silent), ("half", half_a_head), ("idle", idle)] {
        assert!(connection.is_closed(), "{what}");
    }
    // A client that does not read its responses is disconnected too: it cannot send requests forever.
    let mut greedy = server.connect();
    until("it is cut off", || greedy.request("GET", "/api/v1/describe", &[], None).is_err());
}

#[test]
fn a_search_is_cancelled_when_its_client_disconnects() {
    let server = Server::start(&["--max-searches", "1"]);
    let quick = r#"{"kind":"solve","request":{"board":"123456708"}}"#;
    let state = |path: &str| server.get(path).json()["state"].clone();
    // If each search ran for its full ten seconds, the test would exceed the timeout.
    let deadline = Instant::now() + TIMEOUT;
    for _ in 0..8 {
        let mut leaves = server.connect();
        leaves.request("POST", "/api/v1/solve", &[], Some(LONG)).expect("sent");
        // Once it runs, new jobs are queued.
        let mut waits = String::new();
        until("the search runs", || {
            let id = server.object("/jobs", quick)["id"].clone();
            waits = format!("/api/v1/jobs/{}", id.as_str().expect("it has an id"));
            std::thread::sleep(Duration::from_millis(50));
            state(&waits) == json!("queued")
        });
        drop(leaves);
        until("there is room again", || state(&waits) == json!("done"));
        assert!(Instant::now() < deadline, "searches without a client keep running");
    }
}

#[test]
fn beyond_its_limits_it_sends_retry_after() {
    let server = Server::start(&["--max-searches", "1", "--max-queue", "2"]);
    let job = format!(r#"{{"kind":"solve","request":{LONG}}}"#);
    // One runs and two wait.
    let jobs: Vec<Value> = (0..3).map(|_| server.object("/jobs", &job)).collect();
    for (path, body) in [("/jobs", job.as_str()), ("/solve", LONG)] {
        let refused = server.post(path, body);
        refused.error(503);
        assert_eq!(refused.header("retry-after"), Some("2"));
    }
    // Invalid requests, and those that need no search, are still answered.
    server.post("/solve", r#"{"board":"1"}"#).error(422);
    assert_eq!(server.post("/check", r#"{"board":"123456780"}"#).status, 200);
    for job in jobs {
        let path = format!("/api/v1/jobs/{}", job["id"].as_str().expect("it has an id"));
        let ended = server.connect().ask("DELETE", &path, None).expect("it answers").json();
        assert_eq!(ended["state"], json!("cancelled"));
    }
    assert_eq!(server.post("/solve", r#"{"board":"123456708"}"#).status, 200);
}

#[test]
fn too_many_connections_are_refused() {
    let server = Server::start(&[]);
    let mut crowd: Vec<Connection> = (0..512).map(|_| server.connect()).collect();
    let mut one_more = server.connect();
    let reply = one_more.read_reply().expect("it answers");
    reply.error(503);
    crowd.truncate(500);
    until("there is room again", || {
        let reply = server.connect().ask("GET", "/api/v1/describe", None);
        reply.is_ok_and(|reply| reply.status == 200)
    });
    let described: Value =
        crowd[0].ask("GET", "/api/v1/describe", None).expect("it answers").json();
    assert_eq!(described["schema_version"], json!(2));
}
