//! Long searches: they report progress, wait in the queue, and end when no client listens any more.

use super::client::{Connection, Reply, Server, until};
use serde_json::{Value, json};
use std::time::Duration;

/// A 4x4 board that is far from its goal.
const FAR: &str = "15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 0";

/// Starts a search of that board as a job, and returns the job's path.
fn begin(server: &Server, algorithm: &str) -> String {
    let request = json!({"board": FAR, "algorithm": algorithm});
    let job = server.object("/jobs", &json!({"kind": "solve", "request": request}).to_string());
    let id = job["id"].as_str().expect("it has an id");
    assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
    assert_eq!(job["events"], json!(format!("/api/v1/jobs/{id}/events")));
    format!("/api/v1/jobs/{id}")
}

fn delete(server: &Server, path: &str) -> Reply {
    server.connect().ask("DELETE", path, None).expect("it answers")
}

/// A subscription to a job's events.
struct Listener(Connection);

impl Listener {
    fn to(server: &Server, path: &str) -> Listener {
        let mut connection = server.connect();
        connection.request("GET", &format!("{path}/events"), &[], None).expect("sent");
        let head = connection.read_head().expect("it answers");
        assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")));
        Listener(connection)
    }

    /// Returns the next event, its name and its data; `None` after the last.
    fn next(&mut self) -> Option<(String, Value)> {
        loop {
            let chunk = self.0.read_chunk().expect("more events")?;
            let text = String::from_utf8(chunk).expect("it is text");
            if text.starts_with(':') {
                continue;
            }
            let mut lines = text.lines();
            let name = lines.next()?.strip_prefix("event: ").expect("it has a name").to_string();
            let data = lines.next()?.strip_prefix("data: ").expect("it has data");
            return Some((name, serde_json::from_str(data).expect("it is JSON")));
        }
    }

    /// Returns the data of the next event with this name.
    fn until(&mut self, wanted: &str) -> Value {
        loop {
            let (name, data) = self.next().expect("there are more events");
            if name == wanted {
                return data;
            }
            assert!(!matches!(&*name, "done" | "failed" | "cancelled"), "{name}: {data}");
        }
    }
}

#[test]
fn a_job_reports_progress_and_its_result() {
    let server = Server::start(&[]);
    let body = r#"{"kind":"solve","request":{"board":"647850321","algorithm":"bfs"}}"#;
    let job = server.object("/jobs", body);
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().expect("it has an id"));
    let done = Listener::to(&server, &path).until("done");
    assert_eq!(done["stats"]["explored"], json!(181_440));
    let ended = server.get(&path).json();
    assert_eq!((&ended["state"], &ended["kind"]), (&json!("done"), &json!("solve")));
    assert_eq!((&ended["result"], &ended["error"]), (&done, &Value::Null));
    // Late listeners receive the end, and a finished job cannot be cancelled.
    let mut late = Listener::to(&server, &path);
    assert_eq!(late.next(), Some(("done".to_string(), done.clone())));
    assert_eq!(late.next(), None);
    assert_eq!(delete(&server, &path).json()["state"], json!("done"));

    let body =
        r#"{"kind":"trace","request":{"board":"123460758","algorithm":"ida","capacity":50}}"#;
    let job = server.object("/jobs", body);
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().expect("it has an id"));
    assert_eq!(Listener::to(&server, &path).until("done")["trace"]["complete"], json!(true));
    let body = r#"{"kind":"compare","request":{"boards":["123460758"]}}"#;
    let job = server.object("/jobs", body);
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().expect("it has an id"));
    let done = Listener::to(&server, &path).until("done");
    assert_eq!(done["rows"].as_array().map(Vec::len), Some(7));
    let body = format!(
        r#"{{"kind":"solve","request":{{"board":"{FAR}","algorithm":"ida",
            "heuristic":"inadmissible"}}}}"#
    );
    server.post("/jobs", &body).error(422);
}

#[test]
fn progress_continues_and_cancel_returns_the_result() {
    let server = Server::start(&[]);
    for algorithm in ["bfs", "ida"] {
        let path = begin(&server, algorithm);
        let mut listener = Listener::to(&server, &path);
        let first = listener.until("progress");
        let second = listener.until("progress");
        let number = |value: &Value, name: &str| value[name].as_f64().expect("it is a number");
        for name in ["explored", "seconds"] {
            assert!(number(&second, name) > number(&first, name), "{first} {second}");
        }
        assert!(number(&second, "rate") > 0.0);
        assert_eq!(second["bound"].is_null(), algorithm == "bfs", "{second}");
        let running = server.get(&path).json();
        assert_eq!((&running["state"], &running["result"]), (&json!("running"), &Value::Null));
        // The response already has the result, so no further request is needed.
        let ended = delete(&server, &path).json();
        assert_eq!(ended["state"], json!("cancelled"));
        assert_eq!(ended["reason"], json!("client"));
        assert_eq!(ended["result"]["stopped_by"], json!("interrupt"));
        assert!(number(&ended["result"]["stats"], "explored") >= number(&second, "explored"));
        assert_eq!(listener.until("ending")["reason"], json!("client"));
        assert_eq!(listener.next(), Some(("cancelled".to_string(), ended["result"].clone())));
        assert_eq!(listener.next(), None);
    }
}

