//! The options of an algorithm.

/// When a node is tested for being the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalTest {
    /// When it is taken off the frontier.
    Late,
    /// When it is made.
    Early,
}

/// Which of several nodes with the same priority comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one that was put on the frontier first.
    Fifo,
    /// The one that was put on last.
    Lifo,
    /// The one whose state comes first, by the order of [`Problem::Key`](crate::Problem::Key).
    State,
    /// Whichever lies on top of a plain binary heap.
    Heap,
}

/// The options of an algorithm. Each takes from it what its [`AlgorithmInfo::options`](crate::AlgorithmInfo::options) name.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// When to test for the goal.
    pub goal_test: GoalTest,
    /// Which of equal nodes comes first.
    pub ties: Ties,
    /// How much the estimate weighs, in thousandths.
    pub weight: u32,
    /// How many nodes a beam keeps.
    pub width: usize,
    /// How deep to go.
    pub max_depth: Option<u64>,
    /// How many threads may work on it.
    pub threads: usize,
}

impl Default for Options {
    /// Those of an algorithm that says nothing else.
    fn default() -> Options {
        Options {
            goal_test: GoalTest::Late,
            ties: Ties::Fifo,
            weight: 2000,
            width: 1000,
            max_depth: None,
            threads: 1,
        }
    }
}

/// What can be set of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionId {
    /// When a node is tested for being the goal.
    GoalTest,
    /// Which of equal nodes comes first.
    Ties,
    /// How much the estimate weighs.
    Weight,
    /// How many nodes a beam keeps.
    Width,
    /// How deep to go.
    MaxDepth,
}
