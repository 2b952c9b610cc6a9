//! Verifies what a row states: its moves are replayed against its board and goal, length and cost are compared with
//! the moves, bounds with the cost, counts with each other, and what is derived is computed again. The first thing that
//! is contradicted becomes a sentence.
//!
//! Lines may lack fields, such as those that someone selected from the lines of `solve`; then the rest is verified. A
//! line of an experiment (`record` is `run`) has all fields.

use super::{RUN, Row, RunOutcome};
use crate::json::{Iteration, stop_id};
use taquin::{
    Board, CostModel, Direction, Goal, InputFormat, Puzzle, PuzzleError, Solution, Stop,
    parse_board,
};

impl Row {
    /// Returns what the row contradicts, if anything.
    pub(super) fn verify(&self) -> Result<(), String> {
        self.verify_outcome()?;
        match (&self.board[..], &self.goal[..]) {
            ("", _) | (_, "") => self.needs(false, "board and goal")?,
            (board, goal) => {
                let puzzle = self.puzzle(board, goal)?;
                puzzle.map_or(Ok(()), |puzzle| self.verify_moves(&puzzle))?;
            }
        }
        self.verify_proof()?;
        self.verify_counts()?;
        self.verify_derived()
    }

    /// Whether it is the line of an experiment, which has all fields.
    fn is_run(&self) -> bool {
        self.record == RUN
    }

    /// Requires a field of the line of an experiment.
    fn needs(&self, is_there: bool, what: &str) -> Result<(), String> {
        verify(is_there || !self.is_run(), || format!("it states no {what}"))
    }

    /// Only solved boards have solutions, only a search that was stopped did not end by itself, and only a search has
    /// counts.
    fn verify_outcome(&self) -> Result<(), String> {
        let outcome = self.outcome.id();
        let Row { length, cost, moves_blank, moves_tile, .. } = self;
        let (moves, tiles) = (moves_blank.is_some(), moves_tile.is_some());
        let parts = [length.is_some(), cost.is_some(), moves, tiles];
        match self.outcome {
            RunOutcome::Solved => self.needs(parts == [true; 4], "whole solution")?,
            _ => verify(parts == [false; 4] && !self.optimal, || {
                format!("its outcome is {outcome}, but it has a solution")
            })?,
        }
        let stop = self.stopped_by.as_deref();
        let known = stop.is_none_or(|stop| STOPS.map(stop_id).contains(&stop));
        verify(known, || format!("nothing is stopped by '{}'", stop.unwrap_or_default()))?;
        match self.outcome {
            // A solution that could have been improved.
            RunOutcome::Solved => {}
            RunOutcome::Stopped => self.needs(stop.is_some(), "limit that stopped it")?,
            _ => verify(stop.is_none(), || {
                format!("its outcome is {outcome}, but something stopped it")
            })?,
        }
        let counts = [self.stats.explored, self.stats.expanded, self.stats.generated];
        let has_counts = counts.iter().any(|count| count.is_some_and(|count| count > 0));
        if self.was_searched() {
            self.needs(self.algorithm.is_some(), "algorithm")
        } else {
            verify(!has_counts && self.algorithm.is_none(), || {
                format!("its outcome is {outcome}, but a search was run")
            })
        }
    }

    /// Returns its board and goal; `None` if the goal cannot be reached.
    fn puzzle(&self, board: &str, goal: &str) -> Result<Option<Puzzle>, String> {
        let read = |text: &str, what: &str| -> Result<Board, String> {
            parse_board(text, InputFormat::Rows, None)
                .map_err(|error| format!("its {what} is none: {error}"))
        };
        let (board, goal) = (read(board, "board")?, Goal::Board(read(goal, "goal")?));
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
        let Some(letters) = &self.moves_blank else { return Ok(()) };
        let moves: Option<Vec<Direction>> = letters.chars().map(Direction::from_letter).collect();
        let moves = moves.ok_or("its moves_blank has other letters than U, D, L and R")?;
        let solution = Solution::new(moves);
        solution.verify(puzzle).map_err(|error| error.to_string())?;
        let tiles = self.moves_tile.as_ref().is_none_or(|tiles| *tiles == solution.tile_letters());
        verify(tiles, || "its moves_tile are not its moves_blank".to_string())?;
        let found = solution.len() as u64;
        let length = self.length.unwrap_or(found);
        verify(length == found, || format!("its length is {length}, but it has {found} moves"))?;
        let model = self.cost_model.as_deref().unwrap_or(CostModel::Unit.id());
        let model =
            CostModel::from_id(model).ok_or_else(|| format!("there is no cost model '{model}'"))?;
        let found = model.of_path(puzzle, &solution);
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
        let Some(bound) = self.lower_bound else { return self.needs(false, "lower bound") };
        verify(bound <= cost, || format!("its lower bound is {bound}, but its cost is {cost}"))?;
        verify(self.optimal == (bound == cost), || {
            let optimal = if self.optimal { "optimal" } else { "not proven optimal" };
            format!("it is {optimal}, but its lower bound is {bound} and its cost {cost}")
        })
    }

    fn verify_counts(&self) -> Result<(), String> {
        let stats = &self.stats;
        let count = |value: Option<u64>| value.unwrap_or(u64::MAX);
        let sum = |of: fn(&Iteration) -> u64| {
            stats.iterations.iter().fold(0, |sum: u64, each| sum.saturating_add(of(each)))
        };
        let (expanded, generated) = (sum(|each| each.expanded), sum(|each| each.generated));
        let pairs = [
            ("expanded", stats.expanded.unwrap_or(0), "explored", count(stats.explored)),
            ("expanded in its iterations", expanded, "expanded", count(stats.expanded)),
            ("generated in its iterations", generated, "generated", count(stats.generated)),
        ];
        pairs.into_iter().try_for_each(|(less, a, more, b)| {
            verify(a <= b, || format!("{a} are {less}, but only {b} {more}"))
        })
    }

    fn verify_derived(&self) -> Result<(), String> {
        if !self.is_run() {
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

/// What may stop a search.
const STOPS: [Stop; 4] = [Stop::Nodes, Stop::Time, Stop::Memory, Stop::Cancelled];

/// Returns the sentence if something does not hold.
fn verify(holds: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong()) }
}
