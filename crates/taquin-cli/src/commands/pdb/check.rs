//! `taquin pdb verify` and `audit`: whether stored tables are undamaged, and whether they are correct.

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
use taquin::Budget;
use taquin::pattern::{self, AuditError, PatternTable};
use taquin::store::{FileError, FileFault, Store, StoredTable};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::json::{TableDocument, write_line};
use taquin_api::patterns::{CheckedTable, TableVerdict};
use taquin_api::quantities::shown_bytes;

/// The result of a check.
enum TableCheck {
    /// The check was completed.
    Checked(TableVerdict),
    /// It was not, and the command ends.
    Ended(ExitStatus),
}

/// Runs `taquin pdb verify`.
pub fn verify(args: &PdbVerifyArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let store = with_folder(args.cache.store())?;
    let budget = Budget::stopped_by(&interrupt::cancel());
    let verify = |path: &StoredTable| match path.verify(threads(args.threads.jobs), &budget) {
        Ok(table) => TableCheck::Checked(TableVerdict::Sound { table, audit: None }),
        Err(FileError { fault: FileFault::Stopped(_), .. }) => {
            TableCheck::Ended(ExitStatus::Interrupted)
        }
        Err(error) => TableCheck::Checked(TableVerdict::Wrong(error.to_string())),
    };
    each(&store, &args.partition, args.report, terminal, &verify)
}

/// Runs `taquin pdb audit`.
pub fn audit(args: &PdbAuditArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let store = with_folder(args.cache.store())?;
    let threads = threads(args.work.threads.jobs);
    let limit = args.work.max_memory.unwrap_or_else(machine::default_memory_limit);
    let budget = Budget::stopped_by(&interrupt::cancel());
    let prove = |table: PatternTable| {
        let pattern = table.pattern();
        let needed = pattern.needs().build_bytes;
        if needed > limit {
            let (needed, limit) = (shown_bytes(needed), shown_bytes(limit));
            let picture = pattern.picture();
            let message = format!(
                "proving the table of {picture} takes {needed} of memory, but only {limit} are allowed"
            );
            let diagnostic =
                Diagnostic::new("too-little-memory", message).help("--max-memory allows more");
            errors::print(&diagnostic, terminal.colored_errors);
            return TableCheck::Ended(ExitStatus::Stopped);
        }
        let bar = Bar::new(pattern, 0, args.report.quiet);
        match pattern::audit(&table, threads, &budget, &|progress| bar.show(progress)) {
            Ok(audit) => TableCheck::Checked(TableVerdict::Sound { table, audit: Some(audit) }),
            Err(AuditError::Stopped(_)) => TableCheck::Ended(ExitStatus::Interrupted),
            Err(error) => TableCheck::Checked(TableVerdict::Wrong(error.to_string())),
        }
    };
    let check = |stored: &StoredTable| match stored.verify(threads, &budget) {
        Ok(table) => prove(table),
        Err(FileError { fault: FileFault::Stopped(_), .. }) => {
            TableCheck::Ended(ExitStatus::Interrupted)
        }
        Err(error) => TableCheck::Checked(TableVerdict::Wrong(error.to_string())),
    };
    each(&store, &args.partition, args.report, terminal, &check)
}

/// Checks each table of a partition, or each stored one, and reports the results.
fn each(
    store: &Store,
    partition: &PartitionArgs,
    report: ReportArgs,
    terminal: &Terminal,
    check: &dyn Fn(&StoredTable) -> TableCheck,
) -> Result<ExitStatus, Failure> {
    let mut out = output();
    let mut worst = ExitStatus::Good;
    let tables = files(store, partition)?;
    if tables.is_empty() && !report.quiet {
        note(&format!("no tables are kept in {}", folder(store)));
    }
    for stored in tables {
        let began = Instant::now();
        let verdict = match (&stored.pattern, check(&stored)) {
            (_, TableCheck::Ended(status)) => {
                if status == ExitStatus::Interrupted && !report.quiet {
                    note("interrupted");
                }
                return Ok(status);
            }
            // An undamaged table, but not the one that should be in this file.
            (Err(error), TableCheck::Checked(TableVerdict::Sound { .. })) => {
                TableVerdict::Wrong(error.to_string())
            }
            (_, TableCheck::Checked(verdict)) => verdict,
        };
        if let TableVerdict::Wrong(_) = verdict {
            worst = ExitStatus::Negative;
        }
        let table =
            CheckedTable { path: stored.path, bytes: stored.bytes, verdict, time: began.elapsed() };
        if report.json {
            write_line(&mut out, &TableDocument::checked(&table))?
        } else {
            write_checked(&table, *terminal, &mut out)?
        }
        out.flush()?;
    }
    Ok(worst)
}

/// Returns the files to check: those of a partition, whether they exist or not, or all that exist.
fn files(store: &Store, partition: &PartitionArgs) -> Result<Vec<StoredTable>, Failure> {
    let stored = store.list().map_err(|error| unusable(store, &error))?;
    if partition.partition.is_none() && partition.size.is_none() && partition.goal.goal.is_none() {
        return Ok(stored);
    }
    let patterns = GoalPartition::new(partition)?.each_pattern();
    let file = |&pattern: &pattern::Pattern| {
        let path: PathBuf = store.path(pattern).unwrap_or_default();
        let there = stored.iter().find(|stored| stored.path == path).cloned();
        let absent = FileError { path: path.clone(), fault: FileFault::Absent };
        there.unwrap_or(StoredTable { path, bytes: 0, pattern: Err(absent) })
    };
    Ok(patterns.iter().map(file).collect())
}
