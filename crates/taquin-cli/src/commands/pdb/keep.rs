//! `taquin pdb list`, `show` and `remove`: what is kept, what it is, and away with it.

use super::common::{GoalPartition, folder, note, unusable, with_folder};
use crate::args::{PdbListArgs, PdbRemoveArgs, PdbShowArgs};
use crate::commands::{ExitStatus, Failure, output};
use crate::present::{write_kept, write_partition};
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
    let kept = store.list().map_err(|error| unusable(&store, &error))?;
    let mut out = output();
    match args.report.json {
        true => {
            kept.iter().try_for_each(|kept| write_line(&mut out, &TableDocument::stored(kept)))?
        }
        false => write_kept(&kept, &folder(&store), *terminal, &mut out)?,
    }
    out.flush()?;
    Ok(ExitStatus::Good)
}

/// Runs `taquin pdb show`.
pub fn show(args: &PdbShowArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let asked = GoalPartition::new(&args.partition)?;
    let store = args.cache.store();
    let drawn = pictures(&asked.partitions, &asked.goal);
    let drawn = drawn.map_err(|error| Diagnostic::of(&error))?;
    let names: Vec<String> = asked.partitions.to_string().split('+').map(String::from).collect();
    let mut partitions = Vec::new();
    for ((name, picture), patterns) in names.into_iter().zip(drawn).zip(&asked.patterns) {
        let kept =
            patterns.iter().map(|&pattern| store.path(pattern).filter(|_| store.holds(pattern)));
        let (kept, patterns) = (kept.collect(), patterns.clone());
        partitions.push(ShownPartitions { name, goal: &asked.goal, picture, patterns, kept });
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

/// Runs `taquin pdb remove`. What cannot be removed is named when all the rest is removed.
pub fn remove(args: &PdbRemoveArgs) -> Result<ExitStatus, Failure> {
    let store = with_folder(args.cache.store())?;
    let (mut freed, mut left) = (0, Vec::new());
    let paths: Vec<PathBuf> = match args.all {
        true => {
            let kept = store.list().map_err(|error| unusable(&store, &error))?;
            match store.clean() {
                Ok(bytes) => freed += bytes,
                Err(error) => left.push(error.to_string()),
            }
            kept.into_iter().map(|kept| kept.path).collect()
        }
        false => {
            let patterns = GoalPartition::new(&args.partition)?.each_pattern();
            patterns.into_iter().filter_map(|pattern| store.path(pattern)).collect()
        }
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
        match args.report.json {
            true => write_line(&mut out, &TableDocument::removed(&path, bytes))?,
            false => writeln!(out, "removed {} ({})", path.display(), shown_bytes(bytes))?,
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
    match left.is_empty() {
        true => Ok(ExitStatus::Good),
        false => {
            let help = "what is no file is left alone; remove it if nobody needs it";
            Err(Diagnostic::new("not-removed", left.join("\n")).help(help).into())
        }
    }
}
