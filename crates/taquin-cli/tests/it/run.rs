//! Runs the program and captures its output.

use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The result of a run.
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    /// Returns standard error without the lines about written files.
    pub fn err_but_files(&self) -> String {
        let lines = self.err.lines().filter(|line| !line.starts_with("wrote "));
        lines.map(|line| format!("{line}\n")).collect()
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("all output is text");
        Ran {
            code: output.status.code().expect("it ends by itself"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

/// Creates a command for the program, without input and independent of the environment.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(arguments).stdin(Stdio::null()).env_remove("NO_COLOR").env_remove("COLUMNS");
    // Never the user's own tables.
    command.env("TAQUIN_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"));
    command
}

/// Runs the program.
pub fn taquin(arguments: &[&str]) -> Ran {
    command(arguments).output().expect("the program runs").into()
}

/// Runs the program with something on standard input.
pub fn taquin_reading(input: &[u8], arguments: &[&str]) -> Ran {
    let mut file = tempfile::tempfile().expect("there is room for a file");
    std::io::Write::write_all(&mut file, input).expect("the file can be written");
    std::io::Seek::rewind(&mut file).expect("the file can be read again");
    let mut command = command(arguments);
    command.stdin(file).output().expect("the program runs").into()
}

/// A program that runs in parallel to the test. If it hangs, it is killed, so that the test does not wait forever.
pub struct Running {
    child: Child,
    /// When this is dropped, the guard thread ends.
    _guard: Sender<()>,
}

/// Nothing here takes a tenth of this, so a program that takes longer hangs.
const HANGS_AFTER: Duration = Duration::from_secs(300);

impl Running {
    /// Starts the program with pipes for input, output and errors.
    pub fn start(arguments: &[&str]) -> Running {
        Running::begin(command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()))
    }

    /// Starts a program with a pipe for standard error.
    pub fn begin(command: &mut Command) -> Running {
        let child = command.stderr(Stdio::piped()).spawn().expect("the program runs");
        let (_guard, let_go) = channel();
        let process = child.id().to_string();
        std::thread::spawn(move || {
            if let_go.recv_timeout(HANGS_AFTER) == Err(RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-KILL", &process]).status();
            }
        });
        Running { child, _guard }
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its standard input.
    pub fn input(&mut self) -> ChildStdin {
        self.child.stdin.take().expect("it is a pipe")
    }

    /// Its standard output.
    pub fn output(&mut self) -> ChildStdout {
        self.child.stdout.take().expect("it is a pipe")
    }

    /// Its standard error.
    pub fn errors(&mut self) -> ChildStderr {
        self.child.stderr.take().expect("it is a pipe")
    }

    /// Waits until a condition holds while the program runs.
    pub fn wait_until(&mut self, condition: impl Fn() -> bool) {
        while !condition() {
            let ended = self.child.try_wait().expect("it can be asked");
            assert!(ended.is_none(), "it ended before: {ended:?}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns a field of its status on Linux: `VmHWM`, `SigCgt`.
    #[cfg(target_os = "linux")]
    pub fn status(process: u32, name: &str) -> String {
        let status = std::fs::read_to_string(format!("/proc/{process}/status"));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.unwrap_or_default().trim().to_string()
    }

    /// Sends the signal of Ctrl-C.
    #[cfg(unix)]
    pub fn interrupt(&self) {
        let sent = Command::new("kill").args(["-INT", &self.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    /// Kills it, as `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill().expect("it still runs");
        self.child.wait().expect("it ends");
    }

    /// Waits until it ends.
    pub fn end(self) -> Ran {
        self.child.wait_with_output().expect("it ends").into()
    }
}

/// Compares a text with a snapshot; times and memory, which differ from run to run, are masked.
pub fn check_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.add_filter(r"\d+(\.\d+)? (ms|s)\b", "[time]");
    settings.add_filter(r"\d+(\.\d+)? (B|KiB|MiB|GiB)\b", "[memory]");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The error messages of refused commands. Each sentence is in a snapshot, and nowhere else.
#[derive(Default)]
pub struct Refusals(String);

impl Refusals {
    /// Runs a command, which must exit with this code and print nothing on standard output.
    pub fn run(&mut self, code: i32, arguments: &[&str]) {
        self.add(code, &arguments.join(" "), &taquin(arguments));
    }

    /// Adds the message of a command that has been run, under a title.
    pub fn add(&mut self, code: i32, title: &str, ran: &Ran) {
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{title}: {}", ran.err);
        self.add_text(title, &ran.err);
    }

    /// Adds a message without checking the exit code.
    pub fn add_text(&mut self, title: &str, err: &str) {
        assert!(!err.contains("panicked"), "{title}: {err}");
        self.0 += &format!("> {title}\n");
        // The list of what is possible is not part of the message.
        let aside = ["Usage: ", "  [possible values: ", "For more information, "];
        for line in err.lines() {
            if !line.is_empty() && !aside.iter().any(|start| line.starts_with(start)) {
                self.0 += &format!("{line}\n");
            }
        }
        self.0 += "\n";
    }

    /// Compares all messages with a snapshot. Messages of the system and folders are masked.
    pub fn check(self, name: &str, folders: &[&std::path::Path]) {
        let mut messages = self.0;
        for folder in folders {
            messages = messages.replace(&folder.display().to_string(), "[folder]");
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.add_filter(r"[^:\n]*\(os error \d+\)", " [system]");
        settings.bind(|| insta::assert_snapshot!(name, messages));
    }
}

/// Replaces every number in a text with `#`, as counts at a moment differ from run to run.
pub fn without_numbers(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_digit() || c == ',';
    let mut rest = text;
    let mut shown = String::new();
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        shown = shown + &rest[..at] + "#";
        rest = rest[at..].trim_start_matches(is_part);
    }
    shown + rest
}
