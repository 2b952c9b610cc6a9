//! The learnt scores that are shipped with the library, for square boards. A board of another shape uses the score of
//! the smallest square that contains it, with the rest of that square treated as solved.

use super::learnt::LearntNetwork;
use super::network::Network;
use crate::board::Size;

/// The files of the shipped scores, by side of the board.
#[cfg(feature = "networks")]
static SHIPPED: &[(usize, &[u8])] =
    &[(6, include_bytes!("networks/6x6.network")), (7, include_bytes!("networks/7x7.network"))];
#[cfg(not(feature = "networks"))]
static SHIPPED: &[(usize, &[u8])] = &[];

/// Returns the learnt scores that are shipped with the library.
pub fn shipped_networks() -> impl Iterator<Item = LearntNetwork> {
    SHIPPED.iter().filter_map(|(_, bytes)| LearntNetwork::from_bytes(bytes).ok())
}

/// Returns the score for boards of a size: the stored one if it was learnt for exactly that size, otherwise a shipped
/// one.
pub(crate) fn network_for(size: Size, stored: Option<LearntNetwork>) -> Option<Network> {
    let stored = stored.filter(|stored| stored.size == size).map(|stored| stored.network);
    stored.or_else(|| shipped(size))
}

/// Returns the shipped network for boards of a size.
fn shipped(size: Size) -> Option<Network> {
    let side = size.rows().max(size.cols());
    let &(_, bytes) = SHIPPED.iter().find(|&&(shipped, _)| shipped >= side)?;
    let square = LearntNetwork::from_bytes(bytes).ok()?;
    Some(square.network.cut(square.size, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_shipped_can_be_read() {
        let sides: Vec<usize> = shipped_networks().map(|learnt| learnt.size.rows()).collect();
        assert_eq!(sides, SHIPPED.iter().map(|&(side, _)| side).collect::<Vec<_>>());
        let bytes: usize = SHIPPED.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(bytes <= 2 << 20, "{bytes}");
    }

    #[test]
    fn every_board_that_fits_in_a_square_has_a_network_of_its_size() {
        for size in ["5x5", "2x6", "6x3", "3x5"] {
            let size: Size = size.parse().expect("a size");
            let network = network_for(size, None);
            assert_eq!(network.map(|network| network.cells), Some(size.cells()), "{size}");
        }
        for size in ["2x9", "8x9", "127x127"] {
            assert_eq!(network_for(size.parse().expect("a size"), None), None);
        }
    }
}
