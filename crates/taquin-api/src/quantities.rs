//! Amounts as people write and read them: `10M` nodes, `2GiB`, `30s`, a weight of `1.5`; and back
//! as `10,000,000`, `2.0 GiB`, `30.0 s`. All of it in whole numbers, so that nothing is rounded
//! on the way in.

use std::time::Duration;

/// Parses a number of nodes: `1000`, `10k`, `1.5M`, `2G`, with optional `_` or `,` between digits.
pub fn parse_count(text: &str) -> Result<u64, String> {
    let wrong = "write a whole number, with k, M or G for thousands, millions or billions: 10M";
    let (number, unit) = split_unit(text);
    let factor = match unit {
        "" => 1,
        "k" | "K" => 1_000,
        "M" | "m" => 1_000_000,
        "G" | "g" | "B" | "b" => 1_000_000_000,
        _ => return Err(wrong.to_string()),
    };
    scaled(number, factor).ok_or_else(|| wrong.to_string())
}

/// Parses a number of bytes: `500MB` counts in thousands, `500MiB` and `500M` in 1024s.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let wrong =
        "write a number with a unit: KiB, MiB, GiB (1024s; also k, M, G) or KB, MB, GB: 2GiB";
    let (number, unit) = split_unit(text);
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err(wrong.to_string()),
    };
    scaled(number, factor).ok_or_else(|| wrong.to_string())
}

/// Parses a time: `500ms`, `30s`, `1.5m`, `2h`; seconds if no unit is given.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = "write a number with ms, s, m or h: 30s";
    let (number, unit) = split_unit(text);
    let nanoseconds = match unit {
        "ms" => 1_000_000,
        "" | "s" => 1_000_000_000,
        "m" | "min" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return Err(wrong.to_string()),
    };
    scaled(number, nanoseconds).map(Duration::from_nanos).ok_or_else(|| wrong.to_string())
}

/// Parses a weight in thousandths: `1.5` is 1500.
pub fn parse_weight(text: &str) -> Result<u32, String> {
    let wrong = "write a number from 0.001 to 1000 with at most three decimals: 1.5";
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let thousandths = scaled(text, 1000).filter(|_| decimals <= 3);
    let fits = |&weight: &u64| (1..=1_000_000).contains(&weight);
    thousandths.filter(fits).map(|weight| weight as u32).ok_or_else(|| wrong.to_string())
}

/// Splits a text into the number and the letters after it.
fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let letters = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..letters].trim_end(), &text[letters..])
}

/// Multiplies a decimal number by a factor, in whole numbers; the remainder is cut off.
fn scaled(number: &str, factor: u64) -> Option<u64> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let grouped = |byte: u8| is_digit(byte) || matches!(byte, b'_' | b',');
    let digits_first = whole.bytes().next().is_some_and(is_digit);
    let well_formed = whole.bytes().all(grouped) && decimals.bytes().all(is_digit);
    if !digits_first || !well_formed || number.ends_with('.') {
        return None;
    }
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    let whole = digits.parse::<u64>().ok()?;
    // More than nine decimals make no difference in any unit.
    let decimals = &decimals[..decimals.len().min(9)];
    let parts = 10u128.pow(decimals.len() as u32);
    let fraction = decimals.parse::<u128>().unwrap_or(0);
    let total = (u128::from(whole) * parts + fraction).checked_mul(u128::from(factor))?;
    u64::try_from(total / parts).ok()
}

/// Formats a number with separators: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with its noun: `1 move`, `31 moves`, `24,249 moves`.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Formats a time: `0.42 ms`, `3.21 s`, `2 min 3 s`.
pub fn shown_time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.01 {
        format!("{:.2} ms", seconds * 1e3)
    } else if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else if seconds < 60.0 {
        format!("{seconds:.2} s")
    } else {
        format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60)
    }
}

/// The unit of a measure's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Moves, costs, nodes.
    Count,
    /// A factor.
    Factor,
    /// Bytes.
    Bytes,
    /// Seconds.
    Seconds,
}

