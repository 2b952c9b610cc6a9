//! Pictures, and other files that commands write besides their answers.

use crate::run::{Ran, Refusals, check_snapshot, command};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

/// Runs the program in a folder.
fn taquin_in(folder: &TempDir, arguments: &[&str]) -> Ran {
    command(arguments).current_dir(folder).output().expect("the program runs").into()
}

fn read(folder: &TempDir, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn text(folder: &TempDir, name: &str) -> String {
    String::from_utf8(read(folder, name)).expect("it is text")
}

/// The names of the files in a folder.
fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Runs a command that must exit with 2 and write nothing, and adds its message.
fn refuse(refusals: &mut Refusals, arguments: &[&str]) {
    let folder = folder();
    let ran = taquin_in(&folder, arguments);
    assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
    assert_eq!(names(&folder), Vec::<String>::new(), "{arguments:?}");
    refusals.add_text(&arguments.join(" "), &ran.err);
}

#[test]
fn a_solution_is_saved_in_the_format_of_its_name() {
    let files = ["s.svg", "s.png", "s.gif", "s.csv", "s.json", "s.jsonl", "S.SVG"];
    let outputs: Vec<&str> = files.iter().flat_map(|file| ["-o", file]).collect();
    let (one, other) = (folder(), folder());
    for folder in [&one, &other] {
        let ran = taquin_in(folder, &[&["solve", "647850321", "-a", "bfs"], &outputs[..]].concat());
        assert_eq!((ran.code, ran.err_but_files().as_str()), (0, ""));
        // Each file is reported, with its contents and size.
        assert_eq!(ran.err.lines().count(), files.len(), "{}", ran.err);
        let gif = fs::metadata(folder.path().join("s.gif")).expect("it is there").len() as f64;
        let gif = format!("wrote s.gif: 31 moves, {:.1} KiB\n", gif / 1024.0);
        assert!(ran.err.contains(&gif), "{}", ran.err);
        assert!(ran.err.contains("wrote s.csv: 1 board, "), "{}", ran.err);
        let quiet = [&["solve", "647850321", "-a", "bfs", "--quiet"], &outputs[..]].concat();
        assert_eq!(taquin_in(folder, &quiet).err, "");
        assert!(ran.out.lines().next().is_some_and(|first| first.contains(" 31 ")), "{}", ran.out);
        assert_eq!(names(folder).len(), files.len(), "{:?}", names(folder));
    }
    for picture in ["s.svg", "s.png", "s.gif", "S.SVG"] {
        assert!(read(&one, picture) == read(&other, picture), "{picture} differs");
    }
    assert!(read(&one, "s.png").starts_with(b"\x89PNG\r\n"));
    assert!(read(&one, "s.gif").starts_with(b"GIF89a"));
    let svg = text(&one, "s.svg");
    assert!(
        svg.starts_with("<svg ") && svg.contains("<title>647850321 solved in 31 moves</title>")
    );
    assert!(svg.contains("prefers-color-scheme:dark"));

    let line: Value = serde_json::from_str(&text(&one, "s.jsonl")).expect("an object");
    let list: Value = serde_json::from_str(&text(&one, "s.json")).expect("a list");
    assert_eq!((&list[0], list.as_array().map(Vec::len)), (&line, Some(1)));
    assert_eq!(line["stats"]["explored"], 181_440);
    let csv = text(&one, "s.csv");
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (head, row) = (rows.next().expect("a head"), rows.next().expect("a row"));
    assert_eq!(head.len(), row.len());
    let cell = |name: &str| head.iter().position(|&known| known == name).map(|at| row[at]);
    assert_eq!((cell("length"), cell("explored")), (Some("31"), Some("181440")));
    assert_eq!((cell("heuristic"), cell("optimal")), (Some(""), Some("true")));
}

#[test]
fn results_of_many_boards_go_into_one_file() {
    let folder = folder();
    fs::write(folder.path().join("boards.txt"), "123456708\n1234\n123456870\n").expect("written");
    let arguments = ["solve", "@boards.txt", "-o", "r.csv", "-o", "r.json", "-o", "r.jsonl"];
    let ran = taquin_in(&folder, &arguments);
    assert_eq!(ran.code, 2);
    let csv = text(&folder, "r.csv");
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 4);
    assert!(rows[1].starts_with("1,,,boards.txt,1,1 2 3/4 5 6/7 0 8,"), "{}", rows[1]);
    assert!(rows[2].starts_with("2,,,boards.txt,2,,"), "{}", rows[2]);
    assert!(rows[3].contains(",unsolvable,"), "{}", rows[3]);
    let list: Value = serde_json::from_str(&text(&folder, "r.json")).expect("a list");
    let lines: Vec<Value> = text(&folder, "r.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    let outcomes: Vec<&Value> = lines.iter().map(|line| &line["outcome"]).collect();
    assert_eq!(outcomes, [&Value::from("solved"), &Value::Null, &Value::from("unsolvable")]);
    assert_eq!(list.as_array().map(Vec::len), Some(3));
}

#[test]
fn a_small_search_has_a_tree() {
    let folder = folder();
    let arguments = ["solve", "123460758", "-a", "astar", "--tree", "t.svg", "-o", "t.dot"];
    let ran = taquin_in(&folder, &arguments);
    assert_eq!((ran.code, ran.err_but_files().as_str()), (0, ""));
    assert!(ran.err.contains("wrote t.svg: a tree of 9 nodes, "), "{}", ran.err);
    let (svg, dot) = (text(&folder, "t.svg"), text(&folder, "t.dot"));
    assert!(svg.contains("#4 goal") && svg.contains("3 + 0 = 3"), "{svg}");
    assert_eq!((dot.matches(" -> ").count(), dot.matches("peripheries=2").count()), (8, 1));
    // A search stopped by a limit has a tree too, and its own exit code.
    let stopped = ["solve", "647850321", "-a", "dfs", "--max-nodes", "30", "--tree", "d.png"];
    assert_eq!(taquin_in(&folder, &stopped).code, 3);
    assert!(read(&folder, "d.png").starts_with(b"\x89PNG"));
    // The counts are the same with and without recording.
    let counts = |more: &[&str]| {
        let board = ["solve", "123460758", "--json", "-a", "ida", "-H", "misplaced"];
        let ran = taquin_in(&folder, &[&board[..], more].concat());
        let object: Value = serde_json::from_str(&ran.out).expect("an object");
        ["explored", "expanded", "generated"].map(|name| object["stats"][name].clone())
    };
    assert_eq!(counts(&[]), counts(&["--tree", "i.svg"]));
}

#[test]
fn pictures_that_cannot_be_drawn_are_reported() {
    let board = "647850321";
    let mut refusals = Refusals::default();
    refuse(&mut refusals, &["solve", board, "-o", "x.bmp"]);
    refuse(&mut refusals, &["solve", board, "-o", "x"]);
    refuse(&mut refusals, &["solve", board, "-a", "bfs", "--tree", "x.gif"]);
    refuse(&mut refusals, &["solve", board, "--tree", "x.svg"]);
    refuse(&mut refusals, &["solve", board, board, "-o", "x.svg"]);
    refuse(&mut refusals, &["solve", board, "-o", "no/such/x.svg"]);
    refuse(&mut refusals, &["solve", board, "-o", "no/such/x.csv"]);
    refuse(&mut refusals, &["solve", board, "-a", "bfs", "--tree", "x.svg"]);
    refuse(&mut refusals, &["solve", board, "-a", "bidirectional", "-o", "x.dot"]);
    let long = ["solve", board, "-a", "dfs", "--order", "RLDU"];
    refuse(&mut refusals, &[&long[..], &["-o", "x.gif"]].concat());
    refuse(&mut refusals, &[&long[..], &["-o", "x.png"]].concat());
    refusals.check("refused-drawings", &[]);
}

#[test]
fn without_a_solution_nothing_is_drawn() {
    let folder = folder();
    let ran = taquin_in(&folder, &["solve", "123456870", "-o", "x.svg"]);
    assert_eq!(ran.code, 1);
    check_snapshot("nothing-drawn", &ran.err);
    let ran = taquin_in(&folder, &["solve", "123456870", "-o", "x.svg", "--quiet"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(names(&folder).is_empty());
}

#[test]
fn saved_results_are_drawn() {
    let folder = folder();
    fs::write(folder.path().join("boards.txt"), "123456708\n123450786\n123405786\n413726580\n")
        .expect("written");
    let mut saved = String::new();
    for algorithm in ["bfs", "astar", "greedy"] {
        saved += &taquin_in(&folder, &["solve", "@boards.txt", "-a", algorithm, "--json"]).out;
    }
    saved += "{\"summary\": {}, \"stats\": {}}\n\n{\"experiment\": 1}\n{\"error\": {}}\n";
    fs::write(folder.path().join("many.jsonl"), &saved).expect("written");
    let plot = |arguments: &[&str]| {
        let ran = taquin_in(&folder, &[&["plot"], arguments].concat());
        let err = ran.err_but_files();
        assert_eq!((ran.code, err.as_str(), ran.out.as_str()), (0, "", ""), "{arguments:?}");
        read(&folder, arguments[2])
    };
    let lines = String::from_utf8(plot(&["many.jsonl", "-o", "many.svg"])).expect("it is text");
    assert!(lines.contains("<title>Searches by depth</title>"), "{lines}");
    for part in
        ["4 different boards.", ">bfs<", ">astar manhattan<", ">greedy manhattan<", ">Expanded<"]
    {
        assert!(lines.contains(part), "{part}");
    }
    assert!(plot(&["many.jsonl", "-o", "again.svg"]) == lines.as_bytes());

    let of_one: String = saved.lines().step_by(4).take(3).map(|line| format!("{line}\n")).collect();
    fs::write(folder.path().join("one.jsonl"), of_one).expect("written");
    let bars = plot(&["one.jsonl", "-o", "one.svg", "--title", "Three of them"]);
    let bars = String::from_utf8(bars).expect("it is text");
    assert!(bars.contains("<title>Three of them</title>") && bars.contains(">Memory at the peak<"));
    let some = plot(&["one.jsonl", "-o", "some.svg", "--measures", "time,explored"]);
    let some = String::from_utf8(some).expect("it is text");
    assert!(some.contains(">Time<") && some.contains(">Explored<") && !some.contains(">Expanded<"));
    assert!(plot(&["one.jsonl", "-o", "one.png"]).starts_with(b"\x89PNG"));

    // Solutions that get shorter and shorter.
    let boards = taquin_in(&folder, &["generate", "--size", "5x5", "--count", "2", "--seed", "5"]);
    fs::write(folder.path().join("large.txt"), boards.out).expect("written");
    let limited = ["-a", "near-optimal", "--max-nodes", "300000", "--json"];
    let shorter = taquin_in(&folder, &[&["solve", "@large.txt"][..], &limited].concat());
    fs::write(folder.path().join("shorter.jsonl"), shorter.out).expect("written");
    let shorter = String::from_utf8(plot(&["shorter.jsonl", "-o", "s.svg"])).expect("it is text");
    for part in ["Ever shorter solutions", "2 different boards.", ">states explored<", ">time<"] {
        assert!(shorter.contains(part), "{part}");
    }
    assert!(plot(&["shorter.jsonl", "-o", "s.png"]).starts_with(b"\x89PNG"));

    let table = "{\"size\":\"2x2\",\"metric\":\"stm\",\"counts\":[1,2,2,2,2,2,1]}";
    fs::write(folder.path().join("table.json"), table).expect("written");
    let histogram = String::from_utf8(plot(&["table.json", "-o", "t.svg"])).expect("it is text");
    assert!(histogram.contains("2x2 boards by distance") && histogram.contains("mean 3.00"));
}

#[test]
fn bad_results_are_reported() {
    let folder = folder();
    let mut refusals = Refusals::default();
    let mut wrong = |content: &str| {
        fs::write(folder.path().join("r.jsonl"), content).expect("written");
        let ran = taquin_in(&folder, &["plot", "r.jsonl", "-o", "x.svg"]);
        assert_eq!(ran.code, 2, "{content}");
        refusals.add_text(&format!("plot r.jsonl of {content:?}"), &ran.err);
        assert_eq!(names(&folder), ["r.jsonl"]);
    };
    wrong("");
    wrong("{}\n[]\n3\nnull\n\"text\"\n");
    wrong("{\"stats\":{}}\n{\"stats\":");
    wrong("{\"stats\":{\"explored\":-1}}");
    // Rows with few fields.
    wrong("{\"stats\":{}}\n{\"stats\":{}}\n");
    wrong("{\"counts\":[\"many\"]}");
    refuse(&mut refusals, &["plot", "none.jsonl", "-o", "x.svg"]);
    refuse(&mut refusals, &["plot", "none.jsonl", "-o", "x.gif"]);
    refuse(&mut refusals, &["plot", "none.jsonl"]);
    let typing_error = ["plot", "-", "-o", "x.svg", "--measures", "explord"];
    refuse(&mut refusals, &typing_error);
    refusals.check("refused-results", &[]);
}

/// Returns the file that a command writes; runs it twice and asserts that both files are equal.
fn drawn(arguments: &[&str], name: &str) -> String {
    let draw = || {
        let folder = folder();
        let ran = taquin_in(&folder, &[arguments, &["-o", name]].concat());
        assert_eq!((ran.code, ran.err_but_files().as_str()), (0, ""), "{arguments:?}");
        let is_told = ran.err.starts_with(&format!("wrote {name}: "));
        assert_eq!(is_told, !arguments.contains(&"-q"), "{}", ran.err);
        assert_eq!(names(&folder), [name]);
        text(&folder, name)
    };
    let one = draw();
    assert_eq!(one, draw(), "{arguments:?}");
    one
}

#[test]
fn a_comparison_on_one_board_has_bars() {
    let hard = "15 14 8 12/10 9 11 13/2 6 5 1/3 7 4 0";
    let measures = ["--measures", "length,explored,max-frontier,memory"];
    let configurations = ["-a", "bfs,astar,greedy", "--max-nodes", "10k"];
    let bars = drawn(&[&["compare", hard][..], &configurations, &measures].concat(), "c.svg");
    assert!(bars.contains(&format!("<title>Searches on {hard}</title>")), "{bars}");
    for part in [">bfs<", ">astar:manhattan<", ">10,000, stopped<", ">Memory at the peak<"] {
        assert!(bars.contains(part), "{part} in {bars}");
    }
    let how =
        "logarithmic scales. Goal classic. Limit: 10 s, 10,000 explored a run. Hatched: stopped";
    assert!(bars.contains(how), "{bars}");
    // Without --measures most of them are drawn, and several files at once.
    let folder = folder();
    let files = ["-o", "a.svg", "-o", "a.png", "-o", "a.csv", "-o", "a.json", "-o", "a.jsonl"];
    let ran =
        taquin_in(&folder, &[&["compare", "412587063", "-a", "bfs,ida"], &files[..]].concat());
    assert_eq!((ran.code, ran.err_but_files().as_str(), names(&folder).len()), (0, "", 5));
    assert_eq!(text(&folder, "a.svg").matches(" class=\"taquin").count(), 1);
    assert_eq!(text(&folder, "a.csv").lines().count(), 3);
    // Saved results give the same picture, in whichever format they were saved.
    for saved in ["a.json", "a.jsonl"] {
        assert_eq!(taquin_in(&folder, &["plot", saved, "-o", "b.svg", "-o", "b.png"]).code, 0);
        assert!(text(&folder, "b.svg") == text(&folder, "a.svg"), "{saved}");
        assert!(read(&folder, "b.png") == read(&folder, "a.png"), "{saved}");
    }
}

#[test]
fn a_comparison_on_many_boards_has_lines() {
    let random = ["--random", "60", "--seed", "1", "-a", "bfs,astar", "--measures", "expanded"];
    let lines = drawn(&[&["compare"], &random[..]].concat(), "c.svg");
    let title = "<title>Searches by depth: random:60 of 3x3, seed 1</title>";
    assert!(
        lines.contains(title) && lines.contains("60 different boards. Goal classic."),
        "{lines}"
    );
    assert!(!lines.contains(">Time<") && lines.contains(">moves of a shortest solution<"));
    // `bench` draws the same, except for the default limit of `compare`.
    let bench = drawn(&[&["bench", "--max-time", "10s"], &random[..]].concat(), "c.svg");
    assert_eq!(bench, lines);
    let folder = folder();
    let korf = ["bench", "korf100", "--max-nodes", "20k", "-H", "linear-conflict"];
    let ran = taquin_in(&folder, &[&korf[..], &["-o", "k.jsonl", "-o", "k.svg"]].concat());
    assert_eq!((ran.code, ran.err_but_files().as_str()), (3, ""));
    let svg = text(&folder, "k.svg");
    assert!(svg.contains("Left out: ") && svg.contains("runs stopped by a limit."), "{svg}");
    // A finished file is drawn without a search.
    let resumed = ["--resume", "k.jsonl", "-o", "again.svg"];
    assert_eq!(taquin_in(&folder, &[&korf[..], &resumed].concat()).code, 3);
    assert_eq!(taquin_in(&folder, &["merge", "k.jsonl", "-o", "merged.svg"]).code, 0);
    for name in ["again.svg", "merged.svg"] {
        assert_eq!(text(&folder, name), svg, "{name}");
    }
}

#[test]
fn a_space_has_a_histogram() {
    let table = ["table", "--size", "2x4", "--metric", "mtm", "-q"];
    let histogram = drawn(&table, "t.svg");
    assert!(histogram.contains("<title>2x4 boards by distance from the goal</title>"));
    assert!(histogram.contains("All 20,160 boards that can reach the goal 1 2 3 4/5 6 7 0"));
    let csv = drawn(&["table", "--size", "2x2"], "t.csv");
    assert_eq!(csv, "moves,boards\n0,1\n1,2\n2,2\n3,2\n4,2\n5,2\n6,1\n");
    let folder = folder();
    assert_eq!(
        taquin_in(&folder, &[&table[..], &["-o", "t.json", "-o", "t.png"]].concat()).code,
        0
    );
    assert_eq!(taquin_in(&folder, &["plot", "t.json", "-o", "p.svg", "-o", "p.png"]).code, 0);
    assert_eq!(text(&folder, "p.svg"), histogram);
    assert!(read(&folder, "p.png") == read(&folder, "t.png"));
}

#[test]
fn impossible_pictures_of_experiments_are_reported() {
    let mut refusals = Refusals::default();
    refuse(&mut refusals, &["compare", "123456708", "-o", "x.gif"]);
    refuse(&mut refusals, &["table", "-o", "x.jsonl"]);
    refuse(&mut refusals, &["compare", "123456708", "-o", "no/such/x.svg"]);
    refuse(&mut refusals, &["bench", "random:2", "-o", "x.svg", "--measures", "tiem"]);
    refusals.check("refused-charts", &[]);
    let folder = folder();
    let ran = taquin_in(&folder, &["compare", "123456870", "-o", "x.svg"]);
    assert_eq!(ran.code, 1);
    check_snapshot("nothing-drawn", &ran.err);
    assert!(names(&folder).is_empty());
}
