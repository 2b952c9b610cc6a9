//! Any number of distinct boards of a kind, one at a time.

use super::deck::{Deck, Seen};
use super::deep;
use super::error::{GenerateError, REPEATED_WALKS};
use super::population::{self, Population};
use crate::board::{Board, Direction, Size};
use crate::metric::Metric;
use crate::random::{Random, twin, uniform, walk};
use crate::state::{PackedBoard, Ranking};
use crate::table::known_layers;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use taquin_search::{Budget, Stop};

/// The kind of boards to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kind {
    /// Solvable boards, each equally likely.
    #[default]
    Uniform,
    /// Unsolvable boards, each equally likely.
    Unsolvable,
    /// The goal, scrambled by this many attempts to move the blank; see [`walk`].
    Walk(u64),
    /// Boards whose shortest solution has exactly this many moves.
    Depth(u64),
}

/// The number of boards that a walk can reach is counted up to this limit.
const REACH_COUNTED: u64 = 100_000;

/// The number of attempts a walk makes between two checks of the cancel flag.
const TRIES_AT_A_TIME: u64 = 1 << 16;

/// Distinct boards of a kind: an iterator that ends after the requested number of boards, or after an error.
///
/// The same seed gives the same boards on every machine and in every version, and a greater count begins with the
/// boards of a smaller one.
///
/// ```
/// use taquin::generate::{Boards, Kind};
/// use taquin::{Board, Budget, Size};
/// let goal = Board::classic(Size::new(3, 3)?);
/// let boards = Boards::new(&goal, Kind::Depth(31), 2, 1, &Budget::unlimited())?;
/// let boards: Result<Vec<Board>, _> = boards.collect();
/// let boards: Vec<String> = boards?.iter().map(Board::to_string).collect();
/// assert_eq!(boards, ["8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Boards {
    goal: Board,
    kind: Kind,
    /// The number of boards still to be drawn.
    left: u64,
    drawn: u64,
    random: Random,
    source: Source,
    budget: Budget,
}

/// The source of the boards.
#[derive(Debug)]
enum Source {
    /// All solvable boards, ranked.
    Space(Box<Ranking>, Deck),
    /// All boards at one depth, ranked.
    Layer(Box<dyn Population>, Deck),
    /// Too many boards to rank: those drawn are remembered.
    Open(Seen),
}

impl Boards {
    /// Prepares to draw `count` boards for a goal. The budget's time limit applies to each board that needs a proof, its
    /// memory limit to all of them together.
    pub fn new(
        goal: &Board,
        kind: Kind,
        count: u64,
        seed: u64,
        budget: &Budget,
    ) -> Result<Boards, GenerateError> {
        let size = goal.size();
        let only = |available: u64, what: String| {
            if available < count {
                Err(GenerateError::TooMany { requested: count, available, what })
            } else {
                Ok(())
            }
        };
        let at_depth = |depth: u64| format!("of {size} at depth {depth}");
        let open = || Source::Open(Seen::new(size.cells()));
        let source = match kind {
            Kind::Uniform | Kind::Unsolvable => {
                let can = if kind == Kind::Uniform { "can" } else { "cannot" };
                only(boards_of(size), format!("of {size} that {can} be solved"))?;
                let ranking = Ranking::new(goal);
                let numbered = |ranking: Ranking| {
                    let deck = Deck::new(ranking.boards() as u64);
                    Source::Space(Box::new(ranking), deck)
                };
                ranking.map_or_else(open, numbered)
            }
            Kind::Walk(tries) => {
                let reached = reach(goal, tries, count.min(REACH_COUNTED));
                only(boards_of(size), format!("of {size} that can be solved"))?;
                if reached < count.min(REACH_COUNTED) {
                    only(reached, format!("that {tries} tries from the goal can lead to"))?;
                }
                open()
            }
            Kind::Depth(depth) => {
                let known = known_layers(goal, Metric::SingleTile).map(|known| known.counts);
                if let Some(counts) = known.filter(|_| size.cells() > Ranking::MAX_CELLS) {
                    let deepest = counts.len() as u64 - 1;
                    let available = usize::try_from(depth).ok().and_then(|depth| counts.get(depth));
                    let available =
                        available.ok_or(GenerateError::TooDeep { size, depth, deepest })?;
                    only(*available, at_depth(depth))?;
                }
                // The time limit is that of a proof.
                let untimed = budget.part(None, None);
                let population = if size.cells() <= Ranking::MAX_CELLS {
                    Some(population::by_table(goal, depth, &untimed)?)
                } else {
                    population::by_list(goal, depth, &untimed)?
                };
                if let Some(population) = &population {
                    only(population.len(), at_depth(depth))?;
                }
                population.map_or_else(open, |boards| {
                    let deck = Deck::new(boards.len());
                    Source::Layer(boards, deck)
                })
            }
        };
        Ok(Boards {
            goal: goal.clone(),
            kind,
            left: count,
            drawn: 0,
            random: Random::new(seed),
            source,
            budget: budget.clone(),
        })
    }

