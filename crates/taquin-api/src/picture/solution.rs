//! A solution as a picture: the kinds there are, and the one that needs no pixels.

use super::{Scene, Strip, svg};
use crate::diagnostic::Diagnostic;
use serde::Deserialize;
use taquin::{Moves, Puzzle};

/// A kind of picture.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PictureKind {
    /// An animation.
    Gif,
    /// A strip of boards as vector graphics.
    Svg,
    /// A strip of boards as pixels.
    Png,
}

/// A solution to draw.
#[derive(Clone, Copy, Debug)]
pub struct SolutionPicture<'a> {
    /// The board and its goal.
    pub puzzle: &'a Puzzle,
    /// The moves.
    pub solution: &'a Moves,
    /// How they were found, in a few words.
    pub how: &'a str,
}

/// Draws a solution as a kind of picture, or returns why it cannot.
pub type Render = fn(&SolutionPicture<'_>, PictureKind) -> Result<Vec<u8>, Diagnostic>;

impl PictureKind {
    /// Returns the content type of such a file.
    pub fn media_type(self) -> &'static str {
        match self {
            PictureKind::Gif => "image/gif",
            PictureKind::Svg => "image/svg+xml",
            PictureKind::Png => "image/png",
        }
    }
}

impl SolutionPicture<'_> {
    /// Draws the strip of its boards.
    pub fn strip(&self) -> Result<Scene, Diagnostic> {
        Strip::of(self.puzzle, self.solution, self.how).map(|strip| strip.draw())
    }
}

/// Draws only strips as SVG: for hosts that cannot render pixels.
pub fn render_svg(picture: &SolutionPicture<'_>, kind: PictureKind) -> Result<Vec<u8>, Diagnostic> {
    match kind {
        PictureKind::Svg => Ok(svg(&picture.strip()?).into_bytes()),
        PictureKind::Gif | PictureKind::Png => {
            Err(Diagnostic::new("only-svg", "only svg can be drawn here").help("ask for svg"))
        }
    }
}
