//! Tests of raster pictures: they are deterministic, and animations have the right number of frames.

use super::{animation, png};
use taquin::{Goal, InputFormat, Puzzle, Solver, parse_board};
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
        let solution = report.solution().expect("it is solvable").moves();
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
fn what_is_too_long_is_refused() {
    let board = puzzle("123456780").start().clone();
    let too_many = vec![taquin::Direction::Up; 2001];
    let refused = animation(&board, &too_many).expect_err("it is too long");
    assert_eq!(refused.code, "animation-too-long");
    assert!(refused.message.contains("2,001"), "{refused}");
}
