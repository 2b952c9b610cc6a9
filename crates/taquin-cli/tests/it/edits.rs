//! Results that were edited: rows that contradict themselves are refused by name, whatever reads them, and no random
//! edit changes a figure without being found.

use crate::experiments::{objects, read, runs, text_of};
use crate::run::{Refusals, taquin};
use crate::tries;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use taquin::generate::Random;
use taquin_api::diagnostic::{Diagnostic, Source};
use taquin_api::experiment::{Merged, Saved, merge, read_saved};
use taquin_api::json::Solved;
use taquin_api::results::csv_line;

/// A set with a board of every kind: solvable, unsolvable, solved, too large for some.
const BOARDS: &str = "a moves=7 : 2 4 3/1 5 0/7 8 6\nb moves=-1 : 1 2 3/4 5 6/8 7 0\nc : 8 6 7/2 5 4/3 0 1\n\
                      d moves=0 : 1 2 3/4 5 6/7 8 0\ne : 5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12\n";

/// An experiment with every outcome.
fn experiment(folder: &Path) -> Vec<String> {
    let boards = folder.join("boards.txt");
    fs::write(&boards, BOARDS).expect("written");
    let searches = "bfs,dfs:max-depth=4,astar,ida:linear-conflict,near-optimal,table,greedy";
    ["bench", text_of(&boards), "-a", searches, "--max-nodes", "300", "-q"].map(String::from).into()
}

/// Runs the experiment with more arguments; returns the exit code.
fn bench(folder: &Path, more: &[&str]) -> (i32, String) {
    let arguments = experiment(folder);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(more.to_vec()).collect();
    let ran = taquin(&arguments);
    (ran.code, ran.err)
}

/// The results of the experiment.
fn results(folder: &Path) -> String {
    let path = folder.join("results.jsonl");
    let (_, err) = bench(folder, &["-o", text_of(&path)]);
    assert_eq!(err, "");
    let text = read(&path);
    for outcome in ["solved", "stopped", "exhausted", "unsolvable", "refused"] {
        assert!(runs(&text).iter().any(|run| run["outcome"] == outcome), "{outcome}: {text}");
    }
    text
}

/// Writes objects as lines.
fn lines(objects: &[Value]) -> String {
    objects.iter().map(|object| format!("{object}\n")).collect()
}

/// Returns the objects of a text without their digests.
fn without_digests(text: &str) -> Vec<Value> {
    let mut objects = objects(text);
    for fields in objects.iter_mut().filter_map(Value::as_object_mut) {
        fields.remove("digest");
    }
    objects
}

