//! An algorithm in a few lines that a student reads, and what can be said of each event in a run of it. A front end shows
//! a search step by step from this: the sentence of an event, with its values filled in, and the line that was at work.

/// What can happen in a search, as far as it is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// A state was taken off the frontier.
    Taken,
    /// A child is new and waits on the frontier.
    New,
    /// A child is known already.
    Known,
    /// A child is known, but this path to it is cheaper.
    Better,
    /// A child lies beyond the bound.
    Pruned,
    /// A round with a higher bound begins.
    Round,
    /// Two searches have met.
    Meeting,
    /// A solution was found that is the best so far.
    Improved,
    /// The goal was reached, and the search ends.
    Goal,
}

/// What can be said of an event.
#[derive(Clone, Copy, Debug)]
pub struct EventText {
    /// The event.
    pub event: EventKind,
    /// The line that was at work, from 0.
    pub line: usize,
    /// A sentence. Values stand in braces: `{state}`, `{g}`, `{h}`, `{f}`, `{priority}`, `{depth}`, `{round}`, `{bound}`
    /// and `{cost}`.
    pub sentence: &'static str,
}

/// An algorithm in a few lines, and what can be said of its events.
#[derive(Clone, Copy, Debug)]
pub struct Pseudocode {
    /// The lines.
    pub lines: &'static [&'static str],
    /// What can be said of each event that it reports.
    pub events: &'static [EventText],
}

/// Names of values that sentences may use.
pub const VALUES: [&str; 9] =
    ["state", "g", "h", "f", "priority", "depth", "round", "bound", "cost"];

impl Pseudocode {
    /// What can be said of an event, if the algorithm reports it.
    pub fn of(&self, event: EventKind) -> Option<&'static EventText> {
        self.events.iter().find(|text| text.event == event)
    }
}

impl EventText {
    /// Shorthand for lists.
    pub const fn new(event: EventKind, line: usize, sentence: &'static str) -> EventText {
        EventText { event, line, sentence }
    }

    /// The sentence with its values filled in; `value` gives one by its name.
    ///
    /// ```
    /// use taquin_search::{Algorithm, AStar, EventKind};
    /// let taken = AStar::INFO.pseudocode.of(EventKind::Taken).expect("it takes states");
    /// let told = taken.fill(|name| if name == "state" { "A".to_string() } else { "7".to_string() });
    /// assert_eq!(told, "Took A, f = 7, the least on the frontier (g = 7, h = 7).");
    /// ```
    pub fn fill(&self, mut value: impl FnMut(&str) -> String) -> String {
        let mut reported = String::new();
        let mut rest = self.sentence;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, after)) = after.split_once('}') else { break };
            reported.push_str(before);
            reported.push_str(&value(name));
            rest = after;
        }
        reported + rest
    }
}
