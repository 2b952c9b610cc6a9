//! A progress line on standard error: a bar, what is done, the time gone and the time left. It is shown only on a
//! terminal; a thread draws it a few times a second and removes it at the end. Work that takes only a moment shows
//! no line.
//!
//! The time left is estimated from the speed of the last seconds; for work that is known to be slow at the beginning
//! and at the end, from the speed along a measured curve. Until there is enough to go by, no time is shown.

use super::words::{print, rough};
use crate::terminal::stderr_columns;
use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthStr;

/// How often the line is drawn.
const DRAW_INTERVAL: Duration = Duration::from_millis(200);
/// The speed is measured over this time.
const WINDOW: Duration = Duration::from_secs(5);
/// Or over this many steps, if they are rarer.
const MIN_STEPS: usize = 4;
/// A shorter time is too short to estimate the speed.
const MIN_TIME: Duration = Duration::from_secs(1);
/// Less than one part in this many is not enough either, as the beginning is unlike the rest.
const MIN_PART: u64 = 200;
/// But after this time any progress has to be enough.
const LONG_TIME: Duration = Duration::from_secs(30);
/// The number of units that work along a curve is divided into.
const CURVE_UNITS: f64 = 1e6;
/// Narrower bars are not worth showing.
const NARROWEST_BAR: usize = 8;

/// The work whose progress is shown.
pub struct ProgressTask {
    /// The text before the bar.
    pub name: String,
    /// How much is done already at the beginning.
    pub from: u64,
    /// How much there is to do.
    pub total: u64,
    /// Describes what is done, given the amount and the depth.
    pub done: Box<dyn Fn(u64, u64) -> String + Send>,
    /// How the time left is estimated.
    pub time: TimeLeft,
}

/// How the time left is estimated.
#[derive(Clone, Copy, Debug)]
pub enum TimeLeft {
    /// From the speed of the last seconds.
    Speed,
    /// From a curve of pairs, both growing from 0 to 1: the fraction of work done, and the fraction of time that has
    /// passed then; and how much work follows after this, in multiples of it.
    Curve(&'static [(f64, f64)], f64),
}

/// A line that is shown on a terminal until it is dropped; elsewhere nothing is shown.
pub struct ProgressLine {
    counts: Arc<ProgressCounts>,
    drawn: Option<(Sender<()>, JoinHandle<()>)>,
}

#[derive(Default)]
struct ProgressCounts {
    done: AtomicU64,
    depth: AtomicU64,
}

impl ProgressLine {
    /// Starts a line, which may be hidden.
    pub fn new(task: ProgressTask, hidden: bool) -> ProgressLine {
        let counts = Arc::new(ProgressCounts::default());
        counts.done.store(task.from, Relaxed);
        let shown = !hidden && io::stderr().is_terminal();
        let drawn = shown.then(|| draw(task, Arc::clone(&counts))).flatten();
        ProgressLine { counts, drawn }
    }

    /// Sets how much is done by now, and the depth. It is cheap, and can be called from any thread.
    pub fn set(&self, done: u64, depth: u64) {
        // Threads may report out of order; the line never goes back.
        self.counts.done.fetch_max(done, Relaxed);
        self.counts.depth.fetch_max(depth, Relaxed);
    }

    /// Adds one to what is done.
    pub fn advance(&self) {
        self.counts.done.fetch_add(1, Relaxed);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some((running, thread)) = self.drawn.take() {
            drop(running);
            // The thread only draws: if it panicked, a line is left over.
            let _ = thread.join();
        }
    }
}

/// Draws the line until the sender is dropped.
fn draw(task: ProgressTask, counts: Arc<ProgressCounts>) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (running, ended) = mpsc::channel();
    let began = Instant::now();
    let mut pace = Pace::new(began, task.from);
    let drawing = move || {
        let mut shown = false;
        while ended.recv_timeout(DRAW_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            let (now, done) = (Instant::now(), counts.done.load(Relaxed));
            let share = done as f64 / task.total.max(1) as f64;
            let (share, worked, work) = match task.time {
                TimeLeft::Speed => (share, done, task.total),
                TimeLeft::Curve(curve, after) => {
                    let share = passed(curve, share);
                    (share, (share * CURVE_UNITS) as u64, (CURVE_UNITS * (1.0 + after)) as u64)
                }
            };
            pace.reached(now, worked);
            let left = pace.left(now, work);
            let words = (task.done)(done, counts.depth.load(Relaxed));
            let columns = stderr_columns().unwrap_or(80);
            let (gone, left) = times(now - began, left);
            let line = line(&task.name, share, [&words, &gone, &left], columns);
            print(&format!("\r\x1b[K{line}"));
            shown = true;
        }
        if shown {
            print("\r\x1b[K");
        }
    };
    let thread = thread::Builder::new().name("progress".to_string()).spawn(drawing);
    // If no thread can be started, there is no line, which does no harm.
    Some((running, thread.ok()?))
}

/// Formats the time gone and the time left as they follow the description; the latter is empty if it is unknown.
fn times(gone: Duration, left: Option<Duration>) -> (String, String) {
    let left = left.map(|left| format!(", about {} left", rough(left))).unwrap_or_default();
    (format!(", {} gone", rough(gone)), left)
}

