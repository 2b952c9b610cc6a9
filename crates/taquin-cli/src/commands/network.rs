//! `taquin network`: the learnt scores of large boards.

use super::pdb::{folder, note, threads, unusable, with_folder};
use super::{ExitStatus, Failure, output};
use crate::args::{
    NetworkArgs, NetworkCommand, NetworkLearnArgs, NetworkListArgs, NetworkRemoveArgs,
    NetworkVerifyArgs,
};
use crate::interrupt;
use crate::prose::filled;
use crate::terminal::Terminal;
use std::io::{self, Write};
use taquin::construct::{LearnError, LearntNetwork, RoundReport, shipped_networks};
use taquin::search::Budget;
use taquin::store::{NetworkError, Store, StoredNetwork};
use taquin::{Limits, Size};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::json::{NetworkDocument, write_line};
use taquin_api::quantities::{counted, shown_bytes};

/// Runs the command.
pub fn run(args: &NetworkArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    match &args.command {
        NetworkCommand::Learn(args) => learn(args, terminal),
        NetworkCommand::List(args) => list(args, terminal),
        NetworkCommand::Verify(args) => verify(args),
        NetworkCommand::Remove(args) => remove(args),
    }
}

/// Trains a score and stores it.
fn learn(args: &NetworkLearnArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let store = with_folder(args.cache.store())?;
    // From here on Ctrl-C waits until the files of the folder are as they should be.
    let budget = Budget::new(Limits::default(), interrupt::cancel());
    // A folder that cannot be written is reported now, rather than after the training.
    store.check().map_err(|error| unusable(&store, &error))?;
    let jobs = threads(args.threads.jobs);
    // Each round is stored, so that an interrupt loses only the current one; but an existing score is replaced only by
    // one of at least as many rounds.
    let known = store.read_network(args.size).map_or(0, |stored| stored.rounds);
    let mut stored = Ok(());
    let mut keep = |learnt: &LearntNetwork| {
        if learnt.rounds >= known {
            stored = store.keep_network(learnt);
        }
    };
    let jobs_and_quiet = (jobs, args.report.quiet);
    let learnt = train(args.size, args.seed, args.rounds, jobs_and_quiet, &budget, &mut keep)?;
    stored.map_err(|error| unusable(&store, &error))?;
    let Some(learnt) = learnt else { return Ok(ExitStatus::Interrupted) };
    store.keep_network(&learnt).map_err(|error| unusable(&store, &error))?;
    let path = store.network_path(args.size).unwrap_or_default().display().to_string();
    let row = Row { size: args.size, learnt: Ok(learnt), location: path };
    write_all([row], args.report.json, terminal)?;
    Ok(ExitStatus::Good)
}

/// Trains a score and reports on each round; returns `None` if it was interrupted.
fn train(
    size: Size,
    seed: u64,
    rounds: Option<usize>,
    (jobs, quiet): (usize, bool),
    budget: &Budget,
    keep: &mut dyn FnMut(&LearntNetwork),
) -> Result<Option<LearntNetwork>, Diagnostic> {
    let mut on_round = |round: &RoundReport, learnt: &LearntNetwork| {
        keep(learnt);
        if !quiet {
            note(&describe_round(round));
        }
    };
    match LearntNetwork::learn(size, seed, rounds, jobs, budget, &mut on_round) {
        Ok(learnt) => Ok(Some(learnt)),
        Err(LearnError::Stopped(_)) => {
            if !quiet {
                note("interrupted in the middle of a round");
            }
            Ok(None)
        }
        Err(error) => Err(Diagnostic::new("no-score-for-size", error.to_string())),
    }
}

/// Describes the result of a round in a sentence.
fn describe_round(round: &RoundReport) -> String {
    let boards = match round.walk {
        Some(walk) => {
            format!("{} up to {walk} random moves away", counted(round.solved as u64, "board"))
        }
        None => format!("{} of {} boards", round.solved, round.boards),
    };
    let by = match round.width {
        0 => "known by its walk".to_string(),
        width => format!("solved by a beam of {width}"),
    };
    format!(
        "round {} of {}: {boards}, {by}: {:.1} moves on average; the RMS error of the score is {:.2}",
        round.round, round.rounds, round.mean_moves, round.error
    )
}

