"""A client of a Spielraum server, for programs that play there.

>>> from spielraum.client import Client                                       # doctest: +SKIP
>>> client = Client("https://chess.example", token)                           # doctest: +SKIP
>>> for event in client.events():                                             # doctest: +SKIP
...     if event["type"] == "gameStart":
...         print(event["game"]["gameId"])

It needs nothing but Python. What answers have is in docs/develop/api.md of the project, and at `/api/openapi.json` of each server; events
and games come as lines of JSON under the names that Lichess' Bot API has. A token is made on the server's page *API*.
"""

import json
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

__all__ = ["Client", "Refused"]

Json = dict[str, Any]


class Refused(Exception):
    """What the server has refused: `status`, `code`, a word for programs, and `message`, a sentence for people."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})")
        self.status = status
        self.code = code
        self.message = message


class Client:
    """A player at a server, by a token.

    `server` is its address, such as `https://chess.example`. A connection over which nothing comes for `timeout` seconds is given up; while nothing
    happens, the server's streams say every seven seconds that they go on. A method may be called from several threads at once.
    """

    def __init__(self, server: str, token: str, timeout: float = 30.0) -> None:
        self._server = server.rstrip("/")
        self._token = token
        self._timeout = timeout

    def account(self) -> Json:
        """Whose token it is."""
        return self._ask("GET", "/api/me")

    def events(self) -> Iterator[Json]:
        """The player's games as they begin (`gameStart`) and end (`gameFinish`), those that go on first, and challenges: `challenge`, `challengeCanceled`
        and `challengeDeclined`. While it is read, the player counts as present in arenas and for seeks."""
        return self._lines("/api/stream/event")

    def game(self, game: str) -> Iterator[Json]:
        """A game: the whole of it (`gameFull`), then each change (`gameState`), until it is over."""
        return self._lines(f"/api/bot/game/stream/{quote(game, safe='')}")

    def move(self, game: str, move: str) -> None:
        """Makes a move."""
        self._act(game, f"move/{quote(move, safe='')}")

    def resign(self, game: str) -> None:
        """Resigns."""
        self._act(game, "resign")

    def abort(self, game: str) -> None:
        """Calls a game off before the second move."""
        self._act(game, "abort")

    def draw(self, game: str, accept: bool = True) -> None:
        """Offers a draw or accepts it, or declines it."""
        self._act(game, f"draw/{'yes' if accept else 'no'}")

    def berserk(self, game: str) -> None:
        """Goes berserk before the first move, in an arena that allows it: half of the time, no increment, and a point more for a win."""
        self._act(game, "berserk")

    def say(self, game: str, text: str, channel: str = "players") -> None:
        """Says something beside a game: to the other player, or to the `spectators`."""
        self._ask("POST", f"/api/bot/game/{quote(game, safe='')}/chat", {"channel": channel, "text": text})

    def join(self, game: str) -> Json:
        """Joins a game that waits for a second player, by its id."""
        return self._ask("POST", f"/api/games/{quote(game, safe='')}/join", {})

    def seeks(self) -> list[Json]:
        """The open seeks of the lobby."""
        seeks: list[Json] = self._ask("GET", "/api/lobby")["seeks"]
        return seeks

    def seek(self, variants: list[str], clock: Json | None, side: str = "random", rated: bool = False) -> Json:
        """Creates a seek for one of some games, with a clock such as `{"initial": 300, "increment": 2}` or `{"days": 3}`. What becomes of it is
        `{"kind": "waiting", ...}` or `{"kind": "paired", "game": ...}`."""
        wanted = {"kind": "games", "games": [{"variant": variant} for variant in variants]}
        return self._ask("POST", "/api/lobby", {"wanted": wanted, "side": side, "clock": clock, "rated": rated})

    def accept(self, seek: str, variant: str | None = None) -> str:
        """Accepts a seek; gives the id of the game that begins."""
        game: str = self._ask("POST", f"/api/lobby/{quote(seek, safe='')}/accept", {"variant": variant})["game"]
        return game

    def withdraw(self, seek: str) -> None:
        """Withdraws a seek."""
        self._ask("DELETE", f"/api/lobby/{quote(seek, safe='')}")

    def challenge(self, name: str, variant: str, clock: Json | None, side: str = "random", rated: bool = False) -> str:
        """Challenges an account to a game; gives the id of the challenge."""
        wanted = {"kind": "games", "games": [{"variant": variant}]}
        body = {"to": name, "wanted": wanted, "side": side, "clock": clock, "rated": rated}
        challenge: str = self._ask("POST", "/api/challenge", body)["id"]
        return challenge

    def accept_challenge(self, challenge: str) -> str:
        """Accepts a challenge; gives the id of the game that begins."""
        game: str = self._ask("POST", f"/api/challenge/{quote(challenge, safe='')}/accept")["game"]
        return game

    def decline_challenge(self, challenge: str, reason: str = "generic") -> None:
        """Declines a challenge: `generic`, `later`, `tooFast`, `tooSlow`, `timeControl`, `rated`, `casual` or `variant`."""
        self._ask("POST", f"/api/challenge/{quote(challenge, safe='')}/decline", {"reason": reason})

    def cancel_challenge(self, challenge: str) -> None:
        """Withdraws a challenge of one's own."""
        self._ask("POST", f"/api/challenge/{quote(challenge, safe='')}/cancel")

    def tournaments(self) -> list[Json]:
        """The tournaments that are not over, and those that were over last."""
        tournaments: list[Json] = self._ask("GET", "/api/tournaments")["tournaments"]
        return tournaments

    def tournament(self, tournament: str) -> Json:
        """A tournament with its standings."""
        return self._ask("GET", f"/api/tournaments/{quote(tournament, safe='')}")

    def join_tournament(self, tournament: str) -> Json:
        """Joins a tournament, or comes back after a pause. Its games begin among the `events`."""
        return self._ask("POST", f"/api/tournaments/{quote(tournament, safe='')}/join", {})

    def withdraw_from_tournament(self, tournament: str) -> Json:
        """Leaves a tournament, and resigns the games of it that go on."""
        return self._ask("POST", f"/api/tournaments/{quote(tournament, safe='')}/withdraw", {})

    def _act(self, game: str, what: str) -> None:
        self._ask("POST", f"/api/bot/game/{quote(game, safe='')}/{what}")

    def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        with self._open(method, path, body) as answer:
            text = answer.read()
        told: Json = json.loads(text) if text else {}
        return told

    def _lines(self, path: str) -> Iterator[Json]:
        with self._open("GET", path) as answer:
            for line in answer:
                # Empty lines say that it goes on.
                if line.strip():
                    yield json.loads(line)

    def _open(self, method: str, path: str, body: Json | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = Request(self._server + path, data=data, headers=headers, method=method)
        try:
            return urlopen(request, timeout=self._timeout)
        except HTTPError as error:
            raise _refused(error) from None


def _refused(error: HTTPError) -> Refused:
    try:
        told = json.loads(error.read())
        return Refused(error.code, str(told["code"]), str(told["message"]))
    except (ValueError, KeyError, TypeError):
        return Refused(error.code, "unknown", f"The server answered {error.code}.")
