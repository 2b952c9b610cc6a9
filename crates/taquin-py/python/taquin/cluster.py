"""Batches and hard boards on a Ray cluster; ``pip install taquin[ray]`` brings what it needs.

``bench`` runs configurations x boards with the same rows and the same file as ``taquin bench``. ``solve`` proves the
shortest solution of one board that takes minutes or hours, its rounds divided among all workers. Both keep what is
finished in a file: a worker or a node that dies loses nothing, and what was interrupted goes on, with Ray or without.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Optional, Union

from . import _taquin
from ._experiments import Comparison, run_experiment
from ._taquin import Board, DividedSearch, Experiment

__all__ = ["ClusterSolution", "Round", "bench", "solve"]

#: A task should take about so many seconds: starting one takes some milliseconds.
TASK_SECONDS = 2.0
#: A task that a dying worker or node has taken with it is tried again so often.
RETRIES = 10

Spec = dict[str, Any]


def _ray(address: Optional[str]) -> Any:
    """Ray, connected to a cluster; to one on this machine unless an address is given."""
    try:
        import ray
    except ImportError as error:
        raise ImportError("taquin.cluster needs Ray: pip install 'taquin[ray]'") from error
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    return ray


class _Progress:
    """A line on standard error: how much is done, and how long the rest will take."""

    def __init__(self, total: int, done: int, unit: str, shown: bool) -> None:
        self.total, self.first, self.done, self.unit = total, done, done, unit
        self.began = self.told = time.monotonic()
        self.shown = shown and sys.stderr.isatty()

    def advance(self, by: int = 1) -> None:
        """Count what is finished; tell it now and then."""
        self.done += by
        now = time.monotonic()
        if self.shown and (now - self.told > 0.2 or self.done == self.total):
            self.told = now
            rate = (self.done - self.first) / max(now - self.began, 1e-9)
            left = (self.total - self.done) / rate if rate else 0.0
            sys.stderr.write(f"\r{self.done} of {self.total} {self.unit}, {left:.0f} s left \x1b[K")
            sys.stderr.flush()

    def end(self) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")


# What a worker keeps between its tasks: the experiments and searches that it has prepared.
_prepared: dict[str, Any] = {}


def _run_some(spec: Spec, runs: list[int]) -> list[tuple[int, str]]:
    """On a worker: run some of an experiment. Tables are built once a node, as they are kept in its folder."""
    key = "experiment " + json.dumps(spec, sort_keys=True)
    if key not in _prepared:
        _prepared[key] = Experiment(**spec)
    return list(zip(runs, _prepared[key].run(runs, 1)))


def _search_some(spec: Spec, paths: list[str], bound: int) -> tuple[Optional[str], int, int, float]:
    """On a worker: search some subtrees. The kernel's tables stay until another board comes."""
    key = "search " + json.dumps(spec, sort_keys=True)
    if key not in _prepared:
        for other in [known for known in _prepared if known.startswith("search ")]:
            del _prepared[other]
        _prepared[key] = DividedSearch(spec["board"], **{name: spec[name] for name in spec if name != "board"})
    began = time.monotonic()
    moves, expanded, generated = _prepared[key].search_below(paths, bound)
    return moves, expanded, generated, time.monotonic() - began


@dataclass
class _Tasks:
    """Tasks on their way, and what they are about: as many at a time as keep every worker busy."""

    ray: Any
    function: Any
    pending: dict[Any, Any] = field(default_factory=dict)

    def begin(self, about: Any, *arguments: Any) -> None:
        self.pending[self.function.remote(*arguments)] = about

    def finished(self) -> Iterator[tuple[Any, Any]]:
        """Wait for the next ones, and give what each was about and what came of it."""
        ready, _ = self.ray.wait(list(self.pending), num_returns=1, timeout=1.0)
        for reference in ready:
            about = self.pending.pop(reference)
            yield about, self.ray.get(reference)

    def cancel(self) -> None:
        for reference in self.pending:
            self.ray.cancel(reference, force=False)
        self.pending.clear()


