//! The learnt scores that come with the program, for square boards. A board of another shape takes the one of the smallest
//! square that it fits in, as if the rest of that square were there and solved.

use super::cells::MAX_CELLS;
use super::learnt::LearntNetwork;
use super::network::Network;
use crate::board::Size;

/// By side.
const SHIPPED: &[(usize, &[u8])] = &[(6, include_bytes!("networks/6x6.network"))];

/// The learnt scores that come with the program.
pub fn shipped_networks() -> impl Iterator<Item = LearntNetwork> {
    SHIPPED.iter().filter_map(|(_, bytes)| LearntNetwork::from_bytes(bytes).ok())
}

/// What serves boards of a size: what was learnt for just that size, else what comes with the program, else a score that
/// has learnt nothing and goes by distances alone. None where no beam goes by a score.
pub(crate) fn network_for(size: Size, kept: Option<LearntNetwork>) -> Option<Network> {
    if size.cells() > MAX_CELLS {
        return None;
    }
    let kept = kept.filter(|kept| kept.size == size).map(|kept| kept.network);
    Some(kept.or_else(|| shipped(size)).unwrap_or_else(|| Network::untrained(size.cells())))
}

/// The shipped network that serves boards of a size.
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
    fn every_board_of_up_to_64_cells_has_a_network_of_its_size() {
        for size in ["2x9", "3x6", "5x5", "4x7", "8x8", "8x3", "2x32"] {
            let size: Size = size.parse().expect("a size");
            let network = network_for(size, None);
            assert_eq!(network.map(|network| network.cells), Some(size.cells()), "{size}");
        }
        assert_eq!(network_for("8x9".parse().expect("a size"), None), None);
    }
}
