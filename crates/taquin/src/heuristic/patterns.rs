//! Pattern databases as an ordinary heuristic: the maximum over all partitions of the sum of their distances, also for
//! the transposed board if the goal allows it.
//!
//! This is the plain lookup, for every algorithm; `pattern/ida` has the fast one.

use super::contract::{BuiltIn, Heuristic, HeuristicError, HeuristicInfo, Slide};
use crate::board::Board;
use crate::cost::{Cost, CostModel};
use crate::pattern::{MAX_PATTERNS, Partitions, PatternSets, PatternTable, Symmetry, rank_delta};
use crate::state::PackedBoard;
use crate::store::{Building, PatternError, Store};
use std::sync::Arc;

/// The maximum number of views; further ones are ignored.
const MAX_VIEWS: usize = 4;

/// The sums of pattern distances.
#[derive(Clone, Debug)]
pub struct Patterns {
    views: Vec<View>,
}

/// One partition, mapped by one symmetry.
#[derive(Clone, Debug)]
struct View {
    tables: Vec<Arc<PatternTable>>,
    symmetry: Symmetry,
    /// By mapped tile: its table and its index among the table's tiles.
    place: Vec<Option<(usize, usize)>>,
    /// By mapped cell: the original cell.
    cells: Vec<usize>,
}

/// The positions of the tiles of every pattern, and their distances from home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    views: [ViewSums; MAX_VIEWS],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ViewSums {
    filled: [u32; MAX_PATTERNS],
    permutation: [u16; MAX_PATTERNS],
    distance: [u8; MAX_PATTERNS],
}

impl Patterns {
    fn of(sets: &PatternSets) -> Patterns {
        let transposed = sets.symmetry.followed_by_transposition(&sets.goal);
        let symmetries = || std::iter::once(&sets.symmetry).chain(&transposed);
        let view = |tables: &Vec<Arc<PatternTable>>, symmetry: &Symmetry| {
            let mut place = vec![None; sets.goal.size().cells()];
            for (table, tiles) in tables.iter().map(|table| table.pattern().tiles()).enumerate() {
                tiles.enumerate().for_each(|(number, tile)| place[tile] = Some((table, number)));
            }
            let mut cells = vec![0; place.len()];
            (0..place.len()).for_each(|cell| cells[symmetry.cell(cell)] = cell);
            View { tables: tables.clone(), symmetry: symmetry.clone(), place, cells }
        };
        let views = sets
            .sets
            .iter()
            .flat_map(|tables| symmetries().map(move |symmetry| view(tables, symmetry)));
        Patterns { views: views.take(MAX_VIEWS).collect() }
    }
}

impl View {
    fn begin<B: PackedBoard>(&self, packed: &B) -> ViewSums {
        let mut sums = ViewSums::default();
        let mut cell_of = vec![0; self.cells.len()];
        for cell in 0..self.cells.len() {
            cell_of[self.symmetry.tile(packed.tile(cell))] = self.symmetry.cell(cell);
        }
        for (number, table) in self.tables.iter().enumerate() {
            let cells: Vec<usize> = table.pattern().tiles().map(|tile| cell_of[tile]).collect();
            (sums.filled[number], sums.permutation[number]) = PatternTable::placement(&cells);
            sums.distance[number] = table.distance(&cells, cell_of[0]) as u8;
        }
        sums
    }

    fn after<B: PackedBoard>(
        &self,
        before: &ViewSums,
        Slide { tile, from, to }: Slide,
        packed: &B,
    ) -> ViewSums {
        let mut sums = *before;
        let mapped = self.symmetry.tile(tile);
        let Some((table, number)) = self.place[mapped] else { return sums };
        let (from, to) = (self.symmetry.cell(from), self.symmetry.cell(to));
        for cell in from.min(to) + 1..from.max(to) {
            let other = self.place[self.symmetry.tile(packed.tile(self.cells[cell]))];
            if let Some((_, other)) = other.filter(|&(other, _)| other == table) {
                let weight = rank_delta(number, other);
                let weight = if from < to { weight } else { weight.wrapping_neg() };
                sums.permutation[table] = sums.permutation[table].wrapping_add(weight);
            }
        }
        sums.filled[table] ^= 1 << from | 1 << to;
        let (filled, permutation) = (sums.filled[table], sums.permutation[table]);
        sums.distance[table] =
            self.tables[table].after(before.distance[table], filled, from, permutation);
        sums
    }
}

impl BuiltIn for Patterns {
    const INFO: HeuristicInfo = HeuristicInfo {
        id: "pdb",
        aliases: &["pattern-database", "patterns"],
        title: "Additive pattern databases",
        summary: "exact moves of a few tiles at a time, from tables; pdb:78 and others say which tiles",
        explanation: "The tiles are divided into groups, the patterns. For each pattern a table, built once, \
            stores the fewest moves that its own tiles need from any position, whatever the \
            other tiles do in between. Each move moves a tile of one pattern only, so the numbers add up \
            and never overestimate. pdb:78 names the partition by the sizes of its patterns; pdb:663 and \
            pdb:555 are smaller and weaker; a picture such as pdb:aaaa/aabb/cbbb/ccc. is a partition of \
            your own. A + takes the greater of two: pdb:663+663b, the best that is small, is what pdb alone \
            means for 4x4. A table is built once and then used for every board. It counts moves, whatever \
            they cost.",
        admissible: true,
        consistent: true,
        unit: 1,
    };

    fn new(goal: &Board, costs: CostModel) -> Result<Patterns, HeuristicError> {
        let default = Partitions::default_for(goal.size());
        let sets = Store::default().pattern_sets(&default, goal, Building::unlimited(1))?.sets;
        Patterns::with_tables(goal, costs, Some(&sets))
    }

    fn with_tables(
        goal: &Board,
        costs: CostModel,
        tables: Option<&PatternSets>,
    ) -> Result<Patterns, HeuristicError> {
        match tables {
            Some(sets) => Ok(Patterns::of(sets)),
            None => Patterns::new(goal, costs),
        }
    }
}

impl<B: PackedBoard> Heuristic<B> for Patterns {
    type Memo = Places;

    fn begin(&self, packed: &B) -> Places {
        let mut places = Places { views: [ViewSums::default(); MAX_VIEWS] };
        for (sums, view) in places.views.iter_mut().zip(&self.views) {
            *sums = view.begin(packed);
        }
        places
    }

    fn after(&self, before: &Places, slide: Slide, packed: &B) -> Places {
        let mut places = *before;
        for (sums, view) in places.views.iter_mut().zip(&self.views) {
            *sums = view.after(sums, slide, packed);
        }
        places
    }

    fn h(&self, places: &Places) -> Cost {
        let sum =
            |sums: &ViewSums| sums.distance.iter().map(|&distance| Cost::from(distance)).sum();
        places.views.iter().map(sum).fold(0, Cost::max)
    }
}

impl From<PatternError> for HeuristicError {
    fn from(error: PatternError) -> HeuristicError {
        HeuristicError::Patterns(Box::new(error))
    }
}
