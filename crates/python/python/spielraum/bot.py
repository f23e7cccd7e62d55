"""A bot: lets a UCI engine play at a Spielraum server.

    python -m spielraum.bot --server https://chess.example --token SECRET --engine "spielraum uci"

It plays all games of the token's player that go on or begin, each with an engine of its own. It accepts challenges to games that the engine knows while it
plays fewer than `--games`, and declines all others. With `--seek` it looks for opponents, with `--tournament` it joins a tournament. The engine must know the game, which the option `UCI_Variant` chooses; one without that option plays chess. It
plays no games whose turns have several parts, as Duck Chess has.
"""

import argparse
import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from spielraum.client import Client, Refused

__all__ = ["Engine", "EngineError", "answer", "main", "play", "run"]

# Until a stream that has ended is opened again, in seconds.
_AGAIN = 2.0

# How long an engine may take to answer `uci` and `isready`, in seconds.
_PATIENCE = 60.0


class EngineError(Exception):
    """An engine that does not do what it is asked."""


class Engine:
    """A UCI engine as a process of its own."""

    def __init__(self, command: Sequence[str], options: dict[str, str] | None = None) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._variants: list[str] = []
        self._send("uci")
        for line in self._until("uciok"):
            if line.startswith("option name UCI_Variant "):
                words = line.split()
                self._variants = [word for before, word in zip(words, words[1:]) if before == "var"]
        for name, value in (options or {}).items():
            self._send(f"setoption name {name} value {value}")

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def knows(self, variant: str) -> bool:
        """Whether it plays a game."""
        return variant == "chess" or variant in self._variants

    def choose(self, variant: str, options: dict[str, str]) -> None:
        """Chooses the game that is played, with its options."""
        if variant in self._variants:
            self._send(f"setoption name UCI_Variant value {variant}")
        elif not self.knows(variant):
            raise EngineError(f"the engine does not know the game `{variant}`; choose one of its `UCI_Variant`s")
        for name, value in options.items():
            self._send(f"setoption name {variant}.{name} value {value}")
        self._send("ucinewgame")
        self._send("isready")
        self._until("readyok")

    def move(self, fen: str, moves: Sequence[str], go: str) -> str | None:
        """The move that the engine makes; `None`: it has none."""
        played = f" moves {' '.join(moves)}" if moves else ""
        self._send(f"position fen {fen}{played}")
        self._send(f"go {go}")
        best = self._until("bestmove")[-1].split()
        found = best[1] if len(best) > 1 else "(none)"
        return None if found in ("(none)", "0000") else found

    def close(self) -> None:
        """Ends the process."""
        if self._process.poll() is None:
            try:
                self._send("quit")
                self._process.wait(5)
            except (EngineError, subprocess.TimeoutExpired):
                self._process.kill()
                self._process.wait()

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineError("the engine has ended") from error

    def _until(self, word: str) -> list[str]:
        """The lines up to one that begins with a word."""
        assert self._process.stdout is not None
        lines = []
        # A search takes as long as its clock says; an engine that says nothing at all is ended.
        timer = threading.Timer(_PATIENCE, self._process.kill) if word != "bestmove" else None
        if timer:
            timer.start()
        try:
            for line in self._process.stdout:
                lines.append(line.strip())
                if lines[-1].split(" ")[0] == word:
                    return lines
        finally:
            if timer:
                timer.cancel()
        raise EngineError(f"the engine has ended before it said `{word}`")


def play(client: Client, engine: Engine, game: str, color: str, movetime: int) -> str:
    """Plays a game to its end for a side, and gives its status. Without a clock for the whole game, the engine thinks for `movetime` ms."""
    fen, live, status = "", False, "started"
    for message in client.game(game):
        if message["type"] == "gameFull":
            fen = message["initialFen"]
            engine.choose(message["variant"]["key"], message.get("options") or {})
            live = "initial" in (message.get("clock") or {})
            state = message["state"]
        else:
            state = message
        status = state["status"]
        if status != "started" or state.get("turn") != color:
            continue
        moves = [_to_uci(move) for move in state["moves"].split()]
        found = engine.move(fen, moves, _limits(state, live, movetime))
        try:
            if found is None:
                client.resign(game)
            else:
                client.move(game, found)
        except Refused as error:
            # The game may be over by now, which the next message says.
            if error.code not in ("over", "not-your-turn", "time-up"):
                raise
    return status


def _limits(state: dict[str, Any], live: bool, movetime: int) -> str:
    if not live:
        return f"movetime {movetime}"
    return " ".join(f"{name} {max(1, state[name])}" for name in ("wtime", "btime")) + "".join(
        f" {name} {state[name]}" for name in ("winc", "binc") if state.get(name) is not None
    )


