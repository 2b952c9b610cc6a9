//! `taquin plot`: a chart of saved results.

use super::{ExitStatus, Failure};
use crate::args::PlotArgs;
use crate::input;
use crate::save::{self, FileKind, Target};
use taquin_api::results::{self, Row, Saved};

/// Runs the command.
pub fn run(args: &PlotArgs) -> Result<ExitStatus, Failure> {
    let targets = Target::all(&args.output, &[FileKind::Svg, FileKind::Png])?;
    let source = input::read_source(&args.results)?;
    let scene = match results::read(&source)? {
        Saved::Rows(rows, about) => {
            let rows: Vec<&Row> = rows.iter().collect();
            results::chart(&rows, about.as_ref(), &args.chart.options())
        }
        Saved::Distances(table) => Some(table.histogram(args.chart.title.as_deref()).draw()),
    };
    for target in &targets {
        match &scene {
            Some(scene) => {
                save::write_picture(&target.path, target.kind, scene)?;
                save::report_written(&target.path, "a chart");
            }
            None => save::report_nothing_to_draw(&target.path),
        }
    }
    Ok(ExitStatus::Good)
}
