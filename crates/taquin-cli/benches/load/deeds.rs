//! What clients do: the answers to well-behaved ones are checked, and hostile ones must be rejected or cut off and
//! do no harm.

use super::client::{Connection, Reply};
use super::{Client, Outcome};
use serde_json::{Value, json};
use std::io;
use std::thread;
use std::time::Duration;
use taquin::generate::uniform;

/// A request or a few, well-formed or hostile.
pub type Scenario = fn(&mut Client) -> io::Result<Outcome>;

/// The scenarios, each with its share of 100.
pub const MIX: [(&str, u64, Scenario); 20] = [
    ("solve 3x3, auto", 12, solve_auto),
    ("solve 3x3, A* Manhattan", 10, solve_astar),
    ("solve 3x3, BFS", 8, solve_bfs),
    ("solve 4x4, IDA*, easy", 6, solve_ida),
    ("solve 4x4, BFS, 0.2 s", 3, solve_stopped),
    ("check", 8, check),
    ("describe", 4, describe),
    ("generate 20 boards", 6, generate),
    ("hint 3x3", 7, hint),
    ("trace 3x3", 6, trace),
    ("compare 3 on 3x3", 4, compare),
    ("page and a script", 4, page),
    ("job, followed", 4, job),
    ("hostile: wrong or malformed", 4, malformed),
    ("hostile: too long", 2, oversized),
    ("hostile: broken chunks", 2, broken_chunks),
    ("hostile: slow", 2, slow),
    ("hostile: disconnects", 3, abandoned),
    ("HEAD, of a running job too", 3, heads),
    ("job, never asked about again", 2, orphaned),
];

impl Client {
    /// Sends a request over the connection, or over a new one if it was closed meanwhile.
    fn ask(&mut self, method: &str, path: &str, body: Option<&str>) -> io::Result<Reply> {
        let reply = self.connection.ask(method, path, body).or_else(|_| {
            self.connection = Connection::to(&self.address);
            self.connection.ask(method, path, body)
        })?;
        if reply.header("connection") == Some("close") {
            self.connection = Connection::to(&self.address);
        }
        Ok(reply)
    }

    /// Posts, and checks the answer unless the server was overloaded.
    fn post(
        &mut self,
        path: &str,
        body: &Value,
        is_correct: impl Fn(&Value) -> bool,
    ) -> io::Result<Outcome> {
        let reply = self.ask("POST", &format!("/api/v1{path}"), Some(&body.to_string()))?;
        if is_busy(&reply) {
            return Ok(Outcome::Busy);
        }
        let answer = reply.json();
        let shown = || reply.text().chars().take(1000).collect::<String>();
        assert!(reply.status < 300 && is_correct(&answer), "{path} {body}: {}", shown());
        Ok(Outcome::Correct(searched(&reply)))
    }

    /// Returns a random 3x3 board and the length of its shortest solution.
    fn board(&mut self) -> (String, u64) {
        let board = uniform(self.table.goal(), &mut self.random);
        let distance = self.table.distance_of(&board).expect("it can be solved");
        (board.to_string(), u64::from(distance))
    }
}

fn is_busy(reply: &Reply) -> bool {
    reply.status == 503 && reply.header("retry-after").is_some()
}

/// Returns the milliseconds that the server searched.
fn searched(reply: &Reply) -> Option<f64> {
    reply.header("server-timing")?.split("solve;dur=").nth(1)?.parse().ok()
}

fn is_solved(answer: &Value, length: u64) -> bool {
    answer["length"] == json!(length) && answer["optimal"] == json!(true)
}

fn solve_auto(client: &mut Client) -> io::Result<Outcome> {
    let (board, length) = client.board();
    client.post("/solve", &json!({"board": board}), |answer| is_solved(answer, length))
}

fn solve_astar(client: &mut Client) -> io::Result<Outcome> {
    let (board, length) = client.board();
    let body = json!({"board": board, "algorithm": "astar", "heuristic": "manhattan"});
    client.post("/solve", &body, |answer| is_solved(answer, length))
}

