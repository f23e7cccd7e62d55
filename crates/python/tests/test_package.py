"""What the package does, and what it refuses. Other libraries' own tests and python-chess are the judges."""

import ast
import copy
import doctest
import inspect
import pickle
import re
import threading
import zlib
from pathlib import Path

import numpy as np
import pytest

import spielraum.pgn
import spielraum.symmetry
from spielraum import DefinitionError, Endgames, Engine, Game, IllegalMoveError, LearningError, Position, PositionError, VectorEnv, cluster


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
    for wrong in [dict(level=21), dict(level=0), dict(level=300), dict(level=-1), dict(time=-1.0), dict(time=float("nan")), dict(time=float("inf"))]:
        with pytest.raises(ValueError):
            engine.play(position, **wrong)
    for wrong in [dict(lines=0), dict(lines=501), dict(lines=-1)]:
        with pytest.raises(ValueError, match="lines are from 1 to 500"):
            engine.analyse(position, depth=1, **wrong)
    for wrong in [dict(depth=2.0), dict(nodes=100.5), dict(level=2.5), dict(seed=1.0)]:
        with pytest.raises(TypeError):
            engine.play(position, **{"depth": 1} | wrong)
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
        for _ in range(60):
            for index in range(6):
                position = environment.position(index)
                board, features = position.observation()
                assert (observation["board"][index] == board).all() and (observation["features"][index] == features).all()
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


def test_arrays_are_views_that_can_not_be_written_or_copies(chess: Game) -> None:
    environment = VectorEnv(chess, 2)
    observation, _ = environment.reset()
    _, rewards, terminated, truncated, _ = environment.step(environment.random_actions())
    for array in [*observation.values(), rewards, terminated, truncated]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
        with pytest.raises(ValueError):
            array.resize(100, refcheck=False)
        # Libraries that share memory are warned, or refuse what they can't mark.
        with pytest.raises(BufferError):
            array.__dlpack__()
        owner = array.base
        while owner is not None and isinstance(owner, np.ndarray):
            with pytest.raises(ValueError):
                owner.resize(100, refcheck=False)
            owner = owner.base
        array.shape = (array.size,)
    # What was done to the views has changed nothing.
    environment.step(environment.random_actions())
    assert environment.observe()["board"].shape == (2, *chess.board_shape)
    copying = VectorEnv(chess, 2, copy=True)
    before, _ = copying.reset()
    kept = {name: array.copy() for name, array in before.items()}
    after, *_ = copying.step(copying.random_actions())
    assert all((before[name] == kept[name]).all() for name in kept)
    assert all(array.flags.writeable and array.base is None for array in after.values())


def test_actions_are_whole_numbers_of_any_type(chess: Game) -> None:
    environment = VectorEnv(chess, 3)
    environment.reset()
    legal = environment.random_actions()
    strided = np.repeat(legal, 2)[::2]
    turned = legal[::-1].copy()[::-1]
    assert not strided.flags.c_contiguous and not turned.flags.c_contiguous
    forms = [strided, turned, legal.astype(np.int32), legal.astype(np.uint16), legal.astype(np.uint64), legal.astype(">i8"), list(legal), tuple(map(int, legal))]
    frozen = legal.copy()
    frozen.flags.writeable = False
    for form in [*forms, frozen]:
        other = environment.copy()
        other.step(form)
        assert [other.position(index).ply for index in range(3)] == [1, 1, 1]
    for wrong in [legal.astype(float), legal.astype(np.float32), legal.astype(complex), legal.astype(object), legal > 0, legal.astype(str)]:
        with pytest.raises(TypeError, match="whole numbers"):
            environment.step(wrong)
    for wrong in [legal[None], legal[:, None], np.int64(3), legal.astype(np.uint64) + 2**63, []]:
        with pytest.raises(ValueError):
            environment.step(wrong)
    with pytest.raises(ValueError, match=str(2**63)):
        environment.step(np.full(3, 2**63, np.uint64))
    assert environment.position(0).ply == 0


