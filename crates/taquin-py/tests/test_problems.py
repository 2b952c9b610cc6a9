"""Custom problems, as courses write them."""

import itertools
import operator
import time
from types import SimpleNamespace

import pytest
import taquin
from interrupting import interrupted


class EightPuzzle:
    """In the style of aima, with its older names."""

    def __init__(self, initial, goal=(1, 2, 3, 4, 5, 6, 7, 8, 0)):
        self.initial, self.goal = initial, goal

    def actions(self, state):
        blank = state.index(0)
        wall = {"UP": blank < 3, "DOWN": blank > 5, "LEFT": blank % 3 == 0, "RIGHT": blank % 3 == 2}
        return [action for action in ("UP", "DOWN", "LEFT", "RIGHT") if not wall[action]]

    def result(self, state, action):
        blank = state.index(0)
        other = blank + {"UP": -3, "DOWN": 3, "LEFT": -1, "RIGHT": 1}[action]
        tiles = list(state)
        tiles[blank], tiles[other] = tiles[other], tiles[blank]
        return tuple(tiles)

    def goal_test(self, state):
        return state == self.goal

    def path_cost(self, cost, state, action, following):
        return cost + 1

    def h(self, node):
        return sum(tile not in (0, goal) for tile, goal in zip(node.state, self.goal))


ROADS = {
    ("Arad", "Sibiu"): 140, ("Arad", "Timisoara"): 118, ("Arad", "Zerind"): 75, ("Bucharest", "Fagaras"): 211,
    ("Bucharest", "Pitesti"): 101, ("Fagaras", "Sibiu"): 99, ("Pitesti", "Rimnicu"): 97, ("Rimnicu", "Sibiu"): 80,
    ("Timisoara", "Zerind"): 300,
}  # fmt: skip
AIR = {"Arad": 366, "Bucharest": 0, "Fagaras": 176, "Pitesti": 100, "Rimnicu": 193, "Sibiu": 253, "Timisoara": 329,
       "Zerind": 374}  # fmt: skip


class RouteMap:
    """With the newer names."""

    initial, goal = "Arad", "Bucharest"

    def actions(self, city):
        return sorted(b if a == city else a for a, b in ROADS if city in (a, b))

    def result(self, city, following):
        return following

    def is_goal(self, city):
        return city == self.goal

    def action_cost(self, city, action, following):
        return ROADS.get((city, following)) or ROADS[following, city]

    def h(self, node):
        return AIR[node.state]


class Vacuum:
    """Two rooms, without costs or estimates."""

    initial = ("left", True, True)

    def actions(self, state):
        return ["suck", "left", "right"]

    def result(self, state, action):
        place, left, right = state
        if action == "suck":
            return (place, left and place != "left", right and place != "right")
        return (action, left, right)

    def is_goal(self, state):
        return not state[1] and not state[2]


@pytest.mark.parametrize("algorithm", ["astar", "bfs", "ida", "dijkstra", "iddfs", "rbfs"])
def test_the_same_puzzle_by_hand(algorithm):
    start = (1, 2, 3, 0, 4, 6, 7, 5, 8)
    found = taquin.search(EightPuzzle(start), algorithm=algorithm)
    assert found and found.cost == len(found) == taquin.solve(start).length == 3
    assert found.states[0] == start and found.states[-1] == EightPuzzle(start).goal
    assert found.actions == ["RIGHT", "DOWN", "RIGHT"]
    assert found.outcome == "solved" and found.stats.explored > 0


def test_counts_are_those_of_the_library():
    start = (8, 1, 3, 4, 0, 2, 7, 6, 5)
    ours = taquin.search(EightPuzzle(start), algorithm="bfs")
    theirs = taquin.solve(start, algorithm="bfs")
    assert ours.cost == theirs.length


def test_routes():
    for algorithm in ("astar", "dijkstra", "ida"):
        found = taquin.search(RouteMap(), algorithm=algorithm)
        assert (found.cost, found.states) == (418, ["Arad", "Sibiu", "Rimnicu", "Pitesti", "Bucharest"])
    assert taquin.search(RouteMap(), algorithm="bfs").states == ["Arad", "Sibiu", "Fagaras", "Bucharest"]
    assert taquin.search(RouteMap(), algorithm="greedy").cost == 450


def test_a_vacuum_world():
    for algorithm in ("astar", "bfs", "ida"):
        found = taquin.search(Vacuum(), algorithm=algorithm)
        assert found.actions == ["suck", "right", "suck"]
    assert [node["g"] for node in found.nodes()][:2] == [0, 1]
    svg = taquin.search(Vacuum(), algorithm="bfs").svg()
    assert svg.startswith("<svg") and "suck" not in svg and "left" in svg


def test_no_solution_and_limits():
    class Endless(Vacuum):
        initial = 0

        def actions(self, state):
            return [1, 2]

        def result(self, state, action):
            return state + action

        def is_goal(self, state):
            return False

    stopped = taquin.search(Endless(), algorithm="bfs", max_nodes=100)
    assert not stopped and stopped.stopped_by == "nodes" and stopped.stats.explored == 100
    assert taquin.search(Endless(), algorithm="bfs", max_seconds=0.05).stopped_by == "time"

    class Nowhere(Vacuum):
        def is_goal(self, state):
            return False

    assert taquin.search(Nowhere(), algorithm="bfs").outcome == "exhausted"


