//! In which order the tiles of a pattern lie on their cells, as one number.
//!
//! Read the filled cells in order: the tiles on them form a sequence. For each tile count the lesser tiles
//! behind it; these counts are the digits of the number, the one of the n-th tile (from 0) weighted n!.
//! A tile that moves past another changes one count by one: that of the greater of the two. So a move
//! sideways changes nothing, and a move up or down adds a few weights: the number is carried from board
//! to board and never worked out from scratch.

use super::placements::MAX_TILES;

/// The number of an arrangement: at most 8! of them.
pub(crate) type Arrangement = u16;

/// n!, the weight of the n-th tile's digit.
pub(crate) const WEIGHTS: [Arrangement; MAX_TILES] = {
    let mut weights = [1; MAX_TILES];
    let mut n = 1;
    while n < MAX_TILES {
        weights[n] = weights[n - 1] * n as Arrangement;
        n += 1;
    }
    weights
};

/// How many arrangements so many tiles have.
pub(crate) fn arrangements(tiles: usize) -> usize {
    (1..=tiles).product()
}

/// The number of a sequence of the tiles 0, 1, 2, ...
pub(crate) fn number(sequence: &[u8]) -> Arrangement {
    let behind = |place: usize, tile: u8| {
        sequence[place..].iter().filter(|&&other| other < tile).count() as Arrangement
    };
    let digits = sequence.iter().enumerate();
    digits.map(|(place, &tile)| behind(place, tile) * WEIGHTS[usize::from(tile)]).sum()
}

/// The sequence of a number.
pub(crate) fn sequence(tiles: usize, number: Arrangement) -> Vec<u8> {
    // Tile by tile from the least: as many of those already there lie behind it as its digit says.
    let mut sequence = Vec::with_capacity(tiles);
    for (tile, weight) in WEIGHTS.iter().enumerate().take(tiles) {
        let digit = usize::from(number / weight) % (tile + 1);
        sequence.insert(tile - digit, tile as u8);
    }
    sequence
}

/// What is added to the number when a tile moves on past another one, to a later place; as much is
/// taken off when it moves back.
pub(crate) fn passing(tile: usize, other: usize) -> Arrangement {
    if tile < other { WEIGHTS[other] } else { WEIGHTS[tile].wrapping_neg() }
}

/// By the number of each sequence, that of the same sequence after the tile at one place was moved to
/// another.
pub(crate) fn after_move(tiles: usize, from: usize, to: usize) -> Box<[Arrangement]> {
    let numbers = 0..arrangements(tiles) as Arrangement;
    let moved = numbers.map(|before| {
        let mut sequence = sequence(tiles, before);
        let tile = sequence.remove(from);
        sequence.insert(to, tile);
        number(&sequence)
    });
    moved.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_gaps() {
        for tiles in 0..=6 {
            for wanted in 0..arrangements(tiles) as Arrangement {
                assert_eq!(number(&sequence(tiles, wanted)), wanted);
            }
        }
        assert_eq!(number(&sequence(8, 40_319)), 40_319);
    }

    #[test]
    fn passing_is_the_difference() {
        for before in 0..arrangements(5) as Arrangement {
            for place in 0..4 {
                let mut swapped = sequence(5, before);
                let (tile, other) = (usize::from(swapped[place]), usize::from(swapped[place + 1]));
                swapped.swap(place, place + 1);
                assert_eq!(number(&swapped), before.wrapping_add(passing(tile, other)));
                assert_eq!(before, number(&swapped).wrapping_sub(passing(tile, other)));
            }
        }
    }
}
