//! Results survive kills, shards, Ctrl-C and changed settings.

use crate::experiments::{read, records, runs, text_of};
use crate::run::{Ran, Refusals, Running, check_snapshot, taquin, without_numbers};
use std::fs;
use std::path::Path;

/// The `bench` command of most tests: a hundred boards, a second of work, and counts that never vary.
const BENCH: [&str; 6] =
    ["bench", "korf100", "--heuristic", "linear-conflict", "--max-nodes", "100k"];

/// Runs `bench` into a file and kills it once the file has this many runs.
fn killed_after(runs: usize, path: &Path, more: &[&str]) {
    let mut bench = Running::start(&[&BENCH[..], &["-o", text_of(path)], more].concat());
    bench.wait_until(|| fs::read_to_string(path).map_or(0, |text| text.lines().count()) > runs);
    bench.kill();
}

#[test]
fn a_killed_bench_resumes_without_loss() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name);
    let whole = path("whole.jsonl");
    let ran = taquin(&[&BENCH[..], &["-o", text_of(&whole)]].concat());
    assert_eq!((ran.code, ran.err_but_files().as_str()), (3, ""), "{}", ran.out);
    let undisturbed = runs(&read(&whole));
    assert_eq!(undisturbed.len(), 100);

    for jobs in ["1", "3"] {
        let killed = path(&format!("killed{jobs}.jsonl"));
        killed_after(33, &killed, &["--jobs", jobs]);
        let left = read(&killed);
        assert!(
            (33..100)
                .contains(&records(&left[..left.rfind('\n').map_or(0, |at| at + 1)], "run").len())
        );
        assert!(records(&left[..left.rfind('\n').map_or(0, |at| at + 1)], "summary").is_empty());
        // A kill may truncate the last line.
        fs::write(&killed, left.clone() + "{\"record\":\"run\",\"number\":9").expect("written");
        let ran = taquin(&[&BENCH[..], &["--jobs", jobs, "--resume", text_of(&killed)]].concat());
        assert_eq!((ran.code, ran.err_but_files().as_str()), (3, ""), "{}", ran.out);
        let resumed = read(&killed);
        assert_eq!(runs(&resumed), undisturbed, "{jobs} jobs");
        // The earlier runs are unchanged, including their times.
        assert!(left.lines().take(34).all(|line| resumed.lines().any(|kept| kept == line)));
        // Resuming finished results changes nothing.
        taquin(&[&BENCH[..], &["--resume", text_of(&killed)]].concat());
        assert_eq!(runs(&read(&killed)), undisturbed);
        let summaries = |text: &str| records(text, "summary").len();
        assert_eq!((summaries(&resumed), summaries(&read(&killed))), (1, 1));
    }

    // Without --resume nothing is overwritten; with other settings nothing is resumed.
    let mut refusals = Refusals::default();
    refusals.run(2, &[&BENCH[..], &["-o", text_of(&whole)]].concat());
    for other in [
        &["bench", "korf100", "-H", "manhattan", "--max-nodes", "100k"][..],
        &["bench", "korf100", "-H", "linear-conflict", "--max-nodes", "1k"],
        &["bench", "random:9", "-H", "linear-conflict", "--max-nodes", "100k", "--seed", "1"],
        &[&BENCH[..], &["--shard", "1/2"]].concat(),
    ] {
        refusals.run(2, &[other, &["--resume", text_of(&whole)]].concat());
    }
    fs::write(path("damaged.jsonl"), read(&whole).replacen("\"explored\"", "\"explred\"", 1))
        .expect("written");
    refusals.run(2, &[&BENCH[..], &["--resume", text_of(&path("damaged.jsonl"))]].concat());
    fs::write(path("other.jsonl"), "1 2 3/4 5 6/7 8 0\n").expect("written");
    refusals.run(2, &[&BENCH[..], &["--resume", text_of(&path("other.jsonl"))]].concat());
    assert_eq!(read(&path("other.jsonl")), "1 2 3/4 5 6/7 8 0\n");
    refusals.check("refused-resume", &[folder.path()]);
}

