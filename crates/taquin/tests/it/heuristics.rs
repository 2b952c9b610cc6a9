//! Checks what every heuristic declares: on all boards of small spaces against the true distances, on larger boards along
//! random walks.

use crate::tries;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Debug;
use taquin::heuristic::*;
use taquin::state::{PackedBoard, Ranking, SliceBoard};
use taquin::table::{DistanceTable, TableError};
use taquin::{
    Board, Budget, Cancel, Cost, CostModel, Direction, Goal, MoveOrder, Puzzle, Size, Stop,
    for_each_heuristic,
};

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

fn board(text: &str, tiles: &[u16]) -> Board {
    Board::new(size(text), tiles.to_vec()).expect("a board")
}

/// The goal with the tiles in order and the blank on a given cell.
fn goal_with_blank(text: &str, blank: usize) -> Board {
    let mut tiles: Vec<u16> = (1..size(text).cells() as u16).collect();
    tiles.insert(blank, 0);
    board(text, &tiles)
}

/// A small space: every board, the moves between them and their costs.
struct Space {
    goal: Board,
    costs: CostModel,
    ranking: Ranking,
    /// The board and the cell of its blank, by rank.
    boards: Vec<(u64, usize)>,
    /// The true cost to the goal by rank, found by Dijkstra's algorithm.
    true_cost: Vec<Cost>,
}

/// An edge from one board to the next.
struct Edge {
    slide: Slide,
    packed: u64,
    rank: usize,
    cost: Cost,
}

impl Space {
    fn new(goal: Board, costs: CostModel) -> Space {
        let ranking = Ranking::new(&goal).expect("a small space");
        let unpacked = |rank| {
            let tiles = ranking.unrank(rank);
            let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
            (u64::pack(&tiles), blank)
        };
        let boards: Vec<(u64, usize)> = (0..ranking.boards()).map(unpacked).collect();
        let mut space = Space { goal, costs, ranking, true_cost: Vec::new(), boards };
        space.true_cost = space.dijkstra();
        space
    }

    /// The moves from a board, each with the cost of the inverse move.
    fn edges(&self, rank: usize) -> impl Iterator<Item = (Edge, Cost)> {
        let (packed, to) = self.boards[rank];
        Direction::ALL.into_iter().filter_map(move |direction| {
            let from = self.goal.size().neighbour(to, direction)?;
            let tile = packed.tile(from);
            let child = packed.slide(tile, from, to);
            let rank = self.ranking.rank(&child, from);
            let cost = self.cost(tile, child);
            let slide = Slide { tile, from, to };
            Some((Edge { slide, packed: child, rank, cost }, self.cost(tile, packed)))
        })
    }

    fn cost(&self, tile: usize, after: u64) -> Cost {
        let tiles = self.goal.tiles().iter().enumerate();
        let displaced =
            tiles.filter(|&(cell, &tile)| after.tile(cell) != usize::from(tile)).count();
        match self.costs {
            CostModel::Unit => 1,
            CostModel::Tile => tile as Cost,
            CostModel::TileDisplaced => (tile + displaced) as Cost,
        }
    }

    fn dijkstra(&self) -> Vec<Cost> {
        let goal = self.ranking.rank(&u64::pack(self.goal.tiles()), self.goal.blank());
        let mut best = vec![Cost::MAX; self.boards.len()];
        best[goal] = 0;
        let mut open = BinaryHeap::from([Reverse((0, goal))]);
        while let Some(Reverse((cost, rank))) = open.pop() {
            if cost > best[rank] {
                continue;
            }
            for (edge, back) in self.edges(rank) {
                if cost + back < best[edge.rank] {
                    best[edge.rank] = cost + back;
                    open.push(Reverse((cost + back, edge.rank)));
                }
            }
        }
        best
    }

