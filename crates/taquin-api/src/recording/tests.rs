//! A recording at every step: its frontier is what a naive replay of the events leaves, and what the search counted.

use super::{NodeId, Recording, TraceJson, moved_in_words, short_text, shown_cost};
use serde_json::Value;
use std::collections::BTreeSet;
use taquin::search::{
    Disposition, Event, FrontierOrder, Generated, GoalTest, Observer, OptionId, SearchTree, Stats,
    Taken, Ties, fill_placeholders,
};
use taquin::solve::AlgorithmId;
use taquin::{
    Cancel, CostModel, Goal, InputFormat, Limits, Metric, Mover, Outcome, Puzzle, Report, Solver,
    Trace, parse_board, parse_moves,
};

fn puzzle(text: &str) -> Puzzle {
    let board = parse_board(text, InputFormat::Auto, None).expect("a board");
    Puzzle::new(board, &Goal::Classic).expect("it is solvable")
}

fn recorded(solver: &Solver, puzzle: &Puzzle, capacity: usize) -> (Recording, Report) {
    let mut trace = Trace::new(capacity);
    let report = solver.solve_observed(puzzle, &Cancel::new(), Some(&mut trace));
    let report = report.expect("the choices fit");
    (Recording::new(puzzle.clone(), &report, trace), report)
}

/// Returns the searches that explore nodes one by one, each with all of its options.
fn searches() -> Vec<Solver> {
    let limits = Limits { max_nodes: Some(500), ..Limits::default() };
    let mut searches = Vec::new();
    for &id in AlgorithmId::ALL {
        let info = id.info();
        if info.tree == SearchTree::None {
            continue;
        }
        let plain = Solver { algorithm: Some(id), limits, ..Solver::default() };
        let mut add = |change: &dyn Fn(&mut Solver)| {
            let mut solver = plain.clone();
            change(&mut solver);
            searches.push(solver);
        };
        add(&|_| ());
        add(&|solver| solver.settings.order = "LRDU".parse().ok());
        add(&|solver| solver.limits.max_nodes = Some(57));
        for option in info.options {
            match option {
                OptionId::GoalTest => {
                    for test in [GoalTest::Early, GoalTest::Late] {
                        add(&|solver| solver.settings.goal_test = Some(test));
                    }
                }
                OptionId::Ties => {
                    for ties in [Ties::Fifo, Ties::Lifo, Ties::State, Ties::Heap] {
                        add(&|solver| solver.settings.ties = Some(ties));
                    }
                }
                OptionId::Width => {
                    for width in [1, 3, 20] {
                        add(&|solver| solver.settings.width = Some(width));
                    }
                }
                OptionId::MaxDepth => add(&|solver| solver.settings.max_depth = Some(9)),
                _ => {}
            }
        }
        if info.counts_cost {
            add(&|solver| solver.costs = CostModel::Tile);
        }
        if info.informed {
            add(&|solver| solver.heuristic = "euclidean".parse().ok());
        }
    }
    searches
}

/// The frontier as a set of nodes, kept up to date event by event.
struct Replay<'r> {
    recording: &'r Recording,
    frontier: BTreeSet<NodeId>,
    generated: usize,
    changed: usize,
}

impl Replay<'_> {
    /// Goes on until a step, and takes its node off the frontier.
    fn step(&mut self, step: usize) {
        let (trace, tree) = (self.recording.trace(), self.recording.tree().expect("there is one"));
        let before = trace.steps().get(step).map_or(trace.nodes().len(), |at| at.generated_before);
        let new = trace.nodes()[self.generated..before].iter();
        self.frontier.extend(
            new.filter(|node| node.disposition.is_enqueued()).map(|node| node.id as NodeId),
        );
        self.generated = before;
        while let Some(change) = trace.frontier_changes().get(self.changed)
            && change.steps_before <= step
        {
            match change.is_on_it {
                true => assert!(self.frontier.insert(change.id as NodeId), "{change:?}"),
                false => assert!(self.frontier.remove(&(change.id as NodeId)), "{change:?}"),
            }
            self.changed += 1;
        }
        if let Some(node) = tree.node_of(step) {
            assert!(self.frontier.remove(&node), "step {step} takes {node}");
        }
    }
}

