//! `taquin` alone: on a terminal it asks for a board and an algorithm, as source A does, and shows
//! the way; elsewhere it prints its help.

use super::solve::{Job, limits};
use super::{Ending, Failure, output};
use crate::args::{Cli, LimitArgs};
use crate::input::{self, Asked};
use crate::interrupt;
use crate::present::{Question, Text, write_table};
use crate::terminal::Terminal;
use clap::CommandFactory;
use std::io::{self, IsTerminal, Write};
use taquin::search::AlgorithmInfo;
use taquin::solve::{ALGORITHMS, find_algorithm};
use taquin::{Goal, Solver};

/// Runs it; `at_once` ends the program.
pub fn run(terminal: &Terminal, at_once: fn()) -> Result<Ending, Failure> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let mut out = output();
        write!(out, "{}", Cli::command().render_help())?;
        out.flush()?;
        return Ok(Ending::Good);
    }
    let Some(asked) = ask_board(terminal)? else { return Ok(Ending::Good) };
    let Some(algorithm) = ask_algorithm(terminal)? else { return Ok(Ending::Good) };
    say("\n")?;
    let limits = limits(&LimitArgs { max_nodes: None, max_time: None, max_memory: None });
    let question = Question {
        solver: Solver { algorithm: Some(algorithm), limits, ..Solver::default() },
        requested: algorithm.id,
        goal: Goal::Classic,
        steps: true,
    };
    let job = Job {
        question: &question,
        printer: &Text { question: &question, paint: terminal.paint },
        terminal,
        progress: None,
        quiet: false,
        cancel: interrupt::on_ctrl_c(at_once),
    };
    job.answer_all(&[asked])
}

/// Asks until there is a board, or the end of input.
fn ask_board(terminal: &Terminal) -> Result<Option<Asked>, Failure> {
    say("A board, row by row, 0 for the blank, such as 647850321 or 6 4 7/8 5 0/3 2 1.\n")?;
    loop {
        let Some(line) = ask("Board: ")? else { return Ok(None) };
        match input::read_board("your board", &line) {
            Ok(board) => {
                return Ok(Some(Asked { source: "your board".into(), line: 1, board: Ok(board) }));
            }
            Err(complaint) => complaint.print(terminal.colored_errors),
        }
    }
}

/// The algorithms as the prompt numbers them: source A's two first, then the others.
fn numbered() -> Vec<&'static AlgorithmInfo> {
    let first = ["dfs", "bfs"];
    let others = ALGORITHMS.iter().filter(|info| !first.contains(&info.id));
    first.into_iter().filter_map(find_algorithm).chain(others).collect()
}

/// Asks until there is an algorithm, or the end of input.
fn ask_algorithm(terminal: &Terminal) -> Result<Option<&'static AlgorithmInfo>, Failure> {
    say("\nAn algorithm, by number or name; Enter for auto.\n")?;
    let row = |(index, info): (usize, &&AlgorithmInfo)| {
        vec![format!("{:>2}", index + 1), info.id.to_string(), info.summary.to_string()]
    };
    let rows: Vec<Vec<String>> = numbered().iter().enumerate().map(row).collect();
    write_table(&rows, 2, terminal.width, &mut io::stdout().lock())?;
    loop {
        let Some(line) = ask("Algorithm: ")? else { return Ok(None) };
        let answer = line.trim().to_ascii_lowercase();
        let by_number = answer.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let found = match answer.as_str() {
            "" => find_algorithm("auto"),
            name => find_algorithm(name)
                .or_else(|| by_number.and_then(|index| numbered().get(index).copied())),
        };
        if found.is_some() {
            return Ok(found);
        }
        say(&format!(
            "There is no algorithm '{answer}'; give a number from the list, or a name.\n"
        ))?;
    }
}

/// A line of the user's, or `None` at the end of input.
fn ask(question: &str) -> Result<Option<String>, Failure> {
    say(question)?;
    let mut line = String::new();
    match io::stdin().read_line(&mut line) {
        Ok(0) => say("\n").map(|()| None),
        Ok(_) => Ok(Some(line.trim_end_matches(['\n', '\r']).to_string())),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Ok(Some("\u{fffd}".to_string()))
        }
        Err(error) => Err(error.into()),
    }
}

fn say(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())?)
}
