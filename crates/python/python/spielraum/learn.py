"""From the rules of a game to a network that evaluates its positions, on the threads of this machine or on a Ray cluster.

    python -m spielraum.learn raumschach --ray auto

does what `spielraum learn raumschach` does, in the same folder and files: either goes on where the other was ended. The games
are played by workers, by number; the driver alone writes. All that is left to chance follows from the seed, on any worker:
the same games, the same network byte for byte.
"""

from __future__ import annotations

import argparse
import json
import operator
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from . import _spielraum
from ._spielraum import Game, LearningError, read_shard
from .cluster import Games, Pairs, Pool, WorkerError, add_arguments, connect, elos, number_from

__all__ = ["Crew", "LearningError", "main", "play", "read_shard", "run", "train", "trial"]

Event = dict[str, Any]
Observer = Callable[[Event], None]


#: The ranges of the settings that are whole numbers.
RANGES: dict[str, tuple[int, int]] = {
    "generations": (1, 999),
    "seed": (0, 2**64 - 1),
    "threads": (1, 256),
    "games": (1, 100_000_000),
    "nodes": (0, 2**63),
    "openings": (0, 200),
    "max_plies": (1, 65_535),
    "nearby": (0, 10_000),
    "hidden": (16, 256),
    "epochs": (1, 10_000),
    "batch": (1, 1_000_000),
    "pairs": (1, 1_000_000),
}

#: What can be said of a run, with its kind and what it means; what is not said is as `spielraum learn` has it.
SETTINGS: dict[str, tuple[Callable[[str], Any], str]] = {
    "generations": (int, "how often to play, train and try; it ends sooner when two networks in a row were dropped"),
    "seed": (int, "on what all that is left to chance depends"),
    "threads": (int, "how many threads play, without a cluster, and train"),
    "games": (int, "how many games the engine plays against itself"),
    "nodes": (int, "how many positions it looks at for each move; 0: none"),
    "openings": (int, "with how many random plies, or one more, each game opens"),
    "max_plies": (int, "a game of this many plies is a draw"),
    "nearby": (int, "how many positions near each one of a game are kept with their static evaluation"),
    "hidden": (int, "hidden units for each side's view, a multiple of 16"),
    "epochs": (int, "how often all positions are learned from"),
    "batch": (int, "how many positions are learned from at a time"),
    "rate": (float, "how far weights move in the beginning"),
    "results": (float, "how much the games' results count, from 0 to 1"),
    "td_lambda": (
        float,
        "how much of a position's score is that of the next position of its game, and so on to the result, from 0 to 1",
    ),
    "limit": (str, "how much both think in the match: time=100ms, nodes=5000 or depth=6"),
    "pairs": (int, "how many pairs of games are played at most"),
    "sprt": (
        elos,
        "the test that ends the match and keeps the network if it finds ELO1 rather than ELO0, as in 0:20",
    ),
}


class Crew:
    """Lets the workers of a pool play the games of a run."""

    def __init__(self, game: Game, pool: Pool) -> None:
        self.game, self.pool = game, pool

    def games(self, numbers: Sequence[int], **how: Any) -> Iterator[tuple[int, bytes]]:
        """Games of the engine against itself: their numbers, and the games as a shard holds them."""
        return self.pool.map(Games(self.game, how), numbers)

    def pairs(
        self, numbers: Sequence[int], *, network: bytes, before: bytes | None, limit: str, **how: Any
    ) -> Iterator[tuple[int, int]]:
        """Pairs of games of a network against what was before: their numbers, and the network's half points."""
        new = {"limit": limit, "network": network}
        old = {"limit": limit, "network": before} if before else {"limit": limit, "options": {"Use NNUE": "false"}}
        played = self.pool.map(Pairs(self.game, new, old, how), numbers)
        try:
            for number, pair in played:
                yield number, pair["half_points"]
        finally:
            played.close()


def _checked(settings: dict[str, Any]) -> dict[str, Any]:
    for name, value in settings.items():
        if name not in SETTINGS:
            raise TypeError(f"there is no setting {name!r}; there are {', '.join(SETTINGS)}")
        if name in RANGES and value is not None:
            low, high = RANGES[name]
            if not low <= operator.index(value) <= high:
                raise ValueError(f"{name} is from {low} to {high}, not {value}")
    return {"threads": 1} | settings


def _told(observer: Observer | None) -> Callable[[str], None]:
    return lambda text: observer(json.loads(text)) if observer else None


def _crew(game: Game, pool: Pool | None, settings: dict[str, Any]) -> Crew:
    return Crew(game, pool or connect(None, threads=settings["threads"]))


def run(
    game: Game,
    folder: str | os.PathLike[str] | None = None,
    *,
    start: bytes | None = None,
    pool: Pool | None = None,
    observer: Observer | None = None,
    **settings: Any,
) -> Path | None:
    """Plays, trains and tries generation by generation in a folder (GAME.learn), and goes on where it was ended there.

    Gives the file of the best network, or None if none was better than what was there before: the classical evaluation, or
    the network `start`, which plays the first games then and whose weights the first training starts with. `pool` is what
    `spielraum.cluster.connect` gives; threads of this process if there is none. `observer` receives each event, as in `log.jsonl`. The
    settings are those of `SETTINGS`. Raises LearningError for what is damaged or of other settings, and
    `spielraum.cluster.WorkerError` when workers die again and again.
    """
    folder = Path(folder or f"{game.id}.learn")
    settings = _checked(settings)
    crew = _crew(game, pool, settings)
    return _spielraum.learn_run(game, folder, start, crew, _told(observer), settings)