#[test]
fn a_job_without_listeners_is_cancelled() {
    let server = Server::start(&["--max-searches", "1", "--max-queue", "0"]);
    let path = begin(&server, "iddfs");
    let mut first = Listener::to(&server, &path);
    let second = Listener::to(&server, &path);
    first.until("progress");
    drop(second);
    first.until("progress");
    first.until("progress");
    drop(first);
    until("it is cancelled", || server.get(&path).json()["state"] == json!("cancelled"));
    assert_eq!(server.get(&path).json()["reason"], json!("orphaned"));
}

#[test]
#[ignore = "it searches for ten seconds: only in long runs"]
fn a_job_that_never_had_a_listener_is_cancelled_after_ten_seconds() {
    let server = Server::start(&["--max-searches", "1", "--max-queue", "0"]);
    let path = begin(&server, "iddfs");
    let quick = || server.post("/solve", r#"{"board":"123456708"}"#).status;
    assert_eq!(quick(), 503);
    until("it is cancelled", || {
        std::thread::sleep(Duration::from_millis(200));
        quick() == 200
    });
    assert_eq!(server.get(&path).json()["state"], json!("cancelled"));
}

#[test]
fn clients_take_turns() {
    let server = Server::start(&["--max-searches", "1", "--max-queue", "40"]);
    let first = begin(&server, "iddfs");
    let mut listener = Listener::to(&server, &first);
    listener.until("progress");
    // One client submits three jobs, then another one job, which is second in the queue.
    let body =
        json!({"kind": "solve", "request": {"board": FAR, "algorithm": "iddfs"}}).to_string();
    let mut many = server.connect();
    let ask = |connection: &mut Connection| {
        let reply = connection.ask("POST", "/api/v1/jobs", Some(&body)).expect("it answers");
        let job = reply.json();
        assert_eq!(job["state"], json!("queued"));
        let path = format!("/api/v1/jobs/{}", job["id"].as_str().expect("it has an id"));
        (path, job["position"].as_u64().expect("it has a place"))
    };
    let line: Vec<(String, u64)> = (0..3).map(|_| ask(&mut many)).collect();
    assert_eq!(line.iter().map(|(_, place)| *place).collect::<Vec<_>>(), [0, 1, 2]);
    let other = ask(&mut server.connect());
    assert_eq!(other.1, 1);
    let place = |path: &str| server.get(path).json()["position"].as_u64();
    assert_eq!([&line[0].0, &line[1].0, &line[2].0].map(|path| place(path)), [0, 2, 3].map(Some));
    let mut waits = Listener::to(&server, &line[2].0);
    assert_eq!(waits.next(), Some(("queued".to_string(), json!({"position": 3}))));
    // A queued job is cancelled at once, and the others move up.
    let ended = delete(&server, &other.0).json();
    assert_eq!((&ended["state"], &ended["result"]), (&json!("cancelled"), &Value::Null));
    assert_eq!(waits.next(), Some(("queued".to_string(), json!({"position": 2}))));
    delete(&server, &first);
    assert_eq!(listener.until("cancelled")["stopped_by"], json!("interrupt"));
    assert_eq!(waits.next(), Some(("queued".to_string(), json!({"position": 1}))));
    // One client may use a quarter of the queue.
    for _ in 3..11 {
        ask(&mut many);
    }
    let refused = many.ask("POST", "/api/v1/jobs", Some(&body)).expect("it answers");
    let error = refused.error(503);
    assert_eq!(error["code"], json!("own-line-full"), "{error}");
}

#[test]
fn asking_for_the_head_of_events_leaves_the_job_alone() {
    let server = Server::start(&[]);
    let path = begin(&server, "iddfs");
    for _ in 0..3 {
        let head = server.connect().head(&format!("{path}/events")).expect("it answers");
        assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")));
        let head = server.connect().head(&path).expect("it answers");
        assert_eq!((head.status, head.header("content-type")), (200, Some("application/json")));
    }
    // It keeps running, and ends for the reason given now.
    let mut listener = Listener::to(&server, &path);
    listener.until("progress");
    listener.until("progress");
    let ended = delete(&server, &path).json();
    assert_eq!((&ended["state"], &ended["reason"]), (&json!("cancelled"), &json!("client")));
    // The same after it has ended, and for an unknown job.
    assert_eq!(server.connect().head(&format!("{path}/events")).expect("it answers").status, 200);
    let unknown = "/api/v1/jobs/00000000000000000000000000000000/events";
    assert_eq!(server.connect().head(unknown).expect("it answers").status, 404);
}

#[cfg(unix)]
#[test]
fn it_shuts_down_cleanly_while_searches_run_and_reports_why() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&["--max-searches", "2"]);
        let mut listener = Listener::to(&server, &begin(&server, "bfs"));
        listener.until("progress");
        let mut plain = server.connect();
        let body = json!({"board": FAR, "algorithm": "iddfs"}).to_string();
        plain.request("POST", "/api/v1/solve", &[], Some(&body)).expect("sent");
        // Once it runs, new jobs are queued.
        until("the plain search runs", || {
            let third = begin(&server, "ida");
            listener.until("progress");
            listener.until("progress");
            delete(&server, &third).json()["result"].is_null()
        });
        let silent = server.connect();
        assert_eq!(server.end(signal), Some(0), "{signal}");
        let why = listener.until("ending");
        assert_eq!(why["reason"], json!("shutdown"), "{signal}");
        let message = why["message"].as_str().expect("a sentence");
        let cancelled = listener.until("cancelled");
        let reply = plain.read_reply().expect("it is answered");
        assert_eq!(reply.status, 200, "{}", reply.text());
        for result in [cancelled, reply.json()] {
            assert_eq!(result["stopped_by"], json!("interrupt"));
            let last = |name: &str| result[name].as_array().and_then(|list| list.last());
            assert_eq!(last("notice_codes"), Some(&json!("shutdown")), "{result}");
            let notice = last("notices").and_then(Value::as_str).expect("a sentence");
            assert!(notice.contains(message), "{notice}");
        }
        drop(silent);
    }
}

