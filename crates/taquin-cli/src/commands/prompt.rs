//! `taquin` alone: on a terminal it asks for a board, solves it, and asks what else to do with that board; elsewhere
//! it prints its help. A choice from the menu is a command line, which is shown so that the user can type it next
//! time.

use super::files::Files;
use super::solve::{SolveRun, limits};
use super::{ExitStatus, Failure, output};
use crate::args::{CacheArgs, Cli, LimitArgs};
use crate::errors;
use crate::input::{self, BoardReader};
use crate::interrupt;
use crate::present::{Brief, Column, Table, Text};
use crate::terminal::Terminal;
use clap::CommandFactory;
use std::io::{self, BufRead, IsTerminal, Write};
use taquin::solve::AlgorithmId;
use taquin::{Board, Goal, Puzzle, Solver};
use taquin_api::board_input::BoardInput;

/// Runs a command line: the arguments without the program's own name.
pub type RunLine<'a> = &'a dyn Fn(&[String]) -> ExitStatus;

/// Runs the command; `run_line` runs the command lines chosen from the menu.
pub fn run(terminal: &Terminal, run_line: RunLine<'_>) -> Result<ExitStatus, Failure> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let mut out = output();
        write!(out, "{}", Cli::command().render_help())?;
        out.flush()?;
        return Ok(ExitStatus::Good);
    }
    let mut input = io::stdin().lock();
    let solve = |board: &Board, algorithm| solve(board, algorithm, terminal);
    let mut dialog =
        Dialog { input: &mut input, out: &mut io::stdout(), terminal, solve: &solve, run_line };
    dialog.run()
}

/// Solves a board and prints a brief answer.
fn solve(board: &Board, algorithm: AlgorithmId, terminal: &Terminal) -> Result<(), Failure> {
    let solver = Solver {
        algorithm: Some(algorithm),
        limits: limits(&LimitArgs { max_nodes: None, max_time: None, max_memory: None }),
        store: CacheArgs { cache_dir: None }.store(),
        ..Solver::default()
    };
    let goal = Goal::Classic;
    let cancel = interrupt::cancel();
    let solve_run = SolveRun {
        solver: &solver,
        goal: &goal,
        printer: &Brief(Text { solver: &solver, goal: &goal, terminal: *terminal }),
        terminal,
        progress: None,
        quiet: false,
        watch: false,
        cancel: cancel.clone(),
    };
    let boards = BoardReader::ready(BoardInput::typed(board.clone()), cancel);
    solve_run.answer_all(boards, &mut Files::default())?;
    Ok(())
}

/// What can be done with a board that was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Steps,
    Watch,
    Algorithm,
    Compare,
    Picture,
    Play,
    NewBoard,
    Quit,
}

/// All choices in the order of their numbers: a letter, a name, and a description.
const MENU: [(Choice, char, &str, &str); 8] = [
    (Choice::Steps, 's', "steps", "every board on the path"),
    (Choice::Watch, 'w', "watch", "the search, step by step"),
    (Choice::Algorithm, 'a', "algorithm", "solve it with another one"),
    (Choice::Compare, 'c', "compare", "the textbook algorithms on this board"),
    (Choice::Picture, 'd', "draw", "the solution as an animation"),
    (Choice::Play, 'p', "play", "this board as a game"),
    (Choice::NewBoard, 'n', "new board", "or just Enter"),
    (Choice::Quit, 'q', "quit", ""),
];

/// The file that a picture is written to.
const PICTURE: &str = "solution.gif";

impl Choice {
    /// Parses a number, a letter or a name; an empty line means a new board.
    fn read(text: &str) -> Option<Choice> {
        let text = text.trim().to_lowercase();
        let is_meant = |(at, (_, letter, name, _)): &(usize, &(Choice, char, &str, &str))| {
            text == (at + 1).to_string() || text == letter.to_string() || text == *name
        };
        if text.is_empty() {
            return Some(Choice::NewBoard);
        }
        MENU.iter().enumerate().find(is_meant).map(|(_, entry)| entry.0)
    }
}

/// The dialog with the user.
struct Dialog<'a> {
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    terminal: &'a Terminal,
    /// Solves a board with an algorithm.
    solve: &'a dyn Fn(&Board, AlgorithmId) -> Result<(), Failure>,
    run_line: RunLine<'a>,
}

/// Returns the algorithms in the order of their numbers: the two of a first course, then the others.
fn numbered() -> Vec<AlgorithmId> {
    let first = [AlgorithmId::Dfs, AlgorithmId::Bfs];
    let others = AlgorithmId::ALL.iter().copied().filter(|id| !first.contains(id));
    first.into_iter().chain(others).collect()
}