#[test]
fn contradictions_are_named_by_every_reader() {
    let folder = tempfile::tempdir().expect("there is room");
    let sound = without_digests(&results(folder.path()));
    let path = folder.path().join("edited.jsonl");
    let at = |number: u64, configuration: &str| {
        let is_it = |run: &Value| run["number"] == number && run["configuration"] == configuration;
        sound.iter().position(is_it).expect("it was run")
    };
    let (bfs, near) = (at(1, "bfs"), at(3, "near-optimal"));
    let (unsolvable, stopped) = (at(2, "bfs"), at(3, "bfs"));
    let (ida, refused) = (at(3, "ida:linear-conflict"), at(5, "table"));
    let edits: Vec<(usize, &str, Value)> = vec![
        (bfs, "/length", json!(5)),
        (bfs, "/cost", json!(6)),
        (bfs, "/moves_blank", json!("UUUU")),
        (bfs, "/moves_blank", json!("L")),
        (bfs, "/moves_blank", json!("X")),
        (bfs, "/moves_blank", Value::Null),
        (bfs, "/moves_tile", json!("UUUU")),
        (bfs, "/lower_bound", json!(10)),
        (bfs, "/lower_bound", json!(5)),
        (bfs, "/optimal", json!(false)),
        (bfs, "/outcome", json!("stopped")),
        (bfs, "/outcome", json!("unsolvable")),
        (bfs, "/stopped_by", json!("boredom")),
        (bfs, "/board", json!("2 4 3/1 5 6/7 8 0")),
        (bfs, "/board", json!("2 4 3/1 5 0/7 8 8")),
        (bfs, "/goal", json!("0 1 2/3 4 5/6 7 8")),
        (bfs, "/cost_model", json!("tile")),
        (bfs, "/cost_model", json!("weight")),
        (bfs, "/algorithm", json!("astar")),
        (bfs, "/request/algorithm", json!("auto")),
        (bfs, "/order", json!("LRUD")),
        (bfs, "/configuration", json!("rbfs")),
        (bfs, "/limits/max_nodes", json!(301)),
        (bfs, "/number", json!(2)),
        (bfs, "/number", json!(6)),
        (bfs, "/branching", json!(1.5)),
        (bfs, "/agrees", json!(false)),
        (bfs, "/published_length", json!(10)),
        (bfs, "/stats/expanded", json!(299)),
        (bfs, "/stats/explored", json!(-1)),
        (bfs, "/stats/explored", Value::Null),
        (unsolvable, "/outcome", json!("exhausted")),
        (unsolvable, "/stats/explored", json!(1)),
        (unsolvable, "/board", json!("1 2 3/4 5 6/7 8 0")),
        (stopped, "/outcome", json!("solved")),
        (stopped, "/stopped_by", Value::Null),
        (stopped, "/optimal", json!(true)),
        (stopped, "/length", json!(31)),
        (ida, "/stats/iterations/0/expanded", json!(1000)),
        (near, "/improvements/0/cost", json!(1)),
        (refused, "/algorithm", json!("table")),
    ];
    let mut refusals = Refusals::default();
    for (line, field, value) in edits {
        let mut edited = sound.clone();
        *edited[line].pointer_mut(field).expect("it has the field") = value.clone();
        fs::write(&path, lines(&edited)).expect("written");
        let title = format!("{field} is {value}");
        let merged = taquin(&["merge", text_of(&path)]);
        // The board of a number may also be contradicted by a later line.
        assert!(merged.err.contains("line "), "{title}: {}", merged.err);
        refusals.add(2, &title, &merged);
        let drawing = folder.path().join("x.svg");
        let plotted = taquin(&["plot", text_of(&path), "-o", text_of(&drawing)]);
        assert_eq!(plotted.code, 2, "{title}: {}", plotted.err);
        assert_eq!(plotted.err.lines().next(), merged.err.lines().next(), "{title}");
        let before = read(&path);
        assert_eq!(bench(folder.path(), &["--resume", text_of(&path)]).0, 2, "{title}");
        assert_eq!(read(&path), before, "{title}");
    }
    refusals.check("refused-contradictions", &[folder.path()]);
}

#[test]
fn files_without_digests_are_read_and_get_them() {
    let folder = tempfile::tempdir().expect("there is room");
    let text = results(folder.path());
    let path = folder.path().join("older.jsonl");
    fs::write(&path, lines(&without_digests(&text))).expect("written");
    let merged = taquin(&["merge", text_of(&path), "--json"]);
    assert_eq!((merged.code, merged.err.as_str()), (0, ""));
    assert_eq!(objects(&merged.out), objects(&text));
    // A digest that is null is none.
    let nulls = without_digests(&text).into_iter().map(|mut object| {
        object["digest"] = Value::Null;
        object
    });
    fs::write(&path, lines(&nulls.collect::<Vec<_>>())).expect("written");
    let merged = taquin(&["merge", text_of(&path), "--json"]);
    assert_eq!((merged.code, objects(&merged.out)), (0, objects(&text)), "{}", merged.err);
    fs::write(&path, &merged.out).expect("written");
    assert_eq!(taquin(&["merge", text_of(&path)]).code, 0);
    // Where some lines have digests, none may lack its own.
    let mut objects = objects(&text);
    let run = objects[3].as_object_mut().expect("it is a run");
    run.remove("digest");
    fs::write(&path, lines(&objects)).expect("written");
    let merged = taquin(&["merge", text_of(&path)]);
    assert!(merged.code == 2 && merged.err.contains("line 4 of "), "{}", merged.err);
}

/// A header may state as many boards as it likes: what is missing is not counted one by one, and nothing overflows.
#[test]
fn a_forged_header_is_no_work() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut forged = without_digests(&results(folder.path()));
    let path = folder.path().join("forged.jsonl");
    for (boards, merge, plot) in [(6, 1, 0), (1_u64 << 53, 1, 0), (u64::MAX, 2, 2)] {
        forged[0]["boards"] = json!(boards);
        fs::write(&path, lines(&forged)).expect("written");
        let merged = taquin(&["merge", text_of(&path)]);
        assert_eq!(merged.code, merge, "{boards}: {}", merged.err);
        let missing = format!("Missing: {} of {boards} board", boards - 5);
        assert_eq!(merged.err.contains(&missing), merge == 1, "{boards}: {}", merged.err);
        let plotted =
            taquin(&["plot", text_of(&path), "-o", text_of(&folder.path().join("x.svg"))]);
        assert_eq!(plotted.code, plot, "{boards}: {}", plotted.err);
    }
}

