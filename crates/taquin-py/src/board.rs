//! `Board`: immutable, hashable, and read from every common notation.

use crate::errors::{refused, unsolvable, wrong};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple, PyType};
use taquin::{
    Board, Goal, MAX_SIDE, Mover, ParseErrorKind, Puzzle, PuzzleError, Size, parse_moves,
};
use taquin_api::diagnostic::{Diagnostic, Source};
use taquin_api::picture::{board_picture, svg};
use taquin_api::request::{read_board, read_goal, read_size};
use taquin_api::spelling::Fields;

/// A board: tiles row by row, 0 is the blank.
///
/// It is read from text in any format that the command line accepts, from rows, from a flat list, or from an array.
///
/// >>> Board("647850321") == Board([[6, 4, 7], [8, 5, 0], [3, 2, 1]])
/// True
#[pyclass(frozen, eq, hash, name = "Board", module = "taquin")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyBoard(pub Board);

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (board, *, size = None))]
    fn new(board: &Bound<'_, PyAny>, size: Option<&str>) -> PyResult<PyBoard> {
        board_of(board, size).map(PyBoard)
    }

    /// The tiles row by row; 0 is the blank.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.tiles())
    }

    /// The rows.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rows = self.0.rows().map(|row| PyTuple::new(py, row));
        PyTuple::new(py, rows.collect::<PyResult<Vec<_>>>()?)
    }

    /// The number of rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.size().rows(), self.0.size().cols())
    }

    /// The cell of the blank, counted row by row from 0.
    #[getter]
    fn blank(&self) -> usize {
        self.0.blank()
    }

    /// The directions in which the blank can move: the letters U, D, L and R.
    ///
    /// >>> Board("123456780").moves()
    /// ['U', 'L']
    fn moves(&self) -> Vec<char> {
        let (size, blank) = (self.0.size(), self.0.blank());
        let open = taquin::Direction::ALL
            .into_iter()
            .filter(|direction| size.neighbour(blank, *direction).is_some());
        open.map(|direction| direction.letter()).collect()
    }

    /// The board after some moves; letters name the direction of the blank.
    ///
    /// >>> Board("123456780").apply("UL")
    /// Board('1 2 3/4 0 5/7 8 6')
    fn apply(&self, moves: &str) -> PyResult<PyBoard> {
        let moves = moves_of(moves)?;
        let played = moves.play(&self.0);
        played.map(PyBoard).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The board of a goal at this size; by default the tiles in order.
    ///
    /// >>> Board("647850321").goal("snail").rows
    /// ((1, 2, 3), (8, 0, 4), (7, 6, 5))
    #[pyo3(signature = (goal = None))]
    fn goal(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<PyBoard> {
        Ok(PyBoard(goal_of(goal)?.board(self.0.size())))
    }

    /// Whether it can be solved.
    #[pyo3(signature = (goal = None))]
    fn is_solvable(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(self.explain_unsolvable(goal)?.is_none())
    }

    /// Why it cannot be solved; None if it can.
    ///
    /// >>> Board("123456780").explain_unsolvable() is None
    /// True
    #[pyo3(signature = (goal = None))]
    fn explain_unsolvable(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        match Puzzle::new(self.0.clone(), &goal_of(goal)?) {
            Ok(_) => Ok(None),
            Err(PuzzleError::Unsolvable(why)) => Ok(Some(why.to_string())),
            Err(error) => Err(wrong(&Diagnostic::of(&error))),
        }
    }

    /// A picture of the board, as SVG.
    fn svg(&self) -> String {
        svg(&board_picture(&self.0))
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        let width = (self.0.tiles().len() - 1).to_string().len();
        let row = |row: &[u16]| {
            let cells: Vec<String> = row.iter().map(|tile| format!("{tile:>width$}")).collect();
            cells.join(" ")
        };
        self.0.rows().map(row).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn __len__(&self) -> usize {
        self.0.tiles().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tiles(py)?.try_iter()
    }

    fn __getitem__(&self, cell: isize) -> PyResult<u16> {
        let cells = self.0.tiles();
        let index = if cell < 0 { cell + cells.len() as isize } else { cell };
        let tile = usize::try_from(index).ok().and_then(|index| cells.get(index));
        tile.copied().ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!(
                "cell {cell} is out of range on a board of {} cells",
                cells.len()
            ))
        })
    }

    /// Every protocol of pickle understands this, and copying, too.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<PyBoard>(), (self.0.to_string(),))
    }
}

