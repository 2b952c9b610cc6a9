//! Text for people: the outcome first, then the figures, the moves, and with `--steps` every board.

use super::draw::board_rows;
use super::figures::{Figures, letter_lines, shown_board};
use super::printer::Printer;
use crate::prose::filled;
use crate::terminal::{Paint, Terminal};
use std::io::{self, Write};
use taquin::heuristic::HeuristicChoice;
use taquin::search::OptionId;
use taquin::{CostModel, Goal, Mover, Notice, Outcome, Puzzle, Report, Solver, Stop, Unsolvable};
use taquin_api::answer::{Answer, Answered};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::json::{Step, Steps};
use taquin_api::quantities::{counted, grouped, shown_bytes, shown_time};
use taquin_api::recording::moved_in_words;
use textwrap::core::display_width;

/// Prints text for people.
#[derive(Debug)]
pub struct Text<'q> {
    /// How it was searched.
    pub solver: &'q Solver,
    /// The goal, as it was asked for.
    pub goal: &'q Goal,
    /// The terminal to print on.
    pub terminal: Terminal,
}

/// Solutions of more moves are not written out in full.
const LONGEST_SOLUTION: usize = 2000;
/// Larger boards are not drawn.
const LARGEST_DRAWN: usize = 12;
/// How many moves of longer solutions are shown.
const SHOWN_MOVES: usize = 200;

impl Printer for Text<'_> {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        write_heading(answered, self.terminal.paint, out)?;
        match &answered.answer {
            Answer::Searched { puzzle, report } => {
                let outcome = filled(&self.outcome(report), self.terminal.columns, "", "");
                writeln!(out, "{outcome}\n")?;
                self.write_figures(puzzle, report, out)?;
                self.write_moves(report, out)?;
                if self.solver.path_ids {
                    self.write_steps(puzzle, report, out)?;
                }
                Ok(())
            }
            Answer::Unsolvable(unsolvable) => {
                write_unsolvable(unsolvable, self.goal, self.terminal, out)
            }
            Answer::Wrong(diagnostic) => write_wrong(answered, diagnostic, self.terminal, out),
            Answer::Solvable(_) => Ok(()),
        }
    }
}

