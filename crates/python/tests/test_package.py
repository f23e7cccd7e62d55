"""What the package does, and what it refuses. Other libraries' own tests and python-chess are the judges."""

import re
import threading
from pathlib import Path

import numpy as np
import pytest

import spielraum
from spielraum import DefinitionError, Engine, Game, IllegalMoveError, Position, PositionError, VectorEnv


@pytest.fixture(scope="module")
def chess() -> Game:
    return Game("chess")


def test_games_of_the_catalogue(chess: Game) -> None:
    assert {"chess", "raumschach", "stockgi"} <= set(spielraum.games())
    assert chess.id == "chess" and len(chess.cells) == 64 and chess.cells[0] == "a1"
    assert "king" in chess.explain().lower()
    assert any(piece["royal"] for piece in chess.pieces)
    assert Game("chess") == chess and hash(Game("chess")) == hash(chess) and Game("raumschach") != chess


def test_definitions_of_ones_own() -> None:
    text = 'title "King of the hill, mine"\nbased-on "kingofthehill"\n'
    assert Game(text=text).title == "King of the hill, mine"
    for wrong in [dict(id="ches"), dict(text="nonsense {"), dict(id="chess", armies="nobody's"), dict(id="/no/such.kdl")]:
        with pytest.raises(DefinitionError) as fault:
            Game(**wrong)
        assert str(fault.value)
    with pytest.raises(TypeError):
        Game()
    assert "chess" in str(pytest.raises(DefinitionError, Game, "ches").value)


def test_a_game_is_played_and_taken_back(chess: Game) -> None:
    position = chess.position()
    start = position.fen()
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        assert position.is_legal(text)
        position.push(text)
    assert position.result() == "0-1" and position.is_check() and position.legal_moves() == []
    assert position.outcome().winner == "black" and position.outcome().reason == "checkmate"
    assert position.moves == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert [position.pop() for _ in range(4)] == ["d8h4", "g2g4", "e7e5", "f2f3"]
    assert position.fen() == start and position == chess.position()
    with pytest.raises(IndexError):
        position.pop()


def test_faults_change_nothing(chess: Game) -> None:
    position = chess.position()
    for wrong in ["e2e5", "", "e9", "e2e4e6", "\0", "e2e4" * 1000]:
        with pytest.raises(IllegalMoveError):
            position.push(wrong)
    for action in [-1, 10**12, chess.action_count]:
        with pytest.raises(IllegalMoveError):
            position.push_action(action)
    for fen in ["", "8/8/8/8/8/8/8/8 w - - 0 1", "x" * 10_000]:
        with pytest.raises(PositionError):
            Position(chess, fen)
    with pytest.raises(ValueError, match="there is no cell"):
        position.piece_at("z9")
    with pytest.raises(IndexError):
        chess.describe_action(chess.action_count)
    assert position == chess.position()


def test_positions_of_other_programs(chess: Game) -> None:
    with pytest.warns(UserWarning, match="castling right was left out"):
        position = Position(chess, "\ufeff4k3/8/8/8/8/8/8/4K2R_w_HQ_-_0_1")
    assert position.fen() == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    with pytest.warns(UserWarning, match="en passant field was left out"):
        chess.position("4k3/8/8/8/8/8/8/4K3 w - e6 0 1")
    shogi = Game("shogi").position("4k4/9/9/9/9/9/9/9/4K4[-] b - 2")
    assert shogi.fen() == "4k4/9/9/9/9/9/9/9/4K4[] b - - 0 2"


def test_reading_a_position(chess: Game) -> None:
    position = chess.position("4k3/8/8/8/4r3/8/4Q3/4K3 w - - 3 9")
    assert position.turn == "white" and position.halfmove_clock == 3 and position.fullmove_number == 9
    assert position.piece_at("e4") == ("black", "R") and position.piece_at("a1") is None
    assert position.attackers("e2") == ["e4"] and position.is_attacked("e2", "black")
    assert position.pieces()["e1"] == ("white", "K")
    assert any("e4" in line["targets"] for line in position.lines("e2"))
    assert position.svg().startswith("<svg") and position._repr_svg_() == position.svg()
    assert Game("crazyhouse").position().hand("white") == dict.fromkeys("PNBRQ", 0)


def test_perft_is_that_of_everybody(chess: Game) -> None:
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert [chess.position().perft(depth) for depth in (1, 2, 3)] == [20, 400, 8902]
    assert chess.position(kiwipete).perft(3) == 97_862


