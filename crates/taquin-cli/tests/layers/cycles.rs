//! Circles in a graph: sets of modules each of which leads to all the others.

use std::collections::{BTreeMap, BTreeSet};

/// Who uses whom.
pub type Edges = BTreeMap<String, BTreeSet<String>>;

/// Every circle, in order.
pub fn circles(edges: &Edges) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        edges.keys().map(|from| (from, reachable(edges, from))).collect();
    let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
    for (from, to) in &reached {
        let is_back = |other: &&&String| reached.get(**other).is_some_and(|to| to.contains(from));
        let circle: BTreeSet<&String> = to.iter().filter(is_back).copied().chain([*from]).collect();
        if circle.len() > 1 {
            circles.insert(circle.into_iter().cloned().collect());
        }
    }
    circles.into_iter().collect()
}

/// All that can be reached from a module.
fn reachable<'e>(edges: &'e Edges, from: &'e String) -> BTreeSet<&'e String> {
    let mut found: BTreeSet<&String> = BTreeSet::new();
    let mut left = vec![from];
    while let Some(next) = left.pop() {
        for to in edges.get(next).into_iter().flatten() {
            if found.insert(to) {
                left.push(to);
            }
        }
    }
    found
}

#[test]
fn circles_are_found() {
    let edges = |list: &[(&str, &str)]| {
        let mut edges = Edges::new();
        for (from, to) in list {
            edges.entry(from.to_string()).or_default().insert(to.to_string());
        }
        edges
    };
    assert!(circles(&edges(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let found =
        circles(&edges(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("e", "f"), ("f", "e")]));
    assert_eq!(found, [vec!["a", "b", "c"], vec!["e", "f"]]);
}
