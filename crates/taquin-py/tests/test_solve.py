import ast
import inspect
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
import taquin
from interrupting import interrupted

HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"


def test_the_first_line_of_the_readme():
    solution = taquin.solve("647850321")
    assert solution and len(solution) == solution.length == solution.cost == 31
    assert solution.optimal and solution.lower_bound == 31
    assert solution.outcome == "solved" and solution.stopped_by is None
    assert len(solution.boards) == 32 and solution.boards[-1] == solution.goal
    assert solution.start.apply(solution.moves) == solution.goal
    assert str(solution).startswith("solved in 31 moves (proven the best): ")
    assert taquin.verify(solution.start, solution.moves)


@pytest.mark.parametrize(
    ("function", "left_out"),
    [("solve", []), ("solve_many", []), ("trace", ["threads"]), ("search", ["order", "threads"])],
)
def test_options_are_those_of_the_table(function, left_out):
    """In its order, in the native module and in the stubs; every other keyword is listed here."""
    others = "goal algorithm heuristic cost max_nodes max_seconds max_bytes size errors capacity precision".split()
    parameters = inspect.signature(getattr(taquin, function)).parameters
    keywords = [name for name, value in parameters.items() if value.kind is value.KEYWORD_ONLY]
    assert len(keywords) == len(parameters) - 1
    options = [name for name in keywords if name not in others]
    assert options == [name for name in taquin.options() if name not in left_out]
    stubs = ast.parse(Path(taquin.__file__).with_name("_taquin.pyi").read_text())
    (stub,) = [item for item in stubs.body if isinstance(item, ast.FunctionDef) and item.name == function]
    assert keywords == [argument.arg for argument in stub.args.kwonlyargs]


def test_numbers_are_read_as_the_command_line_reads_them():
    """A text is the text of the command line; of a number, 2.0 is 2."""
    command = [sys.executable, "-m", "taquin", "solve", "123456708", "-a", "weighted-astar", "--json", "--weight"]
    for text in ["1.5", "2", "2.0", "1.50", "1.5.0", "2..0", ".5", "2.", "1e0", "", "1_0", "0x2"]:
        printed = subprocess.run([*command, text], capture_output=True, text=True, check=False)
        theirs = json.loads(printed.stdout)["weight"] if printed.returncode == 0 else None
        try:
            ours = taquin.solve("123456708", algorithm="weighted-astar", weight=text).to_dict()["weight"]
        except ValueError:
            ours = None
        assert ours == theirs, text
    for number in [2, 2.0, 1.5, Fraction(2), Decimal("2.0"), Decimal("1.50")]:
        solution = taquin.solve("123456708", algorithm="weighted-astar", weight=number)
        assert solution.to_dict()["weight"] == number
    assert taquin.solve("123456708", algorithm="beam", width=5.0).to_dict()["width"] == 5


def fixed(answer):
    """Returns an answer without what depends on the machine, or on where the board came from."""
    variable = "seconds total_seconds build_seconds built peak_bytes fixed_bytes digest source notices limits".split()
    if isinstance(answer, dict):
        return {name: fixed(value) for name, value in answer.items() if name not in variable}
    return [fixed(each) for each in answer] if isinstance(answer, list) else answer


def test_answers_are_those_of_the_command_line():
    def printed(*arguments):
        command = [sys.executable, "-m", "taquin", *arguments, "--json"]
        lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
        return [fixed(json.loads(line)) for line in lines]

    for flags, keywords in [
        ([], {}),
        (["-H", "pdb"], {"heuristic": "pdb"}),
        (["-a", "astar", "-H", "lc", "--ties", "lifo"], {"algorithm": "astar", "heuristic": "lc", "ties": "lifo"}),
        (["-a", "dfs", "--max-depth", "30"], {"algorithm": "dfs", "max_depth": 30}),
    ]:
        ours = taquin.solve("647850321", **keywords).to_dict()
        assert [fixed(ours)] == printed("solve", "647850321", *flags), flags
    for flags, keywords in [([], {}), (["-H", "pdb"], {"heuristics": ["pdb"]})]:
        rows = taquin.compare("123746058", **keywords).records
        theirs = [line for line in printed("compare", "123746058", *flags) if line["record"] == "run"]
        assert fixed(rows) == theirs, flags


