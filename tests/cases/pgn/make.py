"""Writes python-chess.pgn: games with variations, comments and judgements as python-chess writes them, seeded."""

import pathlib
import random

import chess
import chess.pgn
import chess.variant

STARTS = [
    (chess.Board, None),
    # Castling on both wings, en passant, promotions.
    (chess.Board, "r3k2r/P5pp/8/2pP4/8/8/6PP/R3K2R w KQkq c6 0 20"),
    # Two and three pieces that can go to the same cell.
    (chess.Board, "7k/8/8/1N3N2/8/1N3N2/8/K5QQ b - - 0 1"),
    (chess.variant.CrazyhouseBoard, None),
    (chess.variant.ThreeCheckBoard, None),
    (chess.variant.KingOfTheHillBoard, None),
]


def game(kind, fen, rng):
    made = chess.pgn.Game.from_board(kind(fen) if fen else kind())
    made.headers["Date"] = "2026.11.23"
    node = made
    made.comment = "From the beginning"
    for ply in range(60):
        legal = sorted(node.board().legal_moves, key=str)
        if not legal:
            break
        before, node = node, node.add_variation(rng.choice(legal))
        if ply % 7 == 3:
            node.nags.add(1 + ply // 7 % 6)
        if ply % 14 == 10:
            node.nags.add(10 + ply // 14)
        if ply % 9 == 4:
            node.comment = f"After ply {ply}"
        if ply % 13 == 6 and len(legal) > 1:
            other = rng.choice([move for move in legal if move != node.move])
            side = before.add_variation(other, starting_comment="Another way" if ply % 2 else "", nags=[2 + ply % 5])
            replies = sorted(side.board().legal_moves, key=str)
            if replies:
                side.add_variation(rng.choice(replies), comment="and on")
    made.headers["Result"] = made.end().board().result()
    return made


def main():
    rng = random.Random(17)
    games = [str(game(kind, fen, rng)) for kind, fen in STARTS]
    pathlib.Path(__file__).with_name("python-chess.pgn").write_text("\n\n".join(games) + "\n")


main()
