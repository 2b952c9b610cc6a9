//! `taquin explain`: one algorithm, heuristic or other name in words that a student understands.

use super::{ExitStatus, Failure, output};
use crate::args::option_text;
use crate::args::{ExplainArgs, Topic};
use crate::prose::{command_lines, filled, wrapped};
use crate::terminal::Terminal;
use std::io::{self, Write};
use taquin::heuristic::HeuristicChoice;
use taquin::search::Optimality;
use taquin::solve::AlgorithmId;
use taquin::solve::OPTIONS;
use taquin::{CostModel, Goal, InputFormat, Puzzle, Size, parse_board};

/// Runs the command.
pub fn run(args: &ExplainArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let mut out = output();
    let mut page = Page { terminal, out: &mut out };
    match &args.topic {
        Topic::Algorithm(id) => page.algorithm(*id)?,
        Topic::Heuristic(choice) => page.heuristic(choice)?,
        Topic::Cost(model) => page.cost(*model)?,
        Topic::Goal(goal) => page.goal(goal)?,
        Topic::Ties(id, doc) => page.ties(id, doc)?,
    }
    out.flush()?;
    Ok(ExitStatus::Good)
}

/// The width of the column of names.
const NAMES: usize = 15;

/// Writes an explanation, wrapped to the terminal's width.
struct Page<'a> {
    terminal: &'a Terminal,
    out: &'a mut dyn Write,
}