#[test]
fn the_frontier_is_that_of_a_replay_and_as_large_as_was_counted() {
    let mut steps = 0;
    for text in ["123456708", "120453786", "142573086", "426108573"] {
        let puzzle = puzzle(text);
        for solver in searches() {
            let (recording, report) = recorded(&solver, &puzzle, usize::MAX);
            let name = format!("{text}: {solver:?}");
            let Some(tree) = recording.tree() else {
                assert_eq!(report.stats.explored, 0, "{name}");
                continue;
            };
            steps += tree.steps();
            let counted = recording.trace().steps();
            assert_eq!(tree.steps() as u64, report.stats.explored, "{name}");
            if !recording.keeps_frontier() {
                assert!(counted.iter().all(|step| step.stats.frontier == 0), "{name}");
                assert!(recording.frontier(1, 9).is_empty(), "{name}");
                continue;
            }
            let roots = tree.rounds()[0].roots.iter().copied().collect();
            let mut replay =
                Replay { recording: &recording, frontier: roots, generated: 0, changed: 0 };
            for step in 0..recording.last() {
                replay.step(step);
                let mut shown = recording.frontier(step + 1, usize::MAX);
                if let Some(next) =
                    tree.node_of(step + 1).filter(|next| replay.frontier.contains(next))
                {
                    assert_eq!(shown.first(), Some(&next), "{name}, step {step}");
                }
                shown.sort_unstable();
                if let Some(counted) = counted.get(step) {
                    let counted = counted.stats.frontier;
                    assert_eq!(shown.len() as u64, counted, "{name}, step {step}");
                } else if report.solution().is_some() {
                    // The goal was recognised when it was generated.
                    let goal = recording.trace().nodes().len() as NodeId;
                    assert!(replay.frontier.remove(&goal), "{name}");
                }
                assert!(shown.iter().eq(&replay.frontier), "{name}, step {step}");
            }
        }
    }
    assert!(steps > 20_000, "{steps}");
}

#[test]
fn the_path_is_the_solution() {
    let puzzle = puzzle("426108573");
    for solver in searches() {
        let (recording, report) = recorded(&solver, &puzzle, usize::MAX);
        let Some(tree) = recording.tree() else { continue };
        let Some(solution) = report.solution() else {
            assert!(tree.path().is_empty() && tree.solution().is_none());
            continue;
        };
        let found = tree.solution().expect("everything was recorded");
        let moves = tree.path().len() - 1 - usize::from(found.meeting.is_some());
        assert_eq!(moves, solution.len(), "{solver:?}");
        assert_eq!(recording.board(found.goal), *puzzle.goal(), "{solver:?}");
        if let Some(meeting) = found.meeting {
            assert_eq!(recording.board(meeting[0]), recording.board(meeting[1]));
        } else {
            let moves = tree.path().iter().filter_map(|&node| recording.last_move(node));
            assert!(moves.eq(solution.iter()), "{solver:?}");
        }
        let last = recording.last();
        assert!(found.known_from as usize == last - 1, "{solver:?}");
    }
}

#[test]
fn a_full_recording_says_what_it_has() {
    let puzzle = puzzle("647850321");
    for solver in searches() {
        for capacity in [0, 1, 2, 3, 50, 500] {
            let (recording, _) = recorded(&solver, &puzzle, capacity);
            assert!(recording.trace().len() <= capacity, "{solver:?}");
            let Some(tree) = recording.tree() else { continue };
            assert!(recording.is_complete() || recording.last() == tree.steps());
            for position in [1, recording.last()] {
                recording.narrate(position);
                recording.frontier(position, 5);
            }
            serde_json::to_value(TraceJson::new(&recording)).expect("it is JSON");
        }
    }
}

