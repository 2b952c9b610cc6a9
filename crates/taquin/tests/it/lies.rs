//! Heuristics and scores that lie: whatever they say, no wrong solution and no refuted proof is reported.

use std::time::Duration;
use taquin::construct::{LearntNetwork, shipped_networks};
use taquin::generate::{Random, uniform};
use taquin::heuristic::{CustomHeuristic, HeuristicChoice};
use taquin::store::Store;
use taquin::{Board, Goal, Limits, Puzzle, Solver};

fn puzzles(size: &str, count: usize) -> Vec<Puzzle> {
    let goal = Goal::Classic.board(size.parse().expect("a size"));
    let mut random = Random::new(5);
    let board = |_| Puzzle::new(uniform(&goal, &mut random), &Goal::Classic);
    (0..count).map(board).map(|puzzle| puzzle.expect("it is solvable")).collect()
}

#[test]
fn a_heuristic_that_overestimates_proves_nothing() {
    let mut refuted = 0;
    for puzzle in puzzles("3x3", 40) {
        let shortest = Solver::default().solve(&puzzle).expect("it fits").cost;
        let goal = puzzle.goal().clone();
        let thrice = move |board: &Board| {
            let puzzle = Puzzle::new(board.clone(), &Goal::Board(goal.clone()));
            3 * puzzle.map_or(0, |puzzle| taquin::CostModel::Unit.lower_bound(&puzzle)) as u32
        };
        for algorithm in ["astar", "ida", "rbfs"] {
            let own = HeuristicChoice::Custom(CustomHeuristic::admissible(thrice.clone()));
            let solver = Solver::default().algorithm(algorithm).expect("a search");
            let report = solver.heuristic_choice(own).solve(&puzzle).expect("it is an answer");
            report.solution().expect("it is solvable").verify(&puzzle).expect("it is a solution");
            let noticed =
                report.notices.iter().any(|notice| notice.code() == "heuristic-overestimates");
            refuted += u32::from(noticed);
            assert!(report.lower_bound <= shortest.expect("it is solvable"), "{algorithm}");
            assert!(!report.optimal || report.cost == shortest, "{algorithm}");
        }
    }
    assert!(refuted > 100, "{refuted} of 120");
}

/// Returns a score for boards of the same size whose weights are noise, as a sound file.
fn noise(learnt: &LearntNetwork, random: &mut Random) -> LearntNetwork {
    const HEADER: usize = 28;
    let sound = learnt.to_bytes();
    let mut weights = miniz_oxide::inflate::decompress_to_vec(&sound[HEADER..]).expect("sound");
    // The direct weights at the end stay: a score is refused if they could overflow.
    let cells = learnt.size.cells();
    let direct = 4 * (2 * cells * cells + 1);
    let end = weights.len() - direct;
    weights[..end].fill_with(|| random.number() as u8);
    let packed = miniz_oxide::deflate::compress_to_vec(&weights, 1);
    let header = &sound[..HEADER - 4];
    let add = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(16_777_619);
    let sum = header.iter().chain(&packed).fold(2_166_136_261, add).to_le_bytes();
    let forged = [header, &sum, &packed].concat();
    LearntNetwork::from_bytes(&forged).expect("its checksum is right")
}

#[test]
fn a_score_that_lies_gives_longer_solutions_and_no_wrong_ones() {
    let learnt = shipped_networks().next().expect("a score is shipped");
    let mut random = Random::new(9);
    for puzzle in puzzles(&learnt.size.to_string(), 2) {
        let store = Store::in_memory();
        store.add_network(noise(&learnt, &mut random));
        let limits = Limits { max_time: Some(Duration::from_millis(300)), ..Limits::default() };
        let solver = Solver { limits, store, ..Solver::default() };
        let report = solver.algorithm("near-optimal").expect("it exists").solve(&puzzle);
        let report = report.expect("it is an answer");
        report.solution().expect("there is always one").verify(&puzzle).expect("it is a solution");
        assert!(Some(report.lower_bound) <= report.cost);
    }
}

/// A deepening search leaves out what can cost no less than the greatest number, so with such estimates it finds
/// nothing: that is no proof that there is nothing.
#[test]
fn a_heuristic_that_says_that_nothing_leads_to_the_goal_proves_nothing() {
    for puzzle in puzzles("3x3", 3) {
        let goal = puzzle.goal().clone();
        let endless = move |board: &Board| if *board == goal { 0 } else { u32::MAX };
        for algorithm in ["astar", "ida", "rbfs"] {
            let own = HeuristicChoice::Custom(CustomHeuristic::admissible(endless.clone()));
            let solver = Solver::default().algorithm(algorithm).expect("a search");
            let report = solver.heuristic_choice(own).solve(&puzzle).expect("it is an answer");
            let codes: Vec<&str> = report.notices.iter().map(|notice| notice.code()).collect();
            assert!(codes.contains(&"heuristic-overestimates"), "{algorithm}: {codes:?}");
            assert!(!report.optimal && report.lower_bound <= 31, "{algorithm}");
        }
    }
}
