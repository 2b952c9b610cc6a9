//! Options of `taquin pdb`, which builds, stores, checks and shows the tables of pattern databases.

use super::{CacheArgs, GoalArgs};
use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use taquin::Size;
use taquin::pattern::Partitions;
use taquin_api::quantities::parse_bytes;

/// The text below the help of `taquin pdb`.
pub const PDB_AFTER_HELP: &str = "\
Examples:
  taquin pdb show 663                           which tiles go together, and what the tables take
  taquin pdb build 663                          build its tables and store them
  taquin pdb build 663+663b                     two partitions: the best that is small
  taquin pdb build 78                           the strongest for 4x4: 189 MiB, seconds
  taquin pdb build 44 --size 3x3 --goal snail   for other boards and goals
  taquin pdb build aaaa/aabb/cbbb/ccc.          a partition of your own
  taquin pdb list                               what is stored, and where
  taquin pdb verify                             read every byte of it and check
  taquin pdb audit 663                          prove every entry again
  taquin pdb remove 663
  taquin pdb remove --all

Partitions:
  A pattern database knows for some tiles, wherever they are, how many moves they need at least. A
  partition defines which tiles go together: by the sizes of its patterns, each from 1 to 8, or by a
  picture of the goal with a letter on each tile and a dot on the blank. Tiles of the same letter form a
  pattern. A + joins partitions, of which the greatest sum counts: 663b is one that goes well with 663, and
  663+663b the best of small tables. The default is 78 for 4x4.

Files:
  Each pattern's table is a separate file, with checksums of every byte, in --cache-dir, else
  $TAQUIN_CACHE_DIR, else the folder 'taquin' in your cache folder. One table serves every goal that looks
  the same when rotated, mirrored or renumbered. A damaged file is detected before it is used, and
  rebuilt. Files can be removed at any time.

Exit codes: 0 done, 1 a table is damaged, wrong or missing (verify, audit), 2 wrong usage or a folder that
cannot be used, 3 it would take more memory than --max-memory, 130 interrupted.";

/// Options of `taquin pdb`.
#[derive(Debug, Args)]
pub struct PdbArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: PdbCommand,
}

/// What can be done with tables.
#[derive(Debug, Subcommand)]
pub enum PdbCommand {
    /// Build the tables of a partition and store them
    Build(PdbBuildArgs),
    /// List the stored tables
    List(PdbListArgs),
    /// Read every byte of stored tables, and check them
    Verify(PdbVerifyArgs),
    /// Prove stored tables: build them again, compare, and walk down from many boards
    Audit(PdbAuditArgs),
    /// Show which tiles of a partition go together, and what its tables take
    Show(PdbShowArgs),
    /// Remove stored tables
    Remove(PdbRemoveArgs),
}

/// Which tables.
#[derive(Debug, Args)]
pub struct PartitionArgs {
    /// The sizes of the patterns, such as 78, or a picture, such as aaaa/aabb/cbbb/ccc.
    #[arg(value_name = "PARTITION")]
    pub partition: Option<Partitions>,

    /// Rows and columns [default: the goal's if it is a board, else 4x4]
    #[arg(short, long, value_name = "RxC", help_heading = "Input")]
    pub size: Option<Size>,

    #[command(flatten)]
    pub goal: GoalArgs,
}

/// How many threads to use.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct ThreadArgs {
    /// Use this many threads [default: one for each core]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub jobs: Option<usize>,
}

/// Limits of the work.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct WorkArgs {
    #[command(flatten)]
    pub threads: ThreadArgs,

    /// Use at most this much memory: 2GiB [default: half of what is available]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub max_memory: Option<u64>,
}

/// What to report, and how.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct ReportArgs {
    /// One object per table, one per line
    #[arg(short, long)]
    pub json: bool,

    /// No progress and no notices on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

/// Options of `taquin pdb build`.
#[derive(Debug, Args)]
pub struct PdbBuildArgs {
    #[command(flatten)]
    pub partition: PartitionArgs,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub cache: CacheArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Options of `taquin pdb list`.
#[derive(Debug, Args)]
pub struct PdbListArgs {
    #[command(flatten)]
    pub cache: CacheArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Options of `taquin pdb verify`: without a partition, all stored tables.
#[derive(Debug, Args)]
pub struct PdbVerifyArgs {
    #[command(flatten)]
    pub partition: PartitionArgs,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub cache: CacheArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Options of `taquin pdb audit`: without a partition, all stored tables.
#[derive(Debug, Args)]
pub struct PdbAuditArgs {
    #[command(flatten)]
    pub partition: PartitionArgs,
    #[command(flatten)]
    pub work: WorkArgs,
    #[command(flatten)]
    pub cache: CacheArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Options of `taquin pdb show`.
#[derive(Debug, Args)]
pub struct PdbShowArgs {
    #[command(flatten)]
    pub partition: PartitionArgs,
    #[command(flatten)]
    pub cache: CacheArgs,

    /// One object per partition, one per line
    #[arg(short, long, help_heading = "Output")]
    pub json: bool,
}

/// Options of `taquin pdb remove`.
#[derive(Debug, Args)]
pub struct PdbRemoveArgs {
    #[command(flatten)]
    pub partition: PartitionArgs,

    /// Remove every table, and what killed builds have left behind
    #[arg(long, conflicts_with = "partition", required_unless_present = "partition")]
    pub all: bool,

    #[command(flatten)]
    pub cache: CacheArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}
