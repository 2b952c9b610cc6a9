//! Every algorithm against a plain search of the whole space: random boards of up to ten cells, random goals, random
//! settings, observed and unobserved, with and without limits. The comparisons are in `check`, the test cases in `cases`,
//! the reference in `truth`.

mod cases;
mod check;
mod truth;
mod witness;

use crate::tries;
use cases::{Case, PRICES, SHAPES, World, board, pairs};
use check::{Counts, check};
use std::collections::BTreeSet;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use taquin::generate::Random;
use taquin::heuristic::{HeuristicChoice, HeuristicId};
use taquin::search::{AlgorithmInfo, Optimality, OptionId, SearchTree};
use taquin::solve::AlgorithmId;
use taquin::{Goal, Puzzle, PuzzleError};
use truth::{Price, Shape, Truth};

/// The name of failed cases among the counts.
const FAILED: &str = "failed";

/// Tries every pair on one and two threads in one world. Returns the number of cases.
fn try_world(
    world: &World,
    seed: u64,
    most_nodes: u64,
    random: &mut Random,
    counts: &mut Counts,
) -> u64 {
    let mut cases = 0;
    for pair in pairs(world.partition) {
        for threads in [1, 2] {
            let case = world.case(pair.clone(), threads, most_nodes, random);
            count_settings(&case, counts);
            let checked = catch_unwind(AssertUnwindSafe(|| check(&case, random, counts)));
            if checked.is_err() {
                // The panic message says what is wrong.
                eprintln!("^ seed {seed}: {case}");
                *counts.entry(FAILED.to_string()).or_default() += 1;
            }
            cases += 1;
        }
    }
    for _ in 0..20 {
        let tiles = world.any_board(random);
        let solvable = world.truth.of(&tiles).is_some();
        let start = board(world.truth.shape, &tiles);
        match Puzzle::new(start.clone(), &Goal::Board(world.goal.clone())) {
            Ok(_) => assert!(solvable, "seed {seed}: {start} to {} is accepted", world.goal),
            Err(PuzzleError::Unsolvable(why)) => {
                assert!(!solvable, "seed {seed}: {start} to {} is rejected", world.goal);
                assert_eq!((&why.start, &why.goal), (&start, &world.goal));
            }
            Err(error) => panic!("seed {seed}: {error}"),
        }
        let kind = if solvable { "solvable" } else { "unsolvable" };
        *counts.entry(format!("boards: {kind}")).or_default() += 1;
    }
    cases
}

/// Counts the settings of a case.
fn count_settings(case: &Case<'_>, counts: &mut Counts) {
    let solver = &case.solver;
    let mut count = |what: String| *counts.entry(what).or_default() += 1;
    count(format!("threads: {}", solver.settings.threads.unwrap_or(1)));
    count(format!("costs: {}", solver.costs));
    count(format!("order: {}", solver.settings.order.unwrap_or_default()));
    count(format!("size: {}", case.puzzle.size()));
    count(format!("goal test: {:?}", solver.settings.goal_test));
    count(format!("ties: {:?}", solver.settings.ties));
    count(format!("weight: {:?}", solver.settings.weight));
    count(format!("width: {:?}", solver.settings.width));
    count(format!("max depth: {}", solver.settings.max_depth.is_some()));
}

/// Returns how many different values of a setting were tried.
fn kinds(counts: &Counts, of: &str) -> usize {
    counts.keys().filter(|what| what.starts_with(of)).count()
}

/// Returns how many pairs of an algorithm and a heuristic there are.
fn pair_count() -> usize {
    let accepted = |info: &AlgorithmInfo, heuristic: &HeuristicId| {
        let heuristic = HeuristicChoice::from(*heuristic);
        // A method for whole puzzles that is informed is made for pattern databases.
        let is_right = info.tree != SearchTree::None || heuristic.is_patterns();
        is_right && (info.optimal != Optimality::IfAdmissible || heuristic.info().admissible)
    };
    // Without a heuristic, and for pattern databases by a partition, there is one more than those of the list.
    let of = |info: &AlgorithmInfo| {
        let listed = HeuristicId::ALL.iter().filter(|heuristic| accepted(info, heuristic));
        1 + if info.informed { listed.count() } else { 0 }
    };
    AlgorithmId::ALL.iter().map(|id| of(id.info())).sum()
}

