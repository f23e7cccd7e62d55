"""Symmetries, the mover's view, histories and the tree search."""

import math
import zlib

import numpy as np
import pytest

from spielraum import Game, Position, TreeSearch, VectorEnv
from spielraum.symmetry import History, MoverView, symmetries

#: An observation, and what is said of it.
Shown = dict[str, np.ndarray]

MATE_IN_TWO = "1r1r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1"


def uniform(shown: Shown) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros(shown["action_mask"].shape, np.float32), np.zeros(len(shown["board"]), np.float32)


def odd(shown: Shown) -> tuple[np.ndarray, np.ndarray]:
    """Says something of each position that has no meaning and is never the same of two."""
    chances = [np.random.default_rng(zlib.crc32(board.tobytes() + features.tobytes())) for board, features in zip(shown["board"], shown["features"])]
    logits = [chance.normal(size=shown["action_mask"].shape[1]) for chance in chances]
    return np.array(logits, np.float32), np.array([chance.uniform(-0.5, 0.5) for chance in chances])


def played(game: Game, plies: int, seed: int) -> Position:
    chance, position = np.random.default_rng(seed), game.position()
    for _ in range(plies):
        legal = position.legal_actions()
        if not legal:
            break
        position.push_action(int(chance.choice(legal)))
    return position


def textbook(position: Position, visits: int, exploration: float) -> dict[int, int]:
    """The same search in Python, one position at a time: how often each action was tried."""

    class Node:
        def __init__(self, position: Position) -> None:
            self.sign, self.children, self.over = 1 if position.turn == "white" else -1, {}, position.is_over()
            if self.over:
                winner = position.outcome().winner
                self.value = {"white": 1.0, "black": -1.0, None: 0.0}[winner]
                return
            board, features = position.observation()
            legal = position.legal_actions()
            mask = np.zeros((1, position.game.action_count), bool)
            mask[0, legal] = True
            logits, values = odd({"board": board[None], "features": features[None], "action_mask": mask})
            shares = np.exp(logits[0, legal] - logits[0, legal].max())
            self.priors = dict(zip(legal, shares / shares.sum()))
            self.value = self.sign * float(values[0])
            self.total, self.tried = dict.fromkeys(legal, 0.0), dict.fromkeys(legal, 0)

        def best(self) -> int:
            count = sum(self.tried.values())
            mean = self.sign * (self.value + sum(self.total.values())) / (1 + count)

            def worth(action: int) -> float:
                tried = self.tried[action]
                value = self.sign * self.total[action] / tried if tried else mean
                return value + exploration * math.sqrt(max(count, 1)) * self.priors[action] / (1 + tried)

            return max(self.priors, key=worth)

    root = Node(position)
    for _ in range(visits):
        node, path, there = root, [], position.copy()
        while not node.over:
            action = node.best()
            path.append((node, action))
            there.push_action(action)
            if action not in node.children:
                node.children[action] = Node(there)
                node = node.children[action]
                break
            node = node.children[action]
        for passed, action in path:
            passed.tried[action] += 1
            passed.total[action] += node.value
    return root.tried


@pytest.mark.parametrize(("name", "plies"), [("minixiangqi", 0), ("raumschach", 9), ("stock-taijitu", 30), ("duck", 7), ("crazyhouse", 20)])
def test_the_search_is_that_of_the_textbook(name: str, plies: int) -> None:
    game = Game(name)
    positions = [played(game, plies + seed, seed) for seed in range(3)]
    found = TreeSearch(game, odd, visits=60, leaves=1, exploration=2.0).search(positions)
    for number, position in enumerate(positions):
        part = slice(*found["offsets"][number : number + 2])
        assert found["actions"][part].tolist() == position.legal_actions()
        expected = textbook(position, 60, 2.0) if not position.is_over() else {}
        assert found["visits"][part].tolist() == [expected[action] for action in position.legal_actions()], position.fen()


def test_the_search_mates() -> None:
    game = Game("chess")
    mate, over = game.position(MATE_IN_TWO), game.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    over.push("a1a8")
    before = mate.fen()
    for leaves in (1, 16):
        found = TreeSearch(game, uniform, visits=600, leaves=leaves).search([mate, over])
        assert found["offsets"].tolist() == [0, len(mate.legal_moves()), len(mate.legal_moves())]
        best = int(found["actions"][found["visits"].argmax()])
        assert found["visits"].sum() == 600 and found["root_values"][1] == -1
        assert game.describe_action(best) == "d2d8" and found["root_values"][0] > 0.2
        assert mate.fen() == before
    assert abs(found["priors"].sum() - 1) < 1e-5 and np.abs(found["values"]).max() <= 1


def test_the_search_depends_on_seeds_alone() -> None:
    game = Game("raumschach")
    positions, rounds = [played(game, seed, seed) for seed in range(6)], []

    def noted(shown: Shown) -> tuple[np.ndarray, np.ndarray]:
        rounds.append(len(shown["board"]))
        return odd(shown)

    def found(**how: object) -> dict[str, np.ndarray]:
        return TreeSearch(game, noted, visits=50, noise=(0.3, 0.25), **how).search(positions)

    first = found(leaves=4)
    assert rounds[0] == 6 and max(rounds) == 24
    for same in [found(leaves=4, threads=3), TreeSearch(game, odd, visits=50, noise=(0.3, 0.25), leaves=4, seed=9).search(positions, seed=0)]:
        assert all((first[name] == same[name]).all() for name in first)
    assert (found(leaves=4, seed=1)["priors"] != first["priors"]).any()
    assert not any(value.size for value in TreeSearch(game, odd).search([]).values() if value.size > 1)


