//! Breadth-first search: all states one move away, then all two moves away, and so on. The first solution has the
//! fewest moves. Stores every visited state.

use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
use crate::budget::Stop;
use crate::closed::Hashed;
use crate::layers::{Bits, Layers, Visited};
use crate::observer::{FrontierOrder, Observer};
use crate::options::{GoalTest, OptionId, Options};
use crate::problem::{Path, Problem};
use crate::pseudocode::{EventKind, EventText, Pseudocode};
use crate::run::Run;

/// Breadth-first search.
#[derive(Clone, Debug)]
pub struct Bfs {
    goal_test: GoalTest,
}

impl Algorithm for Bfs {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "bfs",
        aliases: &["breadth-first"],
        title: "Breadth-first search",
        summary: "layer by layer: all states 1 move away, then 2, then 3",
        explanation: "It keeps a queue. It takes the oldest state off, generates its children and puts those \
            that it has not visited before at the end. So it sees every state that is d moves away before \
            any that is d + 1 away, and the first solution it finds has the fewest moves. The price is \
            memory: it remembers every state it has visited, and their number grows with each layer.",
        complete: true,
        optimal: Optimality::FewestMoves,
        memory: "every state visited",
        tree: SearchTree::Stored,
        informed: false,
        counts_cost: false,
        goal_test: GoalTest::Late,
        ties: None,
        options: &[OptionId::GoalTest],
        pseudocode: Pseudocode {
            lines: &[
                "put the start on the frontier",
                "while the frontier is not empty:",
                "    take the oldest state off the frontier",
                "    if it is the goal: done",
                "    for each move out of it:",
                "        if the state it leads to was never visited:",
                "            put it at the end of the frontier",
            ],
            events: &[
                EventText::new(
                    EventKind::Taken,
                    2,
                    "Took {state}, the oldest on the frontier, {moves} from the start.",
                ),
                EventText::new(
                    EventKind::New,
                    6,
                    "{state} is new: it goes to the end of the frontier.",
                ),
                EventText::new(EventKind::Known, 5, "{state} was visited before: dropped."),
                EventText::new(
                    EventKind::Goal,
                    3,
                    "{state} is the goal, and no path to it is shorter.",
                ),
            ],
        },
    };

    fn with(options: &Options) -> Bfs {
        Bfs { goal_test: options.goal_test }
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        if Bits::suits(problem) {
            self.search_layers::<P, O, Bits>(problem, run)
        } else {
            self.search_layers::<P, O, Hashed>(problem, run)
        }
    }
}

impl Bfs {
    fn search_layers<P: Problem, O: Observer<P::Move>, S: Visited<P>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let early = self.goal_test == GoalTest::Early;
        run.orders_frontier(FrontierOrder::default());
        let mut layers: Layers<P, S> = Layers::starting_at(problem, problem.start(), run)?;
        if early && problem.is_goal(layers.node(0)) {
            return Ok(Some(layers.path_to(0)));
        }
        while layers.begin_layer() {
            // With an early goal test, every state of the layer has been tested already.
            run.lower_bound = layers.depth() + u32::from(early);
            let is_goal = |node: &P::Node| problem.is_goal(node);
            let goal = if early {
                layers.expand_layer(problem, run, 0, |_| false, is_goal)?
            } else {
                layers.expand_layer(problem, run, 0, is_goal, |_| false)?
            };
            if let Some(goal) = goal {
                return Ok(Some(layers.path_to(goal)));
            }
        }
        Ok(None)
    }
}
