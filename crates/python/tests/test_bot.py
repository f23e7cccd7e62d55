"""Two bots play each other at a real server, by the package's client and our own engine."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from spielraum.bot import Engine, EngineError, answer, play, run
from spielraum.client import Client, Refused

TARGET = Path(os.environ.get("CARGO_TARGET_DIR", "target"))
PROGRAM = TARGET / "debug" / ("spielraum.exe" if sys.platform == "win32" else "spielraum")
ENGINE = [str(PROGRAM), "uci"]
WEAK = {"Skill Level": "1"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("server")
    command = [str(PROGRAM), "serve", "--data", str(data), "--port", "0", "--rate", "1000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = next(word for line in process.stdout for word in line.split() if word.startswith("http://"))
    yield address
    process.terminate()
    process.wait(30)


def token(server: str, name: str) -> str:
    """A token of a new account."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        request = Request(server + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        told: dict[str, Any] = json.loads(browser.open(request).read())
        return told

    post("/api/accounts", {"name": name, "password": "analytical engine 7"})
    secret: str = post("/api/tokens", {"name": "Bot", "scopes": ["play", "seek"]})["secret"]
    return secret


@pytest.mark.parametrize("variant", ["chess", "raumschach"])
def test_two_bots_play_a_game_to_its_end(server: str, variant: str) -> None:
    one, other = (Client(server, token(server, f"{name} {variant}")) for name in ("Ada", "Bob"))
    waiting = one.seek([variant], {"initial": 3, "increment": 0}, side="white")
    game = other.accept(waiting["seek"]["id"])
    ends: list[str] = []

    def work(client: Client, color: str) -> None:
        with Engine(ENGINE, WEAK) as engine:
            ends.append(play(client, engine, game, color, 10))

    threads = [threading.Thread(target=work, args=pair) for pair in ((one, "white"), (other, "black"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(ends) == 2 and ends[0] == ends[1] not in ("created", "started")
    whole = next(one.game(game))
    assert whole["type"] == "gameFull" and len(whole["state"]["moves"].split()) >= 2
    with pytest.raises(Refused) as refused:
        other.resign(game)
    assert (refused.value.status, refused.value.code) == (409, "over")


def test_events_name_the_games_that_go_on(server: str) -> None:
    one, other = Client(server, token(server, "Cid")), Client(server, token(server, "Dan"))
    assert one.account()["name"] == "Cid"
    seek = one.seek(["chess"], {"days": 3}, side="black")["seek"]["id"]
    assert [each["id"] for each in other.seeks()] == [seek]
    game = other.accept(seek)
    event = next(other.events())
    assert (event["type"], event["game"]["gameId"], event["game"]["color"]) == ("gameStart", game, "white")
    other.say(game, "Good luck")
    other.move(game, "e2e4")
    with pytest.raises(Refused) as refused:
        other.move(game, "e4e5")
    assert refused.value.code == "not-your-turn"
    one.draw(game)
    other.draw(game)
    assert next(one.game(game))["state"]["status"] == "agreement"
    assert one.tournaments() == []


def test_a_bot_accepts_challenges_that_it_can_play(server: str) -> None:
    bot, human = Client(server, token(server, "Eva")), Client(server, token(server, "Fay"))
    threading.Thread(target=run, args=(bot, ENGINE, WEAK, 10, 1), daemon=True).start()
    events = human.events()
    human.challenge("Eva", "raumschach", {"days": 3}, side="white")
    begun = next(event for event in events if event["type"] == "gameStart")
    assert begun["game"]["variant"]["key"] == "raumschach"
    # It plays one game, and no more.
    human.challenge("Eva", "chess", {"days": 3})
    declined = next(event for event in events if event["type"] == "challengeDeclined")
    assert declined["challenge"]["declineReasonKey"] == "later"
    # A game that is over makes room, as soon as its engine has ended.
    human.resign(begun["game"]["gameId"])
    while True:
        human.cancel_challenge(declined["challenge"]["id"])
        human.challenge("Eva", "chess", {"days": 3}, side="black")
        event = next(event for event in events if event["type"] in ("gameStart", "challengeDeclined"))
        if event["type"] == "gameStart":
            break
        declined = event
    moves = (message.get("state", message)["moves"] for message in human.game(event["game"]["gameId"]))
    assert next(made for made in moves if made)


def test_the_reason_is_the_game(server: str) -> None:
    bot, human = Client(server, token(server, "Gus")), Client(server, token(server, "Hal"))
    human.challenge("Gus", "duck", {"days": 3})
    challenge = next(event for event in bot.events() if event["type"] == "challenge")["challenge"]
    with Engine([sys.executable, "-c", "input(); print('uciok', flush=True); input()"]) as engine:
        assert not answer(bot, challenge, engine, True)
    assert next(event for event in human.events() if event["type"] == "challenge")["challenge"]["status"] == "declined"
    # What is declined can't be declined again.
    with pytest.raises(Refused):
        bot.decline_challenge(challenge["id"])
    human.cancel_challenge(challenge["id"])


def test_what_can_t_be_done_is_said() -> None:
    with Engine(ENGINE) as engine, pytest.raises(EngineError, match="does not know the game"):
        engine.choose("no-such-game", {})
    with pytest.raises(EngineError, match="has ended"):
        Engine([sys.executable, "-c", ""])
