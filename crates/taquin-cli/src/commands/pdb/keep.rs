//! `taquin pdb list`, `show` and `remove`: manage the stored tables.

use super::common::{GoalPartition, folder, note, unusable, with_folder};
use crate::args::{PdbListArgs, PdbRemoveArgs, PdbShowArgs};
use crate::commands::{ExitStatus, Failure, output};
use crate::present::{write_partition, write_stored};
use crate::terminal::Terminal;
use std::io::Write;
use std::path::PathBuf;
use taquin::pattern::pictures;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::json::{PartitionDocument, TableDocument, write_line};
use taquin_api::patterns::ShownPartitions;
use taquin_api::quantities::shown_bytes;

/// Runs `taquin pdb list`.
pub fn list(args: &PdbListArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let store = with_folder(args.cache.store())?;
    let stored = store.list().map_err(|error| unusable(&store, &error))?;
    let mut out = output();
    if args.report.json {
        stored.iter().try_for_each(|stored| write_line(&mut out, &TableDocument::stored(stored)))?
    } else {
        write_stored(&stored, &folder(&store), *terminal, &mut out)?
    }
    out.flush()?;
    Ok(ExitStatus::Good)
}

/// Runs `taquin pdb show`.
pub fn show(args: &PdbShowArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let requested = GoalPartition::new(&args.partition)?;
    let store = args.cache.store();
    let drawn = pictures(&requested.partitions, &requested.goal);
    let drawn = drawn.map_err(|error| Diagnostic::of(&error))?;
    let names: Vec<String> =
        requested.partitions.to_string().split('+').map(String::from).collect();
    let mut partitions = Vec::new();
    for ((name, picture), patterns) in names.into_iter().zip(drawn).zip(&requested.patterns) {
        let stored =
            patterns.iter().map(|&pattern| store.path(pattern).filter(|_| store.holds(pattern)));
        let (stored, patterns) = (stored.collect(), patterns.clone());
        partitions.push(ShownPartitions {
            name,
            goal: &requested.goal,
            picture,
            patterns,
            kept: stored,
        });
    }
    let mut out = output();
    for (number, partition) in partitions.iter().enumerate() {
        if args.json {
            write_line(&mut out, &PartitionDocument::from(partition))?;
            continue;
        }
        if number > 0 {
            writeln!(out)?;
        }
        write_partition(partition, *terminal, &mut out)?;
    }
    out.flush()?;
    Ok(ExitStatus::Good)
}

/// Runs `taquin pdb remove`. Files that cannot be removed are reported after all others are removed.
pub fn remove(args: &PdbRemoveArgs) -> Result<ExitStatus, Failure> {
    let store = with_folder(args.cache.store())?;
    let (mut freed, mut left) = (0, Vec::new());
    let paths: Vec<PathBuf> = if args.all {
        let stored = store.list().map_err(|error| unusable(&store, &error))?;
        match store.clean() {
            Ok(bytes) => freed += bytes,
            Err(error) => left.push(error.to_string()),
        }
        stored.into_iter().map(|stored| stored.path).collect()
    } else {
        let patterns = GoalPartition::new(&args.partition)?.each_pattern();
        patterns.into_iter().filter_map(|pattern| store.path(pattern)).collect()
    };
    let mut out = output();
    let mut removed = 0;
    for path in paths {
        let bytes = match store.remove_file(&path) {
            Ok(0) => continue,
            Ok(bytes) => bytes,
            Err(error) => {
                left.push(format!("{} cannot be removed: {error}", path.display()));
                continue;
            }
        };
        removed += 1;
        freed += bytes;
        if args.report.json {
            write_line(&mut out, &TableDocument::removed(&path, bytes))?
        } else {
            writeln!(out, "removed {} ({})", path.display(), shown_bytes(bytes))?
        }
    }
    out.flush()?;
    if !args.report.quiet {
        match (removed, freed) {
            (0, 0) if !left.is_empty() => {}
            (0, 0) => note(&format!("there was nothing to remove in {}", folder(&store))),
            _ => note(&format!("{} freed", shown_bytes(freed))),
        }
    }
    if left.is_empty() {
        Ok(ExitStatus::Good)
    } else {
        let help =
            "only regular files are removed; remove anything else yourself if it is not needed";
        Err(Diagnostic::new("not-removed", left.join("\n")).help(help).into())
    }
}
