//! A solution as a person finds one: lay an outer row or column tile by tile, forget it, go on with
//! the smaller board that is left, and solve the last 3x3 exactly.
//!
//! Promises: it solves every [`Puzzle`] of any size and goal, the same way every time, in
//! milliseconds (127x127: a fraction of a second), in memory linear in the moves and, for each draft
//! it keeps, in the cells. It does not promise the fewest moves.
//!
//! To bring tile after tile home by the shortest way takes 8/3 n³ moves on a random n x n board
//! (Parberry, *Solving the (n²-1)-puzzle with 8/3 n³ expected moves*, 2015). Here it takes 1.1 to
//! 1.8 n³, for two reasons. The blank walks to a tile and around it once for each step it is
//! carried, and every such move shifts a bystander: among equally short walks we take the one whose
//! bystanders gain most (see `hand.rs`). And on boards that are small enough we follow several
//! drafts at a time, which differ in the line laid first, in the end it is laid from and in the way
//! a tile is carried: a beam search whose single step is a whole tile brought home.

mod endgame;
mod hand;
mod span;

use crate::board::{Direction, Size};
use crate::puzzle::Puzzle;
use hand::{Hand, MOVE, Plan};
use taquin_search::{Budget, Stop};

/// Drafts times cells that [`construct`] affords: some 30 ms up to 20x20, 100 ms at 44x44.
const EFFORT: usize = 2000;
/// No board of 3x3 or less takes more moves than this.
const LONGEST_FINISH: usize = 31;
/// The most drafts that [`construct_within`] follows.
const MOST_DRAFTS: usize = 1000;
/// What the tiles' distress weighs in a draft's score: found by trial, as all weights here.
const DISTRESS_WEIGHT: i64 = 3;
/// How much dearer, or cheaper, going up and down may be than going sideways.
const LEANS: [i32; 3] = [0, 200, -200];

/// Moves that solve the puzzle: where the blank goes, first to last.
///
/// ```
/// use taquin::construct::construct;
/// use taquin::{Board, Goal, Puzzle, Size, Solution};
/// let puzzle = Puzzle::new(Board::snail(Size::new(9, 9)?), &Goal::Classic)?;
/// Solution::new(construct(&puzzle)).verify(&puzzle)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn construct(puzzle: &Puzzle) -> Vec<Direction> {
    construct_with(puzzle, &Budget::unlimited()).unwrap_or_default()
}

/// As [`construct`], unless the budget stops it.
pub fn construct_with(puzzle: &Puzzle, budget: &Budget) -> Result<Vec<Direction>, Stop> {
    follow(puzzle, EFFORT / puzzle.size().cells(), budget)
}

/// As [`construct`], following so many drafts at a time: more take longer and find fewer moves.
///
/// With 0 drafts nothing is compared at all, which is the quickest; with 1 a tile is brought home in
/// every way there is, and the best kept.
pub fn construct_wide(puzzle: &Puzzle, drafts: usize) -> Vec<Direction> {
    follow(puzzle, drafts, &Budget::unlimited()).unwrap_or_default()
}

/// As [`construct`], following more and more drafts, up to 1000, until the budget stops it. The first, quickest
/// solution is always completed.
pub fn construct_within(puzzle: &Puzzle, budget: &Budget) -> Vec<Direction> {
    let mut best = construct_wide(puzzle, 0);
    let mut drafts = 1;
    while drafts <= MOST_DRAFTS {
        let Ok(moves) = follow(puzzle, drafts, budget) else { break };
        if moves.len() < best.len() {
            best = moves;
        }
        drafts *= 3;
    }
    best
}

/// Follows so many drafts.
fn follow(puzzle: &Puzzle, drafts: usize, budget: &Budget) -> Result<Vec<Direction>, Stop> {
    let plan = Plan::new(puzzle);
    let mut story: Vec<Chapter> = Vec::new();
    let mut front = vec![Draft::new(puzzle.size(), Hand::new(puzzle, &plan))];
    let draft_bytes = size_of::<Draft>() + Hand::bytes(puzzle.size());
    let (mut held, mut story_bytes) = (budget.hold_nothing(), 0);
    let mut best: Option<Draft> = None;
    while !front.is_empty() {
        let mut next: Vec<Draft> = Vec::new();
        let before = front.len();
        for mut draft in front.drain(..) {
            budget.check()?;
            held.set(((before + next.len()) * draft_bytes + story_bytes) as u64)?;
            let mut choices = draft.choices(drafts > 0);
            if let Some(last) = choices.pop() {
                next.extend(choices.into_iter().map(|choice| draft.clone().take(choice)));
                next.push(draft.take(last));
            } else {
                let better_than = best.as_ref().map_or(usize::MAX, |best| best.moves);
                if draft.finish(better_than) {
                    best = Some(draft);
                }
            }
        }
        next.sort_by_key(Draft::score);
        for mut draft in next {
            if front.len() < drafts.max(1) && !front.iter().any(|kept| kept.hand == draft.hand) {
                story.push(Chapter { before: draft.chapter, moves: draft.hand.take_moves() });
                story_bytes += story.last().map_or(0, Chapter::bytes);
                draft.chapter = Some(story.len() - 1);
                front.push(draft);
            }
        }
    }
    Ok(best.map_or_else(Vec::new, |draft| draft.tell(&story)))
}

