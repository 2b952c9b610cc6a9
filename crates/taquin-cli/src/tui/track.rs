//! A sequence of positions that can be stepped through and played, such as the steps of a search. The speed is the time
//! that the whole track takes, however long it is. The page plays its tracks in the same way.

use std::time::Duration;

/// The choices of seconds for a whole track.
const SECONDS: [u64; 4] = [2, 6, 15, 60];
/// The maximum number of seconds per position, so that short tracks are not too slow.
const MAX_SECONDS_PER_POSITION: f64 = 1.0;

/// How fast tracks are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(usize);

impl Default for Speed {
    fn default() -> Speed {
        Speed(1)
    }
}

impl Speed {
    /// Returns the seconds for a whole track.
    pub fn seconds(self) -> u64 {
        SECONDS[self.0.min(SECONDS.len() - 1)]
    }

    /// Returns the next faster speed.
    pub fn faster(self) -> Speed {
        Speed(self.0.saturating_sub(1))
    }

    /// Returns the next slower speed.
    pub fn slower(self) -> Speed {
        Speed((self.0 + 1).min(SECONDS.len() - 1))
    }
}

/// Positions from `first` to `last`, and the current one.
#[derive(Clone, Debug)]
pub struct Track {
    first: usize,
    last: usize,
    position: usize,
    /// The fraction that has been played, from 0 to 1.
    played: f64,
    is_playing: bool,
}

impl Track {
    /// Creates a track at its first position.
    pub fn new(first: usize, last: usize) -> Track {
        Track { first, last: last.max(first), position: first, played: 0.0, is_playing: false }
    }

    /// Returns the current position.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the last position.
    pub fn last(&self) -> usize {
        self.last
    }

    /// Returns whether it is playing.
    pub fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Moves to a position, or to the nearest one there is, and stops playing.
    pub fn seek(&mut self, position: usize) {
        self.is_playing = false;
        self.position = position.clamp(self.first, self.last);
        let part = self.count().max(1.0);
        self.played = ((self.position - self.first) as f64 / part).powf(1.0 / self.easing());
    }

    /// Moves forward or back by this many positions.
    pub fn step(&mut self, by: isize) {
        self.seek(self.position.saturating_add_signed(by));
    }

    /// Moves to the first position.
    pub fn seek_first(&mut self) {
        self.seek(self.first);
    }

    /// Moves to the last position.
    pub fn seek_last(&mut self) {
        self.seek(self.last);
    }

    /// Plays from the current position, or from the first if it is at the end; pauses if it is playing.
    pub fn play_or_pause(&mut self) {
        let plays = !self.is_playing && self.last > self.first;
        if plays && self.position >= self.last {
            self.seek_first();
        }
        self.is_playing = plays;
    }

    /// Stops playing.
    pub fn pause(&mut self) {
        self.is_playing = false;
    }

    /// Advances by this much time, if it is playing.
    pub fn tick(&mut self, passed: Duration, speed: Speed) {
        if !self.is_playing {
            return;
        }
        let whole = (speed.seconds() as f64).min(MAX_SECONDS_PER_POSITION * self.count().max(1.0));
        self.played = (self.played + passed.as_secs_f64() / whole).min(1.0);
        let gone = (self.count() * self.played.powf(self.easing())).floor() as usize;
        self.position = self.position.max((self.first + gone).min(self.last));
        self.is_playing = self.played < 1.0;
    }

    /// Returns the number of positions after the first.
    fn count(&self) -> f64 {
        (self.last - self.first) as f64
    }

    /// Returns the exponent of the easing curve: long tracks start slowly, so that their first positions are seen.
    fn easing(&self) -> f64 {
        (self.count().max(1.0).log10() - 1.0).clamp(1.0, 3.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stay_within_the_track() {
        let mut track = Track::new(1, 100);
        let mut walked = |by| {
            track.step(by);
            track.position()
        };
        assert_eq!([walked(1), walked(-10), walked(isize::MIN), walked(10)], [2, 1, 1, 11]);
        assert_eq!([walked(isize::MAX), walked(1), walked(-1)], [100, 100, 99]);
        track.seek_last();
        assert_eq!(track.position(), 100);
        track.seek_first();
        assert_eq!(track.position(), 1);
        let mut empty = Track::new(0, 0);
        empty.play_or_pause();
        assert!(!empty.is_playing());
    }

    #[test]
    fn a_track_is_played_in_the_given_time() {
        for last in [1, 2, 5, 100, 100_000] {
            let mut track = Track::new(0, last);
            let whole = 6.0_f64.min(last as f64);
            track.play_or_pause();
            let mut positions = vec![track.position()];
            for _ in 0..100 {
                track.tick(Duration::from_secs_f64(whole / 101.0), Speed::default());
                positions.push(track.position());
            }
            assert!(
                track.is_playing() && positions.is_sorted() && track.position() < last,
                "{last}"
            );
            track.tick(Duration::from_secs_f64(whole / 50.0), Speed::default());
            assert!(!track.is_playing() && track.position() == last, "{last}");
            track.play_or_pause();
            assert!(track.is_playing() && track.position() == 0, "{last}");
        }
    }

    #[test]
    fn speeds_have_ends() {
        let speed = Speed::default();
        assert_eq!(speed.faster().faster().seconds(), 2);
        assert_eq!(speed.slower().slower().slower().seconds(), 60);
    }
}
