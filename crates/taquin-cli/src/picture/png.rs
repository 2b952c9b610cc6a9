//! A scene as pixels: its SVG drawn by resvg, at two pixels for each of the scene's, which is sharp on
//! any screen and on paper.

use super::scene::Scene;
use super::svg::svg_for_pixels;
use crate::errors::Complaint;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Pixels for each pixel of a scene.
const SHARPNESS: f64 = 2.0;
/// More pixels than this are not drawn: they would take a gigabyte, and few programs could show them.
const MOST_PIXELS: f64 = 200e6;

/// The picture as a PNG file.
pub fn png(scene: &Scene) -> Result<Vec<u8>, Complaint> {
    let (width, height) = (scene.width * SHARPNESS, scene.height * SHARPNESS);
    if width * height > MOST_PIXELS || width.max(height) > f64::from(u16::MAX) {
        let size = format!("{:.0} x {:.0} pixels", width, height);
        let complaint =
            Complaint::new(format!("the picture would have {size}, too many for a PNG"));
        return Err(complaint.help("save it as .svg, which has no pixels"));
    }
    let pixels = pixels(scene, SHARPNESS)?;
    pixels.encode_png().map_err(|error| Complaint::new(format!("the PNG cannot be made: {error}")))
}

/// The picture's pixels, so many for each pixel of the scene.
pub fn pixels(scene: &Scene, sharpness: f64) -> Result<Pixmap, Complaint> {
    let cannot = |why: String| Complaint::new(format!("the picture cannot be drawn: {why}"));
    let tree = Tree::from_str(&svg_for_pixels(scene), &Options::default());
    let tree = tree.map_err(|error| cannot(error.to_string()))?;
    let side = |length: f64| (length * sharpness).ceil().max(1.0) as u32;
    let pixmap = Pixmap::new(side(scene.width), side(scene.height));
    let mut pixmap = pixmap.ok_or_else(|| cannot("it is too large".to_string()))?;
    let scale = Transform::from_scale(sharpness as f32, sharpness as f32);
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    Ok(pixmap)
}
