//! Raster pictures of the scenes that `taquin_api::picture` draws: `pixels` draws any scene with tiny-skia, with letters
//! as strokes (`path` reads them), `png` encodes the pixels as a file, and `animation` moves tiles in a
//! GIF. `render` draws what a request asks for. The same data gives the same bytes on every machine.

mod animation;
mod path;
mod pixels;
mod png;
mod render;

pub use animation::animation;
pub use png::png;
pub use render::render;

#[cfg(test)]
mod tests;
