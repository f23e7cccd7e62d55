"""Spielraum-v1: named tasks for programs that play, so that what papers report can be compared.

    python -m spielraum.benchmark list                                   the tasks
    python -m spielraum.benchmark run raumschach --agent random          play a task, and write its result
    python -m spielraum.benchmark run raumschach --agent mine.py:player --budget "800 visits" --out mine.json
    python -m spielraum.benchmark check mine.json                        replay all games of a result
    python -m spielraum.benchmark table *.json                           results as a table

An agent is a function that takes a list of positions and returns a move for each, so that a network sees many at once:

>>> from spielraum import benchmark
>>> def first(positions):
...     return [min(position.legal_moves()) for position in positions]
>>> result = benchmark.run("raumschach", first, name="first", opponents=["random"], openings=1)
>>> result["opponents"]["random"]["games"]
2
>>> benchmark.check(result)

A task is a game with its rules' digest, openings, a limit of plies and opponents: `random`, `greedy` and the engine at a fixed number
of nodes with the game's network. Each opening is played twice, once with each side. Tasks never change: what a name means stays, and other
rules or openings get another name. The engine becomes stronger with new versions of the program, so a result names its version.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib.util
import json
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._spielraum import VERSION, Engine, Game, IllegalMoveError, Position, write_file

__all__ = ["NAME", "OPPONENTS", "TASKS", "Agent", "Task", "builtin_agent", "check", "main", "run", "table"]

#: The name of the benchmark, which changes if tasks do.
NAME = "Spielraum-v1"

#: What returns a move for each position. The positions are its own copies.
Agent = Callable[[list[Position]], Sequence[str]]

#: Whom an agent meets in every task: the engine's number is the nodes it may search for each move.
OPPONENTS = ("random", "greedy", "engine-100", "engine-1000", "engine-10000")


@dataclass(frozen=True)
class Task:
    """A game to be played from given openings."""

    #: The game's id in the catalogue.
    game: str
    #: `Game.digest`: what the rules are.
    digest: str
    #: How many openings there are.
    openings: int = 10
    #: How many plies of an opening are left to chance.
    opening_plies: int = 4
    #: A game of this many plies, the opening's among them, is a draw.
    max_plies: int = 300

    def load(self) -> Game:
        """The game. Raises RuntimeError if its rules are not those of the task."""
        game = Game(self.game)
        if game.digest != self.digest:
            raise RuntimeError(f"the rules of {self.game} are not those of {NAME}: compare with results of this version only")
        return game

    def opening(self, game: Game, number: int) -> Position:
        """The position after an opening. Openings are the same on every machine and in every version."""
        for attempt in range(1_000):
            position = game.position()
            for ply in range(self.opening_plies):
                if position.is_over():
                    break
                position.push(_pick(sorted(position.legal_moves()), self.game, number, attempt, ply))
            if not position.is_over():
                return position
        raise RuntimeError(f"{self.game} has no opening {number}")


def _pick(moves: Sequence[str], *of: object) -> str:
    """One of some moves, by chance that anyone can compute again."""
    digest = hashlib.sha256("/".join(map(str, of)).encode()).digest()
    return moves[int.from_bytes(digest[:8], "big") % len(moves)]


#: The tasks by their names.
TASKS: dict[str, Task] = {
    task.game: task
    for task in [
        Task("chess", "0d507da4379ca4c4a182c545cc6d72e20bff17715e099c903d6cfbc336172538"),
        Task("crazyhouse", "a8660779c789e96623df1d0fe74c3736960e0bfa7545dda156ea19a134f7aa52"),
        Task("xiangqi", "fe33824e988c50ede5b5b96c85d2d951c84ab2c7f69cdc88d0738eea9ef01c4c"),
        Task("shogi", "2cb63d6bb12e0e694f94653e1aeba8901997807d22c8041943e3cf191b54c344"),
        Task("raumschach", "e7e111e69199d2a52d46b0369983778c4af95be76d12ed1fb6209d787dc9c875"),
        Task("stereo-chess", "c98af7ab62215c671dd63ec2770a2cfef4b64f3f409241e130a8caea53500381"),
        Task("nichtschach", "56cfd1ba582eccfe00e1eed84c51e6d83952998fc2d5c9fe008b05af741338f5"),
        Task("stockgi", "35d0330dcc786c5519693b092ff0f2312f724e7186426014859d314513b55345", max_plies=400),
    ]
}


def _random(label: str) -> Agent:
    def play(positions: list[Position]) -> list[str]:
        return [_pick(sorted(position.legal_moves()), label, position.fen(), position.ply) for position in positions]

    return play


def _reach(position: Position, cell: str) -> int:
    """How many cells a piece could go to if nothing stood in its way: a rough value for any piece of any game."""
    return len({name for line in position.lines(cell) for name in line["cells"]})


def _greedy_move(position: Position, label: str) -> str:
    best: list[str] = []
    most = -1
    enemy = {cell: piece for cell, piece in position.pieces().items() if piece[0] not in (position.turn, "nobody")}
    worth: dict[str, int] = {}
    for text in position.legal_moves():
        position.push(text)
        lost = {cell for cell, _ in enemy.items() - position.pieces().items()}
        outcome = position.outcome()
        position.pop()
        # An end that wins is best, and one that does not is worst.
        won = outcome is not None and outcome.winner == position.turn
        for cell in lost:
            if cell not in worth:
                worth[cell] = _reach(position, cell)
        gain = 10_000 if won else 0 if outcome is not None else sum(worth[cell] for cell in lost)
        if gain > most:
            best, most = [], gain
        if gain == most:
            best.append(text)
    return _pick(sorted(best), label, position.fen(), position.ply)


def builtin_agent(name: str, game: Game, *, chance: str = "") -> Agent:
    """The agent of a name: `random`, `greedy` or `engine-N`, the engine at N nodes a move. Raises ValueError for any other.

    What is left to chance follows from the position and from `chance`: any word makes another player of the same kind.
    """
    if name == "random":
        return _random(name + chance)
    if name == "greedy":
        return lambda positions: [_greedy_move(position, name + chance) for position in positions]
    kind, _, nodes = name.partition("-")
    if kind != "engine" or not nodes.isdecimal() or int(nodes) == 0:
        raise ValueError(f"there is no agent {name!r}: random, greedy, engine-N, or FILE.py:FUNCTION for your own")
    engine = Engine(game, hash_mb=4)

    def play(positions: list[Position]) -> list[str]:
        found = []
        for position in positions:
            # Each move as if it were the first: games side by side do not learn from each other.
            engine.clear()
            move = engine.play(position, nodes=int(nodes))
            found.append(move if move is not None else position.legal_moves()[0])
        return found

    return play


@dataclass
class _Played:
    """A game that is played: its opening, the agent's side, the position, and the moves after the opening."""

    opening: int
    side: str
    position: Position
    moves: list[str]
    max_plies: int

    @property
    def is_over(self) -> bool:
        return self.position.ply >= self.max_plies or self.position.is_over()

    @property
    def points(self) -> float:
        """What the agent got."""
        outcome = self.position.outcome()
        winner = outcome.winner if outcome else None
        return 0.5 if winner is None else float(winner == self.side)


