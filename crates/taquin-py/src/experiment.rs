//! Configurations x boards, for `compare`, `bench` and clusters. Lines and files are those of the command line.

use crate::board::{board_of, goal_of};
use crate::choices::{
    OptionArguments, STORE, chosen_limits, option_of, settings_of, threads_of, with_memory,
};
use crate::errors::{refused, wrong};
use crate::waiting::interruptible;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use taquin::{Limits, Solver};
use taquin_api::diagnostic::Diagnostic;
use taquin_api::experiment::{
    BoardSet, ConfigurationRequest, DEFAULT_CONFIGURATIONS, Experiment, KORF, Record, ResultsFile,
    RunIndex,
};
use taquin_api::json::Solved;
use taquin_api::picture::svg;
use taquin_api::request::{in_request, read_cost, read_size};
use taquin_api::results::{About, ChartOptions, MEASURES, Summary, chart, summarize};
use taquin_api::tasks::{run_all, run_one};

/// An experiment: every configuration on every board.
#[pyclass(frozen, name = "Experiment", module = "taquin._taquin")]
pub struct PyExperiment {
    experiment: Experiment,
    limits: Limits,
    left_out: Vec<String>,
}

/// The name of a list of boards.
const BOARDS: &str = "boards";

#[pymethods]
impl PyExperiment {
    #[new]
    #[pyo3(signature = (boards, configurations, heuristics, goal, cost, options, max_nodes, max_seconds, max_bytes, random,
        seed, size))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        boards: Option<&Bound<'_, PyAny>>,
        configurations: Vec<String>,
        heuristics: Vec<String>,
        goal: Option<&Bound<'_, PyAny>>,
        cost: &str,
        options: &Bound<'_, PyDict>,
        max_nodes: Option<u64>,
        max_seconds: Option<f64>,
        max_bytes: Option<u64>,
        random: Option<u64>,
        seed: u64,
        size: Option<&str>,
    ) -> PyResult<PyExperiment> {
        let set = board_set(boards, goal, random, seed, size)?;
        let given: Vec<(String, Bound<'_, PyAny>)> = options
            .iter()
            .map(|(name, value)| Ok((name.extract()?, value)))
            .collect::<PyResult<_>>()?;
        let mut settings: Vec<_> = Vec::new();
        for (name, value) in &given {
            settings.push((option_of(name)?.field, Some(value)));
        }
        let settings: &OptionArguments<'_, '_> = &settings;
        let request = ConfigurationRequest {
            algorithms: configurations.iter().map(String::as_str).collect(),
            default: &DEFAULT_CONFIGURATIONS,
            heuristics: heuristics.iter().map(String::as_str).collect(),
            common: Solver {
                settings: settings_of(settings)?.read().map_err(|error| refused(&error))?,
                costs: read_cost(cost).map_err(|error| refused(&error))?,
                store: STORE.clone(),
                ..Solver::default()
            },
            ..ConfigurationRequest::default()
        };
        let found = request.configurations().map_err(|error| wrong(&error))?;
        let limits = chosen_limits(max_nodes, max_seconds, max_bytes)?;
        let experiment = Experiment {
            configurations: found.list,
            set,
            // Only an explicit memory limit is part of the experiment.
            limits,
            shard: None,
        };
        let left_out = found.left_out.into_iter().map(|reason| reason.message).collect();
        Ok(PyExperiment { experiment, limits, left_out })
    }

    /// The first line of its results file.
    #[getter]
    fn header(&self) -> String {
        self.experiment.header().line()
    }

    /// The number of runs.
    #[getter]
    fn runs(&self) -> usize {
        self.experiment.runs().len()
    }

    /// The ids of the configurations.
    #[getter]
    fn configurations(&self) -> Vec<String> {
        self.experiment
            .configurations
            .iter()
            .map(|configuration| configuration.id.clone())
            .collect()
    }

    /// Pairs of algorithm and heuristic that cannot be combined, and why.
    #[getter]
    fn left_out(&self) -> Vec<String> {
        self.left_out.clone()
    }

    /// Performs some runs one after the other and returns their lines; `processes` of them share the memory.
    fn run(&self, py: Python<'_>, runs: Vec<RunIndex>, processes: usize) -> PyResult<Vec<String>> {
        self.check(&runs)?;
        let limits = self.run_limits(processes)?;
        interruptible(py, |cancel| {
            runs.iter()
                .map_while(|&run| run_one(&self.experiment, run, limits, cancel, None))
                .collect()
        })
    }

    /// Performs the given runs on several threads, and calls `finished` with the number and the line of each.
    fn run_all(
        &self,
        py: Python<'_>,
        runs: Vec<RunIndex>,
        threads: Option<usize>,
        finished: Py<PyAny>,
    ) -> PyResult<()> {
        self.check(&runs)?;
        let threads = threads_of(threads)?;
        let limits = self.run_limits(threads)?;
        interruptible(py, |cancel| {
            run_all(&self.experiment, &runs, threads, limits, cancel, |run, line| {
                Python::attach(|py| finished.call1(py, (run, line)).map(drop))
            })
        })?
    }

    /// Summarizes the lines of each configuration as a line of JSON.
    fn summaries(&self, lines: Vec<String>) -> PyResult<Vec<String>> {
        let rows = rows(&lines)?;
        let rows: Vec<&Solved> = rows.iter().collect();
        Ok(summarize(&self.configurations(), &rows).iter().map(Summary::line).collect())
    }

    /// The chart of a measure, as SVG; None if there is nothing to draw.
    fn chart(&self, lines: Vec<String>, measure: &str) -> PyResult<Option<String>> {
        let rows = rows(&lines)?;
        let rows: Vec<&Solved> = rows.iter().collect();
        let found = MEASURES.iter().find(|known| known.id == measure).ok_or_else(|| {
            let ids: Vec<&str> = MEASURES.iter().map(|measure| measure.id).collect();
            let diagnostic =
                Diagnostic::new("unknown-measure", format!("there is no measure '{measure}'"));
            wrong(&diagnostic.help(format!("it can be {}", ids.join(", "))))
        })?;
        let header = self.experiment.header();
        let about = About { set: header.set, goal: header.goal };
        let options = ChartOptions { title: None, measures: vec![found] };
        Ok(chart(&rows, Some(&about), &options).map(|scene| svg(&scene)))
    }

    /// Opens a results file. Returns the file and the runs that it already has.
    fn open(
        &self,
        path: PathBuf,
        resume: bool,
    ) -> PyResult<(PyResultsFile, Vec<(RunIndex, String)>)> {
        let header = self.experiment.header();
        let opened = if resume {
            ResultsFile::resume(&path, &self.experiment)
        } else {
            ResultsFile::create(&path, &header).map(|file| (file, Vec::new()))
        };
        let (file, known) = opened.map_err(|error| wrong(&spelled(error)))?;
        let known = known.into_iter().map(|Record { run, line, .. }| (run, line)).collect();
        Ok((PyResultsFile(Mutex::new(Some(file))), known))
    }
}

