//! Names and one-line descriptions of choices that the library lists without them.

use taquin::search::{GoalTest, Ties};

/// One line about a rule for ties.
pub fn ties_doc(ties: Ties) -> &'static str {
    match ties {
        Ties::Fifo => "the one that was put on the frontier first",
        Ties::Lifo => "the one that was put on the frontier last",
        Ties::Board => "the one whose board comes first, read row by row",
        Ties::Heap => "whichever lies on top of a plain binary heap",
    }
}

/// The name of a time to test for the goal.
pub fn goal_test_id(test: GoalTest) -> &'static str {
    GoalTest::LIST.into_iter().find(|entry| entry.1 == test).map_or("", |entry| entry.0)
}

/// One line about a time to test for the goal.
pub fn goal_test_doc(test: GoalTest) -> &'static str {
    match test {
        GoalTest::Late => "when a state is taken off the frontier",
        GoalTest::Early => "when a state is made",
    }
}
