//! Fills the JSON schema with answers.

use super::json::{Head, Solved, Steps, Table, Wrong, stop_id, write_line};
use super::{Answer, Found, Printer, Question};
use crate::args::goal_test_id;
use std::io::{self, Write};
use taquin::search::OptionId;
use taquin::{Board, Outcome, Puzzle, Report, Stats, Unsolvable};

/// Prints JSON Lines.
#[derive(Debug)]
pub struct JsonLines<'q> {
    /// What was asked.
    pub question: &'q Question,
}

impl Printer for JsonLines<'_> {
    fn print(&self, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
        match &answer.found {
            Found::Searched { puzzle, report } => {
                write_line(out, &self.searched(answer, puzzle, report))
            }
            Found::Unsolvable(unsolvable) => write_line(out, &self.unsolvable(answer, unsolvable)),
            Found::Wrong(diagnostic) => write_line(out, &Wrong::of(answer, diagnostic)),
            Found::Solvable(_) => Ok(()),
        }
    }

    fn has_notices(&self) -> bool {
        true
    }
}

impl JsonLines<'_> {
    /// The object of one board, without the end of its line.
    pub fn object(&self, answer: &Answer<'_>) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.print(answer, &mut line)?;
        line.truncate(line.trim_ascii_end().len());
        Ok(line)
    }

    /// The object of a board that was searched.
    pub fn searched<'a>(
        &self,
        answer: &Answer<'a>,
        puzzle: &'a Puzzle,
        report: &'a Report,
    ) -> Solved<'a> {
        let solver = &self.question.solver;
        let solution = report.solution();
        let has = |id: OptionId| report.algorithm.info().options.contains(&id);
        let weight = f64::from(report.options.weight) / 1000.0;
        let outcome = match report.outcome {
            Outcome::Solved(_) => "solved",
            Outcome::Exhausted => "exhausted",
            Outcome::Stopped(_) => "stopped",
        };
        let steps = Some(solution.map(|_| Steps { puzzle, report }));
        Solved {
            head: Head::of(answer),
            board: puzzle.start().to_string(),
            goal: puzzle.goal().to_string(),
            size: puzzle.size().to_string(),
            algorithm: Some(report.algorithm.info().id),
            requested: self.question.requested,
            heuristic: report.heuristic.as_ref().map(ToString::to_string),
            cost_model: report.costs.id(),
            order: report.order.to_string(),
            ties: report.ties.map(|ties| ties.id()),
            goal_test: Some(goal_test_id(report.goal_test)),
            weight: has(OptionId::Weight).then_some(weight),
            width: has(OptionId::Width).then_some(report.options.width),
            max_depth: solver.max_depth,
            limits: report.limits.into(),
            outcome,
            stopped_by: report.stopped_by.map(stop_id),
            optimal: report.optimal,
            length: solution.map(|solution| solution.len()),
            cost: report.cost,
            moves_blank: solution.map(|solution| solution.blank_letters()),
            moves_tile: solution.map(|solution| solution.tile_letters()),
            lower_bound: Some(report.lower_bound),
            stats: (&report.stats).into(),
            table: report.table.map(|table| Table {
                entries: table.entries,
                built: table.built,
                build_seconds: table.build_time.as_secs_f64(),
            }),
            notices: &report.notices,
            unsolvable: None,
            path_ids: self.question.steps.then_some(report.path_ids.as_deref()),
            steps: if self.question.steps { steps } else { None },
        }
    }

    /// The object of a board that cannot be solved.
    pub fn unsolvable<'a>(&self, answer: &Answer<'a>, why: &Unsolvable) -> Solved<'a> {
        let object = self.unsearched(answer, &why.start, "unsolvable");
        Solved { unsolvable: Some(why.into()), ..object }
    }

    /// The object of a board on which nothing was searched.
    pub fn unsearched<'a>(
        &self,
        answer: &Answer<'a>,
        board: &Board,
        outcome: &'static str,
    ) -> Solved<'a> {
        let Question { solver, goal, .. } = self.question;
        Solved {
            head: Head::of(answer),
            board: board.to_string(),
            goal: goal.board(board.size()).to_string(),
            size: board.size().to_string(),
            algorithm: None,
            requested: self.question.requested,
            heuristic: None,
            cost_model: solver.costs.id(),
            order: solver.order.to_string(),
            ties: None,
            goal_test: None,
            weight: None,
            width: None,
            max_depth: solver.max_depth,
            limits: solver.limits.into(),
            outcome,
            stopped_by: None,
            optimal: false,
            length: None,
            cost: None,
            moves_blank: None,
            moves_tile: None,
            lower_bound: None,
            stats: (&Stats::default()).into(),
            table: None,
            notices: &[],
            unsolvable: None,
            path_ids: self.question.steps.then_some(None),
            steps: self.question.steps.then_some(None),
        }
    }
}
