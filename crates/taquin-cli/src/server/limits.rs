//! Limits of the server as a whole, each number once. The limits of a single request are in `taquin_api::limits`.

use crate::raster::render;
use std::time::Duration;
use taquin_api::limits::{Caps, HostLimits};
use taquin_api::task::Means;

/// Limits that all clients share.
#[derive(Clone, Copy, Debug)]
pub struct ServerCaps {
    /// Searches that run at once.
    pub searches: usize,
    /// Searches that may wait in the queue.
    pub queue: usize,
    /// Memory of all running searches together, in bytes.
    pub bytes: u64,
    /// Time limit of each search.
    pub time: Duration,
    /// How long a client may take to send a request or to read a piece of the response, or may be idle.
    pub idle: Duration,
}

/// How long a request that waits for its result may be queued.
pub const PLAIN_WAIT: Duration = Duration::from_secs(30);
/// The largest body of a request in bytes: a board of 127x127 in words takes 90 thousand.
pub const BODY_BYTES: usize = 256 << 10;
/// Connections open at once.
pub const CONNECTIONS: usize = 512;

impl ServerCaps {
    /// Returns what one request may use: the searches that may run at once share the memory equally.
    pub fn means(&self) -> Means {
        let searches = self.searches;
        let caps = Caps { bytes: self.bytes / searches.max(1) as u64, time: self.time };
        let host =
            HostLimits { body_bytes: BODY_BYTES, searches_at_once: searches, queue: self.queue };
        Means { host, render, ..Means::new(caps) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_share_the_memory() {
        let time = Duration::from_secs(60);
        let caps = ServerCaps { searches: 4, queue: 1, bytes: 4000, time, idle: Duration::ZERO };
        let each = caps.means().caps;
        assert_eq!((each.bytes, each.time), (1000, time));
    }
}
