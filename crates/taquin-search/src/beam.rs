//! Beam search: layer by layer like breadth-first search, but keeps only the most promising nodes of each layer, up to
//! the beam's width. Fast, but neither complete nor optimal.

use crate::Cost;
use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
use crate::budget::Stop;
use crate::closed::{AnyClosed, Closed};
use crate::memory::make_room;
use crate::nodes::{Entry, EntryOf, Nodes};
use crate::observer::{Disposition, FrontierOrder, Observer, Taken};
use crate::options::{GoalTest, OptionId, Options};
use crate::problem::{Path, Problem};
use crate::pseudocode::{EventKind, EventText, Pseudocode};
use crate::run::Run;

/// Beam search.
#[derive(Clone, Debug)]
pub struct Beam {
    goal_test: GoalTest,
    width: usize,
}

impl Algorithm for Beam {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "beam",
        aliases: &["beam-search"],
        title: "Beam search",
        summary: "breadth-first, but keeps only the most promising states of each layer",
        explanation: "It goes layer by layer like breadth-first search, but keeps only the states of each \
            layer with the least g + h, up to its width (1000 by default); among equals, the one \
            generated first. So each layer takes the same time and the solution is \
            often good, even in large spaces. But what it drops is lost: it may miss the shortest \
            solution, or all of them. It never keeps the same state twice.",
        complete: false,
        optimal: Optimality::Never,
        memory: "width times the number of layers",
        tree: SearchTree::Stored,
        informed: true,
        counts_cost: true,
        goal_test: GoalTest::Late,
        ties: None,
        options: &[OptionId::GoalTest, OptionId::Width],
        pseudocode: Pseudocode {
            lines: &[
                "layer = the start",
                "while the layer is not empty:",
                "    for each state of the layer, best first:",
                "        if it is the goal: done",
                "        for each move out of it:",
                "            if the state it leads to is new: it is a candidate",
                "    layer = the best candidates, as many as the beam is wide",
            ],
            events: &[
                EventText::new(
                    EventKind::Taken,
                    2,
                    "Took {state} from the layer, f = {f} (g = {g}, h = {h}).",
                ),
                EventText::new(
                    EventKind::New,
                    5,
                    "{state} is new, f = {f}: a candidate for the next layer.",
                ),
                EventText::new(EventKind::Known, 5, "{state} is known: dropped."),
                EventText::new(
                    EventKind::Goal,
                    3,
                    "{state} is the goal; a shorter path may have been dropped before.",
                ),
            ],
        },
    };

    fn with(options: &Options) -> Beam {
        Beam { goal_test: options.goal_test, width: options.width.max(1) }
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        run.orders_frontier(FrontierOrder { by_layer: true, weights: (1, 1), newest_first: false });
        let mut closed = AnyClosed::new(problem, run);
        let mut nodes = Nodes::starting_at(problem, problem.start(), size_of::<u32>(), run)?;
        let found = self.search_layers(problem, run, &mut closed, &mut nodes);
        run.stored(nodes.len());
        found
    }
}

impl Beam {
    fn search_layers<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
        closed: &mut AnyClosed,
        nodes: &mut Nodes<P>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let early = self.goal_test == GoalTest::Early;
        let start = &nodes[0].node;
        if early && problem.is_goal(start) {
            return Ok(Some(nodes.path_to(0)));
        }
        closed.insert(closed.slot(problem, start), 0, problem, nodes)?;
        let mut layer = vec![0];
        run.frontier(1);
        // The children of a layer in the order of generation, and their sort order: least f first, ties by generation
        // order. Sorting indices avoids moving large entries.
        let mut children: Vec<Option<(EntryOf<P>, u64)>> = Vec::new();
        let mut order: Vec<(Cost, u32)> = Vec::new();
        let child_bytes = size_of::<Option<(EntryOf<P>, u64)>>()
            + size_of::<(Cost, u32)>()
            + problem.node_bytes(start);
        let mut claimed = 0;
        while !layer.is_empty() {
            // Claims memory for all children at once, in lists that are never copied. Pages that stay unused are never
            // allocated.
            let children_of = |&index: &u32| {
                problem.moves(&nodes[index].node, nodes[index].by).into_iter().count()
            };
            let most: usize = layer.iter().map(children_of).sum();
            run.grow(most.saturating_sub(claimed) * child_bytes)?;
            claimed = claimed.max(most);
            if most > children.capacity() {
                make_room(&mut children, most.next_power_of_two());
                make_room(&mut order, most.next_power_of_two());
            }
            for (explored, &index) in layer.iter().enumerate() {
                run.check_limits()?;
                run.frontier(layer.len() - explored - 1 + children.len());
                let Entry { g, depth, by: parent_move, .. } = nodes[index];
                let id = nodes.id(index, run);
                run.explore(depth.moves(), || {
                    let h = problem.h(&nodes[index].node);
                    Taken { id, g, h, priority: Some(u64::from(g) + u64::from(h)) }
                })?;
                if !early && problem.is_goal(&nodes[index].node) {
                    return Ok(Some(nodes.path_to(index)));
                }
                run.stats.expanded += 1;
                let node = nodes[index].node.clone();
                for by in problem.moves(&node, None) {
                    let (child, cost) = problem.step(&node, by);
                    run.stats.generated += 1;
                    let g = g.saturating_add(cost);
                    let h = problem.h(&child);
                    let slot = closed.slot(problem, &child);
                    if parent_move.is_some_and(|parent_move| problem.undoes(by, parent_move))
                        || closed.find(slot, problem, nodes, &child).is_some()
                    {
                        run.generated(id, by, g, h, Disposition::Duplicate);
                        continue;
                    }
                    run.generated(id, by, g, h, Disposition::Enqueued);
                    let found = early && problem.is_goal(&child);
                    let id = run.stats.generated;
                    let entry = Entry::child(child, (index, depth), by, g);
                    if found {
                        run.stats.max_depth = run.stats.max_depth.max(entry.depth.moves());
                        run.frontier(layer.len() - explored - 1 + children.len());
                        let new = nodes.push(entry, id, run)?;
                        return Ok(Some(nodes.path_to(new)));
                    }
                    order.push((g.saturating_add(h), children.len() as u32));
                    children.push(Some((entry, id)));
                }
            }
            layer.clear();
            order.sort_unstable();
            let mut best = order.drain(..);
            while layer.len() < self.width
                && let Some((_, child)) = best.next()
            {
                let Some((entry, id)) = children[child as usize].take() else { continue };
                let slot = closed.slot(problem, &entry.node);
                if closed.find(slot, problem, nodes, &entry.node).is_none() {
                    run.stats.max_depth = run.stats.max_depth.max(entry.depth.moves());
                    let new = nodes.push(entry, id, run)?;
                    closed.insert(slot, new, problem, nodes)?;
                    layer.push(new);
                } else {
                    run.dropped(id);
                }
            }
            let others = best.filter_map(|(_, child)| children[child as usize].as_ref());
            if run.is_observed() {
                others.for_each(|(_, id)| run.dropped(*id));
            }
            children.clear();
            run.frontier(layer.len());
        }
        Ok(None)
    }
}
