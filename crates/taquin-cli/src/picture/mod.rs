//! Pictures, as pure functions from data to a file's bytes: charts of measures, solutions, search
//! trees. Nothing in here knows where its data comes from.
//!
//! Each picture is drawn into a [`Scene`], in inks that have a light and a dark colour (`scene`);
//! `svg` and `png` make files of any scene, with letters of our own where there must be pixels
//! (`lettering`, `path`, `pixels`). The same data gives the same bytes on every machine.

mod bars;
mod board;
mod depth;
mod film;
mod frame;
mod histogram;
mod lettering;
mod path;
mod pixels;
mod png;
mod scale;
mod scene;
mod strip;
mod svg;
mod tree;

pub use bars::{BarChart, BarPanel, Configuration};
pub use depth::{DepthChart, DepthPanel, DepthPoint};
pub use film::film;
pub use histogram::Histogram;
pub use png::png;
pub use scene::Scene;
pub use strip::{Strip, StripBoard};
pub use svg::svg;
pub use tree::{MOST_ENTRIES, SearchTree};

#[cfg(test)]
mod tests;
