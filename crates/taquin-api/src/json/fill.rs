//! Fills in the JSON objects of answers.

use super::common::{Head, WrongBoard};
use super::solved::{Improvement, Letters, Solved, Steps, Table, outcome_id, stop_id};
use crate::answer::{Answer, Answered, SolveRequest};
use crate::settings::SettingFields;
use serde::Serialize;
use taquin::{Board, Mover, Puzzle, Report, Settings, Solution, Stats, Unsolvable};

/// The object for any input that was to be solved.
#[derive(Serialize)]
#[serde(untagged)]
pub enum SolveDocument<'a> {
    /// The input is a board.
    Solved(Box<Solved<'a>>),
    /// The input is not a board, or the request does not fit it.
    Wrong(WrongBoard<'a>),
}

impl<'a> SolveDocument<'a> {
    /// Creates the object of an answer; `None` if only solvability was requested.
    pub fn of(request: &SolveRequest, answered: &'a Answered<'a>) -> Option<SolveDocument<'a>> {
        match &answered.answer {
            Answer::Wrong(wrong) => Some(SolveDocument::Wrong(WrongBoard::of(answered, wrong))),
            _ => {
                Solved::of(request, answered).map(|solved| SolveDocument::Solved(Box::new(solved)))
            }
        }
    }
}

/// Returns the letters of a solution's moves.
fn letters(solution: &Solution, mover: Mover) -> Letters<'_> {
    Letters { moves: solution.moves(), mover }
}

impl<'a> Solved<'a> {
    /// Creates the object of a board that was searched or is unsolvable; otherwise `None`.
    pub fn of(request: &SolveRequest, answered: &'a Answered<'a>) -> Option<Solved<'a>> {
        match &answered.answer {
            Answer::Searched { puzzle, report } => {
                Some(Solved::searched(request, answered, puzzle, report))
            }
            Answer::Unsolvable(why) => Some(Solved::unsolvable(request, answered, why)),
            Answer::Solvable(_) | Answer::Wrong(_) => None,
        }
    }

    /// Creates the object of a board that was searched.
    pub fn searched(
        request: &SolveRequest,
        answered: &Answered<'a>,
        puzzle: &'a Puzzle,
        report: &'a Report,
    ) -> Solved<'a> {
        let solution = report.solution();
        let notices = request.notices(report);
        let notice_codes = notices.iter().map(|notice| notice.code).collect();
        let steps = Some(solution.map(|_| Steps { puzzle, report }));
        Solved {
            head: Head::of(answered),
            board: puzzle.start().to_string(),
            goal: puzzle.goal().to_string(),
            size: puzzle.size().to_string(),
            algorithm: Some(report.algorithm.info().id),
            requested: request.requested,
            heuristic: report.heuristic.as_ref().map(ToString::to_string),
            cost_model: report.costs.id(),
            settings: SettingFields(report.settings.clone()),
            limits: report.limits.into(),
            outcome: outcome_id(&report.outcome),
            stopped_by: report.stopped_by.map(stop_id),
            optimal: report.optimal,
            length: solution.map(|solution| solution.len()),
            cost: report.cost,
            moves_blank: solution.map(|solution| letters(solution, Mover::Blank)),
            moves_tile: solution.map(|solution| letters(solution, Mover::Tile)),
            lower_bound: Some(report.lower_bound),
            improvements: report.improvements.iter().map(Improvement::from).collect(),
            stats: (&report.stats).into(),
            table: report.table.map(|table| Table {
                entries: table.entries,
                built: table.built,
                build_seconds: table.build_time.as_secs_f64(),
            }),
            notices: notices.into_iter().map(|notice| notice.sentence).collect(),
            notice_codes,
            unsolvable: None,
            path_ids: request.steps.then_some(report.path_ids.as_deref()),
            steps: if request.steps { steps } else { None },
        }
    }

    /// Creates the object of an unsolvable board.
    pub fn unsolvable(
        request: &SolveRequest,
        answered: &Answered<'a>,
        why: &Unsolvable,
    ) -> Solved<'a> {
        let object = Solved::unsearched(request, answered, &why.start, "unsolvable");
        Solved { unsolvable: Some(why.into()), ..object }
    }

    /// Creates the object of a board that was not searched.
    pub fn unsearched(
        request: &SolveRequest,
        answered: &Answered<'a>,
        board: &Board,
        outcome: &'static str,
    ) -> Solved<'a> {
        let SolveRequest { solver, goal, .. } = request;
        Solved {
            head: Head::of(answered),
            board: board.to_string(),
            goal: goal.board(board.size()).to_string(),
            size: board.size().to_string(),
            algorithm: None,
            requested: request.requested,
            heuristic: None,
            cost_model: solver.costs.id(),
            settings: SettingFields(Settings {
                order: Some(solver.settings.order.unwrap_or_default()),
                max_depth: solver.settings.max_depth,
                ..Settings::default()
            }),
            limits: solver.limits.into(),
            outcome,
            stopped_by: None,
            optimal: false,
            length: None,
            cost: None,
            moves_blank: None,
            moves_tile: None,
            lower_bound: None,
            improvements: Vec::new(),
            stats: (&Stats::default()).into(),
            table: None,
            notices: Vec::new(),
            notice_codes: Vec::new(),
            unsolvable: None,
            path_ids: request.steps.then_some(None),
            steps: request.steps.then_some(None),
        }
    }
}
