"""The pipeline from rules to a network: in small, on threads. What is played, learned and tried is the program's own."""

import json
import pickle
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from spielraum import DefinitionError, Game, LearningError, PairPlayer, SelfPlayer, cluster, elo, learn, sprt
from spielraum._spielraum import endgame_build

GAME = "minixiangqi"
SMALL = dict(games=12, nodes=30, openings=4, max_plies=60, hidden=16, epochs=2, batch=64, limit="nodes=30", pairs=3)


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(GAME)


@pytest.fixture(scope="module")
def learned(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a generation was learned, on one thread."""
    folder = tmp_path_factory.mktemp("learned")
    learn.run(game, folder, generations=1, **SMALL)
    return folder


def test_a_run_has_all_its_files_and_does_not_depend_on_threads(game: Game, learned: Path, tmp_path: Path) -> None:
    events: list[dict] = []
    again = learn.run(game, tmp_path, pool=cluster.Threads(3), observer=events.append, generations=1, **SMALL)
    assert again is None or again == tmp_path / "generation-000.nnue"
    assert [event["event"] for event in events][-1] == "generation"
    assert [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()] == events
    for name in ["generation-000.nnue", "state.json", "curve.svg"]:
        assert (tmp_path / name).read_bytes() == (learned / name).read_bytes(), name
    for name, read in [("games", lambda path: sorted(learn.read_shard(game, path))), ("match", lambda path: sorted(path.open()))]:
        assert read(tmp_path / f"generation-000.{name}") == read(learned / f"generation-000.{name}"), name


def test_a_run_goes_on_where_it_was(game: Game, learned: Path, tmp_path: Path) -> None:
    shutil.copytree(learned, tmp_path, dirs_exist_ok=True)
    for name in ["state.json", "generation-000.nnue", "log.jsonl"]:
        (tmp_path / name).unlink()
    shard = tmp_path / "generation-000.games"
    shard.write_bytes(shard.read_bytes()[:-5])
    with pytest.raises(LearningError, match="ends within a game"):
        learn.read_shard(game, shard)
    events: list[dict] = []
    learn.run(game, tmp_path, observer=events.append, generations=1, **SMALL)
    kinds = [event["event"] for event in events]
    assert kinds.count("game") == 1 and kinds.count("pairs") == 0 and kinds.count("epoch") == 2
    assert (tmp_path / "generation-000.nnue").read_bytes() == (learned / "generation-000.nnue").read_bytes()


def test_what_fails_is_told_and_what_was_done_is_kept(game: Game, tmp_path: Path) -> None:
    class Failing(cluster.Threads):
        def map(self, task, numbers):
            for done, item in enumerate(super().map(task, numbers)):
                if done == 5:
                    raise ConnectionError("the machines are gone")
                yield item

    shard = tmp_path / "a.games"
    with pytest.raises(ConnectionError, match="the machines are gone"):
        learn.play(game, shard, pool=Failing(2), **SMALL)
    assert len(learn.read_shard(game, shard)) == 5
    learn.play(game, shard, pool=cluster.Threads(2), **SMALL)
    assert sorted(number for number, _ in learn.read_shard(game, shard)) == list(range(12))
    with pytest.raises(LearningError, match="other settings"):
        learn.play(game, shard, **SMALL | {"nodes": 31})
    with pytest.raises(LearningError, match="other rules"):
        learn.read_shard(Game("chess"), shard)

    def interrupted(event: dict) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn.play(game, tmp_path / "b.games", observer=interrupted, **SMALL)


def test_training_starts_with_a_network(game: Game, learned: Path, tmp_path: Path) -> None:
    network, shard = (learned / "generation-000.nnue").read_bytes(), tmp_path / "a.games"
    learn.play(game, shard, **SMALL)
    losses: dict[bool, list[float]] = {True: [], False: []}
    for started, told in losses.items():
        observer = lambda event: event["event"] == "epoch" and told.append(event["loss"])
        learn.train(game, [shard], start=network if started else None, observer=observer, **SMALL)
    assert losses[True][0] < losses[False][0]
    with pytest.raises(LearningError):
        learn.train(game, [shard], start=network[:-9], **SMALL)


def test_a_run_begins_with_a_network(game: Game, learned: Path, tmp_path: Path) -> None:
    start = learned / "generation-000.nnue"
    arguments = [GAME, "--ray=none", f"--folder={tmp_path}", "--generations=1"]
    arguments += [f"--{name.replace('_', '-')}={value}" for name, value in SMALL.items()]
    assert learn.main([*arguments, f"--start={tmp_path / 'none.nnue'}"]) == 2
    assert learn.main([*arguments, f"--start={start}"]) in (0, 1)
    api = tmp_path / "api"
    learn.run(game, api, start=start.read_bytes(), generations=1, **SMALL)
    assert (api / "generation-000.nnue").read_bytes() == (tmp_path / "generation-000.nnue").read_bytes()
    shards = [learn.read_shard(game, folder / "generation-000.games") for folder in (learned, tmp_path)]
    assert sorted(shards[0]) != sorted(shards[1])
    with pytest.raises(LearningError):
        learn.run(game, tmp_path / "cut", start=start.read_bytes()[:-9], generations=1, **SMALL)


def test_nonsense_is_refused(game: Game, learned: Path, tmp_path: Path) -> None:
    network = (learned / "generation-000.nnue").read_bytes()
    how = dict(nodes=10, openings=2, max_plies=20, seed=1)
    for foreign in [b"", b"nonsense", network[:-9], network[:60] + b"x" + network[61:]]:
        with pytest.raises(LearningError):
            SelfPlayer(game, foreign, **how)
        with pytest.raises(LearningError):
            PairPlayer(game, {"network": foreign}, {})
    with pytest.raises(LearningError, match="another game|other rules|not"):
        SelfPlayer(Game("chess"), network, **how)
    with pytest.raises(LearningError):
        learn.train(game, [tmp_path / "none.games"])
    (tmp_path / "empty.games").write_bytes(b"")
    with pytest.raises(LearningError, match="no shard"):
        learn.train(game, [tmp_path / "empty.games"])
    for wrong in [dict(hidden=17), dict(rate=2.0), dict(results=-1.0), dict(td_lambda=1.5), dict(games=0), dict(limit="fast"), dict(sprt=(3.0, 1.0))]:
        with pytest.raises((ValueError, LearningError)):
            learn.run(game, tmp_path / "run", **SMALL | wrong)
    with pytest.raises(TypeError, match="no setting"):
        learn.run(game, tmp_path / "run", positions=3)
    for wrong in [dict(kind="human"), dict(limit="soon"), dict(options={"Hush": "3"}), dict(kind="random", options={"Hash": "1"})]:
        with pytest.raises(ValueError):
            PairPlayer(game, wrong, {})
    assert not (tmp_path / "run").exists()
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "state.json").write_text("{")
    with pytest.raises(LearningError, match="not the state"):
        learn.run(game, tmp_path / "run", **SMALL)
    with pytest.raises(ValueError):
        cluster.Threads(0)


@pytest.mark.parametrize(
    "wrong",
    [
        ("--hidden=17",), ("--hidden=0",), ("--seed=-1",), ("--nodes=-5",), ("--games=0",), ("--threads=0",), ("--seed=x",), ("--rate=2",), ("--rate=nan",),
        ("--limit=fast",), ("--sprt=3:1",), ("--sprt=3",), ("--patience=-1",), ("--patience=nan",), ("--pairs=0",), ("--epochs=-1",), ("--set", "castling"),
        ("--set", "castling=on"), ("--start", "none.nnue"), ("--max-plies=0",), ("--seed=99999999999999999999999",), ("--ray", "ray://127.0.0.1:1"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_wrong_arguments_are_refused_before_anything_is_played(wrong: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    try:
        code = learn.main([GAME, "--ray=none", f"--folder={folder}", *wrong])
    except SystemExit as fault:
        code = fault.code
    told = capsys.readouterr()
    assert code == 2 and "error: " in told.err and "Traceback" not in told.err and not folder.exists()


def test_a_start_that_is_too_large_is_refused_at_once(game: Game, learned: Path, tmp_path: Path) -> None:
    network = learn.train(game, [learned / "generation-000.games"], hidden=32, epochs=1)
    with pytest.raises(ValueError, match="has 32 hidden units"):
        learn.run(game, tmp_path / "run", start=network, hidden=16, generations=1)
    assert not (tmp_path / "run").exists()


def test_a_run_that_fails_has_a_code_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "state.json").write_text("{")
    assert learn.main([GAME, "--ray=none", f"--folder={tmp_path}", "--games=2"]) == 3
    assert "is not the state of a run" in capsys.readouterr().err


def test_the_command_line(learned: Path, tmp_path: Path) -> None:
    def command(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "spielraum.learn", *arguments], capture_output=True, text=True, timeout=300)

    wrong = command("minixiangki", "--ray", "none")
    assert wrong.returncode == 2 and "did you mean minixiangqi" in wrong.stderr
    settings = [f"--{name.replace('_', '-')}={value}" for name, value in SMALL.items()]
    ran = command(GAME, "--ray=none", f"--folder={tmp_path}", "--generations=1", "--threads=2", *settings)
    assert ran.returncode in (0, 1) and "generation 0: " in ran.stdout and "best: " in ran.stdout, ran.stderr
    assert (tmp_path / "generation-000.nnue").read_bytes() == (learned / "generation-000.nnue").read_bytes()


def test_trials_and_matches_count_in_the_order_of_numbers(game: Game, learned: Path) -> None:
    network = (learned / "generation-000.nnue").read_bytes()
    counts, verdict = learn.trial(game, network, before=network, **SMALL)
    assert sum(counts) == 3 and verdict == "open"
    assert counts == [0, 0, 3, 0, 0]
    players = [{"limit": "nodes=60"}, {"kind": "random"}]
    reports = [
        cluster.match(game, *players, pairs=6, seed=3, keep_games=True, pool=cluster.Threads(threads)) for threads in (1, 3)
    ]
    assert reports[0] == reports[1]
    report = reports[0]
    assert report.pairs == 6 and report.wins + report.draws + report.losses == 12 == sum(report.endings.values())
    assert report.wins > report.losses and len(report.games) == 12 and report.branching > 5
    tested = cluster.match(game, *players, pairs=500, test=(-100.0, 0.0), pool=cluster.Threads(2))
    assert tested.sprt["verdict"] == "alternative" and tested.pairs < 500
    even = cluster.balance(game, limit="nodes=20", pairs=3, pool=cluster.Threads(2), max_plies=60, keep_games=True)
    # No game is played twice.
    assert len({tuple(told["moves"]) for told in even.games}) == 6
    assert even.pairs == 3 and "Moving first is worth" in str(even)
    class Idle:
        def map(self, task, numbers):
            raise AssertionError("it plays")

    for wrong in [dict(pairs=0), dict(pairs=-3), dict(test=(5.0, 0.0)), dict(first={"kind": "nobody"}), dict(second={"limit": "soon"}), dict(seed=-1), dict(pairs=2.5)]:
        with pytest.raises((ValueError, OverflowError, TypeError)):
            cluster.match(game, **dict(first={}, second={}, pool=Idle()) | wrong)
    for wrong in [0, -1, 2.5, 10**6]:
        with pytest.raises((ValueError, TypeError)):
            cluster.connect(None, threads=wrong)


def test_games_travel() -> None:
    text = 'title "King of the hill, mine"\nbased-on "kingofthehill"\n'
    for game in [Game("raumschach"), Game("nacht-schach", castling=True), Game(text=text), Game("mine", text=text)]:
        copy = pickle.loads(pickle.dumps(game))
        assert copy == game and (copy.id, copy.title, copy.options) == (game.id, game.title, game.options)


def test_definition_files_travel_as_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.kdl"
    path.write_text('title "Mine"\nbased-on "chess"\n')
    game = Game(str(path))
    pickled = pickle.dumps(game)
    path.unlink()
    copy = pickle.loads(pickled)
    assert copy == game and copy.id == game.id == "mine"
    with pytest.raises(DefinitionError, match="can't read"):
        pickle.dumps(game)


def test_statistics_are_those_of_the_textbook() -> None:
    pairs = [0.0] * 10 + [0.25] * 20 + [0.5] * 30 + [0.75] * 30 + [1.0] * 10
    bar = statistics.NormalDist(0, statistics.pstdev(pairs) / 10).inv_cdf(0.975)
    assert elo([10, 20, 30, 30, 10])["score"] == pytest.approx((0.525, 0.525 - bar, 0.525 + bar))
    assert elo([0] * 5) is None
    test = sprt([900, 4_800, 12_000, 5_300, 1_000], 0.0, 4.0)
    assert test["verdict"] == "alternative" and test["high"] == pytest.approx(2.94444, abs=1e-4)
    for wrong in [(5.0, 0.0), (0.0, 5_000.0), (float("nan"), 1.0)]:
        with pytest.raises(ValueError):
            sprt([1] * 5, *wrong)
    with pytest.raises((ValueError, OverflowError)):
        elo([2**63] * 5)


def test_endgame_tables_are_those_of_the_program(tmp_path: Path) -> None:
    game = Game("chess")
    made = cluster.endgame(game, "KP v K", tmp_path / "threads", pool=cluster.Threads(2))
    # What a pawn may become, and nothing at all; then the pawn.
    assert made[-1] == "KP v K" and {"KQ v K", "KR v K", "KB v K", "KN v K"} <= set(made[:-1])
    assert sorted(endgame_build(game, "KP v K", tmp_path / "whole")) == sorted(made)
    for path in (tmp_path / "whole").iterdir():
        assert path.read_bytes() == (tmp_path / "threads" / path.name).read_bytes(), path.name
    assert cluster.endgame(game, "KP v K", tmp_path / "threads", pool=cluster.Threads(2)) == []
    assert cluster.endgame(game, "K v KP", tmp_path / "threads", pool=cluster.Threads(2)) == []
    for wrong in ["KX v K", "Q v K", "KQ"]:
        with pytest.raises(ValueError):
            cluster.endgame(game, wrong, tmp_path / "wrong", pool=cluster.Threads(1))
    with pytest.raises(RuntimeError, match="MB"):
        cluster.endgame(game, "KQR v KR", tmp_path / "large", memory_mb=1, pool=cluster.Threads(1))
