//! Training a network: boards are solved by a beam that uses the network so far, and the network learns from sections
//! of these solutions how many moves are between two boards. This is repeated with better and better solutions.
//!
//! In the first rounds the boards are the ends of short walks from the goal, and the walks themselves are the
//! solutions, because a beam with an untrained network fails on longer ones. A large board begins with the score of a
//! smaller one instead, with which a beam solves most boards from the start. Everything follows from the seed.

use super::beam::Beam;
use super::cells::{Cells, MAX_CELLS};
use super::learnt::LearntNetwork;
use super::network::Network;
use super::relative::{RelativeBoard, end, play, tiles};
use super::weights::{Descent, SHARES, Sample, Weights};
use super::windows::{Pass, pass};
use crate::board::{Board, Direction};
use crate::random::{Random, uniform};
use std::sync::Mutex;
use taquin_search::threads::{lock, share_out};
use taquin_search::{Budget, Stop};

/// The number of samples in a step.
const BATCH: usize = 2048;
/// Every board whose number is a multiple of this is used for testing, not for learning.
const TEST_INTERVAL: usize = 20;
/// The windows that shorten solutions.
const WINDOWS: Pass = Pass { length: 60, width: 150 };
/// The number of samples in a test.
const TEST_SAMPLES: usize = 4000;

/// One training round: the boards, the beam that solves them, and the number of learning steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Round {
    /// The number of boards.
    pub(super) boards: usize,
    /// The maximum number of random moves from the goal to a board, the minimum being a third of it; `None` for random
    /// boards.
    pub(super) walk: Option<usize>,
    /// The width of the beam; with 0 the walks themselves are the solutions.
    pub(super) width: usize,
    /// The number of learning steps.
    pub(super) steps: usize,
    /// From how many previous rounds solutions are used again.
    pub(super) replayed_rounds: usize,
    /// The maximum learning rate.
    pub(super) rate: f32,
    /// The maximum number of passes of windows that shorten the beam's solutions.
    pub(super) passes: usize,
    /// Whether a walk is used as a solution if the beam does not find a shorter one.
    pub(super) learns_from_walks: bool,
}

/// The result of a training round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundReport {
    /// The number of the round, from 1.
    pub round: usize,
    /// The number of rounds in total.
    pub rounds: usize,
    /// The number of boards to be solved.
    pub boards: usize,
    /// The maximum number of random moves from the goal to a board; `None` for random boards.
    pub walk: Option<usize>,
    /// The width of the beam; 0 if the walks themselves were the solutions.
    pub width: usize,
    /// The number of boards solved.
    pub solved: usize,
    /// The mean length of the solutions.
    pub mean_moves: f64,
    /// The root mean square error of the score in moves, on solutions that it did not learn from.
    pub error: f64,
}

/// Trains the score for boards of a size, and reports every round. It begins with the score of a smaller board, or with
/// random weights.
pub(super) fn train(
    cells: &Cells,
    seed: u64,
    predecessor: Option<&LearntNetwork>,
    rounds: &[Round],
    threads: usize,
    budget: &Budget,
    on_round: &mut dyn FnMut(&RoundReport, Network),
) -> Result<(), Stop> {
    let mut trainer = Trainer::new(cells, seed, predecessor, threads);
    for round in rounds {
        let report = trainer.learn(*round, budget)?;
        on_round(&RoundReport { rounds: rounds.len(), ..report }, trainer.weights.network());
    }
    Ok(())
}

/// A board and its moves to the goal.
struct Solved {
    start: [u8; MAX_CELLS],
    moves: Vec<Direction>,
}

/// A network in training.
pub(super) struct Trainer<'a> {
    cells: &'a Cells,
    seed: u64,
    threads: usize,
    weights: Weights,
    is_untrained: bool,
    /// The number of rounds so far.
    rounds: u64,
    /// The solutions of the last rounds, which are used again.
    past_solutions: Vec<Vec<Solved>>,
}