@pytest.mark.parametrize("algorithm", taquin.algorithms())
def test_every_search_takes_custom_problems(algorithm):
    if algorithm in {"auto", "table", "fast-ida", "constructive", "near-optimal", "bidirectional"}:
        with pytest.raises(ValueError, match=f"{algorithm} cannot search custom problems\nit can be bfs, dfs"):
            taquin.search(Vacuum(), algorithm=algorithm)
    else:
        assert taquin.search(Vacuum(), algorithm=algorithm)


def test_exceptions_are_passed_on():
    class Broken(Vacuum):
        def result(self, state, action):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        taquin.search(Broken())
    with pytest.raises(TypeError, match="a problem needs 'actions'"):
        taquin.search(type("Empty", (), {"initial": 0})())
    with pytest.raises(ValueError, match="must not be below 0"):
        taquin.search(type("Below", (Vacuum,), {"action_cost": lambda *_: -1})())
    with pytest.raises(TypeError):
        taquin.search(type("Unhashable", (Vacuum,), {"initial": []})())
    with pytest.raises(ValueError, match="bfs has no option weight"):
        taquin.search(Vacuum(), algorithm="bfs", weight=2)


def test_fractions_count():
    class Fractions(RouteMap):
        def action_cost(self, city, action, following):
            return super().action_cost(city, action, following) / 8

        def h(self, node):
            return super().h(node) / 8

    assert taquin.search(Fractions()).cost == pytest.approx(418 / 8)
    assert taquin.search(Fractions(), precision=1_000_000).cost == pytest.approx(418 / 8)
    with pytest.raises(ValueError, match="use a precision below"):
        taquin.search(Fractions(), precision=1_000_000_000)


def test_costs_are_reported_in_their_own_units():
    for algorithm in ("astar", "greedy", "dfs", "dijkstra"):
        found = taquin.search(RouteMap(), algorithm=algorithm)
        first = {node["state"]: node["g"] for node in found.nodes() if node["parent"] == 0}
        assert first["Sibiu"] == 140, algorithm
    assert taquin.search(RouteMap(), algorithm="ida").stats.iterations[-1][0] == 418
    assert {node["g"] for node in taquin.search(RouteMap(), algorithm="bfs").nodes()} <= {0, 1, 2, 3}

    class Expensive(RouteMap):
        def action_cost(self, city, action, following):
            return 2_000_000

    with pytest.raises(ValueError, match=r"add up to more than .*; use a precision below 1000"):
        taquin.search(Expensive(), algorithm="dijkstra")
    assert taquin.search(Expensive(), algorithm="dijkstra", precision=1).cost == 6_000_000


def test_limits_hold_with_slow_methods():
    class Slow(Vacuum):
        initial = 0

        def actions(self, state):
            time.sleep(0.001)
            return [1, 2]

        def result(self, state, action):
            return 2 * state + action

        def is_goal(self, state):
            return False

    began = time.monotonic()
    assert taquin.search(Slow(), algorithm="bfs", max_seconds=0.1).stopped_by == "time"
    assert time.monotonic() - began < 1.0
    Slow.actions = lambda self, state: [1, 2]
    full = taquin.search(Slow(), algorithm="bfs", max_bytes=10_000_000)
    assert full.stopped_by == "memory" and full.stats.peak_bytes <= 10_000_000


def test_ctrl_c_where_no_method_is_called():
    class Nowhere(Vacuum):
        def is_goal(self, state):
            return False

    assert interrupted(lambda: taquin.search(Nowhere(), algorithm="ida")) < 1.0


def test_ctrl_c_in_the_middle():
    class Endless(Vacuum):
        initial = 0

        def actions(self, state):
            return [1]

        def result(self, state, action):
            return state + 1

        def is_goal(self, state):
            return False

    assert interrupted(lambda: taquin.search(Endless(), algorithm="bfs")) < 1.0


def test_ctrl_c_where_no_method_is_written_in_python():
    native = SimpleNamespace(initial=1, actions=int.as_integer_ratio, result=operator.add, is_goal=(-1).__eq__)
    assert interrupted(lambda: taquin.search(native, algorithm="bfs")) < 1.0


class EndlessActions(Vacuum):
    def actions(self, state):
        return itertools.repeat("left")


def test_endless_actions_are_bounded():
    assert interrupted(lambda: taquin.search(EndlessActions(), algorithm="bfs")) < 1.0
    assert taquin.search(EndlessActions(), algorithm="bfs", max_seconds=0.1).stopped_by == "time"
    full = taquin.search(EndlessActions(), algorithm="bfs", max_bytes=1_000_000)
    assert full.stopped_by == "memory" and full.stats.peak_bytes <= 1_000_000


def test_an_estimate_that_the_search_did_not_need_may_raise():
    """It is asked for after the search; its exception must not stay in the result."""

    class Broken(Vacuum):
        def h(self, node):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        taquin.search(Broken(), algorithm="beam", max_nodes=0)
