from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

Side = Literal["white", "black"]
Owner = Literal["white", "black", "nobody"]

class DefinitionError(ValueError):
    """A definition is faulty, or a game or option unknown. The text names the place and what to do."""

class PositionError(ValueError):
    """A text is not a position of the game."""

class IllegalMoveError(ValueError):
    """A move is not legal in its position."""

class LearningError(RuntimeError):
    """A shard, network or run can't be used or gone on with: it is cut off, damaged, of other rules or other settings."""

def games() -> list[str]:
    """The ids of the games that come with the package."""

def random_playouts(
    game: Game, games: int, *, seed: int = 0, max_plies: int = 1000, threads: int = 1
) -> dict[str, int]:
    """Plays random games from the start, without the interpreter's lock. Ctrl-C ends them.

    Returns the numbers `plies` (of all games together), `white`, `black`, `draws` and `truncated` (games). The same seed
    gives the same games, however many threads play them.
    """

class Game:
    """A game with its options chosen.

    `Game("chess")` is a game of the catalogue, `Game("my-game.kdl")` a definition file, `Game(text="...")` the text of a
    definition. Options are keywords: `Game("nacht-schach", castling=True)`; `True` and `False` mean `on` and `off`, `_` stands for `-`.

    Raises DefinitionError if there is no such game or its definition is faulty.
    """

    def __init__(self, id: str | None = None, *, text: str | None = None, **options: str | bool | int) -> None: ...
    @property
    def id(self) -> str:
        """What the catalogue calls it."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options that were chosen."""

    def explain(self) -> str:
        """The whole rules in words."""

    @property
    def digest(self) -> str:
        """SHA-256 of what distinguishes the rules from those of other games, but not the start, in hexadecimal digits."""

    @property
    def cells(self) -> list[str]:
        """The names of the cells, by level, rank and file."""

    @property
    def pieces(self) -> list[dict[str, Any]]:
        """The piece types: `symbol`, what each side calls it (`white`, `black`), `royal`."""

    @property
    def start_fen(self) -> str:
        """The start as a FEN."""

    def position(self, fen: str | None = None) -> Position:
        """The start, or the position that a FEN describes, also one of another program (docs/notation.md). Raises
        PositionError; warns of castling rights and en passant fields that are impossible and were left out."""

    @property
    def action_count(self) -> int:
        """How many actions there are; they are numbered from 0, the same in every run (docs/python.md)."""

    def describe_action(self, action: int) -> str:
        """An action in words, such as `e2e4`, `P@e5` or `castling e1g1`. Raises IndexError."""

    def action_table(self) -> dict[str, NDArray[Any]]:
        """The parts of all actions, an array for each: `kind` (0 move, 1 drop, 2 castling, 3 double step with a turn, 4 no promotion
        elsewhere, 5 promotion elsewhere, 6 pass), the cells `from`, `via` and `to` as numbers of `cells`, and `piece`, the type that is
        dropped or that a piece becomes, as a number of `pieces`; -1 where there is none."""

    def cell_places(self) -> NDArray[np.int32]:
        """For each cell its place in a plane of an observation's board, flattened."""

    @property
    def board_shape(self) -> tuple[int, int, int, int]:
        """The shape of an observation's board: planes, levels, ranks, files."""

    @property
    def planes(self) -> list[str]:
        """What each plane of an observation's board shows, such as `white R`."""

    @property
    def features(self) -> list[str]:
        """What each number of an observation's features is, such as `turn` or `black hand P`."""

class Outcome:
    """How a game ended."""

    def __init__(self, winner: Side | None, reason: str, text: str) -> None: ...
    @property
    def winner(self) -> Side | None:
        """Who won; None: a draw."""

    @property
    def reason(self) -> str:
        """A word for programs, such as `checkmate`; `str(outcome)` says it in words."""

    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""

