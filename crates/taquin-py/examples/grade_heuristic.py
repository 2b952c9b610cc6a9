"""Grade a heuristic: is it admissible and consistent, and how good is it?"""

import taquin
from taquin import Board


def tiles_out_of_row_and_column(board: Board) -> int:
    """Count the tiles that are not in their row, and those that are not in their column."""
    columns = board.shape[1]
    return sum(
        (cell // columns != (tile - 1) // columns) + (cell % columns != (tile - 1) % columns)
        for cell, tile in enumerate(board.tiles)
        if tile
    )


if __name__ == "__main__":
    print(taquin.check_heuristic(tiles_out_of_row_and_column))
