//! A walk from a goal, decoded from bytes. After every move, each heuristic's incremental estimate must equal its estimate
//! from scratch, and the packed board must equal the plain one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use taquin::heuristic::*;
use taquin::state::{PackedBoard, SliceBoard};
use taquin::{Board, CostModel, Direction, Goal, for_each_heuristic};

/// Follows a walk and returns how many moves were legal.
type Walk = Box<dyn Fn(&[Direction]) -> usize + Send + Sync>;

/// Indices of the board, the goal and the cost model.
type Place = (usize, usize, usize);

/// How a board is packed.
#[derive(Clone, Copy)]
enum Packing {
    U64,
    U128,
    Slice,
}

/// Sizes for every packing: the smallest, the largest and oblong ones.
const BOARDS: [(Packing, &str); 14] = [
    (Packing::U64, "2x2"),
    (Packing::U64, "2x3"),
    (Packing::U64, "3x3"),
    (Packing::U64, "3x4"),
    (Packing::U64, "4x4"),
    (Packing::U64, "2x8"),
    (Packing::U128, "3x3"),
    (Packing::U128, "4x4"),
    (Packing::U128, "5x5"),
    (Packing::U128, "12x2"),
    (Packing::Slice, "3x3"),
    (Packing::Slice, "4x4"),
    (Packing::Slice, "6x6"),
    (Packing::Slice, "3x10"),
];

/// Follows the moves with each heuristic that supports the board, and returns how many moves were legal in total.
pub fn follow_moves(data: &[u8]) -> usize {
    let [board, goal, costs, moves @ ..] = data else { return 0 };
    let pick = |byte: &u8, of: usize| usize::from(*byte) % of;
    let place = (
        pick(board, BOARDS.len()),
        pick(goal, Goal::NAMED.len()),
        pick(costs, CostModel::LIST.len()),
    );
    // Four moves per byte.
    let direction = |byte: u8, place: u8| Direction::ALL[usize::from(byte >> (2 * place) & 3)];
    let moves: Vec<Direction> =
        moves.iter().flat_map(|&byte| (0..4).map(move |place| direction(byte, place))).collect();
    walks(place).iter().map(|walk| walk(&moves)).sum()
}

/// Returns the walks of a board, a goal and a cost model, prepared once.
fn walks(place: Place) -> Arc<Vec<Walk>> {
    static PREPARED: Mutex<BTreeMap<Place, Arc<Vec<Walk>>>> = Mutex::new(BTreeMap::new());
    let mut prepared = PREPARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let walks = prepared.entry(place).or_insert_with(|| {
        let (packing, size) = BOARDS[place.0];
        let goal = Goal::NAMED[place.1].1.board(size.parse().expect("a size"));
        let costs = CostModel::LIST[place.2].0;
        Arc::new(match packing {
            Packing::U64 => all_walks::<u64>(&goal, costs),
            Packing::U128 => all_walks::<u128>(&goal, costs),
            Packing::Slice => all_walks::<SliceBoard>(&goal, costs),
        })
    });
    Arc::clone(walks)
}

/// Prepares a walk for every heuristic that supports the goal. Pattern databases of 24 tiles would take too long to build.
fn all_walks<B: PackedBoard>(goal: &Board, costs: CostModel) -> Vec<Walk> {
    let mut walks: Vec<Walk> = Vec::new();
    macro_rules! prepare {
        (any: $($any:ident),*; medium: $($medium:ident),*; small: $($small:ident),*;) => {
            prepare!($($any,)* $($small,)*);
            if goal.size().cells() <= 16 {
                prepare!($($medium,)*);
            }
        };
        ($($heuristic:ident,)*) => { $(
            if let Ok(heuristic) = $heuristic::new(goal, costs) {
                let goal = goal.clone();
                walks.push(Box::new(move |moves| follow::<B, $heuristic>(&heuristic, &goal, moves)));
            }
        )* };
    }
    for_each_heuristic!(prepare);
    assert!(walks.len() >= 3, "some heuristics support every board");
    walks
}

fn follow<B: PackedBoard, H: Heuristic<B> + BuiltIn>(
    heuristic: &H,
    goal: &Board,
    moves: &[Direction],
) -> usize {
    let mut board = goal.clone();
    let mut packed = B::pack(board.tiles());
    let mut memo = heuristic.begin(&packed);
    assert_eq!(heuristic.h(&memo), 0, "{} at the goal", H::INFO.id);
    let mut steps = 0;
    for &direction in moves {
        let to = board.blank();
        let Some(tile) = board.apply(direction) else { continue };
        let slide = Slide { tile: usize::from(tile), from: board.blank(), to };
        assert_eq!(packed.tile(slide.from), slide.tile, "{board}");
        packed = packed.slide(slide.tile, slide.from, slide.to);
        assert_eq!(packed, B::pack(board.tiles()), "{board}");
        memo = heuristic.after(&memo, slide, &packed);
        let begun = heuristic.begin(&packed);
        assert_eq!(heuristic.h(&memo), heuristic.h(&begun), "{} on {board}", H::INFO.id);
        assert_eq!(format!("{memo:?}"), format!("{begun:?}"), "{} on {board}", H::INFO.id);
        steps += 1;
    }
    steps
}
