//! Whole spaces and boards to order: `distance_table` and `generate`.

use crate::board::{PyBoard, board_of, goal_of, size_of};
use crate::choices::{LimitArguments, STORE};
use crate::waiting::interruptible;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use taquin::generate::{Boards, GenerateError, Kind};
use taquin::table::{DistanceTable, TableError};
use taquin::{Board, Goal, MoveOrder};
use taquin_api::tasks::random_seed;

/// The board of a goal: of its own size, or of the one asked for.
pub fn goal_board(goal: &Goal, size: Option<&str>) -> PyResult<Board> {
    let asked = size.map(|text| size_of(Some(text))).transpose()?;
    let board = goal.board(asked.unwrap_or_default());
    match asked.filter(|asked| *asked != board.size()) {
        Some(asked) => {
            let there = board.size();
            Err(PyValueError::new_err(format!("the goal is {there}, but the size is {asked}")))
        }
        None => Ok(board),
    }
}

/// The distance of every board of a small size to a goal: up to 10 cells.
///
/// >>> table = distance_table()
/// >>> len(table), table.distance("647850321"), max(range(len(table.layers)))
/// (181440, 31, 31)
#[pyfunction]
#[pyo3(signature = (*, size = None, goal = None))]
pub fn distance_table(
    py: Python<'_>,
    size: Option<&str>,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyDistanceTable> {
    let goal = goal_board(&goal_of(goal)?, size)?;
    let got = interruptible(py, |cancel| STORE.distances(&goal, &|| cancel.is_cancelled()))?;
    got.map(|(table, _)| PyDistanceTable(table)).map_err(no_table)
}

/// Why there is no table.
pub fn no_table(error: TableError) -> PyErr {
    match error {
        TableError::TooLarge { .. } => PyValueError::new_err(error.to_string()),
        _ => PyKeyboardInterrupt::new_err(()),
    }
}

/// The distance of every board to a goal.
#[pyclass(frozen, name = "DistanceTable", module = "taquin")]
pub struct PyDistanceTable(pub Arc<DistanceTable>);

#[pymethods]
impl PyDistanceTable {
    /// The goal.
    #[getter]
    fn goal(&self) -> PyBoard {
        PyBoard(self.0.goal().clone())
    }

    /// How many moves a board needs at least; None if it cannot be solved.
    fn distance(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
        Ok(self.0.distance_of(&self.board_of(board)?))
    }

    /// A move that leads nearer to the goal; None at the goal.
    fn next_move(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<char>> {
        let next = self.0.next_move(&self.board_of(board)?, MoveOrder::default());
        Ok(next.map(|direction| direction.letter()))
    }

    /// How many boards there are at each distance.
    #[getter]
    fn layers(&self) -> Vec<u64> {
        self.0.layers()
    }

    /// The boards at a distance.
    fn boards_at(&self, distance: u8) -> Vec<PyBoard> {
        self.0.boards_at(distance).map(PyBoard).collect()
    }

    fn __len__(&self) -> usize {
        self.0.entries()
    }

    fn __repr__(&self) -> String {
        format!("<DistanceTable: {} boards to {}>", self.0.entries(), self.0.goal())
    }
}

impl PyDistanceTable {
    /// A board that the table can be asked about.
    fn board_of(&self, board: &Bound<'_, PyAny>) -> PyResult<Board> {
        let board = board_of(board, None)?;
        let (own, asked) = (self.0.goal().size(), board.size());
        match own == asked {
            true => Ok(board),
            false => {
                Err(PyValueError::new_err(format!("the table is of {own} boards, not of {asked}")))
            }
        }
    }
}

/// Makes boards from a seed: as many as asked for, no two the same.
///
/// `depth` asks for boards whose shortest solution has so many moves, `steps` for the goal scrambled by so many tries to
/// move the blank, `unsolvable` for boards that cannot be solved.
///
/// >>> generate(2, seed=1) == generate(2, seed=1)
/// True
#[pyfunction]
#[pyo3(signature = (count = 1, *, size = None, seed = None, depth = None, steps = None, unsolvable = false, goal = None,
    max_seconds = None, max_bytes = None))]
#[allow(clippy::too_many_arguments)]
pub fn generate(
    py: Python<'_>,
    count: u64,
    size: Option<&str>,
    seed: Option<u64>,
    depth: Option<u64>,
    steps: Option<u64>,
    unsolvable: bool,
    goal: Option<&Bound<'_, PyAny>>,
    max_seconds: Option<f64>,
    max_bytes: Option<u64>,
) -> PyResult<Vec<PyBoard>> {
    let goal = goal_board(&goal_of(goal)?, size)?;
    let kind = match (depth, steps, unsolvable) {
        (None, None, false) => Kind::Uniform,
        (None, None, true) => Kind::Unsolvable,
        (Some(depth), None, false) => Kind::Depth(depth),
        (None, Some(steps), false) => Kind::Walk(steps),
        _ => return Err(PyValueError::new_err("depth, steps and unsolvable exclude each other")),
    };
    let limits = LimitArguments { max_nodes: None, max_seconds, max_bytes }.limits()?;
    let seed = seed.unwrap_or_else(random_seed);
    let made = interruptible(py, |cancel| {
        Boards::new(&goal, kind, count, seed, limits, cancel)?
            .collect::<Result<Vec<Board>, GenerateError>>()
    })?;
    let made = made.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(made.into_iter().map(PyBoard).collect())
}
