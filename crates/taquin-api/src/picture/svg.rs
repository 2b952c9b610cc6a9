//! Writes a scene as SVG: texts as text, and colours that follow the reader's light or dark mode.

use super::palette::{Color, Hue};
use super::scene::{Anchor, HATCH_PERIOD, HATCH_STRIPE, Scene, Shape, Style, TextStyle, number};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The preferred fonts; widths are measured for fonts like these.
const FONTS: &str = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif";

/// Returns the picture as an SVG file.
pub fn svg(scene: &Scene) -> String {
    Writer::new(scene).finish()
}

struct Writer<'s> {
    scene: &'s Scene,
    body: String,
    /// The colours used for fills, for lines and for hatching.
    fills: BTreeSet<Color>,
    strokes: BTreeSet<Color>,
    hatches: BTreeSet<Color>,
}

impl<'s> Writer<'s> {
    fn new(scene: &'s Scene) -> Writer<'s> {
        let (fills, strokes, hatches) = Default::default();
        Writer { scene, body: String::new(), fills, strokes, hatches }
    }

    fn finish(mut self) -> String {
        for shape in &self.scene.shapes {
            match shape {
                Shape::Rect { at, size, round, style } => self.rect(*at, *size, *round, style),
                Shape::Lines { points, closed, style } => {
                    let mut data = String::new();
                    for (index, (x, y)) in points.iter().enumerate() {
                        // Further points after the first are implicit line-to commands.
                        let before = if index == 0 { "M" } else { " " };
                        data += &format!("{before}{} {}", number(*x), number(*y));
                    }
                    self.path(&data, if *closed { "Z" } else { "" }, style);
                }
                Shape::Squares { corners, side, style } => {
                    // All in one path: long solutions have many boards.
                    let (mut data, side) = (String::new(), number(*side));
                    for (x, y) in corners {
                        let (x, y) = (number(*x), number(*y));
                        data += &format!("M{x} {y}h{side}v{side}h-{side}z");
                    }
                    self.path(&data, "", style);
                }
                Shape::Texts { style, lines } => self.texts(style, lines),
            }
        }
        let (width, height) = (number(self.scene.width), number(self.scene.height));
        let size =
            format!("width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"");
        // Stripes use colours too, so they are written before the list of used colours.
        let patterns = self.patterns();
        let (title, description) = (&self.scene.title, &self.scene.description);
        let (title, description) = (escaped(title), escaped(description));
        let head = format!(
            "<title>{title}</title>\n<desc>{description}</desc>\n<style>\n{}</style>\n",
            self.styles()
        );
        let class = "class=\"taquin\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"";
        format!("<svg {class} {size}>\n{head}{patterns}{}</svg>\n", self.body)
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string never fails.
        let _ = self.body.write_fmt(text);
    }

    fn path(&mut self, data: &str, end: &str, style: &Style) {
        let style = self.style(style);
        self.add(format_args!("<path d=\"{data}{end}\"{style}/>\n"));
    }

    fn rect(&mut self, at: (f64, f64), size: (f64, f64), round: f64, style: &Style) {
        let style = self.style(style);
        let (x, y, width, height) = (number(at.0), number(at.1), number(size.0), number(size.1));
        let round = if round > 0.0 { format!(" rx=\"{}\"", number(round)) } else { String::new() };
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}{style}/>\n"
        ));
    }

    /// Returns the attributes of a style.
    fn style(&mut self, style: &Style) -> String {
        let mut classes: Vec<String> = Vec::new();
        let mut attributes = String::new();
        match style.fill {
            Some(color) if style.hatched => {
                self.hatches.insert(color);
                let _ = write!(attributes, " fill=\"url(#hatch-{})\"", name(color));
            }
            Some(color) => {
                self.fills.insert(color);
                classes.push(format!("f{}", name(color)));
            }
            None => attributes += " fill=\"none\"",
        }
        if let Some((color, width)) = style.stroke {
            self.strokes.insert(color);
            classes.push(format!("s{}", name(color)));
            if width != 1.0 {
                let _ = write!(attributes, " stroke-width=\"{}\"", number(width));
            }
        }
        if !style.dash.is_empty() {
            let _ = write!(attributes, " stroke-dasharray=\"{}\"", style.dash);
        }
        if style.opacity < 1.0 {
            let _ = write!(attributes, " opacity=\"{}\"", number(style.opacity));
        }
        if classes.is_empty() {
            attributes
        } else {
            format!(" class=\"{}\"{attributes}", classes.join(" "))
        }
    }

    /// Writes texts as text.
    fn texts(&mut self, style: &TextStyle, lines: &[(f64, f64, String)]) {
        self.fills.insert(style.color);
        let anchor = match style.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let bold = if style.bold { " font-weight=\"700\"" } else { "" };
        let size = number(style.size);
        self.add(format_args!(
            "<g class=\"f{}\" font-size=\"{size}\"{anchor}{bold}>\n",
            name(style.color)
        ));
        for (x, y, text) in lines {
            let (x, y, text) = (number(*x), number(*y), escaped(text));
            if style.turned {
                self.add(format_args!(
                    "<text transform=\"translate({x} {y}) rotate(-90)\">{text}</text>\n"
                ))
            } else {
                self.add(format_args!("<text x=\"{x}\" y=\"{y}\">{text}</text>\n"))
            }
        }
        self.add(format_args!("</g>\n"));
    }

    /// Returns the rules for every colour that is used, in light and in dark mode.
    fn styles(&self) -> String {
        let rules = |dark: bool| {
            let rule = |letter: &str, what: &str, color: &Color| {
                let (light, darker) = color.light_and_dark();
                let colour = if dark { darker } else { light };
                let wanted = !dark || light != darker;
                let rule = format!(".taquin .{letter}{}{{{what}:{colour}}}\n", name(*color));
                if wanted { rule } else { String::new() }
            };
            let fills = self.fills.iter().map(|color| rule("f", "fill", color));
            let strokes = self.strokes.iter().map(|color| rule("s", "stroke", color));
            fills.chain(strokes).collect::<String>()
        };
        let (light, dark) = (rules(false), rules(true));
        format!(
            ".taquin{{font-family:{FONTS}}}\n{light}@media(prefers-color-scheme:dark){{\n{dark}}}\n"
        )
    }

    /// Returns the definitions of the stripes that are used.
    fn patterns(&mut self) -> String {
        let mut patterns = String::new();
        for color in std::mem::take(&mut self.hatches) {
            let mut stripe = |color: Color| self.style(&Style::filled(color));
            let (back, front) = (stripe(Color::Paper), stripe(color));
            patterns += &format!(
                "<pattern id=\"hatch-{}\" width=\"{HATCH_PERIOD}\" height=\"{HATCH_PERIOD}\" \
                 patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\n\
                 <rect width=\"{HATCH_PERIOD}\" height=\"{HATCH_PERIOD}\"{back}/>\n\
                 <rect width=\"{HATCH_STRIPE}\" height=\"{HATCH_PERIOD}\"{front}/>\n</pattern>\n",
                name(color)
            );
        }
        if patterns.is_empty() { patterns } else { format!("<defs>\n{patterns}</defs>\n") }
    }
}

/// Returns the short name of a colour in classes.
fn name(color: Color) -> String {
    match color {
        Color::Paper => "p".to_string(),
        Color::Text => "t".to_string(),
        Color::Muted => "m".to_string(),
        Color::Grid => "g".to_string(),
        Color::Tile => "b".to_string(),
        Color::OnHighlight => "h".to_string(),
        Color::Hue(hue) => {
            let place = Hue::ALL.iter().position(|&known| known == hue);
            place.expect("the list is complete").to_string()
        }
    }
}

/// Escapes text for XML; characters that XML cannot contain become replacement characters.
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
