//! The page in a real browser, used as by a person: the tests are in `tests/browser/`, in JavaScript.
//!
//! This test fetches everything they need: Chromium from Debian's packages unless a browser is installed, and two npm
//! packages, into the target folder. `TAQUIN_BROWSER` names another browser, `TAQUIN_SCREENSHOTS` a folder for
//! screenshots of each view; `TAQUIN_PAGE_TESTS=all` runs all tests, not only the most important ones of each part, and
//! `TAQUIN_SKIP_BROWSER=1` skips the page's tests.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The names under which Chromium and its like are installed.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

#[test]
fn a_person_in_a_browser() {
    if env::var_os("TAQUIN_SKIP_BROWSER").is_some_and(|value| !value.is_empty()) {
        return say(
            "the page's tests are SKIPPED, as TAQUIN_SKIP_BROWSER is set: the page is not tested",
        );
    }
    for program in ["node", "npm"] {
        assert!(on_path(program).is_some(), "{program} is missing: the browser tests need Node.js");
    }
    let browser = browser();
    let folder = prepare();
    let tests = Command::new("node")
        .args(["run.mjs", env!("CARGO_BIN_EXE_taquin")])
        .env("TAQUIN_BROWSER", browser)
        .current_dir(folder)
        .status();
    assert!(succeeded(tests), "the browser tests failed; what they printed is above");
}

/// Returns a browser: the one that is named, one that is installed, or one that is installed now.
fn browser() -> PathBuf {
    let installed = || BROWSERS.iter().find_map(|name| on_path(name));
    if let Some(browser) = env::var_os("TAQUIN_BROWSER").map(PathBuf::from).or_else(installed) {
        return browser;
    }
    say(
        "the page's tests install Chromium by apt-get, as there is no browser (TAQUIN_SKIP_BROWSER=1 skips them)",
    );
    let apt_get = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        succeeded(command.status())
    };
    let is_installed = apt_get(&["update", "-qq"])
        && apt_get(&[
            "install",
            "-y",
            "-qq",
            "--no-install-recommends",
            "chromium",
            "fonts-dejavu-core",
        ]);
    installed().filter(|_| is_installed).expect(
        "there is no Chromium and apt-get could not install it: install it by hand (as root: apt-get install \
         chromium), or name a browser in TAQUIN_BROWSER",
    )
}

/// Copies the tests to the target folder and fetches the packages that they are written with.
fn prepare() -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    fs::create_dir_all(&folder).expect("the target folder can be written");
    let lock = "package-lock.json";
    let same_packages = fs::read(source.join(lock)).ok() == fs::read(folder.join(lock)).ok();
    for file in fs::read_dir(&source).expect("the tests are there") {
        let file = file.expect("they can be listed");
        fs::copy(file.path(), folder.join(file.file_name())).expect("they can be copied");
    }
    if !(same_packages && folder.join("node_modules").is_dir()) {
        let packages = Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
            .current_dir(&folder)
            .status();
        if !succeeded(packages) {
            // Otherwise an incomplete installation would look complete the next time.
            let _ = fs::remove_file(folder.join(lock));
            panic!(
                "npm could not fetch playwright-core and axe-core; is there a package registry to ask?"
            );
        }
    }
    folder
}

/// Writes a line to the terminal; the test harness would capture it if it were printed.
fn say(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Returns the path of a program, if it is in `PATH`.
fn on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// Returns whether a command could be started and succeeded.
fn succeeded(status: std::io::Result<std::process::ExitStatus>) -> bool {
    status.is_ok_and(|status| status.success())
}
