//! How much one request may ask for: every number once. `describe` lists them.

use crate::diagnostic::Diagnostic;
use crate::error::ApiError;
use std::time::Duration;
use taquin::{Limits, Size};

/// What one request may take, as its host has it.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Bytes of one search.
    pub bytes: u64,
    /// Time of each search.
    pub time: Duration,
}

/// Nodes that a search may explore.
pub const MOST_NODES: u64 = 2_000_000_000;
/// How long a search may take whose client waits without progress.
pub const PLAIN_TIME: Duration = Duration::from_secs(10);
/// How long a hint may take.
pub const HINT_TIME: Duration = Duration::from_millis(1500);
/// Entries of a trace, unless another number is asked for; more are never kept.
pub const TRACE_CAPACITY: usize = 1_000_000;
/// Entries of a trace that are told while the search goes on.
pub const PART_CAPACITY: usize = 20_000;
/// About what an entry of a trace takes, with its line in the answer: no trace takes more than a search may.
const TRACE_ENTRY_BYTES: u64 = 250;
/// Boards of one comparison.
pub const COMPARE_BOARDS: usize = 1000;
/// Configurations of one comparison.
pub const COMPARE_CONFIGURATIONS: usize = 32;
/// Boards made by one request.
pub const GENERATE_BOARDS: u64 = 1000;
/// Cells of all boards on the path of one solution.
pub const STEP_CELLS: usize = 2_000_000;
/// Moves of an animation: longer ones would be larger than anybody wants to load.
pub const ANIMATION_MOVES: usize = 2000;
/// Cells of all boards of one picture.
pub const PICTURE_CELLS: usize = 8_000;
/// Bytes of one answer to a comparison.
pub const COMPARE_BYTES: usize = 16 << 20;

/// Cells of boards that pattern databases are built for: up to 3 MB each, in a fraction of a second.
pub const TABLE_CELLS: usize = 16;

/// What `auto` takes by itself where no proof is in reach, which is beyond so many cells.
const AUTO_TIME: Duration = Duration::from_secs(5);
const AUTO_CELLS: usize = 16;

/// The limits of `auto` where none is set on time: more of it would not do much good.
pub fn of_auto(limits: Limits, size: Size) -> Limits {
    match size.cells() > AUTO_CELLS {
        true => Limits { max_time: limits.max_time.map(|time| time.min(AUTO_TIME)), ..limits },
        false => limits,
    }
}

/// Limits that a request asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct RequestedLimits {
    /// Nodes at most.
    pub max_nodes: Option<u64>,
    /// Seconds at most.
    pub max_seconds: Option<f64>,
    /// Bytes at most.
    pub max_bytes: Option<u64>,
}

impl Caps {
    /// Entries of a trace at most.
    pub fn trace_capacity(&self) -> usize {
        let most = usize::try_from(self.bytes / TRACE_ENTRY_BYTES).unwrap_or(usize::MAX);
        most.clamp(1, TRACE_CAPACITY)
    }

    /// What a search gets that asks for this and may take so long.
    pub fn limits(&self, asked: RequestedLimits, longest: Duration) -> Result<Limits, ApiError> {
        let longest = longest.min(self.time);
        let time = asked.max_seconds.map(|seconds| {
            let time = Duration::try_from_secs_f64(seconds);
            // More seconds than there are numbers for are as good as no limit.
            time.or(if seconds > 0.0 { Ok(Duration::MAX) } else { Err(()) })
        });
        let time = time.transpose().map_err(|()| {
            let diagnostic =
                Diagnostic::new("limit-out-of-range", "max_seconds must not be less than 0");
            ApiError::invalid("max_seconds", diagnostic.help("such as 0.5 or 10"))
        })?;
        Ok(Limits {
            max_nodes: Some(asked.max_nodes.unwrap_or(MOST_NODES).min(MOST_NODES)),
            max_time: Some(time.unwrap_or(longest).min(longest)),
            max_bytes: Some(asked.max_bytes.unwrap_or(u64::MAX).min(self.bytes)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_more_than_there_is() {
        let caps = Caps { bytes: 1000, time: Duration::from_secs(60) };
        let limits = |max_nodes, max_seconds, max_bytes| {
            let asked = RequestedLimits { max_nodes, max_seconds, max_bytes };
            let limits = caps.limits(asked, PLAIN_TIME).expect("they are sound");
            (limits.max_nodes, limits.max_time.map(|t| t.as_millis()), limits.max_bytes)
        };
        assert_eq!(limits(None, None, None), (Some(MOST_NODES), Some(10_000), Some(1000)));
        assert_eq!(limits(Some(5), Some(0.25), Some(7)), (Some(5), Some(250), Some(7)));
        let much = limits(Some(u64::MAX), Some(1e300), Some(u64::MAX));
        assert_eq!(much, (Some(MOST_NODES), Some(10_000), Some(1000)));
        let asked = RequestedLimits { max_seconds: Some(-1.0), ..RequestedLimits::default() };
        assert!(caps.limits(asked, PLAIN_TIME).is_err());
    }
}
