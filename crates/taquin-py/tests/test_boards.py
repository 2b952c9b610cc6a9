import itertools
import pickle

import pytest
import taquin
from taquin import Board

START = ((6, 4, 7), (8, 5, 0), (3, 2, 1))


class Array:
    """An object with the method of numpy arrays that is used."""

    def tolist(self):
        return [list(row) for row in START]


@pytest.mark.parametrize(
    "written",
    [
        "647850321",
        "6 4 7/8 5 _/3 2 1",
        "[[6, 4, 7], [8, 5, 0], [3, 2, 1]]",
        START,
        [list(row) for row in START],
        [6, 4, 7, 8, 5, 0, 3, 2, 1],
        [[6, 4, 7], [8, 5, None], [3, 2, 1]],
        Array(),
        Board("647850321"),
    ],
)
def test_every_notation_of_a_board(written):
    board = Board(written)
    assert board.rows == START
    assert board.tiles == (6, 4, 7, 8, 5, 0, 3, 2, 1)
    assert board.shape == (3, 3)
    assert board.blank == 5
    assert list(board) == list(board.tiles)
    assert board[-1] == 1


def test_numpy_arrays_are_boards():
    numpy = pytest.importorskip("numpy")
    assert Board(numpy.array(START)).rows == START
    assert Board(numpy.arange(12).reshape(3, 4)).shape == (3, 4)


def test_boards_are_values():
    one, other = Board("647850321"), Board(START)
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != Board("123456780") and one != "647850321"
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.blank = 3
    with pytest.raises(IndexError):
        one[9]
    assert repr(one) == "Board('6 4 7/8 5 0/3 2 1')"
    assert eval(repr(one)) == one
    assert str(Board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")).splitlines()[2] == " 9 10 11 12"


def test_moves():
    board = Board("123456780")
    assert board.moves() == ["U", "L"]
    assert board.apply("UL").rows == ((1, 2, 3), (4, 0, 5), (7, 8, 6))
    assert board.apply("") == board
    with pytest.raises(ValueError, match="off the board"):
        board.apply("D")
    with pytest.raises(ValueError, match="x"):
        board.apply("UxL")


def test_errors_have_a_place():
    with pytest.raises(ValueError, match="tile 7 occurs twice") as error:
        Board("123456787")
    assert "\n            ^" in str(error.value)
    assert (error.value.line, error.value.column, error.value.code) == (1, 9, "duplicate")
    with pytest.raises(TypeError, match="not int"):
        Board(5)
    endless = []
    endless.append(endless)
    for no_board in (endless, [[[1, 2], [3, 0]]]):
        with pytest.raises(TypeError, match="not list"):
            Board(no_board)
    with pytest.raises(ValueError):
        Board([1, 2, 3])
    with pytest.raises(ValueError):
        Board("12345678", size="3x3")
    with pytest.raises(ValueError):
        Board("0123", size="nonsense")
    assert Board([0, 1, 2, 3, 4, 5, 6, 7], size="2x4").shape == (2, 4)


@pytest.mark.parametrize("endless", [itertools.count, lambda: itertools.repeat(5), lambda: itertools.repeat([])])
def test_endless_iterables_are_read_no_further_than_the_largest_board(endless):
    read = []

    def counted(items):
        for item in itertools.islice(items, 10**6):
            read.append(item)
            yield item

    for ask in (Board, lambda board: taquin.solve("123456708", goal=board), lambda board: Board([board])):
        read.clear()
        with pytest.raises((ValueError, TypeError)):
            ask(counted(endless()))
        assert len(read) <= 127 * 127 + 1
    with pytest.raises(ValueError) as error:
        Board(endless())
    assert error.value.code == "too-many-numbers"


def test_large_arrays_are_refused_before_they_are_listed():
    class Large:
        def __init__(self, **says):
            vars(self).update(says)

        def __len__(self):
            return 10**9

        def tolist(self):
            raise AssertionError("it was listed")

    for large in (Large(), Large(shape=(2, 10**9)), Large(shape=(10**9,))):
        with pytest.raises(ValueError) as error:
            Board(large)
        assert error.value.code == "too-many-numbers"


def test_errors_of_an_iterable_are_passed_on():
    class Broken:
        def __iter__(self):
            raise OSError("mine")

    with pytest.raises(OSError, match="mine"):
        Board(Broken())
    with pytest.raises(OSError, match="mine"):
        Board([Broken()])


def test_unsolvable_boards_are_explained():
    board = Board("123456870")
    assert not board.is_solvable()
    assert "odd" in board.explain_unsolvable()
    assert Board("123456780").is_solvable() and Board("123456780").explain_unsolvable() is None
    assert board.is_solvable(goal=board)
    with pytest.raises(taquin.UnsolvableError, match="exchanged it could be solved"):
        taquin.solve(board)
    assert issubclass(taquin.UnsolvableError, ValueError)


def test_pictures():
    svg = Board("647850321")._repr_svg_()
    assert svg.startswith("<svg") and "prefers-color-scheme:dark" in svg.replace(": ", ":")
