//! Runs tests that could hang or abort in processes of their own: a test that hangs is killed and fails, and the other
//! tests continue.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The environment variable that marks the child process.
const ALONE: &str = "TAQUIN_TEST_RUNS_ALONE";
/// Far more than any of these tests takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Runs the body of the test `module::name` of this binary in a child process, and fails if the child does.
pub fn alone(name: &str, body: impl FnOnce()) {
    if std::env::var_os(ALONE).is_some() {
        return body();
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (out, err) = (folder.path().join("out"), folder.path().join("err"));
    let mut child = Command::new(std::env::current_exe().expect("the path of this binary"))
        .args(["--exact", name, "--nocapture", "--include-ignored"])
        .env(ALONE, "1")
        .stdin(Stdio::null())
        .stdout(File::create(&out).expect("it can be created"))
        .stderr(File::create(&err).expect("it can be created"))
        .spawn()
        .expect("it starts");
    let began = Instant::now();
    let exited = loop {
        match child.try_wait().expect("it can be waited for") {
            Some(status) => break Some(status),
            None if began.elapsed() > TIMEOUT => break None,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    if exited.is_none() {
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let text =
        |path| String::from_utf8_lossy(&fs::read(path).expect("it was written")).into_owned();
    let (out, err) = (text(out), text(err));
    let status = exited.unwrap_or_else(|| panic!("{name} timed out\n{out}{err}"));
    assert!(status.success(), "{name}: {status}\n{out}{err}");
    // A name that matches no test would pass without running anything.
    assert!(out.contains("test result: ok. 1 passed"), "{name}\n{out}{err}");
}
