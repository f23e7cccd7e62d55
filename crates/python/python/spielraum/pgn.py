"""Games on flat boards as PGN.

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

#: The letter that is not written.
PAWN = "P"

_MOVE = re.compile(
    r"(?P<piece>\+?[A-Z])?(?P<file>[a-w])?(?P<rank>\d+)?[x:-]?(?P<to>[a-z]\d+)(?:(?:=?\(?(?P<into>[A-Za-z])\)?)|(?P<sign>[+=]))?"
)
_DROP = re.compile(r"(?P<piece>[A-Z])?[@*](?P<to>[a-z]\d+)")
_CASTLING = re.compile(r"[O0o]-[O0o](?P<long>-[O0o])?")
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


@dataclass
class _Move:
    """A legal move, taken apart."""

    text: str
    piece: str
    start: str
    to: str
    kind: str
    into: str = ""


def _moves(position: Position) -> list[_Move]:
    game, told = position.game, []
    for text in position.legal_moves():
        described = game.describe_action(position.action(text)[0])
        if "@" in described:
            piece, to = described.split("@")
            told.append(_Move(text, piece, "", to, "drop"))
            continue
        kind, ends = ("castling", described.removeprefix("castling ")) if described.startswith("castling ") else ("move", described)
        ends, _, into = ends.partition("=")
        cells = re.findall(r"[a-z]\d+", ends)
        stands = position.piece_at(cells[0])
        told.append(_Move(text, stands[1] if stands else "", cells[0], cells[-1], kind, into))
    return told


def _flat(game: Game) -> None:
    if game.board_shape[1] != 1 or any(not re.fullmatch(r"[a-z]\d+", cell) for cell in game.cells):
        raise ValueError(f"{game.title} is not played on a flat board: PGN has no moves for it")


def san(position: Position, move: str) -> str:
    """A legal move in standard algebraic notation. Raises IllegalMoveError."""
    _flat(position.game)
    after = position.copy()
    after.push(move)
    outcome = after.outcome()
    is_mate = outcome is not None and outcome.reason == "checkmate"
    return _san(position, move, _moves(position)) + ("#" if is_mate else "+" if after.is_check() else "")


def _san(position: Position, move: str, legal: list[_Move]) -> str:
    own = next((known for known in legal if known.text == move), None)
    if own is None or "," in move or "~" in move:
        return move
    if own.kind == "castling":
        return "O-O" if own.to[0] > own.start[0] else "O-O-O"
    if own.kind == "drop":
        return f"{own.piece}@{own.to}"
    pawn = own.piece == PAWN
    captures = position.piece_at(own.to) is not None or pawn and own.start[0] != own.to[0]
    same = ("move", own.piece, own.to, own.into)
    alike = [known for known in legal if (known.kind, known.piece, known.to, known.into) == same]
    rivals = [known.start for known in alike if known.start != own.start]
    if pawn:
        start = own.start[0] if captures else ""
        rivals = [rival for rival in rivals if not captures or rival[0] == own.start[0]]
        start = own.start if rivals else start
    elif not rivals:
        start = ""
    elif all(rival[0] != own.start[0] for rival in rivals):
        start = own.start[0]
    elif all(rival[1:] != own.start[1:] for rival in rivals):
        start = own.start[1:]
    else:
        start = own.start
    # A piece with one promoted form promotes by `+`, and declines by `=`.
    if own.into:
        suffix = "+" if move.endswith("+") else f"={own.into}"
    else:
        suffix = "=" if any(known.text == f"{move}+" for known in legal) else ""
    return f"{'' if pawn else own.piece}{start}{'x' if captures else ''}{own.to}{suffix}"


def parse_san(position: Position, text: str) -> str:
    """The legal move that a text means: SAN as programs write it, or the text of every game. Raises IllegalMoveError."""
    _flat(position.game)
    bare = re.sub(r"[!?#]+$|\s*e\.p\.$", "", text.strip()).rstrip("!?#")
    if position.is_legal(bare):
        return bare
    if position.is_over():
        raise IllegalMoveError(f"`{text}` can't be played: the game is over. {position.outcome()}")
    legal = _moves(position)
    for form in dict.fromkeys((bare, bare.removesuffix("+"), bare.rstrip("+"))):
        found = [known.text for known in legal if _means(form, known)]
        if len(found) == 1:
            return found[0]
        if found:
            exact = [move for move in found if _san(position, move, legal) == form]
            if len(exact) == 1:
                return exact[0]
            raise IllegalMoveError(f"`{text}` may be {' or '.join(sorted(found))}")
    raise IllegalMoveError(f"`{text}` is not legal in {position.fen()}")


def _means(text: str, known: _Move) -> bool:
    if castling := _CASTLING.fullmatch(text):
        return known.kind == "castling" and (known.to[0] < known.start[0]) == bool(castling["long"])
    if drop := _DROP.fullmatch(text):
        return known.kind == "drop" and known.to == drop["to"] and known.piece == (drop["piece"] or PAWN)
    move = _MOVE.fullmatch(text)
    if move is None or known.kind != "move" or known.to != move["to"] or known.piece != (move["piece"] or PAWN):
        return False
    wanted = known.into if move["sign"] == "+" else (move["into"] or "").upper()
    starts = (move["file"] or known.start[0], move["rank"] or known.start[1:])
    return starts == (known.start[0], known.start[1:]) and wanted == known.into and (move["sign"] != "+" or known.into != "")


def write(position: Position, tags: Mapping[str, str] | None = None) -> str:
    """A position's game as PGN. Tags that are not given say nothing; `Variant`, `FEN` and `Result` say what is so."""
    _flat(position.game)
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
        words.append(san(board, move))
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
    _flat(game)
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
                position.push(parse_san(position, word))
            except IllegalMoveError as fault:
                told.faults.append(f"line {line}: {fault}; what follows is left out")
                ended = True
    if told.result == "*":
        told.result = position.result()
    return told
