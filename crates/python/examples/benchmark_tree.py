"""An agent for the benchmark Spielraum-v1: a tree search that knows the rules and nothing else.

    python -m spielraum.benchmark run raumschach --agent benchmark_tree.py:tree --name tree --budget "400 visits"

Put what your network says in `nothing`, and the agent is yours. Run by itself the file plays one opening of Raumschach.
"""
# Prints: tree against random: [12]\.\d of 2

import sys

import numpy as np

from spielraum import Position, TreeSearch, benchmark

VISITS = 60 if "--quick" in sys.argv else 400


def nothing(shown: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """All moves are alike, and every position is even: only ends of games are known."""
    return np.zeros(shown["action_mask"].shape, np.float32), np.zeros(len(shown["board"]), np.float32)


def tree(positions: list[Position]) -> list[str]:
    """The most visited move of each position."""
    game = positions[0].game
    found = TreeSearch(game, nothing, visits=VISITS, leaves=8, seed=1).search(positions)
    moves = []
    for number, position in enumerate(positions):
        part = slice(*found["offsets"][number : number + 2])
        best = int(found["actions"][part][np.argmax(found["visits"][part])])
        by_action = {}
        for move in position.legal_moves():
            by_action.setdefault(position.action(move)[0], move)
        moves.append(by_action[best])
    return moves


if __name__ == "__main__":
    result = benchmark.run("raumschach", tree, name="tree", opponents=["random"], openings=1)
    against = result["opponents"]["random"]
    print(f"tree against random: {against['points']} of {against['games']}")
