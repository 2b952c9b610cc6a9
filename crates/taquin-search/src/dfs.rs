//! Depth-first search that remembers the states visited, with an optional depth limit. It uses its own stack, so no
//! depth can overflow the call stack.

use crate::algorithm::{Algorithm, AlgorithmInfo, Optimality, SearchTree};
use crate::budget::Stop;
use crate::graph::{GraphSearch, Proof};
use crate::observer::Observer;
use crate::open::Stack;
use crate::options::{GoalTest, OptionId, Options};
use crate::problem::{Path, Problem};
use crate::pseudocode::{EventKind, EventText, Pseudocode};
use crate::run::Run;

/// Depth-first search.
#[derive(Clone, Debug)]
pub struct Dfs {
    goal_test: GoalTest,
    max_depth: Option<u64>,
}

impl Algorithm for Dfs {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "dfs",
        aliases: &["depth-first", "dls", "depth-limited"],
        title: "Depth-first search",
        summary: "expands the newest state; with a depth limit, goes no deeper than that",
        explanation: "It keeps a stack. It takes the newest state off, generates its children and puts those \
            that it has not visited before on top. So it runs down one path as far as it goes before it tries \
            another, and the solution it finds may be thousands of moves long. With a limit on the depth it turns \
            back at that depth; as it never visits a state twice, even one that it first reached by a long \
            detour, it may then miss a solution that lies within the limit.",
        complete: true,
        optimal: Optimality::Never,
        memory: "every state visited",
        tree: SearchTree::Stored,
        informed: false,
        counts_cost: false,
        goal_test: GoalTest::Late,
        ties: None,
        options: &[OptionId::GoalTest, OptionId::MaxDepth],
        pseudocode: Pseudocode {
            lines: &[
                "put the start on the frontier",
                "while the frontier is not empty:",
                "    take the newest state off the frontier",
                "    if it is the goal: done",
                "    if it is as deep as allowed: go back",
                "    for each move out of it, last first:",
                "        if the state it leads to was never visited:",
                "            put it on top of the frontier",
            ],
            events: &[
                EventText::new(
                    EventKind::Taken,
                    2,
                    "Took {state}, the newest on the frontier, {moves} from the start.",
                ),
                EventText::new(
                    EventKind::New,
                    7,
                    "{state} is new: it goes on top of the frontier.",
                ),
                EventText::new(EventKind::Known, 6, "{state} was visited before: dropped."),
                EventText::new(
                    EventKind::Goal,
                    3,
                    "{state} is the goal; the path to it may be far from the shortest.",
                ),
            ],
        },
    };

    fn with(options: &Options) -> Dfs {
        Dfs { goal_test: options.goal_test, max_depth: options.max_depth }
    }

    fn search<P: Problem, O: Observer<P::Move>>(
        &self,
        problem: &P,
        run: &mut Run<P::Move, O>,
    ) -> Result<Option<Path<P::Move>>, Stop> {
        let depth_first = GraphSearch {
            goal_test: self.goal_test,
            reopens: false,
            max_depth: self.max_depth.unwrap_or(u64::MAX),
            proof: Proof::Nothing,
        };
        depth_first.search(problem, run, &mut Stack::default())
    }
}
