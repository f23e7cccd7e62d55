"""Ctrl-C, forks and fresh processes: long work ends, and nothing hangs."""

import multiprocessing
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from spielraum import Endgames, Engine, Game, PairPlayer, Position, VectorEnv, cluster

#: Work that would take days.
ENDLESS = {
    "play": 'spielraum.Engine(game, hash_mb=1).play(game.position(), nodes=10**15)',
    "a second search": 'engine = spielraum.Engine(game, hash_mb=1)\n'
    'threading.Thread(target=lambda: engine.play(game.position(), nodes=10**15), daemon=True).start()\n'
    'threading.Timer(3, engine.stop).start()\n'
    'engine.evaluate(game.position())',
    "perft": "game.position().perft(12)",
    "playouts": "spielraum.random_playouts(game, 10**15)",
    "playouts on threads": "spielraum.random_playouts(game, 10**15, threads=2)",
    "a pair": 'spielraum.PairPlayer(game, {"limit": "nodes=1000000000000"}, {"kind": "random"}).play(0)',
    "self-play": "spielraum.SelfPlayer(game, nodes=10**15, openings=2, max_plies=10, seed=1).play(0)",
    "a problem": 'spielraum.solve(game, "h#9")',
    "a tree search": "spielraum.TreeSearch(game, evaluate, visits=10**6).search([game.position()])",
    "a table": 'endgame_build(game, "KQR v KR", folder)',
    "tables on threads": 'cluster.endgame(game, "KQR v KR", folder, pool=cluster.Threads(2))',
    "games with an observer": "learn.play(small, f'{folder}/b.games', observer=str, games=10**6, nodes=0, openings=2, max_plies=40)",
    "training": "learn.train(small, [f'{folder}/a.games'], epochs=10_000, hidden=256, batch=100)",
}

#: What must be there first.
BEFORE = {"training": "learn.play(small, f'{folder}/a.games', games=40, nodes=0, openings=2, max_plies=60)"}

