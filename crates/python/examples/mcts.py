"""Monte Carlo tree search (Coulom 2006; UCT, Kocsis and Szepesvari 2006) in sixty lines, for any game."""
# Prints: best move a1a8

import math
import random
import sys

import spielraum

chance = random.Random(2)


class Node:
    def __init__(self, parent: "Node | None", move: str, position: spielraum.Position) -> None:
        self.parent, self.move, self.mover = parent, move, position.turn
        self.children: list[Node] = []
        self.untried = position.legal_moves()
        chance.shuffle(self.untried)
        self.visits, self.won = 0, 0.0

    def best_child(self) -> "Node":
        return max(self.children, key=lambda c: c.won / c.visits + math.sqrt(2 * math.log(self.visits) / c.visits))


def rollout(position: spielraum.Position, plies: int) -> str | None:
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        position.push(chance.choice(moves))
    outcome = position.outcome()
    return outcome.winner if outcome else None


def search(root_position: spielraum.Position, playouts: int, plies: int = 30) -> str:
    root = Node(None, "", root_position)
    for _ in range(playouts):
        node, position = root, root_position.copy()
        while not node.untried and node.children:
            node = node.best_child()
            position.push(node.move)
        if node.untried:
            move = node.untried.pop()
            position.push(move)
            node.children.append(Node(node, move, position))
            node = node.children[-1]
        winner = rollout(position, plies)
        while node is not None:
            node.visits += 1
            if node.parent is not None:
                node.won += 0.5 if winner is None else float(winner == node.parent.mover)
            node = node.parent
    return max(root.children, key=lambda child: child.visits).move


game = spielraum.Game("chess")
position = game.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
print("best move", search(position, 300 if "--quick" in sys.argv else 3000))