def _to_uci(move: str) -> str:
    """A move as UCI has it: promotions on a flat board without a sign."""
    squares, sign, piece = move.partition("=")
    flat = squares[:1].islower() and squares[2:3].islower()
    return squares + piece.lower() if sign and flat and len(piece) == 1 else move


def answer(client: Client, challenge: dict[str, Any], engine: Engine, has_room: bool) -> bool:
    """Accepts a challenge, or declines it with the reason; says whether a game begins."""
    reason = None if has_room else "later"
    if not engine.knows(challenge["variant"]["key"]):
        reason = "variant"
    try:
        if reason is None:
            client.accept_challenge(challenge["id"])
        else:
            client.decline_challenge(challenge["id"], reason)
    except Refused as error:
        # It may be withdrawn by now.
        print(f"challenge {challenge['id']}: {error}", file=sys.stderr, flush=True)
        return False
    return reason is None


def run(client: Client, command: Sequence[str], options: dict[str, str], movetime: int, games: int = 4) -> None:
    """Plays all games that go on and begin, until the token is revoked. Challenges are accepted while fewer than `games` are played."""
    with Engine(command, options) as engine:
        _run(client, engine, command, options, movetime, games)


def _run(client: Client, engine: Engine, command: Sequence[str], options: dict[str, str], movetime: int, games: int) -> None:
    running: dict[str, threading.Thread] = {}

    def work(game: str, color: str) -> None:
        try:
            with Engine(command, options) as engine:
                print(f"{game}: {play(client, engine, game, color, movetime)}", flush=True)
        except (EngineError, OSError, Refused) as error:
            print(f"{game}: {error}", file=sys.stderr, flush=True)

    while True:
        try:
            own = client.account()["name"]
            for event in client.events():
                if event["type"].startswith("challenge"):
                    challenge = event["challenge"]
                    if event["type"] == "challenge" and challenge["destUser"]["name"] == own:
                        answer(client, challenge, engine, sum(thread.is_alive() for thread in running.values()) < games)
                    continue
                game = event["game"]
                name = game["gameId"]
                known = running.get(name)
                if event["type"] == "gameStart" and (known is None or not known.is_alive()):
                    running[name] = threading.Thread(target=work, args=(name, game["color"]), daemon=True)
                    running[name].start()
                elif event["type"] == "gameFinish":
                    running.pop(name, None)
        except Refused as error:
            if error.code in ("bad-token", "missing-scope"):
                raise
            print(error, file=sys.stderr, flush=True)
        except OSError as error:
            print(error, file=sys.stderr, flush=True)
        time.sleep(_AGAIN)


def main(arguments: Sequence[str] | None = None) -> None:
    """The program."""
    parser = argparse.ArgumentParser(prog="python -m spielraum.bot", description="Lets a UCI engine play at a Spielraum server.")
    parser.add_argument("--server", required=True, help="the server's address, such as https://chess.example")
    parser.add_argument("--token", default=os.environ.get("SPIELRAUM_TOKEN"), help="a token with the scopes play and seek; SPIELRAUM_TOKEN has it otherwise")
    parser.add_argument("--engine", default="spielraum uci", help="the engine's command (default: %(default)s)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the engine; may be given several times")
    parser.add_argument("--movetime", type=int, default=2000, metavar="MS", help="how long it thinks where there is no clock for the whole game (default: %(default)s)")
    parser.add_argument("--seek", action="append", default=[], metavar="GAME", help="creates a seek for a game, three days a move; may be given several times")
    parser.add_argument("--tournament", action="append", default=[], metavar="ID", help="joins a tournament; may be given several times")
    parser.add_argument("--games", type=int, default=4, metavar="N", help="accepts challenges while it plays fewer than N games (default: %(default)s)")
    chosen = parser.parse_args(arguments)
    if not chosen.token:
        parser.error("a token is needed: make one on the server's page API, and pass it with --token or in SPIELRAUM_TOKEN")
    if any("=" not in option for option in chosen.option):
        parser.error("an option is NAME=VALUE")
    client = Client(chosen.server, chosen.token)
    try:
        for tournament in chosen.tournament:
            client.join_tournament(tournament)
        if chosen.seek:
            client.seek(chosen.seek, {"days": 3})
        run(client, shlex.split(chosen.engine), dict(option.split("=", 1) for option in chosen.option), chosen.movetime, chosen.games)
    except Refused as error:
        sys.exit(f"{error}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