#: Jobs in the background of a shell inherit that Ctrl-C is ignored.
PROGRAM = """
import signal
import sys
import threading
import numpy as np
import spielraum
from spielraum import cluster, learn
from spielraum._spielraum import endgame_build
signal.signal(signal.SIGINT, signal.default_int_handler)
game, small, folder = spielraum.Game("chess"), spielraum.Game("minixiangqi"), sys.argv[1]

def evaluate(shown):
    return np.zeros(shown["action_mask"].shape), np.zeros(len(shown["board"]))

BEFORE
print("ready", flush=True)
try:
    WORK
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("work", ENDLESS)
def test_ctrl_c_ends(work: str, tmp_path: Path) -> None:
    program = PROGRAM.replace("WORK", ENDLESS[work].replace("\n", "\n    ")).replace("BEFORE", BEFORE.get(work, ""))
    running = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        told, failed = running.communicate(timeout=60)
    finally:
        running.kill()
    assert told == "interrupted\n", failed


def in_child(method: str, work: object, *arguments: object) -> None:
    """Does work in a process of its own, which must end by itself and well."""
    child = multiprocessing.get_context(method).Process(target=work, args=arguments)
    child.start()
    child.join(60)
    hung = child.is_alive()
    child.kill()
    assert not hung and child.exitcode == 0


def step(environment: VectorEnv) -> None:
    environment.step(environment.random_actions())


def step_afresh(game: Game) -> None:
    environment = VectorEnv(game, 40, threads=2)
    environment.reset()
    step(environment)


def test_environments_are_stepped_after_a_fork() -> None:
    environment = VectorEnv(Game("raumschach"), 40, threads=2)
    environment.reset()
    step(environment)
    in_child("fork", step, environment)
    step(environment)
    in_child("fork", lambda: step(environment.copy()))
    in_child("spawn", step_afresh, Game("raumschach"))


def test_threads_take_turns_with_an_environment() -> None:
    environment = VectorEnv(Game("raumschach"), 200, threads=2)
    environment.reset()
    stepping = threading.Thread(target=lambda: [step(environment) for _ in range(20)])
    stepping.start()
    while stepping.is_alive():
        environment.observe()
        assert len(environment.copy()) == 200 and environment.position(0).ply <= 20
    stepping.join()
    assert environment.position(0).ply == 20


def test_a_fork_while_an_environment_is_stepped() -> None:
    environment, over = VectorEnv(Game("raumschach"), 2000, threads=2), threading.Event()
    environment.reset()

    def step_on() -> None:
        while not over.is_set():
            step(environment)

    def step_or_refuse() -> None:
        try:
            environment.reset()
        except RuntimeError as fault:
            assert "forked" in str(fault)

    thread = threading.Thread(target=step_on)
    thread.start()
    try:
        for _ in range(5):
            in_child("fork", step_or_refuse)
    finally:
        over.set()
        thread.join()


def test_a_position_is_free_while_an_engine_thinks_about_it() -> None:
    game = Game("chess")
    engine, position = Engine(game, hash_mb=1), game.position()
    thread = threading.Thread(target=lambda: engine.play(position, nodes=10**15))
    thread.start()
    time.sleep(0.3)
    try:
        position.push("e2e4")
        in_child("fork", lambda: position.push("e7e5"))
        assert position.pop() == "e2e4"
    finally:
        engine.stop()
        thread.join()


def is_refused(engine: Engine, position: Position) -> None:
    for use in (lambda: engine.play(position, depth=1), lambda: engine.evaluate(position), engine.clear):
        with pytest.raises(RuntimeError, match="forked"):
            use()
    assert Engine(position.game, hash_mb=1).play(position, depth=1) is not None


def test_a_fork_while_an_engine_searches() -> None:
    game = Game("chess")
    engine = Engine(game, hash_mb=1)
    thread = threading.Thread(target=lambda: engine.play(game.position(), nodes=10**15))
    thread.start()
    time.sleep(0.3)
    try:
        in_child("fork", is_refused, engine, game.position())
    finally:
        engine.stop()
        thread.join()
    # An engine that is at rest may go along.
    in_child("fork", lambda: engine.play(game.position(), depth=1))
    assert engine.play(game.position(), depth=1) is not None


def test_a_fork_while_a_pair_is_played() -> None:
    game = Game("chess")
    player = PairPlayer(game, {"limit": "nodes=1000000000"}, {"kind": "random"})
    thread = threading.Thread(target=lambda: pytest.raises(RuntimeError, player.play, 0))
    thread.start()
    time.sleep(0.3)

    def refused() -> None:
        with pytest.raises(RuntimeError, match="forked"):
            player.play(0)

    try:
        in_child("fork", refused)
    finally:
        player.stop()
        thread.join()


def test_a_fork_while_tables_are_probed(tmp_path: Path) -> None:
    game = Game("chess")
    cluster.endgame(game, "KR v K", tmp_path, pool=cluster.Threads(1))
    tables, position, over = Endgames(game, tmp_path), game.position("8/8/8/8/8/1k6/7R/1K6 w - - 0 1"), threading.Event()
    known = tables.moves(position)

    def probe() -> None:
        while not over.is_set():
            tables.moves(position)

    def same() -> None:
        assert tables.moves(position) == known and tables.probe(position) == known[0][1]

    thread = threading.Thread(target=probe)
    thread.start()
    try:
        for _ in range(5):
            in_child("fork", same)
    finally:
        over.set()
        thread.join()


class Positions:
    """What a data loader hands to workers: an item is a game that was played at random."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getitem__(self, number: int) -> np.ndarray:
        environment = VectorEnv(self.game, 9, seed=number, threads=2)
        environment.reset()
        step(environment)
        return np.array(environment.observe()["board"])


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_of_a_data_loader(method: str) -> None:
    positions = Positions(Game("minixiangqi"))
    first = positions[0]
    with multiprocessing.get_context(method).Pool(2) as workers:
        loaded = workers.map_async(positions.__getitem__, range(4)).get(timeout=120)
    assert (loaded[0] == first).all() and len(loaded) == 4


def test_a_forked_process_that_can_not_train_says_so(tmp_path: Path) -> None:
    from spielraum import learn

    game = Game("minixiangqi")
    small = dict(games=2, nodes=10, openings=2, max_plies=40, hidden=16, epochs=1, batch=64, limit="nodes=10", pairs=1)
    learn.play(game, f"{tmp_path}/a.games", **small)
    in_child("fork", lambda: learn.play(game, f"{tmp_path}/b.games", **small))
    learn.train(game, [f"{tmp_path}/a.games"], **small)

    def refused() -> None:
        with pytest.raises(RuntimeError, match="spawn"):
            learn.train(game, [f"{tmp_path}/a.games"], **small)

    in_child("fork", refused)
