//! Tests of a watched search, driven by keys, and of its screens.

use super::state::{Shown, Watch};
use super::view;
use crate::tui::theme::Theme;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::backend::TestBackend;
use ratatui_core::style::Color;
use ratatui_core::terminal::Terminal;
use std::time::Duration;
use taquin::{
    Cancel, Goal, InputFormat, Metric, Mover, Outcome, Puzzle, Solver, Trace, parse_board,
    parse_moves,
};
use taquin_api::recording::Recording;

const SCREENS: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];
const EIGHT: &str = "1 2 3/4 5 6/0 7 8";
const HARD: &str = "647850321";

fn watch_in(
    board: &str,
    algorithm: &str,
    change: impl FnOnce(&mut Solver),
    capacity: usize,
) -> Watch {
    let board = parse_board(board, InputFormat::Auto, None).expect("a board");
    let puzzle = Puzzle::new(board, &Goal::Classic).expect("it can be solved");
    let mut solver = Solver::default().algorithm(algorithm).expect("there is one");
    change(&mut solver);
    let mut trace = Trace::new(capacity);
    let report = solver.solve_observed(&puzzle, &Cancel::new(), Some(&mut trace));
    let report = report.expect("it can run");
    Watch::new(Recording::new(puzzle, &report, trace), report)
}

fn watch(board: &str, algorithm: &str) -> Watch {
    watch_in(board, algorithm, |_| (), 1_000_000)
}

fn press(watch: &mut Watch, code: KeyCode, modifiers: KeyModifiers) -> usize {
    watch.handle(&Event::Key(KeyEvent::new(code, modifiers)));
    watch.track().position()
}

fn screen(watch: &Watch, (width, height): (u16, u16), colored: bool) -> (String, usize) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("memory is there");
    let draw = |frame: &mut ratatui_core::terminal::Frame<'_>| {
        view::draw(watch, Theme::new(colored), frame.area(), frame.buffer_mut());
    };
    terminal.draw(draw).expect("memory can be drawn on");
    let cells = terminal.backend().buffer().content.iter();
    let colors = cells.filter(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset).count();
    (terminal.backend().to_string(), colors)
}

#[test]
fn keys_walk_the_steps_of_the_search_and_the_moves_of_the_solution() {
    let mut watch = watch(HARD, "astar");
    let last = watch.track().last();
    assert_eq!((watch.track().position(), last), (1, 7731));
    let plain = KeyModifiers::NONE;
    for (code, modifiers, place) in [
        (KeyCode::Left, plain, 1),
        (KeyCode::Right, plain, 2),
        (KeyCode::Right, KeyModifiers::SHIFT, 12),
        (KeyCode::PageDown, plain, 112),
        (KeyCode::PageUp, plain, 12),
        (KeyCode::Left, KeyModifiers::SHIFT, 2),
        (KeyCode::End, plain, last),
        (KeyCode::PageDown, plain, last),
        (KeyCode::Home, plain, 1),
        (KeyCode::Char('x'), plain, 1),
        (KeyCode::F(1), plain, 1),
        (KeyCode::Right, KeyModifiers::CONTROL, 1),
    ] {
        assert_eq!(press(&mut watch, code, modifiers), place, "{code:?}");
    }
    press(&mut watch, KeyCode::Char('s'), plain);
    assert_eq!(
        (watch.shown(), watch.track().position(), watch.track().last()),
        (Shown::Solution, 0, 31)
    );
    press(&mut watch, KeyCode::End, plain);
    assert_eq!(watch.board().0, *watch.recording().puzzle().goal());
    press(&mut watch, KeyCode::Char('s'), plain);
    assert_eq!((watch.shown(), watch.track().position()), (Shown::Search, 1));
    press(&mut watch, KeyCode::Char('q'), plain);
    assert!(watch.is_finished());
}

#[test]
fn it_plays_in_the_time_that_is_said_and_pauses() {
    let mut watch = watch(HARD, "bfs");
    let plain = KeyModifiers::NONE;
    press(&mut watch, KeyCode::Char(' '), plain);
    assert!(watch.is_moving());
    watch.tick(Duration::from_secs(3));
    let half = watch.track().position();
    assert!(half > 1 && half < watch.track().last());
    press(&mut watch, KeyCode::Char(' '), plain);
    watch.tick(Duration::from_secs(3));
    assert!(!watch.is_moving() && watch.track().position() == half);
    for (key, seconds) in [('-', 15), ('-', 60), ('-', 60), ('+', 15), ('+', 6), ('+', 2), ('+', 2)]
    {
        press(&mut watch, KeyCode::Char(key), plain);
        assert_eq!(watch.speed().seconds(), seconds);
    }
    press(&mut watch, KeyCode::Char(' '), plain);
    watch.tick(Duration::from_secs(2));
    assert!(!watch.is_moving() && watch.track().position() == watch.track().last());
}