def test_games_begin_with_given_positions_and_are_set(chess: Game) -> None:
    opened = chess.position()
    for text in ["e2e4", "e7e5"]:
        opened.push(text)
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    environment = VectorEnv(chess, 2, starts=[opened, fen, chess.position()], max_plies=3)
    environment.reset()
    assert environment.position(0).moves == ["e2e4", "e7e5"] and environment.position(1).fen() == fen
    mate = environment.position(1).action("a1a8")[0]
    first = environment.position(0).legal_actions()[0]
    _, rewards, terminated, truncated, info = environment.step([first, mate])
    assert rewards.tolist() == [0, 1] and terminated.tolist() == [False, True] and truncated.tolist() == [True, False]
    assert info["endings"] == [(0, None, "truncated", 3), (1, "white", "checkmate", 1)]
    # The next starts: game 0 has the third, game 1 the first again.
    assert environment.position(0) == chess.position() and environment.position(1) == opened
    environment.set_position(0, opened)
    board, features = opened.observation()
    observation = environment.observe()
    assert (observation["board"][0] == board).all() and (observation["features"][0] == features).all()
    assert np.flatnonzero(observation["action_mask"][0]).tolist() == opened.legal_actions()
    mated = chess.position(fen)
    mated.push("a1a8")
    for wrong in [mated, Game("raumschach").position()]:
        with pytest.raises(ValueError):
            environment.set_position(0, wrong)
    assert environment.position(0) == opened
    for wrong in [[], [mated], ["nonsense"], [Game("raumschach").position()]]:
        with pytest.raises(ValueError):
            VectorEnv(chess, 1, starts=wrong)
    with pytest.raises(TypeError):
        VectorEnv(chess, 1, starts=[3])
    with pytest.raises(RuntimeError, match="reset first"):
        VectorEnv(chess, 1).set_position(0, opened)


def test_environments_are_copied() -> None:
    game = Game("minixiangqi")
    environment = VectorEnv(game, 5, seed=2, threads=2)
    environment.reset()
    for _ in range(20):
        environment.step(environment.random_actions())
    for twin in [environment.copy(), copy.copy(environment), copy.deepcopy(environment)]:
        original = environment.copy()
        for _ in range(20):
            actions = original.random_actions()
            assert (actions == twin.random_actions()).all()
            seen, other = original.step(actions)[0], twin.step(actions)[0]
            assert all((seen[name] == other[name]).all() for name in seen)


def test_a_pending_promotion_is_kept() -> None:
    game = Game("stock-taijitu")
    environment, rng = VectorEnv(game, 4, seed=3), np.random.default_rng(3)
    environment.reset()
    pending = 0
    for _ in range(80):
        offsets, legal = environment.legal_actions()
        for index in range(4):
            position = environment.position(index)
            actions = legal[offsets[index] : offsets[index + 1]].tolist()
            assert position.legal_actions() == actions
            if position.pending is None:
                continue
            pending += 1
            board, _ = position.observation()
            assert (board == environment.observe()["board"][index]).all()
            assert all(position.is_legal(text) for text in position.legal_moves()) and len(position.legal_moves()) == len(actions)
            for twin in [position.copy(), pickle.loads(pickle.dumps(position))]:
                assert twin == position and twin.legal_actions() == actions
            other = VectorEnv(game, 1)
            other.reset()
            other.set_position(0, position)
            assert other.legal_actions()[1].tolist() == actions
            assert all((other.observe()[name][0] == environment.observe()[name][index]).all() for name in ("board", "action_mask"))
            before, text = position.pending, position.push_action(actions[-1])
            assert text is not None and position.pending is None and position.moves[-1] == text
            position.pop()
            assert position.push_action(before) is None and position.pending == before
            assert position.pop() == game.describe_action(before) and position.pending is None
        environment.step([int(rng.choice(legal[offsets[index] : offsets[index + 1]])) for index in range(4)])
    assert pending > 3


