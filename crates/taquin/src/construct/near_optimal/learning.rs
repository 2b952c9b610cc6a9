//! How a score is learnt for a size: the initial weights and the training rounds.

use super::cells::Cells;
use super::learnt::LearntNetwork;
use super::network::Network;
use super::shipped::shipped_networks;
use super::training::{Round, RoundReport, train};
use crate::board::Size;
use taquin_search::{Budget, Stop};
use thiserror::Error;

/// The maximum learning rates.
const FAST: f32 = 0.003;
const SLOW: f32 = 0.002;
const CAREFUL: f32 = 0.001;
/// The side of the largest square whose score is learnt from walks: on larger ones an untrained beam fails.
const LEARNT_FROM_WALKS: usize = 6;

/// Why no score was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LearnError {
    /// The board is too large or too small.
    #[error("a score is learnt for boards of 6 to 64 cells, not for {0}")]
    Size(Size),
    /// It was stopped.
    #[error("stopped before the last round was learnt")]
    Stopped(Stop),
}

impl LearntNetwork {
    /// Trains a score, for this many rounds or all that there are for its size. After each round `on_round` receives a
    /// report and the score so far, which is the same as that of a training with only this many rounds.
    pub fn learn(
        size: Size,
        seed: u64,
        rounds: Option<usize>,
        threads: usize,
        budget: &Budget,
        on_round: &mut dyn FnMut(&RoundReport, &LearntNetwork),
    ) -> Result<LearntNetwork, LearnError> {
        let cells = Cells::new(size).filter(|_| size.cells() >= 6);
        let cells = cells.ok_or(LearnError::Size(size))?;
        let (predecessor, curriculum) = (predecessor(size), curriculum(size));
        let rounds = rounds.unwrap_or(curriculum.len()).min(curriculum.len());
        let network = Network::untrained(cells.count);
        let mut learnt = LearntNetwork { size, seed, rounds: 0, network };
        let curriculum = &curriculum[..rounds];
        let begin = predecessor.as_ref();
        train(&cells, seed, begin, curriculum, threads, budget, &mut |report, network| {
            learnt = LearntNetwork { rounds: report.round, network, ..learnt };
            on_round(report, &learnt);
        })
        .map_err(LearnError::Stopped)?;
        Ok(learnt)
    }
}

/// Returns the learnt score with which training for a size begins. A square too large to learn from walks begins with
/// the score of the next smaller square.
fn predecessor(size: Size) -> Option<LearntNetwork> {
    let is_large = size.rows() == size.cols() && size.rows() > LEARNT_FROM_WALKS;
    shipped_networks().find(|shipped| is_large && shipped.size.rows() + 1 == size.rows())
}

/// Returns the training rounds for boards of a size.
fn curriculum(size: Size) -> Vec<Round> {
    match predecessor(size) {
        Some(_) => after_a_predecessor(),
        None => from_walks(size),
    }
}

/// Returns rounds without a predecessor: longer and longer walks from the goal, up to the distance of random boards;
/// then random boards, with more of them and wider beams each time.
fn from_walks(size: Size) -> Vec<Round> {
    // The approximate distance of a random board from the goal.
    let typical = 2 * size.cells() * (size.rows() + size.cols()) / 5;
    let walks = [(20_000, 100, 0, 1000), (6000, 120, 200, 800), (4000, 170, 300, 800)]
        .into_iter()
        .chain([(3000, 250, 500, 800), (3000, 400, 700, 800), (3000, 700, 1000, 800)])
        .filter(|&(_, walk, _, _)| walk <= typical * 7 / 4 || walk <= 120)
        .map(|(boards, walk, width, steps)| Round {
            boards,
            walk: Some(walk),
            width,
            steps,
            replayed_rounds: 0,
            rate: FAST,
            passes: 0,
            learns_from_walks: true,
        });
    let random = [
        (2000, 2000, 1500, 0, FAST),
        (5000, 500, 2000, 1, FAST),
        (8000, 500, 3000, 1, FAST),
        (10_000, 700, 4000, 1, FAST),
        (12_000, 1000, 6000, 1, SLOW),
        (20_000, 1500, 8000, 1, SLOW),
    ]
    .into_iter()
    .map(|(boards, width, steps, replayed_rounds, rate)| Round {
        boards,
        walk: None,
        width,
        steps,
        replayed_rounds,
        rate,
        passes: 0,
        learns_from_walks: true,
    });
    // Small boards are learnt quickly.
    let divisor = if size.cells() < 12 { 20 } else { 1 };
    let rounds = walks.chain(random);
    rounds
        .map(|round| Round {
            boards: round.boards / divisor,
            steps: round.steps / divisor,
            ..round
        })
        .collect()
}

/// Returns rounds that start with the score of a smaller board: long walks, then random boards. Its beams still take
/// detours now and then, which are bad examples; so windows shorten the solutions, and walks that no beam solves are
/// skipped.
fn after_a_predecessor() -> Vec<Round> {
    let rounds = [
        (6000, Some(250), 500, 1500, 0),
        (5000, Some(450), 700, 1500, 1),
        (4000, Some(800), 1000, 1500, 1),
        (4000, Some(1500), 1500, 2000, 1),
        (5000, None, 1000, 3000, 1),
        (8000, None, 1000, 4000, 1),
        (12_000, None, 1500, 8000, 1),
    ];
    let round = |(boards, walk, width, steps, replayed_rounds)| Round {
        boards,
        walk,
        width,
        steps,
        replayed_rounds,
        rate: CAREFUL,
        passes: 4,
        learns_from_walks: false,
    };
    rounds.map(round).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_for_which_nothing_is_learnt_are_refused() {
        for size in ["9x9", "2x2"] {
            let size = size.parse().expect("a size");
            let learnt =
                LearntNetwork::learn(size, 1, Some(1), 1, &Budget::unlimited(), &mut |_, _| {});
            assert_eq!(learnt, Err(LearnError::Size(size)));
        }
    }

    #[test]
    fn every_size_has_walks_first_and_any_boards_last() {
        for size in ["2x3", "5x5", "6x6", "5x8", "2x32"] {
            let rounds = curriculum(size.parse().expect("a size"));
            assert!(rounds[0].walk.is_some() && rounds[0].width == 0);
            assert!(rounds.last().is_some_and(|last| last.walk.is_none()));
        }
        // A large square begins with the score of a smaller one, and learns only from solutions of its own beams.
        let rounds = curriculum("7x7".parse().expect("a size"));
        assert!(rounds.iter().all(|round| !round.learns_from_walks && round.width > 0));
    }
}
