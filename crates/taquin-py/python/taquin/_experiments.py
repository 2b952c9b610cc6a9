"""Configurations x boards: ``compare`` for people, ``bench`` for files of results."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator, Sized
from os import PathLike
from typing import Any, Optional, TypeVar, Union

from ._taquin import MOST_BOARDS, Board, Experiment

#: The most configurations or heuristics.
MOST_NAMES = 10_000

_Item = TypeVar("_Item")
Row = dict[str, Any]
Spec = dict[str, Any]

#: The columns of a comparison.
COLUMNS = (
    "board",
    "configuration",
    "outcome",
    "length",
    "cost",
    "optimal",
    "explored",
    "expanded",
    "generated",
    "max_frontier",
    "stored",
    "seconds",
    "peak_bytes",
    "fixed_bytes",
)


class Comparison(list[Row]):
    """Rows of a comparison, one for each board and configuration: a list of flat dictionaries.

    ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows)`` take it as it is. A notebook shows it as a table and a
    chart.
    """

    def __init__(self, experiment: Experiment, lines: list[str]) -> None:
        super().__init__(_row(json.loads(line)) for line in lines)
        self._experiment = experiment
        self._lines = lines

    @property
    def records(self) -> list[dict[str, Any]]:
        """Every run as ``taquin bench --json`` prints it."""
        return [json.loads(line) for line in self._lines]

    @property
    def summary(self) -> list[dict[str, Any]]:
        """One dictionary for each configuration: means and quantiles of every measure."""
        return [json.loads(line) for line in self._experiment.summaries(self._lines)]

    @property
    def left_out(self) -> list[str]:
        """Pairs of algorithm and heuristic that cannot be combined, and why."""
        return self._experiment.left_out

    def svg(self, measure: str = "explored") -> Optional[str]:
        """Draw a measure, such as ``explored``, ``seconds`` or ``length``."""
        return self._experiment.chart(self._lines, measure)

    def _repr_html_(self) -> str:
        shown = [column for column in COLUMNS if column != "board" or len({row["board"] for row in self}) > 1]
        head = "".join(f"<th>{column.replace('_', ' ')}</th>" for column in shown)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_cell(row[column]))}</td>" for column in shown) + "</tr>"
            for row in self[:100]
        )
        more = f"<p>{len(self) - 100} more rows</p>" if len(self) > 100 else ""
        chart = self.svg() or ""
        return f"<div><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}{chart}</div>"


def _row(record: dict[str, Any]) -> Row:
    stats = record["stats"]
    return {column: record.get(column, stats.get(column)) for column in COLUMNS}


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return str(value)


def compare(
    boards: Union[Board, str, Iterable[Any], None] = None,
    configurations: Iterable[str] = (),
    *,
    heuristics: Iterable[str] = (),
    goal: Union[str, Board, None] = None,
    cost: str = "unit",
    random: Optional[int] = None,
    seed: int = 1,
    size: Optional[str] = None,
    threads: Optional[int] = None,
    max_nodes: Optional[int] = None,
    max_seconds: Optional[float] = 10.0,
    max_bytes: Optional[int] = None,
    **options: Any,
) -> Comparison:
    """Run several searches on the same boards and compare what they count.

    A configuration is an algorithm and its settings: ``"bfs"``, ``"astar:manhattan"``,
    ``"dfs:DURL:max-depth=50"``, or ``"all"``. The default is the seven searches of every textbook. ``boards`` is a
    board, a list of boards or ``"korf100"``; ``random=100`` draws 100 random boards.

    >>> rows = compare("867254301", ["bfs", "astar:manhattan"])
    >>> [(row["configuration"], row["length"], row["explored"]) for row in rows]
    [('bfs', 31, 181439), ('astar:manhattan', 31, 6949)]
    """
    experiment = Experiment(
        **spec_of(
            boards,
            configurations,
            heuristics=heuristics,
            goal=goal,
            cost=cost,
            random=random,
            seed=seed,
            size=size,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            max_bytes=max_bytes,
            options=options,
        )
    )
    lines: dict[int, str] = {}
    experiment.run_all(list(range(experiment.runs)), threads, lines.__setitem__)
    return Comparison(experiment, [lines[run] for run in sorted(lines)])


def bench(
    boards: Union[Board, str, Iterable[Any], None] = None,
    configurations: Iterable[str] = ("auto",),
    *,
    file: Union[str, PathLike[str], None] = None,
    resume: bool = False,
    heuristics: Iterable[str] = (),
    goal: Union[str, Board, None] = None,
    cost: str = "unit",
    random: Optional[int] = None,
    seed: int = 1,
    size: Optional[str] = None,
    threads: Optional[int] = None,
    max_nodes: Optional[int] = None,
    max_seconds: Optional[float] = None,
    max_bytes: Optional[int] = None,
    **options: Any,
) -> Comparison:
    """Run searches on many boards and write every run to a file as it finishes.

    The file has the format of ``taquin bench``. An experiment that was interrupted or killed continues with
    ``resume=True``, or with ``taquin bench --resume``.
    """
    experiment = Experiment(
        **spec_of(
            boards,
            configurations,
            heuristics=heuristics,
            goal=goal,
            cost=cost,
            random=random,
            seed=seed,
            size=size,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            max_bytes=max_bytes,
            options=options,
        )
    )
    return run_experiment(experiment, file, resume, lambda runs, store: experiment.run_all(runs, threads, store))


def run_experiment(experiment: Experiment, file: Any, resume: bool, run: Any) -> Comparison:
    """Run the rest of an experiment; ``run`` receives the runs and the function that stores the line of each."""
    lines: dict[int, str] = {}
    results = None
    if file is not None:
        results, known = experiment.open(file, resume)
        lines.update(known)

    def store(index: int, line: str) -> None:
        if index in lines:
            return
        if results is not None:
            results.append(index, line)
        lines[index] = line

    try:
        run([index for index in range(experiment.runs) if index not in lines], store)
    finally:
        ordered = [lines[index] for index in sorted(lines)]
        if results is not None and len(lines) == experiment.runs:
            results.finish(experiment.summaries(ordered))
        elif results is not None:
            results.pause()
    return Comparison(experiment, ordered)


def spec_of(boards: Any, configurations: Iterable[str], *, heuristics: Iterable[str], **others: Any) -> Spec:
    """Return the arguments of an experiment; a single board becomes a list."""
    if isinstance(boards, Board):
        boards = [boards]
    elif boards is not None and not isinstance(boards, Sized):
        boards = at_most(MOST_BOARDS, "boards", boards)
    return {
        "boards": boards,
        "configurations": list(at_most(MOST_NAMES, "configurations", configurations)),
        "heuristics": list(at_most(MOST_NAMES, "heuristics", heuristics)),
        **others,
    }


def at_most(most: int, what: str, items: Iterable[_Item]) -> Iterator[_Item]:
    """Yield the items; there may be no end of them."""
    for number, item in enumerate(items):
        if number == most:
            raise ValueError(f"these are more than {most:,} {what}")
        yield item