@pytest.mark.parametrize("drawn", ["repetition", "move count"])
def test_a_drawn_game_is_over(chess: Game, drawn: str) -> None:
    if drawn == "repetition":
        position = chess.position()
        while not position.is_over() and position.ply < 30:
            position.push(["g1f3", "g8f6", "f3g1", "f6g8"][position.ply % 4])
    else:
        position = chess.position("4k3/8/8/8/8/8/8/R3K3 w - - 99 80")
        position.push("a1a2")
    outcome = position.outcome()
    assert position.is_over() and outcome is not None and outcome.winner is None and position.result() == "1/2-1/2"
    assert position.legal_moves() == [] and position.legal_actions() == [] and position.remote_actions(0) == []
    free = chess.position(position.fen()).legal_moves()
    if drawn == "repetition":
        assert free
    for text in free:
        assert not position.is_legal(text)
        with pytest.raises(IllegalMoveError, match="over"):
            position.push(text)
        with pytest.raises(IllegalMoveError):
            position.push_action(chess.position(position.fen()).action(text)[0])
    engine = Engine(chess, hash_mb=1)
    assert engine.play(position, depth=1) is None and engine.analyse(position, depth=1) == [] and engine.evaluate(position) is None
    position.pop()
    assert not position.is_over() and position.legal_moves()


def test_repetitions_are_seen(chess: Game) -> None:
    environment, position, counted = VectorEnv(chess, 1), chess.position(), []
    environment.reset()
    feature = chess.features.index("repetitions")
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "e2e4"]:
        environment.step([position.action(text)[0]])
        position.push(text)
        counted.append(int(position.observation()[1][feature]))
        assert (environment.observe()["features"][0] == position.observation()[1]).all()
    assert counted == [0, 0, 0, 1, 1, 1, 0]


def test_levels_end_by_themselves() -> None:
    for game in map(Game, ["chess", "raumschach"]):
        for level in (1, 20):
            engine, position = Engine(game, hash_mb=1), game.position()
            assert engine.play(position, level=level) in position.legal_moves()


def test_what_an_engine_may_be_given(chess: Game, tmp_path: Path) -> None:
    plain, position = Engine(chess, hash_mb=1, network=False), chess.position()
    position.push("d2d4")
    assert isinstance(plain.evaluate(position), int)
    minixiangqi = Game("minixiangqi")
    for wrong, error in [(b"nonsense", LearningError), (tmp_path / "none.nnue", LearningError), (3.5, TypeError)]:
        with pytest.raises(error):
            Engine(chess, network=wrong)
    cluster.endgame(chess, "KQ v K", tmp_path, pool=cluster.Threads(1))
    mate = chess.position("8/8/8/8/8/1k6/7Q/1K6 w - - 0 1")
    tables = Endgames(chess, tmp_path)
    value = tables.probe(mate)
    assert value is not None and value[0] == "win" and value[1] % 2 == 1 and tables.max_pieces == 3
    best, told = tables.moves(mate)[0]
    assert told == value and {text for text, _ in tables.moves(mate)} == set(mate.legal_moves())
    assert tables.probe(chess.position()) is None
    engine = Engine(chess, hash_mb=1, endgames=tmp_path, options={"lmr_base": spielraum_params()["lmr_base"]["default"]})
    assert engine.analyse(mate, depth=1)[0].mate == (value[1] + 1) // 2
    assert engine.play(mate, nodes=10) in [text for text, worth in tables.moves(mate) if worth == value]
    for wrong in [dict(endgames=tmp_path / "none"), dict(options={"hush": 3}), dict(options={"lmr_base": "much"})]:
        with pytest.raises((ValueError, RuntimeError)):
            Engine(chess, **wrong)
    with pytest.raises(ValueError):
        Endgames(minixiangqi, tmp_path)
    with pytest.raises(ValueError, match="another game"):
        tables.probe(minixiangqi.position())


