//! Styles, with colours or without. Everything that a colour shows is also shown in another way.

use ratatui_core::style::{Color, Modifier, Style};
use taquin_api::picture::palette::{Color as Ink, Hue};

/// The styles of the screen, with colours if they are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    colored: bool,
}

/// The levels of red, green and blue in the 216-colour cube of terminals.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
const BLACK: Color = Color::Indexed(16);
const WHITE: Color = Color::Indexed(231);

impl Theme {
    /// Creates a theme with or without colours.
    pub fn new(colored: bool) -> Theme {
        Theme { colored }
    }

    fn colored(self, color: Color) -> Style {
        if self.colored { Style::new().fg(color) } else { Style::new() }
    }

    /// Returns the style of a tile that belongs in a row of the goal.
    pub fn tile(self, goal_row: usize) -> Style {
        let [red, green, blue] = Ink::Hue(Hue::of(goal_row)).light();
        let light = 2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue);
        let text = if light > 8 * 110 { BLACK } else { WHITE };
        if self.colored {
            Style::new().fg(text).bg(nearest([red, green, blue]))
        } else {
            Style::new()
        }
    }

    /// Returns the style of something important.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of something less important.
    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Returns the style of something good.
    pub fn good(self) -> Style {
        self.colored(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of a key that can be pressed.
    pub fn key(self) -> Style {
        self.colored(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the current item, which also has a mark beside it.
    pub fn current(self) -> Style {
        self.colored(Color::Yellow).add_modifier(Modifier::BOLD)
    }
}

/// Returns the nearest colour that nearly all terminals have.
fn nearest(channels: [u8; 3]) -> Color {
    let level = |channel: u8| {
        let distance = |at: &usize| LEVELS[*at].abs_diff(channel);
        (0..LEVELS.len()).min_by_key(distance).expect("there are levels") as u8
    };
    let [red, green, blue] = channels.map(level);
    Color::Indexed(16 + 36 * red + 6 * green + blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tints_are_those_of_the_page_as_far_as_terminals_have_them() {
        let tint = |row| Theme::new(true).tile(row);
        assert_eq!(tint(0), Style::new().fg(WHITE).bg(Color::Indexed(25)));
        assert_eq!(tint(1), Style::new().fg(BLACK).bg(Color::Indexed(178)));
        assert_eq!(tint(8), tint(0));
        assert_eq!(Theme::new(false).tile(0), Style::new());
        for (row, other) in (0..8).flat_map(|row| (0..row).map(move |other| (row, other))) {
            assert_ne!(tint(row), tint(other));
        }
    }
}