def test_the_engine_mates_and_can_be_stopped(chess: Game) -> None:
    engine = Engine(chess, hash_mb=1)
    position = chess.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert engine.play(position, depth=3) == "a1a8"
    best, *others = engine.analyse(position, nodes=2_000, lines=3)
    assert best.mate == 1 and best.cp is None and best.moves[0] == "a1a8" and len(others) == 2
    with pytest.raises(ValueError, match="say when to stop"):
        engine.play(position)
    for wrong in [dict(level=11), dict(time=-1.0), dict(time=float("nan"))]:
        with pytest.raises(ValueError):
            engine.play(position, **wrong)
    with pytest.raises(ValueError, match="another game"):
        engine.play(Game("raumschach").position(), depth=1)
    for wrong in [dict(threads=0), dict(hash_mb=0)]:
        with pytest.raises(ValueError):
            Engine(chess, **wrong)
    answers: list[str | None] = []
    thread = threading.Thread(target=lambda: answers.append(engine.play(chess.position(), time=1_000.0)))
    thread.start()
    while thread.is_alive():
        engine.stop()
        thread.join(0.01)
    assert answers[0] in chess.position().legal_moves()


def test_actions_are_moves(chess: Game) -> None:
    position = chess.position()
    assert len(position.legal_actions()) == 20
    for text in position.legal_moves():
        action, remote = position.action(text)
        assert chess.describe_action(action) == text and remote is None
    assert position.push_action(position.action("e2e4")[0]) == "e2e4"


def test_the_vector_environment_agrees_with_positions() -> None:
    for game in map(Game, ["chess", "raumschach", "crazyhouse", "3check"]):
        environment = VectorEnv(game, 6, seed=4, max_plies=40)
        observation, _ = environment.reset()
        assert observation["board"].shape == (6, *game.board_shape)
        repetitions = game.features.index("repetitions")
        for _ in range(60):
            for index in range(6):
                position = environment.position(index)
                board, features = position.observation()
                shown = observation["features"][index].copy()
                shown[repetitions] = 0
                assert (observation["board"][index] == board).all() and (shown == features).all()
                assert np.flatnonzero(observation["action_mask"][index]).tolist() == position.legal_actions()
            offsets, legal = environment.legal_actions()
            assert legal[offsets[2] : offsets[3]].tolist() == environment.position(2).legal_actions()
            observation, rewards, terminated, truncated, info = environment.step(environment.random_actions())
            ended = [number for number, *_ in info["endings"]]
            assert np.flatnonzero(terminated | truncated).tolist() == ended
            assert (rewards[~terminated] == 0).all()
            for number in ended:
                assert environment.position(number).ply == 0
                assert environment.final_position(number).is_over() == terminated[number]


def test_the_vector_environment_refuses_nonsense(chess: Game) -> None:
    for wrong in [dict(n=0), dict(n=10**9), dict(n=1, threads=0), dict(n=1, max_plies=0)]:
        with pytest.raises((ValueError, OverflowError)):
            VectorEnv(chess, **wrong)
    environment = VectorEnv(chess, 3)
    with pytest.raises(RuntimeError, match="reset first"):
        environment.step([0, 0, 0])
    observation, _ = environment.reset()
    before = {name: array.copy() for name, array in observation.items()}
    legal = environment.random_actions()
    for wrong in [[0, 0], legal[:2], np.append(legal, 0), [-1, legal[1], legal[2]], [10**15] * 3, [legal[0], 0, legal[2]]]:
        with pytest.raises(ValueError):
            environment.step(wrong)
    for wrong in ["e2e4", [["x"]], None, [[1, 2, 3]], {}]:
        with pytest.raises((TypeError, ValueError)):
            environment.step(wrong)
    with pytest.raises(IndexError):
        environment.position(3)
    assert all((observation[name] == before[name]).all() for name in before)
    environment.step(legal)


def test_arrays_that_cannot_be_written_are_refused(chess: Game) -> None:
    environment = VectorEnv(chess, 2)
    observation, _ = environment.reset()
    observation["board"].flags.writeable = False
    with pytest.raises(RuntimeError, match="in use"):
        environment.step(environment.random_actions())
    observation["board"].flags.writeable = True
    environment.step(environment.random_actions())


def test_playouts_depend_on_the_seed_alone(chess: Game) -> None:
    alone = spielraum.random_playouts(chess, 20, seed=3, max_plies=100)
    assert alone == spielraum.random_playouts(chess, 20, seed=3, max_plies=100, threads=2)
    assert sum(alone[name] for name in ("white", "black", "draws", "truncated")) == 20


def test_stubs_name_what_is_there() -> None:
    stubs = (Path(spielraum.__file__).parent / "__init__.pyi").read_text()
    for name in spielraum.__all__:
        thing = getattr(spielraum, name)
        assert re.search(rf"^(class|def) {name}\b", stubs, re.M), name
        if isinstance(thing, type) and not issubclass(thing, Exception):
            body = re.search(rf"^class {name}\b.*?(?=^\S|\Z)", stubs, re.M | re.S).group()
            stubbed = set(re.findall(r"^    def (\w+)", body, re.M))
            there = {attribute for attribute in vars(thing) if not attribute.startswith("_")}
            assert there == {attribute for attribute in stubbed if not attribute.startswith("_")}, name
