//! What a search did at a step, in words: the sentences of the algorithm's own description with their values filled in,
//! what happened to the children, and the lines of pseudo-code that ran.
//!
//! A search of a million steps tells few different stories. A [`Template`] is such a story, in which only the values of
//! the node are left open, so that a page needs a number for each step and no rule.

use super::Recording;
use super::frontier::NodeId;
use crate::quantities::{counted, grouped};
use serde::Serialize;
use taquin::search::{Disposition, EventKind, Pseudocode, fill_placeholders};
use taquin::{Board, Move};

/// A step in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Narration {
    /// What happened.
    pub sentence: String,
    /// The main line of the pseudo-code.
    pub line: Option<usize>,
    /// All lines that ran.
    pub lines: Vec<usize>,
}

/// A step in words, without the values of its node.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "NarrationTemplate"))]
pub(super) struct Template {
    /// What happened. The values of the node are `{state}`, `{g}`, `{h}`, `{f}`, `{priority}` and `{moves}`: its depth,
    /// such as `1 move`.
    sentence: String,
    /// The main line of the pseudo-code, counted from 0.
    line: Option<usize>,
    /// All lines that ran.
    lines: Vec<usize>,
}

/// The values of a node in a sentence.
const VALUES: [&str; 6] = ["state", "g", "h", "f", "priority", "moves"];

/// The dispositions of children, in the order in which they are listed.
const DISPOSITIONS: [Disposition; 4] =
    [Disposition::Enqueued, Disposition::Improved, Disposition::Duplicate, Disposition::Pruned];

/// How many children had each disposition.
type ByDisposition = [u64; DISPOSITIONS.len()];

/// What happened at a position: all that its template depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Happening {
    /// The round that begins, by its first step.
    begins: Option<usize>,
    /// Whether a node was taken off the frontier.
    takes: bool,
    /// Whether another node is taken after it.
    goes_on: bool,
    /// Its children, and those of earlier nodes on its path, which a search that backtracks generates; `None` if it is
    /// not known whether they are all.
    children: Option<(ByDisposition, ByDisposition)>,
    /// Whether the search ends at the goal.
    succeeds: bool,
}

