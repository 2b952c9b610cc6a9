//! How a network learns: boards are solved by a beam that goes by what it has learnt so far, and it learns from every
//! stretch of these solutions how many moves lie between two boards; then again, with better solutions.
//!
//! In the first rounds these are short walks from the goal, whose own moves are the solution, for a beam that has learnt
//! nothing loses its way on longer ones. A large board begins with what the score of a smaller one knows instead: that
//! leads a beam to the goal of most boards at once. Everything follows from the seed.

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
use std::sync::atomic::{AtomicUsize, Ordering};
use taquin_search::threads::{lock, on_threads};
use taquin_search::{Budget, Stop};

/// So many samples make a step.
const BATCH: usize = 2048;
/// Every so many-th board is not learnt from but tested on.
const TESTED_EVERY: usize = 20;
/// The windows that make solutions shorter.
const WINDOWS: Pass = Pass { length: 60, width: 150 };
/// On so many samples.
const TESTED: usize = 4000;

/// One round: which boards are solved, by what beam, and how many steps are learnt from them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Round {
    /// How many boards.
    pub(super) boards: usize,
    /// So many random moves from the goal at most, and a third of them at least; or any board.
    pub(super) walk: Option<usize>,
    /// The beam's width; 0 takes the walks themselves.
    pub(super) width: usize,
    /// How many steps.
    pub(super) steps: usize,
    /// From how many rounds before it is learnt once more.
    pub(super) repeated: usize,
    /// The greatest rate of learning.
    pub(super) rate: f32,
    /// So many passes of windows make the beam's solutions shorter, while they do.
    pub(super) passes: usize,
    /// Whether a walk that the beam does not solve in fewer moves is a solution to learn from.
    pub(super) walks_teach: bool,
}

/// What came of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundReport {
    /// Its number, from 1, and of how many.
    pub round: usize,
    /// How many rounds there are.
    pub rounds: usize,
    /// How many boards were to be solved.
    pub boards: usize,
    /// How many random moves from the goal they were at most; any boards if not limited.
    pub walk: Option<usize>,
    /// How wide the beam was; 0 where the walks themselves were the solutions.
    pub width: usize,
    /// How many boards were solved.
    pub solved: usize,
    /// In how many moves on average.
    pub mean_moves: f64,
    /// The error of the score on solutions that it did not learn from, in moves: the root of the mean square.
    pub error: f64,
}

/// Trains the score for boards of a size, round by round, and tells what came of each. It begins with what a smaller
/// score knows, or with nothing.
pub(super) fn train(
    cells: &Cells,
    seed: u64,
    predecessor: Option<&LearntNetwork>,
    rounds: &[Round],
    threads: usize,
    budget: &Budget,
    tell: &mut dyn FnMut(&RoundReport, Network),
) -> Result<(), Stop> {
    let mut student = Student::new(cells, seed, predecessor, threads);
    for round in rounds {
        let report = student.learn(*round, budget)?;
        tell(&RoundReport { rounds: rounds.len(), ..report }, student.weights.network());
    }
    Ok(())
}

/// A board and its moves to the goal.
struct Solved {
    start: [u8; MAX_CELLS],
    moves: Vec<Direction>,
}

/// A network that learns.
pub(super) struct Student<'a> {
    cells: &'a Cells,
    seed: u64,
    threads: usize,
    weights: Weights,
    knows_nothing: bool,
    /// How many rounds it had.
    rounds: u64,
    /// The solutions of the last rounds.
    notes: Vec<Vec<Solved>>,
}

