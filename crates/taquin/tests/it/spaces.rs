//! Counts of whole spaces: every known count is reproduced, in both metrics, and spaces that are too large are rejected.

use crate::tries;
use std::collections::HashSet;
use taquin::figures::known_layers;
use taquin::table::{Space, SpaceError};
use taquin::{Board, Budget, Cancel, Direction, Goal, Limits, Metric, Puzzle, Size, Stop};

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

fn explore(goal: &Board, metric: Metric) -> Space {
    Space::explore(goal, metric, &Budget::unlimited(), &mut |_, _| {}).expect("nothing cancels it")
}

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

/// Goals of a size with the blank on each cell in turn.
fn goals(text: &str) -> impl Iterator<Item = Board> {
    let classic = Board::classic(size(text));
    (0..classic.tiles().len()).map(move |blank| classic.swapped(blank, classic.blank()))
}

/// Checks all goals and metrics of a size for which counts are known; returns how many those are.
fn check_known(text: &str) -> usize {
    let cases = goals(text).flat_map(|goal| METRICS.map(|metric| (goal.clone(), metric)));
    let known = cases.filter_map(|(goal, metric)| {
        let known = known_layers(&goal, metric)?;
        let space = explore(&goal, metric);
        assert_eq!(space.layers, known.counts, "{goal} {metric:?}");
        assert_eq!(Some(space.boards()), Space::boards_of(goal.size()));
        let farthest = space.layers[space.layers.len() - 1];
        assert_eq!(space.farthest.len() as u64, farthest.min(Space::FARTHEST_KEPT as u64));
        Some(())
    });
    known.count()
}

#[test]
fn every_known_count_is_reproduced() {
    for (text, goals) in
        [("2x2", 4), ("2x3", 6), ("3x2", 6), ("2x4", 8), ("4x2", 8), ("3x3", 9), ("2x5", 10)]
    {
        assert_eq!(check_known(text), 2 * goals, "{text}");
    }
}

/// Some seconds each: `cargo test --release -p taquin --test it -- --ignored larger`.
#[test]
#[ignore = "240 million boards, sixteen times"]
fn larger_known_counts_come_out() {
    for (text, goals) in [("3x4", 4), ("2x6", 4)] {
        assert_eq!(check_known(text), 2 * goals, "{text}");
    }
}

#[test]
fn larger_known_counts_start_correctly() {
    for text in ["3x4", "4x3", "2x6"] {
        for metric in METRICS {
            let goal = Board::classic(size(text));
            let known = known_layers(&goal, metric).expect("published");
            // Up to this many boards.
            let most = tries(500_000, 2_000_000);
            let sums: Vec<u64> = known
                .counts
                .iter()
                .scan(0, |sum, count| {
                    *sum += count;
                    Some(*sum)
                })
                .take_while(|&sum| sum < most)
                .collect();
            let (cancel, mut visited) = (Cancel::new(), vec![1]);
            let stopped =
                Space::explore(&goal, metric, &Budget::stopped_by(&cancel), &mut |now, of| {
                    assert_eq!(of, 239_500_800);
                    visited.push(now);
                    if visited.len() == sums.len() {
                        cancel.cancel();
                    }
                });
            assert_eq!(stopped.err(), Some(SpaceError::Stopped(Stop::Cancelled)));
            assert_eq!(visited, sums, "{text} {metric:?}");
        }
    }
}

/// An independent count: boards in a hash set, moved one by one.
fn plain_layers(goal: &Board, metric: Metric) -> Vec<HashSet<Board>> {
    let mut visited = HashSet::from([goal.clone()]);
    let mut layers = vec![visited.clone()];
    while let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) {
        let mut next = HashSet::new();
        for board in layer {
            for direction in Direction::ALL {
                let mut moved = board.clone();
                while moved.apply(direction).is_some() {
                    if visited.insert(moved.clone()) {
                        next.insert(moved.clone());
                    }
                    if metric == Metric::SingleTile {
                        break;
                    }
                }
            }
        }
        layers.push(next);
    }
    layers.pop();
    layers
}

#[test]
fn a_plain_search_agrees() {
    for text in ["2x2", "2x3", "3x2", "2x4", "4x2"] {
        for goal in goals(text).chain([Board::snail(size(text))]) {
            for metric in METRICS {
                let plain = plain_layers(&goal, metric);
                let space = explore(&goal, metric);
                let counts: Vec<u64> = plain.iter().map(|layer| layer.len() as u64).collect();
                assert_eq!(space.layers, counts, "{goal} {metric:?}");
                let farthest: HashSet<Board> = space.farthest.into_iter().collect();
                assert_eq!(farthest, plain[plain.len() - 1], "{goal} {metric:?}");
            }
        }
    }
}

#[test]
fn the_farthest_boards_of_3x3() {
    let space = explore(&Board::classic(size("3x3")), Metric::SingleTile);
    let farthest: Vec<String> = space.farthest.iter().map(Board::to_string).collect();
    assert_eq!(farthest, ["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]);
    assert_eq!(format!("{:.6}", space.mean()), "21.972399");
    let solvable = |board: &Board| Puzzle::new(board.clone(), &Goal::Classic).is_ok();
    assert!(space.farthest.iter().all(solvable));
}

#[test]
fn memory_needs_are_reported_and_limits_kept() {
    let goal = Board::classic(size("3x4"));
    let needed = Space::bytes(goal.size()).expect("it can be counted");
    assert_eq!(needed, 109_923_264);
    assert_eq!(Space::bytes(size("4x3")), Some(needed));
    let limit = needed - 1;
    let limits = Limits { max_bytes: Some(limit), ..Limits::default() };
    let budget = Budget::new(limits, Cancel::new());
    let rejected = Space::explore(&goal, Metric::SingleTile, &budget, &mut |_, _| {});
    assert_eq!(rejected.err(), Some(SpaceError::Memory { size: goal.size(), needed, limit }));
    for text in ["4x4", "2x7", "5x5", "127x127"] {
        let goal = Board::classic(size(text));
        assert_eq!((Space::bytes(goal.size()), Space::boards_of(goal.size())), (None, None));
        let rejected =
            Space::explore(&goal, Metric::MultiTile, &Budget::unlimited(), &mut |_, _| {});
        assert_eq!(rejected.err(), Some(SpaceError::TooLarge { size: goal.size() }));
    }
}

#[test]
fn a_raised_flag_stops_it_before_the_next_layer() {
    let goal = Board::classic(size("3x4"));
    for last in [1, 2, 10, 20] {
        let (cancel, mut layers) = (Cancel::new(), 0);
        let stopped =
            Space::explore(&goal, Metric::SingleTile, &Budget::stopped_by(&cancel), &mut |_, _| {
                layers += 1;
                if layers == last {
                    cancel.cancel();
                }
            });
        assert_eq!(stopped.err(), Some(SpaceError::Stopped(Stop::Cancelled)));
        assert_eq!(layers, last, "no layer is reported after the flag is raised");
    }
    let (cancel, mut layers) = (Cancel::new(), 0);
    cancel.cancel();
    let stopped =
        Space::explore(&goal, Metric::SingleTile, &Budget::stopped_by(&cancel), &mut |_, _| {
            layers += 1
        });
    assert_eq!((stopped.err(), layers), (Some(SpaceError::Stopped(Stop::Cancelled)), 0));
}
