//! Renders a solution as an animated GIF: tiles slide into place, a line below counts the moves, and the animation
//! repeats after a pause at the goal.
//!
//! Every tile is drawn once and then only copied, and a frame contains only what changed since the one before. All
//! frames share one palette: mixtures of the few colours that a board is drawn in.

use super::pixels::pixels;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::HashMap;
use taquin::{Board, Move, Moves, Size};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::limits::ANIMATION_MOVES;
use taquin_api::picture::font_size;
use taquin_api::picture::palette::{Color, Hue};
use taquin_api::picture::scene::{Scene, Style, TextStyle};
use taquin_api::quantities::grouped;
use taquin_api::recording::moved_in_words;

/// Tiles slide in solutions of up to this many moves; in longer ones they jump.
const MAX_SLIDES: usize = 250;
/// Frames of a tile that slides.
const SLIDE_FRAMES: usize = 4;
/// How long the start is shown, in hundredths of a second, as are the following delays.
const AT_START: u16 = 100;
/// How long each frame of a slide is shown.
const SLIDING: u16 = 4;
/// The pause after each move.
const BETWEEN: u16 = 26;
/// The pause at the goal, before the animation repeats.
const AT_GOAL: u16 = 300;
/// The margin around the board, in pixels.
const MARGIN: usize = 12;
/// The height of the line that counts the moves.
const CAPTION: usize = 26;

/// Renders the animation of a solution as a GIF file.
pub fn animation(start: &Board, moves: &Moves) -> Result<Vec<u8>, Diagnostic> {
    if moves.len() > ANIMATION_MOVES {
        let count = grouped(moves.len() as u64);
        let diagnostic = Diagnostic::new(
            "animation-too-long",
            format!("an animation of {count} moves would be too long"),
        );
        let most = grouped(ANIMATION_MOVES as u64);
        return Err(diagnostic.help(format!("a GIF can have {most} moves")));
    }
    let cannot = |error: gif::EncodingError| {
        Diagnostic::new("cannot-animate", format!("cannot create the GIF: {error}"))
    };
    let mut animated = AnimatedBoard::new(start, moves.len())?;
    let (width, height) = (animated.width as u16, animated.height as u16);
    let mut file = Vec::new();
    let mut encoder =
        Encoder::new(&mut file, width, height, &animated.colours.flat()).map_err(cannot)?;
    encoder.set_repeat(Repeat::Infinite).map_err(cannot)?;
    encoder.write_frame(&animated.first_frame(AT_START)).map_err(cannot)?;
    let slides = if moves.len() <= MAX_SLIDES { SLIDE_FRAMES } else { 1 };
    for (index, by) in moves.iter().enumerate() {
        for part in 1..=slides {
            let delay = match (part == slides, index + 1 == moves.len()) {
                (false, _) => SLIDING,
                (true, false) => BETWEEN,
                (true, true) => AT_GOAL,
            };
            let frame = animated.slide(by, (part, slides), index + 1, delay)?;
            encoder.write_frame(&frame).map_err(cannot)?;
        }
    }
    drop(encoder);
    Ok(file)
}

/// The current board, and all that is needed to draw it.
struct AnimatedBoard {
    board: Board,
    moves: usize,
    cell: usize,
    width: usize,
    height: usize,
    /// The colour of every pixel.
    canvas: Vec<u8>,
    colours: Colours,
    /// The cells of the tiles that moved last, until others do.
    highlighted: Vec<usize>,
    /// Tiles already drawn, at rest and moving.
    tiles: HashMap<(u16, bool), Vec<u8>>,
}

impl AnimatedBoard {
    fn new(start: &Board, moves: usize) -> Result<AnimatedBoard, Diagnostic> {
        let size = start.size();
        let cell = (440 / size.rows().max(size.cols())).clamp(26, 72);
        let (width, height) = (size.cols() * cell + 2 * MARGIN, size.rows() * cell + 2 * MARGIN);
        let mut animated = AnimatedBoard {
            board: start.clone(),
            moves,
            cell,
            width: width.max(190),
            height: height + CAPTION,
            canvas: Vec::new(),
            colours: Colours::new(),
            highlighted: Vec::new(),
            tiles: HashMap::new(),
        };
        let (width, height) = (animated.width as f64, animated.height as f64);
        let mut backdrop = Scene::new(width, height, "", "");
        let (left, top) = (animated.left() as f64, MARGIN as f64);
        let (inner, outer) = ((cell * size.cols()) as f64, (cell * size.rows()) as f64);
        let frame = Style::outlined(Color::Muted, 2.0);
        backdrop.round_rect((left - 4.0, top - 4.0), (inner + 8.0, outer + 8.0), 5.0, frame);
        animated.canvas = animated.colours.drawn(&backdrop)?;
        for (place, &tile) in start.tiles().iter().enumerate() {
            let at = animated.corner(place);
            animated.put_tile(tile, false, at)?;
        }
        animated.caption(0, None)?;
        Ok(animated)
    }

