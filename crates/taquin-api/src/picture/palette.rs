//! The palette: colours by purpose, each with a value for light and one for dark mode.

/// A colour by purpose, with a value for light and one for dark mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Color {
    /// The background.
    Paper,
    /// Text and outlines.
    Text,
    /// Less important text.
    Muted,
    /// Grid lines.
    Grid,
    /// A tile.
    Tile,
    /// Text on a highlight, such as the number on the tile that moved.
    OnHighlight,
    /// One of the colours that distinguish things.
    Hue(Hue),
}

/// Colours that can be distinguished with any kind of colour vision (Okabe and Ito 2008).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hue {
    /// Blue.
    Blue,
    /// Orange.
    Orange,
    /// Bluish green.
    Green,
    /// Vermilion.
    Vermilion,
    /// Reddish purple.
    Purple,
    /// Sky blue.
    Sky,
    /// Yellow.
    Yellow,
    /// None: grey.
    Grey,
}

impl Hue {
    /// All hues, in the order in which they are assigned.
    pub const ALL: [Hue; 8] = [
        Hue::Blue,
        Hue::Orange,
        Hue::Green,
        Hue::Vermilion,
        Hue::Purple,
        Hue::Sky,
        Hue::Yellow,
        Hue::Grey,
    ];

    /// Returns the hue of the thing with this number; the hues repeat.
    pub fn of(number: usize) -> Hue {
        Hue::ALL[number % Hue::ALL.len()]
    }
}

impl Color {
    /// Returns its values in light and in dark mode.
    pub fn light_and_dark(self) -> (&'static str, &'static str) {
        match self {
            Color::Paper => ("#ffffff", "#15181d"),
            Color::Text => ("#1b1e23", "#e9ebee"),
            Color::Muted => ("#59606a", "#a6adb8"),
            Color::Grid => ("#dde1e6", "#353b44"),
            Color::Tile => ("#e9edf2", "#2b313a"),
            Color::OnHighlight => ("#000000", "#000000"),
            Color::Hue(Hue::Blue) => ("#0072b2", "#0072b2"),
            Color::Hue(Hue::Orange) => ("#e69f00", "#e69f00"),
            Color::Hue(Hue::Green) => ("#009e73", "#009e73"),
            Color::Hue(Hue::Vermilion) => ("#d55e00", "#d55e00"),
            Color::Hue(Hue::Purple) => ("#cc79a7", "#cc79a7"),
            Color::Hue(Hue::Sky) => ("#56b4e9", "#56b4e9"),
            Color::Hue(Hue::Yellow) => ("#f0e442", "#f0e442"),
            Color::Hue(Hue::Grey) => ("#7a7f87", "#8d939c"),
        }
    }

    /// Returns red, green and blue of its light value.
    pub fn light(self) -> [u8; 3] {
        let part = |at: usize| {
            let digits = &self.light_and_dark().0[at..at + 2];
            u8::from_str_radix(digits, 16).expect("two hexadecimal digits")
        };
        [part(1), part(3), part(5)]
    }
}