def _cores(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def bench(
    boards: Union[str, Iterable[Any], None] = None,
    configurations: Iterable[str] = ("auto",),
    *,
    address: Optional[str] = None,
    file: Union[str, PathLike[str], None] = None,
    resume: bool = False,
    heuristics: Iterable[str] = (),
    goal: Union[str, Board, None] = None,
    cost: str = "unit",
    random: Optional[int] = None,
    seed: int = 1,
    size: Optional[str] = None,
    max_nodes: Optional[int] = None,
    max_seconds: Optional[float] = None,
    max_bytes: Optional[int] = None,
    progress: bool = True,
    **options: Any,
) -> Comparison:
    """Run searches on many boards, on all cores of a Ray cluster.

    Arguments, rows and file are those of ``taquin.bench``. A run that a dying worker takes with it is run again; none
    is kept twice. After Ctrl-C the file goes on with ``resume=True``, or with ``taquin bench --resume``.
    """
    spec: Spec = {
        "boards": _plain(boards),
        "configurations": list(configurations),
        "heuristics": list(heuristics),
        "goal": _text(goal),
        "cost": cost,
        "options": options,
        "max_nodes": max_nodes,
        "max_seconds": max_seconds,
        "max_bytes": max_bytes,
        "random": random,
        "seed": seed,
        "size": size,
    }
    experiment = Experiment(**spec)
    ray = _ray(address)
    function = ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=False)(_run_some)
    shared = ray.put(spec)

    def run(runs: list[int], keep: Any) -> None:
        line = _Progress(experiment.runs, experiment.runs - len(runs), "runs", progress)
        tasks = _Tasks(ray, function)
        cores = _cores(ray)
        waiting, length = list(reversed(runs)), 1
        try:
            while waiting or tasks.pending:
                while waiting and len(tasks.pending) < 2 * cores:
                    # Never so many that the last task would keep the others waiting.
                    share = max(1, min(length, len(waiting) // (2 * cores)))
                    some = [waiting.pop() for _ in range(min(share, len(waiting)))]
                    tasks.begin(some, shared, some)
                for _, lines in tasks.finished():
                    for index, text in lines:
                        keep(index, text)
                    line.advance(len(lines))
                    seconds = sum(json.loads(text)["stats"]["seconds"] or 0.0 for _, text in lines) / max(1, len(lines))
                    length = max(1, min(1000, int(TASK_SECONDS / max(seconds, 1e-6)), 4 * length))
        finally:
            tasks.cancel()
            line.end()

    return run_experiment(experiment, file, resume, run)


@dataclass(frozen=True)
class Round:
    """A round of IDA* that was finished: its bound, the nodes expanded and the children generated."""

    bound: int
    expanded: int
    generated: int


@dataclass(frozen=True)
class ClusterSolution:
    """The shortest solution of a board, proven by a cluster: true as soon as there is one."""

    start: Board
    moves: Optional[str]
    rounds: list[Round]
    expanded: int
    seconds: float

    @property
    def length(self) -> Optional[int]:
        """How many moves; None if the search was stopped before."""
        return None if self.moves is None else len(self.moves)

    @property
    def lower_bound(self) -> int:
        """No solution is shorter than this."""
        return len(self.moves) if self.moves is not None else self.rounds[-1].bound + 2 if self.rounds else 0

    def __bool__(self) -> bool:
        return self.moves is not None

    def __len__(self) -> int:
        return len(self.moves or "")


def solve(
    board: Any,
    *,
    address: Optional[str] = None,
    goal: Union[str, Board, None] = None,
    heuristic: str = "pdb",
    file: Union[str, PathLike[str], None] = None,
    path_length: Optional[int] = None,
    max_seconds: Optional[float] = None,
    size: Optional[str] = None,
    progress: bool = True,
) -> ClusterSolution:
    """Prove the shortest solution of a hard board on all cores of a Ray cluster.

    It is ``fast-ida`` with its rounds divided: all paths of ``path_length`` moves begin a subtree each, and workers
    search some of them at a time. Every finished round counts the same nodes as on one machine. With a ``file`` every
    finished task is kept there, and a search that was stopped goes on from it.
    """
    start = board if isinstance(board, Board) else Board(board, size=size)
    spec: Spec = {"board": _text(start), "goal": _text(goal), "heuristic": heuristic}
    own = DividedSearch(start, goal=goal, heuristic=heuristic)
    ray = _ray(address)
    cores = _cores(ray)
    if path_length is None:
        # Enough of them to divide evenly, few enough to be listed at once.
        path_length = next(length for length in range(1, 30) if len(own.paths(length)) >= 400 * cores)
    paths = own.paths(path_length)
    kept = _SolveFile(file, {**spec, "path_length": path_length})
    function = ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=False)(_search_some)
    shared = ray.put(spec)
    began = time.monotonic()
    rounds: list[Round] = []
    expanded_in_all = 0
    bound = own.first_bound
    moves: Optional[str] = None
    if start == goal_board(start, goal):
        return ClusterSolution(start, "", [], 0, 0.0)
    while moves is None:
        expanded, generated = own.count_above(path_length, bound)
        done = kept.of_round(bound)
        for _, count, children, _ in done.values():
            expanded, generated = expanded + count, generated + children
        moves = next((found for found, *_ in done.values() if found), None)
        waiting = [number for number in range(len(paths)) if number not in kept.numbers(bound)]
        # The last round ends sooner if what looks best comes first; the order of the others is no matter.
        waiting.reverse()
        line = _Progress(len(paths), len(paths) - len(waiting), f"subtrees within {bound} moves", progress)
        tasks = _Tasks(ray, function)
        length = max(1, len(paths) // (64 * cores))
        try:
            while moves is None and (waiting or tasks.pending):
                if max_seconds is not None and time.monotonic() - began > max_seconds:
                    return ClusterSolution(start, None, rounds, expanded_in_all + expanded, time.monotonic() - began)
                while waiting and len(tasks.pending) < 2 * cores:
                    share = max(1, min(length, len(waiting) // (4 * cores)))
                    some = [waiting.pop() for _ in range(min(share, len(waiting)))]
                    tasks.begin(some, shared, [paths[number] for number in some], bound)
                for some, (found, count, children, seconds) in tasks.finished():
                    kept.append(bound, some, (found, count, children, seconds))
                    expanded, generated = expanded + count, generated + children
                    moves = moves or found
                    line.advance(len(some))
                    rate = max(seconds, 1e-6) / len(some)
                    length = max(1, min(2 * length, int(TASK_SECONDS / rate)))
        finally:
            tasks.cancel()
            line.end()
        expanded_in_all += expanded
        if moves is None:
            rounds.append(Round(bound, expanded, generated))
            bound += 2
    kept.finish(moves)
    return ClusterSolution(start, moves, rounds, expanded_in_all, time.monotonic() - began)


def goal_board(start: Board, goal: Union[str, Board, None]) -> Board:
    """The board that a goal is for a start: where the path of no moves would end."""
    solved = _taquin.solve(start, goal=goal, algorithm="constructive")
    return solved.goal


class _SolveFile:
    """What is finished of a search, a line for each task, behind a line that says which search it is."""

    def __init__(self, path: Union[str, PathLike[str], None], spec: Spec) -> None:
        self.path = Path(path) if path is not None else None
        self.done: dict[int, dict[tuple[int, ...], tuple[Optional[str], int, int, float]]] = {}
        self.spec = spec
        if self.path is None:
            return
        head = json.dumps({"record": "divided-search", "version": _taquin.__version__, **spec}, sort_keys=True)
        if self.path.exists() and self.path.stat().st_size > 0:
            written = self.path.read_bytes()
            # A last line that a kill has cut off has no end, and does not count.
            whole = written[: written.rfind(b"\n") + 1]
            if len(whole) < len(written):
                os.truncate(self.path, len(whole))
            lines = whole.decode().splitlines()
            if not lines or lines[0] != head:
                raise ValueError(f"{self.path} is of another search; give each its own file")
            for text in lines[1:]:
                record = json.loads(text)
                if record["record"] == "subtrees":
                    result = (record["moves"], record["expanded"], record["generated"], record["seconds"])
                    self.done.setdefault(record["bound"], {})[tuple(record["paths"])] = result
        else:
            self.path.write_text(head + "\n")

    def of_round(self, bound: int) -> dict[tuple[int, ...], tuple[Optional[str], int, int, float]]:
        """What is finished of a round."""
        return self.done.get(bound, {})

    def numbers(self, bound: int) -> set[int]:
        """The numbers of the paths that are finished in a round."""
        return {number for some in self.of_round(bound) for number in some}

    def append(self, bound: int, some: list[int], result: tuple[Optional[str], int, int, float]) -> None:
        """Keep a task that is finished."""
        if self.path is None:
            return
        moves, expanded, generated, seconds = result
        record = {"record": "subtrees", "bound": bound, "paths": some, "moves": moves, "expanded": expanded}
        with self.path.open("a") as out:
            out.write(json.dumps({**record, "generated": generated, "seconds": round(seconds, 3)}) + "\n")

    def finish(self, moves: str) -> None:
        """Keep the solution."""
        if self.path is not None:
            with self.path.open("a") as out:
                out.write(json.dumps({"record": "solution", "moves": moves, "length": len(moves)}) + "\n")


def _text(board: Union[str, Board, None]) -> Optional[str]:
    """A board as text that every worker reads."""
    if isinstance(board, Board):
        return "/".join(" ".join(map(str, row)) for row in board.rows)
    return board


def _plain(boards: Any) -> Any:
    """Boards as text."""
    if boards is None or isinstance(boards, str):
        return boards
    if isinstance(boards, Board):
        return [_text(boards)]
    return [_text(board if isinstance(board, Board) else Board(board)) for board in boards]
