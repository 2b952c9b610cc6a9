//! The shortest path on a small road map, by two algorithms, with each step of A* explained.
//! `cargo run --release -p taquin-search --example road_map`.

use taquin_search::{
    AStar, Algorithm, Budget, Cancel, Cost, Dijkstra, EventKind, Limits, Problem, Run, Silent,
    Stats, Stop, Trace,
};

/// Towns with their straight-line distance to the goal.
const TOWNS: [(&str, Cost); 6] =
    [("Arvon", 9), ("Brick", 7), ("Corran", 6), ("Dale", 3), ("Elm", 4), ("Fjord", 0)];

/// Two-way roads with their length.
const ROADS: [(usize, usize, Cost); 8] =
    [(0, 1, 4), (0, 2, 3), (1, 3, 5), (2, 3, 6), (2, 4, 3), (1, 4, 7), (3, 5, 3), (4, 5, 6)];

/// The problem of getting from the first town to the last.
struct RoadMap;

impl Problem for RoadMap {
    type Node = usize;
    type Key = usize;
    /// A move is a road.
    type Move = usize;
    type Moves<'a> = std::vec::IntoIter<usize>;

    const HAS_INVERSES: bool = true;

    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, town: &usize) -> bool {
        *town == TOWNS.len() - 1
    }

    fn h(&self, town: &usize) -> Cost {
        TOWNS[*town].1
    }

    fn moves(&self, town: &usize, parent_move: Option<usize>) -> Self::Moves<'_> {
        let leads_out = |&road: &usize| {
            let (a, b, _) = ROADS[road];
            (a == *town || b == *town) && parent_move != Some(road)
        };
        (0..ROADS.len()).filter(leads_out).collect::<Vec<_>>().into_iter()
    }

    fn step(&self, town: &usize, road: usize) -> (usize, Cost) {
        let (a, b, length) = ROADS[road];
        (if a == *town { b } else { a }, length)
    }

    fn undoes(&self, road: usize, parent_move: usize) -> bool {
        road == parent_move
    }

    fn key(&self, town: &usize) -> usize {
        *town
    }
}

/// Returns the towns along a sequence of roads from the start.
fn towns(roads: &[usize]) -> Vec<&'static str> {
    let mut town = 0;
    let next = |&road: &usize| {
        town = RoadMap.step(&town, road).0;
        TOWNS[town].0
    };
    std::iter::once(TOWNS[0].0).chain(roads.iter().map(next)).collect()
}

/// Prints what an algorithm found and counted.
fn report<A: Algorithm>(roads: &[usize], stats: &Stats) {
    let length: Cost = roads.iter().map(|&road| ROADS[road].2).sum();
    let Stats { explored, generated, .. } = stats;
    let path = towns(roads).join(" - ");
    println!(
        "{}: {path}: {length} miles, {explored} explored, {generated} generated",
        A::INFO.title
    );
}

fn main() -> Result<(), Stop> {
    let limits = Limits { max_nodes: Some(1000), ..Limits::default() };
    let mut run = Run::new(Budget::new(limits, Cancel::new()), Silent);
    let path = Dijkstra::with_defaults().search(&RoadMap, &mut run)?;
    report::<Dijkstra>(&path.expect("there is a path").moves, &run.finish().0);

    let mut trace = Trace::new(1000);
    let mut run = Run::new(Budget::new(limits, Cancel::new()), &mut trace);
    let path = AStar::with_defaults().search(&RoadMap, &mut run)?;
    report::<AStar>(&path.expect("there is a path").moves, &run.finish().0);

    let taken = AStar::INFO.pseudocode.of(EventKind::Taken).expect("A* takes states");
    for step in trace.steps() {
        let (g, h) = (step.taken.g, step.taken.h);
        let town = trace.moves_to(step.id).map(|roads| towns(&roads).pop().unwrap_or_default());
        let sentence = taken.fill(|value| match value {
            "state" => town.unwrap_or_default().to_string(),
            "g" => g.to_string(),
            "h" => h.to_string(),
            _ => (g + h).to_string(),
        });
        println!("  {sentence}");
    }
    Ok(())
}