    fn left(&self) -> usize {
        (self.width - self.cell * self.board.size().cols()) / 2
    }

    /// Returns the pixel at the top left of a cell.
    fn corner(&self, place: usize) -> (usize, usize) {
        let size = self.board.size();
        (self.left() + size.col(place) * self.cell, MARGIN + size.row(place) * self.cell)
    }

    /// Returns the first frame, which has every pixel.
    fn first_frame(&self, delay: u16) -> Frame<'static> {
        Frame {
            delay,
            width: self.width as u16,
            height: self.height as u16,
            dispose: DisposalMethod::Keep,
            buffer: Cow::Owned(self.canvas.clone()),
            ..Frame::default()
        }
    }

    /// Slides the tiles of a move a part of the distance, and returns a frame with what changed.
    fn slide(
        &mut self,
        by: Move,
        (part, parts): (usize, usize),
        number: usize,
        delay: u16,
    ) -> Result<Frame<'static>, Diagnostic> {
        let before = self.canvas.clone();
        let from: Vec<usize> = self.board.cells_moved_by(by).collect();
        // Each tile goes to where the one before it was, the first to the blank's cell.
        let to: Vec<usize> =
            [self.board.blank()].into_iter().chain(from.iter().copied()).take(from.len()).collect();
        if part == 1 {
            for place in std::mem::take(&mut self.highlighted) {
                let at = self.corner(place);
                self.put_tile(self.board.tiles()[place], false, at)?;
            }
            let first = from.first().map_or(0, |&cell| self.board.tiles()[cell]);
            self.caption(number, Some(moved_in_words(first, by)))?;
        }
        for &place in from.iter().chain(&to) {
            let at = self.corner(place);
            self.put_tile(0, false, at)?;
        }
        let between = |a: usize, b: usize| (a * (parts - part) + b * part) / parts;
        for (&from, &to) in from.iter().zip(&to) {
            let (start, end) = (self.corner(from), self.corner(to));
            let at = (between(start.0, end.0), between(start.1, end.1));
            self.put_tile(self.board.tiles()[from], true, at)?;
        }
        if part == parts {
            self.board.apply(by);
            self.highlighted = to;
        }
        Ok(self.changes(&before, delay))
    }

    /// Draws a tile, or the blank, with its top left corner at a pixel.
    fn put_tile(&mut self, tile: u16, moving: bool, at: (usize, usize)) -> Result<(), Diagnostic> {
        if !self.tiles.contains_key(&(tile, moving)) {
            let scene = tile_scene(tile, moving, self.board.size(), self.cell as f64);
            let drawn = self.colours.drawn(&scene)?;
            self.tiles.insert((tile, moving), drawn);
        }
        let sprite = &self.tiles[&(tile, moving)];
        put(&mut self.canvas, self.width, sprite, self.cell, at);
        Ok(())
    }

    /// Writes the line below the board.
    fn caption(&mut self, number: usize, moved: Option<String>) -> Result<(), Diagnostic> {
        let mut scene = Scene::new(self.width as f64, CAPTION as f64, "", "");
        let text = match moved {
            None => format!("start, {} moves to go", grouped(self.moves as u64)),
            Some(moved) => format!("{number}/{}: {moved}", self.moves),
        };
        let text = if self.moves == 1 { text.replace("moves", "move") } else { text };
        scene.text(
            self.width as f64 / 2.0,
            14.0,
            text,
            TextStyle::new(Color::Text, 13.0).centred(),
        );
        let drawn = self.colours.drawn(&scene)?;
        let top = self.height - CAPTION;
        put(&mut self.canvas, self.width, &drawn, self.width, (0, top));
        Ok(())
    }

    /// Returns a frame with the differences from an earlier canvas: the smallest rectangle around them.
    fn changes(&self, before: &[u8], delay: u16) -> Frame<'static> {
        let new = &self.canvas;
        let differs = |y: usize, x: usize| before[y * self.width + x] != new[y * self.width + x];
        let row_differs = |&y: &usize| (0..self.width).any(|x| differs(y, x));
        let col_differs = |&x: &usize| (0..self.height).any(|y| differs(y, x));
        let top = (0..self.height).find(row_differs).unwrap_or(0);
        let bottom = (0..self.height).rfind(row_differs).unwrap_or(0);
        let left = (0..self.width).find(col_differs).unwrap_or(0);
        let right = (0..self.width).rfind(col_differs).unwrap_or(0);
        let mut buffer = Vec::with_capacity((bottom - top + 1) * (right - left + 1));
        for y in top..=bottom {
            buffer.extend((left..=right).map(|x| {
                if differs(y, x) { new[y * self.width + x] } else { self.colours.transparent() }
            }));
        }
        Frame {
            delay,
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(self.colours.transparent()),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        }
    }
}

