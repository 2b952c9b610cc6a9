//! The tree of a small recorded search, as a picture: `draw` draws it, `dot` writes a file for Graphviz, `layout`
//! positions the nodes.

mod dot;
mod draw;
mod layout;

use crate::diagnostic::Diagnostic;
use crate::quantities::{counted, grouped};
use crate::recording::{NodeState, Recording};
use crate::spelling::Spelling;
use taquin::search::Disposition;
use taquin::{Board, Direction, Move, MoveOrder, Puzzle, Report};

/// The most nodes of a legible picture.
pub const MOST_NODES: usize = 500;
/// The capacity of a trace for a tree of that size: earlier iterations and duplicates count, too.
pub const MOST_ENTRIES: usize = 200_000;

/// The tree of a search.
#[derive(Clone, Debug)]
pub struct SearchTree {
    /// The title.
    pub title: String,
    /// A note on how it was searched, and what is not drawn.
    pub note: String,
    /// The nodes, the start first, parents before their children.
    pub nodes: Vec<TreeNode>,
    /// Whether there are estimates to show.
    pub informed: bool,
    /// The order in which children are visited.
    pub order: MoveOrder,
}

/// A node.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// Its id in the search.
    pub id: u64,
    /// The index of its parent in the list and the move from it; `None` for the start.
    pub from: Option<(usize, Move)>,
    /// Its board.
    pub board: Board,
    /// The cost of the path to it.
    pub g: f64,
    /// The estimated cost from it to the goal.
    pub h: f64,
    /// Its state at the end.
    pub state: NodeState,
    /// The position in the order of exploration, from 1.
    pub explored: Option<usize>,
    /// Whether it is on the path to the goal.
    pub on_path: bool,
    /// Whether it is the goal.
    pub is_goal: bool,
}

impl SearchTree {
    /// Builds the tree of a search; of an iterative-deepening one, that of the last iteration.
    pub fn of(
        recording: &Recording,
        report: &Report,
        spelling: &dyn Spelling,
    ) -> Result<SearchTree, Diagnostic> {
        let last = recording.tree().and_then(|tree| Some((tree, tree.rounds().last()?)));
        let Some((tree, round)) = last.filter(|(_, round)| round.roots.len() == 1) else {
            let title = report.algorithm.info().title;
            let diagnostic =
                Diagnostic::new("no-single-tree", format!("{title} makes no single tree to draw"));
            let help = "choose a search from one end, such as bfs, dfs, astar or ida";
            return Err(diagnostic.help(help));
        };
        let end = recording.last();
        let is_drawn = |&id: &u32| {
            let generated = recording.trace().node(id.into());
            generated.is_some_and(|node| node.disposition != Disposition::Duplicate)
        };
        let drawn: Vec<u32> =
            round.roots.iter().copied().chain(round.nodes.clone().filter(is_drawn)).collect();
        let count = drawn.len();
        if count > MOST_NODES || !recording.is_complete() {
            return Err(too_large(count, recording.is_complete(), spelling));
        }
        let path = tree.path();
        let node = |&id: &u32| {
            let costs = recording.costs(id);
            let parent =
                tree.parent(id).and_then(|parent| drawn.iter().position(|&id| id == parent));
            TreeNode {
                id: recording.label(id).into(),
                from: parent.and_then(|parent| Some((parent, recording.last_move(id)?))),
                board: recording.board(id),
                g: costs.g,
                h: costs.h.unwrap_or_default(),
                state: recording.state(id, end),
                explored: tree.explored_at(id).map(|step| step - round.steps.start + 1),
                on_path: path.contains(&id),
                is_goal: path.last() == Some(&id),
            }
        };
        Ok(SearchTree {
            title: title(recording.puzzle(), report),
            note: note(report, recording.rounds(), round.nodes.len() + 1 - count),
            nodes: drawn.iter().map(node).collect(),
            informed: report.heuristic.is_some(),
            order: report.settings.order.unwrap_or_default(),
        })
    }

    /// Returns the indices of each node's children, in the order in which the search visits them.
    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some((parent, _)) = node.from {
                children[parent].push(index);
            }
        }
        // If the search visits the newest first, it generates children in reverse order.
        let visit =
            |by: Direction| self.order.directions().iter().position(|&direction| direction == by);
        for siblings in &mut children {
            siblings.sort_by_key(|&index| {
                self.nodes[index].from.map(|(_, by)| (visit(by.direction), by.tiles))
            });
        }
        children
    }
}

impl TreeNode {
    /// Formats the costs: `g 3`, or `3 + 5 = 8` if there are estimates.
    fn costs(&self, informed: bool) -> String {
        let short = super::scene::number;
        if informed {
            format!("{} + {} = {}", short(self.g), short(self.h), short(self.g + self.h))
        } else {
            format!("g {}", short(self.g))
        }
    }
}

fn too_large(count: usize, complete: bool, spelling: &dyn Spelling) -> Diagnostic {
    let count = if complete { grouped(count as u64) } else { "far too many".to_string() };
    let most = grouped(MOST_NODES as u64);
    let diagnostic = Diagnostic::new(
        "tree-too-large",
        format!("the tree would have {count} nodes; a picture can have {most}"),
    );
    let early = spelling.set("max-nodes", "100");
    diagnostic.help(format!(
        "take a board nearer to its goal or a better heuristic, or stop the search early: {early}"
    ))
}

fn title(puzzle: &Puzzle, report: &Report) -> String {
    let with = report.heuristic.as_ref().map(|id| format!(" with {id}")).unwrap_or_default();
    let board = puzzle.start().to_digits().unwrap_or_else(|| puzzle.start().to_string());
    format!("{}{with} on {board}: the search tree", report.algorithm.info().title)
}

/// Describes how it was searched and what is left out.
fn note(report: &Report, rounds: usize, duplicates: usize) -> String {
    let stats = &report.stats;
    let costs = if report.heuristic.is_some() { "g + h = f" } else { "g" };
    let mut note = format!(
        "#: the order of exploring; below each board {costs}; letters say where the blank goes. \
         Order {}; {} explored, {} expanded, {} generated. ",
        report.settings.order.unwrap_or_default(),
        grouped(stats.explored),
        grouped(stats.expanded),
        grouped(stats.generated)
    );
    match report.solution() {
        Some(solution) => {
            note += &format!("Solved in {}. ", counted(solution.len() as u64, "move"))
        }
        None => note += "Stopped before the goal was found. ",
    }
    if rounds > 1 {
        note += &format!("Drawn is the last of {rounds} rounds. ");
    }
    if duplicates > 0 {
        let children = if duplicates == 1 { "child" } else { "children" };
        let duplicates = grouped(duplicates as u64);
        note += &format!("Not drawn: {duplicates} {children} whose state was known already. ");
    }
    note.trim_end().to_string()
}
