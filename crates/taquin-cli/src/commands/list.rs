//! `taquin list`: everything that can be chosen, from the library's lists.

use super::{ExitStatus, Failure, output};
use crate::args::ListArgs;
use crate::args::values::names_of;
use crate::present::{Column, Table};
use crate::prose::filled;
use crate::terminal::Terminal;
use std::io::Write;
use taquin::heuristic::HEURISTICS;
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

/// Describes what an algorithm guarantees about the cost, in a few words.
fn optimality(info: &AlgorithmInfo) -> &'static str {
    match info.optimal {
        Optimality::Always => "yes",
        Optimality::FewestMoves => "fewest moves",
        Optimality::IfAdmissible => "yes",
        Optimality::WhereProven => "where proven",
        Optimality::Never => "no",
    }
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn write_text(terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let mut section = |title: &str, table: Table<'_>| -> Result<(), Failure> {
        writeln!(out, "{}", terminal.paint.heading(title))?;
        let left_out = table.write(terminal.width, terminal.paint, out)?;
        if !left_out.is_empty() {
            let (columns, headings) = (terminal.columns, left_out.join(", "));
            let text = format!("Left out in {columns} columns: {headings}.");
            writeln!(out, "{}", terminal.paint.faint(filled(&text, terminal.width, "  ", "  ")))?;
        }
        Ok(writeln!(out)?)
    };

    let mut table = Table::new(vec![
        Column::name("id"),
        Column::name("complete").left_out(2),
        Column::name("optimal"),
        Column::name("heuristic").left_out(1),
        Column::text_of("what it does", 29),
        Column::text_of("memory", 16).left_out(0),
    ]);
    for info in AlgorithmId::ALL.iter().map(|id| id.info()) {
        let (complete, informed) = (yes_or_no(info.complete), yes_or_no(info.informed));
        table.add([info.id, complete, optimality(info), informed, info.summary, info.memory]);
    }
    section("Algorithms (--algorithm)", table)?;

    let mut table = Table::new(vec![
        Column::name("id"),
        Column::name("admissible"),
        Column::name("consistent").left_out(0),
        Column::text("what it is"),
    ]);
    for info in HEURISTICS {
        let (admissible, consistent) = (yes_or_no(info.admissible), yes_or_no(info.consistent));
        table.add([info.id, admissible, consistent, info.summary]);
    }
    section("Heuristics (--heuristic)", table)?;

    section("Costs of a move (--cost)", named(CostModel::LIST.iter().map(|e| (e.1, e.2))))?;
    section("Goals (--goal; or any board)", named(Goal::NAMED.iter().map(|e| (e.0, e.2))))?;
    let ties = named(names_of("ties").iter().copied());
    section("Which of equally good states comes first (--ties)", ties)?;
    let goal_tests = named(names_of("goal-test").iter().copied());
    section("When states are tested for the goal (--goal-test)", goal_tests)?;
    let formats = named(InputFormat::NAMED.iter().map(|e| (e.0, e.2)));
    section("How boards are written (--input-format)", formats)?;

    let explanation = "Complete: finds a solution whenever there is one, given time and memory. Optimal: the \
        solution is proven the cheapest. Admissible: never overestimates. Consistent: a move never lowers the \
        estimate by more than the move costs. For more, see 'taquin explain ID'.";
    writeln!(out, "{}", filled(explanation, terminal.width, "", ""))?;
    Ok(())
}

/// Returns a table of names with a line about each.
fn named<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> Table<'static> {
    let mut table = Table::new(vec![Column::name(""), Column::text("")]);
    entries.for_each(|(id, doc)| table.add([id, doc]));
    table
}