impl Recording {
    /// Returns the pseudo-code of the algorithm that ran.
    pub fn pseudocode(&self) -> &'static Pseudocode {
        &self.algorithm.info().pseudocode
    }

    /// Describes what happened at a position.
    pub fn narrate(&self, position: usize) -> Narration {
        let Template { sentence, line, lines } = self.template(self.happening(position));
        let node = self.node_at(position);
        let costs = self.costs(node);
        let priority = || self.trace.steps().get(position.checked_sub(1)?)?.taken.priority;
        let filled = fill(&sentence, |name| match name {
            "state" => Some(short_text(&self.board(node))),
            "g" => Some(shown_cost(costs.g)),
            "h" => costs.h.map(shown_cost),
            "f" => costs.f.map(shown_cost),
            "priority" => priority().map(|priority| shown_cost(self.units.steps(priority))),
            "moves" => self.moves_to(node),
            _ => None,
        });
        Narration { sentence: filled, line, lines }
    }

    /// Formats the depth of a node: `1 move`.
    pub(super) fn moves_to(&self, node: NodeId) -> Option<String> {
        Some(counted(self.tree.as_ref()?.depth(node).into(), "move"))
    }

    /// Returns what happened at a position.
    pub(super) fn happening(&self, position: usize) -> Happening {
        let succeeds = self.end.as_ref().is_some_and(|end| end.solved);
        let Some(tree) = &self.tree else { return Happening { succeeds, ..Happening::default() } };
        let succeeds = succeeds && self.is_complete() && position >= self.last();
        let Some(node) = self.taken_at(position) else {
            return Happening { succeeds, ..Happening::default() };
        };
        let (step, steps) = (position - 1, self.trace.steps());
        let goes_on = position < steps.len();
        // If the recording was cut off here, more children may have followed.
        let children = (goes_on || self.is_complete()).then(|| {
            let generated = self.trace.nodes();
            let end = steps.get(position).map_or(generated.len(), |next| next.generated_before);
            let (mut own, mut others) = (ByDisposition::default(), ByDisposition::default());
            for child in &generated[steps[step].generated_before..end] {
                let is_own = tree.parent(child.id as NodeId) == Some(node);
                let counts = if is_own { &mut own } else { &mut others };
                let kind = DISPOSITIONS.iter().position(|kind| *kind == child.disposition);
                counts[kind.unwrap_or_default()] += 1;
            }
            (own, others)
        });
        let begins = (tree.round_at(step).steps.start == step).then_some(step);
        Happening { begins, takes: true, goes_on, children, succeeds }
    }

    /// Returns the words for what happened.
    pub(super) fn template(&self, happening: Happening) -> Template {
        let mut told = Told { pseudocode: self.pseudocode(), sentences: Vec::new() };
        let cost = self.end.as_ref().and_then(|end| end.cost).map(|cost| cost.to_string());
        if let Some(round) =
            happening.begins.and_then(|step| Some(self.tree.as_ref()?.round_at(step)))
        {
            let bound = self.bound(round).map(shown_cost);
            told.add(
                EventKind::Round,
                &[("round", Some(round.number.to_string())), ("bound", bound)],
            );
        }
        if happening.takes {
            told.add(EventKind::Taken, &[]);
        }
        let mut lines = Vec::new();
        if let Some((own, others)) = &happening.children {
            told.add_children(own, others, happening.goes_on);
            let present = DISPOSITIONS.iter().zip(own.iter().zip(others));
            let present = present.filter(|(_, (own, others))| **own + **others > 0);
            lines.extend(
                present.filter_map(|(kind, _)| Some(told.pseudocode.of(event(*kind))?.line)),
            );
        }
        let before = told.sentences.len();
        if happening.succeeds {
            let solution = self.tree.as_ref().and_then(|tree| tree.solution());
            if let Some([ahead, _]) = solution.and_then(|solution| solution.meeting) {
                let state = Some(short_text(&self.board(ahead)));
                told.add(EventKind::Meeting, &[("state", state), ("moves", self.moves_to(ahead))]);
            }
            let state = Some(short_text(self.puzzle.goal()));
            told.add(EventKind::Goal, &[("state", state), ("cost", cost)]);
        }
        let main = told.sentences.get(before).or(told.sentences[..before].last());
        Template {
            line: main.map(|(line, _)| *line),
            lines: told.sentences.iter().map(|(line, _)| *line).chain(lines).collect(),
            sentence: told
                .sentences
                .into_iter()
                .map(|(_, text)| text)
                .collect::<Vec<_>>()
                .join(" "),
        }
    }
}

/// The sentences of a template, each with its line of pseudo-code.
struct Told {
    pseudocode: &'static Pseudocode,
    sentences: Vec<(usize, String)>,
}

impl Told {
    /// Adds the sentence that the description has for an event, if any, with the values that are known now.
    fn add(&mut self, event: EventKind, values: &[(&str, Option<String>)]) {
        let Some(text) = self.pseudocode.of(event) else { return };
        let filled = fill(text.sentence, |name| {
            let value = values.iter().find(|(known, _)| *known == name);
            let open = || VALUES.contains(&name).then(|| format!("{{{name}}}"));
            value.map_or_else(open, |(_, value)| value.clone())
        });
        self.sentences.push((text.line, one_move(&filled)));
    }

    /// Adds to the last sentence what happened to the children.
    fn add_children(&mut self, own: &ByDisposition, others: &ByDisposition, goes_on: bool) {
        let mut clauses = Vec::new();
        if own.iter().any(|&count| count > 0) {
            clauses.push(format!("generated {}", self.count(own, [" child", " children"])));
        } else if goes_on {
            clauses.push("generated no children".to_string());
        }
        // A search that backtracks generates children of earlier states on its path.
        if others.iter().any(|&count| count > 0) {
            clauses.push(format!(
                "went back and generated {}",
                self.count(others, [" more", " more"])
            ));
        }
        if let Some((_, text)) = self.sentences.last_mut().filter(|_| !clauses.is_empty()) {
            *text = format!("{}; {}.", text.strip_suffix('.').unwrap_or(text), clauses.join("; "));
        }
    }