    /// Checks what a heuristic declares on every board and every move. Returns how often it overestimates, and how often a
    /// move lowers it by more than the move costs.
    fn check<H: Heuristic<u64> + BuiltIn>(&self) -> (usize, usize) {
        let id = H::INFO.id;
        let heuristic = H::new(&self.goal, self.costs).expect("it supports small boards");
        let memos: Vec<H::Memo> =
            self.boards.iter().map(|(packed, _)| heuristic.begin(packed)).collect();
        let (mut too_high, mut too_steep) = (0, 0);
        for rank in 0..self.boards.len() {
            let h = heuristic.h(&memos[rank]);
            too_high += usize::from(h > self.true_cost[rank] * H::INFO.unit);
            if self.true_cost[rank] == 0 {
                assert_eq!(h, 0, "{id} is not 0 at the goal {}", self.goal);
            }
            for (edge, _) in self.edges(rank) {
                let after = heuristic.after(&memos[rank], edge.slide, &edge.packed);
                let child = heuristic.h(&after);
                let begun = heuristic.h(&memos[edge.rank]);
                assert_eq!(child, begun, "{id}: after and begin disagree on {:x}", edge.packed);
                too_steep += usize::from(h > edge.cost * H::INFO.unit + child);
            }
        }
        if H::INFO.admissible {
            assert_eq!(too_high, 0, "{id} overestimates under {} to {}", self.costs, self.goal);
        }
        if H::INFO.consistent {
            assert_eq!(too_steep, 0, "{id} is inconsistent under {} to {}", self.costs, self.goal);
        }
        (too_high, too_steep)
    }

    /// The sum of a heuristic over all boards.
    fn total<H: Heuristic<u64> + BuiltIn>(&self) -> u64 {
        let heuristic = H::new(&self.goal, self.costs).expect("it supports small boards");
        let h = |(packed, _): &(u64, usize)| u64::from(heuristic.h(&heuristic.begin(packed)));
        self.boards.iter().map(h).sum::<u64>() / u64::from(H::INFO.unit)
    }

    fn check_all(&self) {
        macro_rules! check {
            (any: $($any:ident),*; medium: $($medium:ident),*; small: $($small:ident),*;) => {
                $(self.check::<$any>();)*
                $(self.check::<$medium>();)*
                $(self.check::<$small>();)*
            };
        }
        for_each_heuristic!(check);
    }
}

#[test]
fn all_boards_of_3x3_to_the_corner() {
    let space = Space::new(Board::classic(size("3x3")), CostModel::Unit);
    space.check_all();
    assert_eq!(space.true_cost.iter().max(), Some(&31));
}

#[test]
#[ignore = "only in long runs"]
fn all_boards_of_3x3_to_an_edge() {
    Space::new(board("3x3", &[1, 2, 3, 4, 5, 6, 7, 0, 8]), CostModel::Unit).check_all();
}

#[test]
fn all_boards_of_3x3_to_the_centre() {
    Space::new(Board::snail(size("3x3")), CostModel::Unit).check_all();
}

#[test]
#[ignore = "only in long runs"]
fn all_boards_of_3x3_with_tile_costs() {
    Space::new(Board::classic(size("3x3")), CostModel::Tile).check_all();
}

#[test]
fn all_boards_of_3x3_with_displaced_costs() {
    Space::new(Board::classic(size("3x3")), CostModel::TileDisplaced).check_all();
}

#[test]
fn all_boards_of_oblong_spaces() {
    for text in ["2x2", "2x3", "3x2", "2x4", "4x2"] {
        for blank in 0..size(text).cells() {
            // Short runs alternate between the cost models.
            for (costs, ..) in
                CostModel::LIST.into_iter().skip(tries(blank % 3, 0)).take(tries(1, 3))
            {
                Space::new(goal_with_blank(text, blank), costs).check_all();
            }
        }
    }
}

#[test]
fn in_place_is_inadmissible_as_declared() {
    let (too_high, too_steep) =
        Space::new(Board::classic(size("3x3")), CostModel::Unit).check::<InPlace>();
    assert!(too_high > 0 && too_steep > 0);
}

#[test]
fn stronger_heuristics_estimate_more() {
    let space = Space::new(Board::classic(size("3x3")), CostModel::Unit);
    let ladder = [
        space.total::<Zero>(),
        space.total::<Misplaced>(),
        space.total::<Gaschnig>(),
        space.total::<Euclidean>(),
        space.total::<Manhattan>(),
        space.total::<LinearConflict>(),
        space.total::<WalkingDistance>(),
        space.total::<Exact>(),
    ];
    assert!(ladder.is_sorted(), "{ladder:?}");
    // The mean distance of all boards is 21.972399.
    let mean = ladder[7] as f64 / space.boards.len() as f64;
    assert!((mean - 21.972_399).abs() < 1e-6, "{mean}");
}

