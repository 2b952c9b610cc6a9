//! Every search on explicit graphs, which know nothing about tiles: what it promises, compared with brute force; the
//! same counts observed and unobserved, wherever it is stopped, with any number of threads. What a search promises is
//! read off its [`AlgorithmInfo`], so a new one is included by itself.

mod graph;
mod ledger;
mod limits;
mod observers;
mod promises;
mod search;

use graph::{COSTS, Graph, Kind, Random};

/// Returns random graphs of every kind, with costs of every kind; twenty times as many if `TAQUIN_LONG_TESTS=1` is set.
fn graphs(seed: u64, count: usize) -> impl Iterator<Item = Graph> {
    let is_long = std::env::var_os("TAQUIN_LONG_TESTS").is_some_and(|value| value == "1");
    let count = if is_long { 20 * count } else { count };
    let mut random = Random(seed);
    let kinds = [Kind::Directed, Kind::TwoWay, Kind::Boxed];
    (0..count).map(move |number| {
        Graph::random(&mut random, kinds[number % kinds.len()], &COSTS[number % COSTS.len()])
    })
}
