//! Fifty clients at once for thirty seconds, some of them hostile, against a server of its own:
//! `cargo bench -p taquin-cli --bench load`.
//!
//! Every answer is checked: a well-formed request is answered rightly or with 503, a hostile one is refused
//! or cut off. At the end the server must still be there, and have taken less than 5 ms for the median 3x3
//! search, waiting apart; once it has forgotten what nobody asked about, it must have given its memory back,
//! up to 32 MiB more than a fresh one has. A table tells what was done.

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
use taquin::{Board, Size};

const CLIENTS: u64 = 50;
/// Seconds, unless TAQUIN_LOAD_SECONDS says otherwise.
const SECONDS: u64 = 30;
/// The median 3x3 search may take so many milliseconds.
const MOST_MILLISECONDS: f64 = 5.0;
/// How much more memory the server may hold afterwards than a fresh one.
const MOST_GROWTH: u64 = 32 << 20;
/// Seconds after which a result that nobody asks about has been forgotten, and its memory given back.
const FORGOTTEN_AFTER: u64 = 64;
/// How many may wait: fewer than there are clients, so that some are sent away.
const QUEUE: &str = "40";

/// What came of a request.
pub enum Outcome {
    /// It was answered rightly; milliseconds that the server searched, if it told.
    Right(Option<f64>),
    /// There was too much to do.
    Busy,
    /// It was refused or cut off, as it should be.
    Refused,
}

/// Somebody who asks.
pub struct Client {
    address: String,
    connection: Connection,
    random: Random,
    table: Arc<DistanceTable>,
    /// Jobs that nobody will ask about again.
    forgotten: Arc<Mutex<Vec<String>>>,
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
    let table = Arc::new(DistanceTable::build(&goal, &|| false).expect("it is small"));
    let forgotten: Arc<Mutex<Vec<String>>> = Arc::default();
    assert_eq!(server.get("/api/v1/describe").status, 200);
    let fresh = Process::of(&server);
    let client = |number: u64| Client {
        address: server.address.clone(),
        connection: server.connect(),
        random: Random::new(number),
        table: table.clone(),
        forgotten: Arc::clone(&forgotten),
    };
    let tallies: Mutex<BTreeMap<usize, Tally>> = Mutex::default();
    let ends = Instant::now() + Duration::from_secs(seconds);
    thread::scope(|scope| {
        for number in 1..=CLIENTS {
            let (client, tallies) = (client(number), &tallies);
            scope.spawn(move || work(client, ends, tallies));
        }
    });
    let tallies = tallies.into_inner().expect("nobody failed");
    print(&tallies, seconds);
    let busy = Process::of(&server);
    // What is cancelled takes a moment to end, connections that hang to be cut off, results to be forgotten.
    thread::sleep(Duration::from_secs(FORGOTTEN_AFTER));
    let after = Process::of(&server);
    println!(
        "\nmemory: {} MiB fresh, {} MiB at the peak, {} MiB at the end, {} MiB after all was forgotten",
        fresh.bytes >> 20,
        busy.peak_bytes >> 20,
        busy.bytes >> 20,
        after.bytes >> 20
    );
    assert_eq!(server.get("/api/v1/describe").status, 200, "it is still there");
    let forgotten = forgotten.lock().expect("nobody failed");
    for id in forgotten.iter() {
        assert_eq!(server.get(&format!("/api/v1/jobs/{id}")).status, 404, "{id} is still known");
    }
    println!("{} results that nobody asked for were forgotten", forgotten.len());
    assert_eq!(after.threads, fresh.threads, "threads");
    let most = fresh.bytes + MOST_GROWTH;
    assert!(
        after.bytes <= most,
        "the server holds {} bytes, at most {most} are right",
        after.bytes
    );
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

/// What the system says of the server's process.
struct Process {
    /// Bytes that it holds.
    bytes: u64,
    /// The most that it ever held.
    peak_bytes: u64,
    threads: u64,
}

impl Process {
    fn of(server: &Server) -> Process {
        let status = fs::read_to_string(format!("/proc/{}/status", server.id()));
        let status = status.expect("the system tells of processes");
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
            number.unwrap_or_else(|| panic!("{name} is not told"))
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
