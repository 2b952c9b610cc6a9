//! Progress on standard error while a search runs: a line that updates itself on a terminal, or with `--progress N`
//! a line at every Nth state explored. `line` is for work whose amount is known beforehand.

mod line;
mod words;

pub use line::{ProgressLine, ProgressTask, TimeLeft};
pub use words::rough;

use crate::terminal::stderr_columns;
use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::rc::Rc;
use std::sync::LazyLock;
use std::time::Duration;
use taquin::search::{Clock, Event, Improvement, Observer, Stats, Tick, Ticks};
use taquin::{Cost, Move};
use taquin_api::quantities::grouped;
use words::{print, shown_rate};

/// How often the line on a terminal is updated.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// Observes a search and shows its progress.
pub struct ProgressPrinter {
    /// Print a line each time this many more states are explored.
    every: Option<u64>,
    /// The line on a terminal, if there is one.
    live: Option<Live>,
}

/// Shows a tick.
type Show = Box<dyn FnMut(Tick<'_>)>;

/// A line on a terminal.
struct Live {
    ticks: Ticks<Show>,
    /// Whether it has been shown yet.
    shown: Rc<Cell<bool>>,
}

impl ProgressPrinter {
    /// Creates the printer that the options ask for, if any; `unit` is how many units of the search's costs make one
    /// step.
    pub fn new(every: Option<u64>, quiet: bool, unit: Cost) -> Option<ProgressPrinter> {
        // Checked once: over millions of boards, the system calls would take noticeable time.
        static ON_TERMINAL: LazyLock<bool> = LazyLock::new(|| io::stderr().is_terminal());
        let on_terminal = every.is_none() && !quiet && *ON_TERMINAL;
        let live = on_terminal.then(|| Live::new(unit));
        (every.is_some() || live.is_some()).then_some(ProgressPrinter { every, live })
    }

    /// Removes the line on the terminal.
    pub fn clear(&mut self) {
        if self.live.take().is_some_and(|live| live.shown.get()) {
            print("\r\x1b[K");
        }
    }
}

impl Observer<Move> for ProgressPrinter {
    fn wants_nodes(&self) -> bool {
        self.every.is_some()
    }

    fn event(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Explored(_, stats) => {
                if self.every.is_some_and(|every| stats.explored.is_multiple_of(every)) {
                    let Stats { explored, frontier, depth, .. } = stats;
                    print(&format!("explored {explored}  frontier {frontier}  depth {depth}\n"));
                }
            }
            other => {
                if let Some(live) = &mut self.live {
                    live.ticks.event(other);
                }
            }
        }
    }
}

impl Live {
    fn new(unit: Cost) -> Live {
        let shown = Rc::new(Cell::new(false));
        let is_shown = Rc::clone(&shown);
        let update = move |tick: Tick<'_>| {
            print(&format!("\r\x1b[K{}", line(&tick, unit, stderr_columns().unwrap_or(80))));
            is_shown.set(true);
        };
        Live { ticks: Ticks::every(UPDATE_INTERVAL, Clock::default(), Box::new(update)), shown }
    }
}

/// Formats the line: the running search, the best solutions so far, how much was explored and how fast, where the
/// search is, and the elapsed time. Parts that do not fit into the columns are left out.
fn line(tick: &Tick<'_>, unit: Cost, columns: usize) -> String {
    let stats = tick.stats;
    let where_it_is = match tick.bound {
        Some(bound) => format!("bound {}", bound.div_ceil(unit)),
        None => format!("frontier {}  depth {}", grouped(stats.frontier), grouped(stats.depth)),
    };
    let parts = [
        Some(tick.search.to_string()).filter(|search| !search.is_empty()),
        improvements(tick.last_improvements()),
        Some(format!("explored {}", grouped(stats.explored))),
        shown_rate(tick.rate),
        Some(where_it_is),
        Some(rough(tick.elapsed)),
    ];
    let mut line = String::new();
    for part in parts.into_iter().flatten() {
        let between = if line.is_empty() { "" } else { "  " };
        if line.len() + between.len() + part.len() < columns {
            line = line + between + &part;
        }
    }
    line
}

/// Formats the last solutions, each shorter than the one before, and the lower bound: `best 130 ... 126 ... 124, at
/// least 108`.
fn improvements(shown: &[Improvement]) -> Option<String> {
    let last = shown.last()?;
    let costs: Vec<String> = shown.iter().map(|improvement| grouped(improvement.cost)).collect();
    Some(format!("best {}, at least {}", costs.join(" ... "), grouped(last.lower_bound)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Cancel, Goal, InputFormat, Puzzle, Solver, parse_board};

    /// Returns the line at the end of a search, and the last bound.
    fn last_line(heuristic: &str) -> (String, u64) {
        let board = parse_board("123450786", InputFormat::Auto, None).expect("it is a board");
        let puzzle = Puzzle::new(board, &Goal::Classic).expect("it can be solved");
        let solver = Solver::default().algorithm("ida").and_then(|s| s.heuristic(heuristic));
        let solver = solver.expect("both are known");
        let mut last = String::new();
        let keep = |tick: Tick<'_>| last = line(&tick, solver.unit(), 100);
        let mut ticks = Ticks::every(Duration::ZERO, Clock::default(), keep);
        let report = solver.solve_observed(&puzzle, &Cancel::new(), Some(&mut ticks));
        let report = report.expect("it fits");
        drop(ticks);
        (last, report.stats.iterations.last().map_or(0, |round| round.bound))
    }

    #[test]
    fn a_bound_is_shown_in_steps_whatever_the_heuristic_counts_in() {
        for heuristic in ["manhattan", "euclidean"] {
            let (line, bound) = last_line(heuristic);
            assert_eq!(bound, 1, "{heuristic}");
            assert!(line.starts_with(&format!("ida with {heuristic}  ")), "{line}");
            assert!(line.contains("  bound 1  "), "{heuristic}: {line}");
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let found = |cost| Improvement {
            cost,
            lower_bound: 1120,
            found_by: "windows".into(),
            explored: 5,
            elapsed: Duration::ZERO,
        };
        let stats = Stats { explored: 124_748_862, ..Stats::default() };
        let improvements = [2000, 1998, 1996, 1994].map(found);
        let elapsed = Duration::from_secs(6);
        let tick = Tick {
            search: "near-optimal",
            stats: &stats,
            bound: None,
            improvements: &improvements,
            elapsed,
            rate: 3.4e6,
        };
        let best = "near-optimal  best 1,998 ... 1,996 ... 1,994, at least 1,120";
        assert_eq!(line(&tick, 1, 45), "near-optimal  explored 124,748,862  6 s");
        assert_eq!(line(&tick, 1, 85), format!("{best}  explored 124,748,862"));
        let all =
            format!("{best}  explored 124,748,862  3.4 million a second  frontier 0  depth 0  6 s");
        assert_eq!(line(&tick, 1, 150), all);
    }
}
