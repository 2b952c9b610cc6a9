//! `compare` and `bench`: exact tables, every source of boards, every format, every mistake.

use crate::run::{Ran, Refusals, check_snapshot, command, taquin, taquin_reading};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use taquin_api::settings::reported_options;

pub fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

/// Returns the records of one kind.
pub fn records(text: &str, record: &str) -> Vec<Value> {
    objects(text).into_iter().filter(|object| object["record"] == record).collect()
}

/// Returns the runs of a text without the fields that differ from one run to the next.
pub fn runs(text: &str) -> Vec<Value> {
    let mut runs = records(text, "run");
    for run in &mut runs {
        run["stats"]["seconds"] = Value::Null;
        run["digest"] = Value::Null;
    }
    runs
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the file is there")
}

pub fn text_of(path: &Path) -> &str {
    path.to_str().expect("its name is text")
}

/// Returns the first word of each line of a table, and the fields after it without their marks.
fn table(out: &str) -> Vec<(String, Vec<String>)> {
    let rows = out.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let row = |line: &str| {
        let mut fields =
            line.split_whitespace().map(|field| field.trim_end_matches('*').to_string());
        (fields.next().unwrap_or_default(), fields.collect())
    };
    rows.map(row).collect()
}

/// Returns the text of a comparison around its tables, and the settings of each.
fn remarks(out: &str) -> String {
    let is_remark =
        |line: &&str| line.starts_with(|c: char| c.is_alphanumeric()) || line.contains("  order ");
    out.lines().filter(is_remark).map(|line| format!("{line}\n")).collect()
}