/// Narrates a place as a reader of the document does: a template, and the values of its node from the columns.
fn narrate_document(
    document: &Value,
    recording: &Recording,
    place: usize,
) -> (String, Value, Value) {
    let template = &document["narration"]["places"][place];
    let template =
        &document["narration"]["templates"][template.as_u64().expect("a number") as usize];
    let node = recording.node_at(place + 1);
    let cost = |value: &Value| value.as_f64().map(shown_cost);
    let column =
        |name: &str| match node as usize {
            node if node == 0
                || node > document["nodes"]["parent"].as_array().map_or(0, Vec::len) =>
            {
                if name == "g" { Value::from(0) } else { document["start_h"].clone() }
            }
            node => document["nodes"][name][node - 1].clone(),
        };
    let (g, h) = (column("g"), column("h"));
    let sentence = template["sentence"].as_str().expect("text");
    let sentence = fill_placeholders(sentence, |name| {
        let value = match name {
            "state" => Some(short_text(&recording.board(node))),
            "g" => cost(&g),
            "h" => cost(&h),
            "f" => g.as_f64().zip(h.as_f64()).map(|(g, h)| shown_cost(g + h)),
            "priority" => cost(&document["steps"]["priority"][place]),
            _ => recording.moves_to(node),
        };
        value.unwrap_or("?".to_string())
    });
    (sentence, template["line"].clone(), template["lines"].clone())
}

#[test]
fn the_document_narrates_as_the_recording_does() {
    for text in ["120453786", "142573086", "426108573"] {
        let puzzle = puzzle(text);
        for solver in searches() {
            let (recording, _) = recorded(&solver, &puzzle, 3000);
            let document = serde_json::to_value(TraceJson::new(&recording)).expect("it is JSON");
            assert_eq!(document["places"], recording.last());
            for place in 0..recording.last() {
                let told = recording.narrate(place + 1);
                assert!(!told.sentence.contains(['?', '{']), "{solver:?}: {}", told.sentence);
                let expected = (told.sentence, Value::from(told.line), Value::from(told.lines));
                assert_eq!(narrate_document(&document, &recording, place), expected, "{solver:?}");
            }
        }
    }
}

#[test]
fn a_run_of_several_tiles_is_one_step() {
    let start = parse_board("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15", InputFormat::Auto, None);
    let start = start.expect("a board");
    let runs = parse_moves("R3 D L2", Mover::Blank).expect("moves").in_metric(Metric::MultiTile);
    let end = runs.play(&start).expect("they are possible");
    let puzzle = Puzzle::new(start, &Goal::Board(end)).expect("moves led to it");
    let mut report = Solver::astar().solve(&puzzle).expect("it fits");
    report.outcome = Outcome::Solved(runs.clone());
    let mut trace = Trace::new(100);
    let stats = Stats::default();
    trace.event(Event::Frontier(FrontierOrder { weights: (1, 0), ..FrontierOrder::default() }));
    for (id, by) in (0..).zip(runs.iter().map(Some).chain([None])) {
        let (g, h, disposition) = (id as u32, 0, Disposition::Enqueued);
        trace.event(Event::Explored(Taken { id, g, h, priority: Some(id) }, &stats));
        if let Some(by) = by {
            let child = Generated { id: id + 1, parent: id, by, g: g + 1, h, disposition };
            trace.event(Event::Generated(child));
        }
    }
    let recording = Recording::new(puzzle.clone(), &report, trace);
    let boards: Vec<_> = (0..4).map(|node| recording.board(node)).collect();
    assert!(runs.boards(puzzle.start()).eq(boards.iter().cloned()));
    assert_eq!(recording.last_move(1), runs.iter().next());
    let told = recording.narrate(2).sentence;
    assert!(
        told.starts_with("Took 1 2 3 0/4 5 6 7/") || told.starts_with("Took 1230/4567/"),
        "{told}"
    );
    assert_eq!(recording.moves_to(3).as_deref(), Some("3 moves"));
    let document = serde_json::to_value(TraceJson::new(&recording)).expect("it is JSON");
    assert_eq!(document["nodes"]["move"], "RDL");
    assert_eq!(document["nodes"]["tiles"], serde_json::json!([3, 1, 2]));
    let (single, _) = recorded(&Solver::astar(), &puzzle, 1000);
    let document = serde_json::to_value(TraceJson::new(&single)).expect("it is JSON");
    assert_eq!(document["nodes"].get("tiles"), None);
    let moved = runs.iter().map(|by| moved_in_words(7, by));
    assert!(moved.eq(["3 tiles left", "tile 7 up", "2 tiles right"]));
}
