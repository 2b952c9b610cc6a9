//! Tests of a game, driven by keys and clicks, and of its screens.

use super::state::{Dealer, Play};
use super::view;
use crate::tui::theme::Theme;
use crate::tui::thinker::{Answer, Judgement, Question};
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui_core::backend::TestBackend;
use ratatui_core::style::Color;
use ratatui_core::terminal::Terminal;
use std::time::Duration;
use taquin::{Board, Budget, Cancel, Goal, InputFormat, Puzzle, Size, Solver, parse_board};
use taquin_api::game::{Best, Difficulty, Scores};

const SCREENS: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

fn dealer(size: &str, difficulty: Difficulty) -> Dealer {
    let goal = Board::classic(size.parse().expect("a size"));
    Dealer { goal, difficulty, seed: Some(7) }
}

fn puzzle(board: &str) -> Puzzle {
    let board = parse_board(board, InputFormat::Auto, None).expect("a board");
    Puzzle::new(board, &Goal::Classic).expect("it can be solved")
}

/// Returns a game on the player's own board, on a screen of 60 columns and 20 rows.
fn own(board: &str) -> Play {
    Play::new(Some(puzzle(board)), dealer("3x3", Difficulty::Depth(10)), (60, 20))
}

fn press(play: &mut Play, keys: &str) {
    for key in keys.split(' ').filter(|key| !key.is_empty()) {
        let code = match key {
            "up" => KeyCode::Up,
            "down" => KeyCode::Down,
            "left" => KeyCode::Left,
            "right" => KeyCode::Right,
            "enter" => KeyCode::Enter,
            "esc" => KeyCode::Esc,
            "space" => KeyCode::Char(' '),
            "home" => KeyCode::Home,
            "end" => KeyCode::End,
            letter => KeyCode::Char(letter.chars().next().expect("a letter")),
        };
        play.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }
}

fn click(play: &mut Play, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let modifiers = KeyModifiers::NONE;
    play.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
}

fn board(play: &Play) -> String {
    play.board().map(|board| board.to_string()).unwrap_or_default()
}

/// Answers the question of the game, as the background thread would.
fn answer(play: &mut Play) -> Question {
    let (number, question) = play.take_question().expect("it has a question");
    let best = |puzzle: &Puzzle| {
        Best::find(&Solver::default(), puzzle, &Cancel::new()).expect("nothing is odd about it")
    };
    let answer = match question.clone() {
        Question::Deal { goal, difficulty, seed } => {
            let dealt = difficulty.deal(&goal, seed, &Budget::unlimited());
            Answer::Dealt(dealt.expect("there is one"))
        }
        Question::Best(puzzle) => Answer::Best(best(&puzzle)),
        Question::Judge { game, difficulty, seconds } => {
            let best = best(game.puzzle());
            let (verdict, _) = Scores::default().judge(&game, difficulty, seconds, &best);
            Answer::Judged(Judgement { verdict, best, notice: None })
        }
    };
    play.answered(number, answer);
    question
}

/// Returns the screen as text, and how many of its cells have a colour.
fn screen(play: &Play, (width, height): (u16, u16), colored: bool) -> (String, usize) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("memory is there");
    let draw = |frame: &mut ratatui_core::terminal::Frame<'_>| {
        view::draw(play, Theme::new(colored), frame.area(), frame.buffer_mut());
    };
    terminal.draw(draw).expect("memory can be drawn on");
    let buffer = terminal.backend().buffer();
    let cells = buffer.content.iter();
    let is_colored =
        |cell: &&ratatui_core::buffer::Cell| cell.fg != Color::Reset || cell.bg != Color::Reset;
    (terminal.backend().to_string(), cells.filter(is_colored).count())
}

#[test]
fn keys_send_tiles_and_mean_the_same() {
    // The blank in the middle: a tile that goes up comes from below.
    for (keys, after) in [
        ("up k w K", "1 2 3/4 5 6/7 0 8"),
        ("down j s S", "1 0 3/4 2 6/7 5 8"),
        ("left h a", "1 2 3/4 6 0/7 5 8"),
        ("right l d", "1 2 3/0 4 6/7 5 8"),
    ] {
        for key in keys.split(' ') {
            let mut play = own("1 2 3/4 0 6/7 5 8");
            press(&mut play, key);
            assert_eq!(board(&play), after, "{key}");
            press(&mut play, "u");
            assert_eq!(board(&play), "1 2 3/4 0 6/7 5 8", "{key}");
        }
    }
}

