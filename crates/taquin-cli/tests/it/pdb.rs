//! `taquin pdb`: tables are built, stored, checked, shown and removed, and everything that can happen to their files.
//! The long tests: `cargo test -p taquin-cli --test it pdb -- --ignored`.

use crate::run::{Ran, Refusals, Running, check_snapshot, command, taquin};
use crate::tries;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;
use taquin::store::{FileFault, StoreNotice};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room")
}

/// Runs `taquin pdb` with its tables in a folder.
fn pdb(folder: &Path, arguments: &[&str]) -> Ran {
    let folder = folder.to_str().expect("a name");
    taquin(&[&["pdb"], arguments, &["--cache-dir", folder]].concat())
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("it is there").flatten();
    let mut names: Vec<String> =
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Returns the JSON lines that a command prints.
fn objects(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
}

/// Returns every file of a folder with its bytes.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |name: String| (name.clone(), fs::read(folder.join(name)).expect("it is there"));
    files(folder).into_iter().map(read).collect()
}

const FILES_663: [&str; 3] = [
    "4x4-blank15-tiles-1-2-3.pdb",
    "4x4-blank15-tiles-4-7-8-11-12-15.pdb",
    "4x4-blank15-tiles-5-6-9-10-13-14.pdb",
];

#[test]
fn from_build_to_remove() {
    let folder = folder();
    let path = folder.path().join("new").join("folder");
    let ran = pdb(&path, &["build", "663", "--jobs", "2"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut output = ran.err;
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("built ")).count(), 3, "{}", ran.out);
    assert_eq!(files(&path), FILES_663);

    let again = pdb(&path, &["build", "663"]);
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    assert_eq!(again.out.lines().filter(|line| line.starts_with("was there ")).count(), 3);

    let list = pdb(&path, &["list"]);
    assert_eq!((list.code, list.err.as_str()), (0, ""));
    output += &list.out;

    for (check, word, count) in [("verify", "sound", 3), ("audit", "right", 3)] {
        // An audit takes seconds; another test audits a small named partition.
        let ways = if check == "audit" { tries(1, 2) } else { 2 };
        for arguments in [&[check][..], &[check, "663"]].into_iter().take(ways) {
            let ran = pdb(&path, arguments);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
            let lines = ran.out.lines().filter(|line| line.starts_with(word)).count();
            assert_eq!(lines, count, "{}", ran.out);
        }
    }
    let absent = pdb(&path, &["verify", "555"]);
    assert_eq!(absent.code, 1);
    assert_eq!(
        absent.out.matches(&format!(".pdb {}\n", FileFault::Absent)).count(),
        3,
        "{}",
        absent.out
    );

    let removed = pdb(&path, &["remove", "663"]);
    assert_eq!((removed.code, removed.out.lines().count()), (0, 3), "{}", removed.err);
    assert_eq!(files(&path), Vec::<String>::new());
    output += &pdb(&path, &["remove", "663"]).err;
    output += &pdb(&path, &["verify"]).err;
    output += &pdb(&path, &["list"]).out;
    check_snapshot("pdb-output", &output.replace(&path.display().to_string(), "[folder]"));
}

#[test]
fn tables_for_programs() {
    let folder = folder();
    let built = objects(&pdb(folder.path(), &["build", "44", "--size", "3x3", "--json"]));
    assert_eq!(built.len(), 2);
    let file = folder.path().join("3x3-blank8-tiles-1-2-3-6.pdb");
    for (name, value) in [
        ("state", json!("built")),
        ("file", json!(file)),
        ("bytes", json!(fs::metadata(&file).expect("it is there").len())),
        ("tiles", json!([1, 2, 3, 6])),
        ("pattern", json!("xxx/..x/...")),
        ("error", Value::Null),
    ] {
        assert_eq!(built[0][name], value, "{name}");
    }
    let sum: u64 =
        built[0]["levels"].as_array().into_iter().flatten().filter_map(Value::as_u64).sum();
    assert_eq!(built[0]["positions"], sum);
    let state = |arguments: &[&str]| {
        let ran = pdb(folder.path(), &[arguments, &["--json"]].concat());
        let objects = objects(&ran);
        assert_eq!((ran.code, objects.len()), (0, 2), "{}", ran.err);
        assert_eq!(objects[0]["positions"], sum);
        objects[0]["state"].as_str().expect("a word").to_string()
    };
    assert_eq!(state(&["build", "44", "--size", "3x3"]), "existing");
    assert_eq!(state(&["list"]), "stored");
    assert_eq!(state(&["verify"]), "sound");
    assert_eq!(state(&["audit", "44", "--size", "3x3"]), "right");
    let removed = objects(&pdb(folder.path(), &["remove", "--all", "--json"]));
    assert_eq!((removed.len(), &removed[0]["state"]), (2, &json!("removed")));
}