    /// Returns whether each board of the kind is equally likely.
    pub fn is_uniform(&self) -> bool {
        match self.kind {
            Kind::Uniform | Kind::Unsolvable => true,
            Kind::Walk(_) => false,
            Kind::Depth(_) => matches!(self.source, Source::Layer(..)),
        }
    }

    /// Returns the next board that was not drawn before.
    fn draw(&mut self) -> Result<Board, GenerateError> {
        let Boards { goal, random, .. } = self;
        let exhausted = || GenerateError::TooMany {
            requested: self.drawn + 1,
            available: self.drawn,
            what: "of this kind".to_string(),
        };
        match &mut self.source {
            Source::Space(ranking, deck) => {
                let propose = |random: &mut Random| {
                    let board = uniform(goal, random);
                    ranking.rank(&u64::pack(board.tiles()), board.blank()) as u64
                };
                let rank = deck.draw(random, propose).ok_or_else(exhausted)?;
                let tiles = ranking.unrank(rank as usize);
                Ok(Board::new(goal.size(), tiles).expect("a number of this space"))
            }
            Source::Layer(population, deck) => {
                let number = deck.draw(random, |random| random.below(population.len()));
                Ok(population.board(number.ok_or_else(exhausted)?))
            }
            Source::Open(_) => self.draw_new(),
        }
    }

    /// Draws until a board is new.
    fn draw_new(&mut self) -> Result<Board, GenerateError> {
        let mut repeats = 0;
        loop {
            let board = match self.kind {
                Kind::Uniform | Kind::Unsolvable => uniform(&self.goal, &mut self.random),
                Kind::Walk(tries) => self.walk(tries)?,
                Kind::Depth(depth) => deep::draw(&self.goal, depth, &mut self.random, &self.budget)
                    .map_err(GenerateError::Stopped)?,
            };
            let Source::Open(seen) = &mut self.source else { return Ok(board) };
            let is_new = seen.insert(&board, self.budget.limits.max_bytes);
            if is_new.map_err(GenerateError::Stopped)? {
                return Ok(board);
            }
            repeats += 1;
            match self.kind {
                Kind::Walk(tries) if repeats == REPEATED_WALKS => {
                    return Err(GenerateError::NoNewBoards { tries, drawn: self.drawn });
                }
                _ => {}
            }
        }
    }

    /// Scrambles the goal; can be cancelled.
    fn walk(&mut self, tries: u64) -> Result<Board, GenerateError> {
        let (mut board, mut left) = (self.goal.clone(), tries);
        loop {
            if self.budget.cancel.is_cancelled() {
                return Err(GenerateError::Stopped(Stop::Cancelled));
            }
            board = walk(&board, left.min(TRIES_AT_A_TIME), &mut self.random);
            left = left.saturating_sub(TRIES_AT_A_TIME);
            if left == 0 {
                return Ok(board);
            }
        }
    }
}

impl Iterator for Boards {
    type Item = Result<Board, GenerateError>;

    fn next(&mut self) -> Option<Result<Board, GenerateError>> {
        if self.left == 0 {
            return None;
        }
        let board = if self.budget.cancel.is_cancelled() {
            Err(GenerateError::Stopped(Stop::Cancelled))
        } else {
            self.draw()
        };
        self.left = if board.is_ok() { self.left - 1 } else { 0 };
        self.drawn += 1;
        Some(board.map(|board| if self.kind == Kind::Unsolvable { twin(&board) } else { board }))
    }
}

/// Returns the number of solvable boards of a size: half of all, or `u64::MAX` on overflow.
fn boards_of(size: Size) -> u64 {
    let all = (3..=size.cells() as u64).try_fold(1_u64, u64::checked_mul);
    all.unwrap_or(u64::MAX)
}

/// Returns the number of boards that `tries` attempts can lead to if it is below `limit`; otherwise `limit` or more.
///
/// Every board has four attempts that lead from it and four that lead to it, so one more attempt never leads to fewer
/// boards; and once it leads to no more, it never will.
fn reach(goal: &Board, tries: u64, limit: u64) -> u64 {
    let mut boards: HashSet<Board, FxBuildHasher> = HashSet::default();
    boards.insert(goal.clone());
    for _ in 0..tries {
        if boards.len() as u64 >= limit {
            break;
        }
        let mut next = HashSet::default();
        for board in &boards {
            for direction in Direction::ALL {
                next.insert(board.moved(direction).unwrap_or_else(|| board.clone()));
            }
        }
        let grown = next.len() > boards.len();
        boards = next;
        if !grown {
            break;
        }
    }
    boards.len() as u64
}
