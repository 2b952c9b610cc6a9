//! Places in a row that can be walked and played, such as the steps of a search. Speed is told as the time that the whole
//! of a track takes, however long it is. The page plays its tracks in the same way.

use std::time::Duration;

/// Seconds that the whole of a track may take.
const SECONDS: [u64; 4] = [2, 6, 15, 60];
/// Seconds that one place takes at most, so that short tracks do not dawdle.
const LONGEST_PLACE: f64 = 1.0;

/// How quickly tracks are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(usize);

impl Default for Speed {
    fn default() -> Speed {
        Speed(1)
    }
}

impl Speed {
    /// Seconds for the whole of a track.
    pub fn seconds(self) -> u64 {
        SECONDS[self.0.min(SECONDS.len() - 1)]
    }

    /// The next quicker one.
    pub fn faster(self) -> Speed {
        Speed(self.0.saturating_sub(1))
    }

    /// The next slower one.
    pub fn slower(self) -> Speed {
        Speed((self.0 + 1).min(SECONDS.len() - 1))
    }
}

/// Places from `first` to `last`, and the one where somebody stands.
#[derive(Clone, Debug)]
pub struct Track {
    first: usize,
    last: usize,
    place: usize,
    /// How much of it was played, from 0 to 1.
    played: f64,
    is_playing: bool,
}

impl Track {
    /// A track at its first place.
    pub fn new(first: usize, last: usize) -> Track {
        Track { first, last: last.max(first), place: first, played: 0.0, is_playing: false }
    }

    /// Where somebody stands.
    pub fn place(&self) -> usize {
        self.place
    }

    /// The last place.
    pub fn last(&self) -> usize {
        self.last
    }

    /// Whether it plays.
    pub fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Goes to a place, as near as there is one, and plays no more.
    pub fn go(&mut self, place: usize) {
        self.is_playing = false;
        self.place = place.clamp(self.first, self.last);
        let part = self.count().max(1.0);
        self.played = ((self.place - self.first) as f64 / part).powf(1.0 / self.bend());
    }

    /// Goes so many places on or back.
    pub fn walk(&mut self, by: isize) {
        self.go(self.place.saturating_add_signed(by));
    }

    /// Goes to the first place.
    pub fn go_first(&mut self) {
        self.go(self.first);
    }

    /// Goes to the last place.
    pub fn go_last(&mut self) {
        self.go(self.last);
    }

    /// Plays from where it stands, at the end once more from the beginning; or pauses.
    pub fn play_or_pause(&mut self) {
        let plays = !self.is_playing && self.last > self.first;
        if plays && self.place >= self.last {
            self.go_first();
        }
        self.is_playing = plays;
    }

    /// Pauses.
    pub fn pause(&mut self) {
        self.is_playing = false;
    }

    /// Plays on for so long, if it plays.
    pub fn tick(&mut self, passed: Duration, speed: Speed) {
        if !self.is_playing {
            return;
        }
        let whole = (speed.seconds() as f64).min(LONGEST_PLACE * self.count().max(1.0));
        self.played = (self.played + passed.as_secs_f64() / whole).min(1.0);
        let gone = (self.count() * self.played.powf(self.bend())).floor() as usize;
        self.place = self.place.max((self.first + gone).min(self.last));
        self.is_playing = self.played < 1.0;
    }

    /// How many places lie behind the first.
    fn count(&self) -> f64 {
        (self.last - self.first) as f64
    }

    /// Long tracks begin slowly, so that their first places are seen.
    fn bend(&self) -> f64 {
        (self.count().max(1.0).log10() - 1.0).clamp(1.0, 3.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_walked_and_never_left() {
        let mut track = Track::new(1, 100);
        let mut walked = |by| {
            track.walk(by);
            track.place()
        };
        assert_eq!([walked(1), walked(-10), walked(isize::MIN), walked(10)], [2, 1, 1, 11]);
        assert_eq!([walked(isize::MAX), walked(1), walked(-1)], [100, 100, 99]);
        track.go_last();
        assert_eq!(track.place(), 100);
        track.go_first();
        assert_eq!(track.place(), 1);
        let mut empty = Track::new(0, 0);
        empty.play_or_pause();
        assert!(!empty.is_playing());
    }

    #[test]
    fn all_of_it_is_played_in_the_time_that_is_said() {
        for last in [1, 2, 5, 100, 100_000] {
            let mut track = Track::new(0, last);
            let whole = 6.0_f64.min(last as f64);
            track.play_or_pause();
            let mut places = vec![track.place()];
            for _ in 0..100 {
                track.tick(Duration::from_secs_f64(whole / 101.0), Speed::default());
                places.push(track.place());
            }
            assert!(track.is_playing() && places.is_sorted() && track.place() < last, "{last}");
            track.tick(Duration::from_secs_f64(whole / 50.0), Speed::default());
            assert!(!track.is_playing() && track.place() == last, "{last}");
            track.play_or_pause();
            assert!(track.is_playing() && track.place() == 0, "{last}");
        }
    }

    #[test]
    fn speeds_have_ends() {
        let speed = Speed::default();
        assert_eq!(speed.faster().faster().seconds(), 2);
        assert_eq!(speed.slower().slower().slower().seconds(), 60);
    }
}
