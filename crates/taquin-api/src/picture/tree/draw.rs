//! The tree as a picture. The state of a node is shown by its outline, its corners and a word, not by colour alone.

use super::layout::layout;
use super::{SearchTree, TreeNode};
use crate::picture::board::{board_size, cell_size, draw_board};
use crate::picture::frame::{GAP, LINE, NAME, SMALL, framed};
use crate::picture::palette::{Color, Hue};
use crate::picture::scene::{Scene, Style, TextStyle};
use crate::picture::stroke_font;
use crate::recording::NodeState;

/// The appearance of a kind of node.
struct Frame {
    kind: Kind,
    style: Style,
    /// The radius of its corners.
    round: f64,
    /// Its name in the legend.
    name: &'static str,
}

/// The kind of a node in the picture, the most important first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Goal,
    Path,
    Closed,
    Open,
    Pruned,
    Dropped,
}

const NODE: Style = Style::filled(Color::Paper);

/// Every kind, in the order of the legend.
const FRAMES: [Frame; 6] = [
    Frame {
        kind: Kind::Closed,
        style: NODE.with_outline(Color::Text, 1.0),
        round: 0.0,
        name: "closed: explored",
    },
    Frame {
        kind: Kind::Open,
        style: NODE.with_outline(Color::Text, 1.2).dashed("4 3"),
        round: 12.0,
        name: "open: waits on the frontier",
    },
    Frame {
        kind: Kind::Pruned,
        style: NODE.with_outline(Color::Muted, 1.2).dashed("1 3"),
        round: 12.0,
        name: "cut: beyond the bound",
    },
    Frame {
        kind: Kind::Dropped,
        style: NODE.with_outline(Color::Muted, 1.2).dashed("1 3"),
        round: 12.0,
        name: "dropped: forgotten",
    },
    Frame {
        kind: Kind::Path,
        style: NODE.with_outline(Color::Hue(Hue::Blue), 3.5),
        round: 0.0,
        name: "on the path to the goal",
    },
    Frame {
        kind: Kind::Goal,
        style: NODE.with_outline(Color::Hue(Hue::Vermilion), 3.5),
        round: 0.0,
        name: "the goal: double frame",
    },
];

impl Frame {
    /// Draws it; the goal has a double frame.
    fn draw(&self, scene: &mut Scene, at: (f64, f64), size: (f64, f64), round: f64) {
        if self.kind == Kind::Goal {
            let outer = Style::outlined(Color::Hue(Hue::Vermilion), 1.5);
            scene.rect((at.0 - 4.0, at.1 - 4.0), (size.0 + 8.0, size.1 + 8.0), outer);
        }
        scene.round_rect(at, size, round, self.style);
    }
}

impl TreeNode {
    fn kind(&self) -> Kind {
        match self.state {
            _ if self.is_goal => Kind::Goal,
            _ if self.on_path => Kind::Path,
            NodeState::Explored => Kind::Closed,
            NodeState::Open => Kind::Open,
            NodeState::Dropped => Kind::Dropped,
            NodeState::Pruned | NodeState::Duplicate => Kind::Pruned,
        }
    }

    /// Returns the label above its board.
    fn word(&self) -> String {
        let order = self.explored.map(|order| format!("#{order}"));
        let state = match self.state {
            _ if self.is_goal => "goal",
            NodeState::Explored => "",
            NodeState::Open => "open",
            NodeState::Dropped => "dropped",
            NodeState::Pruned | NodeState::Duplicate => "cut",
        };
        [order.as_deref().unwrap_or(""), state].join(" ").trim().to_string()
    }
}

/// The padding within a node's frame.
const INSET: f64 = 7.0;
/// The font size of texts in nodes.
const TEXT: f64 = 10.0;

