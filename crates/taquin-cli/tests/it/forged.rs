//! Commands must cope with anything in the folder of tables: forged headers, and FIFOs, folders, sockets, devices and
//! links instead of files. Every command is killed if it does not end.

use crate::run::{Ran, command};
use crate::tries;
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};
use taquin::store::{FileError, FileFault, StoreNotice};
use tempfile::TempDir;

/// Far more than any of these commands takes on a busy machine.
const GENEROUS: Duration = Duration::from_secs(120);

const TABLE: &str = "3x3-blank8-tiles-1-2-3-6.pdb";
const OTHER: &str = "3x3-blank8-tiles-4-5-7-8.pdb";

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room")
}

/// Runs the program with its tables in a folder; fails if it does not end.
fn taquin(folder: &Path, arguments: &[&str]) -> Ran {
    let streams = self::folder();
    let [out, err] = ["out", "err"].map(|name| streams.path().join(name));
    let mut child = command(arguments)
        .args(["--cache-dir".as_ref(), folder.as_os_str()])
        .stdout(File::create(&out).expect("there is room"))
        .stderr(File::create(&err).expect("there is room"))
        .spawn()
        .expect("it runs");
    let began = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if began.elapsed() > GENEROUS {
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let read = |path| fs::read(path).expect("it was written");
    let status = child.wait().expect("it has ended");
    Output { status, stdout: read(out), stderr: read(err) }.into()
}

/// Solves a board 31 moves from its goal with the tables of a folder; returns the notices about them.
fn solve(folder: &Path) -> Vec<String> {
    let search = ["solve", "8 6 7/2 5 4/3 0 1", "-a", "fast-ida", "-H", "pdb:44", "--json"];
    let ran = taquin(folder, &search);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report: Value = serde_json::from_str(&ran.out).expect("an object");
    assert_eq!((report["length"].as_u64(), report["optimal"].as_bool()), (Some(31), Some(true)));
    let notices = report["notices"].as_array().into_iter().flatten();
    notices.filter_map(|notice| notice.as_str().map(String::from)).collect()
}

/// A folder with both tables, and the bytes of the first.
fn with_tables() -> (TempDir, PathBuf, Vec<u8>) {
    let folder = folder();
    let ran = taquin(folder.path(), &["pdb", "build", "44", "--size", "3x3"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let path = folder.path().join(TABLE);
    let bytes = fs::read(&path).expect("it is kept");
    (folder, path, bytes)
}

#[test]
fn forged_counts_are_reported_by_every_command() {
    let (folder, path, sound) = with_tables();
    let mut tried = 0;
    // Levels, blocks, positions, bytes, bytes of a block.
    for (at, length) in [(56, 4), (60, 4), (32, 8), (40, 8), (48, 8)] {
        for value in [0_u64, 0xFFFF, 0xFFFF_FFFF, u64::MAX].into_iter().step_by(tries(3, 1)) {
            let mut forged = sound.clone();
            forged[at..at + length].copy_from_slice(&value.to_le_bytes()[..length]);
            let sum = crc32(&forged[..4092]);
            forged[4092..4096].copy_from_slice(&sum.to_le_bytes());
            fs::write(&path, &forged).expect("written");
            let error = FileError { path: path.clone(), fault: FileFault::DamagedHeader };
            let message = error.to_string();
            for (check, code) in [("list", 0), ("verify", 1), ("audit", 1)] {
                let ran = taquin(folder.path(), &["pdb", check]);
                assert_eq!(ran.code, code, "{check}, {value:#x} at {at}: {}{}", ran.out, ran.err);
                assert!(ran.out.contains(&message), "{check}, {value:#x} at {at}: {}", ran.out);
            }
            let notices = solve(folder.path());
            let rebuilt = StoreNotice::Rebuilt(error).to_string();
            assert!(notices.contains(&rebuilt), "{value:#x} at {at}: {notices:?}");
            assert!(fs::read(&path).expect("it is kept") == sound, "{value:#x} at {at}");
            tried += 1;
        }
    }
    assert_eq!(tried, tries(10, 20));
}

/// CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32| (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
    !bytes
        .iter()
        .fold(u32::MAX, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| step(sum)))
}

#[cfg(unix)]
mod obstacles {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;
    use taquin::store::PathKind;

    /// What may be there instead of a file, and its kind if links are followed.
    const OBSTACLES: [(&str, PathKind); 5] = [
        ("fifo", PathKind::Fifo),
        ("folder", PathKind::Folder),
        ("socket", PathKind::Socket),
        ("device", PathKind::Device),
        ("link", PathKind::DanglingLink),
    ];

    /// The error for something else where a file should be.
    fn not_a_file(path: &Path, kind: PathKind) -> FileError {
        FileError { path: path.to_path_buf(), fault: FileFault::NotAFile(kind) }
    }

    fn put(what: &str, at: &Path) {
        match what {
            "fifo" => {
                let made = Command::new("mkfifo").arg(at).status();
                assert!(made.is_ok_and(|status| status.success()), "mkfifo makes FIFOs");
            }
            "folder" => fs::create_dir(at).expect("it can be made"),
            "socket" => drop(UnixListener::bind(at).expect("it can be made")),
            "device" => symlink("/dev/zero", at).expect("it can be made"),
            _ => symlink("nowhere", at).expect("it can be made"),
        }
    }

    #[test]
    fn a_table_that_is_no_file_is_named() {
        for (what, kind) in OBSTACLES {
            let (folder, path, _) = with_tables();
            fs::remove_file(&path).expect("it is there");
            put(what, &path);
            let error = not_a_file(&path, kind);
            let message = error.to_string();
            let notices = solve(folder.path());
            let pattern = "xxx/..x/...".to_string();
            let notice = StoreNotice::InTheWay { error, pattern }.to_string();
            assert!(notices.contains(&notice), "{what}: {notices:?}");
            for (check, code) in [("list", 0), ("verify", 1), ("audit", 1)] {
                let ran = taquin(folder.path(), &["pdb", check]);
                assert_eq!(ran.code, code, "{what}, {check}: {}{}", ran.out, ran.err);
                assert!(ran.out.contains(&message), "{what}, {check}: {}", ran.out);
            }
            let build = taquin(folder.path(), &["pdb", "build", "44", "--size", "3x3"]);
            assert_eq!(build.code, 2, "{what}: {}", build.out);
            assert!(build.err.contains(&message), "{what}: {}", build.err);
            // Everything else that can be removed is removed.
            let remove = taquin(folder.path(), &["pdb", "remove", "--all"]);
            assert!(!folder.path().join(OTHER).exists(), "{what}: {}", remove.err);
            let stays = fs::symlink_metadata(&path).is_ok();
            match what {
                "device" | "link" => assert!(remove.code == 0 && !stays, "{what}: {}", remove.err),
                _ => {
                    assert!(remove.code == 2 && stays, "{what}: {}", remove.out);
                    assert!(remove.err.contains(&message), "{what}: {}", remove.err);
                }
            }
        }
    }

    #[test]
    fn a_lock_that_is_no_file_is_named() {
        for (what, kind) in OBSTACLES {
            let kind = if matches!(what, "device" | "link") { PathKind::Link } else { kind };
            let folder = folder();
            let lock = folder.path().join(format!(".{TABLE}.lock"));
            put(what, &lock);
            let message = not_a_file(&lock, kind).to_string();
            let notices = solve(folder.path());
            assert!(notices.iter().any(|notice| notice.contains(&message)), "{what}: {notices:?}");
            assert!(!folder.path().join(TABLE).exists() && folder.path().join(OTHER).exists());
            for arguments in [&["--all"][..], &["44", "--size", "3x3"]] {
                let remove = taquin(folder.path(), &[&["pdb", "remove"], arguments].concat());
                assert_eq!(remove.code, 2, "{what}: {}", remove.out);
                assert!(remove.err.contains(&message), "{what}: {}", remove.err);
                assert!(!folder.path().join(OTHER).exists(), "{what}");
            }
            assert!(fs::symlink_metadata(&lock).is_ok(), "{what}");
        }
    }

    #[test]
    fn a_leftover_that_is_no_file_is_ignored() {
        for (what, _) in OBSTACLES {
            let folder = folder();
            let left = folder.path().join(format!(".{TABLE}.1.new"));
            put(what, &left);
            let notices = solve(folder.path());
            assert!(!notices.iter().any(|notice| notice.contains(".pdb")), "{what}: {notices:?}");
            assert!(folder.path().join(TABLE).exists(), "{what}");
            if what == "folder" {
                let remove = taquin(folder.path(), &["pdb", "remove", "--all"]);
                let message = not_a_file(&left, PathKind::Folder).to_string();
                assert!(remove.code == 2 && remove.err.contains(&message), "{}", remove.err);
            } else {
                assert!(fs::symlink_metadata(&left).is_err(), "{what}");
            }
        }
    }

    #[test]
    fn a_folder_of_tables_that_is_none_is_named() {
        let mut tried = 0;
        for (what, kind) in OBSTACLES.into_iter().filter(|(what, _)| *what != "folder") {
            let around = folder();
            let place = around.path().join("tables");
            put(what, &place);
            let message = format!("{} is {kind}, ", place.display());
            let notices = solve(&place);
            assert!(notices.iter().any(|notice| notice.contains(&message)), "{what}: {notices:?}");
            for arguments in
                [&["list"][..], &["verify"], &["audit"], &["build"], &["remove", "--all"]]
            {
                let ran = taquin(&place, &[&["pdb"], arguments].concat());
                assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{what}, {arguments:?}");
                assert!(ran.err.contains(&message), "{what}, {arguments:?}: {}", ran.err);
            }
            tried += 1;
        }
        assert_eq!(tried, 4);
    }
}
