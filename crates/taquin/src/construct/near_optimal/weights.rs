//! The weights of a network while it learns: real numbers, changed step by step against the error.
//!
//! The order in which numbers are added is fixed, whatever the number of threads, so that the same samples give the
//! same weights to the last bit on every machine.

use super::cells::MAX_CELLS;
use super::network::{HIDDEN, MOVE, Network, ONE, OUTPUT_ONE, SCALE, inputs};
use crate::board::Size;
use crate::random::Random;
use std::sync::Mutex;
use taquin_search::threads::{lock, on_threads};
use taquin_search::{HotLoop, InstructionSet};

/// No output weight is greater than this: as integers they are at most 127.
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_ONE;
/// An error of more than so many moves counts no more than this.
const MOST_ERROR: f32 = 8.0;

/// What is to be learnt of one board: its inputs, and how many moves more than the distances it took.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub(super) inputs: [u16; MAX_CELLS],
    pub(super) moves: f32,
}

/// The weights of a network, or what is to be changed in them.
#[derive(Clone)]
pub(super) struct Weights {
    cells: usize,
    /// By input, the weights of the sums; then what the sums begin with; their output weights; by input what counts
    /// directly; and what every board counts.
    all: Vec<f32>,
}

/// Where in the list each kind begins.
struct Places {
    begin: usize,
    output: usize,
    direct: usize,
    constant: usize,
}

impl Places {
    fn new(cells: usize) -> Places {
        let begin = inputs(cells) * HIDDEN;
        let (output, direct) = (begin + HIDDEN, begin + 2 * HIDDEN);
        Places { begin, output, direct, constant: direct + inputs(cells) }
    }
}

impl Weights {
    fn zeros(cells: usize) -> Weights {
        Weights { cells, all: vec![0.0; Places::new(cells).constant + 1] }
    }

    /// Small weights at random, from which every sum learns something else.
    pub(super) fn random(cells: usize, seed: u64) -> Weights {
        let mut random = Random::new(seed);
        let mut around_zero =
            move |width: f32| ((random.number() >> 40) as f32 / 16_777_216.0 - 0.5) * width;
        let mut weights = Weights::zeros(cells);
        let places = Places::new(cells);
        let width = (1.0 / cells as f32).sqrt();
        weights.all[..places.begin].iter_mut().for_each(|weight| *weight = around_zero(width));
        weights.all[places.begin..places.output].fill(0.3);
        let output = &mut weights.all[places.output..places.direct];
        output.iter_mut().for_each(|weight| *weight = around_zero(0.2));
        weights
    }

    /// What a smaller square board's network knows, for a larger one: every tile counts as if it lay on the smaller
    /// board, as far from the nearer rim. What lies in the middle between takes the mean, and every tile counts so
    /// much less that all together count as much.
    pub(super) fn stretched(small: &Network, from: Size, to: Size) -> Weights {
        let (short, long) = (from.rows(), to.rows());
        // The places on the smaller board for a row or column of the larger one: one, or two that count half each.
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
        let places = Places::new(to.cells());
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
                    weights.all[places.direct + input] += in_scale(small.direct[like]) * share;
                }
            }
        }
        for at in 0..HIDDEN {
            weights.all[places.begin + at] = f32::from(small.begin[at]) / f32::from(ONE);
            weights.all[places.output + at] = f32::from(small.output[at]) / OUTPUT_ONE;
        }
        weights.all[places.constant] = in_scale(small.constant);
        weights
    }

    /// The sums of a sample, and the moves that they say, by the scale of the output.
    #[inline(always)]
    fn forward(&self, sample: &Sample) -> ([f32; HIDDEN], f32) {
        let places = Places::new(self.cells);
        let mut sums = [0.0; HIDDEN];
        sums.copy_from_slice(&self.all[places.begin..places.output]);
        let mut total = self.all[places.constant];
        for &input in &sample.inputs[..self.cells] {
            let input = usize::from(input);
            total += self.all[places.direct + input];
            for (sum, weight) in sums.iter_mut().zip(&self.all[input * HIDDEN..][..HIDDEN]) {
                *sum += weight;
            }
        }
        for (sum, weight) in sums.iter().zip(&self.all[places.output..places.direct]) {
            let cut = sum.clamp(0.0, 1.0);
            total += weight * cut * cut;
        }
        (sums, total)
    }

    /// The error of a sample in moves.
    pub(super) fn error(&self, sample: &Sample) -> f32 {
        self.forward(sample).1 * SCALE as f32 - sample.moves
    }

    /// Adds to `gradient` how the error of a sample changes with each weight.
    #[inline(always)]
    fn backward(&self, sample: &Sample, gradient: &mut Weights) {
        let places = Places::new(self.cells);
        let (sums, total) = self.forward(sample);
        let most = MOST_ERROR / SCALE as f32;
        let error = (total - sample.moves / SCALE as f32).clamp(-most, most);
        let mut by_sum = [0.0; HIDDEN];
        for at in 0..HIDDEN {
            let cut = sums[at].clamp(0.0, 1.0);
            gradient.all[places.output + at] += error * cut * cut;
            let changes = sums[at] > 0.0 && sums[at] < 1.0;
            by_sum[at] =
                if changes { error * self.all[places.output + at] * 2.0 * cut } else { 0.0 };
            gradient.all[places.begin + at] += by_sum[at];
        }
        gradient.all[places.constant] += error;
        for &input in &sample.inputs[..self.cells] {
            let input = usize::from(input);
            gradient.all[places.direct + input] += error;
            let row = &mut gradient.all[input * HIDDEN..][..HIDDEN];
            row.iter_mut().zip(&by_sum).for_each(|(weight, by)| *weight += by);
        }
    }

    /// As integers.
    pub(super) fn network(&self) -> Network {
        let places = Places::new(self.cells);
        let integer = |weight: f32, one: f32, most: f32| (weight * one).round().clamp(-most, most);
        let sum = |weight: &f32| integer(*weight, f32::from(ONE), 127.0) as i16;
        let mut network = Network::untrained(self.cells);
        for (row, weights) in network.rows.iter_mut().zip(self.all.chunks(HIDDEN)) {
            row.iter_mut().zip(weights).for_each(|(to, weight)| *to = sum(weight));
        }
        for at in 0..HIDDEN {
            let begin = self.all[places.begin + at];
            network.begin[at] = integer(begin, f32::from(ONE), 16_000.0) as i16;
            network.output[at] = integer(self.all[places.output + at], OUTPUT_ONE, 127.0) as i16;
        }
        let moves = |weight: f32| (weight * (SCALE as i32 * MOVE) as f32).round() as i32;
        for (to, weight) in network.direct.iter_mut().zip(&self.all[places.direct..]) {
            *to = moves(*weight);
        }
        network.constant = moves(self.all[places.constant]);
        network
    }
}

