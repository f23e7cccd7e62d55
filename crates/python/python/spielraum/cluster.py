"""Games by the thousand, on the threads of this machine or on a Ray cluster.

>>> import spielraum
>>> from spielraum import cluster
>>> report = cluster.match(spielraum.Game("minixiangqi"), {"limit": "nodes=100"}, {"kind": "random"}, pairs=2, ray=None)
>>> report.pairs
2

Everything is played by number: game 17 of a task is the same on every worker. So work is handed out as chunks of
numbers, a chunk of a worker that died or fell silent is given to another, and nothing counts twice.
"""

from __future__ import annotations

import argparse
import importlib.util
import operator
import os
import queue
import sys
import tempfile
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from ._spielraum import Game, PairPlayer, SelfPlayer, Stop, elo, endgame_build, endgame_needs, sprt, write_file

__all__ = ["MatchReport", "Pool", "RayPool", "Threads", "WorkerError", "balance", "connect", "endgame", "match"]

#: How often a worker reports that it is there, in seconds at most.
BEAT = 1.0

#: The most packets of results a second that reach the driver of a cluster; more would keep it from handing out work.
PACKETS = 400


class WorkerError(RuntimeError):
    """Workers died, or fell silent, again and again over the same numbers."""


class Player(Protocol):
    """What a worker works with. If it has a method `stop`, that ends what it is at."""

    def play(self, number: int) -> Any: ...


class Task(Protocol):
    """What is to be done for each number. It travels to the workers, so it must be picklable."""

    @property
    def chunk(self) -> int:
        """How many numbers a worker is given at a time."""
        ...

    def player(self) -> Player:
        """What does it; made once in each worker."""
        ...


class Pool(Protocol):
    """Workers."""

    def map(self, task: Task, numbers: Iterable[int]) -> Generator[tuple[int, Any], None, None]:
        """Gives each number once with what was done, in any order."""
        ...


@dataclass(frozen=True)
class Games:
    """Games of the engine against itself, as shards hold them."""

    game: Game
    settings: dict[str, Any]
    chunk: int = 8

    def player(self) -> SelfPlayer:
        return SelfPlayer(self.game, **self.settings)


@dataclass(frozen=True)
class Pairs:
    """Pairs of games between two players, colours swapped."""

    game: Game
    first: dict[str, Any]
    second: dict[str, Any]
    settings: dict[str, Any]
    chunk: int = 1

    def player(self) -> PairPlayer:
        return PairPlayer(self.game, self.first, self.second, **self.settings)


@dataclass(frozen=True)
class Tables:
    """Endgame tables of some materials, from those that they need."""

    game: Game
    #: Each with the name of its file and those of the files that it needs.
    materials: list[tuple[str, str, list[str]]]
    needed: dict[str, bytes]
    memory_mb: int
    chunk: int = 1

    def player(self) -> TableMaker:
        return TableMaker(self)


class TableMaker:
    """Makes the tables of a task."""

    def __init__(self, task: Tables) -> None:
        self.task, self.called_off = task, Stop()

    def play(self, number: int) -> bytes:
        task, (material, name, others) = self.task, self.task.materials[number]
        with tempfile.TemporaryDirectory() as folder:
            for other in others:
                Path(folder, other).write_bytes(task.needed[other])
            endgame_build(task.game, material, folder, memory_mb=task.memory_mb, stop=self.called_off)
            return Path(folder, name).read_bytes()

    def stop(self) -> None:
        """Calls off the table that is made, from another thread, and all after it."""
        self.called_off.stop()


class Threads:
    """Threads of this process; the games are played without the interpreter's lock."""

    def __init__(self, threads: int = 1) -> None:
        if not 1 <= operator.index(threads) <= 1024:
            raise ValueError(f"threads are 1 to 1024, not {threads}")
        self.threads = threads

    def map(self, task: Task, numbers: Iterable[int]) -> Generator[tuple[int, Any], None, None]:
        todo, lock, over = iter(numbers), threading.Lock(), threading.Event()
        done: queue.SimpleQueue[tuple[int, Any] | BaseException | None] = queue.SimpleQueue()
        # So much at most waits to be taken over.
        room = threading.Semaphore(2 * self.threads)
        players: list[Player] = []

        def work() -> None:
            try:
                player = task.player()
                players.append(player)
                while room.acquire() and not over.is_set():
                    with lock:
                        number = next(todo, None)
                    if number is None:
                        break
                    done.put((number, player.play(number)))
            except BaseException as fault:
                done.put(fault)
            done.put(None)

        workers = [threading.Thread(target=work, daemon=True) for _ in range(self.threads)]
        for worker in workers:
            worker.start()
        working = self.threads
        try:
            while working:
                item = done.get()
                room.release()
                if item is None:
                    working -= 1
                elif isinstance(item, BaseException):
                    raise item
                else:
                    yield item
        finally:
            over.set()
            room.release(2 * self.threads)
            for player in players:
                getattr(player, "stop", int)()
            # They clean up; one that can't be stopped is not waited for.
            deadline = time.monotonic() + BEAT
            for worker in workers:
                worker.join(max(deadline - time.monotonic(), 0))


