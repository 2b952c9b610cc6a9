//! What the program says about itself.

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
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish"] {
        let ran = taquin(&["completions", shell]);
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("walking-distance"), "{shell}");
    }
    for page in [&["man"][..], &["man", "solve"]] {
        let ran = taquin(page);
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains(".SH NAME"), "{}", ran.out);
    }
}
