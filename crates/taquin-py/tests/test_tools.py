import itertools
import json
import subprocess
import sys

import pytest
import taquin
from taquin._experiments import at_most


def test_the_distance_table_of_the_eight_puzzle():
    table = taquin.distance_table()
    assert len(table) == 181440 and sum(table.layers) == 181440 and len(table.layers) == 32
    assert table.layers[:4] == [1, 2, 4, 8] and table.layers[31] == 2
    assert table.distance("647850321") == 31 and table.distance(table.goal) == 0
    assert table.next_move(table.goal) is None and table.next_move("123456708") == "R"
    assert taquin.Board("647850321") in table.boards_at(31)
    assert table.distance("123456870") is None
    with pytest.raises(ValueError, match="too large"):
        taquin.distance_table(size="4x4")
    for ask in (table.distance, table.next_move):
        with pytest.raises(ValueError, match="the table is for 3x3"):
            ask("0 1 2/3 4 5")
    with pytest.raises(ValueError, match="the goal is 3x3, but the size is 2x3"):
        taquin.check_heuristic(manhattan, size="2x3", goal="123456780")


def test_generated_boards():
    assert taquin.generate(3, seed=1) == taquin.generate(3, seed=1) != taquin.generate(3, seed=2)
    assert len(set(taquin.generate(50, seed=1))) == 50
    table = taquin.distance_table()
    assert {table.distance(board) for board in taquin.generate(5, depth=20, seed=1)} == {20}
    assert not any(board.is_solvable() for board in taquin.generate(5, unsolvable=True))
    assert taquin.generate(1, size="4x7")[0].shape == (4, 7)
    with pytest.raises(ValueError, match="exclude each other"):
        taquin.generate(1, depth=3, steps=4)
    with pytest.raises(ValueError):
        taquin.generate(1, depth=32)


def test_verify_and_gap():
    assert taquin.verify("123456708", "R").reason is None
    verdict = taquin.verify("123456708", "L")
    assert not verdict and verdict.tile_letters and "not at the goal" in verdict.reason
    gap = taquin.gap("123456708", "LRR")
    assert (gap.length, gap.fewest, gap.moves, gap.first_suboptimal_move) == (3, (1, 1), 2, (1, 1))
    with pytest.raises(ValueError, match="do not solve"):
        taquin.gap("123456708", "L")


def test_a_trace():
    trace = taquin.trace("123450786", algorithm="bfs")
    assert trace.complete and len(trace) == len(trace.steps()) == trace.solution.stats.explored
    assert len(trace.nodes()) == trace.solution.stats.generated
    assert trace.steps()[0]["board"] == trace.solution.start
    opened, closed = trace.lists_at(1)
    assert closed[0] == 0 and opened and not set(opened) & set(closed)
    assert trace.svg().startswith("<svg") and trace.svg() in trace._repr_html_()
    large = taquin.trace("647850321", algorithm="bfs", capacity=1000)
    assert not large.complete and large._repr_html_() is None
    with pytest.raises(ValueError):
        large.svg()


def test_a_comparison():
    rows = taquin.compare("867254301", ["bfs", "astar:manhattan", "astar:linear-conflict"])
    assert [row["configuration"] for row in rows] == ["bfs", "astar:manhattan", "astar:linear-conflict"]
    assert {row["length"] for row in rows} == {31}
    assert all(not isinstance(value, (dict, list)) for row in rows for value in row.values())
    assert len(rows.summary) == 3 and rows.records[0]["stats"]["explored"] == rows[0]["explored"]
    assert rows.svg().startswith("<svg") and "<table>" in rows._repr_html_()
    with pytest.raises(ValueError, match="there is no measure"):
        rows.svg("beauty")
    with pytest.raises(TypeError, match="give boards"):
        taquin.compare(configurations=["bfs"])
    with pytest.raises(TypeError, match="no option 'colour'"):
        taquin.compare("867254301", ["bfs"], colour=3)
    assert len(taquin.compare("867254301")) == 7


def test_endless_lists_are_refused():
    for endless in ({"configurations": itertools.repeat("bfs")}, {"heuristics": itertools.repeat("manhattan")}):
        for run in (taquin.compare, taquin.bench):
            with pytest.raises(ValueError, match=f"more than 10,000 {next(iter(endless))}"):
                run(["867254301"], **endless)


def test_a_limit_of_a_list_is_exact():
    assert list(at_most(3, "boards", "abc")) == ["a", "b", "c"]
    with pytest.raises(ValueError, match="more than 3 boards"):
        list(at_most(3, "boards", itertools.count()))


def without_times(lines):
    records = [json.loads(line) for line in lines]
    for record in records:
        record.pop("seconds", None)
        record.pop("digest", None)
        record.get("stats", {}).pop("seconds", None)
        for name in [name for name in record if "second" in name]:
            record.pop(name)
    return [record for record in records if record["record"] == "run"]


