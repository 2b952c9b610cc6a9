//! Solutions of boards are compared with the `pathfinding` crate, which shares no code with this one.

use taquin::generate::Random;
use taquin::{Goal, InputFormat, Puzzle, Solver, parse_board};

/// The neighbours of a board, each at cost 1.
fn around(board: &[u8; 9]) -> Vec<([u8; 9], u32)> {
    let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
    let (row, col) = (blank / 3, blank % 3);
    let swapped = |cell: usize| {
        let mut next = *board;
        next.swap(blank, cell);
        (next, 1)
    };
    let neighbours = [
        (row > 0).then(|| blank - 3),
        (row < 2).then(|| blank + 3),
        (col > 0).then(|| blank - 1),
        (col < 2).then(|| blank + 1),
    ];
    neighbours.into_iter().flatten().map(swapped).collect()
}

/// The Manhattan distance to 123456780.
fn steps(board: &[u8; 9]) -> u32 {
    let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != 0);
    let away = |(cell, &tile): (usize, &u8)| {
        let home = usize::from(tile) - 1;
        (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3)
    };
    tiles.map(away).sum::<usize>() as u32
}

#[test]
fn an_independent_crate_agrees() {
    let mut random = Random::new(12);
    let goal = Goal::Classic.board("3x3".parse().expect("a size"));
    let goal_cells = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let mut boards: Vec<_> =
        (0..30).map(|_| taquin::generate::uniform(&goal, &mut random)).collect();
    boards.push(parse_board("647850321", InputFormat::Auto, None).expect("a board"));
    for board in boards {
        let cells: [u8; 9] = std::array::from_fn(|cell| board.tiles()[cell] as u8);
        let puzzle = Puzzle::new(board, &Goal::Classic).expect("it is solvable");
        let ours = |id: &str| {
            let solver = Solver::default().algorithm(id).expect("an algorithm");
            solver.solve(&puzzle).expect("it fits").cost.expect("it is solvable")
        };
        let is_goal = |cells: &[u8; 9]| *cells == goal_cells;
        let next = |cells: &[u8; 9]| around(cells).into_iter().map(|(next, _)| next);
        let bfs = pathfinding::prelude::bfs(&cells, next, is_goal).expect("it is solvable");
        assert_eq!(ours("bfs"), bfs.len() as u64 - 1);
        let astar = pathfinding::prelude::astar(&cells, around, steps, is_goal);
        assert_eq!(ours("astar"), u64::from(astar.expect("it is solvable").1));
        let ida = pathfinding::prelude::idastar(&cells, around, steps, is_goal);
        assert_eq!(ours("ida"), u64::from(ida.expect("it is solvable").1));
    }
}
