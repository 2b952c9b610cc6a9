//! Reproduces every published figure from the files that `taquin reproduce` reads. The most important ones are repeated
//! as literals, so that a mistake in those files cannot go unnoticed.

use taquin::figures::{self, Figure, Row, Verdict};
use taquin::search::{Cancel, Event, Observer, Stop};
use taquin::{CostModel, Goal, InputFormat, Move, Puzzle, Report, Solver, parse_board};

/// How many rows each source has: exact, near and ours.
const ROWS: [(&str, [usize; 3]); 8] = [
    ("A", [7, 0, 4]),
    ("B", [0, 6, 1]),
    ("C", [12, 0, 1]),
    ("D", [2, 0, 3]),
    ("E", [3, 0, 2]),
    ("Columbia", [36, 0, 12]),
    ("layers", [6, 0, 16]),
    ("Korf", [48, 0, 0]),
];

fn figures_of(source: &str) -> Vec<Figure> {
    figures::default_set().into_iter().filter(|figure| figure.source == source).collect()
}

/// Checks a figure with and without path ids: searches that record ids are observed internally, those that users run are
/// not, so the code paths differ. Except for the ids themselves, both give the same rows.
fn check_both_ways(figure: &Figure) -> Vec<Row> {
    let check = |figure: &Figure| figure.check(&Cancel::new()).expect("nothing cancels it");
    let mut toggled = figure.clone();
    toggled.solver.path_ids = !figure.solver.path_ids;
    let (rows, others) = (check(figure), check(&toggled));
    assert_eq!(rows.len(), others.len());
    for (row, other) in rows.iter().zip(&others).filter(|(row, _)| row.quantity != "ids") {
        assert_eq!(row, other, "with ids and without");
    }
    rows
}

/// Checks figures; returns how many rows are exact, near and ours. None may differ.
fn check(figures: &[Figure]) -> [usize; 3] {
    let rows: Vec<Row> = figures.iter().flat_map(check_both_ways).collect();
    let differing: Vec<&Row> = rows.iter().filter(|row| row.verdict.id() == "differs").collect();
    assert!(differing.is_empty(), "{differing:#?}");
    ["exact", "near", "ours"]
        .map(|verdict| rows.iter().filter(|row| row.verdict.id() == verdict).count())
}

fn check_source(source: &str) {
    let (_, rows) = ROWS.into_iter().find(|(known, _)| *known == source).expect("a source");
    assert_eq!(check(&figures_of(source)), rows, "exact, near and ours of {source}");
}

#[test]
fn no_figure_is_left_out() {
    assert_eq!(ROWS.map(|(source, _)| source), figures::SOURCES.map(|(source, _)| source));
    let of = |source| figures_of(source).iter().map(Figure::rows).sum::<usize>();
    for (source, rows) in ROWS {
        assert_eq!(of(source), rows.iter().sum::<usize>(), "{source}");
    }
    let rows = |figures: Vec<Figure>| figures.iter().map(Figure::rows).sum::<usize>();
    assert_eq!(rows(figures::default_set()), 159);
    // The rest of Korf's boards, and two larger spaces in both metrics.
    assert_eq!(rows(figures::all()), 159 + 2 * 76 + 4);
}

#[test]
fn an_unsolved_board_differs() {
    // Source D's 470 nodes, because they take no time.
    let mut figures = figures_of("D");
    let figure = figures.iter_mut().find(|figure| figure.what.starts_with("greedy"));
    let figure = figure.expect("the greedy search of source D");
    let row = |figure: &Figure| figure.check(&Cancel::new()).expect("nothing cancels it").remove(0);
    assert_eq!(row(figure).verdict, Verdict::Exact);
    figure.solver =
        Solver::new(taquin::solve::AlgorithmId::Dfs).set("max-depth", "3").expect("a depth");
    assert_eq!(row(figure).ours, "no solution");
    assert_eq!(row(figure).verdict, Verdict::Differs("470".to_string()));
    figure.solver.heuristic = Some(taquin::heuristic::HeuristicId::Zero.into());
    let refused = figure.solver.check().expect_err("dfs uses no heuristic");
    assert!(matches!(refused, taquin::SolveError::HeuristicUnused { .. }), "{refused:?}");
    assert_eq!(row(figure).ours, refused.to_string());
}

#[test]
fn a_raised_flag_stops_every_kind() {
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = |figure: &Figure| figure.check(&cancel) == Err(Stop::Cancelled);
    assert!(figures::default_set().iter().all(stopped));
}

