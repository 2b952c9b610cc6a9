//! A solution as a person finds one: lay an outer row or column tile by tile, fix it, continue with
//! the smaller board that is left, and solve the last 3x3 exactly.
//!
//! Guarantees: it solves every [`Puzzle`] of any size and goal, deterministically, in
//! milliseconds (127x127: a fraction of a second), in memory linear in the moves and, for each
//! partial solution it keeps, in the cells. It does not guarantee the fewest moves.
//!
//! Bringing one tile after another home on the shortest path takes 8/3 n³ moves on a random n x n board
//! (Parberry, *Solving the (n²-1)-puzzle with 8/3 n³ expected moves*, 2015). Here it takes 1.1 to
//! 1.8 n³, for two reasons. The blank walks to a tile and around it once for each step it is
//! carried, and every such move shifts another tile: among equally short walks we take the one whose
//! other tiles gain most (see `state.rs`). And on boards that are small enough it is a beam search in which one
//! step brings a whole tile home: the partial solutions of the beam differ in the line that is laid first, in the end
//! from which it is laid and in the path along which a tile is carried.

mod endgame;
mod span;
mod state;
#[cfg(test)]
mod tests;

use crate::board::{Direction, Size};
use crate::puzzle::Puzzle;
use state::{BoardState, MOVE, Plan};
use std::ops::Range;
use taquin_search::{Budget, Held, Stop};

/// Beam width times cells that [`construct`] affords: some 30 ms up to 20x20, 100 ms at 44x44.
const EFFORT: usize = 2000;
/// The maximum number of rows and columns of the last block, which is solved exactly.
const LAST_BLOCK: usize = 3;
/// The maximum number of moves that a board of up to 3x3 needs.
const LONGEST_FINISH: usize = 31;
/// How many tiles are brought home between two checks of the clock and the flag by [`construct_quickly`]: on the largest
/// board some 50 ms.
const QUICK_STEPS: usize = 1024;
/// The weight of the cost to go in the score of a partial solution. Like all weights here it was found by experiment.
const COST_TO_GO_WEIGHT: i64 = 3;
/// By how much moving up and down is made more expensive, or cheaper, than moving sideways.
const VERTICAL_BIASES: [i32; 3] = [0, 200, -200];

/// Returns moves of the blank that solve the puzzle, first to last.
///
/// ```
/// use taquin::construct::construct;
/// use taquin::{Board, Goal, Moves, Puzzle, Size};
/// let puzzle = Puzzle::new(Board::snail(Size::new(9, 9)?), &Goal::Classic)?;
/// Moves::from(construct(&puzzle)).verify(&puzzle)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn construct(puzzle: &Puzzle) -> Vec<Direction> {
    construct_with(puzzle, &Budget::unlimited()).expect("nothing stops it")
}

/// Like [`construct`], but stops when the budget does.
pub fn construct_with(puzzle: &Puzzle, budget: &Budget) -> Result<Vec<Direction>, Stop> {
    beam_search(puzzle, EFFORT / puzzle.size().cells(), budget)
}

/// Like [`construct`], with a beam of this width: a wider one takes longer and finds fewer moves.
///
/// With a width of 0 no alternatives are compared, which is fastest; with 1 every choice for a tile is tried and the
/// best one kept.
pub fn construct_with_beam(puzzle: &Puzzle, beam_width: usize) -> Vec<Direction> {
    beam_search(puzzle, beam_width, &Budget::unlimited()).expect("nothing stops it")
}

/// A solution, and the account of its memory.
pub(crate) struct Constructed {
    pub(crate) moves: Vec<Direction>,
    pub(crate) memory: Held,
}

/// Like [`construct_with`], and keeps the moves on the budget's account.
pub(crate) fn construct_accounted(puzzle: &Puzzle, budget: &Budget) -> Result<Constructed, Stop> {
    let laid = lay(puzzle, EFFORT / puzzle.size().cells(), LAST_BLOCK, budget, None, 1)?;
    Ok(Constructed { moves: laid.moves, memory: laid.memory })
}

/// Like [`construct_with_beam`] with a width of 0, within the memory of a budget and on its account. Its clock and its
/// flag are checked so rarely that boards of up to a thousand cells, which take some ten milliseconds, are always
/// solved, even if no time is left.
pub(crate) fn construct_quickly(puzzle: &Puzzle, budget: &Budget) -> Result<Constructed, Stop> {
    let laid = lay(puzzle, 0, LAST_BLOCK, budget, None, QUICK_STEPS)?;
    Ok(Constructed { moves: laid.moves, memory: laid.memory })
}

/// A board whose outer lines are laid, and what is left of it.
pub(super) struct Laid {
    /// The moves that lay them.
    pub(super) moves: Vec<Direction>,
    /// The rows and columns that are left.
    pub(super) rows: Range<usize>,
    pub(super) cols: Range<usize>,
    /// The number of moves of all partial solutions.
    pub(super) explored: u64,
    /// The account of the moves.
    pub(super) memory: Held,
}

