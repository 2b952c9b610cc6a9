//! Every picture is well-formed and reproducible, and every text is within the picture and overlaps no other.

use super::scene::{Anchor, Shape};
use super::tree::MOST_NODES;
use super::*;
use crate::diagnostic::Diagnostic;
use crate::quantities::Unit;
use crate::recording::Recording;
use roxmltree::Document;
use taquin::{
    Cancel, Goal, InputFormat, Limits, Metric, Mover, Puzzle, Solver, Trace, parse_board,
    parse_moves,
};

fn bars() -> Scene {
    let names = ["bfs", "dfs", "astar manhattan", "weighted-astar linear-conflict (weight 1.5)"];
    let configuration =
        |(index, name): (usize, &&str)| BarLabel { name: name.to_string(), stopped: index == 1 };
    let panel = |title: &str, unit: Unit, values: [f64; 4]| BarPanel {
        title: title.to_string(),
        unit,
        values: values.map(Some).to_vec(),
    };
    BarChart {
        title: "Searches on 6 4 7/8 5 0/3 2 1 compared".to_string(),
        note: "One run of each; <counts> & \"memory\" are exact, times those of this machine. "
            .repeat(3),
        configurations: names.iter().enumerate().map(configuration).collect(),
        panels: vec![
            panel("Explored", Unit::Count, [181_440.0, 100_000.0, 9_512.0, 1.0]),
            panel("Generated", Unit::Count, [483_839.0, 287_654.0, 24_000.0, 0.0]),
            panel("Memory", Unit::Bytes, [5e6, 9e6, 1e6, 700_000.0]),
            BarPanel { title: "Time".to_string(), unit: Unit::Seconds, values: vec![None; 4] },
        ],
    }
    .draw()
}

fn lines() -> Scene {
    let names: Vec<String> = (0..7).map(|index| format!("astar heuristic-{index}")).collect();
    let line = |steepness: usize| {
        let point = |depth: u64| {
            let middle = (1.2 + steepness as f64 / 10.0).powf(depth as f64);
            DepthPoint::of(depth, &[middle * 0.5, middle, middle * 1.7])
        };
        (4..=31).filter_map(point).collect()
    };
    let panel = |title: &str, unit| DepthPanel {
        title: title.to_string(),
        unit,
        lines: (0..names.len()).map(line).collect(),
    };
    DepthChart {
        title: "Searches by depth".to_string(),
        note: "Over 500 random boards.".to_string(),
        panels: vec![
            panel("Expanded", Unit::Count),
            panel("Memory", Unit::Bytes),
            panel("Time", Unit::Seconds),
        ],
        configurations: names,
    }
    .draw()
}

/// The published numbers of 3x3 boards at each distance.
const LAYERS: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn histogram() -> Histogram {
    Histogram {
        title: "3x3 boards by distance from the goal".to_string(),
        note: "All 181,440 solvable boards, goal 1 2 3/4 5 6/7 8 0, single-tile moves.".to_string(),
        across: "moves from the goal".to_string(),
        up: "boards".to_string(),
        counts: LAYERS.to_vec(),
    }
}

fn puzzle(text: &str) -> Puzzle {
    let board = parse_board(text, InputFormat::Auto, None).expect("a board");
    Puzzle::new(board, &Goal::Classic).expect("it is solvable")
}

fn strip(text: &str) -> Strip {
    let puzzle = puzzle(text);
    let report = Solver::default().solve(&puzzle).expect("it fits");
    let solution = report.solution().expect("it is solvable");
    let strip = Strip::of(&puzzle, solution, "").expect("it is short");
    Strip { title: "A solution".to_string(), note: String::new(), ..strip }
}

fn tree(board: &str, algorithm: &str, max_nodes: Option<u64>) -> Result<SearchTree, Diagnostic> {
    let puzzle = puzzle(board);
    let mut solver = Solver::default().algorithm(algorithm).expect("it is known");
    solver.limits = Limits { max_nodes, ..Limits::default() };
    let mut trace = Trace::new(MOST_ENTRIES);
    let report = solver.solve_observed(&puzzle, &Cancel::new(), Some(&mut trace)).expect("it fits");
    SearchTree::of(&Recording::new(puzzle, &report, trace), &report, &crate::spelling::Fields)
}

fn scenes() -> Vec<Scene> {
    let mut scenes = vec![bars(), lines(), histogram().draw()];
    for board in ["647850321", "123456780", "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"] {
        scenes.push(strip(board).draw());
    }
    for algorithm in ["bfs", "dfs", "astar", "ida", "rbfs", "greedy"] {
        scenes.push(tree("123460758", algorithm, Some(60)).expect("it is small").draw());
    }
    scenes
}

/// Left, right, top and bottom of every text that is not rotated.
fn text_boxes(scene: &Scene) -> Vec<([f64; 4], &str)> {
    let mut boxes = Vec::new();
    for shape in &scene.shapes {
        let Shape::Texts { style, lines } = shape else { continue };
        for (x, y, text) in lines.iter().filter(|_| !style.turned) {
            let width = stroke_font::width(text, style.size);
            let left = match style.anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            boxes.push(([left, left + width, y - style.size * 0.7, *y], text.as_str()));
        }
    }
    boxes
}