def spielraum_params() -> dict[str, dict[str, int]]:
    return {param["name"]: param for param in spielraum.search_params()}


def test_problems_are_solved(chess: Game) -> None:
    solved = spielraum.solve(chess, "#1", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert solved["complete"] is True and solved["first_moves"] == ["a1a8"] and "1.Ra1-a8#" in solved["text"]
    assert spielraum.solve(chess, "#1", "6k1/5ppp/8/8/8/8/8/B3K3")["solutions"] == []
    stopped = spielraum.solve(chess, "#4", nodes=100)
    assert stopped["complete"] is not True and stopped["stopped"] == "nodes"
    for wrong in [("nonsense", None), ("#2", "nonsense"), ("a=>b", None)]:
        with pytest.raises(ValueError):
            spielraum.solve(chess, *wrong)


def test_records_are_written_and_read() -> None:
    for game in [Game("raumschach"), Game("nacht-schach", castling=True), Game("stock-taijitu")]:
        environment = VectorEnv(game, 1, seed=5)
        environment.reset()
        for _ in range(30):
            environment.step(environment.random_actions())
        position = environment.position(0)
        if position.pending is not None:
            position.pop()
        text = position.record(remarks=["played at random"], resigned="white")
        read, resigned = spielraum.read_record(text)
        assert read == position and read.moves == position.moves and resigned == "white" and "0-1" in text
        assert read.game.options == game.options and text.startswith("# played at random")
    position = Game("chess").position()
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        position.push(text)
    assert "result: 0-1 (Black wins: checkmate)" in position.record()
    with pytest.raises(ValueError, match="over"):
        position.record(resigned="black")
    with pytest.raises(ValueError, match="one line"):
        position.record(remarks=["two\nlines"])
    assert spielraum.read_record("game: mine\n1. e2e4", Game("chess"))[0].moves == ["e2e4"]
    for wrong, error in [("", ValueError), ("game: mine", ValueError), ("game: chess\nstart: x", PositionError), ("game: chess\n1. e2e5", IllegalMoveError)]:
        with pytest.raises(error):
            spielraum.read_record(wrong)
    with pytest.raises(IllegalMoveError, match="line 2"):
        spielraum.read_record("game: chess\n1. e2e5")


def test_values_are_pickled_and_copied(chess: Game) -> None:
    position = chess.position("4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9")
    for text in ["e1g1", "e8e7", "a1a7"]:
        position.push(text)
    mated = chess.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    line = Engine(chess, hash_mb=1).analyse(mated, depth=2)[0]
    mated.push("a1a8")
    for value in [position, mated, line, mated.outcome(), chess]:
        for twin in [copy.copy(value), copy.deepcopy(value), *(pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6))]:
            assert twin == value and repr(twin) == repr(value) and type(twin) is type(value)
    twin = pickle.loads(pickle.dumps(position))
    assert twin.moves == position.moves and twin.pop() == "a1a7" and position.ply == 3
    assert copy.deepcopy(chess) == chess and hash(mated.outcome()) == hash(pickle.loads(pickle.dumps(mated.outcome())))


def test_actions_have_parts() -> None:
    for name in ["chess", "raumschach", "crazyhouse", "stock-taijitu"]:
        game = Game(name)
        table, cells, pieces = game.action_table(), game.cells, game.pieces
        assert all(len(column) == game.action_count for column in table.values())
        place = game.cell_places()
        assert len(set(place.tolist())) == len(cells) and place.max() < np.prod(game.board_shape[1:])
        for action in range(0, game.action_count, 37):
            kind, start, via, end, piece = (int(table[part][action]) for part in ("kind", "from", "via", "to", "piece"))
            ends, into = (cells[end] if end >= 0 else ""), (pieces[piece]["symbol"] if piece >= 0 else "")
            begins = cells[start] if start >= 0 else ""
            told = {
                0: f"{begins}{ends}" + (f"={into}" if into else ""),
                1: f"{into}@{ends}",
                2: f"castling {begins}{ends}",
                3: f"{begins}{cells[via]}{ends}" + (f"={into}" if into else ""),
                4: "-",
                5: f"{ends}={into}",
            }
            assert told[kind] == game.describe_action(action)
            assert (via >= 0) == (kind == 3)


