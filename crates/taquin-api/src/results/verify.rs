//! Verifies what a row states: its moves are replayed against its board and goal, length and cost are compared with
//! the moves, bounds with the cost, counts with each other, and what is derived is computed again. The first thing that
//! is contradicted becomes a sentence.

use super::RUN;
use crate::json::{RunOutcome, Solved};
use taquin::search::Iteration;
use taquin::{Board, Goal, InputFormat, Puzzle, PuzzleError, parse_board};

impl Solved {
    /// Returns what the row contradicts, if anything.
    pub(super) fn verify(&self) -> Result<(), String> {
        self.verify_outcome()?;
        if let Some(puzzle) = self.puzzle()? {
            self.verify_moves(&puzzle)?;
        }
        self.verify_proof()?;
        self.verify_counts()?;
        self.verify_derived()
    }

    /// Only solved boards have solutions, only a search that was stopped did not end by itself, and only a search has
    /// counts.
    fn verify_outcome(&self) -> Result<(), String> {
        let outcome = self.outcome.id();
        let Solved { length, cost, moves_blank, moves_tile, .. } = self;
        let (moves, tiles) = (moves_blank.is_some(), moves_tile.is_some());
        let parts = [length.is_some(), cost.is_some(), moves, tiles];
        match self.outcome {
            RunOutcome::Solved => needs(parts == [true; 4], "whole solution")?,
            _ => verify(parts == [false; 4] && !self.optimal, || {
                format!("its outcome is {outcome}, but it has a solution")
            })?,
        }
        match self.outcome {
            // A solution that could have been improved.
            RunOutcome::Solved => {}
            RunOutcome::Stopped => needs(self.stopped_by.is_some(), "limit that stopped it")?,
            _ => verify(self.stopped_by.is_none(), || {
                format!("its outcome is {outcome}, but something stopped it")
            })?,
        }
        let counts = [self.stats.explored, self.stats.expanded, self.stats.generated];
        let has_counts = counts.iter().any(|count| *count > 0);
        if self.was_searched() {
            needs(self.algorithm.is_some(), "algorithm")
        } else {
            verify(!has_counts && self.algorithm.is_none(), || {
                format!("its outcome is {outcome}, but a search was run")
            })
        }
    }

    /// Returns its board and goal; `None` if the goal cannot be reached.
    fn puzzle(&self) -> Result<Option<Puzzle>, String> {
        let read = |text: &str, what: &str| -> Result<Board, String> {
            parse_board(text, InputFormat::Rows, None)
                .map_err(|error| format!("its {what} is none: {error}"))
        };
        let (board, goal) = (read(&self.board, "board")?, Goal::Board(read(&self.goal, "goal")?));
        let is_unsolvable = self.outcome == RunOutcome::Unsolvable;
        match Puzzle::new(board, &goal) {
            Ok(_) if is_unsolvable => {
                Err("its outcome is unsolvable, but its board is not".to_string())
            }
            Ok(puzzle) => Ok(Some(puzzle)),
            Err(PuzzleError::Unsolvable(_)) if !self.was_searched() => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Replays the moves, and compares them with length and cost.
    fn verify_moves(&self, puzzle: &Puzzle) -> Result<(), String> {
        let Some(solution) = &self.moves_blank else { return Ok(()) };
        solution.verify(puzzle).map_err(|error| error.to_string())?;
        verify(self.moves_tile.as_ref() == Some(solution), || {
            "its moves_tile are not its moves_blank".to_string()
        })?;
        let found = solution.len() as u64;
        let length = self.length.unwrap_or(found);
        verify(length == found, || format!("its length is {length}, but it has {found} moves"))?;
        let found = self.cost_model.of_path(puzzle, solution);
        let cost = self.cost.unwrap_or(found);
        verify(cost == found, || format!("its cost is {cost}, but its moves cost {found}"))
    }

    /// Compares bounds, improvements and what is called optimal with the cost.
    fn verify_proof(&self) -> Result<(), String> {
        let improved = self.improvements.iter().map(|improved| improved.cost);
        let descends = improved.is_sorted_by(|a, b| a > b);
        verify(descends, || "each of its improvements should be one".to_string())?;
        let Some(cost) = self.cost else { return Ok(()) };
        let last = self.improvements.last().map_or(cost, |last| last.cost);
        verify(last == cost, || format!("its cost is {cost}, but it was improved to {last}"))?;
        let Some(bound) = self.lower_bound else { return needs(false, "lower bound") };
        verify(bound <= cost, || format!("its lower bound is {bound}, but its cost is {cost}"))?;
        verify(self.optimal == (bound == cost), || {
            let optimal = if self.optimal { "optimal" } else { "not proven optimal" };
            format!("it is {optimal}, but its lower bound is {bound} and its cost {cost}")
        })
    }

    fn verify_counts(&self) -> Result<(), String> {
        let stats = &self.stats;
        let sum = |of: fn(&Iteration) -> u64| {
            stats.iterations.iter().fold(0, |sum: u64, each| sum.saturating_add(of(each)))
        };
        let (expanded, generated) = (sum(|each| each.expanded), sum(|each| each.generated));
        let pairs = [
            ("expanded", stats.expanded, "explored", stats.explored),
            ("expanded in its iterations", expanded, "expanded", stats.expanded),
            ("generated in its iterations", generated, "generated", stats.generated),
        ];
        pairs.into_iter().try_for_each(|(less, a, more, b)| {
            verify(a <= b, || format!("{a} are {less}, but only {b} {more}"))
        })
    }

    fn verify_derived(&self) -> Result<(), String> {
        if self.record != RUN {
            return Ok(());
        }
        let (stated, own) = (self.branching, self.branching_factor());
        // The last digit may be read back differently.
        let equal = match (stated, own) {
            (Some(stated), Some(own)) => (stated - own).abs() <= own * f64::EPSILON,
            (stated, own) => stated == own,
        };
        let shown = |value: Option<f64>| value.map_or("null".to_string(), |b| b.to_string());
        verify(equal, || {
            let (stated, own) = (shown(stated), shown(own));
            format!("its branching is {stated}, but follows from its counts as {own}")
        })?;
        verify(self.agrees == self.agreement(), || {
            "what it says about the published length does not follow from its result".to_string()
        })
    }
}

/// Requires a field.
fn needs(is_there: bool, what: &str) -> Result<(), String> {
    verify(is_there, || format!("it states no {what}"))
}

/// Returns the sentence if something does not hold.
fn verify(holds: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong()) }
}
