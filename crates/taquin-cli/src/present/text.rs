//! Text for people: the outcome first, then the figures, the moves, and with `--steps` every board.

use super::draw::board_rows;
use super::paint::Paint;
use super::printer::Printer;
use std::io::{self, Write};
use taquin::search::OptionId;
use taquin::{Board, CostModel, Goal, Outcome, Puzzle, Report, Stop, Unsolvable};
use taquin_api::answer::{Answer, Answered, SolveRequest};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::json::{PathStep, steps};
use taquin_api::quantities::{counted, grouped, shown_bytes, shown_time};

/// Prints for people.
#[derive(Debug)]
pub struct Text<'q> {
    /// What was asked.
    pub request: &'q SolveRequest,
    /// With colours or without.
    pub paint: Paint,
}

/// Boards of more characters are not written out in full.
const LONGEST_BOARD: usize = 120;
/// Solutions of more moves are not written out in full.
const LONGEST_SOLUTION: usize = 2000;
/// How much of those is shown.
const SHOWN_MOVES: usize = 200;

impl Printer for Text<'_> {
    fn print(&self, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
        write_heading(answered, self.paint, out)?;
        match &answered.answer {
            Answer::Searched { puzzle, report } => {
                writeln!(out, "{}\n", self.outcome(report))?;
                self.write_figures(puzzle, report, out)?;
                self.write_moves(report, out)?;
                if self.request.steps {
                    self.write_steps(puzzle, report, out)?;
                }
                Ok(())
            }
            Answer::Unsolvable(unsolvable) => {
                write_unsolvable(unsolvable, &self.request.goal, self.paint, out)
            }
            Answer::Wrong(diagnostic) => write_wrong(answered, diagnostic, self.paint, out),
            Answer::Solvable(_) => Ok(()),
        }
    }
}

impl Text<'_> {
    /// One sentence.
    pub fn outcome(&self, report: &Report) -> String {
        match &report.outcome {
            Outcome::Solved(solution) if solution.is_empty() => {
                self.paint.good("Solved already: the board is the goal.")
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
                let mut solved = self.paint.good(format!("Solved in {moves}{price}"));
                if report.stopped_by == Some(Stop::Cancelled) {
                    solved = format!("{}. {solved}", self.paint.warning("Interrupted"));
                }
                match report.optimal {
                    true => format!("{solved}, {fewest} (proven)."),
                    false => format!("{solved}, not proven optimal: {bound}."),
                }
            }
            Outcome::Exhausted => {
                let solver = &self.request.solver;
                let has_beam = report.algorithm.info().options.contains(&OptionId::Width);
                let why = match solver.settings.max_depth {
                    Some(depth) => format!("within {} (--max-depth)", counted(depth, "move")),
                    None if has_beam => {
                        let width = grouped(report.settings.width.unwrap_or_default() as u64);
                        format!("in a beam of {width} states (--width)")
                    }
                    None => "in all that there was to search".to_string(),
                };
                format!("{} {why}.", self.paint.warning("No solution found"))
            }
            Outcome::Stopped(stop) => self.stopped(*stop, report),
        }
    }

    fn stopped(&self, stop: Stop, report: &Report) -> String {
        let limits = &report.limits;
        let stopped = self.paint.warning("Stopped");
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
                format!("{} before anything was found.", self.paint.warning("Interrupted"))
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
        let mut row = |name: &str, value: String| {
            writeln!(out, "  {} {value}", self.paint.faint(format!("{name:<11}")))
        };
        row("board", shown_board(puzzle.start()))?;
        row("goal", shown_goal(puzzle.goal(), &self.request.goal))?;
        let algorithm = report.algorithm.info();
        let by = match algorithm.id == self.request.requested {
            true => String::new(),
            false => format!(" [chosen by {}]", self.request.requested),
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
            let built = match table.built {
                true => format!("built in {}", shown_time(table.build_time)),
                false => "already built".to_string(),
            };
            row("table", format!("{} boards, {built}", grouped(table.entries as u64)))?;
        }
        row("memory", shown_bytes(stats.peak_bytes))?;
        row("time", shown_time(stats.elapsed))
    }

    /// All that can be set of the algorithm, as it was.
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

    /// The moves of a solution.
    pub fn write_moves(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let Some(solution) = report.solution().filter(|solution| !solution.is_empty()) else {
            return Ok(());
        };
        let shown = |letters: String| match letters.len() {
            length if length <= LONGEST_SOLUTION => letters,
            length => format!(
                "{}... ({} in all: --format moves prints them)",
                &letters[..SHOWN_MOVES],
                grouped(length as u64)
            ),
        };
        let note = self.paint.faint("(letters say where the blank goes)");
        writeln!(out, "\n{} {note}", self.paint.heading("Moves"))?;
        writeln!(out, "  {}", shown(solution.blank_letters()))?;
        let note = self.paint.faint("(where the tile goes)");
        writeln!(out, "{} {note}", self.paint.heading("The same by tiles"))?;
        writeln!(out, "  {}", shown(solution.tile_letters()))
    }

    fn write_steps(&self, puzzle: &Puzzle, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let mut total = 0;
        for step in steps(puzzle, report) {
            total += step.by.as_ref().map_or(0, |by| by.cost);
            writeln!(out, "\n{}", self.step_line(&step, total))?;
            let moved = step.by.as_ref().map(|by| by.tile);
            for row in board_rows(&step.board, moved.as_slice(), self.paint) {
                writeln!(out, "  {row}")?;
            }
        }
        Ok(())
    }

    fn step_line(&self, step: &PathStep, total: u64) -> String {
        let id = step.id.map(|id| format!(", id {id}")).unwrap_or_default();
        let name = self.paint.heading(format!("Step {}", step.number));
        match &step.by {
            None => format!("{name}: the start{id}, depth 0"),
            Some(by) => {
                let blank = by.blank.to_string().to_lowercase();
                let tile = by.blank.opposite().to_string().to_lowercase();
                format!(
                    "{name}: blank {blank}, tile {} {tile}{id}, depth {}, cost {} (total {})",
                    by.tile,
                    step.number,
                    grouped(by.cost),
                    grouped(total)
                )
            }
        }
    }
}

