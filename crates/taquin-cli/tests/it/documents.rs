//! Help, lists, explanations, completions and manual pages.

use crate::run::{check_snapshot, taquin};

#[test]
fn help_has_examples_and_exit_codes() {
    let ran = taquin(&["--help"]);
    assert_eq!(ran.code, 0);
    for part in ["Examples:", "Exit codes:", "130  interrupted", "taquin 647850321"] {
        assert!(ran.out.contains(part), "{part}");
    }
    let ran = taquin(&["solve", "--help"]);
    assert_eq!(ran.code, 0);
    for part in ["Examples:", "Exit codes:", "--max-memory", "walking-distance", "-H, --heuristic"]
    {
        assert!(ran.out.contains(part), "{part}");
    }
    assert!(ran.out.lines().all(|line| line.len() <= 100), "{}", ran.out);
}

#[test]
fn alone_it_prints_help() {
    let ran = taquin(&[]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("Usage: taquin"), "{}", ran.out);
}

#[test]
fn lists_fit_the_page() {
    let ran = taquin(&["list"]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.lines().all(|line| line.len() <= 100), "{}", ran.out);
    for id in ["auto", "bidirectional", "walking-distance", "tile+displaced", "zero-first", "heap"]
    {
        assert!(ran.out.contains(&format!("\n  {id} ")), "{id}");
    }
}

#[test]
fn everything_is_explained() {
    let all = taquin(&["list", "--json"]).out;
    let all: serde_json::Value = serde_json::from_str(&all).expect("it is an object");
    let mut explained = 0;
    for list in ["algorithms", "heuristics", "costs", "goals", "ties"] {
        for item in all[list].as_array().expect("it is a list") {
            let aliases = item["aliases"].as_array().cloned().unwrap_or_default();
            for name in aliases.iter().chain([&item["id"]]) {
                let name = name.as_str().expect("it is a name");
                let ran = taquin(&["explain", name]);
                assert_eq!(ran.code, 0, "{name}: {}", ran.err);
                assert!(ran.out.contains("try "), "{}", ran.out);
                explained += 1;
            }
        }
    }
    assert!(explained > 30);
    check_snapshot("explain-ida", &taquin(&["explain", "IDA*"]).out);
    check_snapshot("explain-snail", &taquin(&["explain", "snail"]).out);
}

#[test]
fn completions_say_where_they_go() {
    let shells = [
        ("bash", "bash-completion/completions/taquin"),
        ("zsh", "_taquin"),
        ("fish", "completions/taquin.fish"),
        ("elvish", "taquin.elv"),
        ("powershell", "$PROFILE"),
    ];
    for (shell, place) in shells {
        let ran = taquin(&["completions", shell]);
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("--heuristic") || ran.out.contains("-l heuristic"), "{shell}");
        // The first line for zsh is its tag.
        let mut lines = ran.out.lines().skip_while(|line| *line == "#compdef taquin");
        let first = lines.next().unwrap_or_default();
        assert!(first.starts_with("# Save as ") && first.contains(place), "{shell}: {first}");
        assert_eq!(ran.out.starts_with("#compdef taquin\n"), shell == "zsh");
    }
}

/// Returns the lines of a manual page with roff's escapes undone.
fn unmarked(page: &str) -> Vec<String> {
    page.lines()
        .map(|line| line.replace("\\-", "-").replace("\\*(Aq", "'").replace("\\&", ""))
        .collect()
}

#[test]
fn manual_pages_keep_the_layout_of_examples() {
    for command in [&[][..], &["solve"], &["pdb"], &["completions"]] {
        let help = taquin(&[command, &["--help"]].concat()).out;
        let examples = help.split("\nExamples:\n").nth(1).expect("there are examples");
        let examples = examples.lines().take_while(|line| line.starts_with("  taquin "));
        let examples: Vec<&str> = examples.map(|line| line.trim_start()).collect();
        let page = unmarked(&taquin(&[&["man"][..], command].concat()).out);
        let heading = page.iter().position(|line| line == ".SH EXAMPLES").expect("a section");
        let kept = &page[heading + 1..];
        assert_eq!(kept[0], ".nf", "{command:?}");
        assert!(examples.len() > 1);
        assert_eq!(kept[1..=examples.len()], examples, "{command:?}");
        assert_eq!(kept[examples.len() + 1], ".fi", "{command:?}");
    }
    // Prose is wrapped by roff.
    let page = taquin(&["man", "pdb"]).out;
    let partitions = page.split(".SH PARTITIONS\n").nth(1).expect("a section");
    assert!(partitions.starts_with(".fi\nA pattern database"), "{partitions}");
    let page = taquin(&["man", "compare"]).out;
    assert!(page.contains("options of astar.\n.nf\n  bfs:LRUD   astar:manhattan"), "{page}");
    // Exit codes and their meanings are in columns.
    assert!(taquin(&["man"]).out.contains(".SH \"EXIT CODES\"\n.nf\n0    solved\n"));
}

#[test]
fn all_manual_pages_are_written() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let pages = folder.path().join("share/man1");
    let path = pages.to_str().expect("it is text");
    let ran = taquin(&["man", "--dir", path]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let files = std::fs::read_dir(&pages).expect("it was made");
    let names = files.map(|file| file.expect("it is there").file_name().into_string());
    let mut names: Vec<String> = names.map(|name| name.expect("it is text")).collect();
    names.sort();
    assert!(ran.out.starts_with(&format!("Wrote {} pages to ", names.len())), "{}", ran.out);
    for name in ["taquin.1", "taquin-solve.1", "taquin-pdb.1", "taquin-pdb-build.1"] {
        assert!(names.iter().any(|other| other == name), "{name}");
    }
    assert!(!names.iter().any(|name| name.contains("help") || !name.ends_with(".1")), "{names:?}");
    // Each is the output of `taquin man`, and names the version.
    let written = std::fs::read_to_string(pages.join("taquin-pdb-build.1")).expect("it is there");
    assert_eq!(written, taquin(&["man", "pdb", "build"]).out);
    let title = format!(".TH taquin-pdb-build 1  \"taquin {}\" taquin", env!("CARGO_PKG_VERSION"));
    assert!(unmarked(&written).contains(&title), "{written}");
    // A failure to write is reported.
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("written");
    assert_eq!(taquin(&["man", "--dir", file.to_str().expect("text")]).code, 2);
    assert_eq!(taquin(&["man", "solve", "--dir", path]).code, 2);
}
