//! Permutation ranks: the order of a pattern's tiles on their cells, as one number.
//!
//! Read in cell order, the tiles on the filled cells form a permutation. For each tile count the smaller tiles
//! after it; these counts (a Lehmer code) are the digits of the rank, with weight n! for the n-th tile (from 0).
//! A tile that moves past another changes one count by one: that of the greater of the two. So a move sideways
//! does not change the rank, and a move up or down adds a few weights: the rank is updated incrementally and never
//! computed from scratch.

use super::placements::MAX_TILES;

/// The rank of a permutation: less than 8!.
pub(crate) type PermutationRank = u16;

/// n!, the weight of the n-th tile's digit.
pub(crate) const WEIGHTS: [PermutationRank; MAX_TILES] = {
    let mut weights = [1; MAX_TILES];
    let mut n = 1;
    while n < MAX_TILES {
        weights[n] = weights[n - 1] * n as PermutationRank;
        n += 1;
    }
    weights
};

/// Returns the number of permutations of this many tiles.
pub(crate) fn permutations(tiles: usize) -> usize {
    (1..=tiles).product()
}

/// Returns the rank of a permutation of the tiles 0, 1, 2, ...
pub(crate) fn rank_of(sequence: &[u8]) -> PermutationRank {
    let behind = |place: usize, tile: u8| {
        sequence[place..].iter().filter(|&&other| other < tile).count() as PermutationRank
    };
    let digits = sequence.iter().enumerate();
    digits.map(|(place, &tile)| behind(place, tile) * WEIGHTS[usize::from(tile)]).sum()
}

/// Returns the permutation of a rank.
pub(crate) fn unrank(tiles: usize, rank: PermutationRank) -> Vec<u8> {
    // Insert the tiles in ascending order, each before as many of the earlier ones as its digit says.
    let mut sequence = Vec::with_capacity(tiles);
    for (tile, weight) in WEIGHTS.iter().enumerate().take(tiles) {
        let digit = usize::from(rank / weight) % (tile + 1);
        sequence.insert(tile - digit, tile as u8);
    }
    sequence
}

/// Returns by how much the rank grows when a tile moves past another one to a later index; it falls by the same amount
/// when the tile moves back.
pub(crate) fn rank_delta(tile: usize, other: usize) -> PermutationRank {
    if tile < other { WEIGHTS[other] } else { WEIGHTS[tile].wrapping_neg() }
}

/// Returns, by rank, the rank of the same permutation after the tile at index `from` has moved to `to`.
pub(crate) fn after_move(tiles: usize, from: usize, to: usize) -> Box<[PermutationRank]> {
    let ranks = 0..permutations(tiles) as PermutationRank;
    let moved = ranks.map(|before| {
        let mut sequence = unrank(tiles, before);
        let tile = sequence.remove(from);
        sequence.insert(to, tile);
        rank_of(&sequence)
    });
    moved.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_have_no_gaps() {
        for tiles in 0..=6 {
            for wanted in 0..permutations(tiles) as PermutationRank {
                assert_eq!(rank_of(&unrank(tiles, wanted)), wanted);
            }
        }
        assert_eq!(rank_of(&unrank(8, 40_319)), 40_319);
    }

    #[test]
    fn rank_delta_is_the_difference() {
        for before in 0..permutations(5) as PermutationRank {
            for place in 0..4 {
                let mut swapped = unrank(5, before);
                let (tile, other) = (usize::from(swapped[place]), usize::from(swapped[place + 1]));
                swapped.swap(place, place + 1);
                assert_eq!(rank_of(&swapped), before.wrapping_add(rank_delta(tile, other)));
                assert_eq!(before, rank_of(&swapped).wrapping_sub(rank_delta(tile, other)));
            }
        }
    }
}
