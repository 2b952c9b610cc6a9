//! The test cases: every algorithm with every heuristic that it accepts, on random boards and goals, with random settings.
//! A seed determines all of it.

use super::truth::{MOST_CELLS, Price, Shape, Tiles, Truth};
use std::cell::Cell;
use std::fmt;
use taquin::Settings;
use taquin::generate::Random;
use taquin::heuristic::{HeuristicChoice, HeuristicId};
use taquin::search::{GoalTest, OptionId, Ties};
use taquin::solve::AlgorithmId;
use taquin::{Board, CostModel, Goal, Limits, Puzzle, Size, Solver};

/// Every size, with partitions of its tiles into patterns besides the default one.
pub const SHAPES: [(Shape, &[&str]); 8] = [
    (Shape { rows: 2, cols: 2 }, &["12", "3"]),
    (Shape { rows: 2, cols: 3 }, &["23", "5"]),
    (Shape { rows: 3, cols: 2 }, &["311", "32+23"]),
    (Shape { rows: 2, cols: 4 }, &["43", "7", "2221"]),
    (Shape { rows: 4, cols: 2 }, &["322", "43+34"]),
    (Shape { rows: 3, cols: 3 }, &["44", "332", "44+332", "11111111"]),
    (Shape { rows: 2, cols: 5 }, &["54", "333"]),
    (Shape { rows: 5, cols: 2 }, &["432", "54+45"]),
];

/// The cost models of the library, each with its counterpart in the reference.
pub const PRICES: [(CostModel, Price); 3] = [
    (CostModel::Unit, Price::Unit),
    (CostModel::Tile, Price::Tile),
    (CostModel::TileDisplaced, Price::TileDisplaced),
];

/// An algorithm and the heuristic it is given, if it takes one.
#[derive(Clone, Debug)]
pub struct Pair {
    pub algorithm: AlgorithmId,
    pub heuristic: Option<HeuristicChoice>,
}

impl Pair {
    /// The name of the pair; all partitions share one.
    pub fn name(&self) -> String {
        let heuristic = match &self.heuristic {
            Some(HeuristicChoice::Patterns(_)) => "pdb:...",
            Some(choice) => choice.info().id,
            None => "-",
        };
        format!("{} {heuristic}", self.algorithm)
    }
}

/// Every algorithm with every heuristic that it accepts; pattern databases also with the given partition.
pub fn pairs(partition: &str) -> Vec<Pair> {
    let divided = HeuristicChoice::Patterns(partition.parse().expect("it is a partition"));
    let of_algorithm = |algorithm: AlgorithmId| {
        let heuristics: Vec<Option<HeuristicChoice>> = if algorithm.info().informed {
            let built_in = HeuristicId::ALL.iter().map(|&id| id.into());
            built_in.chain([divided.clone()]).map(Some).collect()
        } else {
            vec![None]
        };
        heuristics.into_iter().map(move |heuristic| Pair { algorithm, heuristic })
    };
    let accepted = |pair: &Pair| {
        let (algorithm, heuristic) = (Some(pair.algorithm), pair.heuristic.clone());
        Solver { algorithm, heuristic, ..Solver::default() }.check().is_ok()
    };
    AlgorithmId::ALL.iter().copied().flat_map(of_algorithm).filter(accepted).collect()
}

/// All boards of a size, with a goal and a cost model.
pub struct World {
    pub truth: Truth,
    pub costs: CostModel,
    pub goal: Board,
    pub partition: &'static str,
}