@dataclass
class Chunk:
    """Numbers that a worker has."""

    missing: set[int]
    #: How many workers it has cost since one got on with it.
    lost: int = 0
    #: When its worker was last heard of, and whether it has begun.
    heard: float = 0.0
    begun: bool = False


class RayPool:
    """Workers of a Ray cluster, one for each of its processors, as they come and go.

    A worker that is not heard of for `patience` seconds is given up, ten times that before it has begun; a worker or node that
    dies costs the games that were in play on it. `WorkerError` is raised when the same numbers cost `losses` workers.
    """

    def __init__(self, address: str, *, threads: int | None = None, patience: float = 60.0, losses: int = 5) -> None:
        try:
            import ray  # type: ignore[import-not-found, unused-ignore]
        except ImportError:
            raise WorkerError("Ray is not installed: pip install 'spielraum[ray]', or go without it (--ray none)") from None
        if address.startswith("ray://"):
            raise ValueError("clients of a cluster can't hand out games: start the program on it with `ray job submit`")
        self.ray, self.patience, self.losses = ray, patience, losses
        if not ray.is_initialized():
            quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "warning"}
            if address == "local":
                os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
                quiet |= {"include_dashboard": False, "num_cpus": threads, "_node_ip_address": "127.0.0.1"}
            ray.init(address=address, **quiet)
        # Deaths are answered here: a chunk is given to another without what came of it before.
        self.remote = ray.remote(num_cpus=1, max_retries=0, num_returns="streaming")(_work)

    def slots(self) -> int:
        """How many chunks are out at a time: one for each processor, and a few that wait."""
        processors = int(self.ray.cluster_resources().get("CPU", 0))
        return max(processors + processors // 8, 1) + 1

    def map(self, task: Task, numbers: Iterable[int]) -> Generator[tuple[int, Any], None, None]:
        ray, remaining = self.ray, iter(numbers)
        given_back: deque[Chunk] = deque()
        running: dict[Any, Chunk] = {}
        reference = ray.put(task)
        slots, counted = self.slots(), time.monotonic()

        def lose(stream: Any, why: BaseException | str) -> None:
            chunk = running.pop(stream)
            chunk.lost += 1
            if chunk.lost >= self.losses:
                numbers = ", ".join(map(str, sorted(chunk.missing)))
                raise WorkerError(f"{chunk.lost} workers in a row were lost over {numbers}: {why}")
            given_back.append(chunk)

        try:
            while True:
                if time.monotonic() - counted > BEAT:
                    slots, counted = self.slots(), time.monotonic()
                while len(running) < slots:
                    chunk = given_back.popleft() if given_back else Chunk(set(islice(remaining, task.chunk)))
                    if not chunk.missing:
                        break
                    stream = self.remote.remote(reference, reference.hex(), sorted(chunk.missing), slots / PACKETS)
                    chunk.heard, chunk.begun = time.monotonic(), False
                    running[stream] = chunk
                if not running:
                    return
                ray.wait(list(running), num_returns=1, timeout=BEAT, fetch_local=False)
                ready, _ = ray.wait(list(running), num_returns=len(running), timeout=0, fetch_local=False)
                for stream in ready:
                    chunk = running[stream]
                    try:
                        played = ray.get(next(stream))
                    except StopIteration:
                        del running[stream]
                        if chunk.missing:
                            given_back.append(chunk)
                        continue
                    except ray.exceptions.RayTaskError as fault:
                        # What the task itself raised would be raised anywhere.
                        raise (fault.cause if isinstance(fault.cause, Exception) else fault) from None
                    except ray.exceptions.RayError as fault:
                        lose(stream, fault)
                        continue
                    chunk.heard, chunk.begun = time.monotonic(), True
                    for number, result in played:
                        if number in chunk.missing:
                            chunk.missing.remove(number)
                            chunk.lost = 0
                            yield number, result
                now = time.monotonic()
                for stream, chunk in list(running.items()):
                    silence = now - chunk.heard
                    if silence > self.patience * (1 if chunk.begun else 10):
                        ray.cancel(stream, force=True)
                        lose(stream, f"nothing was heard of it for {silence:.0f} s")
        finally:
            for stream in running:
                ray.cancel(stream, force=True)


#: What this worker works with, and for which task.
_players: dict[str, Player] = {}


def _work(task: Task, name: str, numbers: list[int], pause: float) -> Iterator[list[tuple[int, Any]]]:
    """Does numbers in a worker. Gives what was done as soon as it is, or after a pause since the last time; as a beat, nothing."""
    if name not in _players:
        _players.clear()
        _players[name] = task.player()
    player, told = _players[name], time.monotonic()
    done: list[tuple[int, Any]] = []
    with ThreadPoolExecutor(1) as thread:
        for number in numbers:
            doing = thread.submit(player.play, number)
            while not wait([doing], timeout=BEAT).done:
                yield done
                done, told = [], time.monotonic()
            done.append((number, doing.result()))
            if time.monotonic() - told >= pause:
                yield done
                done, told = [], time.monotonic()
    if done:
        yield done


def connect(ray: str | None = "auto", *, threads: int | None = None, patience: float = 60.0) -> Pool:
    """Workers: of the cluster at an address, of the one that this machine belongs to (`auto`; if there is none, or no Ray,
    threads), of a Ray of this machine alone (`local`), or threads of this process (`None` or `none`).

    `threads` is how many there are of the last two kinds; one for each processor if nothing is said.
    """
    if ray in (None, "none"):
        return Threads((os.cpu_count() or 1) if threads is None else threads)
    if ray == "auto":
        if importlib.util.find_spec("ray") is None:
            return connect(None, threads=threads)
        try:
            return RayPool("auto", patience=patience)
        except ConnectionError:
            print("there is no Ray cluster here; this machine's threads play", file=sys.stderr)
            return connect(None, threads=threads)
    return RayPool(ray, threads=threads, patience=patience)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What a command asks that lets workers play a game: the game's options, and who plays."""
    parser.add_argument("--set", dest="options", type=_option, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--ray",
        default="auto",
        metavar="auto|local|none|ADDRESS",
        help="auto: the cluster this machine belongs to, or threads; local: a Ray of this machine; none: threads",
    )
    parser.add_argument("--patience", type=seconds, default=60.0, help="after how many seconds a silent worker is given up")


def seconds(text: str) -> float:
    """A time above 0, as an argument of a command."""
    number = float(text)
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"a number of seconds above 0 is wanted, not {text}")
    return number