/// Formats the line in fewer than this many columns; the bar takes the room that is left. If there is too little,
/// the bar is left out first, then the time gone, then the name; the time left is what users look for.
fn line(name: &str, share: f64, [words, gone, left]: [&str; 3], columns: usize) -> String {
    let name = if name.is_empty() { String::new() } else { format!("{name} ") };
    let details = format!("{words}{gone}{left}");
    let room = columns.saturating_sub(name.width() + details.width() + 2);
    if room >= NARROWEST_BAR {
        let full = (share.clamp(0.0, 1.0) * room as f64) as usize;
        return format!("{name}{}{} {details}", "█".repeat(full), "░".repeat(room - full));
    }
    let shorter = [format!("{name}{details}"), format!("{name}{words}{left}")];
    let shortest = format!("{words}{left}");
    let fitting = shorter.into_iter().find(|line| line.width() < columns);
    fitting.unwrap_or(shortest).chars().take(columns.saturating_sub(1)).collect()
}

/// Returns the fraction of time that has passed when this fraction of work is done: none before the curve begins.
fn passed(curve: &[(f64, f64)], done: f64) -> f64 {
    let mut before = (0.0, 0.0);
    for &(share, time) in curve {
        if done < share {
            let is_begun = before.0 > 0.0;
            let more = (time - before.1) * (done - before.0) / (share - before.0);
            return if is_begun { before.1 + more } else { 0.0 };
        }
        before = (share, time);
    }
    before.1
}

/// The speed of the work.
struct Pace {
    /// How much was done when, for the last seconds; the speed is measured from the first entry.
    steps: VecDeque<(Instant, u64)>,
}

impl Pace {
    fn new(began: Instant, from: u64) -> Pace {
        Pace { steps: VecDeque::from([(began, from)]) }
    }

    /// Records how much is done now.
    fn reached(&mut self, now: Instant, done: u64) {
        if self.steps.back().is_some_and(|(_, before)| *before >= done) {
            return;
        }
        self.steps.push_back((now, done));
        let is_old = |(at, _): &(Instant, u64)| now.duration_since(*at) > WINDOW;
        while self.steps.len() > MIN_STEPS && self.steps.get(1).is_some_and(is_old) {
            self.steps.pop_front();
        }
    }

    /// Estimates the time until all is done, if there is enough to go by.
    fn left(&self, now: Instant, total: u64) -> Option<Duration> {
        let (&(since, from), &(_, done)) = (self.steps.front()?, self.steps.back()?);
        let time = now.duration_since(since);
        let to_do = total.saturating_sub(done);
        let enough = (done - from).saturating_mul(MIN_PART) >= total || time >= LONG_TIME;
        let known = done > from && enough && time >= MIN_TIME && to_do > 0;
        let left = known.then(|| time.mul_f64(to_do as f64 / (done - from) as f64));
        left.filter(|left| *left >= MIN_TIME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the time left in seconds after steps at these seconds.
    fn left(steps: &[(u64, u64)], now: u64, total: u64) -> Option<u64> {
        let began = Instant::now();
        let at = |seconds: u64| began + Duration::from_secs(seconds);
        let mut pace = Pace::new(began, 0);
        steps.iter().for_each(|&(seconds, done)| pace.reached(at(seconds), done));
        pace.left(at(now), total).map(|left| left.as_secs())
    }

    #[test]
    fn no_time_is_shown_before_there_is_something_to_go_by() {
        assert_eq!(left(&[], 100, 1000), None);
        assert_eq!(left(&[(0, 5)], 0, 1000), None);
        assert_eq!(left(&[(1, 4)], 2, 1000), None);
        assert_eq!(left(&[(1, 10)], 1, 1000), Some(99));
        assert_eq!(left(&[(1, 1)], 30, 1000), Some(29_970));
        assert_eq!(left(&[(1, 1000)], 2, 1000), None);
    }

    #[test]
    fn the_speed_is_that_of_the_last_seconds() {
        // Slow for a minute, then a hundred times as fast.
        let slow = (1..=60).map(|second| (second, second));
        let fast = (61..=90).map(|second| (second, 60 + (second - 60) * 100));
        let steps: Vec<(u64, u64)> = slow.chain(fast).collect();
        assert_eq!(left(&steps, 90, 3060 + 5000), Some(50));
        // Steps that are rarer than the window count, too, and waiting makes the estimate longer.
        let rare: Vec<(u64, u64)> = (1..=9).map(|step| (step * 600, step)).collect();
        assert_eq!(left(&rare, 5400, 12), Some(1800));
        assert!(left(&rare, 9000, 12) > Some(1800));
    }

    #[test]
    fn time_passes_along_a_curve() {
        let curve = [(0.01, 0.2), (0.5, 0.4), (1.0, 0.9)];
        let at = |done: f64| (passed(&curve, done) * 1000.0).round() / 1000.0;
        assert_eq!([at(0.0), at(0.009)], [0.0, 0.0]);
        assert_eq!([at(0.01), at(0.5), at(0.75), at(1.0)], [0.2, 0.4, 0.65, 0.9]);
    }

    #[test]
    fn a_line_is_never_wider_than_the_terminal() {
        let (gone, left) = times(Duration::from_secs(5), Some(Duration::from_secs(37)));
        let parts = ["12 of 100 runs", &gone, &left];
        assert_eq!(parts.concat(), "12 of 100 runs, 5 s gone, about 37 s left");
        for columns in [0, 10, 40, 50, 60, 80, 120] {
            let line = line("xx./...", 0.12, parts, columns);
            assert!(line.width() < columns.max(1), "{columns}: {line}");
            assert_eq!(line.contains('░'), columns >= 60, "{columns}: {line}");
        }
        assert!(line("", 0.5, ["half", "", ""], 25).starts_with("█████████░░░░"));
        // The time left is shown whenever there is room for it.
        assert_eq!(line("xx./...", 0.12, parts, 42), "xx./... 12 of 100 runs, about 37 s left");
        assert_eq!(line("xx./...", 0.12, parts, 35), "12 of 100 runs, about 37 s left");
    }
}
