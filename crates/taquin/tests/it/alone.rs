//! Tests that could hang or abort, each in a process of its own: what does not end is killed and fails, and the
//! other tests go on.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Set where a test already runs in a process of its own.
const ALONE: &str = "TAQUIN_TEST_RUNS_ALONE";
/// Far more than any of these tests takes on a busy machine.
const GENEROUS: Duration = Duration::from_secs(300);

/// Runs the body of the test `module::name` of this binary in another process and fails as that does.
pub fn alone(name: &str, body: impl FnOnce()) {
    if std::env::var_os(ALONE).is_some() {
        return body();
    }
    let folder = tempfile::tempdir().expect("there is room");
    let (out, err) = (folder.path().join("out"), folder.path().join("err"));
    let mut child = Command::new(std::env::current_exe().expect("this is a program"))
        .args(["--exact", name, "--nocapture", "--include-ignored"])
        .env(ALONE, "1")
        .stdin(Stdio::null())
        .stdout(File::create(&out).expect("there is room"))
        .stderr(File::create(&err).expect("there is room"))
        .spawn()
        .expect("it runs");
    let began = Instant::now();
    let ended = loop {
        match child.try_wait().expect("it can be waited for") {
            Some(status) => break Some(status),
            None if began.elapsed() > GENEROUS => break None,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    if ended.is_none() {
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let text =
        |path| String::from_utf8_lossy(&fs::read(path).expect("it was written")).into_owned();
    let (out, err) = (text(out), text(err));
    let status = ended.unwrap_or_else(|| panic!("{name} does not end\n{out}{err}"));
    assert!(status.success(), "{name}: {status}\n{out}{err}");
    // A name that fits no test would pass without a test.
    assert!(out.contains("test result: ok. 1 passed"), "{name}\n{out}{err}");
}