/// Copies pixels onto a canvas.
fn put(canvas: &mut [u8], width: usize, sprite: &[u8], sprite_width: usize, at: (usize, usize)) {
    for (row, line) in sprite.chunks(sprite_width).enumerate() {
        let first = (at.1 + row) * width + at.0;
        if let Some(target) = canvas.get_mut(first..first + line.len()) {
            target.copy_from_slice(line);
        }
    }
}

/// Returns a scene with one tile, or an empty one for the blank.
fn tile_scene(tile: u16, moving: bool, size: Size, cell: f64) -> Scene {
    let mut scene = Scene::new(cell, cell, "", "");
    if tile == 0 {
        return scene;
    }
    let (fill, color) = if moving {
        (Color::Hue(Hue::Orange), Color::OnHighlight)
    } else {
        (Color::Tile, Color::Text)
    };
    let style = Style::filled(fill).with_outline(Color::Muted, 1.0);
    scene.round_rect((1.5, 1.5), (cell - 3.0, cell - 3.0), cell * 0.08, style);
    let font = font_size(size, cell);
    let style = TextStyle { bold: moving, ..TextStyle::new(color, font).centred() };
    scene.text(cell / 2.0, cell / 2.0 + font * 0.35, tile.to_string(), style);
    scene
}

/// The palette of an animation, and a cache of the nearest colours.
struct Colours {
    list: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

/// Pairs of colours that touch somewhere: pixels on the border are mixtures of both.
const ADJACENT: [(Color, Color); 7] = [
    (Color::Paper, Color::Text),
    (Color::Paper, Color::Muted),
    (Color::Tile, Color::Text),
    (Color::Tile, Color::Muted),
    (Color::Hue(Hue::Orange), Color::OnHighlight),
    (Color::Hue(Hue::Orange), Color::Muted),
    (Color::Paper, Color::Hue(Hue::Orange)),
];
/// Steps from one colour to the other.
const MIXTURES: u32 = 15;

impl Colours {
    fn new() -> Colours {
        let mut list: Vec<[u8; 3]> = Vec::new();
        for (one, other) in ADJACENT {
            let (one, other) = (one.light(), other.light());
            for step in 0..=MIXTURES {
                let mixed = |channel: usize| {
                    let (a, b) = (u32::from(one[channel]), u32::from(other[channel]));
                    ((a * (MIXTURES - step) + b * step) / MIXTURES) as u8
                };
                let colour = [mixed(0), mixed(1), mixed(2)];
                if !list.contains(&colour) {
                    list.push(colour);
                }
            }
        }
        Colours { list, nearest: HashMap::new() }
    }

    /// Returns the index after the last colour: a pixel that does not change.
    fn transparent(&self) -> u8 {
        self.list.len() as u8
    }

    /// Returns all colours one after another; the last is the transparent one.
    fn flat(&self) -> Vec<u8> {
        self.list.iter().flatten().copied().chain([0, 0, 0]).collect()
    }

    /// Draws a scene's pixels, each as the index of the nearest colour.
    fn drawn(&mut self, scene: &Scene) -> Result<Vec<u8>, Diagnostic> {
        let pixels = pixels(scene, 1.0)?;
        let colours =
            pixels.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        Ok(colours.map(|colour| self.number_of(colour)).collect())
    }

    fn number_of(&mut self, colour: [u8; 3]) -> u8 {
        let list = &self.list;
        *self.nearest.entry(colour).or_insert_with(|| {
            let apart = |known: &[u8; 3]| -> u32 {
                let square = |(&a, &b): (&u8, &u8)| u32::from(a.abs_diff(b)).pow(2);
                known.iter().zip(&colour).map(square).sum()
            };
            let nearest = (0..list.len()).min_by_key(|&index| apart(&list[index]));
            nearest.expect("there are colours") as u8
        })
    }
}
