//! How much everybody together may take of a server: every number once. What one request may ask for is in
//! `taquin_api::limits`.

use std::time::Duration;
use taquin_api::limits::Caps;

/// What all searches together may take.
#[derive(Clone, Copy, Debug)]
pub struct ServerCaps {
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

/// How long a request that is answered when it is done may wait for its turn.
pub const PLAIN_WAIT: Duration = Duration::from_secs(30);
/// Bytes of a request's body: a board of 127x127 in words takes 90 thousand.
pub const BODY_BYTES: usize = 256 << 10;
/// Connections at once.
pub const CONNECTIONS: usize = 512;

impl ServerCaps {
    /// What one request may take: all that may run at once share the memory.
    pub fn each(&self) -> Caps {
        Caps { bytes: self.bytes / self.searches.max(1) as u64, time: self.time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_share_the_memory() {
        let time = Duration::from_secs(60);
        let caps = ServerCaps { searches: 4, queue: 1, bytes: 4000, time, idle: Duration::ZERO };
        assert_eq!((caps.each().bytes, caps.each().time), (1000, time));
    }
}