impl World {
    /// Chooses a random goal and a random partition.
    pub fn new(
        (shape, partitions): (Shape, &[&'static str]),
        (costs, price): (CostModel, Price),
        random: &mut Random,
    ) -> World {
        let goal = shuffled(shape, random);
        let partition = partitions[random.below(partitions.len() as u64) as usize];
        World { truth: Truth::new(shape, goal, price), costs, goal: board(shape, &goal), partition }
    }

    /// Returns a random solvable board: half of the time a near one, within reach of tree searches.
    fn start(&self, random: &mut Random) -> Tiles {
        let boards = &self.truth.boards;
        let all = boards.len();
        let near = boards
            .partition_point(|board| self.truth.of(board).is_some_and(|least| least.moves <= 12));
        let among = if random.below(2) == 0 { near } else { all };
        boards[random.below(among as u64) as usize]
    }

    /// Returns a case of a pair with random settings.
    pub fn case(
        &self,
        pair: Pair,
        threads: usize,
        most_nodes: u64,
        random: &mut Random,
    ) -> Case<'_> {
        let start = self.start(random);
        let puzzle = Puzzle::new(board(self.truth.shape, &start), &Goal::Board(self.goal.clone()));
        let puzzle = puzzle.unwrap_or_else(|error| panic!("the goal can be reached, but: {error}"));
        let order = order(random).parse().expect("an order");
        let mut solver = Solver {
            algorithm: Some(pair.algorithm),
            heuristic: pair.heuristic.clone(),
            costs: self.costs,
            limits: Limits { max_nodes: Some(most_nodes), ..Limits::default() },
            settings: Settings {
                order: Some(order),
                threads: Some(threads),
                ..Settings::default()
            },
            ..Solver::default()
        };
        let farthest = self.truth.of(&start).map_or(0, |least| least.moves) + 10;
        for option in pair.algorithm.info().options {
            // Half of the time the option keeps its default.
            let set = random.below(2) == 0;
            let number = random.number();
            let nth = |count: usize| (number % count as u64) as usize;
            match option {
                _ if !set => {}
                OptionId::GoalTest => {
                    solver.settings.goal_test = Some([GoalTest::Late, GoalTest::Early][nth(2)])
                }
                OptionId::Ties => {
                    solver.settings.ties =
                        Some([Ties::Fifo, Ties::Lifo, Ties::State, Ties::Heap][nth(4)])
                }
                OptionId::Weight => {
                    let weights = [1, 500, 1000, 1001, 1500, 2000, 5000, 1_000_000];
                    solver.settings.weight = Some(weights[nth(8)]);
                }
                OptionId::Width => solver.settings.width = Some([1, 2, 3, 10, 100, 1000][nth(6)]),
                OptionId::MaxDepth => solver.settings.max_depth = Some(number % farthest),
            }
        }
        let limits = Cell::new(solver.limits);
        Case { truth: &self.truth, start, puzzle, pair, solver, limits }
    }

    /// Returns a random board, solvable or not.
    pub fn any_board(&self, random: &mut Random) -> Tiles {
        shuffled(self.truth.shape, random)
    }
}

/// One puzzle with all its settings.
pub struct Case<'w> {
    pub truth: &'w Truth,
    pub start: Tiles,
    pub puzzle: Puzzle,
    pub pair: Pair,
    pub solver: Solver,
    /// The limits of the last run.
    pub limits: Cell<Limits>,
}

/// Everything that is needed to reproduce a failure.
impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solver { costs, settings, .. } = &self.solver;
        let limits = self.limits.get();
        write!(
            f,
            "{} on {} to {}, cost {costs}, {settings:?}, {limits:?}",
            self.pair.name(),
            self.puzzle.start(),
            self.puzzle.goal(),
        )?;
        let heuristic = self.solver.heuristic.as_ref().map(ToString::to_string);
        let heuristic = heuristic.unwrap_or("none".to_string());
        write!(f, ", heuristic {heuristic}, truth {:?}", self.truth.of(&self.start))
    }
}

/// Converts tiles to a board of the library.
pub fn board(shape: Shape, tiles: &Tiles) -> Board {
    let size = Size::new(shape.rows, shape.cols).expect("it is a size");
    let tiles = tiles[..shape.cells()].iter().map(|&tile| u16::from(tile)).collect();
    Board::new(size, tiles).expect("every number once")
}

/// Returns a uniformly random permutation of the tiles.
fn shuffled(shape: Shape, random: &mut Random) -> Tiles {
    let mut tiles = [0; MOST_CELLS];
    for cell in 0..shape.cells() {
        tiles[cell] = cell as u8;
        tiles.swap(cell, random.below(cell as u64 + 1) as usize);
    }
    tiles
}

/// The four letters in a random order.
fn order(random: &mut Random) -> String {
    let mut letters = ['U', 'D', 'L', 'R'];
    for last in (1..4).rev() {
        letters.swap(last, random.below(last as u64 + 1) as usize);
    }
    letters.iter().collect()
}
