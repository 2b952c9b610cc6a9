"""A simulated Ray cluster; only if Ray is installed and long tests are enabled."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
import taquin

pytestmark = pytest.mark.skipif(os.environ.get("TAQUIN_LONG_TESTS") != "1", reason="takes minutes")
CONFIGURATION = ["ida:walking-distance"]


@pytest.fixture
def nodes():
    pytest.importorskip("ray")
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    others = [cluster.add_node(num_cpus=1) for _ in range(2)]
    yield cluster, others
    ray.shutdown()
    cluster.shutdown()


def without_times(path):
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        record.pop("digest", None)
        record.get("stats", {}).pop("seconds", None)
    return [record for record in records if record["record"] == "run"]


def kill_a_worker(name):
    listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    workers = [int(line.split()[0]) for line in listed.splitlines() if f"ray::{name}" in line]
    if workers:
        os.kill(workers[0], signal.SIGKILL)
    return bool(workers)


def test_rows_equal_those_of_the_command_line_when_workers_die(nodes, tmp_path):
    from taquin import cluster

    simulated, others = nodes
    ours, theirs = tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl"
    killed = []

    def trouble():
        time.sleep(4)
        killed.append(kill_a_worker("_run_some"))
        time.sleep(2)
        simulated.remove_node(others[1])

    thread = threading.Thread(target=trouble)
    thread.start()
    arguments = {"random": 300, "size": "4x4", "seed": 3, "configurations": CONFIGURATION}
    rows = cluster.bench(**arguments, file=ours, address=simulated.address, progress=False)
    thread.join()
    assert len(rows) == 300 and killed == [True]
    command = [sys.executable, "-m", "taquin", "bench", "random:300", "--size", "4x4", "--seed", "3"]
    command += ["-a", *CONFIGURATION, "--jobs", "2", "-o", str(theirs), "-q"]
    subprocess.run(command, check=True, capture_output=True)
    assert without_times(ours) == without_times(theirs)


def test_a_divided_board_is_proven_and_resumed(nodes, tmp_path):
    from taquin import cluster

    simulated, _ = nodes
    board = "3 17 9 8 24/1 11 12 14 0/5 4 22 13 16/21 15 6 7 10/20 23 2 18 19"
    file = tmp_path / "solve.jsonl"
    stopped = cluster.solve(
        board, goal="zero-first", file=file, max_seconds=1, address=simulated.address, progress=False
    )
    assert not stopped or stopped.length == 81
    solution = cluster.solve(board, goal="zero-first", file=file, address=simulated.address, progress=False)
    assert solution.length == 81 and taquin.verify(board, solution.moves, goal="zero-first")
    alone = taquin.solve(board, goal="zero-first", algorithm="fast-ida", heuristic="pdb", threads=2)
    finished = [(one.bound, one.expanded, one.generated) for one in solution.rounds]
    assert finished == alone.stats.iterations[:-1]
    lines = file.read_text()
    # A finished search is read from its file: it needs no tables and no cluster, and writes nothing.
    again = cluster.solve(board, goal="zero-first", file=file, address="nowhere:1", heuristic="pdb", progress=False)
    assert again.record() == solution.record() and file.read_text() == lines
    with pytest.raises(ValueError, match="another search"):
        cluster.solve("123456708", file=file, address=simulated.address, progress=False)
    foreign = tmp_path / "notes.json"
    foreign.write_text("my notes")
    with pytest.raises(ValueError, match="another search"):
        cluster.solve("123456708", file=foreign, address=simulated.address, progress=False)
    assert foreign.read_text() == "my notes"


def test_easy_boards_are_divided_too(nodes):
    from taquin import cluster

    simulated, _ = nodes
    for easy in ("123456780", "123456708", "123745086", "3 1/2 0"):
        solution = cluster.solve(easy, address=simulated.address, progress=False)
        assert solution.length == taquin.solve(easy).length
