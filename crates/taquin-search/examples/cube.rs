//! The 2x2x2 cube: eight corners, one of them fixed, so three faces turn. The bidirectional search meets in the middle.
//! `cargo run --release -p taquin-search --example cube`.

use taquin_search::{
    Algorithm, Bfs, Bidirectional, Budget, Cancel, Cost, Limits, Problem, Run, Stats, Stop, Trace,
};

/// Where each corner's piece comes from and how it is twisted: piece * 3 + twist.
type Cube = [u8; 8];

const SOLVED: Cube = [0, 3, 6, 9, 12, 15, 18, 21];

/// The corners that a quarter turn cycles, and how each is twisted: right, up, front.
const FACES: [([usize; 4], [u8; 4]); 3] =
    [([0, 1, 2, 3], [0, 0, 0, 0]), ([0, 3, 4, 5], [1, 2, 1, 2]), ([3, 2, 6, 4], [2, 1, 2, 1])];
const NAMES: [&str; 3] = ["U", "R", "F"];

/// A face and a number of quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    face: usize,
    quarters: usize,
}

fn turn(cube: &Cube, Turn { face, quarters }: Turn) -> Cube {
    let (circle, twists) = FACES[face];
    let mut cube = *cube;
    for _ in 0..quarters {
        let before = cube;
        for at in 0..4 {
            let piece = before[circle[at]];
            cube[circle[(at + 1) % 4]] = piece / 3 * 3 + (piece % 3 + twists[at]) % 3;
        }
    }
    cube
}

/// From a scrambled cube to the solved one; corner 7 never moves.
struct Pocket(Cube);

impl Problem for Pocket {
    type Node = Cube;
    type Key = Cube;
    type Move = Turn;
    type Moves<'a> = std::vec::IntoIter<Turn>;

    const HAS_INVERSES: bool = true;

    fn start(&self) -> Cube {
        self.0
    }

    fn is_goal(&self, cube: &Cube) -> bool {
        *cube == SOLVED
    }

    fn h(&self, _: &Cube) -> Cost {
        0
    }

    fn moves(&self, _: &Cube, parent_move: Option<Turn>) -> Self::Moves<'_> {
        let turns = (0..3).flat_map(|face| (1..=3).map(move |quarters| Turn { face, quarters }));
        // With a parent move given, only its inverse is left out.
        turns
            .filter(|&by| parent_move.is_none_or(|parent_move| !self.undoes(by, parent_move)))
            .collect::<Vec<_>>()
            .into_iter()
    }

    fn step(&self, cube: &Cube, by: Turn) -> (Cube, Cost) {
        (turn(cube, by), 1)
    }

    fn undoes(&self, by: Turn, parent_move: Turn) -> bool {
        by.face == parent_move.face && by.quarters + parent_move.quarters == 4
    }

    fn key(&self, cube: &Cube) -> Cube {
        *cube
    }

    fn goal(&self) -> Option<Cube> {
        Some(SOLVED)
    }

    fn inverse(&self, _: &Cube, by: Turn) -> Option<Turn> {
        Some(Turn { quarters: 4 - by.quarters, ..by })
    }
}

fn solve<A: Algorithm>(cube: &Pocket) -> Result<(), Stop> {
    let limits = Limits { max_nodes: Some(5_000_000), ..Limits::default() };
    let mut trace = Trace::new(1_000_000);
    let mut run = Run::new(Budget::new(limits, Cancel::new()), &mut trace);
    let path = A::with_defaults().search(cube, &mut run)?.expect("every turn can be taken back");
    let Stats { explored, max_frontier, .. } = run.finish().0;
    let names = ["", "", "2", "'"];
    let turns = path.moves.iter().map(|by| format!("{}{}", NAMES[by.face], names[by.quarters]));
    let turns = turns.collect::<Vec<_>>().join(" ");
    println!("{}: {turns} ({explored} explored, frontier {max_frontier})", A::INFO.title);
    if let Some((from_start, from_goal)) = trace.meeting() {
        println!("  node {from_start} of one half met node {from_goal} of the other");
    }
    Ok(())
}

fn main() -> Result<(), Stop> {
    let scramble = [(0, 1), (1, 2), (2, 3), (0, 2), (1, 1), (2, 1), (0, 3), (1, 1)];
    let turned = |cube, (face, quarters)| turn(&cube, Turn { face, quarters });
    let cube = Pocket(scramble.into_iter().fold(SOLVED, turned));
    solve::<Bfs>(&cube)?;
    solve::<Bidirectional>(&cube)
}
