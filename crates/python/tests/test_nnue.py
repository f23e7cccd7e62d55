"""Networks and what they learn from, as arrays: what they say is what the engine says."""

import random
from pathlib import Path

import numpy as np
import pytest

from spielraum import Engine, Game, LearningError, Position, learn, nnue

ROOT = Path(__file__).parents[3]


def some_positions(game: Game, count: int) -> list[Position]:
    """Positions of random games whose halfmove clock is 0, so that the engine does not scale what the network says."""
    chance, found = random.Random(1), []
    while len(found) < count:
        position = game.position()
        for _ in range(60):
            if position.is_over():
                break
            position.push(chance.choice(position.legal_moves()))
            if position.halfmove_clock == 0 and not position.is_over():
                found.append(position.copy())
    return chance.sample(found, count)


@pytest.mark.parametrize("id", ["chess", "crazyhouse", "raumschach", "3check", "shogi"])
def test_a_network_says_what_the_engine_says(id: str) -> None:
    game = Game(id)
    file = next((ROOT / "games").rglob(f"{id}.nnue")).read_bytes()
    network = nnue.Network.read(game, file)
    positions = some_positions(game, 60)
    engine = Engine(game)
    said = np.array([engine.evaluate(position) for position in positions])
    found = network.evaluate(nnue.Positions.of(game, positions))
    # The engine discounts great leads.
    small = np.abs(found) < 1_000
    assert small.sum() > 20 and (found == said)[small].all() and np.abs(found[small]).max() > 100, (found, said)
    again = nnue.Network.read(game, network.to_bytes())
    assert again.record == network.record and again.record["positions"] > 0
    assert (again.evaluate(nnue.Positions.of(game, positions)) == found).all()
    assert Engine(game, network=network.to_bytes()).evaluate(positions[0]) == said[0]


def test_inputs_say_what_they_are_about() -> None:
    game = Game("crazyhouse")
    inputs = nnue.Inputs.of(game)
    position = game.position("4k3/8/8/8/8/8/4Q3/4K3[NNp] b - - 0 1")
    seen = nnue.Positions.of(game, [position])
    assert seen.pieces.tolist() == [3] and seen.black.tolist() == [True] and sorted(seen.counts) == [1, 1, 1, 1, 2]
    pieces = [piece["symbol"] for piece in game.pieces]
    queen = pieces.index("Q")
    # Black sees White's queen as an enemy's, through the mirror of ranks.
    place = [(inputs.plane[number], inputs.enemy[number]) for number in seen.own].index((len(pieces) + queen, True))
    assert game.cells[inputs.cell[seen.own[place]]] == "e7"
    assert game.cells[inputs.cell[seen.other[place]]] == "e2" and not inputs.enemy[seen.other[place]]
    two = int(np.argmax(seen.counts))
    assert inputs.enemy[seen.own[two]] and not inputs.enemy[seen.other[two]] and inputs.cell[seen.own[two]] == -1
    factors = inputs.factors
    assert factors.shape == (len(inputs), 4) and (factors[inputs.cell < 0] == -1).all()
    # A type, its 8 ranks, 8 files and one level, for each side's six.
    assert len(np.unique(factors[inputs.cell >= 0])) == 2 * len(pieces) * (1 + 8 + 8 + 1)
    alike = factors[:, 1] == factors[seen.other[place], 1]
    assert {game.cells[cell][1] for cell in inputs.cell[alike]} == {"2"} and alike.sum() == 8
    assert len(inputs.images) == 2
    assert (np.sort(inputs.images[1]) == np.arange(len(inputs))).all()


def test_positions_of_games_and_what_they_should_be_worth(tmp_path: Path) -> None:
    game, path = Game("minixiangqi"), tmp_path / "a.games"
    learn.play(game, path, games=6, nodes=20, openings=2, max_plies=40, nearby=0)
    read = nnue.Positions.read(game, path)
    assert len(read) == len(read.results) == len(read.offsets) - 1 > 20 and not read.nearby
    assert set(read.results) <= {0.0, 0.5, 1.0} and len(set(read.games)) > 3
    own, other, counts = read.padded(range(len(read)))
    assert own.shape == other.shape == counts.shape == (len(read), read.width) and (counts.sum(1) == read.pieces).all()
    assert read.padded([0], read.width + 3)[0].shape == (1, read.width + 3)
    with pytest.raises(ValueError, match="more than the width"):
        read.padded(range(len(read)), 2)
    scale = read.best_scale()
    assert np.allclose(read.targets(scale, 1.0), read.results)
    scores = 1 / (1 + np.exp(-read.scores.astype(float) / scale))
    assert np.allclose(read.targets(scale, 0.0), scores)
    last = np.flatnonzero(np.diff(np.append(read.games, -1)))
    mixed = read.targets(scale)
    assert np.allclose(mixed[last], 0.1 * scores[last] + 0.9 * read.results[last], atol=1e-6)
    with pytest.raises(LearningError, match="other rules"):
        nnue.Positions.read(Game("chess"), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-3])
    with pytest.raises(LearningError, match="ends within a game"):
        nnue.Positions.read(game, path)


def test_weights_are_rounded_and_nonsense_is_refused(tmp_path: Path) -> None:
    game = Game("chess")
    inputs = nnue.Inputs.of(game)
    weights = nnue.Weights.zeros(inputs, 16)
    assert (weights.hidden, weights.pieces, weights.buckets([2, 32]).tolist()) == (16, 32, [0, 7])
    pawn = (inputs.plane == [piece["symbol"] for piece in game.pieces].index("P")).astype(float)
    some = dict(rows=np.zeros((len(inputs), 16)), biases=np.zeros(16), outputs=np.full((8, 32), 9.0), output_biases=np.zeros(8))
    weights = nnue.Weights.quantised(inputs, values=pawn / 4, **some)
    network = nnue.Network(game, weights, {"by": "hand"})
    assert weights.outputs.max() == 127
    network.write(tmp_path / "pawns.nnue")
    position = game.position("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1")
    # Three pawns, each worth a quarter of 400 centipawns to both views' half difference.
    assert Engine(game, network=str(tmp_path / "pawns.nnue")).evaluate(position) == 150
    assert network.evaluate(nnue.Positions.of(game, [position])).tolist() == [150]
    assert network.evaluate(nnue.Positions.of(game, [])).tolist() == []
    with pytest.raises(ValueError, match="not a number"):
        nnue.Weights.quantised(inputs, values=pawn * np.nan, **some)
    with pytest.raises(ValueError, match="another game"):
        nnue.Positions.of(game, [Game("raumschach").position()])
    weights.rows = weights.rows[:-1]
    with pytest.raises(ValueError, match="rows must be int16"):
        network.to_bytes()
    with pytest.raises(LearningError, match="not as many weights"):
        nnue.Network(game, nnue.Weights.zeros(inputs, 17)).to_bytes()
    with pytest.raises(LearningError, match="no network"):
        nnue.Network.read(game, b"nonsense")
    shared = Game("flipped-return")
    with pytest.raises(LearningError, match="several armies"):
        nnue.Network.read(shared, next((ROOT / "games").rglob("flipped-return.nnue")))