#[test]
fn every_picture_is_well_formed_and_the_same_twice() {
    for (one, other) in scenes().iter().zip(scenes()) {
        assert_eq!(svg(one), svg(&other));
        let text = svg(one);
        let tree = Document::parse(&text).expect("it is well-formed");
        let width = tree.root_element().attribute("width").and_then(|width| width.parse().ok());
        assert!(width.is_some_and(|width: f64| (width - one.width).abs() < 0.01));
        assert!(!text.contains("NaN") && !text.contains("inf\""), "{text}");
    }
}

#[test]
fn every_class_has_a_colour() {
    for scene in scenes() {
        let text = svg(&scene);
        for class in text.split(" class=\"").skip(2).filter_map(|rest| rest.split('"').next()) {
            for name in class.split(' ') {
                assert!(text.contains(&format!(".taquin .{name}{{")), "{name}");
            }
        }
    }
}

#[test]
fn texts_lie_within_the_picture_and_not_over_each_other() {
    for scene in scenes() {
        let boxes = text_boxes(&scene);
        for (index, ([left, right, top, bottom], text)) in boxes.iter().enumerate() {
            let within = *left >= 0.0 && *right <= scene.width && *top >= 0.0;
            assert!(within && *bottom <= scene.height, "'{text}' in {}", scene.title);
            for ([l, r, t, b], other) in &boxes[..index] {
                let apart = left >= r || right <= l || top >= b || bottom <= t;
                assert!(apart, "'{text}' lies over '{other}' in {}", scene.title);
            }
        }
    }
}

#[test]
fn the_histogram_knows_its_mean() {
    let mean = histogram().mean().expect("there are boards");
    assert!((mean - 21.972_399).abs() < 1e-5, "{mean}");
    let none = Histogram { counts: vec![], ..histogram() };
    assert_eq!(none.mean(), None);
    none.draw();
}

#[test]
fn a_strip_that_is_too_long_is_refused() {
    let board = puzzle("123456780").start().clone();
    let refused = Strip::check(board.size(), 120_000).expect_err("it is too long");
    assert_eq!(refused.code, "strip-too-long");
    assert!(refused.message.contains("120,000") && refused.message.contains("3x3"), "{refused}");
    assert!(Strip::check(board.size(), 24_250).is_ok());
}

#[test]
fn a_tree_has_each_node_once() {
    let tree = tree("123460758", "astar", None).expect("it is small");
    assert!(tree.nodes.len() > 5 && tree.informed);
    let path: Vec<_> = tree.nodes.iter().filter(|node| node.on_path).collect();
    assert_eq!(path.len(), 4);
    assert!(path[3].is_goal && path[3].board.to_string() == "1 2 3/4 5 6/7 8 0");
    assert_eq!((path[0].g, path[0].h, path[3].g, path[3].h), (0.0, 3.0, 3.0, 0.0));
    let dot = tree.dot();
    for node in &tree.nodes {
        assert_eq!(dot.matches(&format!("  n{} [", node.id)).count(), 1);
    }
    assert_eq!(dot.matches(" -> ").count(), tree.nodes.len() - 1);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("tree-dot", dot);
    });
}

#[test]
fn a_tree_that_is_not_legible_is_refused() {
    // For a search that was stopped, the message states how many nodes there would be.
    for (max_nodes, counts) in [(None, &["500"][..]), (Some(1000), &[" 1,", "500"])] {
        let refused = tree("647850321", "bfs", max_nodes).expect_err("it is large");
        assert_eq!(refused.code, "tree-too-large");
        assert!(counts.iter().all(|count| refused.message.contains(count)), "{refused}");
    }
    for algorithm in ["bidirectional", "table", "constructive"] {
        let refused = tree("123460758", algorithm, None).expect_err("there is none");
        assert_eq!(refused.code, "no-single-tree", "{refused}");
    }
    assert!(tree("647850321", "dfs", Some(MOST_NODES as u64 / 2)).is_ok());
}

#[test]
fn texts_of_any_kind_stay_xml() {
    let odd = "a<b>&\"c\" \u{0}\u{1b}\u{202e}\u{ffff} 漢字 \n";
    let chart = BarChart {
        title: odd.to_string(),
        note: odd.to_string(),
        configurations: vec![BarLabel { name: odd.to_string(), stopped: true }],
        panels: vec![],
    };
    Document::parse(&svg(&chart.draw())).expect("it is well-formed");
}

#[test]
fn a_strip_shows_a_run_as_one_move() {
    let start = parse_board("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15", InputFormat::Auto, None);
    let start = start.expect("a board");
    let runs = parse_moves("R3 D L2", Mover::Blank).expect("moves").in_metric(Metric::MultiTile);
    let end = runs.play(&start).expect("they are possible");
    let puzzle = Puzzle::new(start, &Goal::Board(end)).expect("moves led to it");
    let strip = Strip::of(&puzzle, &runs, "By hand").expect("it is short");
    assert_eq!((strip.boards.len(), strip.title.ends_with("solved in 3 moves")), (4, true));
    let svg = svg(&strip.draw());
    for label in ["R3", "D", "L2"] {
        assert!(svg.contains(&format!(">{label}<")), "{label}");
    }
    // Three tiles slid, then one, then two.
    let single = Strip::of(&puzzle, &runs.in_metric(Metric::SingleTile), "By hand");
    let marked = |strip: &Strip| {
        let moved = |step: &StripBoard| step.by.map_or(0, |by| step.board.tiles_moved_by(by).len());
        strip.boards.iter().map(moved).collect::<Vec<_>>()
    };
    assert_eq!(marked(&strip), [0, 3, 1, 2]);
    assert_eq!(marked(&single.expect("it is short")), [0, 1, 1, 1, 1, 1, 1]);
}
