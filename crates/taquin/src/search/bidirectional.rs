//! Breadth-first search from both ends: from the start and, with moves taken back, from the goal, a
//! whole layer at a time on the side where fewer nodes wait, until the two meet.
//!
//! The first meeting is the shortest way: as long as the layers a and b have not met, the distance is
//! more than a + b, and a child of layer a + 1 that lies in the other side's layers gives a + 1 + b.

use super::bfs::Bfs;
use super::closed::Closed;
use super::nodes::{Entry, Nodes};
use super::run::{Fate, Observer, Run, Stop};
use super::{Algorithm, AlgorithmInfo, GoalTest, Optimality, Options, Path, Problem};
use crate::cost::Cost;

/// Breadth-first search from both ends.
#[derive(Clone, Debug)]
pub struct Bidirectional;

impl Algorithm for Bidirectional {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "bidirectional",
        aliases: &["bibfs", "bidirectional-bfs"],
        title: "Bidirectional breadth-first search",
        summary: "breadth-first search from the start and from the goal until they meet",
        explanation: "It runs two breadth-first searches towards each other, one from the start and one \
            from the goal, and always adds a layer where fewer states wait. They meet about half-way; and \
            as layers grow so fast, two searches of half the depth see far fewer states than one of the \
            whole depth. The solution has the fewest moves.",
        complete: true,
        optimal: Optimality::FewestMoves,
        memory: "every state met from either end",
        informed: false,
        counts_cost: false,
        goal_test: GoalTest::Early,
        ties: None,
        options: &[],
    };

    const HOT: bool = false;

    fn with(_options: &Options) -> Bidirectional {
        Bidirectional
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let start = problem.start();
        if problem.is_goal(&start) {
            return Ok(Some(Path { moves: Vec::new(), ids: None }));
        }
        // Without a goal to start from, there is no second side.
        let Some(goal) = problem.goal() else {
            return Bfs::with_goal_test(GoalTest::Early).search(problem, run);
        };
        let mut forward = Side::starting_at(problem, start, run)?;
        let mut backward = Side::starting_at(problem, goal, run)?;
        loop {
            run.lower_bound = forward.layer + backward.layer + 1;
            if forward.waiting().min(backward.waiting()) == 0 {
                return Ok(None);
            }
            let met = match forward.waiting() <= backward.waiting() {
                true => forward.add_layer(problem, run, &backward)?,
                false => backward.add_layer(problem, run, &forward)?.map(|(a, b)| (b, a)),
            };
            if let Some((ahead, behind)) = met {
                let mut moves = forward.nodes.path_to(ahead).moves;
                moves.extend(backward.nodes.way_back(behind, problem));
                return Ok(Some(Path { moves, ids: None }));
            }
        }
    }
}

/// One of the two searches.
struct Side<P: Problem> {
    nodes: Nodes<P>,
    closed: Closed,
    /// Every state up to this many moves away is known.
    layer: Cost,
    /// The first node not yet expanded.
    next: u32,
}

impl<P: Problem> Side<P> {
    fn starting_at<O: Observer<P::Move>>(
        problem: &P,
        node: P::Node,
        run: &mut Run<P::Move, O>,
    ) -> Result<Side<P>, Stop> {
        let mut closed = Closed::new(problem, run)?;
        let nodes = Nodes::starting_at(problem, node, run)?;
        closed.insert(closed.place(problem, &nodes[0].node), 0, problem, &nodes);
        Ok(Side { nodes, closed, layer: 0, next: 0 })
    }

    fn waiting(&self) -> usize {
        self.nodes.len() - self.next as usize
    }

    /// Expands the whole last layer. Where a child is known to the other side, returns it as this
    /// side's node and the other's.
    fn add_layer<O: Observer<P::Move>>(
        &mut self,
        problem: &P,
        run: &mut Run<P::Move, O>,
        other: &Side<P>,
    ) -> Result<Option<(u32, u32)>, Stop> {
        let layer_end = self.nodes.len() as u32;
        while self.next < layer_end {
            let index = self.next;
            self.next += 1;
            run.frontier(self.waiting() + other.waiting());
            let Entry { id, depth, by: last, .. } = self.nodes[index];
            run.explore(id, u64::from(depth))?;
            run.stats.expanded += 1;
            let node = self.nodes[index].node.clone();
            for by in problem.moves(&node, None) {
                let (child, _) = problem.step(&node, by);
                run.stats.generated += 1;
                let place = self.closed.place(problem, &child);
                if last.is_some_and(|last| problem.undoes(by, last))
                    || self.closed.find(place, problem, &self.nodes, &child).is_some()
                {
                    run.made(id, by, depth + 1, 0, Fate::Duplicate);
                    continue;
                }
                run.made(id, by, depth + 1, 0, Fate::Kept);
                let met = other.closed.find(place, problem, &other.nodes, &child);
                let id = run.stats.generated;
                let entry = Entry::child(child, id, (index, depth), by, depth + 1);
                let new = self.nodes.push(entry, run)?;
                self.closed.insert(place, new, problem, &self.nodes);
                run.stats.max_depth = run.stats.max_depth.max(u64::from(depth) + 1);
                if let Some(met) = met {
                    return Ok(Some((new, met)));
                }
            }
            run.frontier(self.waiting() + other.waiting());
        }
        self.layer += 1;
        Ok(None)
    }
}
