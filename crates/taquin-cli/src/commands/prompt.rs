//! `taquin` alone: on a terminal it asks for a board and an algorithm, as source A does, and shows
//! the way; elsewhere it prints its help.

use super::files::Files;
use super::solve::{SolveRun, limits};
use super::{ExitStatus, Failure, output};
use crate::args::{CacheArgs, Cli, LimitArgs};
use crate::errors;
use crate::input::{self, BoardReader};
use crate::interrupt;
use crate::present::{Column, Table, Text};
use crate::spelling::Flags;
use crate::terminal::Terminal;
use clap::CommandFactory;
use std::io::{self, BufRead, IsTerminal, Write};
use taquin::solve::AlgorithmId;
use taquin::{Board, Goal, Solver};
use taquin_api::answer::SolveRequest;
use taquin_api::board_input::BoardInput;

/// Runs it.
pub fn run(terminal: &Terminal) -> Result<ExitStatus, Failure> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let mut out = output();
        write!(out, "{}", Cli::command().render_help())?;
        out.flush()?;
        return Ok(ExitStatus::Good);
    }
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let mut talk = Talk { input: &mut input, out: &mut out, terminal };
    let Some(board) = talk.ask_board()? else { return Ok(ExitStatus::Good) };
    let Some(algorithm) = talk.ask_algorithm()? else { return Ok(ExitStatus::Good) };
    writeln!(out)?;
    drop(out);
    let limits = limits(&LimitArgs { max_nodes: None, max_time: None, max_memory: None });
    let request = SolveRequest {
        solver: Solver {
            algorithm: Some(algorithm),
            path_ids: true,
            limits,
            store: CacheArgs { cache_dir: None }.store(),
            ..Solver::default()
        },
        requested: algorithm.info().id,
        goal: Goal::Classic,
        steps: true,
        spelling: &Flags,
        notices: Vec::new(),
    };
    let cancel = interrupt::cancel();
    let solve_run = SolveRun {
        request: &request,
        printer: &Text { request: &request, terminal: *terminal },
        terminal,
        progress: None,
        quiet: false,
        cancel: cancel.clone(),
    };
    solve_run
        .answer_all(BoardReader::ready(BoardInput::typed(board), cancel), &mut Files::default())
}

/// A conversation with a person.
struct Talk<'a> {
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    terminal: &'a Terminal,
}

/// The algorithms as they are numbered: source A's two first, then the others.
fn numbered() -> Vec<AlgorithmId> {
    let first = [AlgorithmId::Dfs, AlgorithmId::Bfs];
    let others = AlgorithmId::ALL.iter().copied().filter(|id| !first.contains(id));
    first.into_iter().chain(others).collect()
}

impl Talk<'_> {
    /// Asks until there is a board, or the end of input.
    fn ask_board(&mut self) -> io::Result<Option<Board>> {
        let example = "such as 647850321 or 6 4 7/8 5 0/3 2 1";
        writeln!(self.out, "A board, row by row, 0 for the blank, {example}.")?;
        loop {
            let Some(line) = self.ask("Board: ")? else { return Ok(None) };
            match input::read_board(&line) {
                Ok(board) => return Ok(Some(board)),
                Err(diagnostic) => errors::print(&diagnostic, self.terminal.colored_errors),
            }
        }
    }

    /// Asks until there is an algorithm, or the end of input.
    fn ask_algorithm(&mut self) -> io::Result<Option<AlgorithmId>> {
        writeln!(self.out, "\nAn algorithm, by number or name; Enter for auto.")?;
        let mut table = Table::new(vec![Column::number(""), Column::name(""), Column::text("")]);
        for (index, id) in numbered().iter().enumerate() {
            let info = id.info();
            table.add([(index + 1).to_string(), info.id.to_string(), info.summary.to_string()]);
        }
        table.write(self.terminal.width, self.terminal.paint, self.out)?;
        loop {
            let Some(line) = self.ask("Algorithm: ")? else { return Ok(None) };
            let answer = line.trim().to_ascii_lowercase();
            let index = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let by_number = || numbered().get(index?).copied();
            let name = if answer.is_empty() { "auto" } else { &answer };
            let found = name.parse().ok().or_else(by_number);
            if found.is_some() {
                return Ok(found);
            }
            let remedy = "give a number from the list, or a name";
            writeln!(self.out, "There is no algorithm '{}'; {remedy}.", answer.escape_debug())?;
        }
    }

    /// A line of the person's, or `None` at the end of input.
    fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        write!(self.out, "{question}")?;
        self.out.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ColorWhen;

    /// What is asked for, and all that was said, when a person types this.
    fn talk(typed: &[u8]) -> (Option<String>, Option<&'static str>, String) {
        let terminal = Terminal::new(ColorWhen::Never);
        let (mut input, mut out) = (typed, Vec::new());
        let mut talk = Talk { input: &mut input, out: &mut out, terminal: &terminal };
        let board = talk.ask_board().expect("memory can be written");
        let algorithm = talk.ask_algorithm().expect("memory can be written");
        let said = String::from_utf8(out).expect("it is text");
        (board.map(|board| board.to_string()), algorithm.map(|id| id.info().id), said)
    }

    #[test]
    fn a_board_and_an_algorithm_are_asked_for() {
        let board = Some("6 4 7/8 5 0/3 2 1".to_string());
        let algorithm_for = |typed: &str| {
            let (asked, algorithm, _) = talk(format!("647850321\r\n{typed}\n").as_bytes());
            assert_eq!(asked, board);
            algorithm
        };
        assert_eq!(algorithm_for("1"), Some("dfs"));
        assert_eq!(algorithm_for("2"), Some("bfs"));
        assert_eq!(algorithm_for(""), Some("auto"));
        assert_eq!(algorithm_for(" A* "), Some("astar"));
        assert_eq!(algorithm_for("0\n99\nnone\nida"), Some("ida"));
    }

    #[test]
    fn a_bad_board_is_asked_for_again() {
        let (board, algorithm, said) = talk(b"\n12 3\n\xff\n1 2/3 0\n");
        assert_eq!((board.as_deref(), algorithm), (Some("1 2/3 0"), None));
        assert_eq!(said.matches("Board: ").count(), 4);
        assert_eq!(talk(b"").0, None);
    }
}
