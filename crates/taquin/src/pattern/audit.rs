//! Checks that a table is correct, in two independent ways.
//!
//! First the retrograde search is run again: every bit and the number of positions at every distance must be the
//! same. That detects any corruption of the table since it was built, but not errors of the search itself. So the
//! second part shares no code with it except for the index of a position's bit: tiles are a list of cells, and the
//! blank moves step by step. A plain breadth-first search around the goal must find the distances of the table.
//! And from many random boards, and from all positions one move away from them, following the table must lead to the
//! goal by legal moves, and the lengths of adjacent positions must differ by exactly one. The length of a walk is never
//! less than the distance, and lengths that never differ by more than one are never greater.

use super::retrograde::BuildProgress;
use super::table::{Pattern, PatternTable, permutation_rank};
use crate::board::Board;
use crate::random::{Random, uniform};
use std::collections::{HashMap, VecDeque};
use taquin_search::{Budget, Stop};

/// The seed of the random boards.
const SEED: u64 = 1;
/// How many random boards walks start from.
const BOARDS: u64 = 1000;
/// How many positions around the goal are searched, with the blank's cells distinguished.
const NEAR: usize = 10_000;

/// What an audit has checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The positions whose bits were compared with a second retrograde search.
    pub positions: u64,
    /// The positions around the goal whose distance a plain search confirmed.
    pub near: u64,
    /// The walks to the goal, from random boards and positions adjacent to them.
    pub walks: u64,
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// The audit was not finished.
    #[error("the audit was interrupted")]
    Stopped(#[from] Stop),
    /// Bits differ from those of a second retrograde search.
    #[error(
        "the table of {picture} is wrong: {bits} of its bits differ from those of a newly built table"
    )]
    Bits {
        /// The pattern.
        picture: String,
        /// How many bits differ.
        bits: u64,
    },
    /// The numbers of positions differ from those of a second retrograde search.
    #[error(
        "the table of {picture} is wrong: it counts {counted} positions at distance {distance}, not {right}"
    )]
    Levels {
        /// The pattern.
        picture: String,
        /// The first distance at which they differ.
        distance: usize,
        /// The count in the table.
        counted: u64,
        /// The count of a second retrograde search.
        right: u64,
    },
    /// A plain search found another distance.
    #[error(
        "the table of {picture} is wrong: with tiles {tiles:?} on cells {cells:?} and the blank on {blank}, \
         a plain search finds {right} moves, the table {}",
        walked.map_or("no path at all".to_string(), |walked| walked.to_string())
    )]
    Distance {
        /// The pattern.
        picture: String,
        /// The pattern's tiles.
        tiles: Vec<usize>,
        /// The cells they are on.
        cells: Vec<usize>,
        /// The blank's cell.
        blank: usize,
        /// The length of the walk by the table, if it reaches the goal.
        walked: Option<usize>,
        /// The distance by a plain search, or the length of the walk from an adjacent position.
        right: usize,
    },
}

codes! {
    AuditError {
        AuditError::Stopped(_) => "audit-interrupted",
        AuditError::Bits { .. } => "wrong-bits",
        AuditError::Levels { .. } => "wrong-levels",
        AuditError::Distance { .. } => "wrong-distance",
    }
}

/// Audits a table, on this many threads where possible. Takes as much time and memory as building it. `progress` is
/// called often and by every thread, until the budget stops it.
///
/// ```
/// use taquin::pattern::{Partitions, audit, patterns};
/// use taquin::store::{Building, Store};
/// use taquin::{Board, Budget, Size};
/// let goal = Board::classic(Size::new(3, 3)?);
/// let pattern = patterns(&"44".parse()?, &goal)?[0][0];
/// let table = Store::in_memory().table(pattern, Building::unlimited(1))?.table;
/// assert!(audit(&table, 1, &Budget::unlimited(), &|_| {}).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(
    table: &PatternTable,
    threads: usize,
    budget: &Budget,
    progress: &(dyn Fn(BuildProgress) + Sync),
) -> Result<Audit, AuditError> {
    let pattern = table.pattern();
    let rebuilt = PatternTable::build(pattern, threads, budget, progress)?;
    compare(table, &rebuilt)?;
    drop(rebuilt);
    let positions = pattern.needs().positions;
    let level = table.levels().len() - 1;
    progress(BuildProgress { known: positions, positions, level });
    let near = search_near(table, budget)?;
    let walks = walk_down(table, budget)?;
    Ok(Audit { positions, near, walks })
}

