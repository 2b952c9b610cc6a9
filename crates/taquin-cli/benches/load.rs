//! Fifty clients at once for thirty seconds, some of them hostile, against a server of its own:
//! `cargo bench -p taquin-cli --bench load`.
//!
//! Every answer is checked: a well-formed request is answered rightly or with 503, a hostile one is refused
//! or cut off. At the end the server must still be there, have given its memory back, and have taken less
//! than 5 ms for the median 3x3 search, waiting apart. A table tells what was done.

#[allow(dead_code)]
#[path = "../tests/it/server/client.rs"]
mod client;

use client::{Connection, Reply, Server};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};
use taquin::generate::{Random, uniform};
use taquin::table::DistanceTable;
use taquin::{Board, Size};

const CLIENTS: u64 = 50;
/// Seconds, unless TAQUIN_LOAD_SECONDS says otherwise.
const SECONDS: u64 = 30;
/// The median 3x3 search may take so many milliseconds.
const MOST_MILLISECONDS: f64 = 5.0;
/// Seconds that the same clients take beforehand, so that what is kept for use again is there.
const WARM_UP: u64 = 5;
/// How much more memory the server may hold afterwards than after warming up.
const MOST_GROWTH: u64 = 32 << 20;
/// How many may wait: fewer than there are clients, so that some are sent away.
const QUEUE: &str = "40";

/// What clients do, and how often: of each 100 requests.
const MIX: [(&str, u64, Deed); 17] = [
    ("solve 3x3, auto", 14, solve_auto),
    ("solve 3x3, A* Manhattan", 12, solve_astar),
    ("solve 3x3, BFS", 8, solve_bfs),
    ("solve 4x4, IDA*, easy", 6, solve_ida),
    ("solve 4x4, BFS, 0.2 s", 3, solve_stopped),
    ("check", 10, check),
    ("describe", 4, describe),
    ("generate 20 boards", 6, generate),
    ("hint 3x3", 8, hint),
    ("trace 3x3", 6, trace),
    ("compare 3 on 3x3", 4, compare),
    ("page and a script", 4, page),
    ("job, listened to", 4, job),
    ("hostile: wrong or malformed", 4, malformed),
    ("hostile: too long", 2, oversized),
    ("hostile: slow", 2, slow),
    ("hostile: leaves in between", 3, abandoned),
];

/// One request, or what a hostile client takes for one.
type Deed = fn(&mut Client) -> io::Result<Outcome>;

/// What came of a request.
enum Outcome {
    /// It was answered rightly; milliseconds that the server searched, if it told.
    Right(Option<f64>),
    /// There was too much to do.
    Busy,
    /// It was refused or cut off, as it should be.
    Refused,
}

struct Client {
    address: String,
    connection: Connection,
    random: Random,
    table: std::sync::Arc<DistanceTable>,
}

/// What was done so far, by name.
#[derive(Default)]
struct Tally {
    right: u64,
    busy: u64,
    refused: u64,
    /// Milliseconds that the server searched.
    searched: Vec<f64>,
    /// Milliseconds that a client waited.
    waited: Vec<f64>,
}

fn main() {
    let seconds = std::env::var("TAQUIN_LOAD_SECONDS").ok().and_then(|text| text.parse().ok());
    let seconds: u64 = seconds.unwrap_or(SECONDS);
    assert_eq!(MIX.iter().map(|entry| entry.1).sum::<u64>(), 100);
    let server = Server::start(&["--max-idle", "2s", "--max-queue", QUEUE]);
    let goal = Board::classic(Size::default());
    let table = DistanceTable::shared(&goal, &|| false).expect("it is small").0;
    let client = |number: u64| Client {
        address: server.address.clone(),
        connection: server.connect(),
        random: Random::new(number),
        table: table.clone(),
    };
    let crowd = |seconds: u64| {
        let tallies: Mutex<BTreeMap<usize, Tally>> = Mutex::default();
        let ends = Instant::now() + Duration::from_secs(seconds);
        thread::scope(|scope| {
            for number in 1..=CLIENTS {
                let (client, tallies) = (client(number), &tallies);
                scope.spawn(move || work(client, ends, tallies));
            }
        });
        // What is given up takes a moment to end, and connections that hang to be cut off.
        thread::sleep(Duration::from_secs(4));
        assert_eq!(server.get("/api/v1/describe").status, 200, "it is still there");
        (tallies.into_inner().expect("nobody failed"), memory(&server))
    };
    let (_, (before, before_threads)) = crowd(WARM_UP);
    let (tallies, (after, after_threads)) = crowd(seconds);
    print(&tallies, seconds);
    println!("\nmemory {} MiB before, {} MiB after", before >> 20, after >> 20);
    assert_eq!(after_threads, before_threads, "threads");
    assert!(after < before + MOST_GROWTH, "memory leaks");
    let mut searched: Vec<f64> = tallies[&1].searched.clone();
    searched.extend(
        tallies.iter().filter(|(index, _)| matches!(index, 0 | 2)).flat_map(|(_, t)| &t.searched),
    );
    let median = median(&mut searched);
    println!(
        "the median 3x3 search took {median:.3} ms in the server ({} searches)",
        searched.len()
    );
    assert!(median < MOST_MILLISECONDS);
}

