//! IDA* with pattern databases, divided among processes that share no memory: all paths of some length divide a round
//! into subtrees, and any process that has the tables can search some of them.
//!
//! Every board that a round expands is above the paths or below exactly one of them, as the automaton continues from
//! the state at the end of a path. So the counts of all parts add up to exactly those of the round.

use super::automaton;
use super::kernel::{BETWEEN_POLLS, Counts, FAR, Kernel, Search, SearchProgress, with_kernel_of};
use super::view::ViewSet;
use crate::board::{Board, Direction};
use crate::pattern::PatternSets;
use crate::puzzle::Puzzle;
use std::sync::Arc;
use taquin_search::{Budget, InstructionSet, Stop};

/// A search that is divided into subtrees.
///
/// ```
/// use std::sync::Arc;
/// use taquin::pattern::{DividedSearch, Partitions, PatternSets};
/// use taquin::store::{Building, Store};
/// use taquin::search::Budget;
/// use taquin::{Goal, InputFormat, Puzzle, parse_board};
/// let puzzle = Puzzle::new(parse_board("647850321", InputFormat::Auto, None)?, &Goal::Classic)?;
/// let budget = Budget::unlimited();
/// let building = Building { threads: 1, budget: &budget, progress: &|_, _| {} };
/// let partitions = Partitions::default_for(puzzle.size());
/// let sets = Store::default().pattern_sets(&partitions, puzzle.goal(), building)?.sets;
/// let divided = DividedSearch::new(puzzle, Arc::new(sets));
/// let paths = divided.paths(6);
/// let mut bound = divided.first_bound();
/// let solution = loop {
///     match divided.search_below(&paths, bound, &budget)?.solution {
///         Some(solution) => break solution,
///         None => bound += 2,
///     }
/// };
/// assert_eq!((solution.len(), bound), (31, 31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DividedSearch {
    puzzle: Puzzle,
    sets: Arc<PatternSets>,
}

/// The result of searching some subtrees, or the nodes above them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subtrees {
    /// The moves from the start to the goal, if it was found; the rest was not searched then.
    pub solution: Option<Vec<Direction>>,
    /// The number of nodes expanded.
    pub expanded: u64,
    /// The number of children generated.
    pub generated: u64,
}

impl DividedSearch {
    /// Prepares to search a puzzle with pattern databases.
    pub fn new(puzzle: Puzzle, sets: Arc<PatternSets>) -> DividedSearch {
        DividedSearch { puzzle, sets }
    }

    /// Returns the bound of the first round: the estimate of the start. Each following bound is greater by 2.
    pub fn first_bound(&self) -> u64 {
        let views = ViewSet::new(&self.puzzle, &self.sets);
        with_kernel_of!(views, self.puzzle, C V T => {
            let kernel = Kernel::<C, V, T>::of(&self.puzzle, &views);
            u64::from(kernel.root(self.puzzle.start()).1)
        })
    }

    /// Returns all paths of `length` moves that IDA* may take, in order.
    pub fn paths(&self, length: usize) -> Vec<Vec<Direction>> {
        let mut paths = vec![(Vec::new(), self.puzzle.start().clone(), 0)];
        for _ in 0..length {
            paths = paths
                .iter()
                .flat_map(|(path, board, state)| children(path, board, *state))
                .collect();
        }
        paths.into_iter().map(|(path, ..)| path).collect()
    }

    /// Counts the nodes of a round above the paths of a length; the goal may be among them.
    pub fn count_above(&self, length: usize, bound: u64) -> Subtrees {
        let views = ViewSet::new(&self.puzzle, &self.sets);
        with_kernel_of!(views, self.puzzle, C V T => {
            let kernel = Kernel::<C, V, T>::of(&self.puzzle, &views);
            let mut counted = Subtrees::default();
            for length in 0..length {
                for path in self.paths(length) {
                    let root = kernel.root_after(self.puzzle.start(), &path);
                    if let Some((root, _)) = root.filter(|(_, f)| u64::from(*f) <= bound) {
                        if root.is_at(&kernel) {
                            counted.solution = Some(path);
                            return counted;
                        }
                        counted.expanded += 1;
                        counted.generated += u64::from(kernel.children_of(&root));
                    }
                }
            }
            counted
        })
    }

