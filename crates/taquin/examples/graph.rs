//! Searches a graph of one's own with the same algorithms: the shortest way on a small road map.
//! `cargo run --release --example graph`.

use taquin::search::{AStar, Algorithm, Budget, Dijkstra, Problem, Run, Silent, Stop};
use taquin::{Cancel, Cost, Limits};

/// Towns with their distance to the goal as the crow flies.
const TOWNS: [(&str, Cost); 6] =
    [("Arvon", 9), ("Brick", 7), ("Corran", 6), ("Dale", 3), ("Elm", 4), ("Fjord", 0)];

/// Roads both ways, with their length.
const ROADS: [(usize, usize, Cost); 8] =
    [(0, 1, 4), (0, 2, 3), (1, 3, 5), (2, 3, 6), (2, 4, 3), (1, 4, 7), (3, 5, 3), (4, 5, 6)];

/// From the first town to the last.
struct RoadMap;

impl Problem for RoadMap {
    type Node = usize;
    type Key = usize;
    /// A move is a road.
    type Move = usize;
    type Moves<'a> = std::vec::IntoIter<usize>;

    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, town: &usize) -> bool {
        *town == TOWNS.len() - 1
    }

    fn h(&self, town: &usize) -> Cost {
        TOWNS[*town].1
    }

    fn moves(&self, town: &usize, last: Option<usize>) -> Self::Moves<'_> {
        let leads_out = |&road: &usize| {
            let (a, b, _) = ROADS[road];
            (a == *town || b == *town) && last != Some(road)
        };
        (0..ROADS.len()).filter(leads_out).collect::<Vec<_>>().into_iter()
    }

    fn step(&self, town: &usize, road: usize) -> (usize, Cost) {
        let (a, b, length) = ROADS[road];
        (if a == *town { b } else { a }, length)
    }

    fn undoes(&self, road: usize, last: usize) -> bool {
        road == last
    }

    fn key(&self, town: &usize) -> usize {
        *town
    }
}

/// Prints the way that an algorithm finds.
fn find<A: Algorithm>() -> Result<(), Stop> {
    let mut run = Run::new(Budget::new(Limits::default(), Cancel::new()), Silent);
    let path = A::with_defaults().search(&RoadMap, &mut run)?;
    let (stats, _) = run.finish();
    let mut town = 0;
    let mut length = 0;
    print!("{}: {}", A::INFO.title, TOWNS[town].0);
    for road in path.into_iter().flat_map(|path| path.moves) {
        let (next, more) = RoadMap.step(&town, road);
        (town, length) = (next, length + more);
        print!(" - {}", TOWNS[town].0);
    }
    println!(": {length} miles, {} towns explored", stats.explored);
    Ok(())
}

fn main() -> Result<(), Stop> {
    find::<Dijkstra>()?;
    find::<AStar>()
}
