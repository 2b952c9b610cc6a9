"""A cluster of three nodes on one machine: a batch of boards, and one hard board divided among the workers."""

import sys
from typing import Any

import ray
import taquin
from ray.cluster_utils import Cluster
from taquin import cluster


def main(count: int) -> None:
    """Solve `count` random 15-puzzles, then find the shortest solution of a 24-puzzle."""
    nodes: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    for _ in range(2):
        nodes.add_node(num_cpus=1)
    rows = cluster.bench(random=count, size="4x4", configurations=["fast-ida:pdb:663"], address=nodes.address)
    lengths = [row["length"] for row in rows]
    print(f"{len(rows)} boards of 4x4, {sum(lengths) / len(lengths):.2f} moves on average")
    board = taquin.Board("3 17 9 8 24/1 11 12 14 0/5 4 22 13 16/21 15 6 7 10/20 23 2 18 19")
    solution = cluster.solve(board, goal="zero-first", address=nodes.address)
    print(f"{solution.length} moves, proven; {solution.expanded:,} nodes in {solution.seconds:.1f} s")
    ray.shutdown()
    nodes.shutdown()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