def number_from(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number within a range, as an argument of a command."""

    def read(text: str) -> int:
        number = int(text)
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"a number from {low} to {high} is wanted, not {text}")
        return number

    read.__name__ = "whole number"
    return read


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("write it as NAME=VALUE")
    return name, value


def elos(text: str) -> tuple[float, float]:
    """The ends of a test as an argument of a command, such as `0:20`."""
    elo0, _, elo1 = text.partition(":")
    return float(elo0), float(elo1)


def _elo(counts: list[int]) -> tuple[float, float, float] | None:
    told = elo(counts)
    if told is None:
        return None
    value, low, high = told["elo"]
    return value, low, high


@dataclass
class MatchReport:
    """What a match came to, from the first player's side."""

    #: How many pairs of games had 0, ½, 1, 1½ and 2 points.
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    #: The same pairs from White's side.
    white_counts: list[int] = field(default_factory=lambda: [0] * 5)
    #: How games ended, how many plies they had, and how many legal moves there were in how many positions.
    endings: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    choices: tuple[int, int] = (0, 0)
    #: `llr`, `low`, `high` and `verdict` (`open`, `null`, `alternative`) of the test, if there was one.
    sprt: dict[str, Any] | None = None
    #: The games of each pair, in the order of their numbers, if they were asked for.
    games: list[dict[str, Any]] = field(default_factory=list)

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def elo(self) -> tuple[float, float, float] | None:
        """The difference in Elo and the ends of its 95 % interval (pentanomial)."""
        return _elo(self.counts)

    @property
    def first_move_elo(self) -> tuple[float, float, float] | None:
        """What it is worth to move first."""
        return _elo(self.white_counts)

    @property
    def branching(self) -> float:
        """The mean number of legal moves."""
        return self.choices[0] / max(self.choices[1], 1)

    def add(self, pair: dict[str, Any], keep: bool = False) -> None:
        self.counts[pair["half_points"]] += 1
        white = 0
        for game in pair["games"]:
            won = game["half_points"]
            self.wins, self.draws, self.losses = (
                self.wins + (won == 2),
                self.draws + (won == 1),
                self.losses + (won == 0),
            )
            white += won if game["first_plays"] == "white" else 2 - won
            self.endings[game["ending"]] += 1
            self.lengths.append(len(game["moves"]))
            self.choices = (self.choices[0] + game["choices"][0], self.choices[1] + game["choices"][1])
        self.white_counts[white] += 1
        if keep:
            self.games.extend(pair["games"])

    def __str__(self) -> str:
        text = f"{2 * self.pairs} games: +{self.wins} ={self.draws} -{self.losses}; pairs {' '.join(map(str, self.counts))}"
        if self.elo:
            text += "\nElo {:+.0f} (95 %: {:+.0f} to {:+.0f})".format(*self.elo)
        if self.first_move_elo:
            text += "\nMoving first is worth {:+.0f} Elo (95 %: {:+.0f} to {:+.0f})".format(*self.first_move_elo)
        if self.lengths:
            text += f"\nLength: median {sorted(self.lengths)[len(self.lengths) // 2]} plies; {self.branching:.1f} legal moves"
            ends = ", ".join(f"{ending} {count}" for ending, count in self.endings.most_common())
            text += f"\nEnds: {ends}"
        if self.sprt:
            text += "\nSPRT: {verdict}, LLR {llr:.2f} (bounds {low:.2f} and {high:.2f})".format(**self.sprt)
        return text


def match(
    game: Game,
    first: dict[str, Any],
    second: dict[str, Any],
    *,
    pairs: int = 100,
    test: tuple[float, float] | None = None,
    openings: int = 4,
    max_plies: int = 400,
    seed: int = 1,
    swapped: bool = True,
    keep_games: bool = False,
    ray: str | None = "auto",
    pool: Pool | None = None,
    threads: int | None = None,
) -> MatchReport:
    """Lets two players play pairs of games, the same as `spielraum match` does, and returns what came of it.

    A player is a dict: `kind` (`engine`, `engine:LEVEL`, `greedy`, `random` or `uci:COMMAND`), `limit` (`time=100ms`,
    `nodes=5000`, `depth=6`, `clock=10s+100ms`), `options` (of the engine), `network` (the bytes of a file). With `test=(elo0, elo1)` the
    match ends when the test is decided. With `swapped=False` both games of a pair have an opening of their own. Pairs count in the order of their numbers: the report depends on who ends first
    in nothing. Raises ValueError for what can't be, before anything is played.
    """
    if operator.index(pairs) < 1:
        raise ValueError(f"a match has one pair of games at least, not {pairs}")
    if test:
        sprt([0] * 5, *test)
    PairPlayer(game, first, second, openings=openings, max_plies=max_plies, seed=seed, swapped=swapped)
    pool = pool or connect(ray, threads=threads)
    task = Pairs(game, first, second, {"openings": openings, "max_plies": max_plies, "seed": seed, "swapped": swapped})
    report, known, following = MatchReport(), {}, 0
    played = pool.map(task, range(pairs))
    try:
        for number, pair in played:
            known[number] = pair
            while following in known:
                report.add(known.pop(following), keep_games)
                following += 1
                if test:
                    report.sprt = sprt(report.counts, *test)
                    if report.sprt["verdict"] != "open":
                        return report
    finally:
        played.close()
    return report


def balance(game: Game, *, limit: str = "nodes=2000", pairs: int = 100, **how: Any) -> MatchReport:
    """Lets the engine play itself, as `spielraum balance` does: who has the advantage, how long it takes, how it ends.

    Every game has an opening of its own: with colours swapped the same engine would play the same game again.
    """
    return match(game, {"limit": limit}, {"limit": limit}, pairs=pairs, swapped=False, **how)


def endgame(
    game: Game,
    material: str,
    folder: str | os.PathLike[str],
    *,
    memory_mb: int = 2048,
    ray: str | None = "auto",
    pool: Pool | None = None,
    threads: int | None = None,
) -> list[str]:
    """Makes the endgame table of some material, such as `KQ v K`, and those that captures and promotions lead to.

    Tables that don't need each other are made at the same time, each by one worker, from those that it needs. A table is in
    the folder whole or not at all; those that are there are used. Gives the materials that were made.
    """
    pool, folder, made = pool or connect(ray, threads=threads), Path(folder), []
    folder.mkdir(parents=True, exist_ok=True)
    needed = endgame_needs(game, material)
    names = {which: name for which, _, name in needed}
    waiting = {which: after for which, after, name in needed if not (folder / name).exists()}
    while waiting:
        now = [which for which, after in waiting.items() if not any(other in waiting for other in after)]
        materials = [(which, names[which], [names[other] for other in waiting[which]]) for which in now]
        needed_files = {name for _, _, others in materials for name in others}
        inputs = {name: (folder / name).read_bytes() for name in needed_files}
        task = Tables(game, materials, inputs, memory_mb)
        for number, content in pool.map(task, range(len(now))):
            write_file(folder / names[now[number]], content)
        made.extend(now)
        for which in now:
            del waiting[which]
    return made
