"""Networks (NNUE) and the positions that they learn from, as numpy arrays: for trainers of your own.

>>> from spielraum import Engine, Game, nnue
>>> game = Game("chess")
>>> position = game.position()
>>> weights = nnue.Weights.zeros(nnue.Inputs.of(game), hidden=16)
>>> network = nnue.Network(game, weights)
>>> network.evaluate(nnue.Positions.of(game, [position]))
array([0], dtype=int32)
>>> Engine(game, network=network.to_bytes()).evaluate(position)
0

`Positions.read` reads what `spielraum learn data` or `spielraum.learn.play` has played, `Weights.quantised` makes whole numbers of
what a trainer has found, and `Network.write` makes the file that the engine reads (`EvalFile` over UCI, `Engine(game, network=...)`).
docs/networks.md describes the arithmetic and both files. The package's example `nnue_jax.py` is a trainer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _spielraum
from ._spielraum import Game, Position

__all__ = ["BUCKETS", "OUTPUT_CENTIPAWNS", "UNIT", "VALUE_UNIT", "WEIGHT_UNIT", "Inputs", "Network", "Positions", "Weights"]

#: How many steps of `rows` and `biases` are an activation of 1.
UNIT = 255
#: How many steps of `outputs` are a weight of 1.
WEIGHT_UNIT = 64
#: What an output of 1 is worth, in centipawns.
OUTPUT_CENTIPAWNS = 400
#: How many steps of `values` are a centipawn.
VALUE_UNIT = 4
#: How many last layers there are, each for a share of the number of pieces.
BUCKETS = 8
#: The bounds of what the engine can add up.
_MAX_OUTPUT = 1 << 20


@dataclass(frozen=True, eq=False)
class Inputs:
    """What each input of a game's networks is about.

    Each side sees its own pieces by type and cell, the enemy's, then how many of each type each side has in hand, then what the rules
    count for each. Black sees the board through the game's mirror, so that both sides see their own start alike.
    """

    game: Game
    #: For each input the number of its plane: the side's pieces of a type, or one thing in hand or counted.
    plane: NDArray[np.int32]
    #: For each input whether it is about the enemy of the side that sees it.
    enemy: NDArray[np.bool_]
    #: For each input the cell, a number of `game.cells` as White sees it; -1 for what is in hand or counted.
    cell: NDArray[np.int32]
    #: For each symmetry of the board what becomes of each input, the identity first: what is learned of a position holds for its images.
    images: tuple[NDArray[np.int32], ...]
    #: How many pieces are on the board at the start: what `Weights.pieces` usually is.
    pieces: int

    @classmethod
    def of(cls, game: Game) -> Inputs:
        """The inputs of a game. Raises LearningError for a game with more than 128 types of pieces."""
        described = _spielraum.nnue_inputs(game)
        images = tuple(described["images"])
        return cls(game, described["plane"], described["enemy"], described["cell"], images, described["pieces"])

    def __len__(self) -> int:
        return len(self.plane)

    @property
    def factors(self) -> NDArray[np.int32]:
        """What inputs have in common, as an array `[inputs, 4]`: numbers of the type, and of the type on the cell's rank, file and level.

        A trainer that adds a row for each factor to an input's own learns of one cell for others. What has no cell has -1.
        """
        _, _, ranks, files = (int(size) for size in self.game.board_shape)
        place = self.game.cell_places()[np.maximum(self.cell, 0)]
        axes = [np.zeros_like(place), 1 + place // files % ranks, 1 + ranks + place % files, 1 + ranks + files + place // (ranks * files)]
        keys = np.stack([self.plane * (int(axes[3].max()) + 1) + axis for axis in axes], axis=1)
        numbers = np.unique(keys[self.cell >= 0], return_inverse=True)[1].reshape(-1, 4)
        found = np.full(keys.shape, -1, np.int32)
        found[self.cell >= 0] = numbers
        return found


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions as networks see them, one after the other.

    Position `i` has the inputs from `offsets[i]` to `offsets[i + 1]` of `own` (as the side to move sees them), `other` (as the other side
    does) and `counts` (how many there are of each).
    """

    game: Game
    #: The number of the game that each position is of; positions of a game stand together, in their order.
    games: NDArray[np.int64]
    #: What the search found, in centipawns for the side to move.
    scores: NDArray[np.int16]
    #: How the game ended for the side to move: 1, 0.5 or 0.
    results: NDArray[np.float32]
    #: Whether it is Black's turn.
    black: NDArray[np.bool_]
    #: How many pieces are on the board.
    pieces: NDArray[np.int32]
    offsets: NDArray[np.int64]
    own: NDArray[np.int32]
    other: NDArray[np.int32]
    counts: NDArray[np.int16]
    #: Whether positions a random move or two away from those of games are among them, which are not one after the other.
    nearby: bool = False

    @classmethod
    def read(cls, game: Game, path: str | PathLike[str]) -> Positions:
        """The positions of a shard, a file `.games`. Raises LearningError for a file that is damaged or of other rules."""
        columns, nearby = _spielraum.nnue_shard(game, path)
        return cls(game, **columns, nearby=nearby)

    @classmethod
    def of(cls, game: Game, positions: Sequence[Position]) -> Positions:
        """Positions of a game, with scores and results of 0."""
        return cls(game, **_spielraum.nnue_positions(game, list(positions)))

    def __len__(self) -> int:
        return len(self.scores)

    def padded(self, which: ArrayLike, width: int | None = None) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
        """The inputs of the positions `which` as rectangles `[n, width]`: own, other, counts. What fills them up is input 0, 0 times.

        `width` is the number of inputs of the position that has most if nothing is said; a fixed one lets JAX compile once.
        """
        which = np.asarray(which, np.int64)
        first, length = self.offsets[which], np.diff(self.offsets)[which]
        most = int(length.max(initial=1))
        if width is None:
            width = most
        elif width < most:
            raise ValueError(f"a position has {most} inputs, more than the width of {width}")
        column = np.arange(width)
        there = column < length[:, None]
        places = np.where(there, first[:, None] + column, 0)
        if not len(self.counts):
            empty = np.zeros(places.shape, np.int32)
            return empty, empty, empty.astype(np.float32)
        own, other = (np.where(there, side[places], 0) for side in (self.own, self.other))
        return own, other, np.where(there, self.counts[places], 0).astype(np.float32)

    @property
    def width(self) -> int:
        """The most inputs that a position has."""
        return int(np.diff(self.offsets).max(initial=1))

    def best_scale(self) -> float:
        """How many centipawns multiply the odds to win by e, so that scores fit results best."""
        step = max(1, -(-len(self) // 50_000))
        scores, results = self.scores[::step].astype(np.float64), self.results[::step]
        candidates = 50 * 1.1 ** np.arange(40)
        errors = [((results - 1 / (1 + np.exp(-scores / scale))) ** 2).sum() for scale in candidates]
        return float(candidates[int(np.argmin(errors))])

    def targets(self, scale: float, td_lambda: float = 0.9) -> NDArray[np.float32]:
        """What a network should expect of each position, from 0 to 1 for the side to move.

        It is the logistic function of the score, mixed with what the next position of the game was worth, and so on to the result: TD(λ)
        (Richard Sutton, 1988). Positions of a shard with positions nearby keep their scores.
        """
        expected = 1 / (1 + np.exp(-self.scores.astype(np.float64) / scale))
        if self.nearby or td_lambda == 0:
            return expected.astype(np.float32)
        white = np.where(self.black, 1 - expected, expected)
        ends = np.where(self.black, 1 - self.results, self.results)
        after = 0.0
        for place in range(len(self) - 1, -1, -1):
            if place + 1 == len(self) or self.games[place] != self.games[place + 1]:
                after = float(ends[place])
            after = white[place] = (1 - td_lambda) * white[place] + td_lambda * after
        return np.where(self.black, 1 - white, white).astype(np.float32)


@dataclass(eq=False)
class Weights:
    """The weights of a network, as whole numbers: those of the file."""

    #: `[inputs, hidden]`, in steps of 1 / `UNIT`.
    rows: NDArray[np.int16]
    #: `[inputs]`: what each input is worth by itself to the side that sees it, `VALUE_UNIT` steps to the centipawn.
    values: NDArray[np.int16]
    #: `[hidden]`, in steps of 1 / `UNIT`.
    biases: NDArray[np.int16]
    #: `[BUCKETS, 2 * hidden]`, in steps of 1 / `WEIGHT_UNIT`: those of the side to move's units first.
    outputs: NDArray[np.int8]
    #: `[BUCKETS]`, in steps of 1 / (`UNIT` * `WEIGHT_UNIT`).
    output_biases: NDArray[np.int32]
    #: How many pieces are many: a position with as many on the board has the last bucket.
    pieces: int

    @classmethod
    def zeros(cls, inputs: Inputs, hidden: int) -> Weights:
        """Weights that say 0 of everything."""
        return cls.quantised(
            inputs,
            rows=np.zeros((len(inputs), hidden)),
            values=np.zeros(len(inputs)),
            biases=np.zeros(hidden),
            outputs=np.zeros((BUCKETS, 2 * hidden)),
            output_biases=np.zeros(BUCKETS),
        )

    @classmethod
    def quantised(
        cls,
        inputs: Inputs,
        *,
        rows: ArrayLike,
        values: ArrayLike,
        biases: ArrayLike,
        outputs: ArrayLike,
        output_biases: ArrayLike,
        pieces: int | None = None,
    ) -> Weights:
        """Whole numbers nearest to weights in floating point.

        A hidden unit is `clip(bias + sum of rows, 0, 1) ** 2`; the output is `output_bias + outputs . units + (own values - other values) / 2`,
        and 1 of it is `OUTPUT_CENTIPAWNS`. Keep `outputs` within 1.98 while you train: what lies outside is cut off here.
        """

        def whole(weights: ArrayLike, unit: float, kind: Any, lowest: float | None = None) -> NDArray[Any]:
            found, info = np.asarray(weights, np.float64) * unit, np.iinfo(kind)
            if not np.isfinite(found).all():
                raise ValueError("a weight is not a number")
            return np.clip(np.rint(found), lowest or info.min, info.max).astype(kind)

        return cls(
            rows=whole(rows, UNIT, np.int16),
            values=whole(values, OUTPUT_CENTIPAWNS * VALUE_UNIT, np.int16),
            biases=whole(biases, UNIT, np.int16),
            outputs=whole(outputs, WEIGHT_UNIT, np.int8, -127),
            output_biases=whole(output_biases, UNIT * WEIGHT_UNIT, np.int32),
            pieces=inputs.pieces if pieces is None else pieces,
        )

    @property
    def hidden(self) -> int:
        """How many hidden units there are for each side's view."""
        return len(self.biases)

    def buckets(self, pieces: ArrayLike) -> NDArray[np.int64]:
        """Which last layer positions with this many pieces have."""
        return np.minimum(np.asarray(pieces, np.int64) * BUCKETS // (self.pieces + 1), BUCKETS - 1)


@dataclass(eq=False)
class Network:
    """A network for a game: its weights, and how it was learned as anything that JSON holds."""

    game: Game
    weights: Weights
    record: Mapping[str, Any] | None = None

    @classmethod
    def read(cls, game: Game, source: str | PathLike[str] | bytes) -> Network:
        """A network of a file, or of its bytes.

        Raises LearningError for what is no network or one of other rules, and for networks that several armies share.
        """
        content = source if isinstance(source, bytes) else Path(source).read_bytes()
        arrays, record = _spielraum.nnue_read(game, content)
        try:
            told = json.loads(record)
        except ValueError:
            told = None
        return cls(game, Weights(**arrays), told if isinstance(told, dict) else None)

    def to_bytes(self) -> bytes:
        """The content of its file.

        Raises LearningError for weights of a shape that the game has not, hidden units that are no multiple of 16 up to 256, and a
        record of more than 65,536 bytes.
        """
        weights = self.weights
        shapes: list[tuple[str, NDArray[Any], Any, tuple[int, ...]]] = [
            ("rows", weights.rows, np.int16, (len(weights.values), weights.hidden)),
            ("values", weights.values, np.int16, (len(weights.values),)),
            ("biases", weights.biases, np.int16, (weights.hidden,)),
            ("outputs", weights.outputs, np.int8, (BUCKETS, 2 * weights.hidden)),
            ("output_biases", weights.output_biases, np.int32, (BUCKETS,)),
        ]
        flat = {}
        for name, array, kind, shape in shapes:
            if array.dtype != kind or array.shape != shape:
                raise ValueError(f"{name} must be {np.dtype(kind).name} of the shape {list(shape)}, not {array.dtype.name} of {list(array.shape)}")
            flat[name] = np.ascontiguousarray(array).reshape(-1)
        if not 1 <= weights.pieces <= 65_535:
            raise ValueError(f"pieces are from 1 to 65,535, not {weights.pieces}")
        record = "" if self.record is None else json.dumps(self.record)
        return _spielraum.nnue_write(self.game, weights.pieces, **flat, record=record)

    def write(self, path: str | PathLike[str]) -> None:
        """Writes its file, whole or not at all."""
        _spielraum.write_file(path, self.to_bytes())

    def evaluate(self, positions: Positions) -> NDArray[np.int32]:
        """What positions are worth to the side to move, in centipawns: exactly what the engine starts from. It scales the value by
        the halfmove clock then, and discounts leads of more than about ten pawns."""
        most = 4_096
        parts = (np.arange(at, min(at + most, len(positions))) for at in range(0, len(positions), most))
        found = [np.zeros(0, np.int64), *(self._evaluate(positions, part) for part in parts)]
        return np.concatenate(found).astype(np.int32)

    def _evaluate(self, positions: Positions, which: NDArray[np.int64]) -> NDArray[np.int64]:
        weights = self.weights
        own, other, counts = positions.padded(which)
        whole = counts.astype(np.int32)
        units, values = [], []
        for seen in (own, other):
            sums = np.einsum("nw,nwh->nh", whole, weights.rows[seen].astype(np.int32)) + weights.biases
            # The engine's sums have 16 bits.
            units.append(np.clip(sums.astype(np.int16), 0, UNIT).astype(np.int64) ** 2)
            values.append((whole * weights.values[seen]).sum(1, dtype=np.int64))
        buckets = weights.buckets(positions.pieces[which])
        inner = (np.concatenate(units, axis=1) * weights.outputs[buckets]).sum(1)
        inner = _toward_zero(inner, UNIT) + weights.output_biases[buckets]
        layers = _toward_zero(inner * OUTPUT_CENTIPAWNS, UNIT * WEIGHT_UNIT)
        plain = _toward_zero(values[0] - values[1], 2 * VALUE_UNIT)
        clipped: NDArray[np.int64] = np.clip(layers + plain, -_MAX_OUTPUT, _MAX_OUTPUT)
        return clipped


def _toward_zero(numbers: NDArray[np.int64], by: int) -> NDArray[np.int64]:
    """A division as processors do it."""
    divided: NDArray[np.int64] = np.sign(numbers) * (np.abs(numbers) // by)
    return divided