#[test]
fn stopped_and_partly_recorded_searches_can_be_watched() {
    let mut stopped =
        watch_in(HARD, "bfs", |solver| solver.limits.max_nodes = Some(100), 1_000_000);
    press(&mut stopped, KeyCode::End, KeyModifiers::NONE);
    press(&mut stopped, KeyCode::Char('s'), KeyModifiers::NONE);
    assert_eq!(stopped.shown(), Shown::Search);
    let (text, _) = screen(&stopped, (80, 24), false);
    assert!(text.contains("stopped by its limit on states."), "{text}");
    let mut full = watch_in(HARD, "astar", |_| (), 500);
    press(&mut full, KeyCode::End, KeyModifiers::NONE);
    let (text, _) = screen(&full, (80, 24), false);
    assert!(text.contains("recording is full: the search continued from here."), "{text}");
    let nothing = watch_in(EIGHT, "bfs", |solver| solver.limits.max_nodes = Some(0), 1_000_000);
    screen(&nothing, (80, 24), false);
}

#[test]
fn a_search_without_steps_shows_its_solution() {
    let mut table = watch(HARD, "auto");
    assert_eq!((table.shown(), table.track().last()), (Shown::Solution, 31));
    let (text, _) = screen(&table, (80, 24), false);
    assert!(text.contains("has no single search tree to watch"), "{text}");
    assert_eq!(press(&mut table, KeyCode::Right, KeyModifiers::NONE), 1);
    press(&mut table, KeyCode::Char('s'), KeyModifiers::NONE);
    assert_eq!(table.shown(), Shown::Solution);
}

#[test]
fn it_looks_well_on_every_screen() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let fifteen = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12";
    for (algorithm, board, place) in [
        ("astar", HARD, 40),
        ("bfs", HARD, 20),
        ("dfs", HARD, 20),
        ("ida", HARD, 200),
        ("iddfs", EIGHT, 5),
        ("bidirectional", EIGHT, usize::MAX),
        ("rbfs", EIGHT, 2),
        ("auto", EIGHT, 1),
        ("near-optimal", fifteen, 1),
        ("greedy", fifteen, 9),
    ] {
        let mut watch = watch(board, algorithm);
        for _ in 1..place.min(watch.track().last()) {
            press(&mut watch, KeyCode::Right, KeyModifiers::NONE);
        }
        for (width, height) in SCREENS {
            let (text, colors) = screen(&watch, (width, height), false);
            assert_eq!(colors, 0, "{algorithm}");
            // The text is the same with colours.
            let (with_colors, colors) = screen(&watch, (width, height), true);
            assert!(colors > 8 && with_colors == text, "{algorithm}");
            let name = format!("watch-{algorithm}-{width}x{height}");
            settings.bind(|| insta::assert_snapshot!(name, text));
        }
    }
}

#[test]
fn no_screen_is_too_small_to_say_so() {
    let watch = watch(EIGHT, "astar");
    for (width, height) in (1..45).flat_map(|width| (1..16).map(move |height| (width, height))) {
        let (text, _) = screen(&watch, (width, height), true);
        if width >= 30 && height >= 5 && (width < 40 || height < 12) {
            assert!(text.contains("A search on 3x3 needs"), "{width}x{height}: {text}");
        }
    }
}

#[test]
fn a_run_is_one_step_of_the_solution() {
    let start = parse_board("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15", InputFormat::Auto, None);
    let start = start.expect("a board");
    let runs = parse_moves("R3 D L2", Mover::Blank).expect("moves").in_metric(Metric::MultiTile);
    let end = runs.play(&start).expect("they are possible");
    let puzzle = Puzzle::new(start, &Goal::Board(end)).expect("moves led to it");
    let mut report = Solver::default().solve(&puzzle).expect("it fits");
    report.outcome = Outcome::Solved(runs.clone());
    let recording = Recording::new(puzzle.clone(), &report, Trace::new(0));
    let mut watch = Watch::new(recording, report);
    assert_eq!((watch.shown(), watch.track().last()), (Shown::Solution, 3));
    let boards: Vec<_> = runs.boards(puzzle.start()).collect();
    for (place, text) in (1..).zip(["3 tiles left", "tile 7 up", "2 tiles right"]) {
        assert_eq!(press(&mut watch, KeyCode::Right, KeyModifiers::NONE), place);
        assert_eq!(watch.board(), (boards[place].clone(), runs.iter().nth(place - 1)));
        assert!(screen(&watch, SCREENS[1], false).0.contains(text), "{text}");
    }
}
