//! A scene as SVG.
//!
//! Files for people have texts as text, and colours that follow the reader's light or dark
//! surroundings; those meant for pixels have texts as strokes and the light colours, so that nothing
//! depends on the machine.

use super::lettering::{self, BASE_LINE, BOLD_PEN, EM, PEN};
use super::scene::{Anchor, Hue, Ink, Look, Scene, Shape, Style, number};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What texts are set in where the reader has it; widths are measured for fonts like these.
const FONTS: &str = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif";

/// The picture for people.
pub fn svg(scene: &Scene) -> String {
    Writer::new(scene, For::People).finish()
}

/// The picture for pixels.
pub fn svg_for_pixels(scene: &Scene) -> String {
    Writer::new(scene, For::Pixels).finish()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    People,
    Pixels,
}

struct Writer<'s> {
    scene: &'s Scene,
    by: For,
    body: String,
    /// The inks that fill, those that draw lines and those that hatch.
    fills: BTreeSet<Ink>,
    strokes: BTreeSet<Ink>,
    hatches: BTreeSet<Ink>,
}

impl<'s> Writer<'s> {
    fn new(scene: &'s Scene, by: For) -> Writer<'s> {
        let (fills, strokes, hatches) = Default::default();
        Writer { scene, by, body: String::new(), fills, strokes, hatches }
    }

    fn finish(mut self) -> String {
        for shape in &self.scene.shapes {
            match shape {
                Shape::Rect { at, size, round, look } => self.rect(*at, *size, *round, look),
                Shape::Path { data, look } => {
                    let look = self.look(look);
                    self.add(format_args!("<path d=\"{data}\"{look}/>\n"));
                }
                Shape::Texts { style, lines } => match self.by {
                    For::People => self.texts(style, lines),
                    For::Pixels => self.strokes_of(style, lines),
                },
            }
        }
        let (width, height) = (number(self.scene.width), number(self.scene.height));
        let size =
            format!("width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"");
        // Stripes use inks too, so they come before the list of all that are used.
        let patterns = self.patterns();
        let head = match self.by {
            For::Pixels => String::new(),
            For::People => {
                let (title, description) = (&self.scene.title, &self.scene.description);
                let (title, description) = (escaped(title), escaped(description));
                format!(
                    "<title>{title}</title>\n<desc>{description}</desc>\n<style>\n{}</style>\n",
                    self.styles()
                )
            }
        };
        let class = "class=\"taquin\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"";
        format!("<svg {class} {size}>\n{head}{patterns}{}</svg>\n", self.body)
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string never fails.
        let _ = self.body.write_fmt(text);
    }

    fn rect(&mut self, at: (f64, f64), size: (f64, f64), round: f64, look: &Look) {
        let look = self.look(look);
        let (x, y, width, height) = (number(at.0), number(at.1), number(size.0), number(size.1));
        let round = match round > 0.0 {
            true => format!(" rx=\"{}\"", number(round)),
            false => String::new(),
        };
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}{look}/>\n"
        ));
    }

    /// The attributes of a look.
    fn look(&mut self, look: &Look) -> String {
        let mut classes: Vec<String> = Vec::new();
        let mut attributes = String::new();
        match look.fill {
            Some(ink) if look.hatched => {
                self.hatches.insert(ink);
                let _ = write!(attributes, " fill=\"url(#hatch-{})\"", name(ink));
            }
            Some(ink) => self.colour(ink, "fill", &mut classes, &mut attributes),
            None => attributes += " fill=\"none\"",
        }
        if let Some((ink, width)) = look.stroke {
            self.colour(ink, "stroke", &mut classes, &mut attributes);
            if width != 1.0 {
                let _ = write!(attributes, " stroke-width=\"{}\"", number(width));
            }
        }
        if !look.dash.is_empty() {
            let _ = write!(attributes, " stroke-dasharray=\"{}\"", look.dash);
        }
        if look.opacity < 1.0 {
            let _ = write!(attributes, " opacity=\"{}\"", number(look.opacity));
        }
        match classes.is_empty() {
            true => attributes,
            false => format!(" class=\"{}\"{attributes}", classes.join(" ")),
        }
    }

    /// An ink for the inside or the outline: by class for people, by value for pixels.
    fn colour(&mut self, ink: Ink, what: &str, classes: &mut Vec<String>, attributes: &mut String) {
        match self.by {
            For::People => {
                let used = if what == "fill" { &mut self.fills } else { &mut self.strokes };
                used.insert(ink);
                classes.push(format!("{}{}", &what[..1], name(ink)));
            }
            For::Pixels => {
                let _ = write!(attributes, " {what}=\"{}\"", ink.colours().0);
            }
        }
    }

    /// Texts as text.
    fn texts(&mut self, style: &Style, lines: &[(f64, f64, String)]) {
        self.fills.insert(style.ink);
        let anchor = match style.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let bold = if style.bold { " font-weight=\"700\"" } else { "" };
        let size = number(style.size);
        self.add(format_args!(
            "<g class=\"f{}\" font-size=\"{size}\"{anchor}{bold}>\n",
            name(style.ink)
        ));
        for (x, y, text) in lines {
            let (x, y, text) = (number(*x), number(*y), escaped(text));
            match style.turned {
                false => self.add(format_args!("<text x=\"{x}\" y=\"{y}\">{text}</text>\n")),
                true => self.add(format_args!(
                    "<text transform=\"translate({x} {y}) rotate(-90)\">{text}</text>\n"
                )),
            }
        }
        self.add(format_args!("</g>\n"));
    }

    /// Texts as strokes.
    fn strokes_of(&mut self, style: &Style, lines: &[(f64, f64, String)]) {
        let (colour, pen) = (style.ink.colours().0, if style.bold { BOLD_PEN } else { PEN });
        self.add(format_args!(
            "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{pen}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">\n"
        ));
        // Small scales need more decimals than places do.
        let scale = format!("{:.4}", style.size / EM);
        let turned = if style.turned { " rotate(-90)" } else { "" };
        for (x, y, text) in lines {
            let (x, y) = (number(*x), number(*y));
            let width = lettering::width(text, EM);
            let mut pen_at = match style.anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => -width / 2.0,
                Anchor::End => -width,
            };
            self.add(format_args!("<g transform=\"translate({x} {y}){turned} scale({scale})\">"));
            for character in text.chars() {
                let (advance, strokes) = lettering::letter(character);
                if !strokes.is_empty() {
                    let (left, top) = (number(pen_at), number(-BASE_LINE));
                    self.add(format_args!(
                        "<path transform=\"translate({left} {top})\" d=\"{strokes}\"/>"
                    ));
                }
                pen_at += advance;
            }
            self.add(format_args!("</g>\n"));
        }
        self.add(format_args!("</g>\n"));
    }

    /// Every ink that is used, in light and in dark.
    fn styles(&self) -> String {
        let rules = |dark: bool| {
            let rule = |letter: &str, what: &str, ink: &Ink| {
                let (light, darker) = ink.colours();
                let colour = if dark { darker } else { light };
                let wanted = !dark || light != darker;
                let rule = format!(".taquin .{letter}{}{{{what}:{colour}}}\n", name(*ink));
                if wanted { rule } else { String::new() }
            };
            let fills = self.fills.iter().map(|ink| rule("f", "fill", ink));
            let strokes = self.strokes.iter().map(|ink| rule("s", "stroke", ink));
            fills.chain(strokes).collect::<String>()
        };
        let (light, dark) = (rules(false), rules(true));
        format!(
            ".taquin{{font-family:{FONTS}}}\n{light}@media(prefers-color-scheme:dark){{\n{dark}}}\n"
        )
    }

    /// The stripes that are used.
    fn patterns(&mut self) -> String {
        let mut patterns = String::new();
        for ink in std::mem::take(&mut self.hatches) {
            let mut stripe = |ink: Ink| self.look(&Look::filled(ink));
            let (back, front) = (stripe(Ink::Paper), stripe(ink));
            patterns += &format!(
                "<pattern id=\"hatch-{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
                 patternTransform=\"rotate(45)\">\n<rect width=\"6\" height=\"6\"{back}/>\n\
                 <rect width=\"2.5\" height=\"6\"{front}/>\n</pattern>\n",
                name(ink)
            );
        }
        match patterns.is_empty() {
            true => patterns,
            false => format!("<defs>\n{patterns}</defs>\n"),
        }
    }
}

/// The short name of an ink in classes.
fn name(ink: Ink) -> String {
    match ink {
        Ink::Paper => "p".to_string(),
        Ink::Text => "t".to_string(),
        Ink::Muted => "m".to_string(),
        Ink::Grid => "g".to_string(),
        Ink::Tile => "b".to_string(),
        Ink::OnHighlight => "h".to_string(),
        Ink::Hue(hue) => Hue::ALL.iter().position(|&known| known == hue).unwrap_or(0).to_string(),
    }
}

/// Text as XML wants it; what XML cannot hold becomes a mark.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\n' | '\t' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            control if control.is_control() => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}