impl SearchTree {
    /// Draws the tree.
    pub fn draw(&self) -> Scene {
        let places = layout(&self.children());
        let size = self.nodes.first().map(|node| node.board.size());
        let cell = size.map_or(16.0, |size| cell_size(size, 16.0));
        let (board_width, board_height) = size.map_or((0.0, 0.0), |size| board_size(size, cell));
        let texts = self.nodes.iter().flat_map(|node| [node.word(), node.costs(self.informed)]);
        let text_width = texts.map(|text| stroke_font::room(&text, TEXT)).fold(0.0, f64::max);
        let node_width = board_width.max(text_width) + 2.0 * INSET;
        let node_height = board_height + 2.0 * INSET + 2.0 * (TEXT + 3.0);
        let (step_x, step_y) = (node_width + 14.0, node_height + 34.0);
        let across = places.iter().map(|place| place.0).fold(0.0, f64::max);
        let down = places.iter().map(|place| place.1).max().unwrap_or(0) as f64;
        let tree_width = across * step_x + node_width;
        let width = (tree_width + 2.0 * GAP).max(640.0);
        let legend = self.legend(width);
        let legend_height = legend.last().map_or(0.0, |entry| entry.1.1 + LINE + 14.0);
        let room = legend_height + down * step_y + node_height;
        let (mut scene, top) = framed(&self.title, &self.note, width, room);
        for (frame, (x, y)) in &legend {
            frame.draw(&mut scene, (GAP + x + 4.0, top + y), (26.0, 15.0), frame.round / 2.0);
            scene.text(GAP + x + 38.0, top + y + 11.5, frame.name, NAME);
        }
        // A small tree is centred.
        let left = (width - tree_width) / 2.0;
        let corner = |index: usize| {
            let (across, depth) = places[index];
            (left + across * step_x, top + legend_height + depth as f64 * step_y)
        };
        self.draw_edges(&mut scene, &corner, (node_width, node_height));
        let mut words: Vec<(f64, f64, String)> = Vec::new();
        let mut costs = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let (x, y) = corner(index);
            if let Some(frame) = FRAMES.iter().find(|frame| frame.kind == node.kind()) {
                frame.draw(&mut scene, (x, y), (node_width, node_height), frame.round);
            }
            let board_at = (x + (node_width - board_width) / 2.0, y + INSET + TEXT + 3.0);
            let moved = node.from.and_then(|(parent, _)| {
                node.board.tiles().get(self.nodes[parent].board.blank()).copied()
            });
            draw_board(&mut scene, &node.board, board_at, cell, moved);
            let middle = x + node_width / 2.0;
            words.push((middle, y + INSET + TEXT - 2.0, node.word()));
            costs.push((middle, y + node_height - INSET - 0.5, node.costs(self.informed)));
        }
        scene.texts(TextStyle::new(Color::Text, TEXT).bold().centred(), words);
        scene.texts(TextStyle::new(Color::Text, TEXT).centred(), costs);
        scene
    }

    fn draw_edges(
        &self,
        scene: &mut Scene,
        corner: &impl Fn(usize) -> (f64, f64),
        (node_width, node_height): (f64, f64),
    ) {
        let mut letters = Vec::new();
        // The path to the goal is drawn over all other edges.
        let edges = |on_path: bool| {
            let wanted = move |(_, node): &(usize, &TreeNode)| node.on_path == on_path;
            self.nodes.iter().enumerate().filter(wanted)
        };
        for (index, node) in edges(false).chain(edges(true)) {
            let Some((parent, by)) = node.from else { continue };
            let ((from_x, from_y), (to_x, to_y)) = (corner(parent), corner(index));
            let from = (from_x + node_width / 2.0, from_y + node_height);
            let to = (to_x + node_width / 2.0, to_y);
            let bend = (to.0, from.1 + 15.0);
            let style = if node.on_path {
                Style::outlined(Color::Hue(Hue::Blue), 3.5)
            } else {
                Style::outlined(Color::Muted, 1.0)
            };
            scene.lines([from, (from.0, bend.1), bend, to], style);
            letters.push((to.0 + 5.0, to.1 - 7.0, by.letter().to_string()));
        }
        if !letters.is_empty() {
            scene.texts(TextStyle::new(Color::Text, SMALL).bold(), letters);
        }
    }

    /// Returns the kinds that occur, and the positions of their samples in lines of this width.
    fn legend(&self, width: f64) -> Vec<(&'static Frame, (f64, f64))> {
        let occurs = |frame: &&Frame| self.nodes.iter().any(|node| node.kind() == frame.kind);
        let (mut x, mut y) = (0.0, 0.0);
        let mut entries = Vec::new();
        for frame in FRAMES.iter().filter(occurs) {
            let entry = 38.0 + stroke_font::room(frame.name, SMALL) + 18.0;
            if x > 0.0 && x + entry > width - 2.0 * GAP {
                (x, y) = (0.0, y + LINE + 7.0);
            }
            entries.push((frame, (x, y)));
            x += entry;
        }
        entries
    }
}
