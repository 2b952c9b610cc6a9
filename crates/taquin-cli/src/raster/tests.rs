//! Tests of raster pictures: they are deterministic, and animations have the right number of frames.

use super::{animation, png};
use taquin::{Goal, InputFormat, Metric, Mover, Puzzle, Solver, parse_board, parse_moves};
use taquin_api::picture::{BarChart, BarLabel, BarPanel, Scene};
use taquin_api::quantities::Unit;

fn puzzle(text: &str) -> Puzzle {
    let board = parse_board(text, InputFormat::Auto, None).expect("a board");
    Puzzle::new(board, &Goal::Classic).expect("it is solvable")
}

fn bars(title: &str) -> Scene {
    let configuration = |name: &str, stopped| BarLabel { name: name.to_string(), stopped };
    BarChart {
        title: title.to_string(),
        note: title.to_string(),
        configurations: vec![configuration("bfs", false), configuration(title, true)],
        panels: vec![BarPanel {
            title: "Explored".to_string(),
            unit: Unit::Count,
            values: vec![Some(181_440.0), Some(9_512.0)],
        }],
    }
    .draw()
}

#[test]
fn the_same_picture_gives_the_same_pixels() {
    for title in ["Searches", "a<b>&\"c\" \u{0}\u{1b}\u{202e}\u{ffff} 漢字 \n"] {
        let (one, other) = (png(&bars(title)).expect("small"), png(&bars(title)).expect("small"));
        assert!(one == other && one.starts_with(b"\x89PNG"));
    }
}

#[test]
fn an_animation_has_a_frame_for_every_part_of_a_move() {
    for (board, moves) in [("647850321", 31), ("123456708", 1), ("123456780", 0)] {
        let puzzle = puzzle(board);
        let report = Solver::default().solve(&puzzle).expect("it fits");
        let solution = report.solution().expect("it is solvable");
        let bytes = animation(puzzle.start(), solution).expect("it is short");
        assert_eq!(bytes, animation(puzzle.start(), solution).expect("it is short"));
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).expect("it is a GIF");
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("it is whole") {
            delays.push(frame.delay);
        }
        assert_eq!(delays.len(), 1 + 4 * moves);
        assert!(moves == 0 || delays.last() == Some(&300));
        assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
        assert!(bytes.len() < 300_000, "{}", bytes.len());
    }
}

#[test]
fn the_tiles_of_a_run_slide_together() {
    let start = parse_board("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15", InputFormat::Auto, None);
    let start = start.expect("a board");
    let single = parse_moves("R3 D L2", Mover::Blank).expect("moves");
    let frames = |metric| {
        let bytes = animation(&start, &single.in_metric(metric)).expect("it is short");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(&bytes[..]).expect("it is a GIF");
        let width = usize::from(decoder.width());
        let (mut count, mut canvas) = (0, Vec::new());
        while let Some(frame) = decoder.read_next_frame().expect("it is whole") {
            canvas.resize(canvas.len().max(frame.buffer.len()), 0);
            for (index, &colour) in frame.buffer.iter().enumerate() {
                let (row, col) =
                    (index / usize::from(frame.width), index % usize::from(frame.width));
                let at = (usize::from(frame.top) + row) * width + usize::from(frame.left) + col;
                if Some(colour) != frame.transparent {
                    canvas[at] = colour;
                }
            }
            count += 1;
        }
        (count, canvas, width)
    };
    let ((runs, by_runs, width), (steps, by_steps, _)) =
        (frames(Metric::MultiTile), frames(Metric::SingleTile));
    assert_eq!((runs, steps), (1 + 4 * 3, 1 + 4 * 6));
    // They end at the same board, but for the tile of the run that is marked, too, and the line below.
    let differing = by_runs.iter().zip(&by_steps).enumerate().filter(|(_, (a, b))| a != b);
    let cells = differing.map(|(index, _)| (index % width / 72, index / width / 72));
    let cells: std::collections::BTreeSet<_> = cells.filter(|&(_, row)| row < 4).collect();
    assert!(cells.iter().all(|&(_, row)| row <= 2) && !cells.is_empty(), "{cells:?}");
}

#[test]
fn what_is_too_long_is_refused() {
    let board = puzzle("123456780").start().clone();
    let too_many = taquin::Moves::from(vec![taquin::Direction::Up; 2001]);
    let refused = animation(&board, &too_many).expect_err("it is too long");
    assert_eq!(refused.code, "animation-too-long");
    assert!(refused.message.contains("2,001"), "{refused}");
}