#[test]
fn source_a() {
    check_source("A");
}

#[test]
fn source_b() {
    check_source("B");
}

#[test]
fn sources_c_d_e() {
    ["C", "D", "E"].into_iter().for_each(check_source);
}

#[test]
fn columbia() {
    check_source("Columbia");
}

#[test]
fn layers() {
    check_source("layers");
}

/// Checks one half of Korf's boards. Easy and hard ones alternate, so that both halves take equally long.
fn korf(half: usize) {
    let figures = figures_of("Korf");
    let dealt: Vec<Figure> = figures.into_iter().skip(half).step_by(2).collect();
    assert_eq!(check(&dealt), [24, 0, 0]);
}

#[test]
fn korf_one_half() {
    korf(0);
}

#[test]
fn korf_other_half() {
    korf(1);
}

fn puzzle(digits: &str, goal: &Goal) -> Puzzle {
    let board = parse_board(digits, InputFormat::Auto, None).expect("a board");
    Puzzle::new(board, goal).expect("it is solvable")
}

fn solver(algorithm: &str, order: &str) -> Solver {
    let solver = Solver::default().algorithm(algorithm).expect("an algorithm");
    solver.set("order", order).expect("an order")
}

/// Solves, and replays the solution.
fn solve(solver: &Solver, puzzle: &Puzzle) -> Report {
    let report = solver.solve(puzzle).expect("the choices fit");
    report.solution().expect("it is solvable").verify(puzzle).expect("the path replays");
    report
}

/// Records the progress lines that source A prints.
#[derive(Default)]
struct Progress(Vec<(u64, u64, u64)>);

impl Observer<Move> for Progress {
    fn event(&mut self, event: Event<'_, Move>) {
        if let Event::Explored(_, stats) = event
            && stats.explored % 1000 == 0
        {
            self.0.push((stats.explored, stats.frontier, stats.depth));
        }
    }
}

#[test]
fn source_a_in_literals() {
    let puzzle = puzzle("647850321", &Goal::Classic);
    let mut progress = Progress::default();
    let bfs = Solver { path_ids: true, ..solver("bfs", "UDLR") };
    let report = bfs.solve_observed(&puzzle, &Cancel::new(), Some(&mut progress)).expect("it fits");
    let solution = report.solution().expect("it is solvable");
    solution.verify(&puzzle).expect("the path replays");
    assert_eq!((solution.len(), report.stats.explored), (31, 181_440));
    let ids = report.path_ids.expect("breadth-first search keeps its nodes");
    assert_eq!((ids.len(), &ids[..4]), (32, &[0, 1, 5, 12][..]));
    assert_eq!(ids[28..], [463_864, 477_920, 482_462, 483_752]);
    let lines = progress.0;
    assert_eq!(lines.len(), 181);
    assert_eq!(lines[..3], [(1000, 614, 11), (2000, 1327, 12), (3000, 1690, 13)]);
    assert_eq!(lines[180], (181_000, 424, 29));

    let mut dfs = solver("dfs", "RLDU");
    assert_eq!(solve(&dfs, &puzzle).solution().map(|s| s.len() + 1), Some(24_250));
    dfs.settings.max_depth = Some(50);
    assert_eq!(solve(&dfs, &puzzle).solution().map(|s| s.len() + 1), Some(48));
}

#[test]
fn source_e_in_literals() {
    let puzzle = puzzle("134802765", &Goal::Snail);
    for order in ["UDLR", "LURD"] {
        let mut dijkstra = solver("dijkstra", order);
        dijkstra.costs = CostModel::Tile;
        let report = solve(&dijkstra, &puzzle);
        let solution = report.solution().expect("it is solvable");
        assert_eq!(CostModel::Tile.of_steps(&puzzle, solution), [2, 4, 3, 2]);
        assert_eq!((report.cost, report.optimal), (Some(11), true));
        dijkstra.costs = CostModel::TileDisplaced;
        assert_eq!(solve(&dijkstra, &puzzle).cost, Some(20));
    }
}

#[test]
fn source_d_in_literals() {
    let puzzle = puzzle("412587063", &Goal::Classic);
    let mut greedy = solver("greedy", "LURD").heuristic("in-place").expect("a heuristic");
    for (name, explored) in [("heap", 470), ("board", 327), ("fifo", 1480), ("lifo", 1882)] {
        greedy = greedy.set("ties", name).expect("a tie-breaking rule");
        assert_eq!(solve(&greedy, &puzzle).stats.explored, explored, "{name}");
    }
}
