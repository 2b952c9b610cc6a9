//! The pseudo-code of an algorithm, with a sentence for each event. A front end uses it to show a search step by step:
//! the sentence of an event with its values filled in, and the active line.

/// An event that a search reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum EventKind {
    /// A state was taken off the frontier.
    Taken,
    /// A child is new and was put on the frontier.
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

/// The text of an event.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventText {
    /// The event.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub event: EventKind,
    /// The active line, counted from 0.
    pub line: usize,
    /// A sentence with placeholders: `{state}`, `{g}`, `{h}`, `{f}`, `{priority}`, `{round}`, `{bound}`, `{cost}` and
    /// `{moves}`: the depth of the state, such as `1 move`.
    pub sentence: &'static str,
}

/// The pseudo-code of an algorithm, with the text of its events.
///
/// ```
/// use taquin_search::{Algorithm, Bfs, EventKind};
/// let pseudocode = Bfs::INFO.pseudocode;
/// let taken = pseudocode.of(EventKind::Taken).expect("it takes states");
/// assert_eq!(pseudocode.lines[taken.line], "    take the oldest state off the frontier");
/// assert!(pseudocode.of(EventKind::Round).is_none());
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pseudocode {
    /// The lines.
    pub lines: &'static [&'static str],
    /// The text of each event that the algorithm reports, by its name.
    #[cfg_attr(feature = "serde", serde(serialize_with = "by_event"))]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, EventText>")
    )]
    pub events: &'static [EventText],
}

#[cfg(feature = "serde")]
fn by_event<S: serde::Serializer>(events: &[EventText], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(events.iter().map(|text| (text.event, text)))
}

/// The names of the placeholders in sentences.
pub const VALUES: [&str; 9] =
    ["state", "g", "h", "f", "priority", "moves", "round", "bound", "cost"];

impl Pseudocode {
    /// Returns the text of an event, if the algorithm reports it.
    pub fn of(&self, event: EventKind) -> Option<&'static EventText> {
        self.events.iter().find(|text| text.event == event)
    }
}

impl EventText {
    /// Creates an event text.
    pub const fn new(event: EventKind, line: usize, sentence: &'static str) -> EventText {
        EventText { event, line, sentence }
    }

    /// Returns the sentence with its placeholders filled in; `value` returns the value for a name.
    ///
    /// ```
    /// use taquin_search::{Algorithm, AStar, EventKind};
    /// let taken = AStar::INFO.pseudocode.of(EventKind::Taken).expect("it takes states");
    /// let sentence = taken.fill(|name| if name == "state" { "A".to_string() } else { "7".to_string() });
    /// assert_eq!(sentence, "Took A, f = 7, the least on the frontier (g = 7, h = 7).");
    /// ```
    pub fn fill(&self, value: impl FnMut(&str) -> String) -> String {
        fill_placeholders(self.sentence, value)
    }
}

/// Returns a text with its placeholders filled in; `value` returns the value for a name.
pub fn fill_placeholders(text: &str, mut value: impl FnMut(&str) -> String) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else { break };
        filled.push_str(before);
        filled.push_str(&value(name));
        rest = after;
    }
    filled + rest
}