fn solve_bfs(client: &mut Client) -> io::Result<Outcome> {
    let (board, length) = client.board();
    let body = json!({"board": board, "algorithm": "bfs", "steps": true});
    client.post("/solve", &body, |answer| {
        let steps = answer["steps"].as_array().map_or(0, Vec::len) as u64;
        is_solved(answer, length) && steps == length + 1
    })
}

fn solve_ida(client: &mut Client) -> io::Result<Outcome> {
    let body = json!({"board": "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12", "algorithm": "ida"});
    client.post("/solve", &body, |answer| is_solved(answer, 9))
}

const FAR: &str = "15 14 8 12/10 11 13 9/2 6 5 1/3 7 4 0";

fn solve_stopped(client: &mut Client) -> io::Result<Outcome> {
    let body = json!({"board": FAR, "algorithm": "bfs", "max_seconds": 0.2});
    client.post("/solve", &body, |answer| answer["stopped_by"] == json!("time"))
}

fn check(client: &mut Client) -> io::Result<Outcome> {
    let (board, _) = client.board();
    client.post("/check", &json!({"board": board}), |answer| answer["solvable"] == json!(true))
}

fn describe(client: &mut Client) -> io::Result<Outcome> {
    let reply = client.ask("GET", "/api/v1/describe", None)?;
    assert_eq!(reply.json()["schema_version"], json!(1));
    Ok(Outcome::Correct(None))
}

fn generate(client: &mut Client) -> io::Result<Outcome> {
    let body = json!({"count": 20, "seed": client.random.below(1000)});
    client.post("/generate", &body, |answer| answer["boards"].as_array().map(Vec::len) == Some(20))
}

fn hint(client: &mut Client) -> io::Result<Outcome> {
    let (board, distance) = client.board();
    client.post("/hint", &json!({"board": board}), |answer| answer["distance"] == json!(distance))
}

fn trace(client: &mut Client) -> io::Result<Outcome> {
    let (board, length) = client.board();
    client.post("/trace", &json!({"board": board, "algorithm": "astar"}), |answer| {
        let explored = answer["stats"]["explored"].as_u64();
        let steps = answer["trace"]["steps"]["node"].as_array().map(|steps| steps.len() as u64);
        // The trace has capacity for most of them.
        let is_whole = answer["trace"]["complete"] == json!(true);
        is_solved(answer, length) && is_whole == (steps == explored)
    })
}

fn compare(client: &mut Client) -> io::Result<Outcome> {
    let (board, length) = client.board();
    let body = json!({"boards": [board], "configurations": ["bfs", "astar", "ida"]});
    client.post("/compare", &body, |answer| {
        let rows = answer["rows"].as_array().cloned().unwrap_or_default();
        rows.len() == 3 && rows.iter().all(|row| is_solved(row, length))
    })
}

fn page(client: &mut Client) -> io::Result<Outcome> {
    let reply = client.ask("GET", "/", None)?;
    assert_eq!(reply.status, 200);
    let asset = reply.text().split("src=\"").nth(1).and_then(|rest| rest.split('"').next());
    let asset = format!("/{}", asset.expect("the page has a script").trim_start_matches("./"));
    assert_eq!(client.ask("GET", &asset, None)?.status, 200, "{asset}");
    Ok(Outcome::Correct(None))
}

fn job(client: &mut Client) -> io::Result<Outcome> {
    let (board, length) = client.board();
    let body = json!({"kind": "solve", "request": {"board": board, "algorithm": "bfs"}});
    let reply = client.ask("POST", "/api/v1/jobs", Some(&body.to_string()))?;
    if is_busy(&reply) {
        return Ok(Outcome::Busy);
    }
    let events = reply.json()["events"].as_str().expect("it has events").to_string();
    let text = client.ask("GET", &events, None)?;
    let done = text.text().split("event: done\ndata: ").nth(1).expect("it is done");
    let answer: Value = serde_json::from_str(done.trim()).expect("it is an object");
    assert!(is_solved(&answer, length), "{answer}");
    Ok(Outcome::Correct(None))
}