impl Text<'_> {
    /// Describes the outcome in a sentence.
    pub fn outcome(&self, report: &Report) -> String {
        match &report.outcome {
            Outcome::Solved(solution) if solution.is_empty() => {
                self.terminal.paint.good("Solved already: the board is the goal.")
            }
            Outcome::Solved(solution) => {
                let moves = counted(solution.len() as u64, "move");
                let (price, fewest, bound) = match (report.costs, report.cost) {
                    (CostModel::Unit, _) | (_, None) => {
                        let bound = format!("at least {} are needed", grouped(report.lower_bound));
                        (String::new(), "the fewest possible", bound)
                    }
                    (_, Some(cost)) => {
                        let bound = format!("the cost is at least {}", grouped(report.lower_bound));
                        (format!(" at cost {}", grouped(cost)), "the lowest possible", bound)
                    }
                };
                let mut solved = self.terminal.paint.good(format!("Solved in {moves}{price}"));
                if report.stopped_by == Some(Stop::Cancelled) {
                    solved = format!("{}. {solved}", self.terminal.paint.warning("Interrupted"));
                }
                if report.optimal {
                    format!("{solved}, {fewest} (proven).")
                } else {
                    format!("{solved}, not proven optimal: {bound}.")
                }
            }
            Outcome::Exhausted => {
                let has_beam = report.algorithm.info().options.contains(&OptionId::Width);
                let why = match self.solver.settings.max_depth {
                    Some(depth) => format!("within {} (--max-depth)", counted(depth, "move")),
                    None if has_beam => {
                        let width = grouped(report.settings.width.unwrap_or_default() as u64);
                        format!("in a beam of {width} states (--width)")
                    }
                    None => "in the whole search space".to_string(),
                };
                let is_missed = |notice: &Notice| matches!(notice, Notice::MayBeMissed { .. });
                let why = if report.notices.iter().any(is_missed) {
                    format!("{why}, though there may be one")
                } else {
                    why
                };
                format!("{} {why}.", self.terminal.paint.warning("No solution found"))
            }
            Outcome::Stopped(stop) => self.stopped(*stop, report),
        }
    }

    fn stopped(&self, stop: Stop, report: &Report) -> String {
        let limits = &report.limits;
        let stopped = self.terminal.paint.warning("Stopped");
        let at = |limit: Option<String>| limit.unwrap_or_default();
        match stop {
            Stop::Nodes => {
                let limit = at(limits.max_nodes.map(grouped));
                format!("{stopped} after {limit} states explored (--max-nodes), nothing found yet.")
            }
            Stop::Time => {
                let limit = at(limits.max_time.map(shown_time));
                format!("{stopped} after {limit} (--max-time), nothing found yet.")
            }
            Stop::Memory => {
                let limit = at(limits.max_bytes.map(shown_bytes));
                format!("{stopped} at {limit} of memory (--max-memory), nothing found yet.")
            }
            Stop::Cancelled => {
                format!("{} before anything was found.", self.terminal.paint.warning("Interrupted"))
            }
        }
    }

    fn write_figures(
        &self,
        puzzle: &Puzzle,
        report: &Report,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let stats = &report.stats;
        let mut figures = Figures { terminal: self.terminal, out };
        figures.board("board", puzzle.start())?;
        figures.goal(puzzle.goal(), self.goal)?;
        let mut row = |name: &str, value: String| figures.row(name, &value);
        let algorithm = report.algorithm.info();
        let requested = self.solver.requested();
        let by = if report.algorithm == requested {
            String::new()
        } else {
            format!(" [chosen by {requested}]")
        };
        row("algorithm", format!("{}: {}{by}", algorithm.id, algorithm.title))?;
        row("settings", self.settings(report))?;
        if let Some(solution) = report.solution() {
            row("length", counted(solution.len() as u64, "move"))?;
        }
        if let Some(cost) = report.cost {
            let doc = CostModel::LIST.iter().find(|entry| entry.0 == report.costs);
            let doc = doc.map_or("", |entry| entry.2);
            row("cost", format!("{} ({}: {doc})", grouped(cost), report.costs))?;
        }
        if !report.optimal {
            let bound = grouped(report.lower_bound);
            row("lower bound", format!("{bound} (no solution costs less)"))?;
        }
        row("explored", grouped(stats.explored))?;
        row("expanded", grouped(stats.expanded))?;
        row("generated", grouped(stats.generated))?;
        if stats.reopened > 0 {
            row("reopened", grouped(stats.reopened))?;
        }
        let (now, peak) = (grouped(stats.frontier), grouped(stats.max_frontier));
        row("frontier", format!("{now} at the end, {peak} at the peak"))?;
        row("max depth", grouped(stats.max_depth))?;
        if let Some(last) = stats.iterations.last() {
            let rounds = counted(stats.iterations.len() as u64, "round");
            row("iterations", format!("{rounds}, the last with bound {}", grouped(last.bound)))?;
        }
        if let Some(table) = report.table {
            let built = if table.built {
                format!("built in {}", shown_time(table.build_time))
            } else {
                "already built".to_string()
            };
            let patterns = report.heuristic.as_ref().is_some_and(HeuristicChoice::is_patterns);
            let noun = if patterns { "position" } else { "board" };
            row("table", format!("{}, {built}", counted(table.entries as u64, noun)))?;
        }
        row("memory", shown_bytes(stats.peak_bytes))?;
        row("time", shown_time(stats.elapsed))
    }

    /// Lists the settings of the algorithm.
    fn settings(&self, report: &Report) -> String {
        let info = report.algorithm.info();
        let heuristic = report.heuristic.as_ref().map(|id| format!("heuristic {id}"));
        let reported = report
            .settings
            .chosen()
            .filter(|(option, _)| option.is_reported() && option.fits(info));
        let reported = reported.map(|(option, value)| format!("{} {value}", option.words()));
        let all: Vec<String> = heuristic.into_iter().chain(reported).collect();
        all.join(", ")
    }

    /// Writes the moves of a solution.
    pub fn write_moves(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let Some(solution) = report.solution().filter(|solution| !solution.is_empty()) else {
            return Ok(());
        };
        let shown = |letters: String| match letters.len() {
            length if length <= LONGEST_SOLUTION => letters,
            length => format!(
                "{}... ({} in total: --format moves prints them)",
                &letters[..SHOWN_MOVES],
                grouped(length as u64)
            ),
        };
        let paint = self.terminal.paint;
        let lines = |letters: String| letter_lines(&shown(letters), self.terminal.columns);
        let note = paint.faint("(letters say where the blank goes)");
        writeln!(out, "\n{} {note}", paint.heading("Moves"))?;
        writeln!(out, "{}", lines(solution.letters(Mover::Blank)))?;
        let note = paint.faint("(where the tile goes)");
        writeln!(out, "{} {note}", paint.heading("The same by tiles"))?;
        writeln!(out, "{}", lines(solution.letters(Mover::Tile)))
    }

    fn write_steps(&self, puzzle: &Puzzle, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let mut total = 0;
        let steps = Steps::of(puzzle, report);
        for step in steps.iter().flat_map(Steps::iter) {
            total += step.cost.unwrap_or(0);
            let line = self.step_line(&step, total);
            writeln!(out, "\n{}", filled(&line, self.terminal.columns, "", "  "))?;
            let moved = step.by.map(|by| step.board.tiles_moved_by(by)).unwrap_or_default();
            for row in board_rows(&step.board, &moved, self.terminal.paint) {
                writeln!(out, "  {row}")?;
            }
        }
        Ok(())
    }

    fn step_line(&self, step: &Step, total: u64) -> String {
        let id = step.id.map(|id| format!(", id {id}")).unwrap_or_default();
        let name = self.terminal.paint.heading(format!("Step {}", step.step));
        match (step.by, step.tile, step.cost) {
            (Some(by), Some(tile), Some(cost)) => {
                let (blank, moved) = (by.in_words().to_lowercase(), moved_in_words(tile, by));
                format!(
                    "{name}: blank {blank}, {moved}{id}, depth {}, cost {} (total {})",
                    step.depth,
                    grouped(cost),
                    grouped(total)
                )
            }
            _ => format!("{name}: the start{id}, depth 0"),
        }
    }
}

