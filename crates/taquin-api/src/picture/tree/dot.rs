//! The tree as a Graphviz file: each node and each edge on a line of its own.

use super::{SearchTree, TreeNode};
use crate::recording::NodeState;
use std::fmt::Write;

impl SearchTree {
    /// Returns the tree in the DOT language.
    pub fn dot(&self) -> String {
        let mut text = String::new();
        // Writing to a string never fails.
        let _ = writeln!(text, "// {}\n// {}", self.title, self.note);
        text += "digraph search {\n";
        let _ = writeln!(text, "  label=\"{}\"; labelloc=t;", quoted(&self.title));
        text += "  node [fontname=\"Helvetica,Arial,sans-serif\"];\n";
        text += "  edge [fontname=\"Helvetica,Arial,sans-serif\"];\n";
        for node in &self.nodes {
            let _ = writeln!(text, "  n{} [{}];", node.id, self.attributes(node));
        }
        for node in &self.nodes {
            if let Some((parent, by)) = node.from {
                let path = if node.on_path { ", penwidth=3, color=\"#0072b2\"" } else { "" };
                let from = self.nodes[parent].id;
                let _ = writeln!(text, "  n{from} -> n{} [label=\"{by}\"{path}];", node.id);
            }
        }
        text += "}\n";
        text
    }

    fn attributes(&self, node: &TreeNode) -> String {
        let rows: Vec<String> = node.board.rows().map(row_text).collect();
        let order = node.explored.map_or(String::new(), |order| format!("#{order}\\n"));
        let label = format!("{order}{}\\n{}", rows.join("\\n"), node.costs(self.informed));
        let style = match node.state {
            _ if node.is_goal => "shape=box, peripheries=2, penwidth=2, color=\"#d55e00\"",
            NodeState::Explored if node.on_path => "shape=box, penwidth=3, color=\"#0072b2\"",
            NodeState::Explored => "shape=box",
            NodeState::Open => "shape=ellipse, style=dashed",
            _ => "shape=ellipse, style=dotted",
        };
        format!("label=\"{label}\", {style}")
    }
}

fn row_text(row: &[u16]) -> String {
    let cell = |&tile: &u16| if tile == 0 { "_".to_string() } else { tile.to_string() };
    row.iter().map(cell).collect::<Vec<_>>().join(" ")
}

/// Escapes text between quotation marks.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
