//! Narration: every algorithm has pseudo-code, with a sentence and a line for each event of its runs.

use std::collections::HashSet;
use taquin::search::{Disposition, Event, EventKind, Observer, VALUES};
use taquin::solve::AlgorithmId;
use taquin::{Board, Cancel, Goal, Limits, Move, Puzzle, Solver};

/// Records which kinds of events occur.
#[derive(Default)]
struct Events(HashSet<EventKind>);

impl Observer<Move> for Events {
    fn event(&mut self, event: Event<'_, Move>) {
        self.0.insert(match event {
            Event::Explored(..) => EventKind::Taken,
            Event::Generated(child) => match child.disposition {
                Disposition::Enqueued => EventKind::New,
                Disposition::Improved => EventKind::Better,
                Disposition::Duplicate => EventKind::Known,
                Disposition::Pruned => EventKind::Pruned,
            },
            Event::Deepened { round, .. } => {
                assert!(round >= 1);
                EventKind::Round
            }
            Event::Met { .. } => EventKind::Meeting,
            Event::Improved(_) => EventKind::Improved,
            Event::Began(_)
            | Event::Frontier(_)
            | Event::Dropped { .. }
            | Event::Restored { .. }
            | Event::Ended { .. }
            | Event::Tick(_) => return,
        });
    }
}

fn puzzle(text: &str) -> Puzzle {
    let board: Board = text.parse().expect("a board");
    Puzzle::new(board, &Goal::Classic).expect("it can be solved")
}

#[test]
fn every_event_of_a_run_has_a_sentence_and_a_line() {
    for &algorithm in AlgorithmId::ALL {
        let pseudocode = algorithm.info().pseudocode;
        assert!(pseudocode.lines.len() > 2, "{algorithm} has no pseudo-code");
        for text in pseudocode.events {
            assert!(text.line < pseudocode.lines.len(), "{algorithm}: {text:?}");
            let sentence = text.fill(|name| {
                assert!(VALUES.contains(&name), "{algorithm}: {name} is no value");
                "7".to_string()
            });
            assert!(!sentence.contains(['{', '}']), "{algorithm}: {sentence}");
            assert!(sentence.ends_with('.'), "{algorithm}: {sentence}");
        }
        let mut events = Events::default();
        for start in ["647850321", "123456708", "724506831", "120453786"] {
            let limits = Limits { max_nodes: Some(100_000), ..Limits::default() };
            let solver = Solver { limits, ..Solver::new(algorithm) };
            let observer = Some(&mut events as &mut dyn Observer<Move>);
            solver.solve_observed(&puzzle(start), &Cancel::new(), observer).ok();
        }
        for event in events.0 {
            assert!(pseudocode.of(event).is_some(), "{algorithm} has no sentence for {event:?}");
        }
        assert!(
            pseudocode.of(EventKind::Goal).is_some(),
            "{algorithm} has no sentence for the goal"
        );
    }
}
