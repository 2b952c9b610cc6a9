"""Solve, compare and show search on sliding-tile puzzles: the 8-puzzle, the 15-puzzle and any other size.

>>> import taquin
>>> taquin.solve("647850321").length
31
"""

from ._experiments import Comparison, bench, compare
from ._taquin import (
    Board,
    DistanceTable,
    Gap,
    HeuristicCheck,
    SearchNode,
    SearchResult,
    Solution,
    SolutionStream,
    Stats,
    Trace,
    UnsolvableError,
    Verdict,
    __version__,
    algorithms,
    check_heuristic,
    distance_table,
    gap,
    generate,
    heuristics,
    options,
    search,
    solve,
    solve_many,
    trace,
    verify,
)

__all__ = [
    "Board",
    "Comparison",
    "DistanceTable",
    "Gap",
    "HeuristicCheck",
    "SearchNode",
    "SearchResult",
    "Solution",
    "SolutionStream",
    "Stats",
    "Trace",
    "UnsolvableError",
    "Verdict",
    "__version__",
    "algorithms",
    "bench",
    "check_heuristic",
    "compare",
    "distance_table",
    "gap",
    "generate",
    "heuristics",
    "options",
    "search",
    "solve",
    "solve_many",
    "trace",
    "verify",
]
