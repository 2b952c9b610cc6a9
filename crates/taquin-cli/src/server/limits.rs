//! Limits of the server as a whole, each number once. The limits of a single request are in `taquin_api::limits`.

use std::time::Duration;
use taquin_api::limits::Caps;

/// How long a request that waits for its result may be queued.
pub const PLAIN_WAIT: Duration = Duration::from_secs(30);
/// The largest body of a request in bytes: a board of 127x127 in words takes 90 thousand.
pub const BODY_BYTES: usize = 256 << 10;
/// Connections open at once.
pub const CONNECTIONS: usize = 512;

/// Returns the caps of a server: the searches that may run at once share the memory equally.
pub fn caps(searches: usize, queue: usize, bytes: u64, time: Duration) -> Caps {
    let each = Caps::new(bytes / searches.max(1) as u64, time);
    Caps { searches, queue, body_bytes: BODY_BYTES, ..each }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_share_the_memory() {
        let time = Duration::from_secs(60);
        let each = caps(4, 1, 4000, time);
        assert_eq!((each.bytes, each.time), (1000, time));
    }
}
