"""A solution in a notebook: a player that steps forward and back, in plain HTML without a server."""

from __future__ import annotations

import html
import json
import uuid
from collections.abc import Sequence
from typing import Optional

from ._taquin import Board

_PAGE = """<div id="{id}" class="taquin-player" tabindex="0">
<style>
#{id} {{ --tile: #f2f3f5; --text: #1b1f24; --edge: #8a929c; --moved: #ffb454; font: 15px system-ui, sans-serif;
  display: inline-block; padding: 8px; color: var(--text); outline-offset: 2px; }}
@media (prefers-color-scheme: dark) {{
  #{id} {{ --tile: #2b3138; --text: #e8eaed; --edge: #79818b; --moved: #b36b00; }} }}
[data-jp-theme-light="false"] #{id} {{ --tile: #2b3138; --text: #e8eaed; --edge: #79818b; --moved: #b36b00; }}
[data-jp-theme-light="true"] #{id} {{ --tile: #f2f3f5; --text: #1b1f24; --edge: #8a929c; --moved: #ffb454; }}
#{id} .board {{ display: inline-grid; grid-template-columns: repeat({cols}, {cell}px); gap: 3px; padding: 3px;
  border: 1px solid var(--edge); border-radius: 6px; }}
#{id} .board span {{ height: {cell}px; line-height: {cell}px; text-align: center; border-radius: 4px;
  background: var(--tile); border: 1px solid var(--edge); box-sizing: border-box; font-size: {font}px; }}
#{id} .board span.blank {{ visibility: hidden; }}
#{id} .board span.moved {{ background: var(--moved); font-weight: bold; }}
#{id} .bar {{ margin-top: 8px; display: flex; gap: 6px; align-items: center; flex-wrap: wrap; }}
#{id} button {{ min-width: 2.4em; min-height: 2em; }}
#{id} p {{ margin: 0 0 8px; max-width: 42em; overflow-wrap: anywhere; }}
</style>
<p>{title}</p>
<div class="board" role="img" aria-label="the board"></div>
<div class="bar">
<button type="button" data-go="first" aria-label="to the start">&laquo;</button>
<button type="button" data-go="back" aria-label="one move back">&lsaquo;</button>
<button type="button" data-go="play" aria-label="play or pause">play</button>
<button type="button" data-go="next" aria-label="one move forward">&rsaquo;</button>
<button type="button" data-go="last" aria-label="to the end">&raquo;</button>
<input type="range" min="0" max="{last}" value="0" aria-label="move">
<output></output>
</div>
<script>
(() => {{
  const root = document.getElementById("{id}");
  const boards = {boards}, moves = {moves};
  const board = root.querySelector(".board"), range = root.querySelector("input"), out = root.querySelector("output");
  let at = 0, timer = null;
  const show = (step) => {{
    at = Math.max(0, Math.min(boards.length - 1, step));
    const before = at > 0 ? boards[at - 1] : null;
    board.replaceChildren(...boards[at].map((tile, cell) => {{
      const span = document.createElement("span");
      span.textContent = tile || "";
      if (!tile) span.className = "blank";
      else if (before && before[cell] !== tile) span.className = "moved";
      return span;
    }}));
    range.value = at;
    out.textContent = `${{at}} of ${{boards.length - 1}}` + (at ? `: blank ${{moves[at - 1]}}` : "");
  }};
  const stop = () => {{ clearInterval(timer); timer = null; }};
  const go = {{
    first: () => show(0), back: () => show(at - 1), next: () => show(at + 1), last: () => show(boards.length - 1),
    play: () => {{
      if (timer) return stop();
      if (at === boards.length - 1) show(0);
      timer = setInterval(() => {{ show(at + 1); if (at === boards.length - 1) stop(); }}, 350);
    }},
  }};
  root.addEventListener("click", (event) => {{
    const what = event.target.dataset && event.target.dataset.go;
    if (what) {{ if (what !== "play") stop(); go[what](); }}
  }});
  range.addEventListener("input", () => {{ stop(); show(Number(range.value)); }});
  root.addEventListener("keydown", (event) => {{
    if (event.target === range) return;
    const keys = {{ ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" }};
    if (keys[event.key]) {{ event.preventDefault(); go[keys[event.key]](); }}
  }});
  show(0);
}})();
</script>
</div>"""


def player(boards: Sequence[Board], moves: Optional[str], title: str) -> str:
    """Return the HTML of a player; without boards, only the title."""
    if not boards:
        return f"<p>{html.escape(title)}</p>"
    cols = boards[0].shape[1]
    cell = max(26, min(48, 420 // cols))
    digits = len(str(len(boards[0]) - 1))
    return _PAGE.format(
        id=f"taquin-player-{uuid.uuid4().hex}",
        title=html.escape(title),
        cols=cols,
        cell=cell,
        font=max(9, min(cell // 2, int(cell / (0.75 * digits)))),
        last=len(boards) - 1,
        boards=json.dumps([board.tiles for board in boards]),
        moves=json.dumps(moves or ""),
    )