impl PyExperiment {
    fn check(&self, runs: &[RunIndex]) -> PyResult<()> {
        match runs.iter().find(|run| **run >= self.runs()) {
            Some(run) => Err(PyRuntimeError::new_err(format!("there is no run {run}"))),
            None => Ok(()),
        }
    }

    /// Returns the limits of one run: concurrent runs share the memory.
    fn run_limits(&self, threads: usize) -> PyResult<Limits> {
        let limits = with_memory(self.limits);
        Ok(Limits {
            max_bytes: limits.max_bytes.map(|bytes| bytes / threads.max(1) as u64),
            ..limits
        })
    }
}

/// A results file that survives a crash.
#[pyclass(frozen, name = "ResultsFile", module = "taquin._taquin")]
pub struct PyResultsFile(Mutex<Option<ResultsFile>>);

#[pymethods]
impl PyResultsFile {
    /// Adds the line of a run.
    fn append(&self, run: RunIndex, line: &str) -> PyResult<()> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(file) => file.append(run, line).map_err(|error| wrong(&error)),
            None => Err(closed()),
        }
    }

    /// Closes an incomplete file.
    fn pause(&self) -> PyResult<()> {
        let file = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        file.ok_or_else(closed)?.pause().map_err(|error| wrong(&error))
    }

    /// Writes the summaries and closes the file.
    fn finish(&self, summaries: Vec<String>) -> PyResult<()> {
        let file = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        file.ok_or_else(closed)?.finish(&summaries).map_err(|error| wrong(&error))
    }
}

/// Replaces the help of a diagnostic by one that names Python arguments.
fn spelled(diagnostic: Diagnostic) -> Diagnostic {
    match diagnostic.code {
        "results-exist" => diagnostic.help("continue with resume=True, or choose another file"),
        "results-damaged" => {
            diagnostic.help("the file is damaged: remove that line and continue with resume=True")
        }
        _ => diagnostic,
    }
}

fn closed() -> PyErr {
    PyRuntimeError::new_err("the file is closed")
}

fn rows(lines: &[String]) -> PyResult<Vec<Solved>> {
    lines.iter().map(|line| Solved::read(line.as_bytes()).map_err(|error| wrong(&error))).collect()
}

/// Returns the boards of an experiment: a list, Korf's hundred boards by name, or random ones.
fn board_set(
    boards: Option<&Bound<'_, PyAny>>,
    goal: Option<&Bound<'_, PyAny>>,
    random: Option<u64>,
    seed: u64,
    size: Option<&str>,
) -> PyResult<BoardSet> {
    let shape = read_size(size).map_err(|error| refused(&error))?;
    let korf = match boards.map(|boards| boards.extract::<String>()) {
        Some(Ok(name)) => name == KORF,
        _ => false,
    };
    // Korf's boards have their own default goal.
    let goal = match goal {
        None if korf => taquin::Goal::ZeroFirst,
        goal => goal_of(goal)?,
    };
    let mut set = BoardSet::new(goal);
    match boards {
        Some(_) if korf => set.add_korf(),
        Some(one) if one.cast::<PyString>().is_ok() => {
            set.add_sound(in_request(board_of(one, size)?)).map_err(|error| wrong(&error))?;
            set.rename_after(0);
        }
        Some(boards) => {
            for (line, board) in (1..).zip(boards.try_iter()?) {
                let input = in_request(board_of(&board?, size)?);
                let input = taquin_api::board_input::BoardInput { line, ..input };
                set.add_sound(input).map_err(|error| wrong(&error))?;
            }
            set.rename(BOARDS);
        }
        None if random.is_none() => {
            return Err(PyTypeError::new_err(
                "give boards, or random=1000 for a thousand random ones",
            ));
        }
        None => {}
    }
    if let Some(count) = random {
        set.add_random(count, shape, seed).map_err(|error| wrong(&error))?;
    }
    set.check().map_err(|error| wrong(&error))?;
    Ok(set)
}