    /// Searches the subtrees below some paths within a bound, on this thread. Paths that IDA* does not take have
    /// nothing below them.
    pub fn search_below(
        &self,
        paths: &[Vec<Direction>],
        bound: u64,
        budget: &Budget,
    ) -> Result<Subtrees, Stop> {
        let views = ViewSet::new(&self.puzzle, &self.sets);
        with_kernel_of!(views, self.puzzle, C V T => {
            let kernel = Kernel::<C, V, T>::of(&self.puzzle, &views);
            search_below(&kernel, self.puzzle.start(), paths, bound, budget)
        })
    }
}

/// A path, the board it leads to, and the state of the automaton there.
type PathEnd = (Vec<Direction>, Board, automaton::State);

fn children(path: &[Direction], board: &Board, state: automaton::State) -> Vec<PathEnd> {
    let step = |(action, &direction): (usize, &Direction)| {
        let allowed = automaton::allowed(state) >> action & 1 == 1;
        let next = board.moved(direction).filter(|_| allowed)?;
        let path = path.iter().copied().chain([direction]).collect();
        Some((path, next, automaton::after(state, action)))
    };
    Direction::ALL.iter().enumerate().filter_map(step).collect()
}

fn search_below<const C: usize, const V: usize, const T: usize>(
    kernel: &Kernel<'_, C, V, T>,
    start: &Board,
    paths: &[Vec<Direction>],
    bound: u64,
    budget: &Budget,
) -> Result<Subtrees, Stop> {
    let mut search = Search::new(kernel);
    let mut buffers = budget.open_account();
    let instructions = InstructionSet::best();
    // No solution is longer, and with a greater bound empty edges would count.
    let narrow = u16::try_from(bound).unwrap_or(u16::MAX).min(FAR - 1);
    let mut solution = None;
    for path in paths {
        let root = kernel.root_after(start, path);
        let Some((root, _)) = root.filter(|(_, f)| u64::from(*f) <= bound) else { continue };
        if root.is_at(kernel) {
            solution = Some(path.clone());
            break;
        }
        search.begin(root, narrow);
        solution = loop {
            budget.check()?;
            buffers.set(search.bytes() as u64)?;
            let claimed = budget.claim_nodes(BETWEEN_POLLS)?;
            let before = search.counts.expanded;
            let progress = search.run_with(instructions, claimed);
            budget.return_nodes(claimed, claimed - (search.counts.expanded - before));
            match progress {
                SearchProgress::Paused => {}
                SearchProgress::Exhausted => break None,
                SearchProgress::Found(moves) => break Some(moves),
            }
        };
        if solution.is_some() {
            break;
        }
    }
    let Counts { expanded, generated, .. } = search.counts;
    Ok(Subtrees { solution, expanded, generated })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Random, uniform};
    use crate::pattern::Partitions;
    use crate::puzzle::Goal;
    use crate::store::{Building, Store};
    use taquin_search::{Cancel, Limits, Run, Silent};

    /// The counts of all parts add up to those of each round, whatever the length of the paths.
    #[test]
    fn parts_add_up_to_rounds() {
        let store = Store::default();
        for (size, partition) in [("3x3", "44"), ("3x4", "65"), ("4x4", "5541")] {
            let goal = Board::classic(size.parse().expect("a size"));
            let budget = Budget::unlimited();
            let building = Building { threads: 1, budget: &budget, progress: &|_, _| {} };
            let partitions: Partitions = partition.parse().expect("a partition");
            let sets = store.pattern_sets(&partitions, &goal, building).expect("tables").sets;
            let sets = Arc::new(sets);
            let mut random = Random::new(7);
            for _ in 0..3 {
                let start = uniform(&goal, &mut random);
                let puzzle = Puzzle::new(start, &Goal::Classic).expect("it can be solved");
                let limits = Limits { max_nodes: Some(300_000), ..Limits::default() };
                let mut run = Run::new(Budget::new(limits, Cancel::new()), Silent);
                let searched = super::super::search(&puzzle, &sets, 1, None, &mut run);
                let (stats, _) = run.finish();
                let divided = DividedSearch::new(puzzle.clone(), Arc::clone(&sets));
                assert_eq!(Some(divided.first_bound()), stats.iterations.first().map(|r| r.bound));
                let (last, finished) = stats.iterations.split_last().expect("a round");
                assert!(!finished.is_empty(), "{size}");
                for length in [0, 1, 5, 8] {
                    let paths = divided.paths(length);
                    for round in finished {
                        let above = divided.count_above(length, round.bound);
                        let (one, two) = paths.split_at(paths.len() / 2);
                        let [one, two] = [one, two].map(|paths| {
                            divided.search_below(paths, round.bound, &budget).expect("no limit")
                        });
                        assert_eq!((&one.solution, &two.solution), (&None, &None));
                        let expanded = above.expanded + one.expanded + two.expanded;
                        let generated = above.generated + one.generated + two.generated;
                        assert_eq!((expanded, generated), (round.expanded, round.generated));
                    }
                    if let Ok(Some(moves)) = &searched {
                        let found = divided.search_below(&paths, last.bound, &budget);
                        let found = found.expect("no limit").solution.expect("it is there");
                        assert_eq!(found.len(), moves.len());
                    }
                }
            }
        }
    }

    #[test]
    fn a_goal_above_the_paths_is_found() {
        let goal = Board::classic("3x3".parse().expect("a size"));
        let budget = Budget::unlimited();
        let building = Building { threads: 1, budget: &budget, progress: &|_, _| {} };
        let partitions = Partitions::default_for(goal.size());
        let store = Store::default();
        let sets = store.pattern_sets(&partitions, &goal, building).expect("tables").sets;
        let sets = Arc::new(sets);
        let mut board = goal.clone();
        for (length, direction) in (1..).zip([Direction::Up, Direction::Left, Direction::Up]) {
            board.apply(direction);
            let puzzle = Puzzle::new(board.clone(), &Goal::Classic).expect("it can be solved");
            let divided = DividedSearch::new(puzzle, Arc::clone(&sets));
            let above = |bound| divided.count_above(6, bound).solution.map(|moves| moves.len());
            assert_eq!((divided.first_bound(), above(length)), (length, Some(length as usize)));
            // At the end of a path it is the path itself.
            let paths = divided.paths(length as usize);
            let below = divided.search_below(&paths, length, &budget).expect("no limit");
            assert_eq!(below.solution.map(|moves| moves.len()), Some(length as usize));
        }
    }

    #[test]
    fn limits_hold_below_paths() {
        let size = "3x3".parse().expect("a size");
        let start = Board::new(size, vec![6, 4, 7, 8, 5, 0, 3, 2, 1]).expect("a board");
        let puzzle = Puzzle::new(start, &Goal::Classic).expect("it can be solved");
        let budget = Budget::unlimited();
        let building = Building { threads: 1, budget: &budget, progress: &|_, _| {} };
        let partitions = Partitions::default_for(size);
        let store = Store::default();
        let sets = store.pattern_sets(&partitions, puzzle.goal(), building).expect("tables").sets;
        let divided = DividedSearch::new(puzzle, Arc::new(sets));
        let paths = divided.paths(3);
        let limits = Limits { max_nodes: Some(10), ..Limits::default() };
        let few = Budget::new(limits, Cancel::new());
        assert_eq!(divided.search_below(&paths, 29, &few), Err(Stop::Nodes));
        let cancel = Cancel::new();
        cancel.cancel();
        let cancelled = Budget::new(Limits::default(), cancel);
        assert_eq!(divided.search_below(&paths, 29, &cancelled), Err(Stop::Cancelled));
    }
}