def test_options_reach_the_search():
    solution = taquin.solve("647850321", algorithm="weighted-astar", weight=1.5, ties="fifo", order="LURD")
    assert solution.to_dict()["weight"] == 1.5 and solution.to_dict()["order"] == "LURD"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"algorithm": "nonsense"}, "there is no algorithm 'nonsense'"),
        ({"heuristic": "nonsense", "algorithm": "astar"}, "there is no heuristic"),
        ({"algorithm": "bfs", "weight": 2}, "bfs has no option weight"),
        ({"algorithm": "beam", "width": 0}, "width must be a whole number from 1"),
        ({"algorithm": "beam", "width": "5.0"}, "width must be a whole number from 1"),
        ({"algorithm": "beam", "width": 5.5}, "width must be a whole number from 1"),
        ({"algorithm": "beam", "width": True}, "width must be a whole number from 1"),
        ({"algorithm": "weighted-astar", "weight": "1.5.0"}, "weight must be a number from 0.001"),
        ({"algorithm": "weighted-astar", "weight": "2..0"}, "weight must be a number from 0.001"),
        ({"algorithm": "weighted-astar", "weight": Path("1.5.0")}, "weight must be a number from 0.001"),
        ({"algorithm": "weighted-astar", "weight": float("nan")}, "weight must be a number from 0.001"),
        ({"order": "UUDD"}, "order must be"),
        ({"max_seconds": -1}, "max_seconds must not be less than 0"),
        ({"cost": "gold"}, "there is no cost"),
        ({"threads": 0}, "threads must be"),
        ({"threads": 5000}, "threads must be"),
        ({"goal": "nonsense"}, "."),
        ({"algorithm": "bfs", "heuristic": "manhattan"}, "bfs uses no heuristic|heuristic"),
    ],
)
def test_errors_name_keyword_arguments(arguments, message):
    with pytest.raises(ValueError, match=message) as error:
        taquin.solve("647850321", **arguments)
    assert "--" not in str(error.value)


def test_a_limit_is_a_falsy_result():
    solution = taquin.solve(HARD, algorithm="bfs", max_nodes=1000)
    assert not solution and solution.outcome == "stopped" and solution.stopped_by == "nodes"
    assert solution.moves is None and solution.length is None and len(solution) == 0
    assert solution.stats.explored == 1000 and solution.lower_bound > 0
    assert "stopped by the limit on nodes" in str(solution)
    assert not taquin.solve(HARD, algorithm="bfs", max_bytes=1 << 20)
    assert taquin.solve(HARD, algorithm="ida", max_seconds=0.01).stopped_by == "time"


def test_counts_equal_those_of_the_command_line():
    """Every algorithm x heuristic on the same boards, with the command that the package installs."""
    boards = taquin.generate(int(os.environ.get("TAQUIN_COUNT_BOARDS", "5")), size="3x3", seed=11)
    text = "\n".join(repr(board)[7:-2] for board in boards)
    command = [sys.executable, "-m", "taquin", "bench", "-", "-a", "all", "-H", "all", "--max-nodes", "100000", "-q"]
    output = subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout
    records = [json.loads(line) for line in output.splitlines()]
    runs = [record for record in records if record["record"] == "run"]
    assert len(runs) > 60 * len(boards)
    for run in runs:
        parts = {"algorithm": run["algorithm"]}
        if run["heuristic"] is not None:
            parts["heuristic"] = run["heuristic"]
        solution = taquin.solve(run["board"], max_nodes=100000, **parts)
        stats = solution.stats
        ours = (solution.outcome, solution.length, stats.explored, stats.expanded, stats.generated, stats.max_frontier)
        names = ("explored", "expanded", "generated", "max_frontier")
        assert ours == (run["outcome"], run["length"], *(run["stats"][name] for name in names)), run["configuration"]