def test_nonsense_is_refused() -> None:
    game = Game("minixiangqi")
    n = game.action_count
    for wrong in [dict(visits=0), dict(leaves=0), dict(threads=0), dict(exploration=-1.0), dict(exploration=math.nan), dict(noise=(0.0, 0.5)), dict(noise=(1.0, 2.0)), dict(virtual_loss=math.inf)]:
        with pytest.raises(ValueError):
            TreeSearch(game, uniform, **wrong)
    for wrong in [dict(visits=2.5), dict(noise=0.3), dict(seed=1.0)]:
        with pytest.raises(TypeError):
            TreeSearch(game, uniform, **wrong)
    with pytest.raises(TypeError, match="function"):
        TreeSearch(game, 3)
    with pytest.raises(ValueError, match="another game"):
        TreeSearch(game, uniform).search([Game("chess").position()])
    answers = [
        (None, TypeError), (np.zeros((1, n)), TypeError), ((np.zeros((1, n + 1)), np.zeros(1)), ValueError), ((np.zeros((1, n)), np.zeros((1, 1))), ValueError),
        ((np.full((1, n), np.nan), np.zeros(1)), ValueError), ((np.zeros((1, n)), np.array([np.nan])), ValueError), ((np.zeros((1, n)), np.array([1.5])), ValueError),
        ((np.zeros((1, n), complex), np.zeros(1)), TypeError), ((np.zeros((1, n)), ["x"]), TypeError),
    ]  # fmt: skip
    for answer, error in answers:
        with pytest.raises(error):
            TreeSearch(game, lambda shown: answer).search([game.position()])
    with pytest.raises(ZeroDivisionError):
        TreeSearch(game, lambda shown: 1 / 0).search([game.position()])


@pytest.mark.parametrize("name", ["chess", "raumschach", "minixiangqi", "glinski", "crazyhouse"])
def test_what_symmetries_say_of_arrays(name: str) -> None:
    game, rng = Game(name), np.random.default_rng(2)
    identity, *others = symmetries(game)
    assert (identity.actions == np.arange(game.action_count)).all() and not identity.swaps_sides and others
    assert any(found.swaps_sides and found.is_complete and found.keeps_start for found in others)
    board = rng.integers(0, 2, (3, 2, *game.board_shape), np.uint8)
    features, values = rng.integers(0, 2, (3, len(game.features)), np.int16), rng.random((3, game.action_count))
    table, places = game.action_table(), game.cell_places()
    for found in symmetries(game):
        image = found.of_board(board)
        flat, old = image.reshape(3, 2, len(game.planes), -1), board.reshape(3, 2, len(game.planes), -1)
        for plane, cell in zip(rng.integers(0, len(game.planes), 20), rng.integers(0, len(game.cells), 20)):
            assert (flat[..., found.planes[plane], places[found.cells[cell]]] == old[..., plane, places[cell]]).all()
        known = found.actions >= 0
        assert (found.of_actions(values)[:, found.actions[known]] == values[:, known]).all()
        assert found.of_actions(values > 2).dtype == bool and found.of_features(features).dtype == np.int16
        assert (found.of_features(features)[:, 0] == (1 - features[:, 0] if found.swaps_sides else features[:, 0])).all()
        moves = known & (table["kind"] == 0)
        assert (table["from"][found.actions[moves]] == found.cells[table["from"][moves]]).all()
        assert (table["piece"][found.actions[moves]] == table["piece"][moves]).all()


@pytest.mark.parametrize("name", ["chess", "raumschach", "crazyhouse", "minixiangqi"])
def test_the_mover_sees_the_board_from_its_side(name: str) -> None:
    game = Game(name)
    view, environment = MoverView(game), VectorEnv(game, 5, seed=3)
    observation, _ = environment.reset()
    start = view(observation)
    assert all((start[name] == observation[name]).all() for name in observation)
    whites = [place for place, plane in enumerate(game.planes) if plane.startswith("white")]
    rng = np.random.default_rng(1)
    for _ in range(40):
        seen, black = view(observation), observation["features"][:, 0]
        assert (seen["features"][:, 0] == 0).all()
        for number in range(5):
            own = [place for place, plane in enumerate(game.planes) if plane.startswith(environment.position(number).turn)]
            assert seen["board"][number, whites].sum() == observation["board"][number, own].sum()
        chosen = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        actions = view.actions(black, chosen)
        assert seen["action_mask"].sum() == observation["action_mask"].sum()
        observation, *_ = environment.step(actions)
    with pytest.raises(TypeError, match="whole numbers"):
        view.actions(black, chosen.astype(float))
    with pytest.raises(ValueError, match="not alike"):
        MoverView(Game("horde"))


def test_histories_begin_with_games() -> None:
    game = Game("minixiangqi")
    environment, history = VectorEnv(game, 3, max_plies=7, seed=1), History(game, 3, 4)
    observation, _ = environment.reset()
    kept = [[board] for board in observation["board"].copy()]
    boards = history.reset(observation)
    for _ in range(30):
        for number in range(3):
            expected = kept[number][::-1][:4] + [np.zeros(game.board_shape, np.uint8)] * (4 - len(kept[number]))
            assert (boards[number] == np.array(expected)).all()
        observation, _, terminated, truncated, _ = environment.step(environment.random_actions())
        boards = history.step(observation, terminated | truncated)
        for number in range(3):
            if terminated[number] or truncated[number]:
                kept[number] = []
            kept[number].append(observation["board"][number].copy())
    for wrong in [(0, 1), (1, 0)]:
        with pytest.raises(ValueError):
            History(game, *wrong)
