"""A small AlphaZero (Silver et al. 2017) on Minixiangqi in numpy: a network of one hidden layer guides a search that teaches it.

It shows the loop; for strength take a real network. `python alphazero.py` runs some minutes, `--quick` some seconds.
"""
# Prints: loss \d+\.\d+ -> \d+\.\d+, fell

import math
import sys

import numpy as np

import spielraum

quick = "--quick" in sys.argv
game = spielraum.Game("minixiangqi")
rng = np.random.default_rng(7)
INPUTS, HIDDEN, ACTIONS = math.prod(game.board_shape) + 1, 64, game.action_count


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


def inputs_of(position: spielraum.Position) -> np.ndarray:
    board, features = position.observation()
    return np.append(board.ravel(), features[0]).astype(float)


def search(position: spielraum.Position, network: Network, visits: int) -> dict[int, float]:
    """One ply of PUCT: how often each action was tried, as shares."""
    legal = position.legal_actions()
    _, logits, _ = network(inputs_of(position)[None])
    prior = np.exp(logits[0, legal] - logits[0, legal].max())
    prior = 0.75 * prior / prior.sum() + 0.25 * rng.dirichlet(np.full(len(legal), 0.5))
    tried, won = np.zeros(len(legal)), np.zeros(len(legal))
    for visit in range(visits):
        mean = np.divide(won, tried, out=np.zeros_like(won), where=tried > 0)
        best = int(np.argmax(mean + 1.5 * prior * math.sqrt(visit + 1) / (1 + tried)))
        position.push_action(legal[best])
        outcome = position.outcome()
        if outcome is not None:
            value = 0.0 if outcome.winner is None else -1.0
        else:
            value = float(network(inputs_of(position)[None])[2][0])
        position.pop()
        tried[best] += 1
        won[best] -= value
    return dict(zip(legal, tried / tried.sum()))


def self_play(network: Network, visits: int, longest: int) -> list[tuple[np.ndarray, np.ndarray, float]]:
    position, record = game.position(), []
    while not position.is_over() and position.ply < longest:
        shares = search(position, network, visits)
        target = np.zeros(ACTIONS)
        target[list(shares)] = list(shares.values())
        record.append((inputs_of(position), target, position.turn))
        position.push_action(int(rng.choice(list(shares), p=list(shares.values()))))
    outcome = position.outcome()
    winner = outcome.winner if outcome else None
    return [(x, target, 0.0 if winner is None else 1.0 if side == winner else -1.0) for x, target, side in record]


network = Network()
losses: list[float] = []
for generation in range(2 if quick else 20):
    examples = [example for _ in range(3 if quick else 20) for example in self_play(network, 12 if quick else 60, 40 if quick else 150)]
    x, target, result = map(np.array, zip(*examples))
    for _ in range(30 if quick else 200):
        batch = rng.integers(0, len(x), 64)
        losses.append(network.learn(x[batch], target[batch], result[batch], 0.5))
    print(f"generation {generation}: {len(x)} positions, loss {np.mean(losses[-10:]):.3f}")
before, after = np.mean(losses[:5]), np.mean(losses[-5:])
print(f"loss {before:.3f} -> {after:.3f}, {'fell' if after < before else 'did not fall'}")
