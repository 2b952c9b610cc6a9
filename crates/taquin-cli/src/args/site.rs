//! Options of `taquin site`: where to write the page.

use clap::Args;
use std::path::PathBuf;

pub const SITE_AFTER_HELP: &str = "\
Examples:
  taquin site public                            a folder that any web server can serve
  taquin site --single taquin.html              one file that opens by a double click

The searches run in the visitor's browser: no server, no account, and no request to any other host. For
work that takes gigabytes or minutes, such as the tables of pdb:78, use 'taquin serve' or the command line.

Exit codes: 0 written, 2 wrong usage, or a file that cannot be written.";

/// Options of `taquin site`.
#[derive(Debug, Args)]
pub struct SiteArgs {
    /// The folder to write to; files of the same name are replaced
    #[arg(value_name = "DIR", required_unless_present = "single", conflicts_with = "single")]
    pub folder: Option<PathBuf>,

    /// Write everything into one file instead
    #[arg(long, value_name = "FILE.html")]
    pub single: Option<PathBuf>,
}
