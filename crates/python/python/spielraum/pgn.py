"""Games as PGN.

>>> from spielraum import Game, pgn
>>> read = pgn.read('[White "Fool"] 1. f3 e5 2. g4 Qh4# 0-1')[0]
>>> read.position.moves, read.result
(['f2f3', 'e7e5', 'g2g4', 'd8h4'], '0-1')
>>> print(pgn.write(read.position, read.tags).splitlines()[-1])
1. f3 e5 2. g4 Qh4# 0-1

The tag `Variant` names the game, by its id; without it a game is chess. Of a game the main line is read: comments, judgements and
variations are passed over. Whatever else is not read is named in `PgnGame.faults`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from . import Game, IllegalMoveError, Position, PositionError, games

__all__ = ["PgnGame", "parse_san", "read", "san", "write"]

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

#: What a PGN without the tag `Variant` is a game of.
USUAL = "chess"

#: The tags that every game has, in their order.
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

_TOKEN = re.compile(
    r"""(?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>(?:\\.|[^"\\])*)"\s*\])|(?P<comment>\{[^}]*\})|(?P<line>(?:;|(?<=\n)%)[^\n]*)|(?P<open>\()|(?P<close>\))"""
    r"""|(?P<judgement>\$\d+)|(?P<number>\d+\.+)|(?P<word>[^\s(){};\[\]]+(?:\([A-Za-z]\))?|[\[\]{}])"""
)


@dataclass
class PgnGame:
    """A game that was read."""

    #: All tags, in their order.
    tags: dict[str, str]
    #: The last position, with its moves.
    position: Position
    #: `1-0`, `0-1`, `1/2-1/2` or `*`: what the moves end with, or else what the tags say.
    result: str = "*"
    #: What was not read, each with the number of its line.
    faults: list[str] = field(default_factory=list)


def san(position: Position, move: str) -> str:
    """A legal move in standard algebraic notation: `Position.san`. Raises IllegalMoveError."""
    return position.san(move)


def parse_san(position: Position, text: str) -> str:
    """The legal move that a text means: `Position.parse_san`. Raises IllegalMoveError."""
    return position.parse_san(text)


def write(position: Position, tags: Mapping[str, str] | None = None) -> str:
    """A position's game as PGN. Tags that are not given say nothing; `Variant`, `FEN` and `Result` say what is so."""
    given = dict(tags or {})
    board = position.copy()
    while board.ply:
        board.pop()
    unknown = {"Date": "????.??.??"}
    result = position.result()
    if result == "*" and given.get("Result") in RESULTS:
        result = given["Result"]
    told = {name: given.pop(name, unknown.get(name, "?")) for name in ROSTER} | {"Result": result}
    if position.game.id != USUAL:
        told["Variant"] = position.game.id
    if board.fen() != position.game.start_fen:
        told |= {"SetUp": "1", "FEN": board.fen()}
    told = told | {name: value for name, value in given.items() if name not in told}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in told.items()]
    words: list[str] = []
    for ply, move in enumerate(position.moves):
        if board.turn == "white":
            words.append(f"{board.fullmove_number}.")
        elif ply == 0:
            words.append(f"{board.fullmove_number}...")
        words.append(board.san(move))
        board.push(move)
    return "\n".join(lines) + "\n\n" + _wrapped([*words, result]) + "\n"


def _escaped(value: str) -> str:
    return re.sub(r"\s+", " ", value).replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: list[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > 79:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)


def _squashed(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _named(name: str) -> Game:
    for known in games():
        if _squashed(known) == _squashed(name):
            return Game(known)
    raise ValueError(f"there is no game {name!r}; spielraum.games() lists them")


def read(text: str, game: Game | None = None) -> list[PgnGame]:
    """All games of a text. With `game` they are of that game, whatever their tags say.

    A move that is not legal ends its game's line. Raises ValueError for a game that there is not, and PositionError for a start that
    can't be.
    """
    return [_read(tags, words, game) for tags, words in _split(text)]


#: A word of the moves, with the number of its line.
_Words = list[tuple[int, str]]


def _split(text: str) -> Iterator[tuple[dict[str, str], _Words]]:
    """The tags and the words of each game."""
    text = "\n" + text.removeprefix("\ufeff").replace("\r\n", "\n")
    tags: dict[str, str] = {}
    words: _Words = []
    depth, line, counted = 0, 0, 0
    for token in _TOKEN.finditer(text):
        line, counted = line + text.count("\n", counted, token.start()), token.start()
        if token["tag"]:
            if words:
                yield tags, words
                tags, words, depth = {}, [], 0
            tags[token["name"]] = re.sub(r"\\(.)", r"\1", token["value"])
        elif token["open"]:
            depth += 1
        elif token["close"]:
            if depth == 0:
                words.append((line, ")"))
            depth = max(depth - 1, 0)
        elif token["word"] and depth == 0:
            words.append((line, token["word"]))
            if token["word"] in RESULTS:
                yield tags, words
                tags, words = {}, []
    if depth:
        words.append((line, "("))
    if tags or words:
        yield tags, words


def _read(tags: dict[str, str], words: _Words, game: Game | None) -> PgnGame:
    if game is None:
        game = _named(tags["Variant"]) if "Variant" in tags else Game(USUAL)
    try:
        position = game.position(tags.get("FEN"))
    except PositionError as fault:
        raise PositionError(f"the tag FEN: {fault}") from None
    stated = tags.get("Result", "*")
    told, ended = PgnGame(tags, position, stated if stated in RESULTS else "*"), False
    for line, word in words:
        if word in RESULTS:
            told.result = word if word != "*" or told.result == "*" else told.result
        elif re.fullmatch(r"[!?]{1,2}|[=∞⩲⩱±∓]|\+/?[-=]|[-=]/?\+|\+[-−]|[-−]\+|e\.p\.", word):
            continue
        elif not ended:
            try:
                position.push(position.parse_san(word))
            except IllegalMoveError as fault:
                told.faults.append(f"line {line}: {fault}; what follows is left out")
                ended = True
    if told.result == "*":
        told.result = position.result()
    return told
