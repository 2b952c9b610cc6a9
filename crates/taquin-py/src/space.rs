//! Distance tables and generated boards: `distance_table` and `generate`.

use crate::board::{PyBoard, board_of, goal_of, size_of};
use crate::choices::{STORE, limits_of};
use crate::waiting::interruptible;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use taquin::generate::{Boards, GenerateError, Kind};
use taquin::table::{DistanceTable, TableError};
use taquin::{Board, Budget, Goal, MoveOrder};
use taquin_api::tasks::random_seed;

/// Returns the board of a goal, of its own size or of the requested one.
pub fn goal_board(goal: &Goal, size: Option<&str>) -> PyResult<Board> {
    let requested = size.map(|text| size_of(Some(text))).transpose()?;
    let board = goal.board(requested.unwrap_or_default());
    match requested.filter(|requested| *requested != board.size()) {
        Some(requested) => {
            let own = board.size();
            Err(PyValueError::new_err(format!("the goal is {own}, but the size is {requested}")))
        }
        None => Ok(board),
    }
}

/// Builds the table of the distance of every board to a goal, for sizes of up to 10 cells.
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
    let result = interruptible(py, |cancel| STORE.distances(&goal, &Budget::stopped_by(cancel)))?;
    result.map(|(table, _)| PyDistanceTable(table)).map_err(no_table)
}

/// Converts the error of a table to an exception.
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

    /// The fewest moves from a board to the goal; None if it cannot be solved.
    fn distance(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
        Ok(self.0.distance_of(&self.board_of(board)?))
    }

    /// A move that leads nearer to the goal; None at the goal.
    fn next_move(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<char>> {
        let next = self.0.next_move(&self.board_of(board)?, MoveOrder::default());
        Ok(next.map(|direction| direction.letter()))
    }

    /// The number of boards at each distance.
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
    /// Reads a board, which must have the size of the table.
    fn board_of(&self, board: &Bound<'_, PyAny>) -> PyResult<Board> {
        let board = board_of(board, None)?;
        let (own, other) = (self.0.goal().size(), board.size());
        if own == other {
            Ok(board)
        } else {
            Err(PyValueError::new_err(format!("the table is for {own} boards, not for {other}")))
        }
    }
}

/// Generates distinct boards from a seed.
///
/// With `depth`, the shortest solution of each board has that many moves; with `steps`, each is the goal scrambled by that
/// many attempts to move the blank; with `unsolvable`, none can be solved.
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
    let limits = limits_of(None, max_seconds, max_bytes)?;
    let seed = seed.unwrap_or_else(random_seed);
    let boards = interruptible(py, |cancel| {
        Boards::new(&goal, kind, count, seed, &Budget::new(limits, cancel.clone()))?
            .collect::<Result<Vec<Board>, GenerateError>>()
    })?;
    let boards = boards.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(boards.into_iter().map(PyBoard).collect())
}
