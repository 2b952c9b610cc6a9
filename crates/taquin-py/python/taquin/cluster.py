"""Batches and hard boards on a Ray cluster; ``pip install taquin[ray]`` installs what it needs.

``bench`` runs configurations x boards, with the same rows and the same file as ``taquin bench``. ``solve`` finds the
shortest solution of one board that takes minutes or hours, with its rounds divided among all workers. Both write
finished work to a file: a worker or node that dies loses nothing, and an interrupted run can continue, with Ray or
without.
"""

from __future__ import annotations

import fcntl
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Optional, Union

from ._experiments import Comparison, Spec, at_most, run_experiment, spec_of
from ._taquin import MOST_BOARDS, Board, DividedSearch, Experiment, __version__

__all__ = ["ClusterSolution", "Round", "bench", "solve"]

#: The intended duration of a task; starting one takes some milliseconds.
TASK_SECONDS = 2.0
#: How often a task is retried after its worker or node died.
RETRIES = 10
#: The length of the paths that divide a board, if no length gives enough paths for every core.
LONGEST_PATHS = 12


def _ray(address: Optional[str]) -> Any:
    """Return Ray, connected to a cluster; to a local one unless an address is given."""
    try:
        import ray
    except ImportError as error:
        raise ImportError("taquin.cluster needs Ray: pip install 'taquin[ray]'") from error
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    return ray


