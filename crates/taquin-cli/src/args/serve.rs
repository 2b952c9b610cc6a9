//! Options of `taquin serve`: where to listen, and the limits of all clients together.

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
  taquin serve --host 0.0.0.0                   for everyone who can reach this machine

The page and its API (/api/v1, described in /api/v1/openapi.json) are part of the program; no request
reads a file or reaches another host. Only this machine is served unless --host is given; a browser is
served only at localhost, at a numeric address or at a --name, and pages of other sites are rejected.
Ctrl-C ends the server and all its searches.

Exit codes: 0 ended by Ctrl-C or SIGTERM, 2 wrong usage, or the address cannot be used.";

/// Options of `taquin serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port; 0 is any free one [default: 8080, or any if that is taken]
    #[arg(short, long, value_name = "N")]
    pub port: Option<u16>,

    /// The address to listen on; other machines are served only if they can reach it
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,

    /// A host name for this machine that browsers may use, besides localhost; may be repeated
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// Run at most this many searches at once
    #[arg(long, value_name = "N", default_value = "4", help_heading = "Limits (for all clients)")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub max_searches: usize,

    /// Queue at most this many searches; further requests are asked to retry
    #[arg(long, value_name = "N", default_value = "64", help_heading = "Limits (for all clients)")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(0..=100_000))]
    pub max_queue: usize,

    /// Use at most this much memory for all searches together [default: half of what is available, at
    /// most 4GiB]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    #[arg(help_heading = "Limits (for all clients)")]
    pub max_memory: Option<u64>,

    /// Take at most this long for each search
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    #[arg(help_heading = "Limits (for all clients)")]
    pub max_time: Duration,

    /// Cut off clients that take longer than this to send a request or to read a piece of the answer
    #[arg(long, value_name = "TIME", default_value = "15s", value_parser = parse_duration)]
    #[arg(help_heading = "Limits (for all clients)")]
    pub max_idle: Duration,
}
