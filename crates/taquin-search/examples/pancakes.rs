//! A stack of pancakes, sorted by flipping the top ones. The gap heuristic counts adjacent pancakes that do not belong
//! together (Helmert 2010): each flip fixes at most one. A limit stops the blind search.
//! `cargo run --release -p taquin-search --example pancakes`.

use std::time::Duration;
use taquin_search::{
    Algorithm, Bfs, Budget, Cancel, Clock, Cost, Ida, Limits, Observer, Problem, Run, Silent,
    Ticks, Trace,
};

/// The number of pancakes.
const PANCAKES: usize = 12;

type Stack = [u8; PANCAKES];

/// A stack, top pancake first.
struct Pancakes(Stack);

impl Problem for Pancakes {
    type Node = Stack;
    type Key = Stack;
    /// The number of pancakes to flip.
    type Move = usize;
    type Moves<'a> = std::vec::IntoIter<usize>;

    // A flip undoes itself.
    const HAS_INVERSES: bool = true;

    fn start(&self) -> Stack {
        self.0
    }

    fn is_goal(&self, stack: &Stack) -> bool {
        stack.is_sorted()
    }

    fn h(&self, stack: &Stack) -> Cost {
        let gaps = stack.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) != 1).count();
        let on_the_plate = usize::from(stack[PANCAKES - 1]) != PANCAKES - 1;
        (gaps + usize::from(on_the_plate)) as Cost
    }

    fn moves(&self, _: &Stack, parent_move: Option<usize>) -> Self::Moves<'_> {
        (2..=PANCAKES).filter(|&turned| Some(turned) != parent_move).collect::<Vec<_>>().into_iter()
    }

    fn step(&self, stack: &Stack, turned: usize) -> (Stack, Cost) {
        let mut next = *stack;
        next[..turned].reverse();
        (next, 1)
    }

    fn undoes(&self, turned: usize, parent_move: usize) -> bool {
        turned == parent_move
    }

    fn key(&self, stack: &Stack) -> Stack {
        *stack
    }
}

/// Runs an algorithm and prints the result.
fn solve<A: Algorithm>(pancakes: &Pancakes, limits: Limits, observer: impl Observer<usize>) {
    let mut run = Run::new(Budget::new(limits, Cancel::new()), observer);
    let path = A::with_defaults().search(pancakes, &mut run);
    let (stats, lower_bound) = run.finish();
    print!("{}: ", A::INFO.title);
    match path {
        Ok(Some(path)) => print!("{} turns {:?}", path.moves.len(), path.moves),
        Ok(None) => print!("cannot be sorted"),
        Err(stop) => print!("{stop}; it takes at least {lower_bound} turns"),
    }
    println!(", {} explored, {} bytes", stats.explored, stats.peak_bytes);
}

fn main() {
    let pancakes = Pancakes([4, 9, 1, 7, 11, 3, 0, 10, 5, 2, 8, 6]);
    let limits = Limits { max_bytes: Some(32 << 20), ..Limits::default() };
    solve::<Bfs>(&pancakes, limits, Silent);

    let show = |tick: taquin_search::Tick<'_>| eprintln!("{} explored so far", tick.stats.explored);
    let ticks = Ticks::every(Duration::from_millis(100), Clock::default(), show);
    let mut trace = Trace::new(20_000);
    solve::<Ida>(&pancakes, limits, (ticks, &mut trace));
    for round in trace.rounds() {
        println!("  a round with the bound {} began at step {}", round.bound, round.first_step);
    }
}
