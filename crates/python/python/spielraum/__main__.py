"""The package on the command line.

    python -m spielraum                            the version, and the commands
    python -m spielraum games [WORD]               the games of the catalogue
    python -m spielraum explain GAME               the rules of a game in words
    python -m spielraum legal GAME                 the legal moves; of a position: --fen FEN --moves MOVE ...
    python -m spielraum perft GAME DEPTH           the number of move sequences
    python -m spielraum analyse GAME               the engine's best line, of a position in the same way

GAME is an id of the catalogue or the path of a definition file.
"""

from __future__ import annotations

import argparse
import sys

from . import DefinitionError, Engine, Game, IllegalMoveError, Position, PositionError, __version__, games

__all__ = ["main"]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m spielraum", description="Chess variants on boards of any shape.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"spielraum {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    listed = commands.add_parser("games", help="list the games of the catalogue")
    listed.add_argument("word", nargs="?", default="", help="only games with this in their id")
    explained = commands.add_parser("explain", help="explain the rules of a game in words")
    counted = commands.add_parser("perft", help="count the move sequences of a given length")
    legal = commands.add_parser("legal", help="list the legal moves of a position")
    analysed = commands.add_parser("analyse", help="analyse a position with the engine")
    for command in (explained, counted, legal, analysed):
        command.add_argument("game", help="an id of the catalogue or the path of a definition file")
    counted.add_argument("depth", type=int, help="the number of half-moves")
    analysed.add_argument("--time", type=float, default=1.0, help="seconds to search (default: 1)")
    for command in (legal, analysed):
        command.add_argument("--fen", help="the position; the start without it")
        command.add_argument("--moves", nargs="+", default=[], metavar="MOVE", help="moves from there")
    return parser


def _position(args: argparse.Namespace) -> Position:
    position = Game(args.game).position(args.fen)
    for move in args.moves:
        position.push(move)
    return position


def main(arguments: list[str] | None = None) -> int:
    """Runs a command and returns the exit code: 0, or 2 for input that is wrong."""
    parser = _parser()
    args = parser.parse_args(arguments)
    try:
        match args.command:
            case "games":
                print("\n".join(game for game in games() if args.word in game))
            case "explain":
                print(Game(args.game).explain())
            case "perft":
                if args.depth < 0:
                    parser.error("DEPTH must not be negative")
                print(Game(args.game).position().perft(args.depth))
            case "legal":
                print("\n".join(_position(args).legal_moves()))
            case "analyse":
                position = _position(args)
                for line in Engine(position.game).analyse(position, time=args.time):
                    score = f"mate {line.mate}" if line.mate is not None else f"cp {line.cp}"
                    print(f"depth {line.depth}, {score}: {' '.join(line.moves)}")
            case _:
                print(f"spielraum {__version__}\n")
                parser.print_help()
    except (DefinitionError, PositionError, IllegalMoveError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
