//! Pictures, as pure functions from data to shapes: charts of measures, solutions, search trees. Nothing in here
//! knows where its data comes from.
//!
//! Each picture is drawn into a [`Scene`] (`scene`), in the colours of a [`palette`] with a light and a dark value for
//! each; `svg` writes any scene as a file. A renderer to pixels can use the letters of [`stroke_font`]. The same data
//! gives the same bytes on every machine.

mod bars;
mod board;
mod depth;
mod frame;
mod histogram;
mod improvements;
mod legend;
pub mod palette;
mod scale;
pub mod scene;
mod solution;
mod strip;
pub mod stroke_font;
mod svg;
mod tree;

pub use bars::{BarChart, BarLabel, BarPanel};
pub use board::{board_picture, font_size};
pub use depth::{DepthChart, DepthPanel, DepthPoint};
pub use histogram::Histogram;
pub use improvements::{ImprovementChart, ImprovementPanel};
pub use scene::Scene;
pub use solution::{PictureKind, Render, SolutionPicture, render_svg};
pub use strip::{Strip, StripBoard, how_found};
pub use svg::svg;
pub use tree::{MOST_ENTRIES, SearchTree};

#[cfg(test)]
mod tests;
