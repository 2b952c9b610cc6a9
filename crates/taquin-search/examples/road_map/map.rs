// A small road map as a problem. The examples of the documentation include this file, too.

use taquin_search::{Cost, Problem};

/// Towns with their straight-line distance to the goal.
pub const TOWNS: [(&str, Cost); 6] =
    [("Arvon", 9), ("Brick", 7), ("Corran", 6), ("Dale", 3), ("Elm", 4), ("Fjord", 0)];

/// Two-way roads with their length.
pub const ROADS: [(usize, usize, Cost); 8] =
    [(0, 1, 4), (0, 2, 3), (1, 3, 5), (2, 3, 6), (2, 4, 3), (1, 4, 7), (3, 5, 3), (4, 5, 6)];

/// The problem of getting from the first town to the last.
pub struct RoadMap;

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
