//! The shortest path on a small road map, by two algorithms, with each step of A* explained.
//! `cargo run --release -p taquin-search --example road_map`.

mod map;

use map::{ROADS, RoadMap, TOWNS};
use taquin_search::{
    AStar, Algorithm, Budget, Cancel, Cost, Dijkstra, EventKind, Limits, Problem, Run, Silent,
    Stats, Stop, Trace,
};

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
