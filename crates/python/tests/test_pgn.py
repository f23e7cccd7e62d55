"""PGN; python-chess is the judge."""

import doctest
import io

import chess
import chess.pgn
import chess.variant
import numpy as np
import pytest

from spielraum import Game, IllegalMoveError, PositionError, VectorEnv, pgn

FAMOUS = r"""[Event "A \"casual\" game"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

% a line for programs
1. e4 {best by test} e5 2. f4 $1 exf4 (2... d5 3. exd5 (3. Nf3 dxe4) e4) 3. Bc4 Qh4+?! 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5
8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1! cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 ; odd
19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0

[Event "Second"]
[FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"]

1. a8(N) 1/2-1/2
"""


def test_games_are_read_as_python_chess_reads_them() -> None:
    read = pgn.read(FAMOUS)
    stream = io.StringIO(FAMOUS.replace("a8(N)", "a8=N"))
    for told in read:
        known = chess.pgn.read_game(stream)
        assert told.position.moves == [move.uci().replace("a7a8n", "a7a8=N") for move in known.mainline_moves()]
        assert told.result == known.headers["Result"] or told.result == "1/2-1/2"
        assert told.faults == []
    assert read[0].tags["Event"] == 'A "casual" game' and read[0].position.is_over() and len(read) == 2


def test_random_games_are_written_as_python_chess_writes_them() -> None:
    game, rng, moves = Game("chess"), np.random.default_rng(4), 0
    for number in range(6):
        position, board = game.position(), chess.Board()
        while not position.is_over() and position.ply < 120:
            move = str(rng.choice(position.legal_moves()))
            played = chess.Move.from_uci(move.replace("=", "").lower())
            written = pgn.san(position, move)
            assert written == position.san(move) == board.san(played)
            assert pgn.parse_san(position, written) == move == position.parse_san(written + "!?")
            position.push(move)
            board.push(played)
            moves += 1
        text = pgn.write(position, {"White": 'The "first"', "Round": str(number)})
        known = chess.pgn.read_game(io.StringIO(text))
        assert [move.uci() for move in known.mainline_moves()] == [move.uci() for move in board.move_stack] and not known.errors
        again = pgn.read(text)
        assert len(again) == 1 and again[0].position == position and again[0].tags["White"] == 'The "first"' and again[0].faults == []
        assert known.headers["Result"] == position.result() == again[0].result
    assert moves > 300


def test_all_moves_of_crazyhouse_positions_are_written_as_python_chess_writes_them() -> None:
    game, rng, drops = Game("crazyhouse"), np.random.default_rng(7), 0
    position, board = game.position(), chess.variant.CrazyhouseBoard()
    for _ in range(90):
        if position.is_over():
            break
        for move in position.legal_moves():
            written = position.san(move)
            known = board.parse_uci(move if "@" in move else move.replace("=", "").lower())
            assert written == board.san(known), position.fen()
            assert position.parse_san(written) == move
            drops += "@" in written
        move = str(rng.choice(position.legal_moves()))
        position.push(move)
        board.push_uci(move if "@" in move else move.replace("=", "").lower())
    assert drops > 200


@pytest.mark.parametrize("name", ["crazyhouse", "shogi", "xiangqi", "minixiangqi", "kingofthehill", "raumschach", "glinski"])
def test_games_of_other_variants_are_read_as_they_are_written(name: str) -> None:
    game = Game(name)
    environment = VectorEnv(game, 1, seed=2, max_plies=200)
    environment.reset()
    for _ in range(60):
        environment.step(environment.random_actions())
    position = environment.position(0)
    read = pgn.read(pgn.write(position))
    assert [told.faults for told in read] == [[]]
    assert read[0].position == position and read[0].position.moves == position.moves and read[0].position.game == game


def test_what_is_not_read_is_named() -> None:
    told = pgn.read("1. e4 e5\n2. Ke3 Nc6")[0]
    assert told.position.moves == ["e2e4", "e7e5"] and len(told.faults) == 1 and told.faults[0].startswith("line 2: Ke3 is not legal here")
    assert pgn.read("1. e4 ) e5")[0].faults and pgn.read("1. e4 (e5")[0].faults
    assert pgn.read("") == []
    with pytest.raises(IllegalMoveError, match="ambiguous: it can be R.d1 or R.d1"):
        pgn.parse_san(Game("chess").position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1"), "Rd1")
    for wrong, error in [('[Variant "none"] 1. e4', ValueError), ('[FEN "x"] 1. e4', PositionError)]:
        with pytest.raises(error):
            pgn.read(wrong)


def test_the_example_is_true() -> None:
    assert doctest.testmod(pgn).failed == 0
