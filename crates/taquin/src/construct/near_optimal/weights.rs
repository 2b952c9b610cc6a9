//! The weights of a network during training: floating-point numbers, adjusted by gradient descent.
//!
//! The order in which numbers are added is fixed, with any number of threads, so that the same samples give exactly the
//! same weights on every machine.

use super::cells::MAX_CELLS;
use super::network::{HIDDEN, MOVE, Network, ONE, OUTPUT_ONE, SCALE, inputs};
use crate::board::Size;
use crate::random::Random;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use taquin_search::threads::share_out;
use taquin_search::{HotLoop, InstructionSet};

/// The maximum of output weights: as integers they are at most 127.
const MAX_OUTPUT: f32 = 127.0 / OUTPUT_ONE;
/// Errors are clamped to this many moves.
const MAX_ERROR: f32 = 8.0;

/// A training sample: the active inputs of a board, and its moves beyond the sum of its tiles' distances.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub(super) inputs: [u16; MAX_CELLS],
    pub(super) moves: f32,
}

/// The weights of a network, or a gradient of them.
#[derive(Clone)]
pub(super) struct Weights {
    cells: usize,
    /// By input, the weights of the sums; then the biases of the sums; their output weights; by input, the direct
    /// weight; and the output bias.
    all: Vec<f32>,
}

/// Where each kind of weight begins in the list.
struct Offsets {
    begin: usize,
    output: usize,
    direct: usize,
    constant: usize,
}

impl Offsets {
    fn new(cells: usize) -> Offsets {
        let begin = inputs(cells) * HIDDEN;
        let (output, direct) = (begin + HIDDEN, begin + 2 * HIDDEN);
        Offsets { begin, output, direct, constant: direct + inputs(cells) }
    }
}

impl Weights {
    fn zeros(cells: usize) -> Weights {
        Weights { cells, all: vec![0.0; Offsets::new(cells).constant + 1] }
    }

    /// Returns small random weights, so that every sum learns something different.
    pub(super) fn random(cells: usize, seed: u64) -> Weights {
        let mut random = Random::new(seed);
        let mut around_zero =
            move |width: f32| ((random.number() >> 40) as f32 / 16_777_216.0 - 0.5) * width;
        let mut weights = Weights::zeros(cells);
        let offsets = Offsets::new(cells);
        let width = (1.0 / cells as f32).sqrt();
        weights.all[..offsets.begin].iter_mut().for_each(|weight| *weight = around_zero(width));
        weights.all[offsets.begin..offsets.output].fill(0.3);
        let output = &mut weights.all[offsets.output..offsets.direct];
        output.iter_mut().for_each(|weight| *weight = around_zero(0.2));
        weights
    }

    /// Returns initial weights for a larger square board from the network of a smaller one: every tile counts as if it
    /// were on the smaller board, at the same distance from the nearer edge. Rows and columns in the middle take the
    /// mean, and every tile counts less, so that all together count the same.
    pub(super) fn stretched(small: &Network, from: Size, to: Size) -> Weights {
        let (short, long) = (from.rows(), to.rows());
        // The rows or columns of the smaller board for one of the larger: one, or two that count half each.
        let places_for = |line: usize| match line {
            _ if line < short / 2 => [line, line],
            _ if line >= long - short / 2 => [line + short - long; 2],
            _ => [short / 2 - 1, short / 2],
        };
        let places_of = |cell: usize| {
            let (rows, cols) = (places_for(cell / long), places_for(cell % long));
            rows.map(|row| cols.map(|col| row * short + col))
        };
        let share = from.cells() as f32 / to.cells() as f32 / 16.0;
        let mut weights = Weights::zeros(to.cells());
        let offsets = Offsets::new(to.cells());
        for input in 0..inputs(to.cells()) {
            let blank = input >= to.cells() * to.cells();
            let (home, cell) = (input / to.cells() % to.cells(), input % to.cells());
            let cells = places_of(cell);
            for &home in places_of(home).as_flattened() {
                for &cell in cells.as_flattened() {
                    let like = small.input(home as u8, cell as u8, blank);
                    let share = if blank { 1.0 / 16.0 } else { share };
                    let row = &mut weights.all[input * HIDDEN..][..HIDDEN];
                    for (to, &weight) in row.iter_mut().zip(&small.rows[like]) {
                        *to += f32::from(weight) / f32::from(ONE) * share;
                    }
                    weights.all[offsets.direct + input] += in_scale(small.direct[like]) * share;
                }
            }
        }
        for at in 0..HIDDEN {
            weights.all[offsets.begin + at] = f32::from(small.begin[at]) / f32::from(ONE);
            weights.all[offsets.output + at] = f32::from(small.output[at]) / OUTPUT_ONE;
        }
        weights.all[offsets.constant] = in_scale(small.constant);
        weights
    }