#[test]
fn partitions_are_drawn() {
    let folder = folder();
    let show = |arguments: &[&str]| {
        let ran = pdb(folder.path(), &[&["show"], arguments].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
        ran.out
    };
    let snail = show(&["abb/a.c/acc", "--goal", "snail", "--size", "3x3"]);
    check_snapshot("pdb-show", &[show(&["663"]), snail, show(&["aabb/aabb/ccdd/ccd."])].join("\n"));
    let all = show(&["78+555", "--json"]);
    let all: Vec<Value> =
        all.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!((all.len(), &all[0]["picture"]), (2, &json!("aaaa/aaaa/bbbb/bbb.")));
    assert_eq!(all[1]["patterns"].as_array().map(Vec::len), Some(3));
    assert_eq!(all[0]["patterns"][1]["goal_tiles"], json!([9, 10, 11, 12, 13, 14, 15]));
    // Without a partition, the default one is used.
    assert_eq!(show(&[]), show(&["78"]));
    assert_eq!(show(&["--size", "3x3"]), show(&["44", "--size", "3x3"]));
}

#[test]
fn impossible_requests_are_reported() {
    let folder = folder();
    let mut refusals = Refusals::default();
    let wrong: [&[&str]; 10] = [
        &["build", "79"],
        &["build", "77"],
        &["build", "78", "--size", "3x3"],
        &["build", "78b"],
        &["show", "aaa/bbb"],
        &["show", "--size", "6x6"],
        &["remove"],
        &["remove", "78", "--all"],
        &["build", "78", "--jobs", "0"],
        &["build", "--goal", "1 2 3/4 5 6/7 8 8"],
    ];
    for arguments in wrong {
        refusals.add(2, &arguments.join(" "), &pdb(folder.path(), arguments));
    }
    let memory = ["build", "78", "--max-memory", "100MiB", "--quiet"];
    refusals.add(3, &memory.join(" "), &pdb(folder.path(), &memory));
    assert_eq!(files(folder.path()), Vec::<String>::new());

    // A folder that not even root can create, as there is a file in its place.
    let file = folder.path().join("file");
    fs::write(&file, "").expect("written");
    for (command, place) in [("build", file.join("below")), ("build", file.clone()), ("list", file)]
    {
        let title = format!("{command} in {}", place.display());
        refusals.add(2, &title, &pdb(&place, &[command]));
    }
    refusals.check("refused-pdb", &[folder.path()]);
}

#[test]
fn a_tree_shows_the_estimates_of_the_tables_that_were_searched_with() {
    let folder = folder();
    let picture = folder.path().join("tree.svg").display().to_string();
    let board = "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15";
    let arguments = ["solve", board, "-a", "astar", "-H", "pdb:555", "--tree", &picture, "--json"];
    let ran: Ran = command(&arguments)
        .env("TAQUIN_CACHE_DIR", folder.path())
        .output()
        .expect("it runs")
        .into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    let drawn = fs::read_to_string(&picture).expect("it was drawn");
    for estimate in ["0 + 2 = 2", "1 + 1 = 2", "2 + 0 = 2"] {
        assert!(drawn.contains(estimate), "{estimate}");
    }
    assert_eq!(files(folder.path()).iter().filter(|name| name.ends_with(".pdb")).count(), 3);
}

#[test]
fn the_folder_is_the_one_asked_for() {
    let folder = folder();
    let build = ["pdb", "build", "44", "--size", "3x3"];
    let run = |variable: &str| command(&build).env(variable, folder.path()).output();
    assert!(run("TAQUIN_CACHE_DIR").expect("it runs").status.success());
    assert_eq!(files(folder.path()).len(), 2);
    if cfg!(target_os = "linux") {
        let mut own = command(&build);
        own.env_remove("TAQUIN_CACHE_DIR").env("XDG_CACHE_HOME", folder.path());
        assert!(own.output().expect("it runs").status.success());
        assert_eq!(files(&folder.path().join("taquin")).len(), 2);
    }
}

#[test]
fn damage_is_found_and_repaired() {
    let folder = folder();
    assert_eq!(pdb(folder.path(), &["build", "555"]).code, 0);
    let sound = contents(folder.path());
    let (name, bytes) = &sound[1];
    let path = folder.path().join(name);
    let mend = |damaged: &[u8], what: &str| {
        fs::write(&path, damaged).expect("written");
        let verify = pdb(folder.path(), &["verify", "--json"]);
        assert_eq!(verify.code, 1, "{what}: {}", verify.out);
        let tables = objects(&verify);
        let wrong: Vec<&Value> = tables.iter().filter(|table| table["state"] == "wrong").collect();
        assert!(wrong.len() == 1 && wrong[0]["file"] == json!(path), "{what}: {}", verify.out);
        let build = pdb(folder.path(), &["build", "555", "--json"]);
        assert_eq!(build.code, 0, "{what}: {}", build.err);
        let tables = objects(&build);
        let built: Vec<&Value> = tables.iter().filter(|table| table["state"] == "built").collect();
        assert!(built.len() == 1 && built[0]["file"] == json!(path), "{what}: {}", build.out);
        let problem = wrong[0]["error"].as_str().expect("a sentence");
        assert!(build.err.contains(problem), "{what}: {}", build.err);
        assert!(contents(folder.path()) == sound, "{what}");
    };
    fs::write(&path, &bytes[1..]).expect("written");
    assert_eq!(pdb(folder.path(), &["audit", "555"]).code, 1);
    let (header, last) = (4096, bytes.len() - 1);
    let middle = usize::midpoint(header, last);
    // Magic, versions, size, blank, homes, counts, levels, checksums, padding, the header's checksum; payload.
    let places =
        [0, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 60, 72, 1600, 4000, 4095, header, middle, last];
    for place in places.into_iter().step_by(tries(3, 1)) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        mend(&damaged, &format!("byte {place}"));
    }
    let lengths = [0, 3, 100, header, header + 1, middle, last];
    for length in lengths.into_iter().step_by(tries(3, 1)) {
        mend(&bytes[..length], &format!("cut at {length}"));
    }
    mend(&[&bytes[..], b"more"].concat(), "too long");
    mend(&sound[0].1, "another's");
}

