//! Cycles in a graph: sets of modules from each of which all the others can be reached.

use std::collections::{BTreeMap, BTreeSet};

/// The modules that each module uses.
pub type Edges = BTreeMap<String, BTreeSet<String>>;

/// Returns every cycle, in order.
pub fn cycles(edges: &Edges) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        edges.keys().map(|from| (from, reachable(edges, from))).collect();
    let mut cycles: BTreeSet<Vec<String>> = BTreeSet::new();
    for (from, to) in &reached {
        let is_back = |other: &&&String| reached.get(**other).is_some_and(|to| to.contains(from));
        let cycle: BTreeSet<&String> = to.iter().filter(is_back).copied().chain([*from]).collect();
        if cycle.len() > 1 {
            cycles.insert(cycle.into_iter().cloned().collect());
        }
    }
    cycles.into_iter().collect()
}

/// Returns the modules that can be reached from a module.
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
fn cycles_are_found() {
    let edges = |list: &[(&str, &str)]| {
        let mut edges = Edges::new();
        for (from, to) in list {
            edges.entry(from.to_string()).or_default().insert(to.to_string());
        }
        edges
    };
    assert!(cycles(&edges(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let found =
        cycles(&edges(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("e", "f"), ("f", "e")]));
    assert_eq!(found, [vec!["a", "b", "c"], vec!["e", "f"]]);
}