/// Does one thing after the other until the time is over.
fn work(mut client: Client, ends: Instant, tallies: &Mutex<BTreeMap<usize, Tally>>) {
    let mut own: BTreeMap<usize, Tally> = BTreeMap::new();
    while Instant::now() < ends {
        let mut chosen = client.random.below(100);
        let index = MIX.iter().position(|(_, share, _)| match chosen.checked_sub(*share) {
            Some(rest) => {
                chosen = rest;
                false
            }
            None => true,
        });
        let index = index.expect("the shares are all there is");
        let began = Instant::now();
        let (name, _, deed) = MIX[index];
        let outcome = deed(&mut client).unwrap_or_else(|error| panic!("{name}: {error}"));
        let tally = own.entry(index).or_default();
        match outcome {
            Outcome::Right(searched) => {
                tally.right += 1;
                tally.waited.push(began.elapsed().as_secs_f64() * 1e3);
                tally.searched.extend(searched);
            }
            Outcome::Busy => {
                tally.busy += 1;
                // Not as long as it is told to, lest there be nothing to do.
                thread::sleep(Duration::from_millis(20));
            }
            Outcome::Refused => tally.refused += 1,
        }
    }
    let mut all = tallies.lock().expect("nobody failed");
    for (index, tally) in own {
        let sum = all.entry(index).or_default();
        sum.right += tally.right;
        sum.busy += tally.busy;
        sum.refused += tally.refused;
        sum.searched.extend(tally.searched);
        sum.waited.extend(tally.waited);
    }
}

impl Client {
    /// Asks over its connection, or over a new one if that was closed meanwhile.
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

    /// Posts, and checks the answer unless there was too much to do.
    fn post(
        &mut self,
        path: &str,
        body: &Value,
        is_right: impl Fn(&Value) -> bool,
    ) -> io::Result<Outcome> {
        let reply = self.ask("POST", &format!("/api/v1{path}"), Some(&body.to_string()))?;
        if is_busy(&reply) {
            return Ok(Outcome::Busy);
        }
        let answer = reply.json();
        let shown = || reply.text().chars().take(1000).collect::<String>();
        assert!(reply.status < 300 && is_right(&answer), "{path} {body}: {}", shown());
        Ok(Outcome::Right(searched(&reply)))
    }

    /// A board of 3x3, and the moves it takes.
    fn board(&mut self) -> (String, u64) {
        let board = uniform(self.table.goal(), &mut self.random);
        let distance = self.table.distance_of(&board).expect("it can be solved");
        (board.to_string(), u64::from(distance))
    }
}

fn is_busy(reply: &Reply) -> bool {
    reply.status == 503 && reply.header("retry-after").is_some()
}

/// Milliseconds that the server searched.
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
    Ok(Outcome::Right(None))
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
        // There is room for most of them.
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
    let asset = asset.expect("the page has a script").to_string();
    assert_eq!(client.ask("GET", &asset, None)?.status, 200, "{asset}");
    Ok(Outcome::Right(None))
}

fn job(client: &mut Client) -> io::Result<Outcome> {
    let (board, length) = client.board();
    let body = json!({"kind": "solve", "request": {"board": board, "algorithm": "bfs"}});
    let reply = client.ask("POST", "/api/v1/jobs", Some(&body.to_string()))?;
    if is_busy(&reply) {
        return Ok(Outcome::Busy);
    }
    let events = reply.json()["events"].as_str().expect("it can be listened to").to_string();
    let text = client.ask("GET", &events, None)?;
    let done = text.text().split("event: done\ndata: ").nth(1).expect("it is done");
    let answer: Value = serde_json::from_str(done.trim()).expect("it is an object");
    assert!(is_solved(&answer, length), "{answer}");
    Ok(Outcome::Right(None))
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
    other.say("POST", "/api/v1/solve", &[("Host", "evil.example")], Some("{}"))?;
    assert_eq!(other.read_reply()?.status, 403);
    Ok(Outcome::Refused)
}

fn oversized(client: &mut Client) -> io::Result<Outcome> {
    let mut other = Connection::to(&client.address);
    let body = format!("{{\"board\":\"{}\"}}", "1 ".repeat(200_000));
    // It may be cut off while it still speaks.
    let _ = other.say("POST", "/api/v1/solve", &[], Some(&body));
    if let Ok(reply) = other.read_reply() {
        assert_eq!(reply.status, 413);
    }
    Ok(Outcome::Refused)
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
    Ok(Outcome::Refused)
}

fn abandoned(client: &mut Client) -> io::Result<Outcome> {
    let mut other = Connection::to(&client.address);
    let body = json!({"board": FAR, "algorithm": "bfs"}).to_string();
    other.say("POST", "/api/v1/solve", &[], Some(&body))?;
    thread::sleep(Duration::from_millis(client.random.below(100)));
    Ok(Outcome::Refused)
}

/// Bytes that the server holds, and its threads.
fn memory(server: &Server) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let number = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.split_whitespace().next().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0)
    };
    (number("VmRSS:") << 10, number("Threads:"))
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn print(tallies: &BTreeMap<usize, Tally>, seconds: u64) {
    println!(
        "{CLIENTS} clients for {seconds} s; medians in ms: searched in the server, waited by the client"
    );
    println!(
        "{:30} {:>3} {:>7} {:>7} {:>7} {:>9} {:>9}",
        "", "%", "right", "503", "refused", "searched", "waited"
    );
    let mut all = 0;
    for (index, (name, share, _)) in MIX.iter().enumerate() {
        let Some(tally) = tallies.get(&index) else { continue };
        let shown = |values: &[f64]| match median(&mut values.to_vec()) {
            value if value.is_nan() => "-".to_string(),
            value => format!("{value:.3}"),
        };
        let Tally { right, busy, refused, searched, waited } = tally;
        all += right + busy + refused;
        let (searched, waited) = (shown(searched), shown(waited));
        println!(
            "{name:30} {share:>3} {right:>7} {busy:>7} {refused:>7} {searched:>9} {waited:>9}"
        );
    }
    println!("{all} requests, {} a second", all / seconds.max(1));
}
