"""The numbers of the engine's search, tuned by games of the engine against itself, on threads or on a Ray cluster.

    python -m spielraum.tune chess --params lmr_base lmr_divisor --ray auto

moves the numbers by simultaneous perturbation (SPSA; James Spall, 1992), with gains as they are usual for chess engines since
Stockfish's tuning by Joona Kiiski (2011): in a pair of games the engine with all numbers a little up or down, by chance,
plays the one with all of them the other way, and they move towards the winner. After the last iteration the tuned numbers play
the usual ones until a sequential test is decided.

The engine must have been built with the feature `tune`; otherwise its numbers are constants. Everything is played by number
and follows from the seed: the same numbers come out on any workers, except with limits of time. Each iteration is kept in a folder,
and the same line goes on after the last one; the match at the end is played anew.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ._spielraum import TUNABLE, Game, PairPlayer, search_params, sprt, write_file
from .cluster import MatchReport, Pool, WorkerError, add_arguments, connect, elos, match, number_from

__all__ = ["Plan", "main", "params", "tune"]

Event = dict[str, Any]

#: How fast the gains fall from iteration to iteration, and how fast the perturbations (Spall, 1998).
GAIN_DECAY, SPREAD_DECAY = 0.602, 0.101

#: The share of all iterations by which the gains of the first ones are held back.
STABILITY = 0.1

#: The games of the trial have other openings than those that were learned from.
TRIAL_SEED = 0x7472_6961_6C


@cache
def params() -> dict[str, dict[str, Any]]:
    """The numbers of the search by their names: `default`, `min`, `max` and `step`, by which one is changed at a time."""
    return {told["name"]: told for told in search_params()}


#: The ranges of a plan's whole numbers.
RANGES: dict[str, tuple[int, int]] = {
    "iterations": (1, 10**9),
    "pairs": (1, 10**6),
    "openings": (0, 200),
    "max_plies": (1, 2**31),
    "seed": (0, 2**64 - 1),
    "trial_pairs": (0, 10**6),
}


@dataclass(frozen=True)
class Plan:
    """What is tuned, and how."""

    #: The numbers that are tuned; all if there are none.
    params: tuple[str, ...] = ()
    #: How many iterations there are, and how many pairs of games are played for each.
    iterations: int = 200
    pairs: int = 8
    #: How much both sides think.
    limit: str = "nodes=2000"
    #: By what share of their step the numbers move at the end, for each pair that is won.
    rate: float = 0.02
    openings: int = 6
    max_plies: int = 300
    seed: int = 1
    #: The match at the end: how many pairs at most, with which limit, and the test that ends it.
    trial_pairs: int = 400
    trial_limit: str = "time=100ms"
    sprt: tuple[float, float] = (0.0, 10.0)

    def names(self) -> tuple[str, ...]:
        """The numbers that are tuned."""
        known = params()
        for name in self.params:
            if name not in known:
                raise ValueError(f"there is no parameter {name!r}; there are {', '.join(known)}")
        return tuple(dict.fromkeys(self.params)) or tuple(known)

    def spread(self, iteration: int, name: str) -> float:
        """By how much a number is changed in the games of an iteration."""
        return float(params()[name]["step"] * (self.iterations / (iteration + 1)) ** SPREAD_DECAY)

    def gain(self, iteration: int, name: str) -> float:
        """By how much a number moves after an iteration, for each pair that was won."""
        begin = STABILITY * self.iterations
        fall = ((begin + self.iterations) / (begin + iteration + 1)) ** GAIN_DECAY
        return float(self.rate * params()[name]["step"] * fall)

    def check(self) -> None:
        """Raises ValueError for what can't be done."""
        self.names()
        for name, (low, high) in RANGES.items():
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} is from {low} to {high}, not {getattr(self, name)}")
        if not 0 < self.rate <= 1:
            raise ValueError(f"rate is from 0 to 1, not {self.rate}")


def signs(plan: Plan, number: int) -> dict[str, int]:
    """Which numbers go up, and which down, for the first player of a pair."""
    chance = random.Random(f"{plan.seed} {number}")
    return {name: chance.choice((-1, 1)) for name in plan.names()}


def rounded(values: dict[str, float]) -> dict[str, int]:
    """The nearest whole numbers within their ranges."""
    known = params()
    return {name: min(max(round(value), known[name]["min"]), known[name]["max"]) for name, value in values.items()}


