//! What a search did at a step, in words: the sentences of the algorithm's own description with their values filled in,
//! what happened to the children, and the lines of pseudo-code that ran.

use super::Recording;
use super::tree::{DISPOSITIONS, NodeId};
use crate::quantities::grouped;
use taquin::Board;
use taquin::search::{Disposition, EventKind, Pseudocode};

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

/// The values of a sentence; a missing one is shown as a question mark.
#[derive(Clone, Default)]
struct Values {
    state: Option<String>,
    g: Option<String>,
    h: Option<String>,
    f: Option<String>,
    priority: Option<String>,
    depth: Option<String>,
    round: Option<String>,
    bound: Option<String>,
    cost: Option<String>,
}

/// The sentences of a narration, each with its line of pseudo-code.
struct Sentences {
    pseudocode: &'static Pseudocode,
    list: Vec<(usize, String)>,
}

/// How many children had each disposition.
type ByDisposition = [u64; DISPOSITIONS.len()];

impl Recording {
    /// Returns the pseudo-code of the algorithm that ran.
    pub fn pseudocode(&self) -> &'static Pseudocode {
        &self.report.algorithm.info().pseudocode
    }

    /// Describes what happened at a position.
    pub fn narrate(&self, position: usize) -> Narration {
        let Some(tree) = &self.tree else { return self.narrate_end() };
        let taken = self.taken_at(position);
        let group = tree.group_at(position.saturating_sub(1));
        let shared = Values {
            round: Some(group.round.number.to_string()),
            bound: self.bound(group.round).map(shown_cost),
            cost: self.report.cost.map(|cost| cost.to_string()),
            ..Values::default()
        };
        let mut sentences = Sentences { pseudocode: self.pseudocode(), list: Vec::new() };
        if taken.is_some() && position == group.first + 1 {
            sentences.add(EventKind::Round, &shared);
        }
        let (mut children, mut lines) = (String::new(), Vec::new());
        if let Some(node) = taken {
            let priority = self.priority(position).or(self.costs(node).f).map(shown_cost);
            sentences.add(EventKind::Taken, &Values { priority, ..self.values(node, &shared) });
            (children, lines) = self.children(position, node);
        }
        if let Some((_, about)) = sentences.list.last_mut().filter(|_| !children.is_empty()) {
            *about = format!("{}; {children}.", about.strip_suffix('.').unwrap_or(about));
        }
        let before = sentences.list.len();
        if self.is_complete() && position >= self.last() && self.report.solution().is_some() {
            if let Some((ahead, _)) = self.trace.meeting() {
                sentences.add(EventKind::Meeting, &self.values(ahead as NodeId, &shared));
            }
            let state = Some(short_text(self.puzzle.goal()));
            sentences.add(EventKind::Goal, &Values { state, ..shared });
        }
        let about = sentences.list.get(before).or(sentences.list[..before].last());
        Narration {
            line: about.map(|(line, _)| *line),
            lines: sentences.list.iter().map(|(line, _)| *line).chain(lines).collect(),
            sentence: sentences
                .list
                .into_iter()
                .map(|(_, text)| text)
                .collect::<Vec<_>>()
                .join(" "),
        }
    }

    /// Describes how a search without steps ended.
    fn narrate_end(&self) -> Narration {
        let mut sentences = Sentences { pseudocode: self.pseudocode(), list: Vec::new() };
        if self.report.solution().is_some() {
            let cost = self.report.cost.map(|cost| cost.to_string());
            let state = Some(short_text(self.puzzle.goal()));
            sentences.add(EventKind::Goal, &Values { state, cost, ..Values::default() });
        }
        let last = sentences.list.pop();
        let line = last.as_ref().map(|(line, _)| *line);
        let sentence = last.map(|(_, text)| text).unwrap_or_default();
        Narration { sentence, line, lines: line.into_iter().collect() }
    }

    /// Returns the values of a node for sentences.
    fn values(&self, node: NodeId, shared: &Values) -> Values {
        let costs = self.costs(node);
        let depth = self.tree.as_ref().map(|tree| tree.depth(node));
        Values {
            state: Some(short_text(&self.board(node))),
            g: Some(shown_cost(costs.g)),
            h: costs.h.map(shown_cost),
            f: costs.f.map(shown_cost),
            depth: depth.map(|depth| grouped(depth.into())),
            ..shared.clone()
        }
    }

    /// Returns the priority of a position's node, in a best-first search.
    fn priority(&self, position: usize) -> Option<f64> {
        let priority = self.trace.steps().get(position.checked_sub(1)?)?.taken.priority?;
        Some(self.units.steps(priority))
    }

    /// Describes the children generated at a position, counted by disposition, with the lines that ran.
    fn children(&self, position: usize, node: NodeId) -> (String, Vec<usize>) {
        let is_last = position >= self.trace.steps().len();
        // If the recording was cut off here, more children may have followed.
        let Some(tree) = self.tree.as_ref().filter(|_| self.is_complete() || !is_last) else {
            return (String::new(), Vec::new());
        };
        let (mut own, mut others) = (ByDisposition::default(), ByDisposition::default());
        for child in self.trace.children_of(position.saturating_sub(1)) {
            let is_own = tree.parent(child.id as NodeId) == Some(node);
            let counts = if is_own { &mut own } else { &mut others };
            let kind = DISPOSITIONS.iter().position(|kind| *kind == child.disposition);
            counts[kind.unwrap_or_default()] += 1;
        }
        let mut clauses = Vec::new();
        if own.iter().any(|&count| count > 0) {
            clauses.push(format!("made {}", self.count(&own, [" child", " children"])));
        } else if !is_last {
            clauses.push("made no children".to_string());
        }
        // A search that backtracks generates children of earlier states on its path.
        if others.iter().any(|&count| count > 0) {
            clauses.push(format!("went back and made {}", self.count(&others, [" more", " more"])));
        }
        let present = DISPOSITIONS.iter().zip(own.iter().zip(&others));
        let present = present.filter(|(_, (own, others))| **own + **others > 0);
        let lines = present.filter_map(|(kind, _)| self.pseudocode().of(event(*kind)));
        (clauses.join("; "), lines.map(|text| text.line).collect())
    }

    /// Formats `3 children: 2 new, 1 known`, or only the number in a search that does not distinguish them.
    fn count(&self, counts: &ByDisposition, [one, many]: [&str; 2]) -> String {
        let total: u64 = counts.iter().sum();
        let head = grouped(total) + if total == 1 { one } else { many };
        let knows = self.pseudocode().of(EventKind::Known).is_some();
        if !knows && self.pseudocode().of(EventKind::Pruned).is_none() {
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

impl Sentences {
    /// Adds the sentence that the description has for an event, if any.
    fn add(&mut self, event: EventKind, values: &Values) {
        let Some(text) = self.pseudocode.of(event) else { return };
        let value = |name: &str| match name {
            "state" => values.state.clone(),
            "g" => values.g.clone(),
            "h" => values.h.clone(),
            "f" => values.f.clone(),
            "priority" => values.priority.clone(),
            "depth" => values.depth.clone(),
            "round" => values.round.clone(),
            "bound" => values.bound.clone(),
            "cost" => values.cost.clone(),
            _ => None,
        };
        let filled = text.fill(|name| value(name).unwrap_or_else(|| "?".to_string()));
        self.list.push((text.line, one_move(&filled)));
    }
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