def test_a_custom_heuristic():
    def misplaced(board):
        return sum(1 for cell, tile in enumerate(board.tiles) if tile not in (0, cell + 1))

    for algorithm in ("astar", "ida", "greedy"):
        own = taquin.solve("867254301", algorithm=algorithm, heuristic=misplaced, max_nodes=20000)
        listed = taquin.solve("867254301", algorithm=algorithm, heuristic="misplaced", max_nodes=20000)
        assert (own.length, own.stats.explored) == (listed.length, listed.stats.explored)
    assert own.heuristic == "custom"
    halves = taquin.solve("123450786", algorithm="astar", heuristic=lambda board: 0.5 * misplaced(board))
    assert halves.length == 1


def test_exceptions_of_a_heuristic_are_passed_on():
    class Own(Exception):
        pass

    def raises(board):
        raise Own("of mine")

    with pytest.raises(Own, match="of mine"):
        taquin.solve("647850321", algorithm="astar", heuristic=raises)
    with pytest.raises(ValueError, match="must not be below 0"):
        taquin.solve("647850321", algorithm="astar", heuristic=lambda board: -1)
    with pytest.raises(TypeError, match="a heuristic must return a number, not str"):
        taquin.solve("647850321", algorithm="astar", heuristic=lambda board: "much")
    with pytest.raises(TypeError):
        taquin.solve("647850321", algorithm="astar", heuristic=5)


@pytest.mark.parametrize(
    "call",
    [
        lambda: taquin.solve(HARD, algorithm="ida"),
        lambda: taquin.solve(HARD, algorithm="bfs"),
        lambda: taquin.solve(taquin.generate(1, size="7x7", seed=1)[0], max_seconds=60),
        lambda: taquin.compare([HARD] * 3, ["ida"], max_seconds=None),
        lambda: list(taquin.solve_many([HARD] * 3, algorithm="ida")),
        lambda: taquin.solve(HARD, algorithm="ida", heuristic=lambda board: 0),
        lambda: taquin.solve(HARD, algorithm="ida", heuristic=lambda board: 0, threads=2),
        lambda: taquin.solve(HARD, algorithm="ida", heuristic=len),
        lambda: taquin.solve(HARD, algorithm="ida", heuristic=len, threads=2),
        lambda: taquin.solve(HARD, algorithm="astar", heuristic=len),
        lambda: taquin.trace(HARD, algorithm="ida", heuristic=len),
        lambda: taquin.check_heuristic(len, size="2x5"),
        lambda: taquin.check_heuristic(lambda board: 0, size="2x5"),
        lambda: taquin.compare(itertools.repeat(HARD), ["bfs"]),
        lambda: taquin.check_heuristic(lambda board: sum(range(2000)) * 0),
        lambda: taquin.gap(HARD, taquin.solve(HARD, algorithm="constructive").moves),
    ],
)
def test_ctrl_c_ends_any_call(call):
    # The promise is 0.1 s; a busy machine gets more.
    assert interrupted(call) < 1.0


def test_other_threads_run_during_a_search():
    ticks = []
    ended = threading.Event()

    def tick():
        while not ended.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    taquin.solve(HARD, algorithm="ida", max_seconds=0.5)
    ended.set()
    thread.join()
    assert len(ticks) > 10


def test_many_boards_come_in_order():
    boards = taquin.generate(300, seed=2)
    lengths = [solution.length for solution in taquin.solve_many(iter(boards), algorithm="astar", threads=3)]
    table = taquin.distance_table()
    assert lengths == [table.distance(board) for board in boards]
    with pytest.raises(taquin.UnsolvableError):
        list(taquin.solve_many(["123456780", "123456870"]))
    mixed = list(taquin.solve_many(["123456780", "123456870", "nonsense", "123456708"], errors="return"))
    kinds = ["Solution", "UnsolvableError", "ValueError", "Solution"]
    assert [type(result).__name__ for result in mixed] == kinds
    endless = taquin.solve_many(boards[index % 3] for index in iter(int, 1))
    assert [next(endless).length for _ in range(4)] == [lengths[0]] * 4


