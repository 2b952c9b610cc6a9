//! Boards that arrive one by one: each is answered at once, however many follow; Ctrl-C while waiting for input; and
//! files that killed programs leave behind.

use crate::run::{Refusals, Running, command, taquin, taquin_reading};
use crate::tries;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// A program that gets boards and answers with lines while it waits for more.
struct Talk {
    running: Running,
    input: std::process::ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Talk {
    fn start(arguments: &[&str]) -> Talk {
        let mut running = Running::start(arguments);
        let (input, output) = (running.input(), BufReader::new(running.output()));
        Talk { running, input, output }
    }

    fn send(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("it listens");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it is text");
        line
    }
}

#[test]
fn every_board_is_answered_before_the_next_arrives() {
    let moves = "LLURRDLULDRRULLDRRULLURRDLLDRRU".len();
    let mut talk = Talk::start(&["solve", "-", "--format", "moves"]);
    for (sent, length) in [
        ("647850321\n", moves),
        ("1 2 3 4 5 6 7 0 8\n", 1),
        ("1 2 3/4 5 6/0 7 8\n", 2),
        ("[[1,2,3],[4,5,6],[7,0,8]]\n", 1),
        ("3\n1 2 3\n4 5 6\n7 0 8\n", 1),
        ("1 2 3\n4 5 6\n7 0 8\n\n", 1),
        ("# no board\n\n2 3\n1 2 3\n4 0 5\n", 1),
    ] {
        talk.send(sent);
        assert_eq!(talk.line().trim_end().len(), length, "{sent:?}");
    }
    drop(talk.input);
    let ran = talk.running.end();
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn every_command_and_format_answers_at_once() {
    for arguments in
        [&["solve", "-"][..], &["solve", "--format", "boards"], &["check", "-"], &["check"]]
    {
        let given: Vec<&str> = arguments.iter().copied().filter(|word| *word != "-").collect();
        let whole = taquin(&[&given[..], &["647850321"]].concat()).out;
        let mut talk = Talk::start(arguments);
        talk.send("647850321\n");
        assert_eq!(Some(talk.line().trim_end()), whole.lines().next(), "{arguments:?}");
        drop(talk.input);
        drop(talk.output);
        assert_eq!(talk.running.end().code, 0);
    }
    for command in ["solve", "check"] {
        let mut talk = Talk::start(&[command, "-", "--json"]);
        for line in 1..4 {
            talk.send("647850321\n");
            let object: serde_json::Value = serde_json::from_str(&talk.line()).expect("an object");
            assert_eq!(
                (&object["line"], &object["source"]),
                (&line.into(), &"standard input".into())
            );
        }
    }
}

#[test]
fn a_bad_board_is_reported_with_its_place_and_earlier_answers_stay() {
    let mut talk = Talk::start(&["solve", "-", "--format", "moves"]);
    let mut errors = BufReader::new(talk.running.errors());
    talk.send(&("123456708\n".repeat(20_000) + "1 2 3 4 5 8 7 8 0\n"));
    for _ in 0..20_000 {
        assert_eq!(talk.line(), "R\n");
    }
    let bad = "1 2 3 4 5 8 7 8 0";
    let error = taquin::parse_board(bad, taquin::InputFormat::Auto, None).expect_err("two eights");
    assert_eq!(talk.line(), format!("# error: {error}\n"));
    let mut message = String::new();
    while !message.contains("help: ") {
        assert!(errors.read_line(&mut message).expect("it is text") > 0, "{message}");
    }
    let label = error.label();
    let expected = format!(
        "\
error: {error}
     --> standard input, line 20001, column 15
      |
20001 | {bad}
      |           -   ^ {label}
"
    );
    assert!(message.starts_with(&expected), "{message}");
    talk.send("123456708\n");
    assert_eq!(talk.line(), "R\n");
    drop(talk.input);
    assert_eq!(talk.running.end().code, 2);
    // In JSON the position counts from the start of the whole input.
    let input = "123456708\n".repeat(20_000) + "1 2 3 4 5 8 7 8 0\n";
    let ran = taquin_reading(input.as_bytes(), &["check", "-", "--json"]);
    let last: serde_json::Value =
        serde_json::from_str(ran.out.lines().last().unwrap_or_default()).expect("an object");
    assert_eq!(last["error"]["span"], serde_json::json!([200_014, 200_015]));
    assert_eq!((&last["error"]["line"], &last["error"]["column"]), (&20_001.into(), &15.into()));
}

/// Returns the peak memory of a program that has answered all its boards, in MiB.
#[cfg(target_os = "linux")]
fn peak_of(
    arguments: &[&str],
    send: impl FnOnce(&mut std::process::ChildStdin) + Send + 'static,
) -> u64 {
    let Talk { running, mut input, mut output } = Talk::start(arguments);
    let sender = std::thread::spawn(move || {
        send(&mut input);
        // The last board, which is unique.
        input.write_all(b"\n123456708\n").expect("it listens");
        input
    });
    let mut line = Vec::new();
    while line != b"R\n" && !line.starts_with(b"  board       1 2 3/4 5 6/7 0 8") {
        line.clear();
        assert!(output.read_until(b'\n', &mut line).expect("it can be read") > 0, "it ended");
    }
    let peak = Running::status(running.id(), "VmHWM");
    drop((sender.join().expect("all was sent"), output));
    running.end();
    let kibibytes: u64 = peak.trim_end_matches(" kB").parse().expect("a number");
    kibibytes >> 10
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_stream_takes_no_memory() {
    let newlines = peak_of(&["solve", "-", "--format", "moves"], |input| {
        let piece = vec![b'\n'; 1 << 20];
        (0..40).for_each(|_| input.write_all(&piece).expect("it listens"));
    });
    assert!(newlines < 28, "{newlines} MiB");
    let boards = peak_of(&["check", "-"], |input| {
        let piece = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n".repeat(1000);
        (0..tries(100, 300)).for_each(|_| input.write_all(piece.as_bytes()).expect("it listens"));
    });
    assert!(boards < 28, "{boards} MiB");
}

/// Waits until a program handles Ctrl-C itself.
#[cfg(target_os = "linux")]
pub fn wait_for_handler(running: &mut Running) {
    let process = running.id();
    let caught = move || u64::from_str_radix(&Running::status(process, "SigCgt"), 16).unwrap_or(0);
    running.wait_until(|| caught() & 1 << (2 - 1) != 0);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_while_input_is_waited_for_ends_with_130() {
    for arguments in [
        &["solve", "-"][..],
        &["solve", "-", "--goal", "snail"],
        &["check", "-"],
        &["check"],
        &["compare", "-"],
        &["bench", "-"],
        &["verify", "-", "U"],
        &["verify", "123456708", "-"],
        &["apply", "-", "U"],
        &["gap", "123456708", "-"],
        &["invert", "-"],
        &["simplify", "-"],
        &["length", "-"],
        &["plot", "-", "-o", "/dev/null/x.svg"],
    ] {
        let mut running = Running::start(arguments);
        let _open = running.input();
        if arguments[0] == "plot" {
            // It cannot be written, which is reported before anything is read.
            assert_eq!(running.end().code, 2);
            continue;
        }
        wait_for_handler(&mut running);
        running.interrupt();
        let ran = running.end();
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (130, "", ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_while_a_pipe_is_opened_ends_with_130() {
    let folder = tempfile::tempdir().expect("there is room");
    let pipe = folder.path().join("pipe.txt");
    assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    let name = format!("@{}", pipe.display());
    for arguments in [
        &["solve", &name][..],
        &["check", &name],
        &["bench", &name],
        &["apply", &name, "U"],
        &["solve", "123456708", "--goal", &name],
    ] {
        let mut running = Running::start(arguments);
        wait_for_handler(&mut running);
        running.interrupt();
        let ran = running.end();
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (130, "", ""), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_in_a_stream_keeps_what_was_answered() {
    let folder = tempfile::tempdir().expect("there is room");
    let rows = folder.path().join("rows.jsonl");
    let file = rows.to_str().expect("a name");
    let mut talk = Talk::start(&["solve", "-", "--format", "moves", "-o", file]);
    talk.send("123456708\n");
    assert_eq!(talk.line(), "R\n");
    talk.running.interrupt();
    let ran = talk.running.end();
    assert_eq!((ran.code, ran.err_but_files().as_str()), (130, ""));
    let kept = std::fs::read_to_string(&rows).expect("it was written");
    assert_eq!(kept.lines().count(), 1);
}

/// Returns the names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("it is there");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("it is there").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// Kills a program while it writes a file, and returns the name of the temporary file that it leaves.
fn leave_behind(path: &Path) -> String {
    let mut talk =
        Talk::start(&["solve", "-", "--format", "moves", "-o", path.to_str().expect("a name")]);
    talk.send("123456708\n");
    assert_eq!(talk.line(), "R\n");
    let name = path.file_name().expect("a name").to_string_lossy();
    let left = format!(".{name}.{}.new", talk.running.id());
    talk.running.kill();
    left
}

#[test]
fn leftovers_of_a_killed_program_are_removed_by_the_next() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name);
    let text = |name: &str| path(name).to_str().expect("a name").to_string();
    let bench = ["bench", "123456708", "--algorithm", "bfs", "--quiet"];
    // Resuming results removes the temporary file of a program killed while it wrote them.
    let left = leave_behind(&path("runs.jsonl"));
    let other = leave_behind(&path("other.csv"));
    assert_eq!(names(folder.path()), [other.clone(), left]);
    let ran = taquin(&[&bench[..], &["--resume", &text("runs.jsonl")]].concat());
    assert_eq!((ran.code, ran.err_but_files().as_str()), (0, ""));
    assert_eq!(names(folder.path()), [other.clone(), "runs.jsonl".to_string()]);
    // The file of a program that is still running stays, and so do files with similar names.
    let mut busy = Talk::start(&["solve", "-", "-f", "moves", "-o", &text("other.csv")]);
    busy.send("123456708\n");
    assert_eq!(busy.line(), "R\n");
    let own = format!(".other.csv.{}.new", busy.running.id());
    let alike = [".other.csv.x.new", ".other.csv.1.old", ".another.csv.999999999.new"];
    alike.iter().for_each(|name| std::fs::write(path(name), "").expect("written"));
    let ran = taquin(&["solve", "123456708", "-f", "moves", "-o", &text("other.csv")]);
    assert_eq!((ran.code, ran.err_but_files().as_str()), (0, ""));
    let found = names(folder.path());
    assert!(!found.contains(&other) && found.contains(&own), "{found:?}");
    assert!(alike.iter().all(|name| found.contains(&name.to_string())), "{found:?}");
    drop(busy.input);
    assert_eq!(busy.running.end().code, 0);
    assert!(!names(folder.path()).contains(&own));
}

#[test]
fn files_of_boards_are_read_as_they_are() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("boards.txt");
    let name = file.to_str().expect("a name");
    let bench = |text: &str| {
        std::fs::write(&file, text).expect("written");
        taquin(&["bench", name, "--algorithm", "bfs", "--csv"])
    };
    // Two million blank lines and comments precede them.
    let filler = "\n# nothing\n".repeat(1_000_000);
    let plain = bench(&(filler.clone() + "123456708\n123456780\n"));
    assert_eq!((plain.code, plain.out.lines().count()), (0, 3), "{}", plain.err);
    let annotated = bench(&(filler + "a moves=1 : 123456708\nb moves=0 : 123456780\n"));
    assert_eq!((annotated.code, annotated.out.lines().count()), (0, 3), "{}", annotated.err);
    let mut refusals = Refusals::default();
    let wrong = bench("a moves=1 : 123456708\n\nb moves=0 : 1 2/2 0\n");
    refusals.add(2, "bench boards.txt, annotated", &wrong);
    refusals.add(2, "bench boards.txt, plain", &bench("123456708\n\n1 2/2 0\n"));
    refusals.check("refused-board-files", &[folder.path()]);
}

#[test]
fn a_picture_shows_one_board_of_a_stream() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("x.svg");
    let name = file.to_str().expect("a name");
    let ran = taquin_reading(b"123456708\n\n123456780\n", &["solve", "-", "-o", name]);
    let mut refusals = Refusals::default();
    refusals.add(2, "solve - -o x.svg", &ran);
    refusals.check("refused-pictures", &[folder.path()]);
    let ran = taquin_reading(b"123456708\n", &["solve", "-", "-o", name]);
    assert_eq!((ran.code, file.exists()), (0, true), "{}", ran.err);
}

#[test]
fn what_is_explained_can_be_tried() {
    let algorithms = taquin::solve::AlgorithmId::ALL.iter().map(|id| id.info().id);
    let heuristics = taquin::heuristic::HEURISTICS.iter().map(|info| info.id);
    let others = ["unit", "tile", "tile+displaced", "classic", "zero-first", "snail", "lifo"];
    let mut tried = 0;
    for topic in algorithms.chain(heuristics).chain(others) {
        let ran = taquin(&["explain", topic]);
        assert_eq!(ran.code, 0, "{topic}: {}", ran.err);
        let (_, proposed) = ran.out.split_once("\n  try ").expect("there is something to try");
        // It takes seconds.
        if topic == "iddfs" && tries(true, false) {
            continue;
        }
        let words: Vec<&str> = proposed.split_whitespace().collect();
        assert_eq!(words[0], "taquin", "{topic}");
        let ran = command(&words[1..]).stdout(Stdio::null()).output().expect("it runs");
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(0), "{topic}: {words:?}: {errors}");
        tried += 1;
    }
    assert!(tried > 25, "{tried}");
}

#[test]
fn the_letter_of_a_pattern_that_is_too_large_is_reported() {
    for (picture, letter, tiles) in [
        ("aaaa/cbbb/bbbb/bbb.", 'b', 10),
        ("aaaa/aaaa/abbb/bbb.", 'a', 9),
        (".aab/bbbb/bbbb/cccc", 'b', 9),
    ] {
        let goal = if picture.starts_with('.') { "zero-first" } else { "classic" };
        let ran = taquin(&["pdb", "show", picture, "--goal", goal]);
        assert_eq!(ran.code, 2);
        let picture = picture.to_string();
        let error = taquin::pattern::PartitionError::TooLarge { letter, picture, tiles };
        assert!(ran.err.starts_with(&format!("error: {error}\n")), "{}", ran.err);
    }
}
