//! Breadth-first search from both ends: from the start and, with inverse moves, from the goal. Each turn expands a
//! whole layer on the side with the smaller frontier, until the two searches meet.
//!
//! The first meeting gives a shortest path: as long as layers a and b have not met, the distance is more than a + b,
//! and a child in layer a + 1 that the other side has visited gives a path of a + 1 + b moves.

use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
use crate::bfs::Bfs;
use crate::budget::Stop;
use crate::closed::Hashed;
use crate::layers::{Bits, Layers, Visited};
use crate::observer::{FrontierOrder, Observer};
use crate::options::{GoalTest, Options};
use crate::problem::{Path, Problem};
use crate::pseudocode::{EventKind, EventText, Pseudocode};
use crate::run::Run;

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
            from the goal, and always adds a layer to the one with the smaller frontier. They meet about \
            halfway; because layers grow so fast, two searches of half the depth see far fewer states than one of the \
            whole depth. The solution has the fewest moves.",
        complete: true,
        optimal: Optimality::FewestMoves,
        memory: "every state visited from either end",
        tree: SearchTree::FromBothEnds,
        informed: false,
        counts_cost: false,
        goal_test: GoalTest::Early,
        ties: None,
        options: &[],
        pseudocode: Pseudocode {
            lines: &[
                "put the start on one frontier and the goal on another",
                "while neither frontier is empty:",
                "    choose the smaller frontier",
                "    for each state of its layer:",
                "        for each move out of it:",
                "            if the other search has visited the state it leads to: they meet, done",
                "            if it was never visited: put it on this frontier",
            ],
            events: &[
                EventText::new(
                    EventKind::Taken,
                    3,
                    "Took {state} from the smaller frontier, {moves} from its end.",
                ),
                EventText::new(
                    EventKind::New,
                    6,
                    "{state} is new on this side: it goes on the frontier.",
                ),
                EventText::new(
                    EventKind::Known,
                    6,
                    "{state} was visited from this side before: dropped.",
                ),
                EventText::new(
                    EventKind::Meeting,
                    5,
                    "Both searches have reached {state}: the two halves make the solution.",
                ),
                EventText::new(EventKind::Goal, 5, "The halves meet, and no path is shorter."),
            ],
        },
    };

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
        // Without a single goal state to start from, there is no second side.
        let Some(goal) = problem.goal() else {
            return Bfs::with_defaults().search(problem, run);
        };
        if Bits::suits(problem) {
            meet::<P, O, Bits>(problem, start, goal, run)
        } else {
            meet::<P, O, Hashed>(problem, start, goal, run)
        }
    }
}

/// Searches from both ends.
fn meet<P: Problem, O: Observer<P::Move>, S: Visited<P>>(
    problem: &P,
    start: P::Node,
    goal: P::Node,
    run: &mut Run<P::Move, O>,
) -> Result<Option<Path<P::Move>>, Stop> {
    run.orders_frontier(FrontierOrder::default());
    let mut forward: Layers<P, S> = Layers::starting_at(problem, start, run)?;
    let mut backward: Layers<P, S> = Layers::starting_at(problem, goal, run)?;
    let mut known = 0;
    loop {
        known += 1;
        run.lower_bound = known;
        let from_start = forward.frontier_len() <= backward.frontier_len();
        let (near, far) =
            if from_start { (&mut forward, &backward) } else { (&mut backward, &forward) };
        if !near.begin_layer() {
            return Ok(None);
        }
        let meets = |child: &P::Node| far.has_visited(problem, child);
        let met = near.expand_layer(problem, run, far.frontier_len(), |_| false, meets)?;
        let Some(met) = met else { continue };
        let also_met = far.find(problem, near.node(met)).expect("the other side has visited it");
        let (ahead, behind) = if from_start { (met, also_met) } else { (also_met, met) };
        run.meet(forward.id(ahead), backward.id(behind));
        let mut moves = forward.path_to(ahead).moves;
        moves.extend(backward.path_back(behind, problem));
        return Ok(Some(Path { moves, ids: None }));
    }
}
