//! `taquin bench`: runs one or more configurations on a set of boards, and stores every result.

use super::runner::{ExperimentRunner, StoredResults, experiment};
use super::sinks::{OUTPUTS, ResultFormat};
use super::{ExitStatus, Failure};
use crate::args::BenchArgs;
use crate::interrupt;
use crate::save::{FileKind, Target};
use crate::terminal::Terminal;
use std::path::Path;
use taquin_api::diagnostic::Diagnostic;
use taquin_api::experiment::Experiment;

/// Runs the command.
pub fn run(args: &BenchArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let mut targets = Target::all(&args.results.output, &OUTPUTS)?;
    let lines = targets.iter().position(|target| target.kind == FileKind::JsonLines);
    let stored = match (&args.resume, lines) {
        (Some(path), _) => Some(resumed(path)?),
        (None, Some(index)) => Some(StoredResults::New(targets.remove(index).path)),
        (None, None) => None,
    };
    let experiment = experiment(&args.experiment, &[], args.results.quiet)?;
    let experiment = Experiment { shard: args.shard, ..experiment };
    let default = ResultFormat::of_results(stored.is_some() || !targets.is_empty());
    let runner = ExperimentRunner {
        experiment: &experiment,
        jobs: args.experiment.jobs.jobs,
        format: ResultFormat::of(&args.results, default),
        stored,
        targets,
        results: &args.results,
    };
    let (status, _) = runner.run(terminal, &interrupt::cancel())?;
    Ok(status)
}

/// Checks the file to resume.
fn resumed(path: &Path) -> Result<StoredResults, Diagnostic> {
    match FileKind::of(path, &[FileKind::JsonLines]) {
        Ok(_) => Ok(StoredResults::Resumed(path.to_path_buf())),
        Err(_) => {
            let diagnostic = Diagnostic::new(
                "only-json-lines-resume",
                "only a file of JSON Lines can be resumed",
            );
            Err(diagnostic.help("let its name end in .jsonl"))
        }
    }
}