/// The moves that brought one tile home, and the chapter before, which other drafts may share.
struct Chapter {
    before: Option<usize>,
    moves: Vec<Direction>,
}

impl Chapter {
    fn bytes(&self) -> usize {
        2 * size_of::<Chapter>() + self.moves.capacity()
    }
}

/// A half-made solution.
#[derive(Clone)]
struct Draft<'a> {
    hand: Hand<'a>,
    /// What is not laid yet: rows `top..bottom`, columns `left..right`.
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
    /// The line being laid.
    line: Option<Line>,
    /// How many moves it took so far, and the chapter that tells the last but those in the hand.
    moves: usize,
    chapter: Option<usize>,
}

/// A row or column at the rim of what is left.
#[derive(Clone, Copy)]
struct Line {
    /// Its first cell, and how far it is from one cell to the next.
    start: usize,
    stride: usize,
    length: usize,
    /// The gap in it: the first place that is open, and the first after those.
    open: (usize, usize),
    /// The way to the next row or column.
    inward: Direction,
}

/// Which tile to bring home next: on which line, from which end, and how.
#[derive(Clone, Copy)]
struct Choice {
    line: Line,
    from_end: bool,
    lean: i32,
}

impl Line {
    fn cell(&self, place: usize) -> usize {
        self.start + place * self.stride
    }
}

impl<'a> Draft<'a> {
    fn new(size: Size, hand: Hand<'a>) -> Draft<'a> {
        let (bottom, right) = (size.rows(), size.cols());
        Draft { hand, top: 0, bottom, left: 0, right, line: None, moves: 0, chapter: None }
    }

    /// The moves so far and, in the same unit, what is left to do.
    fn score(&self) -> i64 {
        self.moves as i64 * MOVE + self.hand.distress() * DISTRESS_WEIGHT
    }

    /// What may be done next, or only what is likeliest to be good; nothing when 3x3 is left.
    fn choices(&self, all: bool) -> Vec<Choice> {
        let lines = self.line.map_or_else(|| self.lines(), |line| vec![line]);
        if all {
            let ends = lines.into_iter().flat_map(|line| [(line, false), (line, true)]);
            let ways = |(line, from_end)| LEANS.map(|lean| Choice { line, from_end, lean });
            return ends.flat_map(ways).collect();
        }
        let burden = |line: &Line| self.hand.burden((0..line.length).map(|place| line.cell(place)));
        let nearer_end = |line: Line| {
            let (first, end) = line.open;
            let away = |place: usize| self.hand.steps_to(line.cell(place));
            Choice { line, from_end: away(end - 1) < away(first), lean: 0 }
        };
        lines.into_iter().min_by_key(burden).map(nearer_end).into_iter().collect()
    }

    /// The lines that may be laid next: across the longer way, and without the blank's goal cell,
    /// which must be in what is left at last.
    fn lines(&self) -> Vec<Line> {
        let (rows, cols) = (self.bottom - self.top, self.right - self.left);
        let (hole_row, hole_col) = self.hand.hole();
        let step = self.hand.size().cols();
        let row = |row: usize, inward| {
            let start = row * step + self.left;
            Line { start, stride: 1, length: cols, open: (0, cols), inward }
        };
        let col = |col: usize, inward| {
            let start = self.top * step + col;
            Line { start, stride: step, length: rows, open: (0, rows), inward }
        };
        let (tall, wide) = (rows >= cols && rows > 3, cols >= rows && cols > 3);
        let (last_row, last_col) = (self.bottom - 1, self.right - 1);
        let lines = [
            (tall && hole_row != self.top).then(|| row(self.top, Direction::Down)),
            (tall && hole_row != last_row).then(|| row(last_row, Direction::Up)),
            (wide && hole_col != self.left).then(|| col(self.left, Direction::Right)),
            (wide && hole_col != last_col).then(|| col(last_col, Direction::Left)),
        ];
        lines.into_iter().flatten().collect()
    }

    /// Brings a tile home, or the last two of a line: neither can go first without barring the other.
    fn take(mut self, Choice { mut line, from_end, lean }: Choice) -> Draft<'a> {
        let (first, end) = line.open;
        if end - first > 2 {
            let place = if from_end { end - 1 } else { first };
            line.open = if from_end { (first, end - 1) } else { (first + 1, end) };
            self.hand.bring_home(line.cell(place), lean);
            self.line = Some(line);
        } else {
            let along = |margin: usize| {
                let places = first.saturating_sub(margin)..line.length.min(end + margin);
                places.map(|place| line.cell(place)).collect()
            };
            let (a, b) = (line.cell(first), line.cell(first + 1));
            let (a, b) = if from_end { (b, a) } else { (a, b) };
            self.hand.bring_pair_home(a, b, line.inward, lean, along);
            match line.inward {
                Direction::Down => self.top += 1,
                Direction::Up => self.bottom -= 1,
                Direction::Right => self.left += 1,
                Direction::Left => self.right -= 1,
            }
            self.line = None;
        }
        self.moves += self.hand.moves();
        self
    }