/// A random number generator (SplitMix64), good enough for walks.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}

/// Follows a random walk. Returns `false` if the heuristic does not support the board.
fn walk<B: PackedBoard, H: Heuristic<B> + BuiltIn>(
    goal: &Board,
    costs: CostModel,
    steps: usize,
) -> bool
where
    H::Memo: Debug,
{
    let heuristic = match H::new(goal, costs) {
        Ok(heuristic) => heuristic,
        Err(HeuristicError::NoTables { id }) => panic!("{id} was not prepared"),
        Err(_) => return false,
    };
    let mut random = Random(goal.size().cells() as u64);
    let mut board = goal.clone();
    let mut packed = B::pack(board.tiles());
    let mut memo = heuristic.begin(&packed);
    assert_eq!(heuristic.h(&memo), 0);
    for _ in 0..steps {
        let to = board.blank();
        let Some(tile) = board.apply(Direction::ALL[random.below(4)]) else { continue };
        let slide = Slide { tile: usize::from(tile), from: board.blank(), to };
        packed = packed.slide(slide.tile, slide.from, slide.to);
        let before = heuristic.h(&memo);
        memo = heuristic.after(&memo, slide, &packed);
        let begun = heuristic.begin(&packed);
        assert_eq!(format!("{memo:?}"), format!("{begun:?}"), "{} on {board}", H::INFO.id);
        assert_eq!(packed, B::pack(board.tiles()));
        if H::INFO.consistent && costs == CostModel::Unit {
            assert!(
                before.abs_diff(heuristic.h(&memo)) <= H::INFO.unit,
                "{} on {board}",
                H::INFO.id
            );
        }
    }
    true
}

/// Walks with every heuristic. Returns the ids of those that do not support the board. Pattern databases of large boards
/// take long to build and are tested elsewhere.
fn walk_all<B: PackedBoard>(goal: &Board, costs: CostModel, steps: usize) -> Vec<&'static str> {
    let mut refused = Vec::new();
    macro_rules! walk_each {
        (any: $($any:ident),*; medium: $($medium:ident),*; small: $($small:ident),*;) => {
            walk_each!($($any,)* $($small,)*);
            if goal.size().cells() <= 16 || goal.size().cols() > 5 {
                walk_each!($($medium,)*);
            }
        };
        ($($heuristic:ident,)*) => { $(
            if !walk::<B, $heuristic>(goal, costs, steps) {
                refused.push($heuristic::INFO.id);
            }
        )* };
    }
    for_each_heuristic!(walk_each);
    refused
}

#[test]
fn walks_on_larger_boards() {
    for goal in Goal::NAMED.map(|(_, goal, _)| goal) {
        for (costs, ..) in CostModel::LIST {
            let goal = |text| goal.board(size(text));
            let part = tries(10, 1);
            assert_eq!(walk_all::<u64>(&goal("4x4"), costs, 10_000 / part), ["exact"]);
            assert_eq!(walk_all::<u128>(&goal("4x4"), costs, 1_000), ["exact"]);
            assert_eq!(walk_all::<SliceBoard>(&goal("4x4"), costs, 1_000), ["exact"]);
            assert_eq!(walk_all::<u64>(&goal("3x4"), costs, 1_000), ["exact"]);
            assert_eq!(walk_all::<u64>(&goal("5x2"), costs, 1_000), [""; 0]);
            let refused = ["walking-distance", "exact", "pdb"];
            assert_eq!(walk_all::<u64>(&goal("2x7"), costs, 5_000 / part), refused);
            assert_eq!(walk_all::<u128>(&goal("5x5"), costs, 10_000 / part), refused[..2]);
            assert_eq!(walk_all::<u128>(&goal("12x2"), costs, 5_000 / part), refused[..2]);
            assert_eq!(walk_all::<SliceBoard>(&goal("10x10"), costs, 3_000 / part), refused);
        }
    }
}

