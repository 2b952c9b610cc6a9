//! Search options that commands share: the algorithm, its settings, and the limits.

use super::options::OptionArgs;
use super::values;
use crate::machine::{CACHE_DIR, default_store};
use clap::Args;
use clap::builder::{OsStringValueParser, RangedU64ValueParser, TypedValueParser};
use std::path::PathBuf;
use std::time::Duration;
use taquin::CostModel;
use taquin::heuristic::HeuristicChoice;
use taquin::solve::AlgorithmId;
use taquin::store::Store;
use taquin_api::quantities::{parse_bytes, parse_count, parse_duration};

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// The algorithm [default: auto]
    #[arg(short, long, value_name = "ID", value_parser = values::algorithms())]
    #[arg(ignore_case = true)]
    pub algorithm: Option<AlgorithmId>,

    /// The heuristic, for algorithms that use one [default: manhattan]; without an algorithm it is used by
    /// fast-ida (pattern databases such as pdb:78), else by astar up to 12 cells and by ida beyond
    #[arg(short = 'H', long, value_name = "ID", value_parser = values::heuristics())]
    #[arg(ignore_case = true)]
    pub heuristic: Option<HeuristicChoice>,

    #[command(flatten)]
    pub settings: SettingArgs,

    /// Threads that may work on one board, for ida, fast-ida and near-optimal [default: 1]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub jobs: Option<usize>,

    #[command(flatten)]
    pub cache: CacheArgs,
}

/// Several searches.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct ConfigurationArgs {
    /// Configurations such as bfs, astar:manhattan or dfs:DURL, separated by commas; or all
    #[arg(short, long, alias = "algorithm", value_name = "LIST", value_delimiter = ',')]
    pub algorithms: Vec<String>,

    /// Heuristics for those that use one and name none, separated by commas; or all [default: manhattan]
    #[arg(short = 'H', long, alias = "heuristic", value_name = "LIST", value_delimiter = ',')]
    pub heuristics: Vec<String>,

    #[command(flatten)]
    pub settings: SettingArgs,

    #[command(flatten)]
    pub cache: CacheArgs,
}

/// The settings of a search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SettingArgs {
    /// What a move costs
    #[arg(short, long, value_name = "MODEL", value_parser = values::costs())]
    #[arg(default_value = "unit", ignore_case = true)]
    pub cost: CostModel,

    #[command(flatten)]
    pub options: OptionArgs,
}

/// When to stop the search of a board.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits (for each board)")]
pub struct LimitArgs {
    /// Explore at most this many states: 10M
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub max_nodes: Option<u64>,

    /// Take at most this long: 500ms, 30s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub max_time: Option<Duration>,

    /// Use at most this much memory: 2GiB [default: half of what is available]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub max_memory: Option<u64>,
}

/// Where tables are stored.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Tables")]
pub struct CacheArgs {
    /// Store tables in this folder [default: taquin in your cache folder]
    #[arg(long, value_name = "DIR", env = CACHE_DIR, hide_env_values = true, value_parser = folder())]
    pub cache_dir: Option<PathBuf>,
}

/// Reads a folder. An empty variable names none, as if it were not set; an empty argument is an error.
fn folder() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| {
        let is_unset = std::env::var_os(CACHE_DIR).is_some_and(|value| value.is_empty());
        if name.is_empty() && !is_unset {
            Err("the name of a folder is needed")
        } else {
            Ok(PathBuf::from(name))
        }
    })
}

impl CacheArgs {
    /// Returns the store of tables in the given folder, else in the user's cache folder; if no folder is known, tables
    /// are kept in memory.
    pub fn store(&self) -> Store {
        // The environment counts even if these arguments do not come from a command line.
        default_store(self.cache_dir.clone())
    }
}
