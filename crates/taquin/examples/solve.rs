//! Solves a board given on the command line: `cargo run --release --example solve -- 647850321`.

use taquin::{Goal, InputFormat, Mover, Outcome, Puzzle, Solver, parse_board};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "8 6 7/2 5 4/3 0 1".to_string());
    let board = parse_board(&text, InputFormat::Auto, None)?;
    let puzzle = Puzzle::new(board, &Goal::Classic)?;
    let report =
        Solver::default().algorithm("astar")?.heuristic("linear-conflict")?.solve(&puzzle)?;
    match &report.outcome {
        Outcome::Solved(solution) => {
            solution.verify(&puzzle)?;
            println!("{} moves of the blank: {}", solution.len(), solution.letters(Mover::Blank));
            println!("{} states explored", report.stats.explored);
        }
        Outcome::Exhausted => println!("nothing left to search"),
        Outcome::Stopped(stop) => println!("stopped: {stop}"),
    }
    Ok(())
}