/// What a file says does not reach the terminal with characters that would control it.
#[test]
fn texts_of_a_file_do_not_control_the_terminal() {
    let folder = tempfile::tempdir().expect("there is room");
    let sound = without_digests(&results(folder.path()));
    let path = folder.path().join("odd.jsonl");
    let refused = sound.iter().position(|run| run["outcome"] == "refused").expect("there is one");
    let odd = "\u{1b}]0;mine\u{7}\u{9b}31m\u{202e}";
    for (line, field) in [
        (0, "/set"),
        (0, "/goal"),
        (0, "/shard"),
        (0, "/tool_version"),
        (0, "/configurations/0/id"),
        (0, "/configurations/0/heuristic"),
        (0, "/configurations/0/order"),
        (1, "/name"),
        (1, "/configuration"),
        (1, "/board"),
        (1, "/cost_model"),
        (1, "/stopped_by"),
        (1, "/outcome"),
        (1, "/stats/explored"),
        (refused, "/refusal"),
    ] {
        let mut edited = sound.clone();
        *edited[line].pointer_mut(field).expect("it has the field") = json!(odd);
        fs::write(&path, lines(&edited)).expect("written");
        let merged =
            taquin(&["merge", text_of(&path), "-o", text_of(&folder.path().join("x.csv"))]);
        let svg = folder.path().join("x.svg");
        let plotted = taquin(&["plot", text_of(&path), "-o", text_of(&svg)]);
        for ran in [merged, plotted] {
            let shown = format!("{}{}", ran.out, ran.err);
            let controls = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!shown.contains(controls), "{field}: {shown:?}");
        }
    }
}

#[test]
fn results_of_another_version_are_refused_by_every_reader() {
    let folder = tempfile::tempdir().expect("there is room");
    let text = results(folder.path());
    let [path, drawing] = ["old.jsonl", "x.svg"].map(|name| folder.path().join(name));
    let older = "written by an older version of taquin (schema 1, now 2): run it again";
    // As a whole, and the runs alone, as if they were lines of `solve`.
    let whole = text.replace("\"schema_version\":2", "\"schema_version\":1");
    let runs: String = whole.split_inclusive('\n').skip(1).collect();
    for old in [&whole, &runs] {
        fs::write(&path, old).expect("written");
        let plotted = taquin(&["plot", text_of(&path), "-o", text_of(&drawing)]);
        assert_eq!(plotted.code, 2, "{}", plotted.err);
        assert!(plotted.err.contains(older), "{}", plotted.err);
    }
    fs::write(&path, &whole).expect("written");
    let merged = taquin(&["merge", text_of(&path)]);
    assert!(merged.code == 2 && merged.err.contains(older), "{}", merged.err);
    let (code, err) = bench(folder.path(), &["--resume", text_of(&path)]);
    assert!(code == 2 && err.contains(older), "{err}");
    assert_eq!(read(&path), whole);
}

#[test]
fn results_that_the_clock_ended_are_merged() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = |name: &str| text_of(&folder.path().join(name)).to_string();
    let boards = ["bench", "random:2", "--seed", "5", "--size", "5x5", "-a", "near-optimal"];
    let [one, two, a, b] = ["1.jsonl", "2.jsonl", "a.jsonl", "b.jsonl"].map(file);
    for name in [&one, &two] {
        let ran = taquin(&[&boards[..], &["--max-time", "300ms", "-q", "-o", name]].concat());
        assert!(ran.err.is_empty(), "{}", ran.err);
    }
    let [first, second] = [&one, &two].map(|name| runs(&read(Path::new(name))));
    let merged = taquin(&["merge", &one, &two, "-q", "-o", &a]);
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert_eq!(taquin(&["merge", &two, &one, "-q", "-o", &b]).code, 0);
    // The order of the files does not matter.
    assert_eq!(read(Path::new(&a)), read(Path::new(&b)));
    let kept = runs(&read(Path::new(&a)));
    for ((kept, first), second) in kept.iter().zip(&first).zip(&second) {
        let length = |run: &Value| run["length"].as_u64().unwrap_or(u64::MAX);
        assert_eq!(length(kept), length(first).min(length(second)));
        assert!(kept == first || kept == second);
    }
    let counts = |run: &Value| [run["stats"]["explored"].clone(), run["moves_blank"].clone()];
    let differ = first.iter().zip(&second).any(|(a, b)| counts(a) != counts(b));
    assert_eq!(merged.err.is_empty(), !differ, "{}", merged.err);
    // What was merged can be merged again.
    assert_eq!(taquin(&["merge", &a, &two, &one, "-q", "-o", &b]).code, 0);
    assert_eq!(read(Path::new(&a)), read(Path::new(&b)));
}

