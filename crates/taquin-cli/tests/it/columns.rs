//! All text output fits the terminal: no line is wider than it, and no name, number or board is broken to achieve that.

use crate::run::{Ran, command, taquin};
use std::collections::BTreeSet;
use std::path::Path;
use unicode_width::UnicodeWidthStr;

/// Narrow, normal and wide.
const WIDTHS: [usize; 3] = [60, 80, 120];

/// Runs the program as in a terminal of this many columns.
fn taquin_in(columns: usize, arguments: &[&str]) -> Ran {
    let mut command = command(arguments);
    command.env("COLUMNS", columns.to_string());
    command.output().expect("the program runs").into()
}

/// Asserts that a text fits its columns.
fn assert_fits(columns: usize, what: &str, text: &str) {
    for line in text.lines() {
        assert!(line.width() <= columns, "{what} in {columns} columns: {line}\n\n{text}");
    }
}

fn runs(folder: &Path) -> String {
    let path = folder.join("runs.jsonl").display().to_string();
    let ran = taquin(&[
        "bench",
        "random:3",
        "--algorithms",
        "bfs,dfs:max-depth=40,weighted-astar:linear-conflict:weight=1.5,astar,beam:width=2",
        "--max-nodes",
        "100k",
        "-o",
        &path,
    ]);
    assert_eq!(ran.err_but_files(), "");
    path
}

#[test]
fn no_command_is_wider_than_the_terminal() {
    let folder = tempfile::tempdir().expect("there is room");
    let runs = runs(folder.path());
    let large = "21 13 9 4 5/6 2 8 14 10/1 12 3 7 15/11 16 18 19 24/17 22 23 20 0";
    let unsolvable = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 24 23 0";
    let csv = folder.path().join("out.csv").display().to_string();
    let commands: Vec<Vec<&str>> = vec![
        vec!["solve", "647850321", "--steps"],
        vec!["647850321", "-H", "linear-conflict"],
        vec!["solve", large, "-a", "greedy"],
        vec!["solve", large, "-a", "dfs", "--max-nodes", "1000"],
        vec!["solve", large, "--max-nodes", "1000"],
        vec!["solve", "15 14 8 12/10 9 11 13/2 6 5 1/3 7 4 0", "-a", "constructive"],
        vec!["solve", unsolvable],
        vec!["solve", "1 2 3/4 5 8/7 8 0"],
        vec!["check", unsolvable, "123456870", "647850321"],
        vec!["check", unsolvable, "--goal", "snail"],
        vec!["compare", "412587063", "--max-nodes", "10k"],
        vec!["compare", "412587063", "-a", "astar,greedy", "-H", "all", "--csv"],
        vec!["compare", "123456870"],
        vec!["compare", "--random", "3", "-a", "astar,ida,greedy"],
        vec!["compare", "--random", "3", "-a", "astar,ida", "--quantiles"],
        vec!["bench", "random:2", "-a", "bfs,astar:linear-conflict", "--csv"],
        vec!["merge", &runs, "-o", &csv],
        vec!["list"],
        vec!["verify", large, "UDLR"],
        vec!["verify", "123405786", "RD"],
        vec!["gap", "123405786", "RUDD"],
        vec!["gap", "123405786", "RRRR"],
        vec!["apply", "123405786", "RRRR"],
        vec!["table", "--size", "2x4"],
        vec!["generate", "--size", "4x4", "--depth", "25", "--seed", "1"],
        vec!["pdb", "show", "78"],
        vec!["pdb", "show", "6666", "--size", "5x5"],
        vec!["pdb", "build", "332", "--size", "3x3"],
        vec!["pdb", "list"],
        vec!["pdb", "verify", "332", "--size", "3x3"],
        vec!["network", "list"],
    ];
    for columns in WIDTHS {
        for arguments in &commands {
            let what = arguments.join(" ");
            // The data of --csv and boards are for programs.
            let ran = taquin_in(columns, arguments);
            if !arguments.contains(&"--csv") {
                assert_fits(columns, &what, &ran.out);
            }
            let printed = |line: &&str| {
                // Folder names can be long, and excerpts are written for logs.
                !line.contains(&*folder.path().to_string_lossy()) && ran.code != 2
            };
            let err: Vec<&str> = ran.err.lines().filter(printed).collect();
            assert_fits(columns, &what, &err.join("\n"));
            assert!(!ran.err.contains("panicked"), "{what}: {}", ran.err);
        }
    }
}

