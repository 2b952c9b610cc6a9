//! Reads the figures from their data files, which document their own columns.
//!
//! The files are part of this crate, so a malformed line is a bug: it panics, and every test of this module would show
//! it.

use super::figure::{Band, Expected, Figure, FigureOrigin, KorfBoard, Subject};
use super::quantity::Quantity;
use crate::board::{Board, Size};
use crate::cost::CostModel;
use crate::metric::Metric;
use crate::parse::{InputFormat, parse_board};
use crate::puzzle::{Goal, Puzzle};
use crate::solve::{Solver, find_option};
use crate::table::Space;
use crate::table::known::{LayersRow, layers_rows, malformed, number, records};

const SEARCHES: &str = include_str!("../../figures/searches.tsv");
const PROGRESS: &str = include_str!("../../figures/progress.tsv");
const KORF: &str = include_str!("../../figures/korf.tsv");

/// Returns all figures, limited to the `korf` easiest of Korf's boards and to spaces of at most `boards` boards.
pub(super) fn figures(korf: usize, boards: u64) -> Vec<Figure> {
    let mut hundred = korf_boards();
    hundred.sort_by_key(|korf| korf.nodes);
    let searches = records(SEARCHES).map(search);
    let fits = |row: &LayersRow| Space::boards_of(row.size).is_some_and(|count| count <= boards);
    let layers = layers_rows().filter(fits).map(layers);
    searches.chain(layers).chain(hundred.into_iter().take(korf).map(korf_board)).collect()
}

/// Returns Korf's hundred boards in his order.
pub(super) fn korf_boards() -> Vec<KorfBoard> {
    let read = |[no, length, nodes, start]: [&'static str; 4]| KorfBoard {
        number: number(no),
        board: board(start),
        length: number(length),
        nodes: number(nodes),
    };
    records(KORF).map(read).collect()
}

fn board(text: &str) -> Board {
    parse_board(text, InputFormat::Auto, None).unwrap_or_else(|_| malformed(text))
}

/// Splits `key=value key=value`.
fn pairs(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let words = text.split(' ').filter(|&word| word != "-");
    words.map(|word| word.split_once('=').unwrap_or_else(|| malformed(word)))
}

/// Reads a line of `searches.tsv`.
fn search([source, start, goal, algorithm, settings, figures]: [&'static str; 6]) -> Figure {
    let mut solver = Solver { path_ids: true, ..Solver::default() }
        .algorithm(algorithm)
        .unwrap_or_else(|_| malformed(algorithm));
    let (mut boards, mut seed) = (0, 0);
    let mut reported = String::new();
    for (key, value) in pairs(settings) {
        match key {
            "boards" => boards = number(value),
            "seed" => seed = number(value),
            _ => solver = set(solver, key, value).unwrap_or_else(|| malformed(settings)),
        }
        if !matches!(key, "boards" | "seed" | "heuristic" | "order" | "goal-test") {
            reported += &format!(" {key} {value}");
        }
    }
    let goal = Goal::from_name(goal).unwrap_or_else(|| malformed(goal));
    let goal_of_nine = goal.board(Size::new(3, 3).expect("9 cells"));
    let (subject, start) = match start {
        "random" => {
            (Subject::Random { goal: goal_of_nine, boards, seed }, format!("{boards} random"))
        }
        "every" => {
            let every = Subject::Every { goal: goal_of_nine, metric: Metric::SingleTile };
            (every, "every board".to_string())
        }
        digits => {
            let puzzle = Puzzle::new(board(digits), &goal).unwrap_or_else(|_| malformed(digits));
            (Subject::One(puzzle), digits.to_string())
        }
    };
    // A label that identifies the figure: bfs 647850321, astar manhattan 762853014 ties board.
    let heuristic = solver.heuristic.as_ref();
    let heuristic = heuristic.map_or(String::new(), |choice| format!(" {choice}"));
    let what = format!("{algorithm}{heuristic} {start}{reported}");
    Figure { source, what, subject, solver, expected: pairs(figures).map(expected).collect() }
}

/// Returns the solver with one more setting, if that setting exists.
fn set(mut solver: Solver, key: &str, value: &str) -> Option<Solver> {
    match key {
        "heuristic" => solver = solver.heuristic(value).ok()?,
        "cost" => solver.costs = CostModel::from_id(value)?,
        _ => {
            let option = find_option(key)?;
            option.set(&mut solver.settings, Some(option.read(value).ok()?));
        }
    }
    Some(solver)
}

/// Reads `explored=470`, `explored=327*` or `cost=21.6957[21.4..22.5]`.
fn expected((key, value): (&str, &str)) -> Expected {
    let quantity = Quantity::from_id(key).unwrap_or_else(|| malformed(key));
    let (value, origin) = match (value.strip_suffix('*'), value.split_once('[')) {
        (Some(value), _) => (value, FigureOrigin::Ours),
        (None, Some((value, band))) => (value, FigureOrigin::Near(read_band(band))),
        (None, None) => (value, FigureOrigin::Published),
    };
    let value = match quantity {
        Quantity::Progress => {
            let lines = records(PROGRESS).map(|line: [&str; 3]| line.join(":"));
            let lines: Vec<String> = lines.collect();
            if lines.len() as u64 != number(value) {
                malformed(value);
            }
            lines.join(" ")
        }
        _ => value.replace(',', " "),
    };
    Expected { quantity, value, origin }
}

/// Reads `21.4..22.5]`.
fn read_band(text: &str) -> Band {
    let ends = text.strip_suffix(']').and_then(|text| text.split_once(".."));
    let (low, high) = ends.unwrap_or_else(|| malformed(text));
    let end = |text: &str| text.parse().unwrap_or_else(|_| malformed(text));
    Band { low: end(low), high: end(high) }
}

fn layers(row: LayersRow) -> Figure {
    let LayersRow { size, blank, metric, published, counts } = row;
    let mut tiles: Vec<u16> = (1..size.cells() as u16).collect();
    tiles.insert(blank, 0);
    let goal = Board::new(size, tiles).unwrap_or_else(|_| malformed(counts));
    let origin = if published.is_some() { FigureOrigin::Published } else { FigureOrigin::Ours };
    Figure {
        source: "layers",
        what: format!("{size} {}, the goal's blank on cell {blank}", metric.id()),
        subject: Subject::Every { goal, metric },
        solver: Solver::default(),
        expected: vec![Expected { quantity: Quantity::Layers, value: counts.to_string(), origin }],
    }
}

/// Returns the figure of one of Korf's boards, searched as he did.
fn korf_board(korf: KorfBoard) -> Figure {
    let puzzle = Puzzle::new(korf.board, &Goal::ZeroFirst).unwrap_or_else(|_| malformed(KORF));
    let ida = Solver::default().algorithm("ida").and_then(|ida| ida.heuristic("manhattan"));
    let solver = ida.ok().and_then(|ida| set(ida, "order", "ULRD"));
    let published = |quantity: Quantity, value: u64| Expected {
        quantity,
        value: value.to_string(),
        origin: FigureOrigin::Published,
    };
    Figure {
        source: "Korf",
        what: format!("ida manhattan no. {}", korf.number),
        subject: Subject::One(puzzle),
        solver: solver.unwrap_or_else(|| malformed("ida")),
        expected: vec![
            published(Quantity::Length, korf.length),
            published(Quantity::Nodes, korf.nodes),
        ],
    }
}
