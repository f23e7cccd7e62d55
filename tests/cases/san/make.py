"""Writes python-chess.jsonl: all moves of positions in SAN as python-chess writes it; special positions and random games, seeded."""

import json
import pathlib
import random

import chess
import chess.variant

GAMES = {
    "chess": chess.Board,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "3check": chess.variant.ThreeCheckBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
}

SPECIAL = {
    "chess": [
        # Castling on both wings, with and without check; en passant; promotions with captures.
        "r3k2r/P5pp/8/2pP4/8/8/6PP/R3K2R w KQkq c6 0 20",
        "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "r3k2r/8/8/8/8/8/8/3K4 b kq - 0 1",
        "1n1q3k/P1P5/8/8/8/8/8/K7 w - - 0 1",
        "8/8/8/K7/4Pp1k/8/8/8 b - e3 0 1",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "8/8/1k6/2pPp3/8/8/8/4K3 w - c6 0 1",
        # Two, three and four pieces that can go to the same cell; some pinned, some promoted.
        "7k/8/8/1N3N2/8/1N3N2/8/K5Q1 w - - 0 1",
        "k7/8/8/3R4/8/8/8/3R3K w - - 0 1",
        "1k6/8/R6R/8/8/8/R7/7K w - - 0 1",
        "7k/8/8/4p3/Q2Q4/8/8/Q2Q2K1 w - - 0 1",
        "k7/8/8/8/8/2N1N3/8/q3K1N1 w - - 0 1",
        "4k3/4r3/8/8/8/2N1N3/8/4K3 w - - 0 1",
        "2B1B3/8/2B1B3/8/8/8/8/K5k1 w - - 0 1",
        "2k5/8/8/8/8/8/2P1P3/R2QK3 w - - 0 1",
        # Mates, double checks, checks that a discovery gives, stalemate.
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
        "4k3/8/8/4N3/8/8/8/3KR3 w - - 0 1",
        "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
        "6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1",
        "8/P6k/8/8/8/8/8/K7 w - - 0 1",
    ],
    "crazyhouse": [
        "6rk/6pp/8/8/8/8/8/K7[QRBNPqp] w - - 0 1",
        "4k3/8/8/8/3Q~4/8/8/3QK3[Pp] w - - 0 1",
        "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1",
    ],
    "3check": ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0"],
    "kingofthehill": ["4k3/8/8/8/8/4K3/8/8 w - - 0 1"],
}


def text(move):
    """A move in the text that all games share."""
    return move.uci() if move.drop or not move.promotion else f"{move.uci()[:4]}={move.uci()[4:].upper()}"


def case(name, board):
    assert board.is_valid(), board.fen()
    return json.dumps({"game": name, "fen": board.fen(), "san": {text(move): board.san(move) for move in board.legal_moves}})


def main():
    rng = random.Random(58)
    lines = [case(name, GAMES[name](fen)) for name, fens in SPECIAL.items() for fen in fens]
    for name, kind in GAMES.items():
        for _ in range(4):
            board = kind()
            for ply in range(90):
                legal = sorted(board.legal_moves, key=str)
                if not legal or board.is_variant_end():
                    break
                if ply % 18 == 17:
                    lines.append(case(name, board))
                board.push(rng.choice(legal))
    pathlib.Path(__file__).with_name("python-chess.jsonl").write_text("\n".join(lines) + "\n")


main()