fn malformed(client: &mut Client) -> io::Result<Outcome> {
    let bodies = [
        "{",
        "[]",
        "{\"board\":\"1 1\"}",
        "{\"board\":5}",
        "{\"bord\":\"x\"}",
        "\0",
        "{\"board\":\"\"}",
    ];
    let body = bodies[client.random.below(bodies.len() as u64) as usize];
    let reply = client.ask("POST", "/api/v1/solve", Some(body))?;
    assert!(matches!(reply.status, 400 | 422), "{body}: {}", reply.status);
    assert!(reply.json()["error"]["message"].is_string());
    let mut other = Connection::to(&client.address);
    other.request("POST", "/api/v1/solve", &[("Host", "evil.example")], Some("{}"))?;
    assert_eq!(other.read_reply()?.status, 403);
    Ok(Outcome::Rejected)
}

fn oversized(client: &mut Client) -> io::Result<Outcome> {
    let mut other = Connection::to(&client.address);
    let body = format!("{{\"board\":\"{}\"}}", "1 ".repeat(200_000));
    // The connection may be closed while the body is still being sent.
    let _ = other.request("POST", "/api/v1/solve", &[], Some(&body));
    if let Ok(reply) = other.read_reply() {
        assert_eq!(reply.status, 413);
    }
    Ok(Outcome::Rejected)
}

fn slow(client: &mut Client) -> io::Result<Outcome> {
    let mut other = Connection::to(&client.address);
    let head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: 500\r\n\r\n";
    for letter in head.chars().take(client.random.below(200) as usize) {
        if other.send(&letter.to_string()).is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    Ok(Outcome::Rejected)
}

fn abandoned(client: &mut Client) -> io::Result<Outcome> {
    let mut other = Connection::to(&client.address);
    let body = json!({"board": FAR, "algorithm": "bfs"}).to_string();
    other.request("POST", "/api/v1/solve", &[], Some(&body))?;
    thread::sleep(Duration::from_millis(client.random.below(100)));
    Ok(Outcome::Rejected)
}

fn broken_chunks(client: &mut Client) -> io::Result<Outcome> {
    let bodies = ["zz\r\n", "-1\r\n", "fffffffffffffffff\r\n", "5\r\n{\"board too long", "1\n{\n"];
    let body = bodies[client.random.below(bodies.len() as u64) as usize];
    let mut other = Connection::to(&client.address);
    other.send(&format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\n\r\n{body}"
    ))?;
    assert_eq!(other.read_reply()?.status, 400, "{body:?}");
    Ok(Outcome::Rejected)
}

fn heads(client: &mut Client) -> io::Result<Outcome> {
    let head = |path: &str| Connection::to(&client.address).head(path);
    for (path, status) in [("/", 200), ("/api/v1/describe", 200), ("/api/v1/solve", 405)] {
        assert_eq!(head(path)?.status, status, "{path}");
    }
    let request = json!({"board": FAR, "algorithm": "bfs", "max_seconds": 0.2});
    let body = json!({"kind": "solve", "request": request}).to_string();
    let reply = Connection::to(&client.address).ask("POST", "/api/v1/jobs", Some(&body))?;
    if is_busy(&reply) {
        return Ok(Outcome::Busy);
    }
    let job = reply.json();
    let events = job["events"].as_str().expect("it has events").to_string();
    let path = events.strip_suffix("/events").expect("it is the job's");
    for path in [&events, path, &events] {
        assert_eq!(head(path)?.status, 200, "{path}");
    }
    // No client was subscribed yet, so none has left: the job runs to its limit.
    let text = client.ask("GET", &events, None)?;
    let done = text.text().split("event: done\ndata: ").nth(1);
    let done = done.unwrap_or_else(|| panic!("HEAD ended a job: {}", text.text()));
    let answer: Value = serde_json::from_str(done.trim()).expect("it is an object");
    assert_eq!(answer["stopped_by"], json!("time"));
    Ok(Outcome::Correct(None))
}

fn orphaned(client: &mut Client) -> io::Result<Outcome> {
    let (board, _) = client.board();
    let request = json!({"board": board, "algorithm": "bfs", "capacity": 50_000});
    let body = json!({"kind": "trace", "request": request}).to_string();
    let reply = client.ask("POST", "/api/v1/jobs", Some(&body))?;
    if is_busy(&reply) {
        return Ok(Outcome::Busy);
    }
    let id = reply.json()["id"].as_str().expect("it has an id").to_string();
    client.orphaned.lock().expect("no thread panicked").push(id);
    Ok(Outcome::Correct(None))
}
