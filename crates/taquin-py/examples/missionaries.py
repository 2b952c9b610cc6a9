"""A custom problem: three missionaries and three cannibals cross a river."""

from __future__ import annotations

import taquin

State = tuple[int, int, bool]


class Crossing:
    """How many missionaries and cannibals are on the left bank, and whether the boat is."""

    initial: State = (3, 3, True)

    def actions(self, state: State) -> list[tuple[int, int]]:
        """Return who may cross so that no one is eaten on either bank."""
        return [boat for boat in [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)] if self._is_safe(self.result(state, boat))]

    def result(self, state: State, boat: tuple[int, int]) -> State:
        """Return the state after a crossing."""
        missionaries, cannibals, left = state
        sign = -1 if left else 1
        return (missionaries + sign * boat[0], cannibals + sign * boat[1], not left)

    def is_goal(self, state: State) -> bool:
        """Return whether all are on the right bank."""
        return state == (0, 0, False)

    def _is_safe(self, state: State) -> bool:
        missionaries, cannibals, _ = state
        possible = 0 <= missionaries <= 3 and 0 <= cannibals <= 3
        return possible and (missionaries in (0, 3) or missionaries == cannibals)


if __name__ == "__main__":
    found = taquin.search(Crossing(), algorithm="bfs")
    print(f"{len(found)} crossings, {found.stats.explored} states explored")
    for state in found.states or []:
        print(state)