#[test]
fn keys_without_a_meaning_change_nothing() {
    let mut play = own("1 2 3/4 5 6/0 7 8");
    let before = board(&play);
    press(&mut play, "x y z 9 0 space enter home end u r right up € @");
    for code in [KeyCode::F(5), KeyCode::Insert, KeyCode::Null, KeyCode::Tab] {
        play.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::SHIFT)));
    }
    for letter in ['q', 'u', 'w', 'n'] {
        let control = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        play.handle(&Event::Key(control));
    }
    play.handle(&Event::FocusLost);
    assert_eq!((board(&play), play.is_finished()), (before, false));
    assert_eq!(play.game().map(|game| game.moves().len()), Some(0));
}

#[test]
fn clicks_slide_lines_of_tiles() {
    let mut play = own("1 2 3/4 5 6/0 7 8");
    // Cells have 5 columns and 3 rows, from column 1 and row 3 on. Nothing lies diagonally.
    for (column, row) in [(0, 0), (6, 3), (11, 4), (59, 19), (200, 200), (3, 10)] {
        click(&mut play, column, row);
        assert_eq!(board(&play), "1 2 3/4 5 6/0 7 8", "{column} {row}");
    }
    click(&mut play, 12, 10);
    assert_eq!((board(&play).as_str(), play.is_won()), ("1 2 3/4 5 6/7 8 0", true));
    assert_eq!(play.game().map(|game| game.moves().len()), Some(2));
    // On another screen the board is elsewhere.
    let mut small = own("1 2 3/4 5 6/0 7 8");
    small.handle(&Event::Resize(60, 12));
    click(&mut small, 7, 5);
    assert_eq!(board(&small), "1 2 3/4 5 6/7 8 0");
}

#[test]
fn a_game_from_the_deal_to_the_best_solution() {
    let mut play = Play::new(None, dealer("3x3", Difficulty::Depth(10)), (60, 20));
    assert!(play.board().is_none() && play.message().starts_with("Making the board"));
    press(&mut play, "up u ?");
    assert!(matches!(answer(&mut play), Question::Deal { seed: 7, .. }));
    assert_eq!((board(&play).as_str(), play.rest().as_str()), ("1 5 2/4 6 8/0 7 3", "10"));
    assert!(matches!(answer(&mut play), Question::Best(_)));
    press(&mut play, "?");
    assert!(play.hint().is_none());
    answer(&mut play);
    assert_eq!(
        (play.message(), play.hint().map(|hint| hint.tile)),
        ("Hint: move 7 left.", Some(7))
    );
    // The same hint is not counted twice, and a restart does not take it back.
    press(&mut play, "? ? r");
    assert_eq!(play.game().map(|game| game.help().hints), Some(1));
    let best = Best::find(&Solver::default(), &puzzle("152468073"), &Cancel::new());
    let best = best.ok().and_then(|best| best.solution).expect("there is one");
    // One move back and forth first, so that it takes 12 moves.
    press(&mut play, "left right");
    let key = |letter| match letter {
        'U' => "up",
        'D' => "down",
        'L' => "left",
        _ => "right",
    };
    for letter in best.tile_letters().chars() {
        play.tick(Duration::from_secs(1));
        press(&mut play, key(letter));
    }
    assert!(play.is_won() && play.played() == Duration::from_secs(10));
    assert!(!play.can_watch() && play.message().ends_with("Looking for the best solution …"));
    press(&mut play, "enter left u");
    assert!(matches!(answer(&mut play), Question::Judge { seconds: 10, .. }));
    let title = play.judgement().map(|judged| judged.verdict.title.clone());
    assert_eq!(title.as_deref(), Some("You 12, best 10"));
    assert!(play.message().ends_with("With 1 hint it is not kept as a score."));
    press(&mut play, "w");
    let position = |play: &Play| {
        play.replay().map(|replay| (replay.track.position(), replay.track.is_playing()))
    };
    assert_eq!(position(&play), Some((0, true)));
    assert_eq!(board(&play), "1 5 2/4 6 8/0 7 3");
    press(&mut play, "right right left");
    assert_eq!(position(&play), Some((1, false)));
    press(&mut play, "space");
    for _ in 0..100 {
        play.tick(Duration::from_millis(100));
    }
    assert_eq!((position(&play), board(&play).as_str()), (Some((10, false)), "1 2 3/4 5 6/7 8 0"));
    press(&mut play, "home");
    assert_eq!(position(&play), Some((0, false)));
    press(&mut play, "esc");
    assert!(play.replay().is_none() && !play.is_finished());
    press(&mut play, "q");
    assert!(play.is_finished());
}

