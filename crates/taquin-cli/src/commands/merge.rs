//! `taquin merge`: merges the results of shards, and reports what is missing.

use super::sinks::{ExperimentOutcome, OUTPUTS, OrderedWriter, ResultFormat};
use super::{ExitStatus, Failure};
use crate::args::MergeArgs;
use crate::save::Target;
use crate::terminal::{Terminal, print_notice};
use taquin_api::experiment::{Header, Merged, Record, RunIndex, gaps, listed_ranges, merge};
use taquin_api::quantities::counted;

/// Runs the command.
pub fn run(args: &MergeArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let targets = Target::all(&args.results.output, &OUTPUTS)?;
    let Merged { header, records, differing } = merge(&args.files)?;
    let is_complete = records.len() == header.runs();
    let records: Vec<Record> = records.into_values().collect();
    let runs: Vec<RunIndex> = records.iter().map(|record| record.run).collect();
    let default = ResultFormat::of_results(!targets.is_empty());
    let mut writer = OrderedWriter::new(ResultFormat::of(&args.results, default), &header, &runs)?;
    for record in &records {
        writer.add(record.run, &record.row, &record.line)?;
    }
    let outcome = ExperimentOutcome { header: &header, records, complete: is_complete };
    let summaries = outcome.summaries();
    for target in &targets {
        outcome.write(target, &summaries, &args.results)?;
    }
    outcome.print(writer, &summaries, terminal, &args.results)?;
    print_differing(differing);
    print_missing(&header, &runs);
    Ok(if is_complete { ExitStatus::Good } else { ExitStatus::Negative })
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

/// Reports which boards are missing, for each configuration. The header may state any number of them.
fn print_missing(header: &Header, runs: &[RunIndex]) {
    let configurations = header.configurations.len();
    let mut known = vec![Vec::new(); configurations];
    runs.iter().for_each(|run| known[run % configurations].push(run / configurations + 1));
    let same = known.windows(2).all(|pair| pair[0] == pair[1]);
    for (boards, settings) in known.iter().zip(&header.configurations) {
        let count = header.boards - boards.len();
        if count == 0 {
            continue;
        }
        let which = listed_ranges(&gaps(boards, header.boards));
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
