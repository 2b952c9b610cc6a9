//! The tree of a small search, from its trace: the parent of each node, its state, and the path to the goal. `draw`
//! draws it, `dot` writes a file for Graphviz, `layout` positions the nodes.

mod dot;
mod draw;
mod layout;

use crate::diagnostic::Diagnostic;
use crate::quantities::{counted, grouped};
use crate::spelling::Spelling;
use taquin::search::{Disposition, Generated};
use taquin::trace::PuzzleTrace;
use taquin::{Board, Direction, MoveOrder, Puzzle, Report, Trace};

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
    pub from: Option<(usize, Direction)>,
    /// Its board.
    pub board: Board,
    /// The cost of the path to it.
    pub g: f64,
    /// The estimated cost from it to the goal.
    pub h: f64,
    /// Its state.
    pub state: State,
    /// The position in the order of exploration, from 1.
    pub explored: Option<usize>,
    /// Whether it is on the path to the goal.
    pub on_path: bool,
    /// Whether it is the goal.
    pub is_goal: bool,
}

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It was explored.
    Closed,
    /// It is on the frontier.
    Open,
    /// It is beyond the bound.
    Pruned,
}

impl SearchTree {
    /// Builds the tree of a search; of an iterative-deepening one, that of the last iteration.
    pub fn of(
        puzzle: &Puzzle,
        report: &Report,
        trace: &Trace,
        spelling: &dyn Spelling,
    ) -> Result<SearchTree, Diagnostic> {
        let (steps, generated) = trace.last_round();
        let starts = steps.iter().filter(|step| step.id == 0).count();
        let numbered = generated.first().is_none_or(|node| trace.node(node.id).is_some());
        if steps.is_empty() || starts > 1 || !numbered {
            let title = report.algorithm.info().title;
            let diagnostic =
                Diagnostic::new("no-single-tree", format!("{title} makes no single tree to draw"));
            let help = "choose a search from one end, such as bfs, dfs, astar or ida";
            return Err(diagnostic.help(help));
        }
        let drawn = |node: &&Generated<Direction>| node.disposition != Disposition::Duplicate;
        let count = 1 + generated.iter().filter(drawn).count();
        if count > MOST_NODES || !trace.is_complete() {
            return Err(too_large(count, trace.is_complete(), spelling));
        }
        let goal = trace.goal_of(report);
        let path = goal.map(|goal| trace.path_to(goal)).unwrap_or_default();
        let (start_h, per_step) = start_estimate(report);
        let node = |id: u64, from, board, g: u32, h: u32, pruned: bool| {
            let explored = steps.iter().position(|step| step.id == id).map(|index| index + 1);
            TreeNode {
                id,
                from,
                board,
                g: f64::from(g) / per_step,
                h: f64::from(h) / per_step,
                state: match explored {
                    Some(_) => State::Closed,
                    None if pruned => State::Pruned,
                    None => State::Open,
                },
                explored,
                on_path: path.contains(&id),
                is_goal: goal == Some(id),
            }
        };
        let mut nodes = vec![node(0, None, puzzle.start().clone(), 0, start_h, false)];
        for child in generated.iter().filter(drawn) {
            // Parents are generated before their children, so they are on the list already.
            let Ok(parent) = nodes.binary_search_by_key(&child.parent, |node| node.id) else {
                continue;
            };
            let Some(board) = nodes[parent].board.moved(child.by) else { continue };
            let from = Some((parent, child.by));
            nodes.push(node(
                child.id,
                from,
                board,
                child.g,
                child.h,
                child.disposition == Disposition::Pruned,
            ));
        }
        let duplicates = generated.len() + 1 - count;
        Ok(SearchTree {
            title: title(puzzle, report),
            note: note(report, trace, duplicates),
            nodes,
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
            siblings.sort_by_key(|&index| self.nodes[index].from.map(|(_, by)| visit(by)));
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

/// Returns the start's estimate, and the number of cost units per step.
fn start_estimate(report: &Report) -> (u32, f64) {
    let estimate = report.start_estimate;
    estimate.map_or((0, 1.0), |estimate| (estimate.units, f64::from(estimate.per_step)))
}

fn title(puzzle: &Puzzle, report: &Report) -> String {
    let with = report.heuristic.as_ref().map(|id| format!(" with {id}")).unwrap_or_default();
    let board = puzzle.start().to_digits().unwrap_or_else(|| puzzle.start().to_string());
    format!("{}{with} on {board}: the search tree", report.algorithm.info().title)
}

/// Describes how it was searched and what is left out.
fn note(report: &Report, trace: &Trace, duplicates: usize) -> String {
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
    if trace.rounds().len() > 1 {
        note += &format!("Drawn is the last of {} rounds. ", trace.rounds().len());
    }
    if duplicates > 0 {
        let children = if duplicates == 1 { "child" } else { "children" };
        let duplicates = grouped(duplicates as u64);
        note += &format!("Not drawn: {duplicates} {children} whose state was known already. ");
    }
    note.trim_end().to_string()
}
