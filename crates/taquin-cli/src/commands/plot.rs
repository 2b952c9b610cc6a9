//! `taquin plot`: a picture of results that were saved.

use super::{Ending, Failure};
use crate::args::PlotArgs;
use crate::input;
use crate::results;
use crate::save::{self, Kind};

/// Runs the command.
pub fn run(args: &PlotArgs) -> Result<Ending, Failure> {
    let kind = Kind::of(&args.output, &[Kind::Svg, Kind::Png])?;
    let source = input::read_source(&args.results)?;
    let scene = results::read(&source)?.draw(args.title.as_deref(), &args.measures);
    save::write_picture(&args.output, kind, &scene)?;
    Ok(Ending::Good)
}