@dataclass
class IterationPlayer:
    """Plays the pairs of an iteration."""

    iteration: Iteration
    playing: PairPlayer | None = None
    stopped: bool = False

    def play(self, number: int) -> int:
        """The first player's half points."""
        plan = self.iteration.plan
        sides = [self.iteration.values(number, way) for way in (1, -1)]
        first, second = ({"limit": plan.limit, "options": {name: str(value) for name, value in side.items()}} for side in sides)
        how: dict[str, Any] = {"openings": plan.openings, "max_plies": plan.max_plies, "seed": plan.seed}
        self.playing = PairPlayer(self.iteration.game, first, second, **how)
        if self.stopped:
            self.playing.stop()
        return int(self.playing.play(number)["half_points"])

    def stop(self) -> None:
        """Calls off the pair that is played."""
        self.stopped = True
        if self.playing:
            self.playing.stop()


@dataclass(frozen=True)
class Iteration:
    """The pairs of games of an iteration: a task for a pool."""

    game: Game
    plan: Plan
    number: int
    centre: dict[str, float]
    chunk: int = 1

    def player(self) -> IterationPlayer:
        return IterationPlayer(self)

    def values(self, number: int, way: int) -> dict[str, int]:
        """The numbers of the first player (1) or the second (-1) of a pair."""
        up = signs(self.plan, number)
        return rounded({name: at + way * up[name] * self.plan.spread(self.number, name) for name, at in self.centre.items()})


@dataclass
class State:
    """How far a tuning has come; this is what its file holds."""

    game: str
    plan: dict[str, Any]
    iteration: int = 0
    values: dict[str, float] = field(default_factory=dict)

    @classmethod
    def begin(cls, game: Game, plan: Plan, path: Path) -> State:
        """What the file says, or the beginning. Raises ValueError if it is of another tuning, or damaged."""
        told = json.loads(json.dumps(asdict(plan)))
        new = cls(game.id, told, 0, {name: float(params()[name]["default"]) for name in plan.names()})
        if not path.exists():
            return new
        kept = new
        try:
            kept = cls(**json.loads(path.read_text()))
            is_whole = list(kept.values) == list(new.values) and 0 <= kept.iteration <= plan.iterations
            is_whole = is_whole and all(isinstance(value, float) for value in kept.values.values())
        except (ValueError, TypeError, AttributeError):
            is_whole = False
        if not is_whole:
            raise ValueError(f"{path} is damaged; delete its folder and begin again")
        if (kept.game, kept.plan) != (new.game, new.plan):
            raise ValueError(f"{path} is of another game or plan; give another folder")
        return kept


def tune(
    game: Game,
    folder: str | os.PathLike[str] | None = None,
    plan: Plan = Plan(),
    *,
    pool: Pool | None = None,
    observer: Callable[[Event], None] | None = None,
) -> tuple[dict[str, int], MatchReport | None]:
    """Tunes the numbers of a game's search in a folder (GAME.tune), and goes on where it was ended there.

    Gives the tuned numbers and how they did against the usual ones, None if `trial_pairs` is 0. `pool` is what `spielraum.cluster.connect`
    gives; threads of this process if there is none. Each iteration is passed to `observer` and kept in `log.jsonl`. Raises ValueError where the
    engine was built without the feature `tune`, and for plans that can't be.
    """
    plan.check()
    if not TUNABLE:
        raise ValueError("this package was built without the feature `tune`: pip install . --config-settings build-args='--features tune'")
    folder = Path(folder or f"{game.id}.tune")
    folder.mkdir(parents=True, exist_ok=True)
    path, pool = folder / "state.json", pool or connect(None)
    state = State.begin(game, plan, path)

    def tell(event: Event) -> None:
        with (folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(event) + "\n")
        if observer:
            observer(event)

    while state.iteration < plan.iterations:
        number = state.iteration
        pairs = range(number * plan.pairs, (number + 1) * plan.pairs)
        played = dict(pool.map(Iteration(game, plan, number, dict(state.values)), pairs))
        known = params()
        for pair in pairs:
            won, up = (played[pair] - 2) / 2, signs(plan, pair)
            for name, value in state.values.items():
                moved = value + plan.gain(number, name) * won * up[name]
                state.values[name] = min(max(moved, float(known[name]["min"])), float(known[name]["max"]))
        state.iteration += 1
        write_file(path, json.dumps(asdict(state)).encode())
        tell({"event": "iteration", "iteration": state.iteration, "of": plan.iterations, "values": dict(state.values)})
    tuned = rounded(state.values)
    if plan.trial_pairs == 0:
        return tuned, None
    new = {"limit": plan.trial_limit, "options": {name: str(value) for name, value in tuned.items()}}
    how: dict[str, Any] = {"openings": plan.openings, "max_plies": plan.max_plies, "seed": plan.seed ^ TRIAL_SEED}
    report = match(game, new, {"limit": plan.trial_limit}, pairs=plan.trial_pairs, test=plan.sprt, pool=pool, **how)
    tell({"event": "trial", "values": tuned, "counts": report.counts, "elo": report.elo, "sprt": report.sprt})
    return tuned, report