#[test]
fn answers_to_older_questions_do_not_count() {
    let mut play = own("1 2 3/4 0 6/7 5 8");
    let (old, Question::Best(before)) = play.take_question().expect("a question") else {
        panic!("how far it is")
    };
    press(&mut play, "up");
    let best = Best::find(&Solver::default(), &before, &Cancel::new()).expect("it is small");
    play.answered(old, Answer::Best(best));
    assert_eq!(play.rest(), "…");
    answer(&mut play);
    assert_eq!(play.rest(), "1");
    press(&mut play, "left");
    assert!(matches!(answer(&mut play), Question::Judge { difficulty: None, .. }));
    assert_eq!(
        play.judgement().map(|judged| judged.verdict.title.as_str()),
        Some("You 2, the best there is")
    );
}

#[test]
fn levels_and_boards_that_do_not_exist() {
    let mut play = own("1 2 3/4 5 6/0 7 8");
    for (key, depth) in [("1", 10), ("2", 18), ("3", 26)] {
        press(&mut play, key);
        let (_, question) = play.take_question().expect("a board is asked for");
        let Question::Deal { difficulty, .. } = question else { panic!("{question:?}") };
        assert_eq!(difficulty, Difficulty::Depth(depth));
    }
    let mut deep = Play::new(None, dealer("3x3", Difficulty::Depth(32)), (60, 20));
    let (number, _) = deep.take_question().expect("a board is asked for");
    deep.answered(number, Answer::Failed("no 3x3 board is 32 moves from the goal".to_string()));
    assert!(deep.message().starts_with("There is no such board: no 3x3"), "{}", deep.message());
    press(&mut deep, "left ? u r w 2");
    assert!(deep.take_question().is_some());
    assert!(!own("1 2 3/4 5 6/7 8 0").is_won());
}

/// Games to be drawn.
fn shown() -> Vec<(&'static str, Play)> {
    let mut dealt = Play::new(None, dealer("3x3", Difficulty::Depth(10)), (60, 20));
    answer(&mut dealt);
    answer(&mut dealt);
    press(&mut dealt, "?");
    answer(&mut dealt);
    let mut won = own("1 2 3/4 5 6/0 7 8");
    press(&mut won, "left right left left");
    answer(&mut won);
    won.tick(Duration::from_secs(1));
    let mut watched = own("1 2 3/4 5 6/0 7 8");
    press(&mut watched, "left left");
    answer(&mut watched);
    press(&mut watched, "enter right");
    watched.tick(Duration::from_secs(1));
    let fifteen = own("5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12");
    let large = own(&Board::zero_first(Size::new(9, 9).expect("a size")).to_string());
    vec![
        ("hint", dealt),
        ("won", won),
        ("watched", watched),
        ("fifteen", fifteen),
        ("large", large),
    ]
}

#[test]
fn it_looks_well_on_every_screen() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (name, play) in shown() {
        for (width, height) in SCREENS {
            let (text, colors) = screen(&play, (width, height), false);
            assert_eq!(colors, 0, "{name}");
            // The text is the same with colours.
            let (with_colors, colors) = screen(&play, (width, height), true);
            assert!(colors > 8 && with_colors == text, "{name}");
            settings
                .bind(|| insta::assert_snapshot!(format!("play-{name}-{width}x{height}"), text));
        }
    }
}

#[test]
fn no_screen_is_too_small_to_say_so() {
    for (_, play) in shown() {
        for (width, height) in (1..45).flat_map(|width| (1..14).map(move |height| (width, height)))
        {
            screen(&play, (width, height), true);
        }
    }
    let large = Board::classic(Size::new(30, 30).expect("a size"));
    let play = own(&large.moved(taquin::Direction::Up).expect("it can").to_string());
    let (text, _) = screen(&play, (80, 24), false);
    assert!(text.contains("A game on 30x30 needs 122 columns and 38 rows"), "{text}");
}

#[test]
fn tiles_slide_from_where_they_were() {
    let mut play = own("1 2 3/4 5 6/0 7 8");
    press(&mut play, "left");
    assert!(play.is_moving() && play.sliding().is_some_and(|(_, done)| done == 0.0));
    play.tick(Duration::from_millis(60));
    assert!(play.sliding().is_some_and(|(_, done)| done == 0.5));
    let (half, _) = screen(&play, (60, 20), false);
    play.tick(Duration::from_millis(60));
    assert!(!play.is_moving());
    assert_ne!(half, screen(&play, (60, 20), false).0);
}