/// Lays outer lines until at most `left` rows and columns are left. All partial solutions together may make at most
/// `max_moves` moves.
pub(super) fn lay_outer_lines(
    puzzle: &Puzzle,
    beam_width: usize,
    left: usize,
    budget: &Budget,
    max_moves: Option<u64>,
) -> Result<Laid, Stop> {
    lay(puzzle, beam_width, left.max(LAST_BLOCK), budget, max_moves, 1)
}

/// Runs the beam search until the board is solved.
fn beam_search(
    puzzle: &Puzzle,
    beam_width: usize,
    budget: &Budget,
) -> Result<Vec<Direction>, Stop> {
    lay(puzzle, beam_width, LAST_BLOCK, budget, None, 1).map(|laid| laid.moves)
}

/// Runs the beam search until at most `left` rows and columns are left. A last block of 3x3 is solved as well. The budget
/// is checked every so many steps.
fn lay(
    puzzle: &Puzzle,
    beam_width: usize,
    left: usize,
    budget: &Budget,
    max_moves: Option<u64>,
    steps_between_checks: usize,
) -> Result<Laid, Stop> {
    let partial_bytes = size_of::<PartialSolution>() + BoardState::bytes(puzzle.size());
    let (mut held, mut segment_bytes) = (budget.open_account(), Plan::bytes(puzzle.size()));
    held.set((segment_bytes + partial_bytes) as u64)?;
    let plan = Plan::new(puzzle);
    let mut segments: Vec<Segment> = Vec::new();
    let state = BoardState::new(puzzle, &plan);
    let mut beam = vec![PartialSolution::new(puzzle.size(), left, state)];
    let (mut explored, mut steps) = (0, 0);
    let mut best: Option<PartialSolution> = None;
    while !beam.is_empty() {
        let mut next: Vec<PartialSolution> = Vec::new();
        let before = beam.len();
        for mut partial in beam.drain(..) {
            steps += 1;
            if steps % steps_between_checks == 0 {
                budget.check()?;
            }
            let mut choices = partial.choices(beam_width > 0);
            let partials = before + next.len() + choices.len().max(1);
            held.set((partials * partial_bytes + segment_bytes) as u64)?;
            if let Some(last) = choices.pop() {
                next.extend(choices.into_iter().map(|choice| partial.clone().take(choice)));
                next.push(partial.take(last));
            } else if left > LAST_BLOCK {
                if best.as_ref().is_none_or(|best| partial.score() < best.score()) {
                    best = Some(partial);
                }
            } else {
                let better_than = best.as_ref().map_or(usize::MAX, |best| best.moves);
                if partial.finish(better_than) {
                    best = Some(partial);
                }
            }
        }
        explored += next.iter().map(|partial| partial.state.moves() as u64).sum::<u64>();
        if max_moves.is_some_and(|max_moves| explored > max_moves) {
            return Err(Stop::Nodes);
        }
        next.sort_by_key(PartialSolution::score);
        for mut partial in next {
            if beam.len() < beam_width.max(1)
                && !beam.iter().any(|kept| kept.state == partial.state)
            {
                let moves = partial.state.take_moves().into_boxed_slice();
                let segment = Segment { before: partial.segment, moves };
                segment_bytes += segment.bytes();
                segments.push(segment);
                partial.segment = Some(segments.len() - 1);
                beam.push(partial);
            }
        }
    }
    let best = best.expect("a partial solution without choices is finished");
    let (rows, cols) = (best.top..best.bottom, best.left..best.right);
    held.set((best.moves + partial_bytes + segment_bytes) as u64)?;
    let moves = best.into_moves(&segments);
    drop((beam, segments));
    held.set(moves.capacity() as u64)?;
    Ok(Laid { moves, rows, cols, explored, memory: held })
}

/// The moves that brought one tile home, and the previous segment, which several partial solutions may share.
struct Segment {
    before: Option<usize>,
    moves: Box<[Direction]>,
}

impl Segment {
    /// Returns the memory it uses: lists double as they grow, and every allocation has a header.
    fn bytes(&self) -> usize {
        3 * size_of::<Segment>() + self.moves.len() + 2 * size_of::<usize>()
    }
}

/// A partial solution.
#[derive(Clone)]
struct PartialSolution<'a> {
    state: BoardState<'a>,
    /// What is not fixed yet: rows `top..bottom`, columns `left..right`.
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
    /// The number of rows and columns that may be left.
    block: usize,
    /// The line being laid.
    line: Option<EdgeLine>,
    /// The number of moves so far, and the segment with the last moves before those of the state.
    moves: usize,
    segment: Option<usize>,
}

/// A row or column at the edge of what is left.
#[derive(Clone, Copy)]
struct EdgeLine {
    /// Its first cell, and the distance from one cell to the next.
    start: usize,
    stride: usize,
    length: usize,
    /// The gap in it: the first open index, and the first index after the gap.
    open: (usize, usize),
    /// The direction of the next row or column.
    inward: Direction,
}

/// Which tile to bring home next: on which line, from which end, and how.
#[derive(Clone, Copy)]
struct Choice {
    line: EdgeLine,
    from_end: bool,
    vertical_bias: i32,
}