def test_a_file_of_results_is_that_of_the_command_line(tmp_path):
    ours, theirs = tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl"
    rows = taquin.bench(random=20, seed=4, configurations=["astar", "ida"], file=ours, threads=2)
    assert len(rows) == 40
    command = [
        sys.executable,
        "-m",
        "taquin",
        "bench",
        "random:20",
        "--seed",
        "4",
        "-a",
        "astar,ida",
        "-o",
        str(theirs),
    ]
    subprocess.run([*command, "-q"], check=True, capture_output=True)
    written = ours.read_text().splitlines()
    assert without_times(written) == without_times(theirs.read_text().splitlines())
    # Half of the file is lost: the rest is run again, here and by the command.
    half = "\n".join(written[:17]) + "\n" + written[17][:40]
    ours.write_text(half)
    again = taquin.bench(random=20, seed=4, configurations=["astar", "ida"], file=ours, resume=True)
    assert again == rows or [row["explored"] for row in again] == [row["explored"] for row in rows]
    ours.write_text(half)
    subprocess.run([*command[:-2], "--resume", str(ours), "-q"], check=True, capture_output=True)
    assert without_times(ours.read_text().splitlines()) == without_times(written)
    with pytest.raises(ValueError, match="configurations"):
        taquin.bench(random=20, seed=4, configurations=["bfs"], file=ours, resume=True)


def test_errors_of_files_and_pictures_name_no_flags(tmp_path):
    file = tmp_path / "runs.jsonl"
    taquin.bench(random=2, configurations=["bfs"], file=file)
    for wrong in ({"random": 2}, {"random": 3, "resume": True}, {"random": 2, "resume": True, "max_nodes": 5}):
        with pytest.raises(ValueError) as error:
            taquin.bench(configurations=["bfs"], file=file, **wrong)
        assert "--" not in str(error.value).replace(str(tmp_path), "") and "-o" not in str(error.value).replace(
            str(tmp_path), ""
        )
    file.write_text("nonsense\n")
    with pytest.raises(ValueError) as error:
        taquin.bench(random=2, configurations=["bfs"], file=file, resume=True)
    assert "--" not in str(error.value).replace(str(tmp_path), "") and " -o" not in str(error.value).replace(
        str(tmp_path), ""
    )
    assert file.read_text() == "nonsense\n"
    with pytest.raises(ValueError) as error:
        taquin.trace("647850321", algorithm="bidirectional").svg()
    assert "--" not in str(error.value).replace(str(tmp_path), "")


def manhattan(board):
    columns = board.shape[1]
    return sum(
        abs(cell // columns - (tile - 1) // columns) + abs(cell % columns - (tile - 1) % columns)
        for cell, tile in enumerate(board.tiles)
        if tile
    )


def linear_conflict(board):
    """Manhattan distance, plus two moves for every tile that must leave its line to let another pass."""
    rows, columns = board.shape
    home = {tile: divmod(tile - 1, columns) for tile in board.tiles if tile}
    extra = 0
    lines = [[(board[row * columns + col], 0, row) for col in range(columns)] for row in range(rows)]
    lines += [[(board[row * columns + col], 1, col) for row in range(rows)] for col in range(columns)]
    for line in lines:
        ends = [home[tile][1 - axis] for tile, axis, number in line if tile and home[tile][axis] == number]
        while True:
            conflicts = [sum((a > b) != (i > j) for j, b in enumerate(ends) if i != j) for i, a in enumerate(ends)]
            if not any(conflicts):
                break
            ends.pop(conflicts.index(max(conflicts)))
            extra += 2
    return manhattan(board) + extra


def test_heuristics_are_graded():
    good = taquin.check_heuristic(linear_conflict)
    assert good and good.admissible and good.consistent and good.counterexample is None
    assert good.boards == 181440
    assert good.nodes["this one"] == pytest.approx(good.nodes["linear-conflict"], rel=0.05)
    twice = taquin.check_heuristic(lambda board: 2 * manhattan(board))
    board, distance, estimate = twice.counterexample
    assert not twice and distance == 1 and estimate == 2 and board.moves()
    assert not twice.consistent


def test_counting_the_blank_is_detected():
    def misplaced_with_the_blank(board):
        return sum(1 for cell, tile in enumerate(board.tiles) if tile != (cell + 1) % 9)

    check = taquin.check_heuristic(misplaced_with_the_blank)
    board, distance, estimate = check.counterexample
    assert (distance, estimate) == (1, 2.0)
    assert taquin.distance_table().distance(board) == 1
    assert "not admissible" in str(check)


def test_a_divided_search_counts_as_one():
    board = taquin.generate(1, size="4x4", seed=5)[0]
    from taquin._taquin import DividedSearch

    whole = taquin.solve(board, algorithm="fast-ida", heuristic="pdb:663")
    divided = DividedSearch(board, heuristic="pdb:663")
    paths = divided.paths(6)
    for bound, expanded, generated in whole.stats.iterations[:-1]:
        none, *above = divided.count_above(6, bound)
        moves, *below = divided.search_below(paths, bound)
        assert none is None and moves is None
        assert (above[0] + below[0], above[1] + below[1]) == (expanded, generated)
    moves, *_ = divided.search_below(paths, whole.length)
    assert len(moves) == whole.length and taquin.verify(board, moves)
    with pytest.raises(ValueError, match="needs pattern databases"):
        DividedSearch(board, heuristic="manhattan")


def test_the_command_comes_with_the_package():
    command = [sys.executable, "-m", "taquin"]
    solved = subprocess.run([*command, "solve", "647850321"], capture_output=True, text=True, check=True)
    assert solved.stdout.startswith("Solved in 31 moves, the fewest possible (proven).")
    wrong = subprocess.run([*command, "solve", "123456870"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
