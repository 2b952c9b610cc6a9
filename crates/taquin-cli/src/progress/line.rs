//! One line on standard error that tells how far something is: a bar, what is done, the time gone and the
//! time left. Only on a terminal; a thread of its own draws it a few times a second, and removes it at the
//! end. Nothing is drawn of what takes less than a moment.
//!
//! The time left goes by the speed of the last seconds; where work is known to be slow at first and at last, by the
//! speed along that curve. As long as there is nothing to go by, none is told.

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

/// How often it is drawn.
const DRAW_EVERY: Duration = Duration::from_millis(200);
/// The speed is that of so long a time.
const WINDOW: Duration = Duration::from_secs(5);
/// Or of so many steps, where they are rare.
const FEWEST_STEPS: usize = 4;
/// A shorter time says nothing about the speed.
const SHORTEST: Duration = Duration::from_secs(1);
/// Less than one part in so many says nothing either, as the beginning is unlike the rest.
const SMALLEST_PART: u64 = 200;
/// But after so long a time all there is has to do.
const LONG: Duration = Duration::from_secs(30);
/// The parts of work that does not go evenly.
const PARTS: f64 = 1e6;
/// Narrower bars say nothing.
const NARROWEST_BAR: usize = 8;

/// What is told.
pub struct ProgressTask {
    /// What stands before the bar.
    pub name: String,
    /// How much is done at the beginning.
    pub from: u64,
    /// How much there is to do.
    pub total: u64,
    /// What is done in words, from how much it is and how deep.
    pub done: Box<dyn Fn(u64, u64) -> String + Send>,
    /// What the time left goes by.
    pub time: TimeLeft,
}

/// What the time left goes by.
#[derive(Clone, Copy, Debug)]
pub enum TimeLeft {
    /// The speed of the last seconds.
    Speed,
    /// How much of the time has passed when so much is done, in parts of 1, both growing; and how much work is to come
    /// after this, in multiples of it.
    Curve(&'static [(f64, f64)], f64),
}

/// A line on a terminal, as long as it lives; elsewhere nothing.
pub struct ProgressLine {
    counts: Arc<Counts>,
    drawn: Option<(Sender<()>, JoinHandle<()>)>,
}

#[derive(Default)]
struct Counts {
    done: AtomicU64,
    depth: AtomicU64,
}

impl ProgressLine {
    /// Begins a line, hidden if wished.
    pub fn new(task: ProgressTask, hidden: bool) -> ProgressLine {
        let counts = Arc::new(Counts::default());
        counts.done.store(task.from, Relaxed);
        let shown = !hidden && io::stderr().is_terminal();
        let drawn = shown.then(|| draw(task, Arc::clone(&counts))).flatten();
        ProgressLine { counts, drawn }
    }

    /// Tells how much is done by now, and how deep; it costs next to nothing, from any thread.
    pub fn set(&self, done: u64, depth: u64) {
        // Threads overtake each other; what is shown never goes back.
        self.counts.done.fetch_max(done, Relaxed);
        self.counts.depth.fetch_max(depth, Relaxed);
    }

    /// Tells that one more is done.
    pub fn advance(&self) {
        self.counts.done.fetch_add(1, Relaxed);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some((running, thread)) = self.drawn.take() {
            drop(running);
            // It only draws: if that failed, a line is left over.
            let _ = thread.join();
        }
    }
}

/// Draws until the sender is gone.
fn draw(task: ProgressTask, counts: Arc<Counts>) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (running, ended) = mpsc::channel();
    let began = Instant::now();
    let mut pace = Pace::new(began, task.from);
    let drawing = move || {
        let mut shown = false;
        while ended.recv_timeout(DRAW_EVERY) == Err(RecvTimeoutError::Timeout) {
            let (now, done) = (Instant::now(), counts.done.load(Relaxed));
            let share = done as f64 / task.total.max(1) as f64;
            let (share, worked, work) = match task.time {
                TimeLeft::Speed => (share, done, task.total),
                TimeLeft::Curve(curve, after) => {
                    let share = passed(curve, share);
                    (share, (share * PARTS) as u64, (PARTS * (1.0 + after)) as u64)
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
    // Without a thread there is no line, which nobody needs.
    Some((running, thread.ok()?))
}

/// The time gone and the time left, as they stand behind the words; the latter may not be known.
fn times(gone: Duration, left: Option<Duration>) -> (String, String) {
    let left = left.map(|left| format!(", about {} left", rough(left))).unwrap_or_default();
    (format!(", {} gone", rough(gone)), left)
}

/// The line in less than so many columns: the bar takes what is left over. Where there is too little, it goes first,
/// then the time gone, then the name; the time left is what people look for.
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

/// How much of the time has passed when so much is done: none before the curve begins.
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

/// How fast it goes.
struct Pace {
    /// When how much was done, for the last seconds; the first is what the speed is counted from.
    steps: VecDeque<(Instant, u64)>,
}

impl Pace {
    fn new(began: Instant, from: u64) -> Pace {
        Pace { steps: VecDeque::from([(began, from)]) }
    }

    /// So much is done by now.
    fn reached(&mut self, now: Instant, done: u64) {
        if self.steps.back().is_some_and(|(_, before)| *before >= done) {
            return;
        }
        self.steps.push_back((now, done));
        let is_old = |(at, _): &(Instant, u64)| now.duration_since(*at) > WINDOW;
        while self.steps.len() > FEWEST_STEPS && self.steps.get(1).is_some_and(is_old) {
            self.steps.pop_front();
        }
    }

    /// The time until all is done, if there is anything to go by.
    fn left(&self, now: Instant, total: u64) -> Option<Duration> {
        let (&(since, from), &(_, done)) = (self.steps.front()?, self.steps.back()?);
        let time = now.duration_since(since);
        let to_do = total.saturating_sub(done);
        let enough = (done - from).saturating_mul(SMALLEST_PART) >= total || time >= LONG;
        let known = done > from && enough && time >= SHORTEST && to_do > 0;
        let left = known.then(|| time.mul_f64(to_do as f64 / (done - from) as f64));
        left.filter(|left| *left >= SHORTEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time left in seconds after steps at these seconds.
    fn left(steps: &[(u64, u64)], now: u64, total: u64) -> Option<u64> {
        let began = Instant::now();
        let at = |seconds: u64| began + Duration::from_secs(seconds);
        let mut pace = Pace::new(began, 0);
        steps.iter().for_each(|&(seconds, done)| pace.reached(at(seconds), done));
        pace.left(at(now), total).map(|left| left.as_secs())
    }

    #[test]
    fn no_time_is_told_before_there_is_something_to_go_by() {
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
        // Steps that are rarer than the window count all the same, and waiting makes it longer.
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
        // The time left is shown wherever there is room for it.
        assert_eq!(line("xx./...", 0.12, parts, 42), "xx./... 12 of 100 runs, about 37 s left");
        assert_eq!(line("xx./...", 0.12, parts, 35), "12 of 100 runs, about 37 s left");
    }
}