class Position:
    """A position with the moves made on it. Moves are texts as in docs/notation.md, such as `e2e4` or `Bc3Cc4`.

    Long work, such as a search, works on a copy: the position itself can be used and changed meanwhile.
    """

    def __init__(self, game: Game, fen: str | None = None) -> None: ...
    @property
    def game(self) -> Game:
        """The game."""

    @property
    def turn(self) -> Side:
        """The side to move."""

    @property
    def ply(self) -> int:
        """How many moves have been made on this position."""

    @property
    def halfmove_clock(self) -> int:
        """The plies since something was done that can't be undone, as the game counts them."""

    @property
    def fullmove_number(self) -> int:
        """The number of the move, which grows after Black's."""

    @property
    def moves(self) -> list[str]:
        """The moves made on this position."""

    @property
    def pending(self) -> int | None:
        """The action that was taken, if it left open what is promoted elsewhere: the next action completes the move."""

    def fen(self) -> str:
        """The position as a FEN; it has neither the moves made nor what is pending."""

    def legal_moves(self) -> list[str]:
        """All legal moves; none when the game is over, also by repetition or the move count."""

    def legal_actions(self) -> list[int]:
        """The numbers of the legal moves, sorted; none when the game is over. While a move is pending, what completes it."""

    def remote_actions(self, action: int) -> list[int]:
        """The second actions that go with an action, sorted: more than one if it leaves open what is promoted elsewhere."""

    def action(self, text: str) -> tuple[int, int | None]:
        """The number of a legal move and, in games with promotions elsewhere, that of the second action."""

    def san(self, text: str) -> str:
        """A legal move in standard algebraic notation, such as `Nf3`. Raises IllegalMoveError."""

    def parse_san(self, text: str) -> str:
        """The legal move that a text means, in standard algebraic notation or as every game's moves are written. Raises
        IllegalMoveError, which names the candidates where there are several."""

    def is_legal(self, text: str) -> bool:
        """Whether a text is a legal move."""

    def push(self, text: str) -> None:
        """Makes a move. Raises IllegalMoveError, also when the game is over, and then nothing has changed."""

    def push_action(self, action: int, remote: int | None = None) -> str | None:
        """Makes the move with a number and returns its text. Raises IllegalMoveError, and then nothing has changed.

        Where it leaves open what is promoted elsewhere, `remote` is the second action; without it the move is pending, None is
        returned, and the next `push_action` completes it.
        """

    def pop(self) -> str:
        """Takes back the last move, or a pending action, and returns its text. Raises IndexError if there is none."""

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None if it goes on."""

    def is_over(self) -> bool:
        """Whether the game is over."""

    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""

    def is_check(self) -> bool:
        """Whether a royal of the side to move is attacked."""

    def piece_at(self, cell: str) -> tuple[Owner, str] | None:
        """The side and the symbol of the piece on a cell."""

    def pieces(self) -> dict[str, tuple[Owner, str]]:
        """What stands where: the side and the symbol by the cell's name."""

    def hand(self, of: Side) -> dict[str, int]:
        """How many of each type a side has in hand or prison."""

    def is_attacked(self, cell: str, by: Side) -> bool:
        """Whether a side attacks a cell."""

    def attackers(self, cell: str) -> list[str]:
        """The cells of the enemies that attack the piece on a cell."""

    def lines(self, cell: str) -> list[dict[str, Any]]:
        """The ways of the piece on a cell: `kind` (slide, leap, hop, route), `cells`, `targets`, `turning`."""

    def perft(self, depth: int) -> int:
        """The number of sequences of this many legal moves, as everybody counts them: the game does not end by repetition or the move
        count. Runs without the interpreter's lock; Ctrl-C ends it."""

    def observation(self) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
        """The board, of the shape `Game.board_shape`, and the features, as `VectorEnv` shows them for this position with its moves."""

    def svg(self) -> str:
        """A picture of the board; notebooks show it."""

    def record(self, *, remarks: Sequence[str] = (), resigned: Side | None = None) -> str:
        """The game as a record, which the program and the pages read (`read_record`): the start, the moves and what they come to.
        `remarks` are lines before it; `resigned` is the side that gave up."""

    def copy(self) -> Position:
        """A position of its own with the same moves. Positions can also be pickled."""

class Line:
    """One of the best lines of a position."""

    def __init__(
        self, cp: int | None, mate: int | None, depth: int, nodes: int, seconds: float, moves: list[str]
    ) -> None: ...
    @property
    def cp(self) -> int | None:
        """Centipawns for the side to move; None where the end is known."""

    @property
    def mate(self) -> int | None:
        """Moves to the end, negative if the side to move loses; None where it is not known."""

    @property
    def depth(self) -> int:
        """How many plies deep the search was."""

    @property
    def nodes(self) -> int:
        """How many positions the search looked at."""

    @property
    def seconds(self) -> float:
        """How long the search took."""

    @property
    def moves(self) -> list[str]:
        """The moves of the line, the first of them in the position itself."""

class Engine:
    """The engine for a game. Searches run without the interpreter's lock; Ctrl-C ends them.

    A search needs a limit: `depth` in plies, `nodes`, `time` in seconds, or a `level` from 1 to 20, which takes two seconds at most
    if nothing else limits it. With one thread and `depth` or `nodes`, answers can be repeated after `clear()`.

    `network` is a file or its bytes; None or True: the game's own network, if it has one; False: the classical terms. `endgames` is
    the folder of its endgame tables. `options` are the numbers of the search (`search_params()`), where the package was built with
    the feature `tune`. Raises LearningError for a network of other rules, ValueError for tables and options that can't be.
    """

    def __init__(
        self,
        game: Game,
        *,
        hash_mb: int = 16,
        threads: int = 1,
        network: str | PathLike[str] | bytes | bool | None = None,
        options: dict[str, int] | None = None,
        endgames: str | PathLike[str] | None = None,
    ) -> None: ...
    def play(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        level: int | None = None,
        seed: int = 0,
    ) -> str | None:
        """The best move, or None when the game is over."""

    def analyse(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
    ) -> list[Line]:
        """The best lines, the best first; none when the game is over."""

    def evaluate(self, position: Position) -> int | None:
        """What a position is worth to the side to move without a search, in centipawns; None when the game is over."""

    def stop(self) -> None:
        """Ends the searches that run or wait, from another thread; they answer with what they have found."""

    def clear(self) -> None:
        """Forgets everything found so far."""

