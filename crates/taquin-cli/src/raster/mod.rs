//! Pictures made of pixels, of the scenes that `taquin_api::picture` draws: `pixels` draws any scene with tiny-skia,
//! letters as strokes (`path` reads the paths of both), `png` makes a file of the pixels, and `animation` moves tiles
//! about in a GIF. The same data gives the same bytes on every machine.

mod animation;
mod path;
mod pixels;
mod png;

pub use animation::animation;
pub use png::png;

#[cfg(test)]
mod tests;