    /// Returns the sums of a sample, and the predicted moves divided by [`SCALE`].
    #[inline(always)]
    fn forward(&self, sample: &Sample) -> ([f32; HIDDEN], f32) {
        let offsets = Offsets::new(self.cells);
        let mut sums = [0.0; HIDDEN];
        sums.copy_from_slice(&self.all[offsets.begin..offsets.output]);
        let mut total = self.all[offsets.constant];
        for &input in &sample.inputs[..self.cells] {
            let input = usize::from(input);
            total += self.all[offsets.direct + input];
            for (sum, weight) in sums.iter_mut().zip(&self.all[input * HIDDEN..][..HIDDEN]) {
                *sum += weight;
            }
        }
        for (sum, weight) in sums.iter().zip(&self.all[offsets.output..offsets.direct]) {
            let clamped = sum.clamp(0.0, 1.0);
            total += weight * clamped * clamped;
        }
        (sums, total)
    }

    /// Returns the error of a sample in moves.
    pub(super) fn error(&self, sample: &Sample) -> f32 {
        self.forward(sample).1 * SCALE as f32 - sample.moves
    }

    /// Adds the gradient of a sample's error to `gradient`.
    #[inline(always)]
    fn backward(&self, sample: &Sample, gradient: &mut Weights) {
        let offsets = Offsets::new(self.cells);
        let (sums, total) = self.forward(sample);
        let limit = MAX_ERROR / SCALE as f32;
        let error = (total - sample.moves / SCALE as f32).clamp(-limit, limit);
        let mut by_sum = [0.0; HIDDEN];
        for at in 0..HIDDEN {
            let clamped = sums[at].clamp(0.0, 1.0);
            gradient.all[offsets.output + at] += error * clamped * clamped;
            let changes = sums[at] > 0.0 && sums[at] < 1.0;
            by_sum[at] =
                if changes { error * self.all[offsets.output + at] * 2.0 * clamped } else { 0.0 };
            gradient.all[offsets.begin + at] += by_sum[at];
        }
        gradient.all[offsets.constant] += error;
        for &input in &sample.inputs[..self.cells] {
            let input = usize::from(input);
            gradient.all[offsets.direct + input] += error;
            let row = &mut gradient.all[input * HIDDEN..][..HIDDEN];
            row.iter_mut().zip(&by_sum).for_each(|(weight, by)| *weight += by);
        }
    }

    /// Converts the weights to the integers of a network.
    pub(super) fn network(&self) -> Network {
        let offsets = Offsets::new(self.cells);
        let integer = |weight: f32, one: f32, max: f32| (weight * one).round().clamp(-max, max);
        let sum = |weight: &f32| integer(*weight, f32::from(ONE), 127.0) as i16;
        let mut network = Network::untrained(self.cells);
        for (row, weights) in network.rows.iter_mut().zip(self.all.chunks(HIDDEN)) {
            row.iter_mut().zip(weights).for_each(|(to, weight)| *to = sum(weight));
        }
        for at in 0..HIDDEN {
            let begin = self.all[offsets.begin + at];
            network.begin[at] = integer(begin, f32::from(ONE), 16_000.0) as i16;
            network.output[at] = integer(self.all[offsets.output + at], OUTPUT_ONE, 127.0) as i16;
        }
        let moves = |weight: f32| (weight * (SCALE as i32 * MOVE) as f32).round() as i32;
        for (to, weight) in network.direct.iter_mut().zip(&self.all[offsets.direct..]) {
            *to = moves(*weight);
        }
        network.constant = moves(self.all[offsets.constant]);
        network
    }
}