#: What is learned is worth nothing if actions get other numbers: a change here needs a line in the changelog.
NUMBERS = [
    ("chess", 1972, 0x022B7B58),
    ("raumschach", 5850, 0x6AB2BC85),
    ("crazyhouse", 2276, 0xB35D06FA),
    ("shogi", 5427, 0x8E71DA54),
    ("minixiangqi", 828, 0xA8C8AB0D),
    ("stock-taijitu", 35891, 0xFC633746),
]


@pytest.mark.parametrize(("name", "count", "checksum"), NUMBERS)
def test_the_numbers_of_actions_stay(name: str, count: int, checksum: int) -> None:
    game = Game(name)
    words = "\n".join(map(game.describe_action, range(game.action_count)))
    assert (game.action_count, zlib.crc32(words.encode())) == (count, checksum)


def test_the_example_of_the_package_is_true() -> None:
    for module in (spielraum, spielraum.benchmark, spielraum.nnue, spielraum.pgn, spielraum.symmetry):
        told = doctest.testmod(module)
        assert told.failed == 0 and told.attempted > 2


def test_everything_can_be_imported() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", spielraum.__version__)
    for module in ["spielraum", *(f"spielraum.{name}" for name in ("benchmark", "cluster", "learn", "nnue", "tune", "openspiel", "pgn", "symmetry"))]:
        exec(f"from {module} import *", {})
    from spielraum import Owner, Side

    assert Side and Owner


def test_playouts_depend_on_the_seed_alone(chess: Game) -> None:
    alone = spielraum.random_playouts(chess, 20, seed=3, max_plies=100)
    assert alone == spielraum.random_playouts(chess, 20, seed=3, max_plies=100, threads=2)
    assert sum(alone[name] for name in ("white", "black", "draws", "truncated")) == 20


def test_stubs_name_what_is_there() -> None:
    stubs = (Path(spielraum.__file__).parent / "__init__.pyi").read_text()
    for name in spielraum.__all__:
        thing = getattr(spielraum, name)
        assert re.search(rf"^((class|def) )?{name}\b", stubs, re.M), name
        if isinstance(thing, type) and not issubclass(thing, Exception):
            body = re.search(rf"^class {name}\b.*?(?=^\S|\Z)", stubs, re.M | re.S).group()
            stubbed = set(re.findall(r"^    def (\w+)", body, re.M))
            there = {attribute for attribute in vars(thing) if not attribute.startswith("_")}
            assert there == {attribute for attribute in stubbed if not attribute.startswith("_")}, name


def test_help_is_that_of_the_stubs() -> None:
    stubs = ast.parse((Path(spielraum.__file__).parent / "__init__.pyi").read_text())
    compared = 0
    for node in stubs.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef):
            continue
        thing = getattr(spielraum, node.name)
        members = [item for item in node.body if isinstance(item, ast.FunctionDef) and not item.name.startswith("_")]
        for item, there in [(node, thing), *((member, getattr(thing, member.name)) for member in members if isinstance(node, ast.ClassDef))]:
            told, help_text = ast.get_docstring(item), inspect.getdoc(there)
            assert told, f"{node.name}.{item.name} has no docstring"
            if not isinstance(thing, type) or not issubclass(thing, Exception):
                assert help_text and told.split() == help_text.split(), f"{node.name}.{item.name}"
            compared += 1
    assert compared > 70
