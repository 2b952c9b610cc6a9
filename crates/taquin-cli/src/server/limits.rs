//! How much anybody may ask for, and everybody together: every number once. `describe` tells them.

use super::refusal::Refusal;
use std::time::Duration;
use taquin::{Limits, Size};
use taquin_api::diagnostic::Diagnostic;

/// What all searches together may take.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Searches at once.
    pub searches: usize,
    /// Searches that wait for their turn.
    pub queue: usize,
    /// Bytes of all searches at once.
    pub bytes: u64,
    /// Time of each search.
    pub time: Duration,
    /// How long a client may take to send a request, to take a piece of its answer, or to do nothing.
    pub idle: Duration,
}

/// Nodes that a search may explore.
pub const MOST_NODES: u64 = 2_000_000_000;
/// How long a request may be searched for that somebody waits for without a sign of life.
pub const PLAIN_TIME: Duration = Duration::from_secs(10);
/// How long such a request may wait for its turn.
pub const PLAIN_WAIT: Duration = Duration::from_secs(30);
/// How long a hint may take.
pub const HINT_TIME: Duration = Duration::from_millis(1500);
/// Bytes of a request's body: a board of 127x127 in words takes 90 thousand.
pub const BODY_BYTES: usize = 256 << 10;
/// Connections at once.
pub const CONNECTIONS: usize = 512;
/// Entries of a trace, unless fewer are asked for, and at most.
pub const TRACE_ROOM: usize = 20_000;
pub const MOST_TRACE_ROOM: usize = 100_000;
/// Boards and configurations of one comparison.
pub const COMPARE_BOARDS: usize = 1000;
pub const COMPARE_CONFIGURATIONS: usize = 32;
/// Boards made by one request.
pub const GENERATE_BOARDS: u64 = 1000;
/// Cells of all boards on the way of one solution.
pub const STEP_CELLS: usize = 2_000_000;
/// Cells of all boards of one picture.
pub const PICTURE_CELLS: usize = 8_000;
/// Bytes of one answer to a comparison.
pub const COMPARE_BYTES: usize = 16 << 20;

/// Cells of boards that pattern databases are built for: up to 3 MB each, in a fraction of a second.
pub const TABLE_CELLS: usize = 16;

/// What `auto` takes by itself where no proof is in reach, which is beyond so many cells.
const AUTO_TIME: Duration = Duration::from_secs(5);
const AUTO_CELLS: usize = 16;

/// The limits of `auto` for whoever sets none on time: more of it would not do much good.
pub fn of_auto(limits: Limits, size: Size) -> Limits {
    match size.cells() > AUTO_CELLS {
        true => Limits { max_time: limits.max_time.map(|time| time.min(AUTO_TIME)), ..limits },
        false => limits,
    }
}

/// Limits that a request asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// Nodes at most.
    pub max_nodes: Option<u64>,
    /// Seconds at most.
    pub max_seconds: Option<f64>,
    /// Bytes at most.
    pub max_bytes: Option<u64>,
}

impl Caps {
    /// Bytes of one search: all that may run at once share them.
    pub fn bytes_each(&self) -> u64 {
        self.bytes / self.searches.max(1) as u64
    }

    /// What a search gets that asks for this and may take so long.
    pub fn limits(&self, asked: Asked, longest: Duration) -> Result<Limits, Refusal> {
        let longest = longest.min(self.time);
        let time = asked.max_seconds.map(|seconds| {
            let time = Duration::try_from_secs_f64(seconds);
            // More seconds than there are numbers for are as good as no limit.
            time.or(if seconds > 0.0 { Ok(Duration::MAX) } else { Err(()) })
        });
        let time = time.transpose().map_err(|()| {
            let diagnostic = Diagnostic::new("max_seconds must not be less than 0");
            Refusal::wrong("max_seconds", diagnostic.help("such as 0.5 or 10"))
        })?;
        Ok(Limits {
            max_nodes: Some(asked.max_nodes.unwrap_or(MOST_NODES).min(MOST_NODES)),
            max_time: Some(time.unwrap_or(longest).min(longest)),
            max_bytes: Some(asked.max_bytes.unwrap_or(u64::MAX).min(self.bytes_each())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_more_than_there_is() {
        let caps = Caps {
            searches: 4,
            queue: 1,
            bytes: 4000,
            time: Duration::from_secs(60),
            idle: Duration::ZERO,
        };
        let limits = |max_nodes, max_seconds, max_bytes| {
            let asked = Asked { max_nodes, max_seconds, max_bytes };
            let limits = caps.limits(asked, PLAIN_TIME).expect("they are sound");
            (limits.max_nodes, limits.max_time.map(|t| t.as_millis()), limits.max_bytes)
        };
        assert_eq!(limits(None, None, None), (Some(MOST_NODES), Some(10_000), Some(1000)));
        assert_eq!(limits(Some(5), Some(0.25), Some(7)), (Some(5), Some(250), Some(7)));
        let much = limits(Some(u64::MAX), Some(1e300), Some(u64::MAX));
        assert_eq!(much, (Some(MOST_NODES), Some(10_000), Some(1000)));
        let asked = Asked { max_seconds: Some(-1.0), ..Asked::default() };
        assert!(caps.limits(asked, PLAIN_TIME).is_err());
    }
}
