//! Quantiles, as used in tables, summaries and charts.

/// Returns the value that this percentage of the sorted values does not exceed, interpolated linearly between the two
/// nearest: type 7 in R, `linear` in numpy.
pub fn quantile(sorted: &[f64], percent: usize) -> Option<f64> {
    // In whole hundredths, so that nothing is rounded before the end.
    let place = percent.min(100) * sorted.len().checked_sub(1)?;
    let (below, above) = (sorted[place / 100], sorted[place.div_ceil(100)]);
    Some(below + (above - below) * (place % 100) as f64 / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_nothing_there_is_none() {
        assert_eq!(quantile(&[], 50), None);
        let hundred: Vec<f64> = (1..=101).map(f64::from).collect();
        assert_eq!(quantile(&hundred, 95), Some(96.0));
    }
}
