//! Options of `taquin serve`: where to listen, and how much everybody together may take.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;
use taquin_api::quantities::{parse_bytes, parse_duration};

pub const SERVE_AFTER_HELP: &str = "\
Examples:
  taquin serve --open                           the page, in your browser
  taquin serve --port 9000                      at http://127.0.0.1:9000/
  taquin serve --port 0 --max-searches 2 --max-memory 1GiB --max-time 10s
  taquin serve --host 0.0.0.0                   for everybody who can reach this machine

The page and its API (/api/v1, described in /api/v1/openapi.json) are part of the program; no request
reads a file or reaches another host. Only this machine is served unless --host says otherwise; a
browser is answered only if it asks for localhost, for an address in digits or for a --name, and if
the page that asks is ours. Ctrl-C ends it, and every search with it.

Exit codes: 0 ended by Ctrl-C or SIGTERM, 2 wrong usage, or the address cannot be had.";

/// Options of `taquin serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port; 0 is any that is free [default: 8080, or any if that is taken]
    #[arg(short, long, value_name = "N")]
    pub port: Option<u16>,

    /// The address to listen at; others than this machine are served only if it is one of theirs
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,

    /// A name that browsers may call this machine by, besides localhost; may be repeated
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,

    /// Show the page in the browser
    #[arg(long)]
    pub open: bool,

    /// Run at most so many searches at once
    #[arg(long, value_name = "N", default_value = "4", help_heading = "Limits (for everybody)")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub max_searches: usize,

    /// Let at most so many searches wait for their turn; others are told to retry
    #[arg(long, value_name = "N", default_value = "64", help_heading = "Limits (for everybody)")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(0..=100_000))]
    pub max_queue: usize,

    /// Use at most so much memory for all searches together [default: half of what is available, at
    /// most 4GiB]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    #[arg(help_heading = "Limits (for everybody)")]
    pub max_memory: Option<u64>,

    /// Search at most so long for anybody
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    #[arg(help_heading = "Limits (for everybody)")]
    pub max_time: Duration,

    /// Cut off whoever takes longer than this to send a request or to take a piece of the answer
    #[arg(long, value_name = "TIME", default_value = "15s", value_parser = parse_duration)]
    #[arg(help_heading = "Limits (for everybody)")]
    pub max_idle: Duration,
}