fn compare(table: &PatternTable, rebuilt: &PatternTable) -> Result<(), AuditError> {
    let picture = table.pattern().picture();
    let pairs = table.bits().iter().zip(rebuilt.bits());
    let bits = pairs.map(|(old, new)| u64::from((old ^ new).count_ones())).sum();
    if bits > 0 {
        return Err(AuditError::Bits { picture, bits });
    }
    let (old, new) = (table.levels(), rebuilt.levels());
    let count = |levels: &[u64], distance: usize| levels.get(distance).copied().unwrap_or(0);
    let differs = |&distance: &usize| count(old, distance) != count(new, distance);
    match (0..old.len().max(new.len())).find(differs) {
        None => Ok(()),
        Some(distance) => {
            let (counted, right) = (count(old, distance), count(new, distance));
            Err(AuditError::Levels { picture, distance, counted, right })
        }
    }
}

/// Compares the table with a plain search of some positions around the goal.
fn search_near(table: &PatternTable, budget: &Budget) -> Result<u64, AuditError> {
    let mut compared = 0;
    for (position, right) in plain_distances(table.pattern(), NEAR) {
        budget.check()?;
        let walked = walk(table, &position);
        if walked != Some(right) {
            return Err(wrong(table.pattern(), &position, walked, right));
        }
        compared += 1;
    }
    Ok(compared)
}

/// Walks to the goal from random boards and from all positions adjacent to them.
fn walk_down(table: &PatternTable, budget: &Budget) -> Result<u64, AuditError> {
    let pattern = table.pattern();
    let (goal, mut random) = (goal_of(pattern), Random::new(SEED));
    let mut walks = 0;
    for _ in 0..BOARDS {
        budget.check()?;
        let position = PatternPosition::of(&uniform(&goal, &mut random), pattern);
        let length = walk(table, &position).ok_or_else(|| wrong(pattern, &position, None, 0))?;
        for beside in position.beside(pattern) {
            let walked = walk(table, &beside);
            if walked.is_none_or(|walked| walked.abs_diff(length) != 1) {
                return Err(wrong(pattern, &beside, walked, length));
            }
            walks += 1;
        }
        walks += 1;
    }
    Ok(walks)
}

fn wrong(
    pattern: Pattern,
    position: &PatternPosition,
    walked: Option<usize>,
    right: usize,
) -> AuditError {
    let (picture, tiles) = (pattern.picture(), pattern.tiles().collect());
    let (cells, blank) = (position.cells.clone(), position.blank);
    AuditError::Distance { picture, tiles, cells, blank, walked, right }
}

/// The cells of a pattern's tiles and of the blank.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct PatternPosition {
    cells: Vec<usize>,
    blank: usize,
}

/// Returns the goal of a pattern: tiles in order, the blank on its cell.
fn goal_of(pattern: Pattern) -> Board {
    let size = pattern.size();
    let tile = |cell: usize| match cell.cmp(&pattern.blank()) {
        std::cmp::Ordering::Less => cell as u16 + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => cell as u16,
    };
    Board::new(size, (0..size.cells()).map(tile).collect()).expect("each number is there once")
}

impl PatternPosition {
    fn of(board: &Board, pattern: Pattern) -> PatternPosition {
        let cell_of = |tile: usize| {
            let place = board.tiles().iter().position(|&other| usize::from(other) == tile);
            place.expect("a board of this size has the tile")
        };
        PatternPosition { cells: pattern.tiles().map(cell_of).collect(), blank: board.blank() }
    }

    fn goal(pattern: Pattern) -> PatternPosition {
        PatternPosition { cells: pattern.homes().collect(), blank: pattern.blank() }
    }

