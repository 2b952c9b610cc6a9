//! A load test: fifty clients at once for thirty seconds, some of them hostile, against a server that it starts:
//! `cargo bench -p taquin-cli --bench load`.
//!
//! Every response is checked: a well-formed request gets a correct answer or 503, a hostile one is rejected or cut
//! off. At the end the server must still respond, and the median 3x3 search must have taken less than 5 ms, time in
//! the queue excluded. Once unused results have expired, the server must have returned its memory: it may hold at
//! most 32 MiB more than a fresh one. A table shows what was done.

#[allow(dead_code)]
#[path = "../tests/it/server/client.rs"]
mod client;
#[path = "load/deeds.rs"]
mod deeds;

use client::{Connection, Server};
use deeds::MIX;
use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use taquin::generate::Random;
use taquin::table::DistanceTable;
use taquin::{Board, Budget, Size};

const CLIENTS: u64 = 50;
/// Seconds, unless TAQUIN_LOAD_SECONDS is set.
const SECONDS: u64 = 30;
/// Milliseconds that the median 3x3 search may take.
const MAX_MILLISECONDS: f64 = 5.0;
/// How many more bytes the server may hold afterwards than a fresh one.
const MAX_GROWTH: u64 = 32 << 20;
/// Seconds after which an unused result has been evicted, and its memory returned.
const EVICTED_AFTER: u64 = 64;
/// Capacity of the queue: smaller than the number of clients, so that some are rejected.
const QUEUE: &str = "40";

/// The outcome of a request.
pub enum Outcome {
    /// The answer was correct; milliseconds that the server searched, if it reported them.
    Correct(Option<f64>),
    /// The server was overloaded.
    Busy,
    /// It was rejected or cut off, as it should be.
    Rejected,
}

/// A client.
pub struct Client {
    address: String,
    connection: Connection,
    random: Random,
    table: Arc<DistanceTable>,
    /// Jobs that no client will ask about again.
    orphaned: Arc<Mutex<Vec<String>>>,
}

/// Counts and times of one scenario.
#[derive(Default)]
struct Tally {
    correct: u64,
    busy: u64,
    rejected: u64,
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
    let table = Arc::new(DistanceTable::build(&goal, &Budget::unlimited()).expect("it is small"));
    let orphaned: Arc<Mutex<Vec<String>>> = Arc::default();
    assert_eq!(server.get("/api/v1/describe").status, 200);
    let fresh = Process::of(&server);
    let client = |number: u64| Client {
        address: server.address.clone(),
        connection: server.connect(),
        random: Random::new(number),
        table: table.clone(),
        orphaned: Arc::clone(&orphaned),
    };
    let tallies: Mutex<BTreeMap<usize, Tally>> = Mutex::default();
    let ends = Instant::now() + Duration::from_secs(seconds);
    thread::scope(|scope| {
        for number in 1..=CLIENTS {
            let (client, tallies) = (client(number), &tallies);
            scope.spawn(move || work(client, ends, tallies));
        }
    });
    let tallies = tallies.into_inner().expect("no thread panicked");
    print(&tallies, seconds);
    let busy = Process::of(&server);
    // Cancelled jobs take a moment to end, stalled connections to be cut off, and results to be evicted.
    thread::sleep(Duration::from_secs(EVICTED_AFTER));
    let after = Process::of(&server);
    println!(
        "\nmemory: {} MiB fresh, {} MiB at the peak, {} MiB at the end, {} MiB after eviction",
        fresh.bytes >> 20,
        busy.peak_bytes >> 20,
        busy.bytes >> 20,
        after.bytes >> 20
    );
    assert_eq!(server.get("/api/v1/describe").status, 200, "the server still responds");
    let orphaned = orphaned.lock().expect("no thread panicked");
    for id in orphaned.iter() {
        assert_eq!(server.get(&format!("/api/v1/jobs/{id}")).status, 404, "{id} still exists");
    }
    println!("{} unused results were evicted", orphaned.len());
    assert_eq!(after.threads, fresh.threads, "threads");
    let most = fresh.bytes + MAX_GROWTH;
    assert!(after.bytes <= most, "the server holds {} bytes, more than {most}", after.bytes);
    let mut searched: Vec<f64> = tallies[&1].searched.clone();
    searched.extend(
        tallies.iter().filter(|(index, _)| matches!(index, 0 | 2)).flat_map(|(_, t)| &t.searched),
    );
    let median = median(&mut searched);
    println!(
        "the median 3x3 search took {median:.3} ms in the server ({} searches)",
        searched.len()
    );
    assert!(median < MAX_MILLISECONDS);
}

/// Runs one scenario after another until the time is up.
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
        let index = index.expect("the shares add up to 100");
        let began = Instant::now();
        let (name, _, scenario) = MIX[index];
        let outcome = scenario(&mut client).unwrap_or_else(|error| panic!("{name}: {error}"));
        let tally = own.entry(index).or_default();
        match outcome {
            Outcome::Correct(searched) => {
                tally.correct += 1;
                tally.waited.push(began.elapsed().as_secs_f64() * 1e3);
                tally.searched.extend(searched);
            }
            Outcome::Busy => {
                tally.busy += 1;
                // Much less than the Retry-After of the response, so that the server stays loaded.
                thread::sleep(Duration::from_millis(20));
            }
            Outcome::Rejected => tally.rejected += 1,
        }
    }
    let mut all = tallies.lock().expect("no thread panicked");
    for (index, tally) in own {
        let sum = all.entry(index).or_default();
        sum.correct += tally.correct;
        sum.busy += tally.busy;
        sum.rejected += tally.rejected;
        sum.searched.extend(tally.searched);
        sum.waited.extend(tally.waited);
    }
}

/// Figures of the server's process from the system.
struct Process {
    /// Bytes that it holds.
    bytes: u64,
    /// The peak of them.
    peak_bytes: u64,
    threads: u64,
}

impl Process {
    fn of(server: &Server) -> Process {
        let status = fs::read_to_string(format!("/proc/{}/status", server.id()));
        let status = status.expect("the system has /proc");
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
            number.unwrap_or_else(|| panic!("{name} is missing"))
        };
        let (bytes, peak_bytes) = (number("VmRSS:") << 10, number("VmHWM:") << 10);
        Process { bytes, peak_bytes, threads: number("Threads:") }
    }
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
        "", "%", "correct", "503", "refused", "searched", "waited"
    );
    let mut all = 0;
    for (index, (name, share, _)) in MIX.iter().enumerate() {
        let Some(tally) = tallies.get(&index) else { continue };
        let shown = |values: &[f64]| match median(&mut values.to_vec()) {
            value if value.is_nan() => "-".to_string(),
            value => format!("{value:.3}"),
        };
        let Tally { correct, busy, rejected, searched, waited } = tally;
        all += correct + busy + rejected;
        let (searched, waited) = (shown(searched), shown(waited));
        println!(
            "{name:30} {share:>3} {correct:>7} {busy:>7} {rejected:>7} {searched:>9} {waited:>9}"
        );
    }
    println!("{all} requests, {} a second", all / seconds.max(1));
}