    /// Formats `3 children: 2 new, 1 known`, or only the number in a search that does not distinguish them.
    fn count(&self, counts: &ByDisposition, [one, many]: [&str; 2]) -> String {
        let total: u64 = counts.iter().sum();
        let head = grouped(total) + if total == 1 { one } else { many };
        let knows = self.pseudocode.of(EventKind::Known).is_some();
        if !knows && self.pseudocode.of(EventKind::Pruned).is_none() {
            return head;
        }
        let word = |kind: Disposition| match kind {
            // A search that remembers no states cannot call any of them new.
            Disposition::Enqueued if !knows => "within the bound",
            Disposition::Enqueued => "new",
            Disposition::Improved => "reached by a cheaper path",
            Disposition::Duplicate => "known",
            Disposition::Pruned => "beyond the bound",
        };
        let parts = DISPOSITIONS.iter().zip(counts).filter(|(_, count)| **count > 0);
        let parts = parts.map(|(kind, &count)| format!("{} {}", grouped(count), word(*kind)));
        format!("{head}: {}", parts.collect::<Vec<_>>().join(", "))
    }
}

/// Fills the placeholders of a sentence; a missing value is shown as a question mark.
fn fill(sentence: &str, value: impl Fn(&str) -> Option<String>) -> String {
    fill_placeholders(sentence, |name| value(name).unwrap_or_else(|| "?".to_string()))
}

/// Returns the event that a disposition corresponds to.
fn event(kind: Disposition) -> EventKind {
    match kind {
        Disposition::Enqueued => EventKind::New,
        Disposition::Improved => EventKind::Better,
        Disposition::Duplicate => EventKind::Known,
        Disposition::Pruned => EventKind::Pruned,
    }
}

/// Replaces `1 moves` by `1 move`.
fn one_move(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut parts = text.split("1 moves");
    let mut joined = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let alone = !joined.ends_with(is_word) && !part.starts_with(is_word);
        joined += if alone { "1 move" } else { "1 moves" };
        joined += part;
    }
    joined
}

/// Formats a cost: whole numbers as they are, others with one decimal.
pub fn shown_cost(cost: f64) -> String {
    match cost.fract() == 0.0 {
        true => format!("{cost:.0}"),
        // Halves are rounded up, as in a browser.
        false => format!("{:.1}", (cost * 10.0 + 0.5).floor() / 10.0),
    }
}

/// Formats a board as `647/850/321`: one character per cell if possible.
pub fn short_text(board: &Board) -> String {
    let Some(digits) = board.to_digits() else { return board.to_string() };
    let digits: Vec<char> = digits.chars().collect();
    let rows = digits.chunks(board.size().cols()).map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

/// Formats which tiles a move slides where: `tile 7 left`, or `3 tiles left`; `tile` is the first of them.
pub fn moved_in_words(tile: u16, by: Move) -> String {
    let to = by.inverse().direction.to_string().to_lowercase();
    match by.length() {
        1 => format!("tile {tile} {to}"),
        tiles => format!("{tiles} tiles {to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_formatted_as_on_the_page() {
        let shown = [0.0, 12.0, 12.25, 12.5, 0.75, 7.04].map(shown_cost);
        assert_eq!(shown, ["0", "12", "12.3", "12.5", "0.8", "7.0"]);
    }

    #[test]
    fn one_move_is_one() {
        assert_eq!(one_move("1 moves, 21 moves; 1 moves"), "1 move, 21 moves; 1 move");
        assert_eq!(one_move("1 movesome"), "1 movesome");
    }
}