class _Progress:
    """A progress line on standard error: how much is done, and the time left."""

    def __init__(self, total: int, done: int, unit: str, shown: bool) -> None:
        self.total, self.first, self.done, self.unit = total, done, done, unit
        self.started = self.printed = time.monotonic()
        self.shown = shown and sys.stderr.isatty()

    def advance(self, by: int = 1) -> None:
        """Count finished work; print the line at intervals."""
        self.done += by
        now = time.monotonic()
        if self.shown and (now - self.printed > 0.2 or self.done == self.total):
            self.printed = now
            rate = (self.done - self.first) / max(now - self.started, 1e-9)
            left = (self.total - self.done) / rate if rate else 0.0
            sys.stderr.write(f"\r{self.done} of {self.total} {self.unit}, {left:.0f} s left \x1b[K")
            sys.stderr.flush()

    def end(self) -> None:
        """Clear the line."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")


# The experiments and searches that a worker has prepared, kept between its tasks.
_prepared: dict[str, Any] = {}


def _processes() -> int:
    """Return how many workers share the memory of this machine: one for each core."""
    return os.cpu_count() or 1


def _run_some(spec: Spec, runs: list[int]) -> list[tuple[int, str]]:
    """Run part of an experiment, on a worker. Tables are built once per node, as they are stored in its folder."""
    key = "experiment " + json.dumps(spec, sort_keys=True)
    if key not in _prepared:
        _prepared[key] = Experiment(**spec)
    return list(zip(runs, _prepared[key].run(runs, _processes())))


def _search_some(spec: Spec, paths: list[str], bound: int) -> tuple[Optional[str], int, int, float]:
    """Search some subtrees, on a worker. A prepared search is kept until another board arrives."""
    key = "search " + json.dumps(spec, sort_keys=True)
    if key not in _prepared:
        for other in [known for known in _prepared if known.startswith("search ")]:
            del _prepared[other]
        _prepared[key] = DividedSearch(**spec, processes=_processes())
    started = time.monotonic()
    moves, expanded, generated = _prepared[key].search_below(paths, bound)
    return moves, expanded, generated, time.monotonic() - started


@dataclass
class _Tasks:
    """Pending tasks, each with the work it was given."""

    ray: Any
    function: Any
    pending: dict[Any, Any] = field(default_factory=dict)

    def begin(self, work: Any, *arguments: Any) -> None:
        """Start another task."""
        self.pending[self.function.remote(*arguments)] = work

    def finished(self) -> Iterator[tuple[Any, Any]]:
        """Wait for the next task, and yield its work and its result."""
        ready, _ = self.ray.wait(list(self.pending), num_returns=1, timeout=1.0)
        for reference in ready:
            work = self.pending.pop(reference)
            yield work, self.ray.get(reference)

    def cancel(self) -> None:
        """Cancel all pending tasks."""
        for reference in self.pending:
            self.ray.cancel(reference)
        self.pending.clear()


def _cores(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def bench(
    boards: Any = None,
    configurations: Iterable[str] = ("auto",),
    *,
    address: Optional[str] = None,
    file: Union[str, PathLike[str], None] = None,
    resume: bool = False,
    heuristics: Iterable[str] = (),
    goal: Any = None,
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

    Arguments, rows and file are those of ``taquin.bench``; every run has one thread. If a worker dies, its runs are
    repeated; none is stored twice. After Ctrl-C, continue with ``resume=True``, or with ``taquin bench --resume``.
    """
    if "threads" in options:
        raise TypeError("on a cluster every run has one thread")
    spec = spec_of(
        _plain(boards, size),
        configurations,
        heuristics=heuristics,
        goal=_plain_goal(goal),
        cost=cost,
        random=random,
        seed=seed,
        size=size,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_bytes=max_bytes,
        options=options,
    )
    experiment = Experiment(**spec)
    ray = _ray(address)
    function = ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=False)(_run_some)
    shared = ray.put(spec)

    def run(runs: list[int], store: Any) -> None:
        line = _Progress(experiment.runs, experiment.runs - len(runs), "runs", progress)
        tasks = _Tasks(ray, function)
        cores = _cores(ray)
        waiting, length = list(reversed(runs)), 1
        try:
            while waiting or tasks.pending:
                while waiting and len(tasks.pending) < 2 * cores:
                    # Few enough that the other workers do not wait long for the last task.
                    share = max(1, min(length, len(waiting) // (2 * cores)))
                    some = [waiting.pop() for _ in range(share)]
                    tasks.begin(some, shared, some)
                for _, lines in tasks.finished():
                    for index, text in lines:
                        store(index, text)
                    line.advance(len(lines))
                    seconds = sum(json.loads(text)["stats"]["seconds"] or 0.0 for _, text in lines) / max(1, len(lines))
                    length = max(1, min(1000, int(TASK_SECONDS / max(seconds, 1e-6)), 4 * length))
        finally:
            tasks.cancel()
            line.end()

    return run_experiment(experiment, file, resume, run)


@dataclass(frozen=True)
class Round:
    """A finished round of IDA*: its bound, the nodes expanded and the children generated."""

    bound: int
    expanded: int
    generated: int


@dataclass(frozen=True)
class ClusterSolution:
    """The shortest solution of a board, proven by a cluster; falsy if the search was stopped before."""

    start: Board
    goal: Board
    moves: Optional[str]
    lower_bound: int
    rounds: list[Round]
    expanded: int
    seconds: float

    @classmethod
    def read(cls, start: Board, goal: Board, record: dict[str, Any]) -> ClusterSolution:
        """Read a solution from its record in a file."""
        rounds = [Round(*one) for one in record["rounds"]]
        bound, expanded, seconds = record["lower_bound"], record["expanded"], record["seconds"]
        return cls(start, goal, record["moves"], bound, rounds, expanded, seconds)

    def record(self) -> dict[str, Any]:
        """Return the record that is written to a file."""
        rounds = [[one.bound, one.expanded, one.generated] for one in self.rounds]
        counts = {"lower_bound": self.lower_bound, "rounds": rounds, "expanded": self.expanded}
        return {"record": "solution", "moves": self.moves, **counts, "seconds": round(self.seconds, 3)}

    @property
    def length(self) -> Optional[int]:
        """The number of moves; None if the search was stopped before."""
        return None if self.moves is None else len(self.moves)

    def __bool__(self) -> bool:
        return self.moves is not None

    def __len__(self) -> int:
        return len(self.moves or "")


#: The result of a task: the moves if the goal was found, nodes expanded, children generated, seconds.
_Result = tuple[Optional[str], int, int, float]


def solve(
    board: Any,
    *,
    address: Optional[str] = None,
    goal: Any = None,
    heuristic: str = "pdb",
    file: Union[str, PathLike[str], None] = None,
    path_length: Optional[int] = None,
    max_seconds: Optional[float] = None,
    size: Optional[str] = None,
    progress: bool = True,
) -> ClusterSolution:
    """Prove the shortest solution of a hard board on all cores of a Ray cluster.

    This is ``fast-ida`` with divided rounds: every path of ``path_length`` moves starts a subtree, and workers search
    some subtrees at a time. Every finished round counts the same nodes as on one machine. With a ``file``, every
    finished task is stored there, and a stopped search continues from it, on a cluster of any size.
    """
    start = board if isinstance(board, Board) else Board(board, size=size)
    spec: Spec = {"board": _text(start), "goal": _text(start.goal(goal)), "heuristic": heuristic}
    with _SolveFile(file, spec) as saved:
        if saved.solution is not None:
            return ClusterSolution.read(start, start.goal(goal), saved.solution)
        own = DividedSearch(start, goal=goal, heuristic=heuristic, processes=_processes())
        ray = _ray(address)
        cores = _cores(ray)
        if path_length is None:
            # Enough paths to divide evenly, few enough to list at once.
            lengths = range(1, 2 * LONGEST_PATHS)
            default = next((length for length in lengths if len(own.paths(length)) >= 400 * cores), LONGEST_PATHS)
            path_length = saved.path_length or default
        saved.begin(path_length)
        function = ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=False)(_search_some)
        tasks = _Tasks(ray, function)
        return _Rounds(start, own, saved, tasks, ray.put(spec), cores, max_seconds, progress).run(path_length)


@dataclass
class _Rounds:
    """The rounds of a divided search, one after the other."""

    start: Board
    search: DividedSearch
    saved: _SolveFile
    tasks: _Tasks
    spec: Any
    cores: int
    max_seconds: Optional[float]
    progress: bool

    def run(self, path_length: int) -> ClusterSolution:
        """Raise the bound until the goal is found or the time is up."""
        started = time.monotonic()
        paths = self.search.paths(path_length)
        bound, finished, total_expanded = self.search.first_bound, [], 0
        while True:
            moves, expanded, generated = self.search.count_above(path_length, bound)
            until = None if self.max_seconds is None else started + self.max_seconds
            ended = True
            if moves is None:
                ended, (moves, below, children) = self._below(paths, bound, until)
                expanded, generated = expanded + below, generated + children
            total_expanded += expanded
            if moves is None and ended:
                finished.append(Round(bound, expanded, generated))
                bound += 2
                continue
            seconds = self.saved.elapsed()
            solution = ClusterSolution(self.start, self.search.goal, moves, bound, finished, total_expanded, seconds)
            if moves is not None:
                self.saved.finish(solution)
            return solution

    def _below(
        self, paths: list[str], bound: int, until: Optional[float]
    ) -> tuple[bool, tuple[Optional[str], int, int]]:
        """Search below all unfinished paths. Return whether all were searched, and the result."""
        done = self.saved.of_round(bound)
        moves = next((found for found, *_ in done.values() if found), None)
        expanded = sum(count for _, count, _, _ in done.values())
        generated = sum(children for _, _, children, _ in done.values())
        known = {number for some in done for number in some}
        waiting = [number for number in reversed(range(len(paths))) if number not in known]
        line = _Progress(len(paths), len(known), f"subtrees within {bound} moves", self.progress)
        length = max(1, len(paths) // (64 * self.cores))
        try:
            while moves is None and (waiting or self.tasks.pending):
                if until is not None and time.monotonic() > until:
                    return False, (None, expanded, generated)
                while waiting and len(self.tasks.pending) < 2 * self.cores:
                    share = max(1, min(length, len(waiting) // (4 * self.cores)))
                    some = [waiting.pop() for _ in range(share)]
                    self.tasks.begin(some, self.spec, [paths[number] for number in some], bound)
                for some, result in self.tasks.finished():
                    self.saved.append(bound, some, result)
                    found, count, children, seconds = result
                    expanded, generated, moves = expanded + count, generated + children, moves or found
                    line.advance(len(some))
                    length = max(1, min(2 * length, int(TASK_SECONDS * len(some) / max(seconds, 1e-6))))
        finally:
            self.tasks.cancel()
            line.end()
        return True, (moves, expanded, generated)


class _SolveFile:
    """The finished tasks of a search, a line each, after a line that identifies the search.

    The file is locked while a search runs, and every line is on disk before the next task starts.
    """

    def __init__(self, path: Union[str, PathLike[str], None], spec: Spec) -> None:
        self.name = path
        self.head = {"record": "divided-search", "version": __version__, **spec}
        self.path_length: Optional[int] = None
        self.done: dict[int, dict[tuple[int, ...], _Result]] = {}
        self.solution: Optional[dict[str, Any]] = None
        self.out: Any = None
        self.started = time.monotonic()

    def __enter__(self) -> _SolveFile:
        if self.name is None:
            return self
        self.out = Path(self.name).open("a+b")
        try:
            fcntl.flock(self.out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.out.close()
            raise ValueError(f"{self.name} is in use by another search") from None
        try:
            self._read()
        except BaseException:
            self.out.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.out is not None:
            self.out.close()

    def _read(self) -> None:
        """Read an existing file; an incomplete last line is ignored."""
        self.out.seek(0)
        written = self.out.read()
        whole = written[: written.rfind(b"\n") + 1]
        if not written:
            return
        foreign = ValueError(f"{self.name} belongs to another search; use a separate file for each")
        try:
            head, *records = [json.loads(line) for line in (whole or written + b"\n").splitlines()]
            self.path_length = head.pop("path_length")
        except (ValueError, KeyError, AttributeError):
            raise foreign from None
        if head != self.head:
            raise foreign
        if len(whole) < len(written):
            self.out.truncate(len(whole))
        for record in records:
            if record["record"] == "subtrees":
                result = (record["moves"], record["expanded"], record["generated"], record["seconds"])
                self.done.setdefault(record["bound"], {})[tuple(record["paths"])] = result
                # The time of earlier sessions counts, too.
                self.started = time.monotonic() - record["elapsed"]
            if record["record"] == "solution":
                self.solution = record

    def begin(self, path_length: int) -> None:
        """Write the first line, unless it exists."""
        if self.path_length is None:
            self._write({**self.head, "path_length": path_length})
        elif self.path_length != path_length:
            raise ValueError(f"{self.name} has paths of {self.path_length} moves, not of {path_length}")

    def of_round(self, bound: int) -> dict[tuple[int, ...], _Result]:
        """Return the finished tasks of a round."""
        return self.done.get(bound, {})

    def append(self, bound: int, some: list[int], result: _Result) -> None:
        """Store a finished task."""
        moves, expanded, generated, seconds = result
        record = {"record": "subtrees", "bound": bound, "paths": some, "moves": moves, "expanded": expanded}
        times = {"seconds": round(seconds, 3), "elapsed": round(self.elapsed(), 3)}
        self._write({**record, "generated": generated, **times})

    def finish(self, solution: ClusterSolution) -> None:
        """Store the solution."""
        self._write(solution.record())

    def elapsed(self) -> float:
        """Return the seconds of this session and of earlier ones, up to their last finished task."""
        return time.monotonic() - self.started

    def _write(self, record: dict[str, Any]) -> None:
        if self.out is not None:
            self.out.write(json.dumps(record).encode() + b"\n")
            self.out.flush()
            os.fsync(self.out.fileno())


def _text(board: Board) -> str:
    """Return a board as text."""
    return "/".join(" ".join(map(str, row)) for row in board.rows)


def _plain_goal(goal: Any) -> Optional[str]:
    """Return a goal as text: its name or its board."""
    return goal if goal is None or isinstance(goal, str) else _text(Board(goal))


def _plain(boards: Any, size: Optional[str]) -> Any:
    """Return boards as text."""
    if boards is None or isinstance(boards, str):
        return boards
    if isinstance(boards, Board):
        return [_text(boards)]
    return [_text(Board(board, size=size)) for board in at_most(MOST_BOARDS, "boards", boards)]
