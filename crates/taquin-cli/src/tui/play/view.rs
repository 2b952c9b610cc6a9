//! The view of a game.

use super::layout::{KEYS, Layout, MESSAGE};
use super::state::Play;
use crate::tui::goal_rows::GoalRows;
use crate::tui::grid::Drawn;
use crate::tui::theme::Theme;
use crate::tui::words::{Key, key_lines, shortened, write_lines, write_too_small, write_wrapped};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use ratatui_core::text::{Line, Span};
use std::time::Duration;
use taquin_api::quantities::grouped;

const PLAYING: [Key; 8] = [
    ("arrows hjkl wasd", "send a tile"),
    ("click", "tiles"),
    ("u", "undo"),
    ("?", "hint"),
    ("r", "restart"),
    ("n", "new"),
    ("1 2 3", "level"),
    ("q", "quit"),
];
const WON: [Key; 4] =
    [("Enter", "watch the best"), ("n", "new board"), ("r", "again"), ("q", "quit")];
const WATCHING: [Key; 5] = [
    ("space", "play or pause"),
    ("← →", "move by move"),
    ("Home End", "first, last"),
    ("Esc", "back"),
    ("q", "quit"),
];

/// Draws a game.
pub fn draw(play: &Play, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let size = play.goal().size();
    let Some(Layout { board: grid, goal }) = Layout::new(size, screen) else {
        let what = format!("A game on {size}");
        return write_too_small(&what, Layout::least(size), screen, buffer);
    };
    let inner = Rect { x: screen.x + 1, width: screen.width.saturating_sub(2), ..screen };
    let title = shortened(&play.title(), inner.width);
    write_lines(&[Line::styled(title, theme.strong()), figures(play, theme)], inner, buffer);
    let goal_rows = GoalRows::of(play.goal());
    if let Some(board) = &play.board() {
        let (hint, before) = (play.hint(), play.sliding());
        grid.draw(&Drawn { board, goal_rows: &goal_rows, theme, hint, before }, buffer);
    }
    if let Some(goal) = goal {
        buffer.set_string(goal.area.x, goal.area.y - 1, "Goal", theme.faint());
        let board = play.goal();
        goal.draw(&Drawn { board, goal_rows: &goal_rows, theme, hint: None, before: None }, buffer);
    }
    let bottom = Rect { y: screen.bottom() - MESSAGE - KEYS, height: MESSAGE, ..inner };
    write_message(play, theme, bottom, buffer);
    let keys = Rect { y: screen.bottom() - KEYS, height: KEYS, ..inner };
    write_lines(&key_lines(keys_of(play), keys.width, theme), keys, buffer);
}

/// Returns the figures in a line: `Moves 12   Time 0:34   To go 8`.
fn figures(play: &Play, theme: Theme) -> Line<'static> {
    let moves = play.game().map_or(0, |game| game.moves().len() as u64);
    let hints = play.game().map_or(0, |game| game.help().hints);
    let mut figures =
        vec![("Moves", grouped(moves)), ("Time", clock(play.played())), ("To go", play.rest())];
    if hints > 0 {
        figures.push(("Hints", grouped(hints)));
    }
    let spans = figures.into_iter().flat_map(|(name, figure)| {
        [Span::styled(format!("{name} "), theme.faint()), Span::raw(format!("{figure}   "))]
    });
    Line::from(spans.collect::<Vec<_>>())
}

/// Writes the message below the board; after a win, first the verdict.
fn write_message(play: &Play, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    if let Some(replay) = play.replay() {
        let position = grouped(replay.track.position() as u64);
        let of = grouped(replay.track.last() as u64);
        let paused = if replay.track.is_playing() { "" } else { " (paused)" };
        let text = format!("The best solution: move {position} of {of}{paused}");
        return write_wrapped(&text, theme.strong(), area, buffer);
    }
    match play.judgement().filter(|_| play.is_won()) {
        Some(judgement) => {
            let watch = if play.can_watch() { ": Enter to watch it" } else { "" };
            let title = format!("{}{watch}", judgement.verdict.title);
            write_wrapped(&title, theme.good(), Rect { height: 1, ..area }, buffer);
            write_wrapped(play.message(), Style::new(), below, buffer);
        }
        None => write_wrapped(play.message(), Style::new(), area, buffer),
    }
}

fn keys_of(play: &Play) -> &'static [Key] {
    match play.replay() {
        Some(_) => &WATCHING,
        None if play.is_won() => &WON,
        None => &PLAYING,
    }
}

/// Formats a time as `1:23`.
fn clock(played: Duration) -> String {
    let seconds = played.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
