//! The view of a watched search: the board with the counts and the frontier beside it; below them the narration, the
//! pseudo-code with its active lines, the position on the track, and the keys.

use super::panels::{figures, next, pseudocode, sentence, title, track_line};
use super::state::{Shown, Watch};
use crate::tui::goal_rows::GoalRows;
use crate::tui::grid::{Drawn, Grid};
use crate::tui::theme::Theme;
use crate::tui::words::{Key, key_lines, shortened, write_lines, write_too_small, write_wrapped};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;
use ratatui_core::text::Line;
use taquin::Size;

/// Rows of the narration.
const SENTENCE: u16 = 3;
/// Rows of the keys.
const KEYS: u16 = 2;
/// Rows of the counts.
const FIGURES: u16 = 6;
/// Columns of the counts, and between the parts.
const FIGURES_WIDTH: u16 = 18;
const GAP: u16 = 2;
/// Columns that the text needs.
const LEAST_WIDTH: u16 = 40;
/// The minimum rows of the pseudo-code.
const LEAST_CODE: u16 = 3;

const IN_SEARCH: [Key; 8] = [
    ("space", "play"),
    ("← →", "step"),
    ("Shift", "10"),
    ("PgUp PgDn", "100"),
    ("Home End", "ends"),
    ("+ -", "speed"),
    ("s", "solution"),
    ("q", "quit"),
];
const IN_SOLUTION: [Key; 8] = [
    ("space", "play"),
    ("← →", "move"),
    ("Shift", "10"),
    ("PgUp PgDn", "100"),
    ("Home End", "ends"),
    ("+ -", "speed"),
    ("s", "search"),
    ("q", "quit"),
];

/// The areas of the screen.
struct Areas {
    board: Grid,
    figures: Rect,
    next: Rect,
    sentence: Rect,
    code: Rect,
    track: Rect,
    keys: Rect,
}

impl Areas {
    /// Returns the areas of a screen with this many lines of pseudo-code; `None` if the board does not fit.
    fn new(size: Size, lines: u16, screen: Rect) -> Option<Areas> {
        let inner = Rect { x: screen.x + 1, width: screen.width.saturating_sub(2), ..screen };
        let below = SENTENCE + 1 + KEYS;
        let room = screen.height.checked_sub(1 + below)?;
        // The pseudo-code is more important than frames around tiles.
        let top = Rect { y: screen.y + 1, ..inner };
        let large = Grid::fit(size, Rect { height: room.saturating_sub(lines + 1), ..top });
        let most = Rect { height: room.checked_sub(LEAST_CODE + 1)?, ..top };
        let board = large.or_else(|| Grid::fit_small(size, most))?;
        let height = board.area.height.max(FIGURES).min(most.height) + 1;
        let x = board.area.right() + GAP;
        let figures =
            Rect { x, width: FIGURES_WIDTH.min(inner.right().saturating_sub(x)), height, ..top };
        let x = figures.right() + GAP;
        let next = Rect { x, width: inner.right().saturating_sub(x), height, ..top };
        let row = |y: u16, height: u16| Rect { y, height, ..inner };
        let sentence = row(top.y + height, SENTENCE);
        let track = row(screen.bottom() - KEYS - 1, 1);
        let code = row(sentence.bottom(), track.y.saturating_sub(sentence.bottom()));
        let keys = row(track.y + 1, KEYS);
        (screen.width >= LEAST_WIDTH).then_some(Areas {
            board,
            figures,
            next,
            sentence,
            code,
            track,
            keys,
        })
    }

    /// Returns the columns and rows that boards of a size need.
    fn least(size: Size) -> (u16, u16) {
        let (width, height) = Grid::least(size);
        ((width + 2).max(LEAST_WIDTH), height + LEAST_CODE + SENTENCE + KEYS + 3)
    }
}

/// Draws the search.
pub fn draw(watch: &Watch, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let puzzle = watch.recording().puzzle();
    let lines = watch.recording().pseudocode().lines.len() as u16;
    let Some(areas) = Areas::new(puzzle.size(), lines, screen) else {
        let what = format!("A search on {}", puzzle.size());
        return write_too_small(&what, Areas::least(puzzle.size()), screen, buffer);
    };
    let head = Rect { height: 1, ..Rect { y: screen.y, ..areas.track } };
    let title = shortened(&title(watch), head.width);
    write_lines(&[Line::styled(title, theme.strong())], head, buffer);
    let (board, _) = watch.board();
    let goal_rows = GoalRows::of(puzzle.goal());
    let drawn = Drawn { board: &board, goal_rows: &goal_rows, theme, hint: None, before: None };
    areas.board.draw(&drawn, buffer);
    write_lines(&figures(watch, theme), areas.figures, buffer);
    write_lines(&next(watch, theme, areas.next), areas.next, buffer);
    let (text, narration) = sentence(watch);
    write_wrapped(&text, Style::new(), areas.sentence, buffer);
    let code = pseudocode(watch, &narration, theme, areas.code);
    write_lines(&code, areas.code, buffer);
    write_lines(&[track_line(watch, theme, areas.track.width)], areas.track, buffer);
    let keys = match watch.shown() {
        Shown::Search => &IN_SEARCH,
        Shown::Solution => &IN_SOLUTION,
    };
    let both = watch.has_solution() && watch.recording().has_steps();
    let keys: Vec<Key> = keys.iter().copied().filter(|(key, _)| both || *key != "s").collect();
    write_lines(&key_lines(&keys, areas.keys.width, theme), areas.keys, buffer);
}