def _show(event: Event) -> None:
    """A line for every tenth of the iterations."""
    if event["event"] == "iteration" and event["iteration"] % max(event["of"] // 10, 1) == 0:
        known = params()
        moved = {name: value for name, value in event["values"].items() if round(value) != known[name]["default"]}
        told = ", ".join(f"{name} {value:.1f}" for name, value in moved.items()) or "nothing has moved by one yet"
        print(f"iteration {event['iteration']} of {event['of']}: {told}", file=sys.stderr)


#: What can be said of a plan, with its kind and what it means.
SETTINGS: dict[str, tuple[Callable[[str], Any], str]] = {
    "iterations": (int, "how many iterations there are"),
    "pairs": (int, "how many pairs of games are played for each"),
    "limit": (str, "how much both think in them: nodes=2000, depth=6 or time=50ms"),
    "rate": (float, "by what share of their step the numbers move at the end, for each pair that is won"),
    "openings": (int, "how many random plies an opening has"),
    "max_plies": (int, "a game of this many plies is a draw"),
    "seed": (int, "on what all that is left to chance depends"),
    "trial_pairs": (int, "how many pairs the tuned numbers play the usual ones at most; 0: none"),
    "trial_limit": (str, "how much both think in those"),
    "sprt": (elos, "the test that ends them, as in 0:10"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line. Gives the exit code: 0 if the tuned numbers were better, 1 if not, 2 for wrong arguments, 3 if the tuning failed."""
    parser = argparse.ArgumentParser(
        prog="python -m spielraum.tune",
        description="Tunes the numbers of the engine's search (SPSA), and tries them against the usual ones.",
        epilog="The engine must be built with the feature `tune`. `--list` shows the numbers there are. docs/cluster.md has more.",
    )
    parser.add_argument("game", nargs="?", help="an id of the catalogue or the path of a definition file")
    parser.add_argument("--list", action="store_true", help="list the numbers of the search")
    parser.add_argument("--params", nargs="+", default=[], metavar="NAME", help="which to tune [default: all]")
    parser.add_argument("--folder", help="where all files are [default: GAME.tune]")
    parser.add_argument("--threads", type=number_from(1, 256), default=None, help="how many threads play, without a cluster")
    add_arguments(parser)
    for name, (kind, meaning) in SETTINGS.items():
        usual = getattr(Plan, name)
        shown = ":".join(f"{part:g}" for part in usual) if isinstance(usual, tuple) else usual
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=kind, default=usual, help=f"{meaning} [default: {shown}]", metavar=name.upper())
    told = vars(parser.parse_args(arguments))
    if told["list"]:
        for name, param in params().items():
            print(f"{name:32} {param['default']:6}  from {param['min']} to {param['max']}, step {param['step']}")
        return 0
    try:
        if told["game"] is None:
            raise ValueError("name a game, or --list")
        plan = Plan(params=tuple(told["params"]), **{name: told[name] for name in SETTINGS})
        game = Game(told["game"], **dict(told["options"]))
        plan.check()
        for limit in (plan.limit, plan.trial_limit):
            PairPlayer(game, {"limit": limit}, {"kind": "random"})
        sprt([0] * 5, *plan.sprt)
        pool = connect(told["ray"], threads=told["threads"], patience=told["patience"])
    except (ValueError, OSError, WorkerError) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 2
    try:
        tuned, report = tune(game, told["folder"], plan, pool=pool, observer=_show)
    except (ValueError, OSError, WorkerError) as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 3
    except Exception:
        traceback.print_exc()
        return 3
    except KeyboardInterrupt:
        print("ended; the same line goes on", file=sys.stderr)
        return 130
    for name, value in tuned.items():
        default = params()[name]["default"]
        print(f"{name}: {value}" + (f" (was {default})" if value != default else ""))
    if report is None:
        return 0
    print(report)
    return 0 if report.sprt and report.sprt["verdict"] == "alternative" else 1


if __name__ == "__main__":
    sys.exit(main())
