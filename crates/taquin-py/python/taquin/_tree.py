"""The search tree of a custom problem, as SVG."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any, Optional

#: With more nodes than this, the picture would be unreadable.
MOST_NODES = 300

_STYLE = """<style>
.b { fill: #ffffff; }
.t { font: 12px 'Helvetica Neue', Helvetica, Arial, sans-serif; fill: #1b1f24; text-anchor: middle; }
.n { fill: #f2f3f5; stroke: #8a929c; } .o { fill: #ffffff; stroke: #8a929c; stroke-dasharray: 3 2; }
.p { fill: #ffd59a; stroke: #b36b00; stroke-width: 2; } .e { stroke: #8a929c; fill: none; }
.q { stroke: #b36b00; stroke-width: 2.5; fill: none; }
@media (prefers-color-scheme: dark) { .b { fill: #15181d; }
.t { fill: #e8eaed; } .n { fill: #2b3138; } .o { fill: #16191d; }
.p { fill: #6b4300; stroke: #ffb454; } .q { stroke: #ffb454; } }
</style>"""


def tree(nodes: Sequence[dict[str, Any]]) -> Optional[str]:
    """Draw the nodes of a search below their parents, the root first; explored nodes have their place in the order."""
    if len(nodes) > MOST_NODES:
        return None
    known = {node["node"]: node for node in nodes}
    children: dict[int, list[int]] = {number: [] for number in known}
    for number, node in known.items():
        if node["parent"] in children:
            children[node["parent"]].append(number)
    widths = {number: max(40.0, 7.0 * max(map(len, _label(node)), default=0) + 14) for number, node in known.items()}
    places: dict[int, tuple[float, int]] = {}
    right = _lay_out(next(iter(known)), children, widths, places)
    depth = max(level for _, level in places.values())
    width, height = right + 20, 70 * depth + 80
    shapes = []
    for number, (x, level) in places.items():
        for child in children[number]:
            cx, below = places[child]
            kind = "q" if known[number]["on_path"] and known[child]["on_path"] else "e"
            shapes.append(f'<path class="{kind}" d="M{x:.0f} {70 * level + 54}L{cx:.0f} {70 * below + 20}"/>')
    for number, (x, level) in places.items():
        kind = "p" if known[number]["on_path"] else "n" if known[number]["order"] else "o"
        half, top = widths[number] / 2, 70 * level + 20
        shapes.append(f'<rect class="{kind}" x="{x - half:.0f}" y="{top}" width="{2 * half:.0f}" height="34" rx="5"/>')
        for line, text in enumerate(_label(known[number])):
            shapes.append(f'<text class="t" x="{x:.0f}" y="{top + 14 + 14 * line}">{html.escape(text)}</text>')
    size = f'width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}"'
    back = f'<rect class="b" width="{width:.0f}" height="{height}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>{_STYLE}{back}{"".join(shapes)}</svg>'


def _label(node: dict[str, Any]) -> list[str]:
    state = str(node["state"])
    state = state if len(state) <= 24 else state[:23] + "…"
    number = f"{node['order']}. " if node["order"] else ""
    return [state, f"{number}g {node['g']:g}" + (f" h {node['h']:g}" if node["h"] else "")]


def _lay_out(
    root: int,
    children: dict[int, list[int]],
    widths: dict[int, float],
    places: dict[int, tuple[float, int]],
) -> float:
    """Place leaves from left to right and parents above their children, without recursion: trees may be deep."""
    right = 10.0
    stack = [(root, 0, False)]
    while stack:
        number, level, done = stack.pop()
        if done:
            xs = [places[child][0] for child in children[number]]
            x = (xs[0] + xs[-1]) / 2
            places[number] = (x, level)
            right = max(right, x + widths[number] / 2 + 10)
        elif children[number]:
            stack.append((number, level, True))
            stack.extend((child, level + 1, False) for child in reversed(children[number]))
        else:
            places[number] = (right + widths[number] / 2, level)
            right += widths[number] + 10
    return right