#[test]
fn every_help_and_explanation_fits() {
    let list: serde_json::Value =
        serde_json::from_str(&taquin(&["list", "--json"]).out).expect("one object");
    let mut topics = Vec::new();
    for kind in ["algorithms", "heuristics", "costs", "goals", "ties"] {
        for entry in list[kind].as_array().expect("a list") {
            topics.push(entry["id"].as_str().expect("a name").to_string());
        }
    }
    assert!(topics.len() > 30, "{topics:?}");
    let help = taquin(&["--help"]).out;
    let commands = help.split("Commands:\n").nth(1).unwrap_or_default();
    let commands = commands.lines().take_while(|line| line.starts_with("  "));
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for columns in WIDTHS {
        for topic in &topics {
            assert_fits(columns, topic, &taquin_in(columns, &["explain", topic]).out);
        }
        for command in &commands {
            for flag in ["-h", "--help"] {
                assert_fits(columns, command, &taquin_in(columns, &[command, flag]).out);
            }
        }
    }
}

/// Returns the cells of a text, separated by two spaces or more, without the mark of the best.
fn cells(text: &str) -> BTreeSet<String> {
    // The mark replaces one of the two spaces.
    let text = text.replace("* ", "  ");
    let cells = text.lines().flat_map(|line| line.split("  "));
    cells.map(|cell| cell.trim().trim_end_matches('*').to_string()).collect()
}

#[test]
fn no_cell_of_a_table_is_broken() {
    let folder = tempfile::tempdir().expect("there is room");
    let runs = runs(folder.path());
    let csv = folder.path().join("out.csv").display().to_string();
    let arguments = ["merge", &runs, "-o", &csv];
    let wide = taquin(&arguments).out;
    let all = cells(&wide);
    let tables = |text: &str| {
        let lines = text.lines().take_while(|line| !line.starts_with("* the least"));
        let lines = lines.filter(|line| line.starts_with("  "));
        lines.collect::<Vec<_>>().join("\n")
    };
    for columns in [60, 80, 100, 107] {
        let narrow = taquin_in(columns, &arguments).out;
        let shown = tables(&narrow);
        let id = "weighted-astar:linear-conflict:weight=1.5";
        assert!(shown.lines().any(|line| line.trim_start().starts_with(id)), "{narrow}");
        for cell in cells(&shown) {
            let is_heading = ["max depth", "max frontier", "states stored", "no solution"]
                .contains(&cell.as_str());
            assert!(all.contains(&cell) || is_heading, "{columns}: '{cell}'\n{narrow}\n{wide}");
        }
        let length = |text: &str| text.lines().filter(|line| line.contains("length")).count();
        assert!(length(&narrow) >= length(&wide), "{narrow}");
    }
    // If everything fits, nothing is reported as left out.
    assert_eq!(taquin_in(200, &arguments).out, wide);
    assert!(!wide.contains("Left out"), "{wide}");
}

#[test]
fn what_is_left_out_is_named_in_a_stated_order() {
    let arguments = ["compare", "412587063", "-a", "bfs,astar,ida"];
    let named = |columns: usize| {
        let out = taquin_in(columns, &arguments).out;
        let text = out.replace('\n', " ");
        let named = text.split(" columns: ").nth(1).and_then(|rest| rest.split(';').next());
        let named = named.unwrap_or_default().to_string();
        named.split(", ").map(str::to_string).filter(|name| !name.is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(named(120), [""; 0]);
    let order =
        ["max depth", "explored", "b*", "max frontier", "memory", "generated", "states stored"];
    let mut fewest = 0;
    for columns in (52..=120).rev().step_by(4) {
        let named: BTreeSet<String> = named(columns).into_iter().collect();
        let first = order.iter().take(named.len()).map(|name| name.to_string());
        assert_eq!(named, first.collect(), "{columns}");
        assert!(named.len() >= fewest, "{columns}: {named:?}");
        fewest = named.len();
    }
    assert!(fewest >= order.len() - 1, "{fewest}");
}

#[test]
fn many_boards_have_mean_and_median_and_the_rest_on_demand() {
    let arguments = ["compare", "--random", "3", "-a", "astar,ida"];
    let short = taquin(&arguments).out;
    assert!(short.contains("\nMean\n") && short.contains("\nMedian\n"), "{short}");
    assert!(!short.contains("25 % quantile") && short.contains("--quantiles"), "{short}");
    let long = taquin(&[&arguments[..], &["--quantiles"]].concat()).out;
    for title in ["Mean", "Least", "25 % quantile", "Median", "75 % quantile", "Greatest"] {
        assert!(long.contains(&format!("\n{title}\n")), "{long}");
    }
}
