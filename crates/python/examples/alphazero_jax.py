"""AlphaZero (Silver et al. 2017) in space, in JAX: a network of convolutions over levels, ranks and files learns Raumschach by itself.

`python alphazero_jax.py raumschach` uses a GPU where JAX has one; `--quick` is small enough for any processor. Needs `jax` and `optax`.
The policy is made of parts (`Game.action_table`): a cell to start from and one to end on, compared by a product, and what a piece becomes.
So it has few weights however many actions a game has.
"""
# Prints: loss \d+\.\d+ -> \d+\.\d+, fell

import sys
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax

import spielraum
from spielraum.symmetry import MoverView, symmetries

quick = "--quick" in sys.argv
names = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
game = spielraum.Game(names[0] if names else "raumschach")
table, places, view = game.action_table(), game.cell_places(), MoverView(game)
images = [found for found in symmetries(game) if not found.swaps_sides and found.is_complete]
CELLS, PIECES, CHANNELS, BLOCKS, PARTS = len(game.cells), len(game.pieces), *((8, 1, 4) if quick else (64, 6, 32))
#: For each action the place of its pair of cells; -1, for none, is the last cell and one more.
PAIRS = (table["from"] % (CELLS + 1)) * (CELLS + 1) + table["to"] % (CELLS + 1)
rng = np.random.default_rng(7)


def weights(*shape: int) -> jax.Array:
    return jnp.asarray(rng.normal(0, np.prod(shape[1:]) ** -0.5, shape), jnp.float32)


def network() -> dict[str, jax.Array]:
    """Weights left to chance."""
    blocks = {f"block{number}": weights(CHANNELS, CHANNELS, 3, 3, 3) / 2 for number in range(2 * BLOCKS)}
    heads = {"start": weights(PARTS, CHANNELS), "end": weights(PARTS, CHANNELS), "none": weights(2, PARTS)}
    others = {"become": weights(PIECES + 1, CHANNELS), "kind": jnp.zeros(6), "value": weights(1, CHANNELS)}
    return {"first": weights(CHANNELS, len(game.planes), 3, 3, 3)} | blocks | heads | others


def convolved(boards: jax.Array, kernel: jax.Array) -> jax.Array:
    return jax.lax.conv_general_dilated(boards, kernel, (1, 1, 1), "SAME", dimension_numbers=("NCDHW", "OIDHW", "NCDHW"))


@jax.jit
def predict(net: dict[str, jax.Array], boards: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The logits of all actions, and the values."""
    inner = jax.nn.relu(convolved(boards.astype(jnp.float32), net["first"]))
    for number in range(0, 2 * BLOCKS, 2):
        inside = jax.nn.relu(convolved(inner, net[f"block{number}"]))
        inner = jax.nn.relu(inner + convolved(inside, net[f"block{number + 1}"]))
    cells = inner.reshape(len(boards), CHANNELS, -1)[:, :, places]
    mean = cells.mean(2)

    def of_cells(part: jax.Array, none: jax.Array) -> jax.Array:
        there = jnp.einsum("pc,ncs->nsp", part, cells)
        return jnp.concatenate([there, jnp.broadcast_to(none, (len(boards), 1, PARTS))], 1)

    pairs = jnp.einsum("nsp,nep->nse", of_cells(net["start"], net["none"][0]), of_cells(net["end"], net["none"][1]))
    logits = pairs.reshape(len(boards), -1)[:, PAIRS] + (mean @ net["become"].T)[:, table["piece"]] + net["kind"][table["kind"]]
    return logits, jnp.tanh(mean @ net["value"].T)[:, 0]


def loss_of(net: dict[str, jax.Array], boards: jax.Array, shares: jax.Array, results: jax.Array) -> jax.Array:
    logits, values = predict(net, boards)
    return -(shares * jax.nn.log_softmax(logits)).sum(1).mean() + ((values - results) ** 2).mean()


optimizer = optax.adam(3e-3)


@jax.jit
def learn(net, state, boards, shares, results):  # type: ignore[no-untyped-def]
    loss, slope = jax.value_and_grad(loss_of)(net, boards, shares, results)
    change, state = optimizer.update(slope, state)
    return optax.apply_updates(net, change), state, loss


def evaluate(net: dict[str, jax.Array], shown: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """What the network says of the mover's view, turned back for Black. Batches are filled up: few sizes are compiled."""
    boards, n = view(shown)["board"], len(shown["board"])
    filled = np.zeros((max(32, 1 << (n - 1).bit_length()), *game.board_shape), np.uint8)
    filled[:n] = boards
    logits, values = (np.array(part)[:n] for part in predict(net, filled))
    black = shown["features"][:, 0] == 1
    logits[black] = view.symmetry.of_actions(logits[black])
    return logits, values


Example = tuple[np.ndarray, np.ndarray, float]


def self_play(net: dict[str, jax.Array], games: int, visits: int, longest: int, seed: int) -> list[Example]:
    """Games played together: for each position the mover's view, how often each action was tried, and the result."""
    search = spielraum.TreeSearch(game, partial(evaluate, net), visits=visits, noise=(0.3, 0.25))
    positions = [game.position() for _ in range(games)]
    records: list[list[tuple[np.ndarray, np.ndarray, str]]] = [[] for _ in positions]
    for ply in range(longest):
        going = [number for number, position in enumerate(positions) if not position.is_over()]
        found = search.search([positions[number] for number in going], seed=seed + ply)
        for place, number in enumerate(going):
            position, part = positions[number], slice(*found["offsets"][place : place + 2])
            shares = np.zeros(game.action_count, np.float32)
            shares[found["actions"][part]] = found["visits"][part] / found["visits"][part].sum()
            action = int(rng.choice(found["actions"][part], p=found["visits"][part] / found["visits"][part].sum()))
            board = position.observation()[0]
            if position.turn == "black":
                board, shares = view.symmetry.of_board(board), view.symmetry.of_actions(shares)
            records[number].append((board, shares, position.turn))
            position.push_action(action)
    examples: list[Example] = []
    for position, record in zip(positions, records):
        outcome = position.outcome()
        winner = outcome.winner if outcome else None
        for board, shares, side in record:
            result = 0.0 if winner is None else 1.0 if side == winner else -1.0
            examples += [(image.of_board(board), image.of_actions(shares), result) for image in images]
    return examples


net = network()
state, losses = optimizer.init(net), []
print(f"{sum(part.size for part in net.values())} weights for {game.action_count} actions, on {jax.devices()[0].platform}")
for generation in range(2 if quick else 100):
    examples = self_play(net, *((3, 8, 12) if quick else (256, 200, 200)), seed=1000 * generation)
    boards, shares, results = map(np.array, zip(*examples))
    for _ in range(20 if quick else 500):
        batch = rng.integers(0, len(boards), 32 if quick else 512)
        net, state, loss = learn(net, state, boards[batch], shares[batch], results[batch].astype(np.float32))
        losses.append(float(loss))
    print(f"generation {generation}: {len(boards)} positions, loss {np.mean(losses[-10:]):.3f}")
before, after = np.mean(losses[:5]), np.mean(losses[-5:])
print(f"loss {before:.3f} -> {after:.3f}, {'fell' if after < before else 'did not fall'}")
