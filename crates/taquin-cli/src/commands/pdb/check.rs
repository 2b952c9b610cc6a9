//! `taquin pdb verify` and `audit`: whether what is kept is as it was written, and whether it is right.

use super::common::{Bar, GoalPartition, folder, note, threads, unusable, with_folder};
use crate::args::{PartitionArgs, PdbAuditArgs, PdbVerifyArgs, ReportArgs};
use crate::commands::{ExitStatus, Failure, output};
use crate::errors;
use crate::interrupt;
use crate::machine;
use crate::present::write_checked;
use crate::terminal::Terminal;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;
use taquin::pattern::{self, AuditError, FileError, FileFault, PatternTable, Store, StoredTable};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::json::{TableDocument, write_line};
use taquin_api::patterns::{CheckedTable, Verdict};
use taquin_api::quantities::shown_bytes;

/// What became of a check.
enum TableCheck {
    /// It has an answer.
    Told(Verdict),
    /// There is none, and the command ends.
    Ended(ExitStatus),
}

/// Runs `taquin pdb verify`.
pub fn verify(args: &PdbVerifyArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let store = with_folder(args.cache.store())?;
    let cancel = interrupt::cancel();
    let go_on = || !cancel.is_cancelled();
    let verify = |path: &StoredTable| match path.verify(threads(args.threads.jobs), &go_on) {
        Ok(table) => TableCheck::Told(Verdict::Sound { table, audit: None }),
        Err(FileError { fault: FileFault::Interrupted, .. }) => {
            TableCheck::Ended(ExitStatus::Interrupted)
        }
        Err(error) => TableCheck::Told(Verdict::Wrong(error.to_string())),
    };
    each(&store, &args.partition, args.report, terminal, &verify)
}

/// Runs `taquin pdb audit`.
pub fn audit(args: &PdbAuditArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let store = with_folder(args.cache.store())?;
    let threads = threads(args.work.threads.jobs);
    let limit = args.work.max_memory.unwrap_or_else(machine::default_memory_limit);
    let cancel = interrupt::cancel();
    let prove = |table: PatternTable| {
        let pattern = table.pattern();
        let needed = pattern.needs().build_bytes;
        if needed > limit {
            let (needed, limit) = (shown_bytes(needed), shown_bytes(limit));
            let picture = pattern.picture();
            let message = format!(
                "to prove the table of {picture} takes {needed} of memory, but only {limit} are allowed"
            );
            let diagnostic =
                Diagnostic::new("too-little-memory", message).help("--max-memory allows more");
            errors::print(&diagnostic, terminal.colored_errors);
            return TableCheck::Ended(ExitStatus::Stopped);
        }
        let bar = Bar::new(pattern, 0, args.report.quiet);
        let go_on = |progress| {
            bar.show(progress);
            !cancel.is_cancelled()
        };
        match pattern::audit(&table, threads, &go_on) {
            Ok(audit) => TableCheck::Told(Verdict::Sound { table, audit: Some(audit) }),
            Err(AuditError::Interrupted) => TableCheck::Ended(ExitStatus::Interrupted),
            Err(error) => TableCheck::Told(Verdict::Wrong(error.to_string())),
        }
    };
    let check = |kept: &StoredTable| match kept.verify(threads, &|| !cancel.is_cancelled()) {
        Ok(table) => prove(table),
        Err(FileError { fault: FileFault::Interrupted, .. }) => {
            TableCheck::Ended(ExitStatus::Interrupted)
        }
        Err(error) => TableCheck::Told(Verdict::Wrong(error.to_string())),
    };
    each(&store, &args.partition, args.report, terminal, &check)
}

/// Checks each table of a partition, or each that is kept, and reports the results.
fn each(
    store: &Store,
    partition: &PartitionArgs,
    report: ReportArgs,
    terminal: &Terminal,
    check: &dyn Fn(&StoredTable) -> TableCheck,
) -> Result<ExitStatus, Failure> {
    let mut out = output();
    let mut worst = ExitStatus::Good;
    let asked = files(store, partition)?;
    if asked.is_empty() && !report.quiet {
        note(&format!("no tables are kept in {}", folder(store)));
    }
    for kept in asked {
        let began = Instant::now();
        let verdict = match (&kept.pattern, check(&kept)) {
            (_, TableCheck::Ended(status)) => {
                if status == ExitStatus::Interrupted && !report.quiet {
                    note("interrupted");
                }
                return Ok(status);
            }
            // A whole table, but not the one that should be there.
            (Err(error), TableCheck::Told(Verdict::Sound { .. })) => {
                Verdict::Wrong(error.to_string())
            }
            (_, TableCheck::Told(verdict)) => verdict,
        };
        if let Verdict::Wrong(_) = verdict {
            worst = ExitStatus::Negative;
        }
        let table =
            CheckedTable { path: kept.path, bytes: kept.bytes, verdict, time: began.elapsed() };
        match report.json {
            true => write_line(&mut out, &TableDocument::checked(&table))?,
            false => write_checked(&table, *terminal, &mut out)?,
        }
        out.flush()?;
    }
    Ok(worst)
}

/// The files that are asked about: those of a partition, there or not, or all there are.
fn files(store: &Store, partition: &PartitionArgs) -> Result<Vec<StoredTable>, Failure> {
    let kept = store.list().map_err(|error| unusable(store, &error))?;
    if partition.partition.is_none() && partition.size.is_none() && partition.goal.goal.is_none() {
        return Ok(kept);
    }
    let patterns = GoalPartition::new(partition)?.each_pattern();
    let file = |&pattern: &pattern::Pattern| {
        let path: PathBuf = store.path(pattern).unwrap_or_default();
        let there = kept.iter().find(|kept| kept.path == path).cloned();
        let absent = FileError { path: path.clone(), fault: FileFault::Absent };
        there.unwrap_or(StoredTable { path, bytes: 0, pattern: Err(absent) })
    };
    Ok(patterns.iter().map(file).collect())
}
