//! Compares exploring whole state spaces with a plain breadth-first search over a `HashSet` of the standard library,
//! whose boards are packed into one integer each: `cargo bench --bench space`.
//!
//! Both count the same boards in turn, so that a busy machine slows down both; all counts are checked, and
//! the ratio of the fastest rounds is printed. Then 3x4 and 2x6 are counted in both metrics, and
//! checked against the known counts. `--require` makes it fail below the target ratio.

#![allow(clippy::disallowed_methods)]

use std::collections::HashSet;
use std::time::{Duration, Instant};
use taquin::figures::known_layers;
use taquin::state::PackedBoard;
use taquin::table::Space;
use taquin::{Board, Budget, Direction, Metric, Size};

const ROUNDS: usize = 5;
const TARGET: f64 = 5.0;

fn main() {
    let require = std::env::args().any(|argument| argument == "--require");
    let goal = classic("2x5");
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let contenders: [&dyn Fn() -> Vec<u64>; 2] =
            [&|| explore(&goal, Metric::SingleTile).layers, &|| plain(&goal)];
        let answers = [0, 1].map(|index| {
            let began = Instant::now();
            let layers = contenders[index]();
            best[index] = began.elapsed().min(best[index]);
            layers
        });
        assert_eq!(answers[0], answers[1], "both must count the same");
    }
    let [ours, theirs] = best;
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    println!(
        "2x5, 1,814,400 boards: taquin {ours:.1?}, HashSet {theirs:.1?}: {ratio:.1}x (aim {TARGET}x)"
    );
    assert!(!require || ratio >= TARGET, "the target ratio was missed");
    for (size, metric) in ["3x4", "2x6"]
        .into_iter()
        .flat_map(|size| [Metric::SingleTile, Metric::MultiTile].map(|metric| (size, metric)))
    {
        let goal = classic(size);
        let space = explore(&goal, metric);
        let known = known_layers(&goal, metric).expect("both are known");
        assert_eq!(space.layers, known.counts, "{size} {}", metric.id());
        let mebibytes = space.bytes >> 20;
        println!("{size} {}, 239,500,800 boards: {:.1?}, {mebibytes} MiB", metric.id(), space.time);
    }
}

fn classic(size: &str) -> Board {
    Board::classic(size.parse::<Size>().expect("a size"))
}

fn explore(goal: &Board, metric: Metric) -> Space {
    Space::explore(goal, metric, &Budget::unlimited(), &mut |_, _| {}).expect("it is not cancelled")
}

/// Returns how many boards there are at each distance, by the simplest search.
fn plain(goal: &Board) -> Vec<u64> {
    let size = goal.size();
    let start = u64::pack(goal.tiles());
    let mut visited = HashSet::from([start]);
    let mut layer = vec![(start, goal.blank())];
    let mut layers = Vec::new();
    while !layer.is_empty() {
        layers.push(layer.len() as u64);
        let mut next = Vec::new();
        for (packed, blank) in layer {
            for direction in Direction::ALL {
                let Some(from) = size.neighbour(blank, direction) else { continue };
                let moved = packed.slide(packed.tile(from), from, blank);
                if visited.insert(moved) {
                    next.push((moved, from));
                }
            }
        }
        layer = next;
    }
    layers
}