def play(
    game: Game,
    shard: str | os.PathLike[str],
    *,
    network: bytes | None = None,
    pool: Pool | None = None,
    observer: Observer | None = None,
    **settings: Any,
) -> None:
    """Adds those games of the engine against itself that a shard lacks; with a network, or the classical terms."""
    settings = _checked(settings)
    crew = _crew(game, pool, settings)
    _spielraum.learn_data(game, Path(shard), network, crew, _told(observer), settings)


def train(
    game: Game,
    shards: Sequence[str | os.PathLike[str]],
    *,
    start: bytes | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    observer: Observer | None = None,
    **settings: Any,
) -> bytes:
    """Fits a network to the positions of shards; gives the bytes of its file. With a checkpoint it goes on from there.

    `start` is a network whose weights it starts with; it may have fewer hidden units than `hidden` says.
    """
    paths, checkpoint = [Path(shard) for shard in shards], Path(checkpoint) if checkpoint else None
    return _spielraum.learn_train(game, paths, start, checkpoint, _told(observer), _checked(settings))


def trial(
    game: Game,
    network: bytes,
    *,
    before: bytes | None = None,
    log: str | os.PathLike[str] | None = None,
    pool: Pool | None = None,
    observer: Observer | None = None,
    **settings: Any,
) -> tuple[list[int], str]:
    """Lets a network play against another, or the classical terms, until the test is decided.

    Gives how many pairs had 0, ½, 1, 1½ and 2 points, and `alternative`, `null` or `open`. What was played is kept in `log`.
    """
    settings = _checked(settings)
    crew, log = _crew(game, pool, settings), Path(log) if log else None
    return _spielraum.learn_match(game, network, before, log, crew, _told(observer), settings)


def _show(event: Event) -> None:
    """A line for what takes long, at most ten for each step."""
    kind = event.get("event")
    if kind == "game" and event["games"] % max(event["of"] // 10, 1) == 0:
        print(f"{event['games']} of {event['of']} games, {event['positions']} positions", file=sys.stderr)
    elif kind == "epoch":
        print(f"epoch {event['epoch']} of {event['of']}: loss {event['loss']:.5f}", file=sys.stderr)
    elif kind == "pairs" and event["pairs"] % max(event["of"] // 10, 1) == 0:
        print(f"{event['pairs']} of {event['of']} pairs, LLR {event['llr']:.2f}", file=sys.stderr)
    elif kind == "generation":
        elo = f", {event['elo']:+.0f} Elo" if event["elo"] is not None else ""
        print(f"generation {event['generation']}: {'kept' if event['kept'] else 'dropped'}{elo}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line. Gives the exit code: 0 if a network was better, 1 if none was, 2 for wrong arguments, 3 if the run failed."""
    parser = argparse.ArgumentParser(
        prog="python -m spielraum.learn",
        description="Learns a network that evaluates a game's positions, from nothing but its rules.",
        epilog="It uses the folder and the files of `spielraum learn`, and has its defaults. docs/cluster.md explains clusters.",
    )
    parser.add_argument("game", help="an id of the catalogue or the path of a definition file")
    parser.add_argument("--folder", help="where all files are [default: GAME.learn]")
    parser.add_argument(
        "--start",
        metavar="FILE",
        help="begin with this network: it plays the first games, the first network must beat it, and each training starts "
        "with the weights of the best so far [default: with the classical evaluation, and weights left to chance]",
    )
    add_arguments(parser)
    for name, (kind, meaning) in SETTINGS.items():
        option = f"--{name.replace('_', '-')}"
        kind = number_from(*RANGES[name]) if name in RANGES else kind
        parser.add_argument(option, type=kind, default=argparse.SUPPRESS, help=meaning, metavar=name.upper())
    told = vars(parser.parse_args(arguments))
    settings = {name: told[name] for name in SETTINGS if name in told}
    try:
        game = Game(told["game"], **dict(told["options"]))
        start = Path(told["start"]).read_bytes() if told["start"] else None
        _spielraum.learn_check(game, start, _checked(settings))
        pool = connect(told["ray"], threads=settings.get("threads", 1), patience=told["patience"])
    except (ValueError, OSError, LearningError, WorkerError) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 2
    try:
        best = run(game, told["folder"], start=start, pool=pool, observer=_show, **settings)
    except (ValueError, OSError, LearningError, WorkerError) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 3
    except Exception:
        traceback.print_exc()
        return 3
    except KeyboardInterrupt:
        print("ended; the same line goes on", file=sys.stderr)
        return 130
    print(f"best: {best or told['start'] or 'the classical evaluation'}")
    return 0 if best else 1


if __name__ == "__main__":
    sys.exit(main())