    /// Returns every position that differs only in the blank's cell and costs nothing to reach, including this one.
    fn free(&self, pattern: Pattern) -> Vec<PatternPosition> {
        let mut reached = vec![self.blank];
        let mut next = 0;
        while next < reached.len() {
            for cell in adjacent_cells(pattern, reached[next]) {
                if !self.cells.contains(&cell) && !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
            next += 1;
        }
        reached
            .into_iter()
            .map(|blank| PatternPosition { cells: self.cells.clone(), blank })
            .collect()
    }

    /// Returns every position reached by swapping the blank with an adjacent tile of the pattern.
    fn after_one(&self, pattern: Pattern) -> Vec<PatternPosition> {
        let mut after = Vec::new();
        for from in adjacent_cells(pattern, self.blank) {
            if let Some(tile) = self.cells.iter().position(|&cell| cell == from) {
                let mut cells = self.cells.clone();
                cells[tile] = self.blank;
                after.push(PatternPosition { cells, blank: from });
            }
        }
        after
    }

    /// Returns every position one move of a pattern's tile away.
    fn beside(&self, pattern: Pattern) -> Vec<PatternPosition> {
        self.free(pattern).iter().flat_map(|free| free.after_one(pattern)).collect()
    }
}

/// Returns the cells adjacent to a cell.
fn adjacent_cells(pattern: Pattern, cell: usize) -> Vec<usize> {
    let size = pattern.size();
    (0..size.cells()).filter(|&other| size.steps_between(cell, other) == 1).collect()
}

/// Returns the distance modulo 4 that the table has for a position.
fn stored_distance(table: &PatternTable, position: &PatternPosition) -> usize {
    let size = table.pattern().size();
    let homes = table.pattern().homes();
    let steps: usize =
        homes.zip(&position.cells).map(|(home, &cell)| size.steps_between(home, cell)).sum();
    let filled = position.cells.iter().fold(0, |set, cell| set | 1 << cell);
    let index = table.index(filled, position.blank, permutation_rank(&position.cells));
    steps % 2 + 2 * usize::from(table.bit(index))
}

/// Returns the length of a walk from a position to the goal that always moves to a position whose distance in the table
/// is one less; `None` if that does not reach the goal.
fn walk(table: &PatternTable, position: &PatternPosition) -> Option<usize> {
    let pattern = table.pattern();
    let goal = PatternPosition::goal(pattern);
    let mut at = position.clone();
    for length in 0..table.levels().len() {
        if at.cells == goal.cells && at.free(pattern).contains(&goal) {
            return Some(length);
        }
        let less = (stored_distance(table, &at) + 3) % 4;
        at =
            at.beside(pattern).into_iter().find(|beside| stored_distance(table, beside) == less)?;
    }
    None
}

/// Returns the distances of up to `limit` positions around the goal, with the blank's cells distinguished. The search
/// is breadth-first; moves of other tiles cost nothing and come first.
fn plain_distances(pattern: Pattern, limit: usize) -> Vec<(PatternPosition, usize)> {
    let mut distances = HashMap::new();
    let mut order = Vec::new();
    let mut queue = VecDeque::from([(PatternPosition::goal(pattern), 0)]);
    while let Some((position, distance)) = queue.pop_front() {
        if order.len() == limit || distances.contains_key(&position) {
            continue;
        }
        distances.insert(position.clone(), distance);
        for cell in adjacent_cells(pattern, position.blank) {
            if !position.cells.contains(&cell) {
                queue.push_front((
                    PatternPosition { cells: position.cells.clone(), blank: cell },
                    distance,
                ));
            }
        }
        queue.extend(position.after_one(pattern).into_iter().map(|after| (after, distance + 1)));
        order.push((position, distance));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::pattern::patterns;
    use crate::tries;
    use taquin_search::Cancel;

    fn all_patterns(partition: &str, goal: &Board) -> Vec<Pattern> {
        let partitions = partition.parse().expect("a partition");
        patterns(&partitions, goal).expect("it fits").into_iter().flatten().collect()
    }

    fn table(pattern: Pattern) -> PatternTable {
        PatternTable::build(pattern, 2, &Budget::unlimited(), &|_| {}).expect("it is not stopped")
    }

    /// Compares the table with a plain search of up to `limit` positions. Without a limit, it must have no others.
    fn compare(pattern: Pattern, limit: usize) {
        let table = table(pattern);
        let mut counts = vec![0; table.levels().len()];
        for (position, distance) in plain_distances(pattern, limit) {
            assert_eq!(table.distance(&position.cells, position.blank), distance, "{position:?}");
            // A region counts once, when the blank is on its first cell.
            let first = position.free(pattern).iter().all(|free| free.blank >= position.blank);
            counts[distance] += u64::from(first);
        }
        let whole = limit == usize::MAX;
        assert!(!whole || counts == table.levels(), "{}: {counts:?}", pattern.picture());
    }

    #[test]
    fn small_tables_are_those_of_a_plain_search() {
        for (goal, partitions) in [
            ("1 2/3 0", &["12", "3", "111", "ab/b."][..]),
            ("1 2 3/4 5 0", &["14", "23", "32", "5", "221", "aba/bc."]),
            ("1 2 3/4 0 5", &["23", "5", "abc/a.b"]),
            ("1 2 3/4 5 6/7 8 0", &["44", "35", "233", "2222", "aba/bcb/ca."]),
            ("1 2 3/4 0 5/6 7 8", &["44", "aaa/b.b/bcc"]),
            ("0 1 2/3 4 5/6 7 8", &["53"]),
        ] {
            let goal = crate::parse_board(goal, crate::InputFormat::Auto, None).expect("a board");
            for partition in partitions {
                all_patterns(partition, &goal).into_iter().for_each(|it| compare(it, usize::MAX));
            }
        }
    }

    #[test]
    fn four_tiles_of_fifteen_are_those_of_a_plain_search() {
        let goal = Board::classic(Size::new(4, 4).expect("a size"));
        let pattern = all_patterns("aabb/acbb/ccad/ddd.", &goal)[0];
        compare(pattern, tries(50_000, usize::MAX));
    }

    #[test]
    fn sound_tables_pass() {
        let goal = Board::classic(Size::new(3, 3).expect("a size"));
        for pattern in all_patterns("8", &goal).into_iter().chain(all_patterns("53", &goal)) {
            let audit =
                audit(&table(pattern), 2, &Budget::unlimited(), &|_| {}).expect("it is sound");
            assert_eq!(audit.positions, pattern.needs().positions);
            assert!(audit.near > 1000 && audit.walks > 2 * BOARDS, "{audit:?}");
        }
        let goal = Board::classic(Size::new(4, 4).expect("a size"));
        for pattern in all_patterns("555", &goal).into_iter().take(tries(1, 3)) {
            assert_eq!(
                audit(&table(pattern), 2, &Budget::unlimited(), &|_| {}).expect("sound").near,
                NEAR as u64
            );
        }
    }

    #[test]
    fn one_wrong_bit_is_found() {
        let goal = Board::classic(Size::new(3, 3).expect("a size"));
        let pattern = all_patterns("44", &goal)[1];
        let sound = table(pattern);
        let damaged = |damage: &dyn Fn(&mut [u64], &mut Vec<u64>)| {
            let (mut bits, mut levels) = (sound.bits().to_vec(), sound.levels().to_vec());
            damage(&mut bits, &mut levels);
            PatternTable::from_parts(pattern, bits, levels).expect("as long as before")
        };
        for word in [0, 17, sound.bits().len() - 1] {
            let wrong = damaged(&|bits, _| bits[word] ^= 1 << (word % 64));
            let picture = pattern.picture();
            assert_eq!(
                audit(&wrong, 1, &Budget::unlimited(), &|_| {}),
                Err(AuditError::Bits { picture, bits: 1 })
            );
        }
        let wrong = damaged(&|_, levels| levels[3] += 1);
        let (picture, right) = (pattern.picture(), sound.levels()[3]);
        let error = AuditError::Levels { picture, distance: 3, counted: right + 1, right };
        assert_eq!(audit(&wrong, 1, &Budget::unlimited(), &|_| {}), Err(error));
    }

    #[test]
    fn walks_find_what_a_retrograde_search_could_do_wrong() {
        // Every position beyond some distance is stored as two too far, as if the retrograde search had a bug.
        let goal = Board::classic(Size::new(3, 3).expect("a size"));
        let pattern = all_patterns("44", &goal)[0];
        let sound = table(pattern);
        let mut bits = sound.bits().to_vec();
        for (position, distance) in plain_distances(pattern, usize::MAX) {
            let first = position.free(pattern).iter().all(|free| free.blank >= position.blank);
            if distance > 6 && first {
                let filled = position.cells.iter().fold(0, |set, cell| set | 1 << cell);
                let index = sound.index(filled, position.blank, permutation_rank(&position.cells));
                bits[index / 64] ^= 1 << (index % 64);
            }
        }
        let wrong =
            PatternTable::from_parts(pattern, bits, sound.levels().to_vec()).expect("as long");
        let budget = Budget::unlimited();
        assert!(search_near(&wrong, &budget).is_err());
        assert!(walk_down(&wrong, &budget).is_err());
        assert!(search_near(&sound, &budget).is_ok());
        assert!(walk_down(&sound, &budget).is_ok());
    }

    #[test]
    fn an_audit_can_be_interrupted() {
        let goal = Board::classic(Size::new(3, 3).expect("a size"));
        let table = table(all_patterns("44", &goal)[0]);
        let stopped = Err(AuditError::Stopped(Stop::Cancelled));
        let cancel = Cancel::new();
        let budget = Budget::stopped_by(&cancel);
        let all_known = |progress: BuildProgress| {
            if progress.known == progress.positions {
                cancel.cancel();
            }
        };
        assert_eq!(audit(&table, 2, &budget, &all_known), stopped);
        assert_eq!(audit(&table, 2, &budget, &|_| {}), stopped);
    }
}
