//! Runs the bodies of the fuzz targets without a fuzzer: replays the corpus in `fuzz/corpus`, then enough seeded mutations
//! of it to take some seconds per target. A failing input is printed, so that it can be added to the corpus.

use crate::alone::alone;
use crate::tries;
use std::fs;
use std::path::Path;
use taquin::generate::Random;

#[path = "../fuzz_bodies/mod.rs"]
mod bodies;

/// The files of a target's corpus, sorted by name.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = fs::read_dir(folder).expect("the corpus exists").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("it can be read")).collect()
}

/// Prints the input if the test panics.
struct PrintOnPanic<'a>(&'a [u8]);

impl Drop for PrintOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failing input: {:?}", self.0);
        }
    }
}

fn tried(body: fn(&[u8]) -> usize, data: &[u8]) -> usize {
    let guard = PrintOnPanic(data);
    let count = body(guard.0);
    drop(guard);
    count
}

/// Mutates a random entry of the corpus as a fuzzer would.
fn mutated(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    const INTERESTING: [u8; 12] =
        [0, 1, 0x7F, 0x80, 0xFF, b'0', b'9', b' ', b'\n', b'/', b'[', b'#'];
    let mut below = |end: usize| random.below(end as u64) as usize;
    let mut data = corpus[below(corpus.len())].clone();
    for _ in 0..=below(5) {
        let (from, to) = (below(data.len() + 1), below(data.len() + 1));
        let part = from.min(to)..from.max(to);
        match below(7) {
            0 if !data.is_empty() => {
                let at = below(data.len());
                data[at] ^= 1 << below(8);
            }
            1 if !data.is_empty() => {
                let at = below(data.len());
                data[at] = INTERESTING[below(INTERESTING.len())];
            }
            2 => data.insert(from, INTERESTING[below(INTERESTING.len())]),
            3 => data.insert(from, below(256) as u8),
            4 => drop(data.drain(part)),
            5 if data.len() < 2048 => {
                let copy = data[part].to_vec();
                data.splice(to..to, copy);
            }
            _ => {
                let other = &corpus[below(corpus.len())];
                let end = below(other.len() + 1);
                data.splice(part, other[..end].iter().copied());
            }
        }
    }
    data
}

/// Replays the corpus of a target, then mutations of it. Returns the size of the corpus and how much the body tried in
/// each phase.
fn run(target: &str, body: fn(&[u8]) -> usize, seed: u64, mutations: usize) -> [usize; 3] {
    let corpus = corpus(target);
    let replayed = corpus.iter().map(|data| tried(body, data)).sum();
    let mut random = Random::new(seed);
    let mut tries = || tried(body, &mutated(&corpus, &mut random));
    let mutated = (0..mutations).map(|_| tries()).sum();
    [corpus.len(), replayed, mutated]
}

#[test]
fn parse() {
    alone("fuzz::parse", || {
        let [files, replayed, mutated] = run("parse", bodies::parse, 1, tries(6_000, 24_000));
        // A lower bound: formats added later may read more boards and moves.
        let least = tries(700, 2_800);
        assert!(files == 49 && replayed >= 50 && mutated >= least, "{files} {replayed} {mutated}");
    });
}

#[test]
fn table_open() {
    alone("fuzz::table_open", || {
        let [files, replayed, mutated] =
            run("table_open", bodies::table_open, 2, tries(4_000, 15_000));
        // The valid file in several forms, and words that only an audit could reject.
        assert_eq!((files, replayed, mutated), (29, 4, tries(531, 1_964)));
    });
}

#[test]
fn follow_moves() {
    alone("fuzz::follow_moves", || {
        let [files, replayed, mutated] =
            run("follow_moves", bodies::follow_moves, 3, tries(200, 1_000));
        assert_eq!((files, replayed, mutated), (17, 19_264, tries(283_145, 1_228_478)));
    });
}