/// Starts building and returns at once.
fn begin(folder: &Path, partition: &str, more: &[&str]) -> Child {
    let folder = folder.to_str().expect("a name");
    let build = [&["pdb", "build", partition, "--cache-dir", folder], more].concat();
    let child = command(&build).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    child.expect("it runs")
}

/// Korf's twelfth board, 45 moves from its goal.
const BOARD: &str = "14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15";

/// Solves a board with the tables of a folder; returns the notices about the tables, each a code and a sentence.
fn solve(folder: &Path, partition: &str) -> Vec<(String, String)> {
    let heuristic = format!("pdb:{partition}");
    let folder = folder.to_str().expect("a name");
    let goal = ["--goal", "zero-first", "--json", "--cache-dir", folder];
    let ran = taquin(&[&["solve", BOARD, "-a", "fast-ida", "-H", &heuristic], &goal[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report = &objects(&ran)[0];
    assert_eq!((&report["length"], &report["optimal"]), (&json!(45), &json!(true)), "{}", ran.out);
    let texts = |name: &str| -> Vec<String> {
        let texts = report[name].as_array().expect("a list").iter();
        texts.map(|text| text.as_str().expect("a text").to_string()).collect()
    };
    let notices = texts("notice_codes").into_iter().zip(texts("notices"));
    notices.filter(|(code, _)| StoreNotice::CODES.contains(&code.as_str())).collect()
}

#[test]
fn searches_cope_with_anything_in_the_folder() {
    let folder = folder();
    assert_eq!(solve(folder.path(), "663"), []);
    assert_eq!(files(folder.path()), FILES_663);
    let sound = contents(folder.path());
    for (place, length) in
        [(0, 0), (20, 0), (100, 0), (4095, 0), (4096, 0), (1_000_000, 0), (0, 5000)]
    {
        let (name, bytes) = &sound[2];
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        damaged.truncate(if length == 0 { bytes.len() } else { length });
        fs::write(folder.path().join(name), damaged).expect("written");
        let notices = solve(folder.path(), "663");
        assert_eq!(notices.len(), 1, "{place}: {notices:?}");
        assert!(
            notices[0].0 == "table-rebuilt" && notices[0].1.contains(name),
            "{place}: {notices:?}"
        );
        assert!(contents(folder.path()) == sound, "{place}");
    }
    // Without a folder to write to, the board is still solved.
    let file = folder.path().join(FILES_663[0]);
    let notices = solve(&file.join("below"), "663");
    assert!(notices.iter().all(|(code, _)| code == "table-not-stored"), "{notices:?}");
    assert_eq!(notices.len(), 3);
}

fn kills(partition: &str, moments: u32) {
    let whole = folder();
    let began = Instant::now();
    assert_eq!(pdb(whole.path(), &["build", partition]).code, 0);
    let time = began.elapsed();
    let sound = contents(whole.path());
    let folder = folder();
    for moment in 0..moments {
        let mut child = begin(folder.path(), partition, &[]);
        std::thread::sleep(time * (2 * moment + 1) / (2 * moments));
        // It may just have ended.
        let _ = child.kill();
        child.wait().expect("it ends");
        // Every file with a table's name is complete.
        assert_eq!(pdb(folder.path(), &["verify"]).code, 0, "moment {moment}");
        assert_eq!(solve(folder.path(), partition), [], "moment {moment}");
        let build = pdb(folder.path(), &["build", partition]);
        assert_eq!(build.code, 0, "moment {moment}: {}", build.err);
        // Errors of a table's file include its name.
        assert!(!build.err.contains(".pdb"), "moment {moment}: {}", build.err);
        let removed = pdb(folder.path(), &["remove", "--all"]);
        assert_eq!(removed.out.lines().count(), sound.len(), "moment {moment}: {}", removed.out);
        assert_eq!(files(folder.path()), Vec::<String>::new(), "moment {moment}");
        let mut child = begin(folder.path(), partition, &["--quiet"]);
        assert!(child.wait().expect("it ends").success());
        assert!(contents(folder.path()) == sound, "moment {moment}");
        assert_eq!(pdb(folder.path(), &["remove", partition]).code, 0);
    }
}

#[test]
fn a_killed_build_does_no_harm() {
    kills("663", tries(3, 10));
}

#[test]
#[ignore = "takes minutes: builds 78 twenty times"]
fn a_killed_build_of_large_tables_does_no_harm() {
    kills("78", 10);
}

#[test]
fn processes_that_build_the_same_share_the_work() {
    let folder = folder();
    let children: Vec<Child> = (0..4).map(|_| begin(folder.path(), "663", &["--json"])).collect();
    let mut built = Vec::new();
    for child in children {
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let objects = objects(&ran);
        assert_eq!(objects.len(), 3);
        let own = objects.into_iter().filter(|object| object["state"] == "built");
        built.extend(own.map(|object| object["pattern"].to_string()));
    }
    built.sort();
    built.dedup();
    assert_eq!(built.len(), 3, "each was built by one of them: {built:?}");
    assert_eq!(files(folder.path()), FILES_663);
    assert_eq!(pdb(folder.path(), &["verify"]).code, 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_nothing_behind() {
    // The first file is a trial whether the folder can be written; several tries, as it is there only for a moment.
    for _ in 0..5 {
        let folder = folder();
        let mut build = command(&["pdb", "build", "78", "--cache-dir"]);
        let mut build = Running::begin(build.arg(folder.path()).stdout(Stdio::piped()));
        build.wait_until(|| !files(folder.path()).is_empty());
        build.interrupt();
        let ran = build.end();
        assert_eq!((ran.code, ran.out.as_str()), (130, ""), "{}", ran.err);
        check_snapshot("pdb-interrupted", ran.err.lines().last().unwrap_or_default());
        assert_eq!(files(folder.path()), Vec::<String>::new());
    }
}

/// A partition whose first table is a large one.
const LARGE_FIRST: &str = "aaaa/aabb/bbbb/ccc.";

/// Asserts that a build failed for lack of disk space, and left nothing behind.
fn assert_no_room(ran: &Ran, folder: &Path) {
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    let (_, error) = ran.err.split_once("error: ").expect("there is an error");
    let (code, out, err) = (ran.code, String::new(), error.to_string());
    let mut refusals = Refusals::default();
    refusals.add(2, "build without room", &Ran { code, out, err });
    refusals.check("refused-without-room", &[folder]);
    assert_eq!(files(folder), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn a_file_that_does_not_fit_is_reported() {
    let folder = folder();
    // The largest file that may be written has 64 KiB or less.
    let line = "trap '' XFSZ; ulimit -f 64; exec \"$0\" pdb build \"$2\" --cache-dir \"$1\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", line, env!("CARGO_BIN_EXE_taquin")]).arg(folder.path()).arg(LARGE_FIRST);
    let ran = Ran::from(shell.output().expect("there is a shell"));
    assert_no_room(&ran, folder.path());
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "mounts a small disk, which only root may"]
fn a_full_disk_is_reported() {
    let folder = folder();
    let mount = ["-t", "tmpfs", "-o", "size=256k", "none"];
    let mounted = Command::new("mount").args(mount).arg(folder.path()).status();
    assert!(mounted.is_ok_and(|status| status.success()));
    let ran = pdb(folder.path(), &["build", LARGE_FIRST]);
    let left = files(folder.path());
    let unmounted = Command::new("umount").arg(folder.path()).status();
    assert!(unmounted.is_ok_and(|status| status.success()));
    assert!(ran.err.contains("No space left on device"), "{}", ran.err);
    assert_eq!(left, Vec::<String>::new());
    assert_no_room(&ran, folder.path());
}
