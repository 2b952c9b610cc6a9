//! `taquin reproduce`: all published figures are reproduced, as text and as JSON.

use crate::run::taquin;
use serde_json::Value;

#[test]
fn published_figures_are_shown_beside_ours() {
    let ran = taquin(&["reproduce"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains("\n114 exact, 6 near, 39 ours, 0 differ\n"), "{}", ran.out);
    let figures = [
        ("explored", "181,440", "181,440", "exact"),
        ("ids", "0 … 483752 (32)", "0 … 483752 (32)", "exact"),
        ("progress", "181 values", "181 values", "exact"),
        ("max-depth", "66,488", "66,488", "exact"),
        ("step-costs", "2 4 3 2", "2 4 3 2", "exact"),
        ("explored", "-", "161,479", "ours"),
        ("nodes", "8,885,972", "8,885,972", "exact"),
    ];
    for (quantity, published, ours, verdict) in figures {
        let row = format!("  {quantity:12}  {published:>15}  {ours:>15}  {verdict}\n");
        assert!(ran.out.contains(&row), "{row}{}", ran.out);
    }
    assert!(ran.out.contains("  near, 700 to 1800\n"), "{}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 100), "{}", ran.out);
    // Under the heading of each source, in order.
    let headings: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_alphabetic()))
        .filter_map(|line| line.split_once(": ").map(|(source, _)| source))
        .take(8)
        .collect();
    assert_eq!(headings, ["A", "B", "C", "D", "E", "Columbia", "layers", "Korf"]);
}

#[test]
fn one_object_per_figure() {
    let ran = taquin(&["reproduce", "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let rows: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert_eq!(rows.len(), 159);
    let of = |verdict: &str| rows.iter().filter(|row| row["verdict"] == verdict).count();
    assert_eq!([of("exact"), of("near"), of("ours"), of("differs")], [114, 6, 39, 0]);
    for row in &rows {
        match row["verdict"].as_str() {
            Some("exact") => assert_eq!(row["published"], row["measured"]),
            Some("ours") => assert!(row["published"].is_null()),
            _ => assert!(row["band"][0].as_f64() <= row["measured"].as_f64()),
        }
    }
    let ids = rows.iter().find(|row| row["quantity"] == "ids").expect("source A's");
    assert_eq!(
        (&ids["measured"][31], ids["measured"][32].is_null()),
        (&Value::from(483_752), true)
    );
}
