//! `taquin plot`: a chart of saved results.

use super::merge::print_differing;
use super::{ExitStatus, Failure};
use crate::args::PlotArgs;
use crate::input;
use crate::save::{self, FileKind, Target};
use crate::terminal::print_notice;
use taquin_api::experiment::{Saved, read_saved};
use taquin_api::json::Solved;
use taquin_api::quantities::counted;
use taquin_api::results::chart;

/// Runs the command.
pub fn run(args: &PlotArgs) -> Result<ExitStatus, Failure> {
    let targets = Target::all(&args.output, &[FileKind::Svg, FileKind::Png])?;
    let source = input::read_source(&args.results)?;
    let scene = match read_saved(&source)? {
        Saved::Rows(saved) => {
            if saved.missing > 0 {
                let missing = counted(saved.missing as u64, "run");
                print_notice(&format!("note: the experiment has {missing} more"));
            }
            print_differing(saved.differing);
            let rows: Vec<&Solved> = saved.rows.iter().collect();
            chart(&rows, saved.about.as_ref(), &args.chart.options())
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