@pytest.mark.parametrize("errors", ["raise", "return"])
def test_exceptions_of_the_iterator_are_raised_in_their_turn(errors):
    """After the solutions of the boards before, however many there are; then the stream is at its end."""
    for count in (0, 1, 10, 1000):

        def boards(count=count):
            yield from ["123456708"] * count
            raise OSError("no more")

        stream = taquin.solve_many(boards(), errors=errors, threads=2)
        assert [next(stream).length for _ in range(count)] == [1] * count
        with pytest.raises(OSError, match="no more") as error:
            next(stream)
        assert error.traceback[-1].name == "boards"
        assert list(stream) == []


def test_ctrl_c_in_the_iterator_does_not_wait_for_its_turn():
    def boards():
        yield "123456708"
        raise KeyboardInterrupt

    stream = taquin.solve_many(boards(), errors="return")
    with pytest.raises(KeyboardInterrupt):
        next(stream)
    assert list(stream) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_stream_made_before_a_fork_ends_with_an_error():
    boards = taquin.generate(1000, seed=1)
    stream = taquin.solve_many(boards, threads=2)
    first = next(stream)
    child = os.fork()
    if child == 0:
        try:
            with pytest.raises(RuntimeError, match="fork"):
                list(stream)
            del stream
            solved = next(taquin.solve_many(boards, threads=2)).length == first.length
            os._exit(0 if solved else 2)
        except BaseException:
            os._exit(1)
    deadline = time.monotonic() + 30
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < deadline:
        time.sleep(0.01)
    if ended == (0, 0):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the child waits for ever")
    assert os.waitstatus_to_exitcode(ended[1]) == 0
    assert len(list(stream)) == 999


def test_an_overestimating_heuristic_proves_nothing_beyond_the_cost():
    solution = taquin.solve("867254301", algorithm="astar", heuristic=lambda board: 40 * (board.tiles[8] != 0))
    assert solution.lower_bound <= solution.cost


def test_threads_find_the_same_length():
    board = taquin.generate(1, size="4x4", seed=3)[0]
    alone = taquin.solve(board, algorithm="fast-ida", threads=1)
    shared = taquin.solve(board, algorithm="fast-ida", threads=2)
    assert alone.length == shared.length and alone.optimal and shared.optimal


def test_the_dictionary_is_that_of_the_command_line():
    solution = taquin.solve("867254301", algorithm="astar")
    command = [sys.executable, "-m", "taquin", "solve", "867254301", "-a", "astar", "--json"]
    printed = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    ours = solution.to_dict()
    for volatile in ("source", "limits", "stats"):
        printed.pop(volatile)
        ours.pop(volatile)
    assert ours == printed


def test_the_player_stands_alone():
    page = taquin.solve("647850321")._repr_html_()
    assert "http" not in page.replace("http://www.w3.org", "")
    assert "prefers-color-scheme: dark" in page and "data-jp-theme-light" in page
    assert taquin.solve("647850321").svg().startswith("<svg")
    assert "stopped" in taquin.solve(HARD, algorithm="bfs", max_nodes=10)._repr_html_()


def test_a_heuristic_alone_chooses_the_algorithm():
    four = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"
    assert taquin.solve("647850321", heuristic="manhattan").algorithm == "astar"
    assert taquin.solve("647850321", heuristic=lambda board: 0).algorithm == "astar"
    assert taquin.solve(four, heuristic="linear-conflict").algorithm == "ida"
    assert taquin.solve(four, heuristic="pdb:555").algorithm == "fast-ida"