impl<'a> Trainer<'a> {
    fn new(
        cells: &'a Cells,
        seed: u64,
        predecessor: Option<&LearntNetwork>,
        threads: usize,
    ) -> Trainer<'a> {
        let (weights, is_untrained) = match predecessor {
            Some(small) => (Weights::stretched(&small.network, small.size, cells.size), false),
            None => (Weights::random(cells.count, seed), true),
        };
        Trainer {
            cells,
            seed,
            threads,
            weights,
            is_untrained,
            rounds: 0,
            past_solutions: Vec::new(),
        }
    }

    /// Runs one more round.
    fn learn(&mut self, round: Round, budget: &Budget) -> Result<RoundReport, Stop> {
        self.rounds += 1;
        let network = if std::mem::take(&mut self.is_untrained) {
            Network::untrained(self.cells.count)
        } else {
            self.weights.network()
        };
        let solved = self.solve(round, &network, budget)?;
        let moves: usize = solved.iter().map(|(_, solved)| solved.moves.len()).sum();
        let mut report = RoundReport {
            round: self.rounds as usize,
            rounds: 0,
            boards: round.boards,
            walk: round.walk,
            width: round.width,
            solved: solved.len(),
            mean_moves: moves as f64 / solved.len().max(1) as f64,
            error: 0.0,
        };
        let (tested, learnt): (Vec<_>, Vec<_>) =
            solved.into_iter().partition(|(number, _)| number % TEST_INTERVAL == 0);
        let only = |list: Vec<(usize, Solved)>| {
            list.into_iter().map(|(_, solved)| solved).collect::<Vec<_>>()
        };
        let tested = only(tested);
        let old = self.past_solutions.len().saturating_sub(round.replayed_rounds);
        self.past_solutions.drain(..old);
        self.past_solutions.push(only(learnt));
        let learnt: Vec<&Solved> = self.past_solutions.iter().flatten().collect();
        if learnt.is_empty() || tested.is_empty() {
            return Ok(report);
        }
        let symmetries = self.cells.symmetries();
        let mut descent = Descent::new(self.cells.count);
        for step in 0..round.steps {
            budget.check()?;
            let samples = |share: usize| {
                let number = (self.rounds << 32 | step as u64) * SHARES as u64 + share as u64;
                let mut random = Random::new(self.seed ^ number);
                (0..BATCH / SHARES)
                    .map(|_| {
                        let solved = learnt[random.below(learnt.len() as u64) as usize];
                        self.cells.sample(solved, &symmetries, &mut random)
                    })
                    .collect()
            };
            // The rate grows for the first 50 steps and decreases linearly.
            let rate =
                ((step + 1) as f32 / 50.0).min(1.0) * (1.0 - step as f32 / round.steps as f32);
            descent.step(&mut self.weights, round.rate * rate, self.threads, &samples);
        }
        let mut random = Random::new(self.seed);
        let errors = (0..TEST_SAMPLES).map(|_| {
            let solved = &tested[random.below(tested.len() as u64) as usize];
            self.weights.error(&self.cells.sample(solved, &symmetries, &mut random))
        });
        report.error = (errors.map(|e| f64::from(e * e)).sum::<f64>() / TEST_SAMPLES as f64).sqrt();
        Ok(report)
    }

    /// Solves the boards of a round.
    fn solve(
        &self,
        round: Round,
        network: &Network,
        budget: &Budget,
    ) -> Result<Vec<(usize, Solved)>, Stop> {
        let solved = Mutex::new(Vec::new());
        share_out(self.threads, 0..round.boards, |own| {
            self.solve_some(round, network, budget, own, &solved)
        })?;
        let mut solved: Vec<(usize, Solved)> = std::mem::take(&mut *lock(&solved));
        solved.sort_by_key(|(number, _)| *number);
        Ok(solved)
    }

    /// Solves the boards of one thread.
    fn solve_some(
        &self,
        round: Round,
        network: &Network,
        budget: &Budget,
        own: &mut dyn Iterator<Item = usize>,
        solved: &Mutex<Vec<(usize, Solved)>>,
    ) -> Result<(), Stop> {
        let goal = Board::classic(self.cells.size);
        let target = tiles(&goal);
        let mut beam = Beam::new(self.cells, network, round.width.max(1), 1, budget)?;
        for number in own {
            budget.check()?;
            let stream = self.rounds << 40 | number as u64;
            let mut random = Random::new(self.seed ^ stream << 8);
            let (start, walked) = match round.walk {
                Some(max_moves) => self.walk(&target, max_moves, &mut random),
                None => (tiles(&uniform(&goal, &mut random)), Vec::new()),
            };
            let max_moves = round.walk.unwrap_or(2 * self.cells.count * self.cells.size.rows());
            let count = self.cells.count;
            let board = RelativeBoard::new(&start[..count], &target[..count]);
            let found = match round.width {
                0 => None,
                _ => beam.search(&board, max_moves, budget)?,
            };
            let is_longer =
                |found: &Vec<Direction>| found.len() >= walked.len() && !walked.is_empty();
            let mut moves = match found {
                Some(found) if !(round.learns_from_walks && is_longer(&found)) => found,
                _ if round.learns_from_walks => walked,
                _ => Vec::new(),
            };
            if round.passes > 0 {
                moves = self.shortened(&start, moves, round.passes, network, budget)?;
            }
            if !moves.is_empty() {
                lock(solved).push((number, Solved { start, moves }));
            }
        }
        Ok(())
    }

    /// Returns a solution without the worst detours, which would be bad examples.
    fn shortened(
        &self,
        start: &[u8; MAX_CELLS],
        mut moves: Vec<Direction>,
        passes: usize,
        network: &Network,
        budget: &Budget,
    ) -> Result<Vec<Direction>, Stop> {
        let tiles = start[..self.cells.count].iter().map(|&tile| tile.into()).collect();
        let start = Board::new(self.cells.size, tiles).expect("it is a board");
        let mut random = Random::new(self.seed);
        for _ in 0..passes {
            let cells = (self.cells, network);
            let report = pass(cells, &start, &moves, WINDOWS, &mut random, 1, (budget, None));
            if let Some(stop) = report.stopped {
                return Err(stop);
            }
            let is_shorter = report.moves.len() < moves.len();
            moves = report.moves;
            if !is_shorter {
                break;
            }
        }
        Ok(moves)
    }

    /// Returns a board some random moves away from the goal, and the moves back.
    fn walk(
        &self,
        goal: &[u8; MAX_CELLS],
        max_moves: usize,
        random: &mut Random,
    ) -> ([u8; MAX_CELLS], Vec<Direction>) {
        let mut board = *goal;
        let blank = goal[..self.cells.count].iter().position(|&tile| tile == 0);
        let mut blank = blank.expect("a goal has a blank") as u8;
        let length = max_moves / 3 + random.below(max_moves as u64 * 2 / 3 + 1) as usize;
        let mut back: Vec<Direction> = Vec::new();
        while back.len() < length {
            let direction = Direction::ALL[random.below(4) as usize];
            let before = blank;
            if back.last() == Some(&direction) {
                continue;
            }
            play(self.cells, &mut board, &mut blank, direction);
            if blank != before {
                back.push(direction.opposite());
            }
        }
        back.reverse();
        (board, back)
    }
}