impl<'a> Student<'a> {
    fn new(
        cells: &'a Cells,
        seed: u64,
        predecessor: Option<&LearntNetwork>,
        threads: usize,
    ) -> Student<'a> {
        let (weights, knows_nothing) = match predecessor {
            Some(small) => (Weights::stretched(&small.network, small.size, cells.size), false),
            None => (Weights::random(cells.count, seed), true),
        };
        Student { cells, seed, threads, weights, knows_nothing, rounds: 0, notes: Vec::new() }
    }

    /// One more round.
    fn learn(&mut self, round: Round, budget: &Budget) -> Result<RoundReport, Stop> {
        self.rounds += 1;
        let network = match std::mem::take(&mut self.knows_nothing) {
            true => Network::untrained(self.cells.count),
            false => self.weights.network(),
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
            solved.into_iter().partition(|(number, _)| number % TESTED_EVERY == 0);
        let only = |list: Vec<(usize, Solved)>| {
            list.into_iter().map(|(_, solved)| solved).collect::<Vec<_>>()
        };
        let tested = only(tested);
        let old = self.notes.len().saturating_sub(round.repeated);
        self.notes.drain(..old);
        self.notes.push(only(learnt));
        let learnt: Vec<&Solved> = self.notes.iter().flatten().collect();
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
            // Slowly at first, then fast, then slower and slower.
            let rate =
                ((step + 1) as f32 / 50.0).min(1.0) * (1.0 - step as f32 / round.steps as f32);
            descent.step(&mut self.weights, round.rate * rate, self.threads, &samples);
        }
        let mut random = Random::new(self.seed);
        let errors = (0..TESTED).map(|_| {
            let solved = &tested[random.below(tested.len() as u64) as usize];
            self.weights.error(&self.cells.sample(solved, &symmetries, &mut random))
        });
        report.error = (errors.map(|e| f64::from(e * e)).sum::<f64>() / TESTED as f64).sqrt();
        Ok(report)
    }

    /// Solves the boards of a round.
    fn solve(
        &self,
        round: Round,
        network: &Network,
        budget: &Budget,
    ) -> Result<Vec<(usize, Solved)>, Stop> {
        let next = AtomicUsize::new(0);
        let solved = Mutex::new(Vec::new());
        let stopped = Mutex::new(None);
        on_threads(self.threads, &|| {
            let ended = self.solve_some(round, network, budget, &next, &solved);
            if let Err(stop) = ended {
                *lock(&stopped) = Some(stop);
            }
        });
        if let Some(stop) = *lock(&stopped) {
            return Err(stop);
        }
        let mut solved: Vec<(usize, Solved)> = solved.into_inner().unwrap_or_default();
        solved.sort_by_key(|(number, _)| *number);
        Ok(solved)
    }

    /// Solves boards until none is left: the work of one thread.
    fn solve_some(
        &self,
        round: Round,
        network: &Network,
        budget: &Budget,
        next: &AtomicUsize,
        solved: &Mutex<Vec<(usize, Solved)>>,
    ) -> Result<(), Stop> {
        let goal = Board::classic(self.cells.size);
        let target = tiles(&goal);
        let mut beam = Beam::new(self.cells, network, round.width.max(1), 1, budget)?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= round.boards {
                return Ok(());
            }
            budget.check()?;
            let stream = self.rounds << 40 | number as u64;
            let mut random = Random::new(self.seed ^ stream << 8);
            let (start, walked) = match round.walk {
                Some(most) => self.walk(&target, most, &mut random),
                None => (tiles(&uniform(&goal, &mut random)), Vec::new()),
            };
            let most = round.walk.unwrap_or(2 * self.cells.count * self.cells.size.rows());
            let count = self.cells.count;
            let board = RelativeBoard::new(&start[..count], &target[..count]);
            let found = match round.width {
                0 => None,
                _ => beam.search(&board, most, budget)?,
            };
            let is_longer =
                |found: &Vec<Direction>| found.len() >= walked.len() && !walked.is_empty();
            let mut moves = match found {
                Some(found) if !(round.walks_teach && is_longer(&found)) => found,
                _ if round.walks_teach => walked,
                _ => Vec::new(),
            };
            if round.passes > 0 {
                moves = self.with_windows(&start, moves, round.passes, network, budget)?;
            }
            if !moves.is_empty() {
                lock(solved).push((number, Solved { start, moves }));
            }
        }
    }

    /// A solution without the worst detours: where a beam loses its way it learns nothing good.
    fn with_windows(
        &self,
        start: &[u8; MAX_CELLS],
        mut moves: Vec<Direction>,
        passes: usize,
        network: &Network,
        budget: &Budget,
    ) -> Result<Vec<Direction>, Stop> {
        let tiles = start[..self.cells.count].iter().map(|&tile| tile.into()).collect();
        let Ok(start) = Board::new(self.cells.size, tiles) else { return Ok(moves) };
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

    /// A board some random moves away from the goal, and the moves back.
    fn walk(
        &self,
        goal: &[u8; MAX_CELLS],
        most: usize,
        random: &mut Random,
    ) -> ([u8; MAX_CELLS], Vec<Direction>) {
        let mut board = *goal;
        let mut blank =
            goal[..self.cells.count].iter().position(|&tile| tile == 0).unwrap_or(0) as u8;
        let length = most / 3 + random.below(most as u64 * 2 / 3 + 1) as usize;
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
    /// What is to be learnt of two boards of a solution, one of its symmetries taken at random. Half of the time the
    /// later one is the last; sometimes both are exchanged, for the way back is as long.
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
            repeated: 0,
            rate: 0.003,
            passes: 0,
            walks_teach: true,
        },
        Round {
            boards: 60,
            walk: None,
            width: 100,
            steps: 20,
            repeated: 1,
            rate: 0.003,
            passes: 0,
            walks_teach: true,
        },
    ];

    fn trained(
        rounds: &[Round],
        threads: usize,
        budget: &Budget,
    ) -> (Result<(), Stop>, Vec<(RoundReport, Network)>) {
        let cells = Cells::new("3x3".parse().expect("a size")).expect("few cells");
        let mut reports = Vec::new();
        let mut tell = |report: &RoundReport, network| reports.push((*report, network));
        (train(&cells, 7, None, rounds, threads, budget, &mut tell), reports)
    }

    #[test]
    fn whoever_trains_again_gets_the_same_with_any_number_of_threads() {
        let one = trained(&ROUNDS, 1, &Budget::unlimited());
        assert_eq!(one, trained(&ROUNDS, 3, &Budget::unlimited()));
        let [(first, network), (second, _)] = one.1.as_slice() else { panic!("two rounds") };
        assert_eq!((first.solved, second.solved), (300, 60));
        // Walks are no short solutions; those of a beam on 3x3 nearly are.
        assert!(second.mean_moves > 20.0 && second.mean_moves < 26.0, "{second:?}");
        assert!(second.error < first.error, "{first:?} {second:?}");
        // What there is after the first round is what one round gives.
        let short = trained(&ROUNDS[..1], 2, &Budget::unlimited()).1;
        assert_eq!(&short[0].1, network);
    }

    #[test]
    fn training_stops_when_it_is_told_to() {
        for checks in [1, 10, 100] {
            let budget = Budget::new(Limits::default(), Cancel::after_checks(checks));
            assert_eq!(trained(&ROUNDS, 2, &budget).0, Err(Stop::Cancelled));
        }
    }
}