impl Page<'_> {
    fn title(&mut self, kind: &str, id: &str, title: &str) -> io::Result<()> {
        let paint = self.terminal.paint;
        let title = format!("{kind} {}: {}", paint.name(id), paint.heading(title));
        writeln!(self.out, "{}\n", filled(&title, self.terminal.width, "", ""))
    }

    fn paragraph(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}\n", filled(text, self.terminal.width, "", ""))
    }

    /// Writes a name and its description, in two columns.
    fn row(&mut self, name: &str, text: &str) -> io::Result<()> {
        let lines = wrapped(text, self.terminal.width.saturating_sub(NAMES));
        self.write_lines(name, &lines)
    }

    /// Writes a command to try.
    fn try_out(&mut self, command: &str) -> io::Result<()> {
        let lines = command_lines(command, self.terminal.width.saturating_sub(NAMES));
        self.write_lines("try", &lines)
    }

    fn write_lines(&mut self, name: &str, lines: &[String]) -> io::Result<()> {
        for (number, line) in lines.iter().enumerate() {
            let name = if number == 0 { name } else { "" };
            let name = self.terminal.paint.faint(format!("  {name:<width$}", width = NAMES - 2));
            writeln!(self.out, "{name}{line}")?;
        }
        Ok(())
    }

    fn aliases(&mut self, aliases: &[&str]) -> io::Result<()> {
        if aliases.is_empty() { Ok(()) } else { self.row("also called", &aliases.join(", ")) }
    }

    fn algorithm(&mut self, id: AlgorithmId) -> io::Result<()> {
        let info = id.info();
        self.title("Algorithm", info.id, info.title)?;
        self.paragraph(info.explanation)?;
        self.row(
            "complete",
            if info.complete {
                "yes: it finds a solution whenever there is one, given time and memory"
            } else {
                "no: it may end without a solution although there is one"
            },
        )?;
        self.row(
            "optimal",
            match info.optimal {
                Optimality::Always => "yes: no solution is cheaper",
                Optimality::FewestMoves => {
                    "it finds the fewest moves, which is the cheapest path only where every move \
                     costs the same (--cost unit)"
                }
                Optimality::IfAdmissible => {
                    "yes, if the heuristic is admissible; any other is rejected"
                }
                Optimality::WhereProven => {
                    "where it can be proven in time: always up to 3x3, nearly always up to 4x4, seldom \
                     beyond; the answer says whether it is"
                }
                Optimality::Never => "not guaranteed: the solution may be longer than necessary",
            },
        )?;
        self.row("memory", info.memory)?;
        let default = id.default_heuristic().map(|id| id.info().id);
        let heuristic = match default {
            Some(id) => format!("uses one (--heuristic), {id} by default"),
            None => "none that can be chosen".to_string(),
        };
        self.row("heuristic", &heuristic)?;
        self.row(
            "costs",
            if info.counts_cost {
                "goes by the cost of moves (--cost)"
            } else {
                "counts every move as 1 while it searches, whatever --cost is"
            },
        )?;
        for option in OPTIONS.iter().filter(|option| option.of.is_some() && option.fits(info)) {
            self.row(&format!("--{}", option.name), &option_text(option, info))?;
        }
        self.aliases(info.aliases)?;
        let heuristic = default.map(|id| format!(" --heuristic {id}")).unwrap_or_default();
        self.try_out(&format!("taquin solve 647850321 --algorithm {}{heuristic}", info.id))
    }

    fn heuristic(&mut self, choice: &HeuristicChoice) -> io::Result<()> {
        let info = choice.info();
        self.title("Heuristic", &choice.to_string(), info.title)?;
        self.paragraph(info.explanation)?;
        self.row(
            "admissible",
            if info.admissible {
                "yes: it never overestimates the cost to go, so A* and its \
                         relatives find the cheapest solution with it"
            } else {
                "no: it may overestimate, so only algorithms that guarantee nothing accept it"
            },
        )?;
        self.row(
            "consistent",
            if info.consistent {
                "yes: a move never lowers it by more than the move costs, so A* never has \
                         to expand a state twice"
            } else {
                "no: A* may have to expand a state again when it finds a cheaper path to it"
            },
        )?;
        self.aliases(info.aliases)?;
        let algorithm = if info.admissible { "astar" } else { "greedy" };
        let example =
            format!("taquin solve 647850321 --algorithm {algorithm} --heuristic {choice}");
        self.try_out(&example)
    }

    fn cost(&mut self, model: CostModel) -> io::Result<()> {
        let doc = CostModel::LIST.iter().find(|entry| entry.0 == model).map_or("", |entry| entry.2);
        self.title("Cost", model.id(), doc)?;
        self.paragraph(
            "Searches that go by cost, such as dijkstra and astar, find the path on which the costs of \
             all moves add up to the least.",
        )?;
        let example =
            format!("taquin solve 134802765 --goal snail -a dijkstra --cost {}", model.id());
        self.try_out(&format!("{example} --steps"))
    }

    fn goal(&mut self, goal: &Goal) -> io::Result<()> {
        let (id, _, doc) =
            Goal::NAMED.iter().find(|entry| entry.1 == *goal).unwrap_or(&Goal::NAMED[0]);
        self.title("Goal", id, doc)?;
        for side in [3, 4] {
            if let Ok(size) = Size::new(side, side) {
                self.row(&size.to_string(), &goal.board(size).to_string())?;
            }
        }
        let board = solvable(goal);
        self.try_out(&format!("taquin solve {board} --goal {id}"))
    }

    fn ties(&mut self, id: &str, doc: &str) -> io::Result<()> {
        self.title("Ties", id, doc)?;
        self.paragraph(
            "This state is taken when several on the frontier are equally good. The rule changes how \
             much is explored, and which of several best solutions is found.",
        )?;
        self.try_out(&format!("taquin solve 647850321 --algorithm astar --ties {id}"))
    }
}

/// Returns a 3x3 board that can reach a goal: of two boards that differ by a swap of two tiles, exactly one can.
fn solvable(goal: &Goal) -> &'static str {
    let boards = ["647850321", "467850321"];
    let is_solvable = |text: &&str| {
        let board = parse_board(text, InputFormat::Auto, None).ok();
        board.is_some_and(|board| Puzzle::new(board, goal).is_ok())
    };
    boards.into_iter().find(is_solvable).unwrap_or(boards[0])
}
