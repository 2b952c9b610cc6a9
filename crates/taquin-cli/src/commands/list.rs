//! `taquin list`: everything there is to choose from, from the library's lists.

use super::{ExitStatus, Failure, output};
use crate::args::ListArgs;
use crate::args::values::names_of;
use crate::present::write_table;
use crate::terminal::Terminal;
use std::io::Write;
use taquin::heuristic::{HEURISTICS, HeuristicInfo};
use taquin::search::{AlgorithmInfo, Optimality};
use taquin::solve::AlgorithmId;
use taquin::{CostModel, Goal, InputFormat};
use taquin_api::json::{Catalogue, write_line};

/// Runs the command.
pub fn run(args: &ListArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let mut out = output();
    if args.json {
        write_line(&mut out, &Catalogue::default())?;
    } else {
        write_text(terminal, &mut out)?;
    }
    out.flush()?;
    Ok(ExitStatus::Good)
}

/// What an algorithm promises about the cost, in a few words.
pub fn optimality(info: &AlgorithmInfo) -> &'static str {
    match info.optimal {
        Optimality::Always => "yes",
        Optimality::FewestMoves => "fewest moves",
        Optimality::IfAdmissible => "yes",
        Optimality::Never => "no",
    }
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn write_text(terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let cells = |row: &[&str]| row.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
    let mut section =
        |title: &str, rows: Vec<Vec<String>>, wrapped: usize| -> Result<(), Failure> {
            writeln!(out, "{}", terminal.paint.heading(title))?;
            write_table(&rows, wrapped, terminal.width, out)?;
            Ok(writeln!(out)?)
        };

    let heading = cells(&["id", "complete", "optimal", "heuristic", "what it does", "memory"]);
    let algorithm = |id: &AlgorithmId| {
        let info = id.info();
        let complete = yes_or_no(info.complete);
        let informed = yes_or_no(info.informed);
        cells(&[info.id, complete, optimality(info), informed, info.summary, info.memory])
    };
    let rows = std::iter::once(heading).chain(AlgorithmId::ALL.iter().map(algorithm)).collect();
    section("Algorithms (--algorithm)", rows, 4)?;

    let heading = cells(&["id", "admissible", "consistent", "what it is"]);
    let heuristic = |info: &HeuristicInfo| {
        let (admissible, consistent) = (yes_or_no(info.admissible), yes_or_no(info.consistent));
        cells(&[info.id, admissible, consistent, info.summary])
    };
    let rows = std::iter::once(heading).chain(HEURISTICS.iter().map(heuristic)).collect();
    section("Heuristics (--heuristic)", rows, 3)?;

    let rows = CostModel::LIST.iter().map(|(_, id, doc)| cells(&[id, doc])).collect();
    section("Costs of a move (--cost)", rows, 1)?;
    let rows = Goal::NAMED.iter().map(|(id, _, doc)| cells(&[id, doc])).collect();
    section("Goals (--goal; or any board)", rows, 1)?;
    let rows = names_of("ties").iter().map(|(id, doc)| cells(&[id, doc])).collect();
    section("Which of equally good states comes first (--ties)", rows, 1)?;
    let rows = names_of("goal-test").iter().map(|(id, doc)| cells(&[id, doc])).collect();
    section("When states are tested for the goal (--goal-test)", rows, 1)?;
    let rows = InputFormat::NAMED.iter().map(|(id, _, doc)| cells(&[id, doc])).collect();
    section("How boards are written (--input-format)", rows, 1)?;

    writeln!(
        out,
        "Complete: finds a solution wherever there is one, given time and memory. Optimal: the solution\n\
         is proven the cheapest. Admissible: never overestimates. Consistent: a move never lowers the\n\
         estimate by more than the move costs. 'taquin explain ID' says more."
    )?;
    Ok(())
}