/// Returns whether it is the only board, as far as is known: the first of a stream is answered before the second
/// has been read.
fn is_alone(answered: &Answered<'_>) -> bool {
    answered.of == 1 || answered.of == 0 && answered.number == 1
}

/// Writes which of several boards this is.
pub fn write_heading(answered: &Answered<'_>, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    if is_alone(answered) {
        return Ok(());
    }
    let before = if answered.number > 1 { "\n" } else { "" };
    let of = if answered.of > 0 { format!(" of {}", answered.of) } else { String::new() };
    let name = paint.heading(format!("Board {}{of}", answered.number));
    writeln!(out, "{before}{name} ({})", answered.input.place())
}

/// Writes that one of several boards is invalid. The full diagnostic goes to standard error.
pub fn write_wrong(
    answered: &Answered<'_>,
    diagnostic: &Diagnostic,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    if is_alone(answered) {
        return Ok(());
    }
    let text = format!("{}: {}.", terminal.paint.bad("Error"), diagnostic.message);
    writeln!(out, "{}", filled(&text, terminal.columns, "", "  "))
}

/// Writes why a board cannot be solved, and a similar board that can.
pub fn write_unsolvable(
    unsolvable: &Unsolvable,
    goal: &Goal,
    terminal: Terminal,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Unsolvable { start, swap, solvable, .. } = unsolvable;
    let Terminal { paint, columns, width, .. } = terminal;
    writeln!(out, "{}: no sequence of moves leads to the goal.\n", paint.bad("Unsolvable"))?;
    let mut figures = Figures { terminal, out };
    figures.board("board", start)?;
    figures.goal(&unsolvable.goal, goal)?;
    for (name, value) in unsolvable.figures() {
        figures.row(name, &value)?;
    }
    for reason in unsolvable.reasons() {
        writeln!(out, "\n{}", filled(&reason, width, "", ""))?;
    }
    writeln!(out, "\nWith the tiles {} and {} exchanged it can be solved:\n", swap.0, swap.1)?;
    let swapped = [swap.0, swap.1];
    let sides = board_rows(start, &swapped, paint).into_iter();
    let sides = sides.zip(board_rows(solvable, &swapped, paint)).enumerate();
    let middle = start.size().rows() / 2;
    let drawn = sides.map(|(row, (before, after))| {
        let arrow = if row == middle { "->" } else { "  " };
        format!("  {before}  {arrow}  {after}")
    });
    let drawn: Vec<String> = drawn.collect();
    let largest = start.size().rows().max(start.size().cols());
    if largest <= LARGEST_DRAWN && drawn.iter().all(|line| display_width(line) <= columns) {
        writeln!(out, "{}\n", drawn.join("\n"))?;
    }
    let board = shown_board(solvable, columns.saturating_sub(2));
    writeln!(out, "{}", filled(&board, columns, "  ", "  "))
}
