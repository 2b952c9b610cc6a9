//! What a search did at a step, in words: the sentences of the algorithm's own description with their values filled in,
//! what became of the children, and the lines of its pseudo-code that were at work.

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
    /// The line of the pseudo-code that it is about.
    pub line: Option<usize>,
    /// All lines that were at work.
    pub lines: Vec<usize>,
}

/// What a sentence may say; what is missing is a question mark.
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

/// Sentences that were said, each with its line.
struct Told {
    pseudocode: &'static Pseudocode,
    said: Vec<(usize, String)>,
}

/// How many children had each disposition.
type ByDisposition = [u64; DISPOSITIONS.len()];

impl Recording {
    /// The pseudo-code of the algorithm that ran.
    pub fn pseudocode(&self) -> &'static Pseudocode {
        &self.report.algorithm.info().pseudocode
    }

    /// What happened at a place, in words.
    pub fn narrate(&self, place: usize) -> Narration {
        let Some(tree) = &self.tree else { return self.narrate_end() };
        let taken = self.taken_at(place);
        let group = tree.group_at(place.saturating_sub(1));
        let shared = Values {
            round: Some(group.round.number.to_string()),
            bound: self.bound(group.round).map(shown_cost),
            cost: self.report.cost.map(|cost| cost.to_string()),
            ..Values::default()
        };
        let mut told = Told { pseudocode: self.pseudocode(), said: Vec::new() };
        if taken.is_some() && place == group.first + 1 {
            told.say(EventKind::Round, &shared);
        }
        let (mut children, mut lines) = (String::new(), Vec::new());
        if let Some(node) = taken {
            let priority = self.priority(place).or(self.costs(node).f).map(shown_cost);
            told.say(EventKind::Taken, &Values { priority, ..self.values(node, &shared) });
            (children, lines) = self.children(place, node);
        }
        if let Some((_, about)) = told.said.last_mut().filter(|_| !children.is_empty()) {
            *about = format!("{}; {children}.", about.strip_suffix('.').unwrap_or(about));
        }
        let before = told.said.len();
        if self.is_complete() && place >= self.last() && self.report.solution().is_some() {
            if let Some((ahead, _)) = self.trace.meeting() {
                told.say(EventKind::Meeting, &self.values(ahead as NodeId, &shared));
            }
            let state = Some(short_text(self.puzzle.goal()));
            told.say(EventKind::Goal, &Values { state, ..shared });
        }
        let about = told.said.get(before).or(told.said[..before].last());
        Narration {
            line: about.map(|(line, _)| *line),
            lines: told.said.iter().map(|(line, _)| *line).chain(lines).collect(),
            sentence: told.said.into_iter().map(|(_, says)| says).collect::<Vec<_>>().join(" "),
        }
    }

    /// How a search without steps ended, in words.
    fn narrate_end(&self) -> Narration {
        let mut told = Told { pseudocode: self.pseudocode(), said: Vec::new() };
        if self.report.solution().is_some() {
            let cost = self.report.cost.map(|cost| cost.to_string());
            let state = Some(short_text(self.puzzle.goal()));
            told.say(EventKind::Goal, &Values { state, cost, ..Values::default() });
        }
        let said = told.said.pop();
        let line = said.as_ref().map(|(line, _)| *line);
        let sentence = said.map(|(_, says)| says).unwrap_or_default();
        Narration { sentence, line, lines: line.into_iter().collect() }
    }

    /// What sentences may say of a node.
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

    /// What the node of a place was sorted by, in a search that sorts.
    fn priority(&self, place: usize) -> Option<f64> {
        let priority = self.trace.steps().get(place.checked_sub(1)?)?.taken.priority?;
        Some(self.units.steps(priority))
    }

    /// The children generated at a place, counted by what became of them, with the lines that did it.
    fn children(&self, place: usize, node: NodeId) -> (String, Vec<usize>) {
        let is_last = place >= self.trace.steps().len();
        // Where the recording ended, nobody knows whether these were all.
        let Some(tree) = self.tree.as_ref().filter(|_| self.is_complete() || !is_last) else {
            return (String::new(), Vec::new());
        };
        let (mut own, mut others) = (ByDisposition::default(), ByDisposition::default());
        for child in self.trace.children_of(place.saturating_sub(1)) {
            let is_own = tree.parent(child.id as NodeId) == Some(node);
            let counts = if is_own { &mut own } else { &mut others };
            let kind = DISPOSITIONS.iter().position(|kind| *kind == child.disposition);
            counts[kind.unwrap_or_default()] += 1;
        }
        let mut says = Vec::new();
        if own.iter().any(|&count| count > 0) {
            says.push(format!("made {}", self.count(&own, [" child", " children"])));
        } else if !is_last {
            says.push("made no children".to_string());
        }
        // A search that goes back along its path makes children of earlier states there.
        if others.iter().any(|&count| count > 0) {
            says.push(format!("went back and made {}", self.count(&others, [" more", " more"])));
        }
        let made = DISPOSITIONS.iter().zip(own.iter().zip(&others));
        let made = made.filter(|(_, (own, others))| **own + **others > 0);
        let lines = made.filter_map(|(kind, _)| self.pseudocode().of(event(*kind)));
        (says.join("; "), lines.map(|text| text.line).collect())
    }

    /// `3 children: 2 new, 1 known`; of a search in which all have the same fate, only how many.
    fn count(&self, counts: &ByDisposition, [one, many]: [&str; 2]) -> String {
        let total: u64 = counts.iter().sum();
        let head = grouped(total) + if total == 1 { one } else { many };
        let knows = self.pseudocode().of(EventKind::Known).is_some();
        if !knows && self.pseudocode().of(EventKind::Pruned).is_none() {
            return head;
        }
        let word = |kind: Disposition| match kind {
            // A search that remembers no states calls none of them new.
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

impl Told {
    /// Says what the description has for an event, if anything.
    fn say(&mut self, event: EventKind, values: &Values) {
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
        self.said.push((text.line, one_move(&filled)));
    }
}

/// The event of a description that a disposition is.
fn event(kind: Disposition) -> EventKind {
    match kind {
        Disposition::Enqueued => EventKind::New,
        Disposition::Improved => EventKind::Better,
        Disposition::Duplicate => EventKind::Known,
        Disposition::Pruned => EventKind::Pruned,
    }
}

/// A text in which `1 moves` is one move.
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

/// Costs: whole numbers as they are, others with one decimal.
pub fn shown_cost(cost: f64) -> String {
    match cost.fract() == 0.0 {
        true => format!("{cost:.0}"),
        // Halves go up, as in a browser.
        false => format!("{:.1}", (cost * 10.0 + 0.5).floor() / 10.0),
    }
}

/// `647/850/321`: one character a cell where that can be.
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
    fn costs_are_those_of_the_page() {
        let shown = [0.0, 12.0, 12.25, 12.5, 0.75, 7.04].map(shown_cost);
        assert_eq!(shown, ["0", "12", "12.3", "12.5", "0.8", "7.0"]);
    }

    #[test]
    fn one_move_is_one() {
        assert_eq!(one_move("1 moves, 21 moves; 1 moves"), "1 move, 21 moves; 1 move");
        assert_eq!(one_move("1 movesome"), "1 movesome");
    }
}