def _play(task: Task, game: Game, agent: Agent, opponent: Agent, openings: int) -> tuple[list[_Played], float, int]:
    """Plays all games against an opponent; returns them with the agent's seconds and moves."""
    games = [
        _Played(number, side, task.opening(game, number), [], task.max_plies) for number in range(openings) for side in ("white", "black")
    ]
    seconds, moves = 0.0, 0
    while live := [played for played in games if not played.is_over]:
        own = [played for played in live if played.position.turn == played.side]
        others = [played for played in live if played.position.turn != played.side]
        for which, player in ((own, agent), (others, opponent)):
            if not which:
                continue
            began = time.perf_counter()
            chosen = list(player([played.position.copy() for played in which]))
            if player is agent:
                seconds, moves = seconds + time.perf_counter() - began, moves + len(which)
            if len(chosen) != len(which):
                raise ValueError(f"the agent has returned {len(chosen)} moves for {len(which)} positions")
            for played, move in zip(which, chosen, strict=True):
                played.position.push(move)
                played.moves.append(move)
    return games, seconds, moves


def run(
    task: str,
    agent: Agent,
    *,
    name: str,
    budget: str = "",
    opponents: Iterable[str] = OPPONENTS,
    openings: int | None = None,
    observe: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Lets an agent play a task, and returns the result: what `check` and `table` read, and JSON holds.

    `budget` is what the agent may use for a move, in words ("800 visits on one A100"). Fewer `openings` than the task's, or not all
    `opponents`, make a result that says so. `observe` is given a line for each opponent.
    `pairs` in the result counts pairs of games by their points, from 0 to 2 in halves: what `spielraum.elo` takes. Raises ValueError for an unknown task or opponent,
    and IllegalMoveError for an illegal move of the agent.
    """
    if task not in TASKS:
        raise ValueError(f"there is no task {task!r}: {', '.join(TASKS)}")
    chosen = TASKS[task]
    count = chosen.openings if openings is None else openings
    if not 1 <= count <= chosen.openings:
        raise ValueError(f"{task} has 1 to {chosen.openings} openings, not {count}")
    game = chosen.load()
    result: dict[str, Any] = {
        "benchmark": NAME,
        "task": task,
        "digest": chosen.digest,
        "agent": name,
        "budget": budget,
        "version": VERSION,
        "openings": count,
        "opponents": {},
    }
    for opponent in opponents:
        games, seconds, moves = _play(chosen, game, agent, builtin_agent(opponent, game), count)
        lines = [f"{played.opening} {played.side} {played.points} {' '.join(played.moves)}" for played in games]
        summary = _summary(games)
        observe(f"{task}, {name} against {opponent}: {summary['points']} of {summary['games']}")
        result["opponents"][opponent] = summary | {"seconds_per_move": round(seconds / max(moves, 1), 6), "lines": lines}
    return result


def _summary(games: Sequence[_Played]) -> dict[str, Any]:
    points = [played.points for played in games]
    pairs = [0] * 5
    for first, second in zip(points[::2], points[1::2], strict=True):
        pairs[round(2 * (first + second))] += 1
    return {
        "games": len(games),
        "won": points.count(1.0),
        "drawn": points.count(0.5),
        "lost": points.count(0.0),
        "points": sum(points),
        "pairs": pairs,
    }


def check(result: Mapping[str, Any]) -> None:
    """Replays all games of a result. Raises ValueError, with the reason, for one that can't have been played so."""
    try:
        _check(result)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(f"this is no result of {NAME}: {error!r}") from error


def _check(result: Mapping[str, Any]) -> None:
    if result["benchmark"] != NAME:
        raise ValueError(f"the result is of {result['benchmark']!r}, and this version knows {NAME}")
    task = TASKS.get(result["task"])
    if task is None or result["digest"] != task.digest:
        raise ValueError(f"there is no task {result['task']!r} with these rules")
    if not 1 <= int(result["openings"]) <= task.openings:
        raise ValueError(f"{result['task']} has 1 to {task.openings} openings")
    game = task.load()
    starts = [task.opening(game, number) for number in range(int(result["openings"]))]
    wanted = [(number, side) for number in range(len(starts)) for side in ("white", "black")]
    for opponent, summary in result["opponents"].items():
        if opponent not in OPPONENTS:
            raise ValueError(f"there is no opponent {opponent!r}")
        games = []
        for line in summary["lines"]:
            number, side, points, *moves = line.split(" ")
            where = f"against {opponent}, opening {number}, {side}"
            if not number.isdecimal() or not int(number) < len(starts):
                raise ValueError(f"{where}: there is no such opening")
            played = _Played(int(number), side, starts[int(number)].copy(), [], task.max_plies)
            try:
                for move in moves:
                    if played.is_over:
                        raise ValueError(f"{where}: the game was over before {move}")
                    played.position.push(move)
            except IllegalMoveError as error:
                raise ValueError(f"{where}: {error}") from error
            if not played.is_over:
                raise ValueError(f"{where}: the game is not over")
            if str(played.points) != points:
                raise ValueError(f"{where}: the agent got {played.points}, not {points}")
            games.append(played)
        if [(played.opening, played.side) for played in games] != wanted:
            raise ValueError(f"against {opponent}: each opening is played once with each side, in order")
        if any(summary[key] != value for key, value in _summary(games).items()):
            raise ValueError(f"against {opponent}: the games do not come to what the result says")


def table(results: Iterable[Mapping[str, Any]]) -> str:
    """Results as a Markdown table, the best of each task first: what an agent got of all points against each opponent, in percent."""
    rows = []
    for result in results:
        scores = {name: found["points"] / found["games"] for name, found in result["opponents"].items()}
        mean = sum(scores.get(name, 0.0) for name in OPPONENTS) / len(OPPONENTS)
        cells = [f"{100 * scores[name]:.0f}" if name in scores else "" for name in OPPONENTS]
        agent = f"{result['agent']} ({result['budget']})" if result["budget"] else result["agent"]
        part = "" if result["openings"] == TASKS[result["task"]].openings else f", {result['openings']} openings"
        order = list(TASKS).index(result["task"])
        rows.append((order, -mean, agent, [result["task"], agent + part, *cells, f"{100 * mean:.0f}", result["version"]]))
    head = ["task", "agent", *OPPONENTS, "mean", "version"]
    lines = [head, ["---", "---", *("--:" for _ in head[2:-1]), "---"], *(row[-1] for row in sorted(rows, key=lambda row: row[:3]))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _agent(named: str, game: Game) -> Agent:
    """The agent that an argument names."""
    path, separator, function = named.rpartition(":")
    if not separator:
        return builtin_agent(named, game, chance="agent")
    found = importlib.util.spec_from_file_location("agent", path)
    if found is None or found.loader is None or not Path(path).is_file():
        raise ValueError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    agent = getattr(module, function, None)
    if not callable(agent):
        raise ValueError(f"{path} has no function {function!r}")
    checked: Agent = agent
    return checked


def _read(path: str) -> dict[str, Any]:
    content = Path(path).read_bytes()
    read = json.loads(gzip.decompress(content) if path.endswith(".gz") else content)
    if not isinstance(read, dict):
        raise ValueError("this is no result")
    return read


def main(arguments: list[str] | None = None) -> int:
    """Runs a command and returns the exit code: 0, or 2 for input that is wrong and for results that can't be."""
    parser = argparse.ArgumentParser(prog="python -m spielraum.benchmark", description=f"{NAME}: named tasks for programs that play.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    commands.add_parser("list", help="list the tasks")
    played = commands.add_parser("run", help="play a task")
    played.add_argument("task", help=f"one of {', '.join(TASKS)}")
    played.add_argument("--agent", required=True, help="random, greedy, engine-N (N nodes a move), or FILE.py:FUNCTION")
    played.add_argument("--name", help="what the table calls the agent (default: what --agent says)")
    played.add_argument("--budget", default="", help="what the agent may use for a move, in words")
    played.add_argument("--opponents", nargs="+", default=list(OPPONENTS), choices=OPPONENTS, metavar="NAME", help=f"some of {', '.join(OPPONENTS)}")
    played.add_argument("--openings", type=int, help="play only this many openings, the first ones")
    played.add_argument("--out", help="the file of the result (default: AGENT-TASK.json); .json.gz is compressed")
    for command, told in (("check", "replay all games of results"), ("table", "print results as a table")):
        commands.add_parser(command, help=told).add_argument("files", nargs="+", metavar="FILE")
    args = parser.parse_args(arguments)
    try:
        match args.command:
            case "list":
                for name, task in TASKS.items():
                    print(f"{name:14} {task.openings} openings, {task.max_plies} plies, rules {task.digest[:12]}")
            case "run":
                if args.task not in TASKS:
                    raise ValueError(f"there is no task {args.task!r}: {', '.join(TASKS)}")
                name = args.name or args.agent
                agent = _agent(args.agent, TASKS[args.task].load())
                how: dict[str, Any] = {"opponents": args.opponents, "openings": args.openings, "observe": lambda line: print(line, flush=True)}
                result = run(args.task, agent, name=name, budget=args.budget, **how)
                out = args.out or f"{''.join(c if c.isalnum() else '-' for c in name)}-{args.task}.json"
                content = (json.dumps(result, indent=1) + "\n").encode()
                write_file(out, gzip.compress(content, mtime=0) if out.endswith(".gz") else content)
                print(f"written to {out}")
            case "check":
                for path in args.files:
                    try:
                        check(_read(path))
                    except (ValueError, OSError) as error:
                        raise ValueError(f"{path}: {error}") from error
                    print(f"{path}: all games are as it says")
            case _:
                print(table(_read(path) for path in args.files))
    except (ValueError, OSError, EOFError, RuntimeError, KeyError, zlib.error) as error:
        print(error if not isinstance(error, KeyError) else f"this is no result of {NAME}: {error!r}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
