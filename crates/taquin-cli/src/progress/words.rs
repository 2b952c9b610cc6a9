//! Times and rates that can be read at a glance, and how they are printed on the terminal.

use std::io::{self, Write};
use std::time::Duration;
use taquin_api::quantities::grouped;

/// Formats a time roughly: `37 s`, `12 min`, `3 h 20 min`, `5 days`.
pub fn rough(time: Duration) -> String {
    match time.as_secs_f64().round() as u64 {
        seconds @ ..100 => format!("{seconds} s"),
        seconds @ ..6000 => format!("{} min", (seconds + 30) / 60),
        seconds @ ..172_800 => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
        seconds => format!("{} days", (seconds + 43_200) / 86_400),
    }
}

/// Formats a rate; `None` below one per second.
pub fn shown_rate(rate: f64) -> Option<String> {
    match rate {
        1e6.. => Some(format!("{:.1} million a second", rate / 1e6)),
        1e3.. => Some(format!("{} thousand a second", grouped((rate / 1e3) as u64))),
        1.0.. => Some(format!("{} a second", rate as u64)),
        _ => None,
    }
}

/// Prints a text on standard error; if that is closed, the text is dropped.
pub fn print(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rough() {
        let shown = [0, 37, 99, 100, 720, 12_000, 432_000].map(Duration::from_secs).map(rough);
        assert_eq!(shown, ["0 s", "37 s", "99 s", "2 min", "12 min", "3 h 20 min", "5 days"]);
    }

    #[test]
    fn rates_have_a_unit_that_fits() {
        let shown = [0.0, 0.4, 12.0, 1500.0, 999_999.0, 3.44e6].map(shown_rate);
        let expected = [
            None,
            None,
            Some("12 a second"),
            Some("1 thousand a second"),
            Some("999 thousand a second"),
            Some("3.4 million a second"),
        ];
        assert_eq!(shown, expected.map(|text| text.map(String::from)));
    }
}
