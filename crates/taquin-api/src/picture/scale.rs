//! Scales: from values to positions along an axis, the marks on it, and their labels.

use crate::quantities::{Unit, shown_bytes};
use std::ops::Range;

impl Unit {
    /// The factor from one mark of a logarithmic axis to the next.
    fn base(self) -> f64 {
        match self {
            Unit::Bytes => 16.0,
            Unit::Factor => 2.0,
            Unit::Count | Unit::Seconds => 10.0,
        }
    }

    /// Formats a round value briefly, for the mark of an axis: `100k`, `16 MiB`, `1 ms`.
    pub fn mark(self, value: f64) -> String {
        match self {
            Unit::Count => match value {
                _ if value >= 1e9 => format!("{}G", short(value / 1e9)),
                _ if value >= 1e6 => format!("{}M", short(value / 1e6)),
                _ if value >= 1e3 => format!("{}k", short(value / 1e3)),
                _ => short(value),
            },
            Unit::Factor => short(value),
            Unit::Bytes => shown_bytes(value as u64).replace(".0 ", " "),
            Unit::Seconds => match value {
                _ if value < 0.9e-6 => format!("{} ns", short(value * 1e9)),
                _ if value < 0.9e-3 => format!("{} µs", short(value * 1e6)),
                _ if value < 0.9 => format!("{} ms", short(value * 1e3)),
                _ => format!("{} s", Unit::Count.mark(value.round())),
            },
        }
    }
}

/// Formats a number without needless decimals.
fn short(value: f64) -> String {
    super::scene::number(value)
}

/// A logarithmic axis: maps values to positions between two pixels.
#[derive(Clone, Debug)]
pub struct LogScale {
    unit: Unit,
    /// The powers of the unit's base at both ends.
    powers: Range<i32>,
    pixels: Range<f64>,
}

impl LogScale {
    /// Creates an axis between two pixels that contains all these values; zeros are ignored.
    pub fn over(values: impl Iterator<Item = f64>, unit: Unit, pixels: Range<f64>) -> LogScale {
        let powers = values
            .filter(|value| *value > 0.0 && value.is_finite())
            .map(|value| value.ln() / unit.base().ln())
            .fold(None, |ends: Option<(f64, f64)>, power| {
                let (least, most) = ends.unwrap_or((power, power));
                Some((least.min(power), most.max(power)))
            });
        let (least, most) = powers.unwrap_or((0.0, 1.0));
        // A thousandth, because logarithms of round values are not quite whole.
        let first = (least + 0.001).floor() as i32;
        let last = (most - 0.001).ceil() as i32;
        LogScale { unit, powers: first..last.max(first + 1), pixels }
    }

    /// Returns the position of a value; one that is too small is at the beginning.
    pub fn at(&self, value: f64) -> f64 {
        let power = if value > 0.0 { value.ln() / self.unit.base().ln() } else { f64::MIN };
        let (first, last) = (f64::from(self.powers.start), f64::from(self.powers.end));
        let share = ((power - first) / (last - first)).clamp(0.0, 1.0);
        self.pixels.start + share * (self.pixels.end - self.pixels.start)
    }

    /// Returns the positions and labels of the marks, at least `apart` pixels from each other.
    pub fn marks(&self, apart: f64) -> Vec<(f64, String)> {
        let steps = (self.powers.end - self.powers.start) as f64;
        let room = (self.pixels.end - self.pixels.start).abs() / steps;
        let every = (apart / room).ceil().max(1.0) as usize;
        let value = |power: i32| self.unit.base().powi(power);
        let powers = (self.powers.start..=self.powers.end).step_by(every);
        powers.map(|power| (self.at(value(power)), self.unit.mark(value(power)))).collect()
    }
}

/// Returns round values from 0 up to at least `most`, about `wanted` of them.
pub fn round_values(most: f64, wanted: usize) -> Vec<f64> {
    let rough = most.max(1.0) / wanted.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].iter().map(|times| times * power).find(|&step| step >= rough);
    let step = step.unwrap_or(rough).max(1.0);
    let last = (most / step).ceil().max(1.0) as usize;
    (0..=last).map(|index| index as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_short() {
        let marks = [1.0, 100.0, 10_000.0, 1e6, 1e9].map(|value| Unit::Count.mark(value));
        assert_eq!(marks, ["1", "100", "10k", "1M", "1G"]);
        let marks = [1e-6, 1e-5, 1e-3, 0.1, 1.0].map(|value| Unit::Seconds.mark(value));
        assert_eq!(marks, ["1 µs", "10 µs", "1 ms", "100 ms", "1 s"]);
        assert_eq!(Unit::Bytes.mark(f64::from(1 << 20)), "1 MiB");
    }

    #[test]
    fn logarithmic_axes_hold_what_they_must() {
        let scale = LogScale::over([1000.0, 3.0].into_iter(), Unit::Count, 0.0..300.0);
        assert_eq!(scale.marks(10.0).len(), 4);
        assert!((scale.at(1000.0) - 300.0).abs() < 1e-9 && scale.at(1.0).abs() < 1e-9);
        assert_eq!(scale.at(0.0), 0.0);
        assert_eq!(scale.marks(150.0).len(), 2);
        for odd in [vec![], vec![0.0], vec![f64::NAN], vec![1.0], vec![f64::INFINITY]] {
            let scale = LogScale::over(odd.into_iter(), Unit::Count, 0.0..100.0);
            assert_eq!(scale.marks(1.0).len(), 2);
        }
    }

    #[test]
    fn round_values_reach_the_most() {
        assert_eq!(
            round_values(24_047.0, 5),
            [0.0, 5000.0, 10_000.0, 15_000.0, 20_000.0, 25_000.0]
        );
        assert_eq!(round_values(0.0, 5), [0.0, 1.0]);
        assert_eq!(round_values(3.0, 5), [0.0, 1.0, 2.0, 3.0]);
    }
}
