//! The options of an algorithm.

/// When a node is tested for being the goal.
///
/// An early test ends a search sooner. Searches by layers, and those that deepen a bound, still find the best solution;
/// those that sort their frontier by cost may find a dearer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalTest {
    /// When it is taken off the frontier.
    Late,
    /// When it is generated.
    Early,
}

/// Which of several nodes with the same priority comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one that was put on the frontier first.
    Fifo,
    /// The one that was put on the frontier last.
    Lifo,
    /// The one whose state comes first, by the order of [`Problem::Key`](crate::Problem::Key).
    State,
    /// The one on top of a plain binary heap.
    Heap,
}

/// The options of an algorithm. Each algorithm uses those listed in its
/// [`AlgorithmInfo::options`](crate::AlgorithmInfo::options).
///
/// ```
/// use taquin_search::{Algorithm, OptionId, Options, WeightedAStar};
/// assert!(WeightedAStar::INFO.options.contains(&OptionId::Weight));
/// let options = Options { weight: 1500, ..Options::default_for(&WeightedAStar::INFO) };
/// let one_and_a_half_times_the_cheapest_at_most = WeightedAStar::with(&options);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// When to test for the goal.
    pub goal_test: GoalTest,
    /// How ties are broken.
    pub ties: Ties,
    /// The weight of the estimate, in thousandths.
    pub weight: u32,
    /// The number of nodes a beam keeps.
    pub width: usize,
    /// The depth limit.
    pub max_depth: Option<u64>,
    /// The maximum number of threads.
    pub threads: usize,
}

impl Default for Options {
    /// The options of an algorithm that declares no others.
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

/// Identifies an option of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionId {
    /// When a node is tested for being the goal.
    GoalTest,
    /// How ties are broken.
    Ties,
    /// The weight of the estimate.
    Weight,
    /// The number of nodes a beam keeps.
    Width,
    /// The depth limit.
    MaxDepth,
}
