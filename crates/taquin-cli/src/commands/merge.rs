//! `taquin merge`: merges the results of shards, and reports what is missing.

use super::sinks::{ExperimentOutcome, OUTPUTS, OrderedWriter, ResultFormat};
use super::{ExitStatus, Failure};
use crate::args::MergeArgs;
use crate::save::Target;
use crate::terminal::{Terminal, print_notice};
use taquin_api::experiment::{Header, Merged, Record, RunIndex, listed, merge};
use taquin_api::quantities::counted;

/// Runs the command.
pub fn run(args: &MergeArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let targets = Target::all(&args.results.output, &OUTPUTS)?;
    let Merged { header, records, differing } = merge(&args.files)?;
    let missing: Vec<RunIndex> =
        (0..header.runs()).filter(|run| !records.contains_key(run)).collect();
    let records: Vec<Record> = records.into_values().collect();
    let runs: Vec<RunIndex> = records.iter().map(|record| record.run).collect();
    let default = ResultFormat::of_results(!targets.is_empty());
    let mut writer = OrderedWriter::new(ResultFormat::of(&args.results, default), &header, &runs)?;
    for record in &records {
        writer.add(record.run, &record.row, &record.line)?;
    }
    let outcome = ExperimentOutcome { header: &header, records, complete: missing.is_empty() };
    let summaries = outcome.summaries();
    for target in &targets {
        outcome.write(target, &summaries, &args.results)?;
    }
    outcome.print(writer, &summaries, terminal, &args.results)?;
    print_differing(differing);
    print_missing(&header, &missing);
    Ok(if missing.is_empty() { ExitStatus::Good } else { ExitStatus::Negative })
}

/// Reports how many runs are there several times with different results.
pub fn print_differing(count: usize) {
    if count > 0 {
        let runs = counted(count as u64, "run");
        print_notice(&format!(
            "note: {runs} came out differently, as time or memory ended them; the better result was kept"
        ));
    }
}

/// Reports which boards are missing, for each configuration.
fn print_missing(header: &Header, missing: &[RunIndex]) {
    let configurations = header.configurations.len();
    let boards_of = |configuration: usize| {
        let own = missing.iter().filter(|&&run| run % configurations == configuration);
        own.map(|run| run / configurations + 1).collect::<Vec<usize>>()
    };
    let lists: Vec<Vec<usize>> = (0..configurations).map(boards_of).collect();
    let same = lists.windows(2).all(|pair| pair[0] == pair[1]);
    for (boards, settings) in lists.iter().zip(&header.configurations) {
        if boards.is_empty() {
            continue;
        }
        let (count, which) = (boards.len(), listed(boards));
        let noun = if count == 1 { "board" } else { "boards" };
        if same {
            return print_notice(&format!(
                "Missing: {count} of {} {noun}: {which}.",
                header.boards
            ));
        }
        let id = &settings.id;
        print_notice(&format!("Missing of {id}: {count} of {} {noun}: {which}.", header.boards));
    }
}
