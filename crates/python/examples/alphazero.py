"""A small AlphaZero (Silver et al. 2017) in numpy: a network of one hidden layer guides a tree search that teaches it.

`python alphazero.py raumschach` runs some minutes, `--quick` some seconds. It shows the loop; for strength take a real network, whose
`evaluate` may run on a GPU. All positions are seen from the mover's side, and each is learned from with its mirror image.
"""
# Prints: loss \d+\.\d+ -> \d+\.\d+, fell

import math
import sys

import numpy as np

import spielraum
from spielraum.symmetry import MoverView, symmetries

quick = "--quick" in sys.argv
names = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
game = spielraum.Game(names[0] if names else "minixiangqi")
rng = np.random.default_rng(7)
view, images = MoverView(game), [found for found in symmetries(game) if not found.swaps_sides and found.is_complete]
INPUTS, HIDDEN, ACTIONS = math.prod(game.board_shape), 64, game.action_count


class Network:
    """Position -> (logits of all actions, value for the side to move)."""

    def __init__(self) -> None:
        self.weights = [
            rng.normal(0, 0.1, (INPUTS, HIDDEN)),
            np.zeros(HIDDEN),
            rng.normal(0, 0.02, (HIDDEN, ACTIONS)),
            rng.normal(0, 0.1, HIDDEN),
        ]

    def __call__(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        first, bias, policy, value = self.weights
        hidden = np.maximum(inputs @ first + bias, 0)
        return hidden, hidden @ policy, np.tanh(hidden @ value)

    def learn(self, inputs: np.ndarray, targets: np.ndarray, results: np.ndarray, rate: float) -> float:
        first, bias, policy, value = self.weights
        hidden, logits, values = self(inputs)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        loss = -(targets * np.log(chances + 1e-9)).sum(1).mean() + ((values - results) ** 2).mean()
        to_logits = (chances - targets) / len(inputs)
        to_value = 2 * (values - results) * (1 - values**2) / len(inputs)
        to_hidden = (to_logits @ policy.T + np.outer(to_value, value)) * (hidden > 0)
        for weight, slope in zip(
            self.weights, [inputs.T @ to_hidden, to_hidden.sum(0), hidden.T @ to_logits, hidden.T @ to_value]
        ):
            weight -= rate * slope
        return float(loss)


network = Network()


def evaluate(shown: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Logits and values of positions: what the network says of the mover's view, turned back for Black."""
    boards = view(shown)["board"]
    _, logits, values = network(boards.reshape(len(boards), -1).astype(float))
    black = shown["features"][:, 0] == 1
    logits[black] = view.symmetry.of_actions(logits[black])
    return logits, values


def self_play(games: int, visits: int, longest: int, seed: int) -> list[tuple[np.ndarray, np.ndarray, float]]:
    """Games played together: for each position the mover's view, how often each action was tried, and the result."""
    search = spielraum.TreeSearch(game, evaluate, visits=visits, noise=(0.5, 0.25))
    positions = [game.position() for _ in range(games)]
    records: list[list[tuple[np.ndarray, np.ndarray, str]]] = [[] for _ in positions]
    for ply in range(longest):
        going = [number for number, position in enumerate(positions) if not position.is_over()]
        found = search.search([positions[number] for number in going], seed=seed + ply)
        for place, number in enumerate(going):
            position, part = positions[number], slice(*found["offsets"][place : place + 2])
            shares = np.zeros(ACTIONS)
            shares[found["actions"][part]] = found["visits"][part] / found["visits"][part].sum()
            action = int(rng.choice(ACTIONS, p=shares))
            board = position.observation()[0]
            if position.turn == "black":
                board, shares = view.symmetry.of_board(board), view.symmetry.of_actions(shares)
            records[number].append((board, shares, position.turn))
            position.push_action(action)
    examples = []
    for position, record in zip(positions, records):
        outcome = position.outcome()
        winner = outcome.winner if outcome else None
        for board, shares, side in record:
            result = 0.0 if winner is None else 1.0 if side == winner else -1.0
            examples += [(image.of_board(board).ravel(), image.of_actions(shares), result) for image in images]
    return examples


losses: list[float] = []
for generation in range(2 if quick else 20):
    examples = self_play(4 if quick else 32, 12 if quick else 100, 40 if quick else 150, seed=1000 * generation)
    x, target, result = map(np.array, zip(*examples))
    for _ in range(30 if quick else 200):
        batch = rng.integers(0, len(x), 64)
        losses.append(network.learn(x[batch].astype(float), target[batch], result[batch], 0.5))
    print(f"generation {generation}: {len(x)} positions, loss {np.mean(losses[-10:]):.3f}")
before, after = np.mean(losses[:5]), np.mean(losses[-5:])
print(f"loss {before:.3f} -> {after:.3f}, {'fell' if after < before else 'did not fall'}")