/// Parts of a move by the scale of the output.
fn in_scale(parts: i32) -> f32 {
    parts as f32 / (SCALE as i32 * MOVE) as f32
}

/// Changes weights step by step against the error of samples: Adam (Kingma and Ba 2014).
pub(super) struct Descent {
    mean: Vec<f32>,
    square: Vec<f32>,
    /// What the means were multiplied by so far: they begin at 0.
    mean_left: f32,
    square_left: f32,
    gradients: Vec<Weights>,
}

/// How much of the means stays at each step.
const MEAN_KEPT: f32 = 0.9;
const SQUARE_KEPT: f32 = 0.999;
/// Samples are divided into so many shares, whose gradients are added in order.
pub(super) const SHARES: usize = 2;

impl Descent {
    pub(super) fn new(cells: usize) -> Descent {
        let weights = Weights::zeros(cells);
        Descent {
            mean: weights.all.clone(),
            square: weights.all.clone(),
            mean_left: 1.0,
            square_left: 1.0,
            gradients: vec![weights; SHARES],
        }
    }

    /// One step by the samples that `sample` makes for each share.
    pub(super) fn step(
        &mut self,
        weights: &mut Weights,
        rate: f32,
        threads: usize,
        samples: &(dyn Fn(usize) -> Vec<Sample> + Sync),
    ) {
        let shares = Mutex::new(self.gradients.iter_mut().enumerate());
        let count = Mutex::new(0);
        let before = &*weights;
        on_threads(threads.min(SHARES), &|| {
            loop {
                let next = lock(&shares).next();
                let Some((number, gradient)) = next else { return };
                let samples = samples(number);
                gradient.all.fill(0.0);
                InstructionSet::best().run(Backward, (before, samples.as_slice()), gradient);
                *lock(&count) += samples.len();
            }
        });
        let count = count.into_inner().unwrap_or(1).max(1) as f32;
        self.mean_left *= MEAN_KEPT;
        self.square_left *= SQUARE_KEPT;
        let places = Places::new(weights.cells);
        for at in 0..weights.all.len() {
            let sum: f32 = self.gradients.iter().map(|gradient| gradient.all[at]).sum();
            let slope = sum / count;
            let mean = MEAN_KEPT * self.mean[at] + (1.0 - MEAN_KEPT) * slope;
            let square = SQUARE_KEPT * self.square[at] + (1.0 - SQUARE_KEPT) * slope * slope;
            (self.mean[at], self.square[at]) = (mean, square);
            let mean = mean / (1.0 - self.mean_left);
            let deviation = (square / (1.0 - self.square_left)).sqrt();
            let rate = if at >= places.direct { rate * 0.3 } else { rate };
            weights.all[at] -= rate * mean / (deviation + 1e-8);
        }
        let most_row = 127.0 / f32::from(ONE);
        weights.all[..places.begin].iter_mut().for_each(|w| *w = w.clamp(-most_row, most_row));
        let output = &mut weights.all[places.output..places.direct];
        output.iter_mut().for_each(|weight| *weight = weight.clamp(-MOST_OUTPUT, MOST_OUTPUT));
    }
}

/// Adds up the gradients of samples.
struct Backward;

impl HotLoop<(&Weights, &[Sample]), &mut Weights> for Backward {
    type Output = ();

    #[inline(always)]
    fn run(self, (weights, samples): (&Weights, &[Sample]), gradient: &mut Weights) {
        samples.iter().for_each(|sample| weights.backward(sample, gradient));
    }
}
