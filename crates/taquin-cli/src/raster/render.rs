//! A solution as a file of any kind: the means of hosts that can draw pixels.

use super::{animation, png};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::picture::{PictureKind, SolutionPicture, render_svg};

/// Draws a solution as any kind of picture.
pub fn render(picture: &SolutionPicture<'_>, kind: PictureKind) -> Result<Vec<u8>, Diagnostic> {
    match kind {
        PictureKind::Gif => animation(picture.puzzle.start(), picture.solution),
        PictureKind::Png => png(&picture.strip()?),
        PictureKind::Svg => render_svg(picture, kind),
    }
}