/// Returns the runs of a text without what differs when one is repeated, and without fields that are null: those say as
/// little under any other name.
fn repeatable(text: &str) -> Vec<Value> {
    let mut runs = runs(text);
    for run in &mut runs {
        run["table"] = Value::Null;
        let improvements = run["improvements"].as_array_mut().into_iter().flatten();
        improvements.for_each(|improved| improved["seconds"] = Value::Null);
        remove_null(run);
    }
    runs
}

fn remove_null(value: &mut Value) {
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|_, inner| !inner.is_null());
        fields.values_mut().for_each(remove_null);
    }
}

/// What a reader found in a file: every run, by its board and configuration, with its line of CSV.
type Found = BTreeMap<(usize, String), (Solved, Option<String>)>;

/// What a reader made of a file: what it found, and how many runs it says are missing.
type Reading = Result<(Found, usize), Diagnostic>;

/// Reads a file as `merge` does.
fn read_merged(path: &PathBuf) -> Reading {
    let Merged { header, records, .. } = merge(std::slice::from_ref(path))?;
    let missing = header.runs() - records.len();
    let entry = |row: &Solved| (row.number, row.configuration.clone());
    let found = records.into_values().map(|record| {
        let csv = csv_line(record.row.number, &record.line);
        (entry(&record.row), (record.row, Some(csv)))
    });
    Ok((found.collect(), missing))
}

/// Reads a text as `plot` does. Runs that were not searched are not drawn.
fn read_plotted(name: &str, bytes: &[u8]) -> Reading {
    let text = String::from_utf8_lossy(bytes);
    match read_saved(&Source::new(name, text))? {
        Saved::Rows(saved) => {
            let rows = saved.rows.iter();
            let one = |row: &Solved| ((row.number, row.configuration.clone()), (row.clone(), None));
            let found: Found = rows.map(one).collect();
            assert_eq!(found.len(), saved.rows.len(), "no run counts twice");
            Ok((found, saved.missing))
        }
        Saved::Distances(_) => panic!("it is no table"),
    }
}

/// Returns the cells of a line of CSV; 0.0 is 0.
fn cells(line: &Option<String>) -> Vec<String> {
    let cells = line.iter().flat_map(|line| line.split(','));
    let number = |cell: &str| cell.parse::<f64>().map(|number| number.to_string());
    cells.map(|cell| number(cell).unwrap_or(cell.to_string())).collect()
}

/// Where a value is in a document.
fn leaves(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            fields.iter().for_each(|(name, inner)| leaves(inner, format!("{path}/{name}"), found));
        }
        Value::Array(items) if !items.is_empty() => {
            let items = items.iter().enumerate();
            items.for_each(|(at, inner)| leaves(inner, format!("{path}/{at}"), found));
        }
        _ => found.push(path),
    }
}

/// A source of random edits.
struct Editor<'t> {
    random: Random,
    text: &'t str,
}

