//! Renders a scene as a PNG file with two pixels for each of the scene's, which is sharp on any screen and on paper.
//!
//! The file is as simple as the format allows: opaque colours of eight bits, no filters (pictures with few colours
//! are smaller without), compressed row by row.

use super::pixels::pixels;
use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, compress_to_output};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::picture::scene::Scene;
use tiny_skia::Pixmap;

/// Pixels for each pixel of a scene.
const SHARPNESS: f64 = 2.0;
/// The maximum number of pixels: more would take a gigabyte, and few programs could show them.
const MAX_PIXELS: f64 = 200e6;

/// Renders the picture as a PNG file.
pub fn png(scene: &Scene) -> Result<Vec<u8>, Diagnostic> {
    let (width, height) = (scene.width * SHARPNESS, scene.height * SHARPNESS);
    if width * height > MAX_PIXELS || width.max(height) > f64::from(u16::MAX) {
        let size = format!("{:.0} x {:.0} pixels", width, height);
        let diagnostic = Diagnostic::new(
            "too-many-pixels",
            format!("the picture would have {size}, too many for a PNG"),
        );
        return Err(diagnostic.help("save it as .svg, which has no pixels"));
    }
    Ok(file(&pixels(scene, SHARPNESS)?))
}

/// Encodes opaque pixels as a file.
fn file(pixels: &Pixmap) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let (width, height) = (pixels.width().to_be_bytes(), pixels.height().to_be_bytes());
    // Eight bits each of red, green and blue; the only methods of compression and filtering; not interlaced.
    let format = [8, 2, 0, 0, 0];
    chunk(&mut file, b"IHDR", &[&width[..], &height[..], &format[..]].concat());
    chunk(&mut file, b"IDAT", &compressed(pixels));
    chunk(&mut file, b"IEND", &[]);
    file
}

/// Adds a chunk: its length, its name, its data and their checksum.
fn chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let begin = file.len();
    file.extend(name);
    file.extend(data);
    let checksum = crc32fast::hash(&file[begin..]);
    file.extend(checksum.to_be_bytes());
}

/// Compresses all rows, each after the number of its filter, into a zlib stream.
fn compressed(pixels: &Pixmap) -> Vec<u8> {
    let mut stream = Vec::new();
    let mut compressor = CompressorOxide::default();
    let mut add = |bytes: &[u8], flush| {
        compress_to_output(&mut compressor, bytes, flush, |part| {
            stream.extend(part);
            true
        });
    };
    let mut row = Vec::new();
    for line in pixels.pixels().chunks(pixels.width() as usize) {
        row.clear();
        row.push(0);
        row.extend(line.iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]));
        add(&row, TDEFLFlush::None);
    }
    add(&[], TDEFLFlush::Finish);
    stream
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::inflate::decompress_to_vec_zlib;
    use taquin_api::picture::palette::{Color, Hue};
    use taquin_api::picture::scene::Style;

    #[test]
    fn a_file_has_every_pixel() {
        let mut scene = Scene::new(300.0, 200.25, "", "");
        scene.rect((100.0, 0.0), (200.0, 100.0), Style::filled(Color::Hue(Hue::Blue)));
        let file = png(&scene).expect("it is small");
        let mut rest = file.strip_prefix(b"\x89PNG\r\n\x1a\n").expect("it is a PNG");
        let mut chunks = Vec::new();
        while let Some((length, after)) = rest.split_first_chunk() {
            let length = u32::from_be_bytes(*length) as usize;
            let (named, after) = after.split_at(length + 4);
            let (checksum, after) = after.split_first_chunk().expect("it has a checksum");
            assert_eq!(crc32fast::hash(named), u32::from_be_bytes(*checksum));
            chunks.push(named.split_at(4));
            rest = after;
        }
        let names: Vec<&[u8]> = chunks.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, [b"IHDR", b"IDAT", b"IEND"]);
        assert_eq!(chunks[0].1, [0, 0, 2, 88, 0, 0, 1, 145, 8, 2, 0, 0, 0]);
        let rows = decompress_to_vec_zlib(chunks[1].1).expect("it is a zlib stream");
        assert_eq!(rows.len(), 401 * (1 + 600 * 3));
        let pixel = |x: usize, y: usize| &rows[y * 1801 + 1 + x * 3..][..3];
        for (x, y, colour) in
            [(199, 0, [255; 3]), (200, 199, [0, 0x72, 0xb2]), (599, 400, [255; 3])]
        {
            assert_eq!(pixel(x, y), colour, "{x}, {y}");
        }
    }
}
