//! Options for files and pictures.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;
use taquin_api::results::{ChartOptions, MEASURES, Measure};

/// The text below the help of `taquin plot`.
pub const PLOT_AFTER_LONG_HELP: &str = "\
Results are lines of JSON as 'taquin solve --json', 'compare --json' and 'bench' write them, one for each
board and configuration. If every configuration has one result, bars compare them; if there are many, lines
show how each measure grows with the length of a shortest solution: the median of each length, and a band
from a tenth to nine tenths of the boards. Lines without statistics are skipped. An object with 'counts', the
number of boards at each distance from 0 on, becomes a histogram.

Examples:
  taquin solve @boards.txt -a astar --json > results.jsonl
  taquin solve @boards.txt -a ida --json >> results.jsonl
  taquin plot results.jsonl -o chart.svg
  taquin plot results.jsonl -o chart.png --measures expanded,max-frontier,memory
  taquin table --json > table.json
  taquin plot table.json -o distances.svg";

/// Files to write in addition to the answer.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Files")]
pub struct FileArgs {
    /// Also write a file, by its extension: the solution as a strip of boards (.svg, .png) or
    /// an animation (.gif), the results (.csv, .json, .jsonl), the search tree (.dot); may be repeated
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<PathBuf>,

    /// Draw the tree of a small search, with g, h, f and the order of exploring: .svg, .png or .dot
    #[arg(long, value_name = "FILE")]
    pub tree: Option<PathBuf>,
}

/// What a chart shows.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Files")]
pub struct ChartArgs {
    /// The title of the picture
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// The measures to draw [default: most for bars, expanded and time for lines]
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = measures())]
    #[arg(ignore_case = true)]
    pub measures: Vec<&'static Measure>,
}

impl ChartArgs {
    /// Returns the options as charts take them.
    pub fn options(&self) -> ChartOptions {
        ChartOptions { title: self.title.clone(), measures: self.measures.clone() }
    }
}

/// Options of `taquin plot`.
#[derive(Debug, Args)]
pub struct PlotArgs {
    /// A file of results, or - for standard input
    #[arg(value_name = "RESULTS")]
    pub results: String,

    /// The picture: .svg or .png; may be repeated
    #[arg(short, long, value_name = "FILE", required = true, help_heading = "Files")]
    pub output: Vec<PathBuf>,

    #[command(flatten)]
    pub chart: ChartArgs,
}

/// `--measures`
fn measures() -> impl TypedValueParser<Value = &'static Measure> {
    let value = |measure: &'static Measure| PossibleValue::new(measure.option).help(measure.doc);
    let known = PossibleValuesParser::new(MEASURES.iter().map(value));
    known.try_map(|id| Measure::find(&id.to_ascii_lowercase()).ok_or("no such measure"))
}
