//! A search written down: every node made and every node explored, in order, so that a picture or a
//! page can show it again, forwards and backwards.
//!
//! A [`Trace`] watches a search and never changes a count. It is bounded: after so many entries it
//! writes no more and says so, however long the search goes on.

use crate::board::{Board, Direction};
use crate::cost::Cost;
use crate::search::{Fate, GoalTest, Made, Observer, Stats};
use crate::solve::Report;
use std::collections::BTreeSet;
use std::ops::Range;

/// What a search did, step by step, as far as there was room.
///
/// ```
/// use taquin::{Cancel, Goal, InputFormat, Puzzle, Solver, Trace, parse_board};
/// let puzzle = Puzzle::new(parse_board("123456078", InputFormat::Auto, None)?, &Goal::Classic)?;
/// let mut trace = Trace::new(1000);
/// let bfs = Solver::default().algorithm("bfs")?;
/// let report = bfs.solve_watched(&puzzle, &Cancel::new(), Some(&mut trace))?;
/// assert!(trace.is_complete());
/// assert_eq!(trace.steps().len() as u64, report.stats.explored);
/// // After the start was taken off, nothing waits; then its two children do.
/// assert_eq!(trace.lists_at(0).open, []);
/// assert_eq!(trace.lists_at(1).open, [2]);
/// assert_eq!(trace.board(2, puzzle.start()).map(|board| board.to_string()),
///     Some("1 2 3/4 5 6/7 0 8".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    room: usize,
    complete: bool,
    made: Vec<Made<Direction>>,
    steps: Vec<Step>,
    rounds: Vec<Round>,
}

/// A node taken off the frontier, or visited in a tree search.
#[derive(Clone, Debug)]
pub struct Step {
    /// The node's number.
    pub id: u64,
    /// What was counted by then, this node included; rounds and time are left out.
    pub stats: Stats,
    /// How many nodes had been made by then.
    pub made_before: usize,
}

/// A round of a search that deepens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The bound of the round, in the search's own units.
    pub bound: Cost,
    /// Its first step.
    pub first_step: usize,
    /// How many nodes had been made before it.
    pub made_before: usize,
}

/// What waits and what is done at some step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// The nodes that wait on the frontier, in the order in which they were made.
    pub open: Vec<u64>,
    /// The nodes that were explored, in the order in which they were made.
    pub closed: Vec<u64>,
}

impl Trace {
    /// An empty trace with room for so many entries: nodes made, nodes explored and rounds.
    pub fn new(room: usize) -> Trace {
        let (made, steps, rounds) = (Vec::new(), Vec::new(), Vec::new());
        Trace { room, complete: true, made, steps, rounds }
    }

    /// Whether everything was written down.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Every node made, in order; the start, which nobody made, is not among them.
    pub fn made(&self) -> &[Made<Direction>] {
        &self.made
    }

    /// Every node explored, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Every round of a search that deepens, in order.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// A node by its number, unless it is the start or not written down.
    pub fn node(&self, id: u64) -> Option<&Made<Direction>> {
        // Nodes are numbered as they are made, from 1.
        let index = usize::try_from(id.checked_sub(1)?).ok()?;
        self.made.get(index).filter(|node| node.id == id)
    }

    /// The nodes made between a step and the next one.
    pub fn made_after(&self, step: usize) -> &[Made<Direction>] {
        let first = self.steps.get(step).map_or(self.made.len(), |step| step.made_before);
        let end = self.steps.get(step + 1).map_or(self.made.len(), |next| next.made_before);
        self.made.get(first..end).unwrap_or_default()
    }

    /// The steps and the nodes made of the last round; all of them, in a search without rounds.
    pub fn last_round(&self) -> (&[Step], &[Made<Direction>]) {
        let (step, made) =
            self.rounds.last().map_or((0, 0), |round| (round.first_step, round.made_before));
        (self.steps.get(step..).unwrap_or_default(), self.made.get(made..).unwrap_or_default())
    }

    /// What waits and what is done when the node of a step has just been taken off the frontier and
    /// its children are not yet made. Steps count from 0; past the last one, what there is at the end.
    ///
    /// This is the search's own open list in breadth-first, depth-first, Dijkstra's, greedy and A*
    /// searches. A beam drops nodes without a word, which stay on this list.
    pub fn lists_at(&self, step: usize) -> Lists {
        let first_of = |round: &Round| round.first_step <= step;
        let round = self.rounds.iter().rfind(|round| first_of(round));
        let (first_step, first_made) =
            round.map_or((0, 0), |round| (round.first_step, round.made_before));
        let steps_end = (step + 1).min(self.steps.len());
        let made_end = match step < self.steps.len() {
            true => self.steps[step].made_before,
            false => self.made.len(),
        };
        let explored = &self.steps[clamped(first_step..steps_end)];
        let closed: BTreeSet<u64> = explored.iter().map(|step| step.id).collect();
        let kept = self.made[clamped(first_made..made_end)]
            .iter()
            .filter(|node| node.fate == Fate::Kept)
            .map(|node| node.id);
        let open = std::iter::once(0).chain(kept).filter(|id| !closed.contains(id)).collect();
        Lists { open, closed: closed.into_iter().collect() }
    }

    /// The goal's number, if the search that this is the trace of reached it.
    pub fn goal(&self, report: &Report) -> Option<u64> {
        report.solution().filter(|_| self.complete)?;
        // It was the last thing that the search looked at.
        match report.goal_test {
            GoalTest::Late => self.steps.last().map(|step| step.id),
            GoalTest::Early => Some(self.made.last().map_or(0, |node| node.id)),
        }
    }

    /// The numbers from the start to a node, both included.
    pub fn way_to(&self, id: u64) -> Vec<u64> {
        let mut way = vec![id];
        let mut at = id;
        while let Some(node) = self.node(at) {
            at = node.parent;
            way.push(at);
        }
        way.reverse();
        way
    }

    /// The board of a node, given that of the start.
    pub fn board(&self, id: u64, start: &Board) -> Option<Board> {
        let mut board = start.clone();
        for id in self.way_to(id).into_iter().skip_while(|&id| id == 0) {
            board.apply(self.node(id)?.by)?;
        }
        Some(board)
    }

    /// Whether there is room for another entry.
    fn has_room(&mut self) -> bool {
        self.complete &= self.made.len() + self.steps.len() + self.rounds.len() < self.room;
        self.complete
    }
}

/// A range that does not end before it begins.
fn clamped(range: Range<usize>) -> Range<usize> {
    range.start.min(range.end)..range.end
}

impl Observer<Direction> for Trace {
    fn explored(&mut self, id: u64, stats: &Stats) {
        if self.has_room() {
            let stats = Stats { iterations: Vec::new(), ..*stats };
            self.steps.push(Step { id, stats, made_before: self.made.len() });
        }
    }

    fn made(&mut self, child: Made<Direction>) {
        if self.has_room() {
            self.made.push(child);
        }
    }

    fn deepened(&mut self, bound: Cost) {
        if self.has_room() {
            let (first_step, made_before) = (self.steps.len(), self.made.len());
            self.rounds.push(Round { bound, first_step, made_before });
        }
    }
}
