//! `taquin network`: learnt scores are trained, stored, listed, verified and removed.

use crate::run::{Ran, taquin};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Runs `taquin network` with its scores in a folder.
fn network(folder: &Path, arguments: &[&str]) -> Ran {
    let folder = folder.to_str().expect("a name");
    taquin(&[&["network"], arguments, &["--cache-dir", folder]].concat())
}

/// Returns size, seed and rounds of all scores in the list.
fn listed(folder: &Path) -> Vec<(String, u64, u64)> {
    let ran = network(folder, &["list", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let objects = ran.out.lines().map(|line| serde_json::from_str(line).expect("an object"));
    let number = |object: &Value, name: &str| object[name].as_u64().expect("a number");
    let identity = |object: Value| {
        let size = object["size"].as_str().expect("a size").to_string();
        (size, number(&object, "seed"), number(&object, "rounds"))
    };
    objects.map(identity).collect()
}

#[test]
fn a_score_is_learnt_kept_verified_and_removed() {
    let folder = tempfile::tempdir().expect("there is room");
    let shipped = listed(folder.path());
    assert!(!shipped.is_empty());
    let learnt = network(folder.path(), &["learn", "2x3", "--rounds", "1", "--seed", "5"]);
    assert_eq!(learnt.code, 0, "{}", learnt.err);
    assert!(learnt.err.contains("round 1 of 1"), "{}", learnt.err);
    let file = folder.path().join("2x3.network");
    let bytes = fs::read(&file).expect("it is kept");
    assert_eq!(listed(folder.path())[shipped.len()..], [("2x3".to_string(), 5, 1)]);
    let verified = network(folder.path(), &["verify", "2x3", "--quiet", "--jobs", "1"]);
    assert_eq!((verified.code, verified.err.as_str()), (0, ""));
    // One byte is changed: the damage is found, the score is ignored by searches, and trained again.
    let mut damaged = bytes.clone();
    *damaged.last_mut().expect("it is long") ^= 1;
    fs::write(&file, damaged).expect("it can be written");
    assert_eq!(network(folder.path(), &["verify", "2x3"]).code, 1);
    let list = network(folder.path(), &["list"]);
    let row = list.out.lines().find(|line| line.starts_with("2x3")).expect("it is listed");
    assert!(row.contains("damaged"), "{}", list.out);
    let json = network(folder.path(), &["list", "--json"]);
    let row: Value =
        serde_json::from_str(json.out.lines().last().expect("it is listed")).expect("an object");
    assert_eq!((&row["size"], &row["seed"], json.code), (&"2x3".into(), &Value::Null, 0));
    assert!(row["error"].as_str().is_some_and(|error| error.contains("damaged")), "{row}");
    let again = network(folder.path(), &["learn", "2x3", "--rounds", "1", "--seed", "5", "-q"]);
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    assert_eq!(fs::read(&file).expect("it is kept"), bytes);
    assert_eq!(network(folder.path(), &["remove", "2x3"]).code, 0);
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
}

#[test]
fn what_cannot_be_learnt_is_refused() {
    let folder = tempfile::tempdir().expect("there is room");
    for size in ["9x9", "2x2"] {
        assert_eq!(network(folder.path(), &["learn", size]).code, 2, "{size}");
    }
    assert_eq!(network(folder.path(), &["verify", "3x5"]).code, 1);
    assert_eq!(network(folder.path(), &["remove", "3x5"]).code, 0);
    let no_folder = folder.path().join("file");
    fs::write(&no_folder, "").expect("it can be written");
    assert_eq!(network(&no_folder, &["learn", "2x3", "--rounds", "1"]).code, 2);
}

/// A score of one's own that is damaged, or is something else, is not used, and every answer says so.
#[test]
fn a_damaged_score_of_ones_own_is_reported() {
    let folder = tempfile::tempdir().expect("there is room");
    let name = folder.path().to_str().expect("a name");
    let board = "1 2 3/6 5 4/7 9 8/10 11 0";
    let search = ["solve", board, board, "--algorithm", "near-optimal", "--max-nodes", "20000"];
    let search = [&search[..], &["--json", "--cache-dir", name]].concat();
    let notices = |ran: &Ran| -> Vec<Vec<String>> {
        let codes = |line: &str| {
            let object: Value = serde_json::from_str(line).expect("an object");
            assert_eq!(object["outcome"], "solved", "{line}");
            serde_json::from_value(object["notice_codes"].clone()).expect("a list")
        };
        ran.out.lines().map(codes).collect()
    };
    let sound = taquin(&search);
    assert_eq!((sound.code, notices(&sound).concat().len()), (0, 0), "{}", sound.err);
    let file = folder.path().join("4x3.network");
    fs::write(&file, "not a score").expect("it can be written");
    let damaged = taquin(&search);
    assert_eq!((damaged.code, notices(&damaged)), (0, vec![vec!["score-not-used".to_string()]; 2]));
    let text = taquin(&[&search[..6], &["20000", "--cache-dir", name]].concat());
    assert!(text.err.contains(file.to_str().expect("a name")), "{}", text.err);
    // Boards of other sizes do not need that file.
    let other = ["solve", "1234567890AB", "--size", "3x4", "--algorithm", "near-optimal"];
    let other = [&other[..], &["--max-nodes", "2000", "--json", "--cache-dir", name]].concat();
    let other = taquin(&other);
    assert_eq!(notices(&other).concat().len(), 0, "{}", other.out);
}
