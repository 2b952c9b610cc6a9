//! `taquin list`: everything there is to choose from, from the library's lists.

use super::{ExitStatus, Failure, output};
use crate::args::{ListArgs, goal_test_doc, goal_test_id, ties_doc};
use crate::present::{SCHEMA_VERSION, TOOL_VERSION, write_line, write_table};
use crate::terminal::Terminal;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use taquin::heuristic::{HEURISTICS, HeuristicId, HeuristicInfo};
use taquin::search::{AlgorithmInfo, GoalTest, Optimality, OptionId, Ties};
use taquin::solve::AlgorithmId;
use taquin::{CostModel, Goal, InputFormat, Solver};

/// Runs the command.
pub fn run(args: &ListArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let mut out = output();
    if args.json {
        write_line(&mut out, &Everything::new())?;
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
    let rows = Ties::LIST.iter().map(|(id, ties)| cells(&[id, ties_doc(*ties)])).collect();
    section("Which of equally good states comes first (--ties)", rows, 1)?;
    let rows = GoalTest::LIST.iter().map(|(id, test)| cells(&[id, goal_test_doc(*test)])).collect();
    section("When states are tested for the goal (--goal-test)", rows, 1)?;
    let rows = InputFormat::NAMED.iter().map(|(id, _, doc)| cells(&[id, doc])).collect();
    section("How boards are written (--input-format)", rows, 1)?;

    writeln!(
        out,
        "Complete: finds a solution wherever there is one, given time and memory. Optimal: the solution\n\
         is proven the cheapest. Admissible: never overestimates. Consistent: a move never lowers the\n\
         estimate by more than the move costs. 'taquin explain ID' tells more."
    )?;
    Ok(())
}

/// The lists as JSON.
#[derive(Serialize, JsonSchema)]
pub struct Everything {
    schema_version: u32,
    tool_version: &'static str,
    algorithms: Vec<Algorithm>,
    heuristics: Vec<Heuristic>,
    costs: Vec<Named>,
    goals: Vec<Named>,
    ties: Vec<Named>,
    goal_tests: Vec<Named>,
    input_formats: Vec<Named>,
}

/// An algorithm.
#[derive(Serialize, JsonSchema)]
struct Algorithm {
    id: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    summary: &'static str,
    explanation: &'static str,
    complete: bool,
    /// `always`, `fewest-moves`, `if-admissible` (others are refused) or `never`.
    optimal: &'static str,
    memory: &'static str,
    informed: bool,
    /// The heuristic it uses unless told otherwise, and all that it takes; null and none if it uses none.
    heuristic: Option<&'static str>,
    heuristics: Vec<&'static str>,
    counts_cost: bool,
    goal_test: &'static str,
    ties: Option<&'static str>,
    options: Vec<&'static str>,
}

/// A heuristic.
#[derive(Serialize, JsonSchema)]
struct Heuristic {
    id: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    summary: &'static str,
    explanation: &'static str,
    admissible: bool,
    consistent: bool,
}

/// Something else with a name.
#[derive(Serialize, JsonSchema)]
struct Named {
    id: &'static str,
    summary: &'static str,
}

impl Everything {
    /// All there is.
    pub fn new() -> Everything {
        let named = |id, summary| Named { id, summary };
        Everything {
            schema_version: SCHEMA_VERSION,
            tool_version: TOOL_VERSION,
            algorithms: AlgorithmId::ALL.iter().map(Algorithm::from).collect(),
            heuristics: HEURISTICS.iter().map(Heuristic::from).collect(),
            costs: CostModel::LIST.iter().map(|(_, id, doc)| named(id, doc)).collect(),
            goals: Goal::NAMED.iter().map(|(id, _, doc)| named(id, doc)).collect(),
            ties: Ties::LIST.iter().map(|(id, ties)| named(id, ties_doc(*ties))).collect(),
            goal_tests: GoalTest::LIST
                .iter()
                .map(|(id, test)| named(id, goal_test_doc(*test)))
                .collect(),
            input_formats: InputFormat::NAMED.iter().map(|(id, _, doc)| named(id, doc)).collect(),
        }
    }
}

impl From<&AlgorithmId> for Algorithm {
    fn from(id: &AlgorithmId) -> Algorithm {
        let algorithm = *id;
        let info = id.info();
        Algorithm {
            id: info.id,
            aliases: info.aliases,
            title: info.title,
            summary: info.summary,
            explanation: info.explanation,
            complete: info.complete,
            optimal: match info.optimal {
                Optimality::Always => "always",
                Optimality::FewestMoves => "fewest-moves",
                Optimality::IfAdmissible => "if-admissible",
                Optimality::Never => "never",
            },
            memory: info.memory,
            informed: info.informed,
            heuristic: algorithm.default_heuristic().map(|id| id.info().id),
            heuristics: HeuristicId::ALL
                .iter()
                .filter(|id| Solver::new(algorithm).heuristic_choice(**id).check().is_ok())
                .map(|id| id.info().id)
                .collect(),
            counts_cost: info.counts_cost,
            goal_test: goal_test_id(info.goal_test),
            ties: info.ties.map(|ties| ties.id()),
            options: info.options.iter().map(|option: &OptionId| option.flag()).collect(),
        }
    }
}

impl From<&'static HeuristicInfo> for Heuristic {
    fn from(info: &'static HeuristicInfo) -> Heuristic {
        Heuristic {
            id: info.id,
            aliases: info.aliases,
            title: info.title,
            summary: info.summary,
            explanation: info.explanation,
            admissible: info.admissible,
            consistent: info.consistent,
        }
    }
}