impl Unit {
    /// Formats a value for people: `181,440`, `1.2346`, `12.5 MiB`, `3.21 ms`.
    pub fn shown(self, value: f64) -> String {
        match self {
            Unit::Bytes => shown_bytes(value.round() as u64),
            Unit::Seconds if value < 1e-4 => format!("{:.1} µs", value.max(0.0) * 1e6),
            Unit::Seconds => shown_time(seconds(value)),
            Unit::Factor => format!("{value:.4}"),
            Unit::Count if value.fract() == 0.0 => grouped(value as u64),
            Unit::Count => {
                let (decimals, parts) = if value < 100.0 { (2, 100.0) } else { (1, 10.0) };
                let rounded = (value * parts).round() as u64;
                let parts = parts as u64;
                format!("{}.{:0decimals$}", grouped(rounded / parts), rounded % parts)
            }
        }
    }
}

/// Converts a time that was read from a file; a value that is not a time becomes zero.
pub fn seconds(value: f64) -> Duration {
    Duration::try_from_secs_f64(value).unwrap_or_default()
}

/// Formats a number of bytes: `0 B`, `12.5 MiB`.
pub fn shown_bytes(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (bytes.max(1).ilog2() / 10) as usize;
    match power {
        0 => format!("{bytes} B"),
        _ => format!("{:.1} {}", bytes as f64 / (1u64 << (10 * power)) as f64, units[power]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_exactly() {
        let good = [
            ("0", 0),
            ("1000", 1000),
            ("1_000", 1000),
            ("10,000", 10_000),
            ("10k", 10_000),
            ("10M", 10_000_000),
            ("1.5M", 1_500_000),
            ("0.001k", 1),
            ("2G", 2_000_000_000),
            ("18446744073709551615", u64::MAX),
        ];
        for (text, count) in good {
            assert_eq!(parse_count(text), Ok(count), "{text}");
        }
        for text in ["", "M", "-1", "1e3", "1.", ".5", "10Q", "1..2", "_1", "18446744073709551616"]
        {
            assert!(parse_count(text).is_err(), "{text}");
        }
        assert!(parse_count("99999999999999G").is_err());
    }

    #[test]
    fn bytes_times_and_weights_are_read_exactly() {
        assert_eq!(parse_bytes("2GiB"), Ok(2 << 30));
        assert_eq!(parse_bytes("2G"), Ok(2 << 30));
        assert_eq!(parse_bytes("1.5KiB"), Ok(1536));
        assert_eq!(parse_bytes("500 MB"), Ok(500_000_000));
        assert_eq!(parse_bytes("12"), Ok(12));
        assert!(parse_bytes("2 apples").is_err());
        // Its product is too large for 128 bits; the remainder would be 0 bytes.
        assert!(parse_bytes("309485009821345068.724781056TiB").is_err());
        assert_eq!(parse_duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_duration("0.5"), Ok(Duration::from_millis(500)));
        assert!(parse_duration("3 days").is_err());
        assert!(parse_duration("18446744073709551615.999999999h").is_err());
        assert_eq!(parse_weight("1.5"), Ok(1500));
        assert_eq!(parse_weight("2"), Ok(2000));
        assert_eq!(parse_weight("0.001"), Ok(1));
        for text in ["0", "0.0001", "1001", "x", "1.2345", "-1", ""] {
            assert!(parse_weight(text).is_err(), "{text}");
        }
    }

    #[test]
    fn amounts_are_shown_for_people() {
        assert_eq!([grouped(0), grouped(999), grouped(1000)], ["0", "999", "1,000"]);
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!([counted(1, "move"), counted(1234, "move")], ["1 move", "1,234 moves"]);
        assert_eq!([shown_bytes(0), shown_bytes(1536)], ["0 B", "1.5 KiB"]);
        assert_eq!(shown_bytes(u64::MAX), "16.0 EiB");
        assert_eq!(shown_time(Duration::from_micros(420)), "0.42 ms");
        assert_eq!(shown_time(Duration::from_secs(123)), "2 min 3 s");
    }

    #[test]
    fn values_for_people() {
        assert_eq!(Unit::Count.shown(181_440.0), "181,440");
        assert_eq!(Unit::Count.shown(21.9724), "21.97");
        assert_eq!(Unit::Count.shown(21.999), "22.00");
        assert_eq!(Unit::Count.shown(1391.25), "1,391.3");
        assert_eq!(Unit::Factor.shown(1.23456), "1.2346");
        assert_eq!(Unit::Bytes.shown(1536.0), "1.5 KiB");
        assert_eq!(Unit::Seconds.shown(12.34e-6), "12.3 µs");
        assert_eq!(Unit::Seconds.shown(-1.0), "0.0 µs");
        assert_eq!(Unit::Seconds.shown(0.0042), "4.20 ms");
    }
}
