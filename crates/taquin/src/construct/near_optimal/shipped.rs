//! The learnt scores that are shipped with the library, for square boards. A board of another shape uses the score of
//! the smallest square that contains it, with the rest of that square treated as solved.

use super::learnt::LearntNetwork;
use super::network::Network;
use crate::board::Size;

/// The sides of the squares with a shipped score.
const SIDES: [usize; 2] = [6, 7];

/// The files of the shipped scores, by side of the board.
#[cfg(feature = "networks")]
static SHIPPED: &[(usize, &[u8])] =
    &[(6, include_bytes!("networks/6x6.network")), (7, include_bytes!("networks/7x7.network"))];
#[cfg(not(feature = "networks"))]
static SHIPPED: &[(usize, &[u8])] = &[];

/// Returns the learnt scores that are shipped with the library.
pub fn shipped_networks() -> impl Iterator<Item = LearntNetwork> {
    SHIPPED.iter().map(|(_, bytes)| read(bytes))
}

fn read(bytes: &[u8]) -> LearntNetwork {
    LearntNetwork::from_bytes(bytes).expect("a shipped score is sound")
}

/// Returns the square whose score serves boards of a size, whether or not this program ships it: the smallest that holds
/// them. Boards that no square holds are made smaller, and then the largest serves.
pub fn shipped_square(size: Size) -> Option<Size> {
    let side = SIDES.into_iter().find(|&side| side >= size.rows().max(size.cols()));
    Size::new(side.unwrap_or(SIDES[1]), side.unwrap_or(SIDES[1])).ok()
}

/// Returns the score for boards of a size: the stored one if it was learnt for exactly that size, otherwise the one for
/// the smallest square that holds such a board. Squares are shipped; a program that ships none can be given some.
pub(crate) fn network_for(
    size: Size,
    stored: Option<LearntNetwork>,
    given: &[LearntNetwork],
) -> Option<Network> {
    if let Some(stored) = stored.filter(|stored| stored.size == size) {
        return Some(stored.network);
    }
    let side = size.rows().max(size.cols());
    let holding = given.iter().filter(|given| given.size.rows().min(given.size.cols()) >= side);
    let given = holding.min_by_key(|given| given.size.cells());
    let shipped = || {
        let &(_, bytes) = SHIPPED.iter().find(|&&(shipped, _)| shipped >= side)?;
        Some(read(bytes))
    };
    let square = given.cloned().or_else(shipped)?;
    Some(square.network.cut(square.size, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_shipped_can_be_read() {
        let sides: Vec<usize> = shipped_networks().map(|learnt| learnt.size.rows()).collect();
        assert_eq!(sides, SIDES);
        assert_eq!(sides, SHIPPED.iter().map(|&(side, _)| side).collect::<Vec<_>>());
        let bytes: usize = SHIPPED.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(bytes <= 2 << 20, "{bytes}");
    }

    #[test]
    fn every_board_that_fits_in_a_square_has_a_network_of_its_size() {
        for size in ["5x5", "2x6", "6x3", "3x5"] {
            let size: Size = size.parse().expect("a size");
            let network = network_for(size, None, &[]);
            assert_eq!(network.map(|network| network.cells), Some(size.cells()), "{size}");
        }
        for size in ["2x9", "8x9", "127x127"] {
            assert_eq!(network_for(size.parse().expect("a size"), None, &[]), None);
        }
    }

    #[test]
    fn what_is_given_serves_as_what_is_shipped() {
        let given: Vec<LearntNetwork> = shipped_networks().collect();
        for size in ["3x3", "6x4", "7x7", "2x9"] {
            let size: Size = size.parse().expect("a size");
            assert_eq!(network_for(size, None, &given), network_for(size, None, &[]), "{size}");
            // A larger square serves where the smallest is missing.
            let larger = &given[1..];
            assert_eq!(network_for(size, None, larger).is_some(), size.cols() <= 7, "{size}");
        }
    }
}