#[test]
fn shards_make_a_whole() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name);
    let file = |name: &str| text_of(&path(name)).to_string();
    let bench = |more: &[&str]| taquin(&[&BENCH[..], more].concat());
    assert_eq!(bench(&["-o", &file("whole.jsonl")]).code, 3);
    for shard in ["1/3", "2/3", "3/3"] {
        let name = file(&format!("{}.jsonl", &shard[..1]));
        assert_eq!(bench(&["--shard", shard, "-o", &name]).code, 3);
    }
    let undisturbed = runs(&read(&path("whole.jsonl")));
    let merge = |more: &[&str]| -> Ran { taquin(&[&["merge"], more].concat()) };
    let [one, two, three] = ["1.jsonl", "2.jsonl", "3.jsonl"].map(file);

    let ran = merge(&[&three, &one, &two, "-o", &file("all.jsonl")]);
    assert_eq!((ran.code, ran.err_but_files().as_str()), (0, ""), "{}", ran.out);
    let all = read(&path("all.jsonl"));
    assert_eq!(runs(&all), undisturbed);
    assert_eq!(all.lines().next(), read(&path("whole.jsonl")).lines().next());
    assert_eq!(records(&all, "summary").len(), 1);
    // Duplicates that agree are accepted.
    let ran = merge(&[&one, &two, &three, &file("whole.jsonl")]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(runs(&ran.out), undisturbed);

    let ran = merge(&[&one, &three, "-o", &file("part.jsonl")]);
    assert_eq!(ran.code, 1);
    let missing: Vec<String> = (1..=100).filter(|n| n % 3 == 2).map(|n| n.to_string()).collect();
    assert!(ran.err.contains("33 of 100 ") && ran.err.contains(&missing.join(", ")), "{}", ran.err);
    check_snapshot("merge-missing", &ran.err_but_files());
    assert!(records(&read(&path("part.jsonl")), "summary").is_empty());
    // A partial merge can be resumed.
    assert_eq!(bench(&["--resume", &file("part.jsonl")]).code, 3);
    assert_eq!(runs(&read(&path("part.jsonl"))), undisturbed);

    let other = read(&path("2.jsonl")).replace("\"number\":2,", "\"number\":1,");
    fs::write(path("2.jsonl"), other).expect("written");
    let mut refusals = Refusals::default();
    refusals.add(2, "merge what differs", &merge(&[&one, &two]));
    let random = ["bench", "random:3", "--seed", "1", "-o", &file("random.jsonl")];
    assert_eq!(taquin(&random).code, 0);
    refusals.add(2, "merge of another set", &merge(&[&one, &file("random.jsonl")]));
    refusals.check("refused-merge", &[folder.path()]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("korf.jsonl");
    // Far more work than the test waits for.
    let boards = ["bench", "random:100k", "--size", "4x4", "--max-nodes", "300k", "--jobs", "2"];
    let mut bench = Running::start(&[&boards[..], &["-a", "ida", "-o", text_of(&path)]].concat());
    bench.wait_until(|| fs::read_to_string(&path).map_or(0, |text| text.lines().count()) > 5);
    bench.interrupt();
    let ran = bench.end();
    assert_eq!(ran.code, 130, "{}", ran.err);
    assert!(ran.err.contains(" 100000 ") && ran.err.contains("--resume "), "{}", ran.err);
    let errors = ran.err.replace(text_of(folder.path()), "[folder]");
    check_snapshot("bench-interrupted", &without_numbers(&errors));
    let text = read(&path);
    assert!(text.ends_with('\n') && records(&text, "summary").is_empty());
    let runs = records(&text, "run");
    assert!(runs.len() >= 5);
    // Runs that were in progress are not among them.
    let is_finished =
        |run: &&serde_json::Value| run["outcome"] == "solved" || run["stopped_by"] == "nodes";
    assert!(runs.iter().all(|run| is_finished(&run)));
}
