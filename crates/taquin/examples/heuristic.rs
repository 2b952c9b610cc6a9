//! Defines a custom heuristic and searches with it: the number of tiles out of their row plus the number of tiles out
//! of their column. `cargo run --release --example heuristic`.

use taquin::heuristic::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Manhattan, Slide};
use taquin::problem::Tiles;
use taquin::search::{Algorithm, Budget, Ida, Run, Silent};
use taquin::state::PackedBoard;
use taquin::{Board, Cancel, Cost, CostModel, Goal, Limits, MoveOrder, Moves, Puzzle, Size};

/// Counts tiles out of their row, and tiles out of their column.
struct OutOfLine {
    /// The goal row and column of each tile.
    home: Vec<(usize, usize)>,
    size: Size,
}

impl OutOfLine {
    /// Returns 0, 1 or 2: whether a tile on a cell is out of its row, its column or both.
    fn of(&self, tile: usize, cell: usize) -> Cost {
        let (row, col) = self.home[tile];
        match tile {
            0 => 0,
            _ => Cost::from(self.size.row(cell) != row) + Cost::from(self.size.col(cell) != col),
        }
    }
}

impl BuiltIn for OutOfLine {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "out-of-line",
        aliases: &[],
        title: "Tiles out of row and column",
        summary: "tiles out of their row, and tiles out of their column",
        explanation: "A tile out of its row needs a move up or down, one out of its column a move \
            sideways, so the sum never overestimates.",
        admissible: true,
        consistent: true,
        unit: 1,
    };

    fn new(goal: &Board, _costs: CostModel) -> Result<OutOfLine, HeuristicError> {
        let size = goal.size();
        let cells = goal.cell_of_each().into_iter();
        Ok(OutOfLine { home: cells.map(|cell| (size.row(cell), size.col(cell))).collect(), size })
    }
}

impl<B: PackedBoard> Heuristic<B> for OutOfLine {
    type Memo = Cost;

    fn begin(&self, packed: &B) -> Cost {
        (0..self.size.cells()).map(|cell| self.of(packed.tile(cell), cell)).sum()
    }

    fn after(&self, sum: &Cost, slide: Slide, _packed: &B) -> Cost {
        sum + self.of(slide.tile, slide.to) - self.of(slide.tile, slide.from)
    }

    fn h(&self, sum: &Cost) -> Cost {
        *sum
    }
}

/// Solves with IDA* and prints how many nodes it explored.
fn solve<H: Heuristic<u64> + BuiltIn>(puzzle: &Puzzle) -> Result<(), Box<dyn std::error::Error>> {
    let heuristic = H::new(puzzle.goal(), CostModel::Unit)?;
    let problem: Tiles<u64, H> =
        Tiles::new(puzzle, heuristic, CostModel::Unit, MoveOrder::default());
    let mut run = Run::new(Budget::new(Limits::default(), Cancel::new()), Silent);
    let path =
        Ida::with_defaults().search(&problem, &mut run)?.ok_or("there is always a solution")?;
    let moves: Vec<_> = path.moves.iter().map(|&step| problem.grid().direction(step)).collect();
    let solution = Moves::from(moves);
    solution.verify(puzzle)?;
    let (stats, _) = run.finish();
    println!("{:30} {} moves, {} nodes", H::INFO.title, solution.len(), stats.explored);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = Board::new(Size::new(3, 3)?, vec![7, 2, 4, 5, 0, 6, 8, 3, 1])?;
    let puzzle = Puzzle::new(board, &Goal::ZeroFirst)?;
    solve::<OutOfLine>(&puzzle)?;
    solve::<Manhattan>(&puzzle)
}
