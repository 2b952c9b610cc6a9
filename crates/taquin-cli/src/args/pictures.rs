//! Options about files and pictures.

use crate::results::Measure;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use std::path::PathBuf;

/// What `taquin plot --help` ends with.
pub const PLOT_AFTER_LONG_HELP: &str = "\
Results are lines of JSON as 'taquin solve --json' prints them, one a board and configuration.
Where every configuration has one result, bars compare them; where there are many, lines show how
each measure grows with the length of a shortest solution: the median of each length, and a band
from a tenth to nine tenths of the boards. Lines without statistics are skipped. An object with
'counts', the number of boards at each distance from 0 on, becomes a histogram.

Examples:
  taquin solve @boards.txt -a astar --json > results.jsonl
  taquin solve @boards.txt -a ida --json >> results.jsonl
  taquin plot results.jsonl -o chart.svg
  taquin plot results.jsonl -o chart.png --measures expanded,max-frontier,memory";

/// Files to write besides the answer.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Files")]
pub struct FileArgs {
    /// Write a file as well, by the end of its name: the solution as a strip of boards (.svg, .png) or
    /// a film (.gif), the results (.csv, .json, .jsonl), the search tree (.dot); may be repeated
    #[arg(short, long, value_name = "FILE", value_parser = value_parser!(PathBuf))]
    pub output: Vec<PathBuf>,

    /// Draw the tree of a small search, with g, h, f and the order of exploring: .svg, .png or .dot
    #[arg(long, value_name = "FILE")]
    pub tree: Option<PathBuf>,
}

/// Options of `taquin plot`.
#[derive(Debug, Args)]
pub struct PlotArgs {
    /// A file of results, or - for standard input
    #[arg(value_name = "RESULTS")]
    pub results: String,

    /// The picture: .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// What stands over the picture
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// The measures to draw [default: all for bars, expanded and time for lines]
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = measures())]
    #[arg(ignore_case = true)]
    pub measures: Vec<&'static Measure>,
}

/// `--measures`
fn measures() -> impl TypedValueParser<Value = &'static Measure> {
    let value = |measure: &'static Measure| PossibleValue::new(measure.id).help(measure.doc);
    let known = PossibleValuesParser::new(Measure::LIST.iter().map(value));
    known.try_map(|id| Measure::find(&id.to_ascii_lowercase()).ok_or("no such measure"))
}