impl EdgeLine {
    fn cell(&self, place: usize) -> usize {
        self.start + place * self.stride
    }
}

impl<'a> PartialSolution<'a> {
    fn new(size: Size, block: usize, state: BoardState<'a>) -> PartialSolution<'a> {
        let (bottom, right) = (size.rows(), size.cols());
        PartialSolution {
            state,
            top: 0,
            bottom,
            left: 0,
            right,
            block,
            line: None,
            moves: 0,
            segment: None,
        }
    }

    /// Returns the moves so far plus the weighted cost to go, in the same unit.
    fn score(&self) -> i64 {
        self.moves as i64 * MOVE + self.state.cost_to_go() * COST_TO_GO_WEIGHT
    }

    /// Returns all possible next steps, or only the most promising one; none if no line is left to lay.
    fn choices(&self, all: bool) -> Vec<Choice> {
        let lines = self.line.map_or_else(|| self.lines(), |line| vec![line]);
        if all {
            let ends = lines.into_iter().flat_map(|line| [(line, false), (line, true)]);
            let biased = |(line, from_end)| {
                VERTICAL_BIASES.map(|vertical_bias| Choice { line, from_end, vertical_bias })
            };
            return ends.flat_map(biased).collect();
        }
        let moves_home =
            |line: &EdgeLine| self.state.moves_home((0..line.length).map(|place| line.cell(place)));
        let nearer_end = |line: EdgeLine| {
            let (first, end) = line.open;
            let away = |place: usize| self.state.steps_to(line.cell(place));
            Choice { line, from_end: away(end - 1) < away(first), vertical_bias: 0 }
        };
        lines.into_iter().min_by_key(moves_home).map(nearer_end).into_iter().collect()
    }

    /// Returns the lines that may be laid next: across the longer side, and without the blank's goal cell,
    /// which must be in the last block.
    fn lines(&self) -> Vec<EdgeLine> {
        let (rows, cols) = (self.bottom - self.top, self.right - self.left);
        let (goal_blank_row, goal_blank_col) = self.state.goal_blank();
        let step = self.state.size().cols();
        let row = |row: usize, inward| {
            let start = row * step + self.left;
            EdgeLine { start, stride: 1, length: cols, open: (0, cols), inward }
        };
        let col = |col: usize, inward| {
            let start = self.top * step + col;
            EdgeLine { start, stride: step, length: rows, open: (0, rows), inward }
        };
        let (tall, wide) = (rows >= cols && rows > self.block, cols >= rows && cols > self.block);
        let (last_row, last_col) = (self.bottom - 1, self.right - 1);
        let lines = [
            (tall && goal_blank_row != self.top).then(|| row(self.top, Direction::Down)),
            (tall && goal_blank_row != last_row).then(|| row(last_row, Direction::Up)),
            (wide && goal_blank_col != self.left).then(|| col(self.left, Direction::Right)),
            (wide && goal_blank_col != last_col).then(|| col(last_col, Direction::Left)),
        ];
        lines.into_iter().flatten().collect()
    }

    /// Brings a tile home, or the last two of a line together: either one first would block the other.
    fn take(mut self, Choice { mut line, from_end, vertical_bias }: Choice) -> PartialSolution<'a> {
        let (first, end) = line.open;
        if end - first > 2 {
            let place = if from_end { end - 1 } else { first };
            line.open = if from_end { (first, end - 1) } else { (first + 1, end) };
            self.state.bring_home(line.cell(place), vertical_bias);
            self.line = Some(line);
        } else {
            let along = |margin: usize| {
                let places = first.saturating_sub(margin)..line.length.min(end + margin);
                places.map(|place| line.cell(place)).collect()
            };
            let (a, b) = (line.cell(first), line.cell(first + 1));
            let (a, b) = if from_end { (b, a) } else { (a, b) };
            self.state.bring_pair_home(a, b, line.inward, vertical_bias, along);
            match line.inward {
                Direction::Down => self.top += 1,
                Direction::Up => self.bottom -= 1,
                Direction::Right => self.left += 1,
                Direction::Left => self.right -= 1,
            }
            self.line = None;
        }
        self.moves += self.state.moves();
        self
    }

    /// Solves what is left if the total is less than `better_than` moves, and returns whether it did.
    fn finish(&mut self, better_than: usize) -> bool {
        let Some(limit) = better_than.checked_sub(self.moves + 1) else { return false };
        let done = self.state.finish(limit.min(LONGEST_FINISH));
        self.moves += self.state.moves();
        done
    }

    /// Returns all its moves.
    fn into_moves(mut self, segments: &[Segment]) -> Vec<Direction> {
        let last = self.state.take_moves();
        let mut parts: Vec<&[Direction]> = vec![&last];
        let mut at = self.segment;
        while let Some(segment) = at.and_then(|index| segments.get(index)) {
            parts.push(&segment.moves);
            at = segment.before;
        }
        let mut moves = Vec::with_capacity(self.moves);
        parts.into_iter().rev().for_each(|part| moves.extend_from_slice(part));
        moves
    }
}