    /// Solves what is left, if that takes fewer moves than some other draft.
    fn finish(&mut self, better_than: usize) -> bool {
        let Some(limit) = better_than.checked_sub(self.moves + 1) else { return false };
        let done = self.hand.finish(limit.min(LONGEST_FINISH));
        self.moves += self.hand.moves();
        done
    }

    /// All its moves.
    fn tell(mut self, story: &[Chapter]) -> Vec<Direction> {
        let last = self.hand.take_moves();
        let mut chapters = vec![&last];
        let mut at = self.chapter;
        while let Some(chapter) = at.and_then(|index| story.get(index)) {
            chapters.push(&chapter.moves);
            at = chapter.before;
        }
        chapters.into_iter().rev().flatten().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::puzzle::{Goal, PuzzleError, Solution};

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).expect("a size")
    }

    /// SplitMix64, whose stream is fixed, to shuffle with.
    fn random_board(size: Size, seed: &mut u64) -> Board {
        let mut tiles: Vec<u16> = (0..size.cells() as u16).collect();
        for last in (1..tiles.len()).rev() {
            *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (*seed ^ *seed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            tiles.swap(last, ((mixed ^ mixed >> 31) % (last as u64 + 1)) as usize);
        }
        Board::new(size, tiles).expect("a board")
    }

    /// A puzzle of these boards, or of what is one exchange away.
    fn puzzle(start: Board, goal: &Goal) -> Puzzle {
        match Puzzle::new(start, goal) {
            Err(PuzzleError::Unsolvable(unsolvable)) => {
                Puzzle::new(unsolvable.solvable, goal).expect("solvable now")
            }
            other => other.expect("a puzzle"),
        }
    }

    fn solve(puzzle: &Puzzle, drafts: usize) -> usize {
        let solution = Solution::new(construct_wide(puzzle, drafts));
        if let Err(error) = solution.verify(puzzle) {
            panic!("{} to {} with {drafts} drafts: {error}", puzzle.start(), puzzle.goal());
        }
        solution.len()
    }

    /// Every board of a size, in lexicographic order.
    fn every_board(size: Size, mut visit: impl FnMut(Board)) {
        let mut tiles: Vec<u16> = (0..size.cells() as u16).collect();
        loop {
            visit(Board::new(size, tiles.clone()).expect("a board"));
            let Some(drop) = tiles.windows(2).rposition(|pair| pair[0] < pair[1]) else { return };
            let swap = tiles.iter().rposition(|&tile| tile > tiles[drop]).expect("there is one");
            tiles.swap(drop, swap);
            tiles[drop + 1..].reverse();
        }
    }

    #[test]
    fn every_board_of_the_small_sizes_and_every_goal_blank() {
        for (size, boards, longest) in
            [(size(2, 2), 12, 6), (size(2, 3), 360, 21), (size(3, 2), 360, 21)]
        {
            for blank in 0..size.cells() {
                let goal = Goal::Board(Board::zero_first(size).swapped(0, blank));
                let (mut solved, mut most) = (0, 0);
                every_board(size, |start| {
                    if let Ok(puzzle) = Puzzle::new(start, &goal) {
                        most = most.max(solve(&puzzle, 0));
                        solved += 1;
                    }
                });
                assert_eq!(solved, boards, "{size}");
                assert!(most <= longest, "{size}: {most}");
            }
        }
    }

    #[test]
    fn every_board_of_3x3_in_the_fewest_moves() {
        let mut lengths = [0; 32];
        every_board(size(3, 3), |start| {
            if let Ok(puzzle) = Puzzle::new(start, &Goal::Classic) {
                lengths[solve(&puzzle, 0)] += 1;
            }
        });
        // https://oeis.org/A089473
        let known = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485];
        assert_eq!(lengths[..17], known);
        let known = [5638, 9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274];
        assert_eq!(lengths[17..28], known);
        assert_eq!(lengths[28..], [3910, 760, 221, 2]);
    }

    #[test]
    fn any_shape_and_any_goal() {
        let mut seed = 1;
        let shapes = [(2, 4), (4, 2), (3, 4), (4, 3), (2, 9), (9, 2), (3, 40), (40, 3), (2, 127)];
        let shapes =
            shapes.into_iter().chain([(127, 2), (5, 4), (4, 7), (6, 6), (9, 13), (20, 11)]);
        for (rows, cols) in shapes {
            let size = size(rows, cols);
            for _ in 0..200 / rows.max(cols).min(50) {
                let goal = Goal::Board(random_board(size, &mut seed));
                let puzzle = puzzle(random_board(size, &mut seed), &goal);
                for drafts in [0, 1, 4] {
                    solve(&puzzle, drafts);
                }
            }
        }
    }

    #[test]
    fn every_goal_blank_of_4x4_and_5x5() {
        let mut seed = 2;
        for (side, drafts) in [(4, 0), (4, 3), (5, 0), (5, 3)] {
            let size = size(side, side);
            for blank in (0..size.cells()).cycle().take(1000) {
                let goal = Goal::Board(Board::zero_first(size).swapped(0, blank));
                solve(&puzzle(random_board(size, &mut seed), &goal), drafts);
            }
        }
    }

    #[test]
    fn few_moves_on_squares() {
        let mut seed = 3;
        // Quick and with the usual drafts: what a random board takes at most, as a share of n³.
        let bounds = [(3, 1.2, 1.2), (4, 2.1, 1.7), (5, 2.3, 1.7), (7, 2.3, 1.6), (10, 2.2, 1.6)];
        for (side, quick, usual) in bounds.into_iter().chain([(20, 1.95, 1.65), (30, 1.9, 1.7)]) {
            for goal in [Goal::Classic, Goal::Snail] {
                for _ in 0..(60 / side) {
                    let puzzle = puzzle(random_board(size(side, side), &mut seed), &goal);
                    let cube = side.pow(3) as f64;
                    assert!((solve(&puzzle, 0) as f64) < quick * cube, "{side}");
                    let moves = construct(&puzzle);
                    assert!((moves.len() as f64) < usual * cube, "{side}: {}", moves.len());
                    Solution::new(moves).verify(&puzzle).expect("a solution");
                }
            }
        }
    }

    #[test]
    fn the_largest_boards() {
        let mut seed = 4;
        for (side, goal) in [(100, Goal::Classic), (127, Goal::Classic), (127, Goal::Snail)] {
            let puzzle = puzzle(random_board(size(side, side), &mut seed), &goal);
            let moves = construct(&puzzle);
            assert!(moves.len() as f64 <= 1.8 * side.pow(3) as f64, "{side}: {}", moves.len());
            Solution::new(moves).verify(&puzzle).expect("a solution");
        }
    }

    #[test]
    fn more_time_fewer_moves_and_a_stop_is_heeded() {
        let puzzle = puzzle(random_board(size(6, 6), &mut 5), &Goal::Classic);
        let quick = solve(&puzzle, 0);
        let budget = Budget::unlimited();
        let stopped =
            construct_within(&puzzle, &budget.part(None, Some(std::time::Duration::ZERO)));
        assert_eq!(stopped.len(), quick);
        let cancelled = Budget::unlimited();
        cancelled.cancel.cancel();
        assert_eq!(construct_within(&puzzle, &cancelled), stopped);
        assert_eq!(construct_with(&puzzle, &cancelled), Err(Stop::Cancelled));
        let long = construct_within(&puzzle, &budget);
        assert!(long.len() < quick);
        Solution::new(long).verify(&puzzle).expect("a solution");
    }
}