impl Cells {
    /// Returns a sample from two boards of a solution, under a random symmetry. Half of the time the later one is the
    /// last; sometimes both are swapped, as the path back has the same length.
    fn sample(&self, solved: &Solved, symmetries: &[Vec<u8>], random: &mut Random) -> Sample {
        let last = solved.moves.len() as u64;
        let kind = random.below(4);
        let (a, b) = match kind {
            0 | 1 => (random.below(last), last),
            _ => (random.below(last + 1), random.below(last + 1)),
        };
        let (first, second) = (a.min(b) as usize, a.max(b) as usize);
        let earlier = end(self, &solved.start, &solved.moves[..first]);
        let later = end(self, &earlier, &solved.moves[first..second]);
        let (from, to) = if kind == 3 { (&later, &earlier) } else { (&earlier, &later) };
        let (from, to) = (&from[..self.count], &to[..self.count]);
        let board = RelativeBoard::new(from, to);
        let symmetry = &symmetries[random.below(symmetries.len() as u64) as usize];
        let mut inputs = [0; MAX_CELLS];
        for cell in 0..self.count {
            let home = board.homes[cell];
            let blank = if home == board.blank_home { self.count * self.count } else { 0 };
            let (home, cell_to) = (symmetry[usize::from(home)], symmetry[cell]);
            inputs[cell] = (blank + usize::from(home) * self.count + usize::from(cell_to)) as u16;
        }
        let moves = (second - first) as f32 - f32::from(board.distance(self));
        Sample { inputs, moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_search::{Cancel, Limits};

    /// Two short rounds.
    const ROUNDS: [Round; 2] = [
        Round {
            boards: 300,
            walk: Some(30),
            width: 0,
            steps: 20,
            replayed_rounds: 0,
            rate: 0.003,
            passes: 0,
            learns_from_walks: true,
        },
        Round {
            boards: 60,
            walk: None,
            width: 100,
            steps: 20,
            replayed_rounds: 1,
            rate: 0.003,
            passes: 0,
            learns_from_walks: true,
        },
    ];

    fn trained(
        rounds: &[Round],
        threads: usize,
        budget: &Budget,
    ) -> (Result<(), Stop>, Vec<(RoundReport, Network)>) {
        let cells = Cells::new("3x3".parse().expect("a size")).expect("few cells");
        let mut reports = Vec::new();
        let mut on_round = |report: &RoundReport, network| reports.push((*report, network));
        (train(&cells, 7, None, rounds, threads, budget, &mut on_round), reports)
    }

    #[test]
    fn training_is_reproducible_with_any_number_of_threads() {
        let one = trained(&ROUNDS, 1, &Budget::unlimited());
        assert_eq!(one, trained(&ROUNDS, 3, &Budget::unlimited()));
        let [(first, network), (second, _)] = one.1.as_slice() else { panic!("two rounds") };
        assert_eq!((first.solved, second.solved), (300, 60));
        // Walks are long solutions; those of a beam on 3x3 are nearly optimal.
        assert!(second.mean_moves > 20.0 && second.mean_moves < 26.0, "{second:?}");
        assert!(second.error < first.error, "{first:?} {second:?}");
        // The network after the first round is that of a training with one round.
        let short = trained(&ROUNDS[..1], 2, &Budget::unlimited()).1;
        assert_eq!(&short[0].1, network);
    }

    #[test]
    fn training_can_be_cancelled() {
        for checks in [1, 10, 100] {
            let budget = Budget::new(Limits::default(), Cancel::after_checks(checks));
            assert_eq!(trained(&ROUNDS, 2, &budget).0, Err(Stop::Cancelled));
        }
    }
}