#[cfg(unix)]
#[test]
fn queued_clients_are_notified_of_the_shutdown() {
    let mut server = Server::start(&["--max-searches", "1"]);
    let mut runs = Listener::to(&server, &begin(&server, "iddfs"));
    runs.until("progress");
    let mut waits = Listener::to(&server, &begin(&server, "ida"));
    assert_eq!(waits.next(), Some(("queued".to_string(), json!({"position": 0}))));
    let mut plain = server.connect();
    plain.request("POST", "/api/v1/solve", &[], Some(r#"{"board":"123456708"}"#)).expect("sent");
    until("the plain search waits", || {
        let probe = server.object("/jobs", r#"{"kind":"solve","request":{"board":"123456708"}}"#);
        let path = format!("/api/v1/jobs/{}", probe["id"].as_str().expect("it has an id"));
        delete(&server, &path);
        probe["position"] == json!(2)
    });
    assert_eq!(server.end("-TERM"), Some(0));
    let why = waits.until("ending");
    assert_eq!(why["reason"], json!("shutdown"));
    assert_eq!(waits.next(), Some(("cancelled".to_string(), Value::Null)));
    assert_eq!(waits.next(), None);
    let error = plain.read_reply().expect("it is answered").error(503);
    assert_eq!((&error["code"], &error["message"]), (&json!("shutdown"), &why["message"]));
}

#[cfg(unix)]
#[test]
fn it_prints_its_address_and_reports_errors() {
    use crate::run::{Refusals, taquin};
    let server = Server::start(&[]);
    let port = server.address.rsplit(':').next().expect("there is a port");
    let ran = taquin(&["serve", "--port", port]);
    assert!(ran.err.contains(&server.address), "{}", ran.err);
    let err = ran.err.replace(&server.address, "[address]");
    let mut refusals = Refusals::default();
    refusals.add(2, "serve at a port that is taken", &crate::run::Ran { err, ..ran });
    refusals.check("refused-port", &[]);
    // Without --port another port may be used. If the port cannot be bound here, another program has it.
    let _taken = std::net::TcpListener::bind("127.0.0.1:8080");
    let other = Server::start_as(&[]);
    assert!(!other.address.ends_with(":8080"), "{}", other.address);
    assert_eq!(other.get("/api/v1/describe").status, 200);
    assert_eq!(taquin(&["serve", "--host", "203.0.113.1"]).code, 2);
    assert_eq!(taquin(&["serve", "--host", "nowhere"]).code, 2);
    assert_eq!(taquin(&["serve", "--max-searches", "0"]).code, 2);
}