/// Lists the scores.
fn list(args: &NetworkListArgs, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let store = args.cache.store();
    let shipped = shipped_networks().map(|learnt| Row {
        size: learnt.size,
        learnt: Ok(learnt),
        location: "comes with the program".to_string(),
    });
    let stored = store.list_networks().map_err(|error| unusable(&store, &error))?;
    let stored = stored.into_iter().map(|StoredNetwork { path, size, learnt }| {
        let bytes = path.symlink_metadata().map_or(0, |about| about.len());
        let learnt = learnt.map_err(|error| (bytes, error.to_string()));
        Row { size, learnt, location: path.display().to_string() }
    });
    write_all(shipped.chain(stored), args.report.json, terminal)?;
    Ok(ExitStatus::Good)
}

/// Trains the score for a size again, and compares the two.
fn verify(args: &NetworkVerifyArgs) -> Result<ExitStatus, Failure> {
    let store = args.cache.store();
    let known = match store.read_network(args.size) {
        Ok(stored) => stored,
        Err(NetworkError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
            match shipped_networks().find(|shipped| shipped.size == args.size) {
                Some(shipped) => shipped,
                None => return report_missing(args.size, &store),
            }
        }
        Err(error) => {
            note(&format!("the score for {} cannot be used: {error}", args.size));
            return Ok(ExitStatus::Negative);
        }
    };
    let jobs = threads(args.threads.jobs);
    let (seed, rounds) = (known.seed, Some(known.rounds));
    let budget = Budget::new(Limits::default(), interrupt::cancel());
    let again = train(args.size, seed, rounds, (jobs, args.report.quiet), &budget, &mut |_| {})?;
    let Some(again) = again else {
        return Ok(ExitStatus::Interrupted);
    };
    let is_same = again == known;
    let mut out = output();
    let verdict = if is_same { "the same to the last byte" } else { "not the same" };
    writeln!(out, "{}: trained again, {verdict}", args.size)?;
    out.flush()?;
    Ok(if is_same { ExitStatus::Good } else { ExitStatus::Negative })
}

/// Reports that there is no score.
fn report_missing(size: Size, store: &Store) -> Result<ExitStatus, Failure> {
    note(&format!(
        "no score for {size} is kept in {}, and none comes with the program",
        folder(store)
    ));
    Ok(ExitStatus::Negative)
}

/// Removes a stored score.
fn remove(args: &NetworkRemoveArgs) -> Result<ExitStatus, Failure> {
    let store = with_folder(args.cache.store())?;
    match store.remove_network(args.size) {
        Ok(freed) if !args.report.quiet => note(&format!("freed {}", shown_bytes(freed))),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            note(&format!("no score for {} is kept in {}", args.size, folder(&store)));
        }
        Err(error) => return Err(unusable(&store, &error).into()),
    }
    Ok(ExitStatus::Good)
}

/// A score, or the size of a file that cannot be used, with the reason; and where it is.
struct Row {
    size: Size,
    learnt: Result<LearntNetwork, (u64, String)>,
    location: String,
}

/// Prints the scores: the identity, size and location of each, or why it cannot be used.
fn write_all(
    rows: impl IntoIterator<Item = Row>,
    json: bool,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let mut out = output();
    for Row { size, learnt, location } in rows {
        let (document, about) = match learnt {
            Ok(learnt) => {
                let bytes = learnt.to_bytes().len() as u64;
                let rounds = counted(learnt.rounds as u64, "round");
                let about = format!("seed {}, {rounds}, {}", learnt.seed, shown_bytes(bytes));
                (NetworkDocument::new(&learnt, bytes, &location), about)
            }
            Err((bytes, error)) => {
                let about = format!("cannot be used: {error}");
                (NetworkDocument::unusable(size, bytes, &location, error), about)
            }
        };
        if json {
            write_line(&mut out, &document)?;
        } else {
            let text = format!("{size}  {about}  {location}");
            writeln!(out, "{}", filled(&text, terminal.columns, "", "    "))?;
        }
    }
    out.flush()?;
    Ok(())
}
