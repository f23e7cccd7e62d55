"""A trainer of networks (NNUE) in JAX: it learns from the files that `spielraum learn data` writes what `spielraum learn train` learns.

`python nnue_jax.py raumschach *.games --out raumschach.nnue` writes a file that the engine reads; `--hidden 64 --epochs 10` are what is usual.
`--quick` plays some games first and is small enough for any processor. Needs `jax` and `optax`.
"""
# Prints: loss \d\.\d+ -> \d\.\d+, fell; \d+ positions, largest difference to whole numbers \d+ centipawns

import argparse
import tempfile
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from spielraum import Game, learn, nnue

parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
parser.add_argument("game", nargs="?", default="raumschach")
parser.add_argument("shards", nargs="*", help="files of games, as `spielraum learn data` writes them")
parser.add_argument("--out", help="the network's file")
parser.add_argument("--hidden", type=int, default=64)
parser.add_argument("--epochs", type=int, default=10)
parser.add_argument("--batch", type=int, default=1_024)
parser.add_argument("--rate", type=float, default=0.001)
parser.add_argument("--quick", action="store_true")
args = parser.parse_args()
if args.quick:
    args.hidden, args.epochs, args.batch = 16, 3, 128
    folder = tempfile.TemporaryDirectory()
    args.shards = [str(Path(folder.name) / "quick.games")]
    learn.play(Game(args.game), args.shards[0], games=40, nodes=20, max_plies=60, nearby=0)
elif not args.shards:
    parser.error("name the files to learn from, or --quick")

game = Game(args.game)
inputs = nnue.Inputs.of(game)
shards = [nnue.Positions.read(game, path) for path in args.shards]
scale = shards[0].best_scale()
width = max(shard.width for shard in shards)
images = jnp.asarray(np.stack(inputs.images))
#: A factor of -1 takes the row after the last, which stays 0.
factors = jnp.asarray(inputs.factors)
FACTORS = int(inputs.factors.max()) + 1
rng = np.random.default_rng(1)

Weights = dict[str, jax.Array]


def initial() -> Weights:
    """Weights left to chance: as in the program's own trainer, inputs begin with what they have in common."""
    hidden = args.hidden
    spread = lambda size, *shape: jnp.asarray(rng.uniform(-size, size, shape), jnp.float32)
    return {
        "rows": jnp.zeros((len(inputs), hidden)),
        "values": jnp.zeros(len(inputs)),
        "factor_rows": spread(0.1, FACTORS, hidden),
        "factor_values": jnp.zeros(FACTORS),
        "biases": spread(0.1, hidden),
        "output": spread(hidden**-0.5, 2 * hidden),
        "outputs": jnp.zeros((nnue.BUCKETS, 2 * hidden)),
        "output_biases": jnp.zeros(nnue.BUCKETS),
    }


def folded(weights: Weights) -> Weights:
    """The weights of the file, in floating point."""
    return {
        "rows": weights["rows"] + jnp.append(weights["factor_rows"], jnp.zeros((1, args.hidden)), 0)[factors].sum(1),
        "values": weights["values"] + jnp.append(weights["factor_values"], 0)[factors].sum(1),
        "biases": weights["biases"],
        "outputs": weights["outputs"] + weights["output"],
        "output_biases": weights["output_biases"],
    }


def outputs(weights: Weights, own: jax.Array, other: jax.Array, counts: jax.Array, buckets: jax.Array) -> jax.Array:
    """What positions are worth to the side to move; 1 is 400 centipawns."""
    net = folded(weights)
    sums = [jnp.einsum("nw,nwh->nh", counts, net["rows"][seen]) + net["biases"] for seen in (own, other)]
    units = jnp.concatenate([jnp.clip(side, 0, 1) ** 2 for side in sums], 1)
    values = [(counts * net["values"][seen]).sum(1) for seen in (own, other)]
    return (units * net["outputs"][buckets]).sum(1) + net["output_biases"][buckets] + (values[0] - values[1]) / 2


def error(weights: Weights, targets: jax.Array, *position: jax.Array) -> jax.Array:
    expected = jax.nn.sigmoid(outputs(weights, *position) * nnue.OUTPUT_CENTIPAWNS / scale)
    return ((expected - targets) ** 2).mean()


sizes = [len(shard) // args.batch for shard in shards]
steps = max(1, args.epochs * sum(sizes))
optimizer = optax.adamw(optax.cosine_decay_schedule(args.rate, steps), weight_decay=0.1)


@partial(jax.jit, donate_argnums=(0, 1))
def step(weights: Weights, state: optax.OptState, image: jax.Array, targets: jax.Array, own: jax.Array, other: jax.Array, *rest: jax.Array):
    loss, gradient = jax.value_and_grad(error)(weights, targets, images[image][own], images[image][other], *rest)
    updates, state = optimizer.update(gradient, state, weights)
    weights = optax.apply_updates(weights, updates)
    return weights | {name: jnp.clip(weights[name], -0.99, 0.99) for name in ("output", "outputs")}, state, loss


weights = initial()
state, losses = optimizer.init(weights), []
buckets = [nnue.Weights.zeros(inputs, 16).buckets(shard.pieces) for shard in shards]
targets = [shard.targets(scale) for shard in shards]
for epoch in range(args.epochs):
    order = [(number, batch) for number, shard in enumerate(shards) for batch in np.array_split(rng.permutation(len(shard))[: sizes[number] * args.batch], sizes[number] or 1)]
    found = []
    for place in rng.permutation(len(order)):
        number, batch = order[place]
        shown = (targets[number][batch], *shards[number].padded(batch, width), buckets[number][batch])
        weights, state, loss = step(weights, state, jnp.asarray(rng.integers(len(images))), *(jnp.asarray(part) for part in shown))
        found.append(loss)
    losses.append(float(np.mean(found)))
    print(f"epoch {epoch + 1} of {args.epochs}: loss {losses[-1]:.5f}", flush=True)

record = {"trainer": "jax", "positions": sum(map(len, shards)), "hidden": args.hidden, "epochs": args.epochs, "scale": scale, "loss": losses[-1]}
network = nnue.Network(game, nnue.Weights.quantised(inputs, **folded(weights)), record)
if args.out:
    network.write(args.out)
some = np.arange(min(len(shards[0]), 1_000))
exact = outputs(weights, *map(jnp.asarray, shards[0].padded(some, width)), jnp.asarray(buckets[0][some]))
whole = network.evaluate(shards[0])[: len(some)]
difference = int(np.abs(np.asarray(exact) * nnue.OUTPUT_CENTIPAWNS - whole).max())
print(f"loss {losses[0]:.5f} -> {losses[-1]:.5f}, {'fell' if losses[-1] < losses[0] else 'did not fall'}; {len(some)} positions, largest difference to whole numbers {difference} centipawns")