/// Whether it is the only board as far as anybody knows. The first of a stream is answered before there is a
/// second.
fn is_alone(answered: &Answered<'_>) -> bool {
    answered.of == 1 || answered.of == 0 && answered.number == 1
}

/// Among many boards: which one this is.
pub fn write_heading(answered: &Answered<'_>, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    if is_alone(answered) {
        return Ok(());
    }
    let before = if answered.number > 1 { "\n" } else { "" };
    let of = if answered.of > 0 { format!(" of {}", answered.of) } else { String::new() };
    let name = paint.heading(format!("Board {}{of}", answered.number));
    writeln!(out, "{before}{name} ({})", answered.input.place())
}

/// Among many boards: that this is none. The whole of it goes to standard error.
pub fn write_wrong(
    answered: &Answered<'_>,
    diagnostic: &Diagnostic,
    paint: Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    match is_alone(answered) {
        true => Ok(()),
        false => writeln!(out, "{}: {}.", paint.bad("Error"), diagnostic.message),
    }
}

/// A board on one line, if it is not too long.
pub fn shown_board(board: &Board) -> String {
    let text = board.to_string();
    if text.len() <= LONGEST_BOARD { text } else { format!("{} board", board.size()) }
}

/// A goal on one line, with its name.
pub fn shown_goal(board: &Board, goal: &Goal) -> String {
    let name = Goal::NAMED.iter().find(|entry| entry.1 == *goal).map(|entry| entry.0);
    match name {
        Some(name) => format!("{} ({name})", shown_board(board)),
        None => shown_board(board),
    }
}

/// Why a board cannot be solved, and how it could.
pub fn write_unsolvable(
    unsolvable: &Unsolvable,
    goal: &Goal,
    paint: Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Unsolvable { start, blank_distance, swap, solvable, .. } = unsolvable;
    let parity = |odd: bool| if odd { "odd" } else { "even" };
    let exchanges = parity(unsolvable.permutation_odd);
    let blank_steps = counted(*blank_distance as u64, "step");
    let blank_parity = parity(blank_distance % 2 == 1);
    writeln!(out, "{}: no sequence of moves leads to the goal.\n", paint.bad("Unsolvable"))?;
    let mut row = |name: &str, value: String| {
        writeln!(out, "  {} {value}", paint.faint(format!("{name:<11}")))
    };
    row("board", shown_board(start))?;
    row("goal", shown_goal(&unsolvable.goal, goal))?;
    row("permutation", format!("{exchanges} (the number of exchanges that lead to the goal)"))?;
    row("blank", format!("{blank_parity} ({blank_steps} from its goal cell)"))?;
    writeln!(
        out,
        "\nA move exchanges the blank with a tile and takes the blank one step, so it turns both from\n\
         even to odd or back. At the goal both are even. So a board can be solved only if both are\n\
         even or both are odd.\n\n\
         With the tiles {} and {} exchanged it can be solved:",
        swap.0, swap.1
    )?;
    if start.size().cols() <= 12 && start.size().rows() <= 12 {
        let swapped = [swap.0, swap.1];
        let (before, after) =
            (board_rows(start, &swapped, paint), board_rows(solvable, &swapped, paint));
        writeln!(out)?;
        for (row, (before, after)) in before.iter().zip(&after).enumerate() {
            let arrow = if row == start.size().rows() / 2 { "->" } else { "  " };
            writeln!(out, "  {before}  {arrow}  {after}")?;
        }
    }
    writeln!(out, "\n  {solvable}")
}