/// Checks that every pair was tried, with each outcome that it can have.
fn assert_nothing_is_left_out(counts: &Counts, shapes: usize) {
    let of = |what: &str| counts.get(what).copied().unwrap_or_default();
    let names: BTreeSet<String> = SHAPES
        .iter()
        .flat_map(|(_, partitions)| pairs(partitions[0]))
        .map(|pair| pair.name())
        .collect();
    assert_eq!(names.len(), pair_count());
    for name in &names {
        assert!(of(&format!("{name}: solved")) > 0, "{name} never solved a puzzle");
        // Algorithms that need no nodes cannot run out of them.
        let none = ["constructive -", "auto -", "near-optimal -"].contains(&name.as_str());
        assert!(none || of(&format!("{name}: out of nodes")) > 0, "{name} never ran out of nodes");
    }
    let infos = AlgorithmId::ALL.iter().map(|id| id.info());
    let cut_off = infos.filter(|info| !info.complete || info.options.contains(&OptionId::MaxDepth));
    let outcomes = cut_off.map(|info| (info.id, "exhausted"));
    let refused = ["table -", "fast-ida", "near-optimal -"].map(|name| (name, "refused"));
    for (name, outcome) in outcomes.chain(refused) {
        let happened = |what: &&String| what.starts_with(name) && what.ends_with(outcome);
        assert!(counts.keys().any(|what| happened(&what)), "{name} was never {outcome}");
    }
    for name in ["bfs -", "dfs -", "astar manhattan", "ida manhattan", "rbfs manhattan", "iddfs -"]
    {
        assert!(of(&format!("{name}: out of memory")) > 0, "{name} never ran out of memory");
    }
    let tried = ["threads", "costs", "size", "goal test", "ties", "max depth"];
    let tried = tried.map(|of| kinds(counts, &format!("{of}:")));
    assert_eq!(tried, [2, PRICES.len(), shapes, 3, 5, 2], "{counts:#?}");
    assert_eq!([kinds(counts, "weight:"), kinds(counts, "width:")], [9, 7], "{counts:#?}");
    assert_eq!(kinds(counts, "order:"), 24);
    assert!(of("boards: solvable") > 50 && of("boards: unsolvable") > 50);
}

#[test]
fn every_pair_keeps_to_the_truth() {
    let (mut counts, mut cases) = (Counts::new(), 0);
    // Whole spaces of ten cells are slow: only in long runs, and with one cost model each.
    let shapes = tries(6, SHAPES.len());
    for (number, shape) in SHAPES.into_iter().take(shapes).enumerate() {
        let large = shape.0.cells() == truth::MOST_CELLS;
        for (place, price) in PRICES.into_iter().enumerate() {
            if large && place != number % PRICES.len() {
                continue;
            }
            let seed = (PRICES.len() * number + place) as u64;
            let random = &mut Random::new(seed);
            let world = World::new(shape, price, random);
            cases += try_world(&world, seed, 2000, random, &mut counts);
        }
    }
    assert_eq!(counts.get(FAILED), None, "failures, each with its seed above");
    assert_eq!(cases as usize, 2 * pair_count() * (6 * 3 + shapes - 6));
    assert_nothing_is_left_out(&counts, shapes);
}

/// Runs as many random cases as requested. CONTRIBUTING.md has the command.
#[test]
#[ignore = "runs as long as requested"]
fn as_many_random_cases_as_asked_for() {
    let number = |name: &str, default: u64| {
        let text = env::var(name).unwrap_or_else(|_| default.to_string());
        text.parse::<u64>().unwrap_or_else(|_| panic!("{name} is no number: {text}"))
    };
    let first = number("TAQUIN_ORACLE_SEED", 1000);
    let wanted = number("TAQUIN_ORACLE_CASES", 10_000);
    let (mut counts, mut cases, mut seed) = (Counts::new(), 0, first);
    while cases < wanted {
        let random = &mut Random::new(seed);
        let shape = SHAPES[random.below(SHAPES.len() as u64) as usize];
        let price = PRICES[random.below(PRICES.len() as u64) as usize];
        let world = World::new(shape, price, random);
        cases += try_world(&world, seed, 100_000, random, &mut counts);
        seed += 1;
    }
    for (what, count) in &counts {
        println!("{count:9} {what}");
    }
    println!("{cases} cases, seeds {first} to {}", seed - 1);
    assert_eq!(counts.get(FAILED), None, "failures, each with its seed above");
}

/// Returns all permutations of the tiles of a shape.
fn permutations(shape: Shape) -> Vec<truth::Tiles> {
    let cells = shape.cells();
    let mut all = vec![[0; truth::MOST_CELLS]];
    for number in 1..cells {
        // The next number is inserted before any of the others, or after them.
        let insert = |tiles: &truth::Tiles, place: usize| {
            let mut more = *tiles;
            more.copy_within(place..number, place + 1);
            more[place] = number as u8;
            more
        };
        all = all
            .iter()
            .flat_map(|tiles| (0..=number).map(move |place| insert(tiles, place)))
            .collect();
    }
    all
}

#[test]
fn parity_is_right_about_every_board() {
    for (shape, _) in SHAPES.into_iter().filter(|(shape, _)| shape.cells() <= 8) {
        let all = permutations(shape);
        assert_eq!(all.len(), (1..=shape.cells()).product::<usize>());
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        // A dozen goals, spread over all of them.
        for goal in all.iter().step_by(all.len() / 12) {
            let truth = Truth::new(shape, *goal, Price::Unit);
            assert_eq!(2 * truth.boards.len(), all.len());
            let to = Goal::Board(board(shape, goal));
            for tiles in all.iter().step_by(1 + all.len() / 2000) {
                let accepted = Puzzle::new(board(shape, tiles), &to).is_ok();
                assert_eq!(accepted, truth.of(tiles).is_some(), "{tiles:?} to {goal:?}");
            }
        }
    }
}
