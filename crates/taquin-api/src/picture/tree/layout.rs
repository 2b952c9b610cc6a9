//! The layout of a tree (after Reingold and Tilford 1981): each depth on its own line, a parent centred over its
//! children, subtrees as close to each other as they fit, and equal subtrees drawn alike.

/// Returns for each node its horizontal position, in steps of one node, the leftmost at 0; and its depth.
///
/// `children` lists the indices of each node's children; parents come before their children.
pub fn layout(children: &[Vec<usize>]) -> Vec<(f64, usize)> {
    // Each node's position relative to its parent.
    let mut shifts = vec![0.0; children.len()];
    // The outlines of finished subtrees, relative to their roots, taken when the parent is placed.
    let mut outlines: Vec<Vec<(f64, f64)>> = vec![Vec::new(); children.len()];
    for node in (0..children.len()).rev() {
        // The subtrees side by side; the first child is at 0.
        let mut together: Vec<(f64, f64)> = Vec::new();
        let mut places = Vec::new();
        for &child in &children[node] {
            let outline = std::mem::take(&mut outlines[child]);
            let gap = |(left, right): (&(f64, f64), &(f64, f64))| left.1 - right.0 + 1.0;
            let place = together.iter().zip(&outline).map(gap).fold(f64::MIN, f64::max);
            let place = if places.is_empty() { 0.0 } else { place };
            for (depth, (left, right)) in outline.iter().enumerate() {
                match together.get_mut(depth) {
                    Some(line) => line.1 = right + place,
                    None => together.push((left + place, right + place)),
                }
            }
            places.push(place);
        }
        let middle = match (places.first(), places.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => 0.0,
        };
        for (&child, place) in children[node].iter().zip(&places) {
            shifts[child] = place - middle;
        }
        let own = std::iter::once((0.0, 0.0));
        let below = together.iter().map(|(left, right)| (left - middle, right - middle));
        outlines[node] = own.chain(below).collect();
    }
    let mut places = vec![(0.0, 0); children.len()];
    for (node, below) in children.iter().enumerate() {
        for &child in below {
            places[child] = (places[node].0 + shifts[child], places[node].1 + 1);
        }
    }
    let leftmost = places.iter().map(|place| place.0).fold(0.0, f64::min);
    places.iter().map(|&(across, depth)| (across - leftmost, depth)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_over_the_middle_of_their_children() {
        let places = layout(&[vec![1, 2], vec![3, 4], vec![5, 6], vec![], vec![], vec![], vec![]]);
        let expected = [(1.5, 0), (0.5, 1), (2.5, 1), (0.0, 2), (1.0, 2), (2.0, 2), (3.0, 2)];
        assert_eq!(places, expected);
        assert_eq!(layout(&[vec![]]), [(0.0, 0)]);
        assert_eq!(layout(&[]), []);
    }

    #[test]
    fn no_two_nodes_overlap() {
        // An arbitrary tree: the parent of a node is some earlier one.
        let mut state = 1u64;
        for nodes in [2usize, 5, 50, 300] {
            let mut children = vec![Vec::new(); nodes];
            for node in 1..nodes {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                children[(state >> 33) as usize % node].push(node);
            }
            let places = layout(&children);
            for (index, one) in places.iter().enumerate() {
                for other in &places[..index] {
                    assert!(
                        one.1 != other.1 || (one.0 - other.0).abs() > 0.999,
                        "{one:?} {other:?}"
                    );
                }
            }
            assert!(places.iter().all(|place| place.0 >= 0.0));
        }
    }

    #[test]
    fn the_deepest_chain_is_straight() {
        let chain: Vec<Vec<usize>> =
            (1..=500).map(|next| if next < 500 { vec![next] } else { vec![] }).collect();
        assert!(layout(&chain).iter().all(|place| place.0 == 0.0));
    }
}
