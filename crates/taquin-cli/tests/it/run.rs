//! Runs the program and catches what it says.

use std::process::{Command, Output, Stdio};

/// What came of a run.
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
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

/// The program, with no input and an environment that does not matter.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(arguments).stdin(Stdio::null()).env_remove("NO_COLOR");
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

/// Checks a text against the snapshot of a name; what differs from run to run is left out.
pub fn check_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.add_filter(r"\d+(\.\d+)? (ms|s)\b", "[time]");
    settings.add_filter(r"\d+(\.\d+)? (B|KiB|MiB|GiB)\b", "[memory]");
    settings.bind(|| insta::assert_snapshot!(name, text));
}