#[test]
fn source_c_is_one_table() {
    let algorithms = "bfs:LRUD,dfs:DURL,astar:manhattan:LRUD:board,astar:euclidean:LRUD:board";
    let ran = taquin(&["compare", "762853014", "--goal", "zero-first", "--algorithms", algorithms]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    // Length, explored and max depth were published; A* has depth 22.
    let expected = [
        ("bfs:LRUD", "22", "83,130", "23"),
        ("dfs:DURL", "64,674", "107,462", "66,488"),
        ("astar:manhattan:LRUD:board", "22", "263", "22"),
        ("astar:euclidean:LRUD:board", "22", "816", "22"),
    ];
    let found = table(&ran.out);
    for ((name, length, explored, depth), (id, fields)) in expected.into_iter().zip(&found) {
        assert_eq!(id, name);
        assert_eq!([&fields[0], &fields[1], &fields[5]], [length, explored, depth], "{name}");
    }
    // The best is marked without colours.
    let line = |name: &str| ran.out.lines().find(|line| line.contains(name)).unwrap_or_default();
    assert!(line("astar:manhattan").contains("22*") && line("astar:manhattan").contains("263*"));
    assert!(line("astar:euclidean").contains("22*") && !line("astar:euclidean").contains("816*"));
    assert!(line("bfs:LRUD").contains("22* ") && !line("dfs:DURL").contains("64,674*"));
    check_snapshot("compare-four", &remarks(&ran.out));
}

#[test]
fn source_b_is_a_mean() {
    let boards = ["compare", "--random", "500", "--seed", "1", "--goal", "zero-first"];
    let configurations = ["--algorithms", "astar", "--heuristics", "manhattan,euclidean"];
    let ran = taquin(&[&boards[..], &configurations, &["--quantiles"]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in ["\nMean\n", "\nMedian\n", "\n95 % quantile\n", "ties lifo"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let ran = taquin(&[&boards[..], &configurations, &["--json"]].concat());
    let summaries = records(&ran.out, "summary");
    assert_eq!(records(&ran.out, "run").len(), 1000);
    for (summary, expanded) in summaries.iter().zip([700.0..=1800.0, 2000.0..=2900.0]) {
        let mean =
            |measure: &str| summary["measures"][measure]["mean"].as_f64().unwrap_or(f64::NAN);
        assert!((21.4..=22.5).contains(&mean("length")), "{summary}");
        assert!(expanded.contains(&mean("expanded")), "{summary}");
        assert_eq!((&summary["solved"], &summary["optimal"]), (&json!(500), &json!(500)));
    }
    // Seed 1 gives these boards on every machine and in every version.
    assert_eq!(summaries[0]["measures"]["length"]["sum"], 10_953);
    assert_eq!(summaries[0]["measures"]["expanded"]["sum"], 462_889);
    assert_eq!(summaries[1]["measures"]["expanded"]["sum"], 1_186_217);
}

#[test]
fn stopped_runs_are_reported_and_not_averaged() {
    let hard = "15 14 8 12/10 9 11 13/2 6 5 1/3 7 4 0";
    let limits = ["--max-nodes", "10k"];
    let configurations = ["-a", "bfs,dfs,astar"];
    let ran = taquin(&[&["compare", hard], &configurations[..], &limits].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut output = remarks(&ran.out);
    assert_eq!(table(&ran.out)[0].1[..2], ["stopped", "10,000"]);

    let easy = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    let ran = taquin(&[&["compare", hard, easy, "--json"], &configurations[..2], &limits].concat());
    let bfs = &records(&ran.out, "summary")[0];
    assert_eq!(
        (&bfs["boards"], &bfs["solved"], &bfs["stopped"]),
        (&json!(2), &json!(1), &json!(1))
    );
    assert_eq!(bfs["measures"]["length"]["mean"], 1);
    assert!(bfs["measures"]["explored"]["max"].as_u64() < Some(100), "{bfs}");
    let ran = taquin(&[&["compare", hard, easy], &configurations[..], &limits].concat());
    output = output + "\n" + &remarks(&ran.out);
    check_snapshot("compare-stopped", &output);
}

#[test]
fn unsolvable_boards_are_reported_not_searched() {
    let one = taquin(&["compare", "123456870"]);
    assert_eq!(one.code, 1);
    let two = ["compare", "123456870", "123456708", "-a", "bfs,astar"];
    let ran = taquin(&two);
    assert_eq!(ran.code, 0);
    check_snapshot("compare-unsolvable", &[remarks(&one.out), remarks(&ran.out)].join("\n"));
    let summaries = records(&taquin(&[&two[..], &["--json"]].concat()).out, "summary");
    let counts = summaries.iter().map(|all| (&all["unsolvable"], &all["solved"]));
    assert_eq!(counts.collect::<Vec<_>>(), [(&json!(1), &json!(1)); 2]);
}

#[test]
fn configurations_that_do_not_fit_are_reported() {
    let hard = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12";
    let refused = taquin(&["compare", hard, "-a", "table,astar"]);
    assert_eq!(refused.code, 0, "{}", refused.err);
    let rows = runs(&taquin(&["compare", hard, "-a", "table,astar", "--json"]).out);
    let fields = ["configuration", "outcome", "refusal_code"].map(|name| &rows[0][name]);
    assert_eq!(fields, ["table", "refused", "space-too-large"]);
    let ran = taquin(&["compare", hard, "-a", "astar,greedy", "-H", "manhattan,in-place"]);
    assert_eq!(ran.code, 0);
    check_snapshot("compare-refused", &[remarks(&refused.out), ran.err].join("\n"));
    assert!(ran.out.contains("greedy:in-place"), "{}", ran.out);
    let ran = taquin(&["compare", "412587063", "-a", "all", "-H", "manhattan", "--max-time", "2s"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        table(&ran.out).iter().take(14).filter(|(id, _)| id.contains("manhattan")).count(),
        6
    );
}

#[test]
fn costs_have_their_own_column() {
    let configurations = ["-a", "dijkstra,astar,greedy", "--cost", "tile"];
    let ran = taquin(&[&["compare", "134802765", "--goal", "snail"], &configurations[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains(" cost "), "{}", ran.out);
    check_snapshot("compare-costs", &remarks(&ran.out));
}

#[test]
fn mistakes_are_refused() {
    let mut refusals = Refusals::default();
    let mut wrong = |arguments: &[&str]| refusals.run(2, arguments);
    wrong(&["compare"]);
    wrong(&["compare", "647850321", "-a", "bsf"]);
    wrong(&["compare", "647850321", "-a", "bfs:XYZ"]);
    for word in ["bfs:LRUD:UDLR", "dfs:max-depth=x", "wa*:weight=0", "dfs:speed=1", "dfs:manhattan"]
    {
        wrong(&["compare", "647850321", "-a", word]);
    }
    wrong(&["compare", "647850321", "-a", "bfs", "-H", "manhattan"]);
    wrong(&["compare", "647850321", "-a", "astar", "-H", "in-place"]);
    wrong(&["compare", "647850321", "-H", "manhatan"]);
    wrong(&["compare", "647850321", "-a", "bfs", "--ties", "fifo"]);
    wrong(&["compare", "1 2 3/4 5 8/7 8 0"]);
    wrong(&["compare", "647850321", "-o", "x.txt"]);
    wrong(&["compare", "647850321", "--goal", "1 2/3 0"]);
    wrong(&["compare", "647850321", "--json", "--csv"]);
    wrong(&["bench", "no-such-file.txt"]);
    wrong(&["bench", "princeton"]);
    wrong(&["bench", "random:many"]);
    wrong(&["bench", "random:0"]);
    wrong(&["bench", "random:5", "--jobs", "0"]);
    wrong(&["bench", "random:5", "--shard", "3/2"]);
    wrong(&["bench", "random:5", "--resume", "x.csv"]);
    wrong(&["bench", "random:5", "-o", "no/such/folder.jsonl"]);
    wrong(&["merge"]);
    wrong(&["merge", "no-such-file.jsonl"]);
    refusals.check("refused-experiments", &[]);
}

#[test]
fn files_by_their_names() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name);
    let written = |name: &str| {
        let path = path(name);
        let ran = taquin(&["compare", "647850321", "-a", "bfs,astar", "-o", text_of(&path)]);
        assert_eq!((ran.code, ran.err_but_files().as_str()), (0, ""), "{}", ran.out);
        assert_eq!(table(&ran.out)[0].1[0], "31", "{}", ran.out);
        read(&path)
    };
    let csv = written("c.csv");
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let columns = 35 + reported_options().count();
    assert_eq!((lines.len(), lines[0].len(), lines[1].len()), (3, columns, columns));
    let field = |name: &str| lines[0].iter().position(|known| *known == name).expect("a column");
    assert_eq!(lines[1][field("explored")], "181440");
    assert_eq!(lines[2][field("configuration")], "astar:manhattan");
    assert_eq!([lines[2][field("length")], lines[2][field("optimal")]], ["31", "true"]);
    let json: Value = serde_json::from_str(&written("c.json")).expect("it is one object");
    assert_eq!(json["experiment"]["set"], "6 4 7/8 5 0/3 2 1");
    assert_eq!(json["runs"][0]["stats"]["explored"], 181_440);
    assert_eq!(json["summaries"][1]["configuration"], "astar:manhattan");
    // A comparison may be repeated into the same file.
    written("c.jsonl");
    let lines = written("c.jsonl");
    assert_eq!(objects(&lines).len(), 1 + 2 + 2);
    let ran = taquin(&["merge", text_of(&path("c.jsonl")), "--json"]);
    assert_eq!((ran.code, ran.out), (0, lines));
}

#[test]
fn bench_prints_lines_in_order_whatever_the_jobs() {
    let one = taquin(&["bench", "random:40", "--seed", "7", "-a", "bfs,ida"]);
    let four = taquin(&["bench", "random:40", "--seed", "7", "-a", "bfs,ida", "--jobs", "4"]);
    assert_eq!((one.code, four.code, one.err.as_str()), (0, 0, ""));
    assert_eq!(runs(&one.out), runs(&four.out));
    let numbers: Vec<u64> =
        runs(&one.out).iter().filter_map(|run| run["number"].as_u64()).collect();
    assert_eq!(numbers, (1..=40).flat_map(|number| [number, number]).collect::<Vec<_>>());
    let header = &objects(&one.out)[0];
    assert_eq!(header["record"], "experiment");
    assert_eq!(
        (&header["set"], &header["boards"]),
        (&json!("random:40 of 3x3, seed 7"), &json!(40))
    );
    assert_eq!(records(&one.out, "summary").len(), 2);
    let csv = taquin(&["bench", "random:40", "--seed", "7", "-a", "bfs,ida", "--csv"]);
    assert_eq!(csv.out.lines().count(), 81);
    let ida = &records(&one.out, "summary")[1];
    let fields = ["configuration", "solved", "optimal"].map(|name| &ida[name]);
    assert_eq!(fields, [&json!("ida:manhattan"), &json!(40), &json!(40)]);
    check_snapshot("bench-summary", &remarks(&csv.err));
}

#[test]
fn korf_is_checked_against_what_he_published() {
    let ran =
        taquin(&["bench", "korf100", "-H", "walking-distance", "--max-nodes", "1M", "--jobs", "2"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    let header = &objects(&ran.out)[0];
    assert_eq!((&header["goal"], &header["boards"]), (&json!("zero-first"), &json!(100)));
    let rows = runs(&ran.out);
    let published: u64 = rows.iter().filter_map(|row| row["published_length"].as_u64()).sum();
    assert_eq!(published, 5305);
    let solved: Vec<&Value> = rows.iter().filter(|row| row["outcome"] == "solved").collect();
    assert!(solved.len() > 10, "{}", solved.len());
    assert!(
        solved.iter().all(|row| row["agrees"] == true && row["length"] == row["published_length"])
    );
    // For another goal no results are published.
    let ran = taquin(&["bench", "korf100", "--goal", "classic", "--max-nodes", "1k"]);
    assert!(runs(&ran.out).iter().all(|row| row["published_length"].is_null()));
}

#[test]
fn what_a_file_states_is_checked() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("boards.txt");
    let text = "a moves=4 : 0 1 3 4 2 5 7 8 6\nb moves=-1 : 1 2 3/4 5 6/8 7 0\nc : 1 2/3 0\n";
    fs::write(&path, text).expect("written");
    let ran = taquin(&["bench", text_of(&path), "-H", "linear-conflict"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    let rows = runs(&ran.out);
    let seen: Vec<[&Value; 3]> =
        rows.iter().map(|row| [&row["name"], &row["outcome"], &row["agrees"]]).collect();
    assert_eq!(seen[0], [&json!("a"), &json!("solved"), &json!(true)]);
    assert_eq!(seen[1], [&json!("b"), &json!("unsolvable"), &json!(true)]);
    assert_eq!(seen[2], [&json!("c"), &json!("solved"), &Value::Null]);

    fs::write(&path, text.replace("moves=4", "moves=6")).expect("written");
    let ran = taquin(&["bench", text_of(&path), "--csv"]);
    assert_eq!(ran.code, 1);
    let printed = remarks(&ran.err.replace(text_of(folder.path()), "[folder]"));
    check_snapshot("bench-not-as-published", &printed);
    let ran = taquin(&["bench", text_of(&path)]);
    assert_eq!(ran.code, 1);
    assert_eq!(records(&ran.out, "summary")[0]["not_as_published"], json!([1]));
    fs::write(&path, text.replace("8 6", "8 8")).expect("written");
    let ran = taquin(&["bench", text_of(&path)]);
    let mut refusals = Refusals::default();
    refusals.add(2, "bench boards.txt", &ran);
    refusals.check("refused-annotated", &[folder.path()]);
}

#[test]
fn a_courses_boards_are_solved_to_their_stated_length() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/princeton.txt");
    let configurations = ["-a", "ida:linear-conflict", "--max-nodes", "20M", "--jobs", "2"];
    let ran = taquin(&[&["bench", text_of(&path)], &configurations[..]].concat());
    assert_eq!(ran.code, 3, "{}", ran.err);
    let rows = runs(&ran.out);
    assert_eq!(rows.len(), 146);
    let others: Vec<&Value> = rows.iter().filter(|row| row["agrees"] != true).collect();
    assert_eq!(others.len(), 1, "{others:?}");
    assert_eq!(
        (&others[0]["name"], &others[0]["outcome"]),
        (&json!("puzzle4x4-80"), &json!("stopped"))
    );
}

#[test]
fn boards_come_from_everywhere() {
    let ran =
        taquin_reading(b"123456708\n412587063\n", &["compare", "-", "-a", "bfs", "--csv", "-q"]);
    assert_eq!((ran.code, ran.err.as_str(), ran.out.lines().count()), (0, "", 3));
    let ran =
        taquin(&["bench", "123456708", "random:2", "korf100", "--max-nodes", "10", "--csv", "-q"]);
    assert_eq!((ran.code, ran.out.lines().count()), (3, 104));
    // The cells of one board without quotes.
    let ran = taquin(&["compare", "1", "2", "3", "4", "5", "6", "7", "0", "8", "-a", "bfs"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// A search without a frontier does not have the smallest one, and a long solution makes b* look small.
#[test]
fn only_comparable_values_are_marked_as_lowest() {
    for boards in [&["412587063"][..], &["--random", "3"]] {
        let arguments = [&["compare"][..], boards, &["--algorithms", "bfs,dfs,astar,ida"]].concat();
        let ran = command(&arguments).env("COLUMNS", "200").output().expect("the program runs");
        let ran = Ran::from(ran);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let lines = || ran.out.lines().map(str::trim_start);
        // Long solutions have no b*, and searches of a tree no frontier.
        for id in ["dfs ", "ida"] {
            assert!(
                lines().any(|line| line.starts_with(id) && line.contains(" – ")),
                "{}",
                ran.out
            );
        }
        assert!(!ran.out.contains("1.0000") && !ran.out.contains(" 0*"), "{}", ran.out);
        // Nor is the least of the memory marked.
        assert!(!ran.out.contains("B*"), "{}", ran.out);
        // The others have one in each of these columns.
        let starred =
            |id: &str| lines().filter(|line| line.starts_with(id)).any(|l| l.contains('*'));
        assert!(starred("astar") && starred("ida"), "{}", ran.out);
    }
}

/// A terminal shows a summary; a pipe gets the lines.
#[cfg(unix)]
#[test]
fn a_terminal_shows_a_summary_where_a_pipe_gets_lines() {
    let arguments = ["bench", "random:3", "--algorithms", "bfs,astar"];
    let in_terminal = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)";
    let python = Command::new("python3")
        .args(["-c", in_terminal, env!("CARGO_BIN_EXE_taquin")])
        .args(arguments)
        .env("COLUMNS", "100")
        .stdin(Stdio::null())
        .output();
    let ran = Ran::from(python.expect("Python runs"));
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.out.contains("Mean") && !ran.out.contains("{\"record\""), "{}", ran.out);
    assert_eq!(records(&taquin(&arguments).out, "run").len(), 6);
}
