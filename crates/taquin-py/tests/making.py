"""Instances of every class of the native module, made from an object that everything leads back to."""

import taquin
from taquin import _taquin

START = "123745086"


class Tile(int):
    """A number that knows whose it is."""


class Owner:
    """A problem, a heuristic, and a source of tiles and boards. Its states and errors refer to it."""

    def __init__(self):
        self.initial = (self, 0)
        self.nodes = []

    def actions(self, state):
        return [self]

    def result(self, state, action):
        return (self, state[1] + 1)

    def is_goal(self, state):
        return state[1] == 3

    def h(self, node):
        self.nodes.append(node)
        return 0

    def estimate(self, board):
        return 0

    def tiles(self):
        for letter in START:
            tile = Tile(letter)
            tile.owner = self
            yield tile

    def boards(self):
        yield START
        yield self
        raise OSError(self)

    def __iter__(self):
        raise ValueError(self)


def search_node(owner):
    taquin.search(owner)
    return owner.nodes[0]


def stream(owner, read):
    solutions = taquin.solve_many(owner.boards(), threads=1)
    for _ in range(read):
        next(solutions)
    return solutions


def experiment(owner):
    return taquin.compare([owner.tiles()], ["bfs"])._experiment


def unsolvable_error(owner):
    try:
        taquin.solve("123456870", algorithm="astar", heuristic=owner.estimate)
    except taquin.UnsolvableError as error:
        return error


#: For each class, functions of an owner and an empty folder that make an instance.
MAKERS = {
    "Board": [lambda owner, _: taquin.Board(owner.tiles())],
    "DistanceTable": [lambda owner, _: taquin.distance_table(goal=owner.tiles())],
    "DividedSearch": [lambda owner, _: _taquin.DividedSearch(owner.tiles())],
    "Experiment": [lambda owner, _: experiment(owner)],
    "Gap": [lambda owner, _: taquin.gap(owner.tiles(), taquin.solve(START).moves)],
    "HeuristicCheck": [lambda owner, _: taquin.check_heuristic(owner.estimate, size="2x2")],
    "ResultsFile": [lambda owner, folder: experiment(owner).open(folder / f"{id(owner)}.jsonl", False)[0]],
    "SearchNode": [lambda owner, _: search_node(owner)],
    "SearchResult": [
        lambda owner, _: taquin.search(owner),
        lambda owner, _: taquin.search(owner, algorithm="ida", max_nodes=1),
    ],
    "Solution": [
        lambda owner, _: taquin.solve(START, algorithm="astar", heuristic=owner.estimate),
        lambda owner, _: taquin.solve(START, algorithm="ida", heuristic=owner.estimate, threads=2),
    ],
    "SolutionStream": [lambda owner, _: stream(owner, read=0), lambda owner, _: stream(owner, read=1)],
    "Stats": [lambda owner, _: taquin.search(owner).stats],
    "Trace": [lambda owner, _: taquin.trace(START, heuristic=owner.estimate)],
    "UnsolvableError": [lambda owner, _: unsolvable_error(owner)],
    "Verdict": [lambda owner, _: taquin.verify(owner.tiles(), "R")],
}

#: Every class of the native module.
CLASSES = {name for name, value in vars(_taquin).items() if isinstance(value, type)}


def every_maker():
    return [(name, make) for name, makers in MAKERS.items() for make in makers]
