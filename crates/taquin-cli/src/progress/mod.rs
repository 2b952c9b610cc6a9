//! Progress on standard error while a search runs: a line that renews itself on a terminal, or with
//! `--progress N` a line at every Nth state explored, as source A prints them. `line` is for work whose
//! amount is known beforehand.

mod line;

pub use line::{ProgressLine, ProgressTask};

use std::io::{self, IsTerminal, Write};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use taquin::search::{Observer, Stats};
use taquin::{Cost, Direction};
use taquin_api::quantities::grouped;

/// How often the line on a terminal renews itself.
const RENEW_EVERY: Duration = Duration::from_millis(100);

/// Observes a search and shows how far it is.
#[derive(Debug)]
pub struct ProgressPrinter {
    /// Print a line at every so many states explored.
    every: Option<u64>,
    /// The line on a terminal, if there is one.
    live: Option<Live>,
}

/// A line on a terminal.
#[derive(Debug)]
struct Live {
    renewed: Instant,
    /// What was explored by then.
    explored: u64,
    /// The bound of the round in steps, in searches that deepen.
    bound: Option<Cost>,
    /// How many units of the search's costs make one step.
    unit: Cost,
    shown: bool,
}

impl ProgressPrinter {
    /// What the options ask for, if that is anything; `unit` tells how many units of the search's costs make
    /// one step.
    pub fn new(every: Option<u64>, quiet: bool, unit: Cost) -> Option<ProgressPrinter> {
        // Asked once: among millions of boards it would tell in the time.
        static ON_TERMINAL: LazyLock<bool> = LazyLock::new(|| io::stderr().is_terminal());
        let on_terminal = every.is_none() && !quiet && *ON_TERMINAL;
        let live = on_terminal.then(|| Live::new(unit));
        (every.is_some() || live.is_some()).then_some(ProgressPrinter { every, live })
    }

    /// Removes the line on the terminal.
    pub fn clear(&mut self) {
        if self.live.take().is_some_and(|live| live.shown) {
            print("\r\x1b[K");
        }
    }
}

impl Observer<Direction> for ProgressPrinter {
    fn wants_nodes(&self) -> bool {
        self.every.is_some()
    }

    fn explored(&mut self, _id: u64, stats: &Stats) {
        if self.every.is_some_and(|every| stats.explored.is_multiple_of(every)) {
            let Stats { explored, frontier, depth, .. } = stats;
            print(&format!("explored {explored}  frontier {frontier}  depth {depth}\n"));
        }
    }

    fn deepened(&mut self, bound: Cost) {
        if let Some(live) = &mut self.live {
            live.bound = Some(bound.div_ceil(live.unit));
        }
    }

    fn tick(&mut self, stats: &Stats) {
        if let Some(live) = &mut self.live {
            live.tick(stats);
        }
    }
}

impl Live {
    fn new(unit: Cost) -> Live {
        Live { renewed: Instant::now(), explored: 0, bound: None, unit, shown: false }
    }

    fn tick(&mut self, stats: &Stats) {
        let passed = self.renewed.elapsed();
        if passed < RENEW_EVERY {
            return;
        }
        // A search that starts over counts from 0.
        let newly = stats.explored.checked_sub(self.explored).unwrap_or(stats.explored);
        print(&format!("\r\x1b[K{}", self.line(stats, newly as f64 / passed.as_secs_f64())));
        self.renewed = Instant::now();
        self.explored = stats.explored;
        self.shown = true;
    }

    fn line(&self, stats: &Stats, rate: f64) -> String {
        let where_it_is = match self.bound {
            Some(bound) => format!("bound {bound}"),
            None => format!("frontier {}  depth {}", grouped(stats.frontier), grouped(stats.depth)),
        };
        let explored = grouped(stats.explored);
        format!("explored {explored}  {where_it_is}  {:.1} million a second", rate / 1e6)
    }
}

/// Where standard error is gone there is nobody left to tell.
fn print(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Cancel, Goal, InputFormat, Puzzle, Solver, parse_board};

    /// What the line says at the end of a search.
    fn last_line(heuristic: &str) -> (String, u64) {
        let board = parse_board("123450786", InputFormat::Auto, None).expect("it is a board");
        let puzzle = Puzzle::new(board, &Goal::Classic).expect("it can be solved");
        let solver = Solver::default().algorithm("ida").and_then(|s| s.heuristic(heuristic));
        let solver = solver.expect("both are known");
        let live = Some(Live::new(solver.unit()));
        let mut progress = ProgressPrinter { every: None, live };
        let report = solver.solve_observed(&puzzle, &Cancel::new(), Some(&mut progress));
        let report = report.expect("it fits");
        let line = progress.live.as_ref().map(|live| live.line(&report.stats, 0.0));
        (line.unwrap_or_default(), report.stats.iterations.last().map_or(0, |round| round.bound))
    }

    #[test]
    fn a_bound_is_shown_in_steps_whatever_the_heuristic_counts_in() {
        for heuristic in ["manhattan", "euclidean"] {
            let (line, bound) = last_line(heuristic);
            assert_eq!(bound, 1, "{heuristic}");
            assert!(line.contains("  bound 1  "), "{heuristic}: {line}");
        }
    }
}