/// Reads a board from an object: a board, text, rows, a flat list, or an array.
pub fn board_of(object: &Bound<'_, PyAny>, size: Option<&str>) -> PyResult<Board> {
    if let Ok(board) = object.cast::<PyBoard>() {
        return Ok(board.get().0.clone());
    }
    let size = read_size(size).map_err(|error| refused(&error))?;
    if let Ok(text) = object.cast::<PyString>() {
        return read_board("board", &text.to_cow()?, size).map_err(|error| refused(&error));
    }
    let object = match object.hasattr("tolist")? {
        true if items_of(object) > MOST_CELLS => return Err(too_many_cells()),
        true => object.call_method0("tolist")?,
        false => object.clone(),
    };
    read_board("board", &text_of(&object, 2, &mut 0)?, size).map_err(|error| refused(&error))
}

/// The cells of the largest board. Lists of Python may have no end; no more than this is read of them.
const MOST_CELLS: usize = MAX_SIDE * MAX_SIDE;

fn too_many_cells() -> PyErr {
    let error = ParseErrorKind::TooManyNumbers;
    wrong(&Diagnostic::new(error.code(), error.to_string()))
}

/// Returns how many items an array says that it has, or 0 if it does not say so.
fn items_of(array: &Bound<'_, PyAny>) -> usize {
    let shape = array.getattr("shape").and_then(|shape| shape.extract::<Vec<usize>>());
    let product = |shape: Vec<usize>| shape.into_iter().fold(1, usize::saturating_mul);
    shape.map_or_else(|_| array.len().unwrap_or_default(), product)
}

/// Returns rows or cells as text; lists may be nested up to `levels` deep. `cells` counts the cells of all lists.
fn text_of(list: &Bound<'_, PyAny>, levels: usize, cells: &mut usize) -> PyResult<String> {
    let no_board = || {
        let kind =
            list.get_type().name().map_or_else(|_| "that".to_string(), |name| name.to_string());
        PyTypeError::new_err(format!("a board is text, rows or a list of tiles, not {kind}"))
    };
    if levels == 0 {
        return Err(no_board());
    }
    let items = list.try_iter().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(list.py()) { no_board() } else { error }
    })?;
    let mut parts = Vec::new();
    let mut has_rows = false;
    for item in items {
        let item = item?;
        if parts.len() == MOST_CELLS || *cells == MOST_CELLS {
            return Err(too_many_cells());
        }
        if item.is_none() {
            parts.push("0".to_string());
        } else if let Ok(tile) = item.extract::<i64>() {
            parts.push(tile.to_string());
        } else if item.cast::<PyString>().is_ok() {
            parts.push(item.str()?.to_string());
        } else {
            has_rows = true;
            parts.push(text_of(&item, levels - 1, cells)?);
            continue;
        }
        *cells += 1;
    }
    Ok(parts.join(if has_rows { " / " } else { " " }))
}

/// Reads a goal from an object: a name or a board; the default is `classic`.
pub fn goal_of(object: Option<&Bound<'_, PyAny>>) -> PyResult<Goal> {
    match object {
        None => Ok(Goal::default()),
        Some(text) if text.cast::<PyString>().is_ok() => {
            let text = text.extract::<String>()?;
            read_goal(Some(&text), None).map_err(|error| refused(&error))
        }
        Some(board) => Ok(Goal::Board(board_of(board, None)?)),
    }
}

/// Returns the puzzle of a board and a goal, or an error that explains why it cannot be solved.
pub fn puzzle_of(board: Board, goal: &Goal) -> PyResult<Puzzle> {
    Puzzle::new(board, goal).map_err(|error| match error {
        PuzzleError::Unsolvable(why) => unsolvable(&why),
        error => wrong(&Diagnostic::of(&error)),
    })
}

/// Reads moves from letters, which name the direction of the blank.
pub fn moves_of(text: &str) -> PyResult<taquin::Moves> {
    parse_moves(text, Mover::Blank).map_err(|error| {
        wrong(&Diagnostic::about_text(&Source::new("moves", text), &error, &Fields))
    })
}

/// Reads a size; the default is 3x3.
pub fn size_of(text: Option<&str>) -> PyResult<Size> {
    read_size(text).map(Option::unwrap_or_default).map_err(|error| refused(&error))
}