/// Converts from the unit of [`MOVE`] to moves divided by [`SCALE`].
fn in_scale(parts: i32) -> f32 {
    parts as f32 / (SCALE as i32 * MOVE) as f32
}

/// Gradient descent by Adam (Kingma and Ba 2014).
pub(super) struct Descent {
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The products of the decay factors so far, to correct the bias of means that start at 0.
    mean_decayed: f32,
    square_decayed: f32,
    gradients: Vec<Weights>,
}

/// The decay factors of the means at each step.
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// The number of shares into which samples are divided; their gradients are added in order.
pub(super) const SHARES: usize = 2;

impl Descent {
    pub(super) fn new(cells: usize) -> Descent {
        let weights = Weights::zeros(cells);
        Descent {
            mean: weights.all.clone(),
            square: weights.all.clone(),
            mean_decayed: 1.0,
            square_decayed: 1.0,
            gradients: vec![weights; SHARES],
        }
    }

    /// Makes one step with the samples that `samples` returns for each share.
    pub(super) fn step(
        &mut self,
        weights: &mut Weights,
        rate: f32,
        threads: usize,
        samples: &(dyn Fn(usize) -> Vec<Sample> + Sync),
    ) {
        let shares = self.gradients.iter_mut().enumerate();
        let count = AtomicUsize::new(0);
        let before = &*weights;
        let Ok(()) = share_out(threads.min(SHARES), shares, |own| {
            for (number, gradient) in own {
                let samples = samples(number);
                gradient.all.fill(0.0);
                InstructionSet::best().run(Backward, (before, samples.as_slice()), gradient);
                count.fetch_add(samples.len(), Ordering::Relaxed);
            }
            Ok::<(), Infallible>(())
        });
        let count = count.into_inner().max(1) as f32;
        self.mean_decayed *= MEAN_DECAY;
        self.square_decayed *= SQUARE_DECAY;
        let offsets = Offsets::new(weights.cells);
        for at in 0..weights.all.len() {
            let sum: f32 = self.gradients.iter().map(|gradient| gradient.all[at]).sum();
            let slope = sum / count;
            let mean = MEAN_DECAY * self.mean[at] + (1.0 - MEAN_DECAY) * slope;
            let square = SQUARE_DECAY * self.square[at] + (1.0 - SQUARE_DECAY) * slope * slope;
            (self.mean[at], self.square[at]) = (mean, square);
            let mean = mean / (1.0 - self.mean_decayed);
            let deviation = (square / (1.0 - self.square_decayed)).sqrt();
            let rate = if at >= offsets.direct { rate * 0.3 } else { rate };
            weights.all[at] -= rate * mean / (deviation + 1e-8);
        }
        let max_row = 127.0 / f32::from(ONE);
        weights.all[..offsets.begin].iter_mut().for_each(|w| *w = w.clamp(-max_row, max_row));
        let output = &mut weights.all[offsets.output..offsets.direct];
        output.iter_mut().for_each(|weight| *weight = weight.clamp(-MAX_OUTPUT, MAX_OUTPUT));
    }
}

/// Sums the gradients of samples.
struct Backward;

impl HotLoop<(&Weights, &[Sample]), &mut Weights> for Backward {
    type Output = ();

    #[inline(always)]
    fn run(self, (weights, samples): (&Weights, &[Sample]), gradient: &mut Weights) {
        samples.iter().for_each(|sample| weights.backward(sample, gradient));
    }
}
