//! The result of a run: the answer for its board, with the fields of a run.

use super::Member;
use crate::answer::{Answer, Answered};
use crate::digest::Digest;
use crate::json::{RunOutcome, Solved};
use crate::results::{Published, RUN};
use taquin::{Board, Goal, Limits, Solver};

/// Returns the line of a run, without its line ending: the answer for a board of a set, searched within these limits.
pub fn run_line(
    solver: &Solver,
    goal: &Goal,
    answered: &Answered<'_>,
    member: &Member,
    board: &Board,
    configuration: &str,
    limits: Limits,
) -> String {
    let refused = || {
        let goal = goal.board(board.size());
        Solved::unsearched(solver, answered, board, &goal, RunOutcome::Refused)
    };
    let (solved, wrong) = match &answered.answer {
        Answer::Searched { puzzle, report } => {
            (Solved::searched(solver, answered, puzzle, report), None)
        }
        Answer::Unsolvable(why) => (Solved::unsolvable(solver, answered, why), None),
        Answer::Solvable(_) => (refused(), None),
        Answer::Wrong(diagnostic) => (refused(), Some(diagnostic)),
    };
    let mut run = Solved {
        record: RUN.to_string(),
        number: answered.number,
        name: member.name.clone(),
        configuration: configuration.to_string(),
        published_length: match member.published {
            Some(Published::Length(length)) => Some(length),
            _ => None,
        },
        published_solvable: member.published.map(|known| known != Published::Unsolvable),
        refusal: wrong.map(|diagnostic| diagnostic.message.clone()),
        refusal_code: wrong.map(|diagnostic| diagnostic.code.into()),
        // The requested limits: lines must not differ by the memory that was free when the run started.
        limits,
        ..solved
    };
    run.agrees = run.agreement();
    run.branching = run.branching_factor();
    run.digest = Some(Digest::of(&run));
    serde_json::to_string(&run).expect("numbers and text are written to memory")
}