impl Editor<'_> {
    fn below(&mut self, end: usize) -> usize {
        self.random.below(end as u64) as usize
    }

    /// Makes one edit; returns what it is, and the bytes of the file.
    fn edit(&mut self) -> (String, Vec<u8>) {
        match self.below(3) {
            0 => self.edit_field(),
            1 => self.edit_lines(),
            _ => self.edit_bytes(),
        }
    }

    fn edit_field(&mut self) -> (String, Vec<u8>) {
        let mut objects = objects(self.text);
        let (line, other) = (self.below(objects.len()), self.below(objects.len()));
        let mut places = Vec::new();
        leaves(&objects[line], String::new(), &mut places);
        let place = places.swap_remove(self.below(places.len()));
        let theirs = objects[other].pointer(&place).cloned().unwrap_or_default();
        let replaced =
            [json!(0), json!(1), json!(true), json!(""), json!("time"), json!([]), json!(2.5)];
        let kind = self.below(6);
        let choice = self.below(replaced.len());
        let slot = objects[line].pointer_mut(&place).expect("it is there");
        let old = slot.clone();
        *slot = match (kind, old.as_i64(), old.as_f64(), old.as_str()) {
            (0 | 1, Some(number), ..) => json!(number + [1, -1][kind]),
            (0 | 1, _, Some(number), _) => json!(number * 1.5 + 0.001),
            (0, .., Some(text)) => json!(text.chars().rev().collect::<String>()),
            (1, .., Some(text)) => json!(format!("{text}U")),
            (2, ..) => Value::Null,
            (3, ..) => replaced[choice].clone(),
            _ => theirs,
        };
        let what = format!("{place} of line {} was {old}, is {slot}", line + 1);
        if kind == 5 {
            // Both lines exchange the field.
            if let Some(theirs) = objects[other].pointer_mut(&place) {
                *theirs = old;
            }
        }
        (what, lines(&objects).into_bytes())
    }

    fn edit_lines(&mut self) -> (String, Vec<u8>) {
        let mut all: Vec<&str> = self.text.lines().collect();
        let (a, b, kind) = (self.below(all.len()), self.below(all.len()), self.below(5));
        let cut = self.below(all[a].len());
        match kind {
            0 => drop(all.remove(a)),
            1 => all.insert(b, all[a]),
            2 => all.swap(a, b),
            3 => all[a] = &all[a][..cut],
            // The file is torn.
            _ => {
                let torn: usize = all[..a].iter().map(|line| line.len() + 1).sum();
                return (
                    format!("torn in line {}", a + 1),
                    self.text.as_bytes()[..torn + cut].into(),
                );
            }
        }
        let text: String = all.iter().map(|line| format!("{line}\n")).collect();
        (format!("lines: {kind} of {} and {}", a + 1, b + 1), text.into_bytes())
    }

    fn edit_bytes(&mut self) -> (String, Vec<u8>) {
        let mut bytes = self.text.as_bytes().to_vec();
        let (at, kind) = (self.below(bytes.len()), self.below(4));
        let byte = self.below(256) as u8;
        match kind {
            0 => bytes[at] ^= 1 << (byte % 8),
            1 => bytes[at] = byte,
            2 => bytes.insert(at, byte),
            _ => drop(bytes.remove(at)),
        }
        (format!("byte {at}: {kind}, {byte}"), bytes)
    }
}

/// Every reader refuses an edited file by name, or what it reads is what was written; what is lost is reported.
#[test]
fn no_random_edit_changes_a_figure() {
    let folder = tempfile::tempdir().expect("there is room");
    let text = results(folder.path());
    let path = folder.path().join("edited.jsonl");
    fs::write(&path, &text).expect("written");
    let (sound, _) = read_merged(&path).expect("it is sound");
    let whole = repeatable(&text);
    let mut editor = Editor { random: Random::new(8), text: &text };
    let (mut refused, mut harmless, mut lost) = (0, 0, 0);
    let count = tries(400, 10_000);
    for attempt in 0..count {
        let (what, bytes) = editor.edit();
        fs::write(&path, &bytes).expect("written");
        for reading in [read_merged(&path), read_plotted(text_of(&path), &bytes)] {
            match reading {
                Err(diagnostic) => {
                    refused += 1;
                    let is_named = diagnostic.source.as_deref() == Some(text_of(&path));
                    assert!(is_named, "{what}: {diagnostic:?}");
                }
                Ok((found, missing)) => {
                    harmless += 1;
                    let drawn = found.values().all(|(row, _)| row.was_searched());
                    for (run, (row, csv)) in &found {
                        let (known, line) = &sound[run];
                        assert_eq!(row, known, "{what}");
                        let equal = cells(csv) == cells(line);
                        assert!(csv.is_none() || equal, "{what}: {csv:?}, {line:?}");
                    }
                    let wanted = sound.values().filter(|(row, _)| !drawn || row.was_searched());
                    let is_lost = found.len() < wanted.count();
                    lost += usize::from(is_lost);
                    assert!(!is_lost || missing > 0, "{what}");
                }
            }
        }
        // A file that can be resumed is made whole again.
        if attempt % 20 == 0 {
            let (code, err) = bench(folder.path(), &["--resume", text_of(&path)]);
            if code != 2 || err.is_empty() {
                let resumed = repeatable(&read(&path));
                let other = resumed.iter().zip(&whole).find(|(resumed, known)| resumed != known);
                assert_eq!((other, resumed.len()), (None, whole.len()), "{what}: {err}");
            }
        }
    }
    println!(
        "{count} edits, read twice: {refused} refused, {harmless} harmless, {lost} of them lost runs"
    );
    assert!(refused > count && harmless > count / 10 && lost > count / 50);
}
