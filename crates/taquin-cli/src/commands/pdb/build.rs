//! `taquin pdb build`: reports the time and memory it will take, then builds the missing tables.

use super::common::{Bar, GoalPartition, folder, note, threads, unusable, with_folder};
use crate::args::PdbBuildArgs;
use crate::commands::{ExitStatus, Failure, output};
use crate::errors;
use crate::interrupt;
use crate::machine;
use crate::present::write_built;
use crate::progress::rough;
use crate::terminal::Terminal;
use std::io::Write;
use std::time::{Duration, Instant};
use taquin::Limits;
use taquin::pattern::Pattern;
use taquin::search::Budget;
use taquin::store::{Building, Origin, Store, StoreError, StoreNotice};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::json::{TableDocument, write_line};
use taquin_api::patterns::BuiltTable;
use taquin_api::quantities::{counted, shown_bytes};

/// About how long a thread works on a position, in picoseconds: the larger the pattern, the more cache misses.
const PICOSECONDS: u64 = 10_000;

/// Runs the command.
pub fn run(args: &PdbBuildArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let requested = GoalPartition::new(&args.partition)?;
    let store = with_folder(args.cache.store())?;
    let threads = threads(args.work.threads.jobs);
    // From here on Ctrl-C waits until the files of the folder are as they should be.
    let cancel = interrupt::cancel();
    let missing: Vec<Pattern> =
        requested.each_pattern().into_iter().filter(|&pattern| !store.holds(pattern)).collect();
    if !missing.is_empty() {
        // A folder that cannot be written is reported now, rather than after building.
        store.check().map_err(|error| unusable(&store, &error))?;
        if !args.report.quiet {
            report_needs(&requested, &missing, &store, threads);
        }
    }
    let limit = args.work.max_memory.unwrap_or_else(machine::default_memory_limit);
    let limits = Limits { max_bytes: Some(limit), ..Limits::default() };
    let budget = Budget::new(limits, cancel);
    let mut out = output();
    let mut after: u64 = missing.iter().map(|pattern| pattern.needs().positions).sum();
    for pattern in requested.each_pattern() {
        let began = Instant::now();
        if missing.contains(&pattern) {
            after -= pattern.needs().positions;
        }
        let bar = Bar::new(pattern, after, args.report.quiet);
        let progress = |_, progress| bar.show(progress);
        let building = Building { threads, budget: &budget, progress: &progress };
        let found = store.table(pattern, building);
        drop(bar);
        let found = match found {
            Ok(found) => found,
            Err(error) => return report_failure(&error, args.report.quiet, terminal),
        };
        if !store.holds(pattern) {
            // Storing it was the whole purpose.
            let code = found.notices.first().map_or("table-not-stored", StoreNotice::code);
            let notices: Vec<String> = found.notices.iter().map(ToString::to_string).collect();
            let help = "--cache-dir or TAQUIN_CACHE_DIR names another folder";
            return Err(Diagnostic::new(code, notices.join("\n")).help(help).into());
        }
        for notice in found.notices.iter().filter(|_| !args.report.quiet) {
            note(&notice.to_string());
        }
        let table = BuiltTable {
            pattern,
            path: store.path(pattern).unwrap_or_default(),
            built: found.origin == Origin::Built,
            levels: found.table.levels(),
            time: began.elapsed(),
        };
        if args.report.json {
            write_line(&mut out, &TableDocument::built(&table))?
        } else {
            write_built(&table, *terminal, &mut out)?
        }
        out.flush()?;
    }
    Ok(ExitStatus::Good)
}

/// Reports beforehand what building will take.
fn report_needs(requested: &GoalPartition, missing: &[Pattern], store: &Store, threads: usize) {
    let needs = || missing.iter().map(|pattern| pattern.needs());
    let disk = needs().map(|needs| needs.table_bytes).sum();
    let memory = needs().map(|needs| needs.build_bytes).max().unwrap_or(0);
    let positions: u64 = needs().map(|needs| needs.positions).sum();
    let time = Duration::from_nanos(positions / 1000 * PICOSECONDS / threads as u64);
    note(&format!(
        "{} {} {} to build: {} of memory, {} on disk in {}, about {} on {}",
        requested.partitions,
        if missing.len() == requested.each_pattern().len() { "has" } else { "lacks" },
        counted(missing.len() as u64, "table"),
        shown_bytes(memory),
        shown_bytes(disk),
        folder(store),
        rough(time),
        counted(threads as u64, "thread"),
    ));
}

/// Reports why there is no table, and returns the exit status.
fn report_failure(
    error: &StoreError,
    quiet: bool,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    match error {
        StoreError::Stopped(_) => {
            if !quiet {
                note("interrupted; nothing was left behind");
            }
            Ok(ExitStatus::Interrupted)
        }
        StoreError::TooLittleMemory { what, needed, allowed } => {
            let (needed, allowed) = (shown_bytes(*needed), shown_bytes(*allowed));
            let message =
                format!("{what} takes {needed} of memory, but only {allowed} are allowed");
            let diagnostic =
                Diagnostic::new("too-little-memory", message).help("--max-memory allows more");
            errors::print(&diagnostic, terminal.colored_errors);
            Ok(ExitStatus::Stopped)
        }
    }
}