class Endgames:
    """The endgame tables of a game in a folder, or in the folder's subfolder with the game's id.

    Raises ValueError where no table there is of these rules, and RuntimeError for damaged ones.
    """

    def __init__(self, game: Game, folder: str | PathLike[str]) -> None: ...
    @property
    def max_pieces(self) -> int:
        """The most pieces that a position of the tables has."""

    def probe(self, position: Position) -> tuple[Literal["win", "draw", "loss"], int] | None:
        """What a position is worth to the side to move with best play, and the plies to the end of the game, 0 for a draw; None if no
        table has it. Repetition and the move count are left aside."""

    def moves(self, position: Position) -> list[tuple[str, tuple[Literal["win", "draw", "loss"], int] | None]]:
        """Every legal move with what it is worth to the side that makes it, the best first."""

class VectorEnv:
    """`n` games of one kind, stepped together by `threads` threads.

    Observations are dictionaries of arrays: `board` (uint8, `[n, planes, levels, ranks, files]`), `features` (int16,
    `[n, features]`) and `action_mask` (bool, `[n, actions]`). They are views that can't be written and that the next call changes:
    copy what you keep, or pass `copy=True`, and every call returns arrays of its own. A game that ends begins anew in the same
    step; `info["endings"]` reports what ended.

    Games begin with the start, or with the positions of `starts` (positions or FENs), one after the other: game `i` begins with
    start `i`, then with start `i + n`, and so on. The moves made on a start count as moves of the game.

    One thread at a time uses an environment; others wait.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        max_plies: int = 1000,
        starts: Sequence[Position | str] | None = None,
        copy: bool = False,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def game(self) -> Game:
        """The game."""

    def reset(self, seed: int | None = None) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begins all games anew; the seed is that of `random_actions`."""

    def step(
        self, actions: ArrayLike
    ) -> tuple[dict[str, NDArray[Any]], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Takes an action in every game.

        Returns the observation, the rewards (1, 0 or -1 for the side that acted), terminations, truncations and `info`.
        Actions are whole numbers of any type, in a list or an array. Raises ValueError if one is not legal or their number is wrong,
        TypeError if they are no whole numbers; then no game has been stepped.
        """

    def observe(self) -> dict[str, NDArray[Any]]:
        """The observation as it is now."""

    def endings(self) -> list[tuple[int, Side | None, str, int]]:
        """The games that the last step ended: number, winner, reason, plies."""

    def final_position(self, game: int) -> Position | None:
        """The position with which the last step ended a game; None if it goes on."""

    def legal_actions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Ragged lists: game `i` has the actions `legal[offsets[i]:offsets[i + 1]]`; returns `offsets, legal`."""

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game."""

    def position(self, game: int) -> Position:
        """The position of a game with its moves, and with what is pending."""

    def set_position(self, game: int, position: Position) -> None:
        """Lets a game go on from a position with the moves made on it. Raises ValueError if the game is over in it."""

    def copy(self) -> VectorEnv:
        """An environment of its own whose games, and whose random actions, stand as these do."""

class TreeSearch:
    """Monte Carlo tree search of many positions at once, led by a network as AlphaZero's is (PUCT).

    `evaluate` is called with observations as `VectorEnv` gives them, `board`, `features` and `action_mask`, of as many positions as
    are to be evaluated together, and returns two arrays: the logits of all actions, `[n, actions]`, of which those of legal ones count,
    and the values for the side to move, `[n]`, from -1 to 1.

    `visits` is how often each position is searched from, `leaves` how many positions of one tree are evaluated together at most: until
    their values are there they count as `virtual_loss` lost games. `exploration` is how much priors count against results.
    `noise=(alpha, share)` mixes the priors of the positions searched with a Dirichlet distribution, which depends on `seed` alone.
    `threads` walk through the trees; what is found does not depend on them.
    """

    def __init__(
        self,
        game: Game,
        evaluate: Callable[[dict[str, NDArray[Any]]], tuple[ArrayLike, ArrayLike]],
        *,
        visits: int = 400,
        leaves: int = 8,
        exploration: float = 1.5,
        virtual_loss: float = 1.0,
        noise: tuple[float, float] | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> None: ...
    def search(self, positions: Sequence[Position], *, seed: int | None = None) -> dict[str, NDArray[Any]]:
        """Searches from positions, of which the moves made on them count for repetition.

        Returns ragged lists as `VectorEnv.legal_actions` does: position `i` has the entries from `offsets[i]` to `offsets[i + 1]` of
        `actions`, `visits`, `values` (for the side that acts, 0 for actions that were not tried) and `priors`; and `root_values`, what
        each position is worth to the side that acts. A position in which the game is over has no entries. `seed` is that of the noise,
        instead of the search's own.
        """

class SelfPlayer:
    """Plays numbered games of the engine against itself, which `spielraum.learn` learns from.

    `network` is the bytes of a file, or None for the classical terms. `nodes` are the positions looked at for each move; a game
    opens with `openings` random plies, or one more where its number is odd, and is a draw after `max_plies`. `nearby` positions, one or
    two random moves away from each position of a game, are kept with their static evaluation.

    Raises LearningError for a network of other rules.
    """

    def __init__(
        self, game: Game, network: bytes | None = None, *, nodes: int, openings: int, max_plies: int, nearby: int = 0, seed: int
    ) -> None: ...
    def play(self, number: int) -> bytes:
        """Plays the game of a number, without the interpreter's lock, and gives it as shards hold it (docs/networks.md). Ctrl-C ends it."""

    def stop(self) -> None:
        """Calls off the game that is played, from another thread, and all after it."""

class PairPlayer:
    """Plays numbered pairs of games between two players, colours swapped, from the same opening of random plies; with
    `swapped=False` each game has an opening of its own.

    A player is a dict: `kind` (`engine`, `engine:LEVEL`, `greedy`, `random`, `uci:COMMAND`), `limit` (`time=100ms`, `nodes=5000`,
    `depth=6`, `clock=10s+100ms`), `options` (of the engine) and `network` (the bytes of a file).
    """

    def __init__(
        self,
        game: Game,
        first: dict[str, Any],
        second: dict[str, Any],
        *,
        openings: int = 4,
        max_plies: int = 400,
        seed: int = 1,
        swapped: bool = True,
    ) -> None: ...
    def play(self, number: int) -> dict[str, Any]:
        """Plays both games of a number, without the interpreter's lock. Ctrl-C ends them.

        Gives `half_points` (of the first player, 0 to 4) and `games`, two dicts: `first_plays`, `winner`, `half_points`, `ending`,
        `moves`, and `choices`, the legal moves of all positions in which a player chose, added up, and how many these were.
        """

    def stop(self) -> None:
        """Calls off the pair that is played, from another thread, and all after it."""

def read_record(text: str, game: Game | None = None) -> tuple[Position, Side | None]:
    """Reads a game record: the last position with its moves, and who gave up.

    The record names a game of the catalogue; for any other, give the game. Raises ValueError for a text that is no record, PositionError for
    its start and IllegalMoveError for a move, each with the line.
    """

def solve(
    game: Game,
    stipulation: str,
    fen: str | None = None,
    *,
    to: str | None = None,
    set_play: bool = False,
    tries: int = 0,
    variations: bool = True,
    duplex: bool = False,
    max_solutions: int = 10_000,
    threads: int = 1,
    time: float | None = None,
    nodes: int | None = None,
    memory_mb: int = 256,
) -> dict[str, Any]:
    """Solves a problem: `solve(game, "#2", fen)`, with any stipulation of docs/problems.md. Ctrl-C ends it.

    Returns the object that `spielraum solve --json` prints: `first_moves`, `solutions` (keys with variations, or lines of `moves`),
    `complete` (True, or a sentence that says why not), `set_play`, `tries`, `duplex`, `nodes`, `seconds`, and `text`, all of it as
    journals print it. `to` is the diagram to be reached, `tries` the most refutations of a try, `time` in seconds. Raises ValueError
    for what can't be solved.
    """

def elo(counts: list[int]) -> dict[str, Any] | None:
    """What pairs of games with 0, ½, 1, 1½ and 2 points say (pentanomial).

    Gives `score` and `elo`, each with the ends of its 95 % interval, and `superiority`, the likelihood that the first player is
    the stronger one; None without games.
    """

def sprt(counts: list[int], elo0: float, elo1: float, *, alpha: float = 0.05, beta: float = 0.05) -> dict[str, Any]:
    """The sequential probability ratio test of pairs of games: `llr`, `low`, `high`, `verdict` (`open`, `null`, `alternative`)."""

def search_params() -> list[dict[str, Any]]:
    """The numbers of the engine's search: for each `name`, `default`, `min`, `max` and `step`. A build with the feature `tune` takes
    them as options of a player, by these names."""