#[test]
fn the_largest_board_fits_under_unit_cost() {
    let goal = Board::classic(size("127x127"));
    assert_eq!(
        walk_all::<SliceBoard>(&goal, CostModel::Unit, 3),
        ["walking-distance", "exact", "pdb"]
    );
    let refused = ["manhattan", "euclidean", "linear-conflict", "walking-distance", "exact", "pdb"];
    assert_eq!(walk_all::<SliceBoard>(&goal, CostModel::Tile, 3), refused);
}

#[test]
fn estimates_worked_out_by_hand() {
    fn h<H: Heuristic<u64> + BuiltIn>(goal: &Board, board: &Board) -> Cost {
        let heuristic = H::new(goal, CostModel::Unit).expect("it supports the board");
        heuristic.h(&heuristic.begin(&u64::pack(board.tiles())))
    }
    let classic = Board::classic(size("3x3"));
    // 3 2 1 in the top row: two of them must leave the row; the blank is home.
    let reversed = board("3x3", &[3, 2, 1, 4, 5, 6, 7, 8, 0]);
    assert_eq!(h::<Misplaced>(&classic, &reversed), 2);
    assert_eq!(h::<Gaschnig>(&classic, &reversed), 3);
    assert_eq!(h::<Manhattan>(&classic, &reversed), 4);
    assert_eq!(h::<LinearConflict>(&classic, &reversed), 8);
    // 1 moved to the centre, 5 to the right, 6 down: straight lines of 1.41421, 1 and 1.
    let turned = board("3x3", &[0, 2, 3, 4, 1, 5, 7, 8, 6]);
    assert_eq!(h::<Misplaced>(&classic, &turned), 3);
    assert_eq!(h::<Gaschnig>(&classic, &turned), 3);
    assert_eq!(h::<Euclidean>(&classic, &turned), 362 + 256 + 256);
    // Five cells are in place, two of them in the top row: 4 cells, the first cell and the top row are missing.
    assert_eq!(h::<InPlace>(&classic, &turned), 4 + 1 + 6);
    // One move from the goal, two cells are out of place.
    let one_off = board("3x3", &[1, 2, 3, 4, 5, 6, 7, 0, 8]);
    assert_eq!(h::<InPlace>(&classic, &one_off), 2);
    assert_eq!(h::<Exact>(&classic, &one_off), 1);
}

#[test]
fn names_are_unique() {
    let names = HEURISTICS.iter().flat_map(|info| [&[info.id], info.aliases].concat());
    let names: Vec<&str> = names.collect();
    for (index, name) in names.iter().enumerate() {
        assert!(!names[..index].contains(name), "{name} occurs twice");
        assert!(name.parse::<HeuristicChoice>().is_ok());
    }
    assert!("no such heuristic".parse::<HeuristicChoice>().is_err());
    assert!("manhattan:78".parse::<HeuristicChoice>().is_err());
}

/// The published counts of boards at each distance.
const LAYERS: &str = include_str!("../../figures/layers.tsv");

#[test]
fn tables_have_the_known_layers() {
    for line in LAYERS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [text, blank, metric, _origin, counts] = fields[..] else { panic!("five: {line}") };
        if metric != "stm" || size(text).cells() > DistanceTable::MAX_CELLS {
            continue;
        }
        let counts: Vec<u64> =
            counts.split(' ').map(|count| count.parse().expect("a count")).collect();
        let goal = goal_with_blank(text, blank.parse().expect("a cell"));
        let table = DistanceTable::build(&goal, &Budget::unlimited()).expect("a small space");
        assert_eq!(table.layers(), counts, "{text} with the blank on {blank}");
        assert_eq!(table.entries() as u64, counts.iter().sum::<u64>());
        assert_eq!(table.farthest().count() as u64, counts[counts.len() - 1]);
    }
}

#[test]
fn tables_lead_downhill() {
    let goal = Board::snail(size("3x3"));
    let table = DistanceTable::build(&goal, &Budget::unlimited()).expect("a small space");
    for order in ["UDLR", "LURD"] {
        let order: MoveOrder = order.parse().expect("an order");
        for start in table.farthest().take(20) {
            let mut board = start.clone();
            let mut moves = Vec::new();
            while let Some(direction) = table.next_move(&board, order) {
                moves.push(direction);
                board.apply(direction);
            }
            assert_eq!((board, moves.len()), (goal.clone(), 30), "from {start}");
        }
    }
}