impl Dialog<'_> {
    /// Handles one board after another, until the user quits or the input ends.
    fn run(&mut self) -> Result<ExitStatus, Failure> {
        let example = "such as 647850321 or 6 4 7/8 5 0/3 2 1";
        let question = format!("A board, row by row, 0 for the blank, {example}; q quits.");
        writeln!(self.out, "{}", textwrap::fill(&question, self.terminal.width))?;
        while let Some(board) = self.ask_board()? {
            self.answer(&board, AlgorithmId::Auto)?;
            let is_solvable = Puzzle::new(board.clone(), &Goal::Classic).is_ok();
            if is_solvable && let Some(status) = self.offer(&board)? {
                return Ok(status);
            }
        }
        Ok(ExitStatus::Good)
    }

    /// Performs choices for a board until the user wants another one; a status ends the dialog.
    fn offer(&mut self, board: &Board) -> Result<Option<ExitStatus>, Failure> {
        let mut algorithm = AlgorithmId::Auto;
        loop {
            match self.ask_choice()? {
                None | Some(Choice::Quit) => return Ok(Some(ExitStatus::Good)),
                Some(Choice::NewBoard) => return Ok(None),
                Some(Choice::Algorithm) => match self.ask_algorithm()? {
                    Some(chosen) => {
                        algorithm = chosen;
                        self.answer(board, algorithm)?;
                    }
                    None => return Ok(Some(ExitStatus::Good)),
                },
                Some(choice) => self.perform(choice, board, algorithm)?,
            }
            if interrupt::is_interrupted() {
                return Ok(Some(ExitStatus::Interrupted));
            }
        }
    }

    fn answer(&mut self, board: &Board, algorithm: AlgorithmId) -> Result<(), Failure> {
        writeln!(self.out)?;
        self.out.flush()?;
        (self.solve)(board, algorithm)?;
        interrupt::release();
        Ok(writeln!(self.out)?)
    }

    /// Shows the command line of a choice and runs it.
    fn perform(&mut self, choice: Choice, board: &Board, algorithm: AlgorithmId) -> io::Result<()> {
        let line = command_line(choice, board, algorithm);
        let quoted = line
            .iter()
            .map(|part| if part.contains(' ') { format!("\"{part}\"") } else { part.clone() });
        let shown = format!("$ taquin {}", quoted.collect::<Vec<_>>().join(" "));
        writeln!(self.out, "\n{}\n", self.terminal.paint.faint(shown))?;
        self.out.flush()?;
        let status = (self.run_line)(&line);
        interrupt::release();
        if choice == Choice::Picture && status == ExitStatus::Good {
            writeln!(self.out, "\nThe picture is {PICTURE}.")?;
        }
        writeln!(self.out)
    }

    /// Asks until there is a board, or the user quits.
    fn ask_board(&mut self) -> io::Result<Option<Board>> {
        loop {
            let Some(line) = self.ask("Board: ")? else { return Ok(None) };
            match line.trim() {
                "q" | "Q" | "quit" | "exit" => return Ok(None),
                "" => continue,
                _ => {}
            }
            match input::read_board(&line) {
                Ok(board) => return Ok(Some(board)),
                Err(diagnostic) => errors::print(&diagnostic, self.terminal.colored_errors),
            }
        }
    }

    /// Shows the menu and asks until there is a choice, or the end of input.
    fn ask_choice(&mut self) -> io::Result<Option<Choice>> {
        let mut table = Table::new(vec![Column::name(""), Column::name(""), Column::text("")]);
        for (at, (_, letter, name, does)) in MENU.iter().enumerate() {
            table.add([format!("{} {letter}", at + 1), name.to_string(), does.to_string()]);
        }
        table.write(self.terminal.width, self.terminal.paint, self.out)?;
        loop {
            let Some(line) = self.ask("Next: ")? else { return Ok(None) };
            if let Some(choice) = Choice::read(&line) {
                return Ok(Some(choice));
            }
            let remedy = "give a number, a letter or a name of the list";
            writeln!(self.out, "There is no '{}'; {remedy}.", line.trim().escape_debug())?;
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

    /// Reads a line from the user; `None` at the end of input.
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

/// Returns the command line for a choice on a board that was solved with an algorithm.
fn command_line(choice: Choice, board: &Board, algorithm: AlgorithmId) -> Vec<String> {
    let size = board.size();
    let digits = board.to_digits().filter(|_| size.rows() == size.cols());
    let board = digits.unwrap_or_else(|| board.to_string());
    let by = match algorithm {
        AlgorithmId::Auto => Vec::new(),
        id => vec!["-a", id.info().id],
    };
    let (command, options) = match choice {
        Choice::Watch => ("solve", [by, vec!["--watch"]].concat()),
        Choice::Compare => ("compare", Vec::new()),
        Choice::Picture => ("solve", [by, vec!["-o", PICTURE]].concat()),
        Choice::Play => ("play", Vec::new()),
        _ => ("solve", [by, vec!["--steps"]].concat()),
    };
    let options = options.into_iter().map(str::to_string);
    [command.to_string(), board].into_iter().chain(options).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::ColorWhen;
    use std::cell::RefCell;

    /// Returns the commands run and the output printed when a user types this.
    fn run_dialog(typed: &[u8]) -> (Vec<String>, String) {
        let terminal = Terminal::new(ColorWhen::Never);
        let (mut input, mut out) = (typed, Vec::new());
        let done = RefCell::new(Vec::new());
        let solve = |board: &Board, algorithm: AlgorithmId| {
            done.borrow_mut().push(format!("{} {board}", algorithm.info().id));
            Ok(())
        };
        let run_line = |line: &[String]| {
            done.borrow_mut().push(line.join(" "));
            ExitStatus::Good
        };
        let mut dialog = Dialog {
            input: &mut input,
            out: &mut out,
            terminal: &terminal,
            solve: &solve,
            run_line: &run_line,
        };
        assert_eq!(dialog.run().expect("memory can be written"), ExitStatus::Good);
        (done.into_inner(), String::from_utf8(out).expect("it is text"))
    }

    #[test]
    fn a_board_is_answered_at_once_and_then_what_is_chosen() {
        let (done, printed) =
            run_dialog(b"647850321\r\ns\n2\nCompare\nd\n6\na\nida\nw\ns\n8\nnever read\n");
        assert_eq!(
            done,
            [
                "auto 6 4 7/8 5 0/3 2 1",
                "solve 647850321 --steps",
                "solve 647850321 --watch",
                "compare 647850321",
                "solve 647850321 -o solution.gif",
                "play 647850321",
                "ida 6 4 7/8 5 0/3 2 1",
                "solve 647850321 -a ida --watch",
                "solve 647850321 -a ida --steps",
            ]
        );
        assert!(printed.contains("$ taquin solve 647850321 --steps"), "{printed}");
        assert!(printed.contains("The picture is solution.gif."), "{printed}");
    }

    #[test]
    fn enter_asks_for_the_next_board_and_the_end_of_input_quits() {
        let (done, _) = run_dialog(b"1 2 3/4 5 6/0 7 8\n\n1 2 3 4/5 6 7 8/9 10 0 11\nw\n");
        assert_eq!(done[0], "auto 1 2 3/4 5 6/0 7 8");
        assert_eq!(done[1], "auto 1 2 3 4/5 6 7 8/9 10 0 11");
        assert_eq!(done[2], "solve 1 2 3 4/5 6 7 8/9 10 0 11 --watch");
        assert_eq!(run_dialog(b"").0, [""; 0]);
        assert_eq!(run_dialog(b"q\n647850321\n").0, [""; 0]);
        let (done, printed) = run_dialog(b"51249638DA7B0EFC\nw\nplay it\nq\n");
        assert_eq!(done[1], "solve 51249638DA7B0EFC --watch");
        assert!(printed.contains("There is no 'play it'"), "{printed}");
    }

    #[test]
    fn an_algorithm_is_asked_for() {
        let algorithm_for = |typed: &str| {
            let (done, _) = run_dialog(format!("647850321\na\n{typed}\nq\n").as_bytes());
            done.last().and_then(|line| line.split(' ').next().map(str::to_string))
        };
        for (typed, id) in [
            ("1", "dfs"),
            ("2", "bfs"),
            ("", "auto"),
            (" A* ", "astar"),
            ("0\n99\nnone\nida", "ida"),
        ] {
            assert_eq!(algorithm_for(typed).as_deref(), Some(id), "{typed}");
        }
    }

    #[test]
    fn a_bad_board_is_asked_for_again_and_an_unsolvable_one_has_no_menu() {
        let (done, printed) = run_dialog(b"\n12 3\n\xff\n1 2/3 0\n");
        assert_eq!(done, ["auto 1 2/3 0"]);
        assert_eq!(printed.matches("Board: ").count(), 4);
        let (done, printed) = run_dialog(b"123456870\n123456780\n");
        assert_eq!(done.len(), 2);
        assert_eq!((printed.matches("Board: ").count(), printed.matches("Next: ").count()), (2, 1));
    }
}