#[test]
fn tables_reject_other_boards() {
    let classic = Board::classic(size("3x3"));
    let table = DistanceTable::build(&classic, &Budget::unlimited()).expect("a small space");
    let unsolvable = classic.swapped(0, 1);
    assert!(Puzzle::new(unsolvable.clone(), &Goal::Classic).is_err());
    assert_eq!(table.distance_of(&unsolvable), None);
    assert_eq!(table.next_move(&unsolvable, MoveOrder::default()), None);
    assert_eq!(table.distance_of(&Board::classic(size("2x4"))), None);
    assert_eq!(table.distance_of(&classic), Some(0));
    assert_eq!(table.next_move(&classic, MoveOrder::default()), None);
    let too_large = DistanceTable::build(&Board::classic(size("3x4")), &Budget::unlimited());
    assert!(matches!(too_large, Err(TableError::TooLarge { .. })));
    let raised = Cancel::new();
    raised.cancel();
    let cancelled = DistanceTable::build(&classic, &Budget::stopped_by(&raised));
    assert!(matches!(cancelled, Err(TableError::Stopped(Stop::Cancelled))));
}

/// The Manhattan distance to a goal, as a user of the library would write it.
fn own_manhattan(goal: &Board) -> impl Fn(&Board) -> Cost + Send + Sync + 'static + use<> {
    let homes = goal.cell_of_each();
    move |board| {
        let tiles = board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0);
        let away = |(cell, &tile)| board.size().steps_between(cell, homes[usize::from(tile)]);
        tiles.map(away).sum::<usize>() as Cost
    }
}

#[test]
fn a_custom_heuristic_gives_the_same_report() {
    for (text, steps) in [("3x3", 1000), ("4x4", 40), ("5x5", 40), ("6x6", 30)] {
        let goal = Board::classic(size(text));
        let mut random = taquin::generate::Random::new(3);
        let start = taquin::generate::walk(&goal, steps, &mut random);
        let puzzle = Puzzle::new(start, &Goal::Classic).expect("it is solvable");
        for algorithm in ["astar", "ida", "greedy", "beam", "rbfs"] {
            let listed = taquin::Solver::default().algorithm(algorithm).expect("known");
            let own = listed.clone().heuristic_fn(own_manhattan(&goal)).solve(&puzzle);
            let (own, listed) = (own.expect("it fits"), listed.solve(&puzzle).expect("it fits"));
            let counts = |report: &taquin::Report| {
                let stats = &report.stats;
                (report.cost, report.lower_bound, stats.explored, stats.generated)
            };
            assert_eq!(counts(&own), counts(&listed), "{algorithm} on {text}");
            assert_eq!(own.heuristic.map(|choice| choice.to_string()), Some("custom".to_string()));
        }
        let doubled = own_manhattan(&goal);
        let doubled =
            CustomHeuristic::inadmissible(move |board| 2 * doubled(board)).named("double");
        let choice = HeuristicChoice::Custom(doubled);
        let solver = taquin::Solver::default().heuristic_choice(choice);
        let astar = solver.clone().algorithm("astar").expect("known").solve(&puzzle);
        assert!(matches!(astar, Err(taquin::SolveError::Inadmissible { .. })), "{astar:?}");
        let greedy = solver.algorithm("greedy").expect("known").solve(&puzzle).expect("it fits");
        // Twice the distance proves nothing; the distance itself does.
        let proven = taquin::CostModel::Unit.lower_bound(&puzzle);
        assert!((proven..=proven + 1).contains(&greedy.lower_bound), "{}", greedy.lower_bound);
        assert_eq!(greedy.optimal, greedy.cost == Some(greedy.lower_bound));
    }
}

#[test]
fn any_number_of_partitions_can_be_named() {
    let partition = |number: usize| -> String {
        let letter = |cell: usize| if number >> cell & 1 == 1 { 'a' } else { 'b' };
        (0..11).map(letter).chain(['.']).collect()
    };
    for number in 0..2048 {
        let cells = partition(number);
        let name = format!("pdb:{}/{}/{}", &cells[..4], &cells[4..8], &cells[8..]);
        let choice: HeuristicChoice = name.parse().expect("a partition");
        assert_eq!(choice.to_string(), name);
    }
}
