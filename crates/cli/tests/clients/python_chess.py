"""The engine as python-chess drives it: `python_chess.py PATH_OF_SPIELRAUM`. Fails with a message if anything is wrong."""

import io
import json
import logging
import pathlib
import sys

import chess
import chess.engine
import chess.pgn
import chess.variant


def play_out(engine, board, limit, plies):
    """Lets the engine play both sides; python-chess checks that its moves are legal."""
    for _ in range(plies):
        if board.is_game_over():
            break
        result = engine.play(board, limit, ponder=False)
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        board.push(result.move)
    return board


def whole_games(engine):
    boards = [chess.Board(), chess.variant.CrazyhouseBoard(), chess.variant.ThreeCheckBoard()]
    for board in [*boards, chess.variant.KingOfTheHillBoard()]:
        played = play_out(engine, board, chess.engine.Limit(nodes=300), 120)
        assert len(played.move_stack) == 120 or played.is_game_over()
        print(f"{type(board).__name__}: {len(played.move_stack)} plies")


def clocks(engine):
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.01, black_inc=0.01)
    play_out(engine, board, limit, 6)
    assert len(board.move_stack) == 6


def special_moves(engine):
    promotion = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    found = engine.play(promotion, chess.engine.Limit(depth=4), root_moves=[chess.Move.from_uci("a7a8q")])
    assert found.move == chess.Move.from_uci("a7a8q")
    castling = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    found = engine.play(castling, chess.engine.Limit(depth=2), root_moves=[chess.Move.from_uci("e1g1")])
    assert found.move == chess.Move.from_uci("e1g1")
    promoted = chess.variant.CrazyhouseBoard("4k3/8/8/8/8/8/8/4K2Q~[Pp] w - - 0 1")
    found = engine.play(promoted, chess.engine.Limit(depth=2))
    assert found.move in promoted.legal_moves
    drop = engine.play(promoted, chess.engine.Limit(depth=2), root_moves=[chess.Move.from_uci("P@e4")])
    assert drop.move == chess.Move.from_uci("P@e4")


def finished_games(engine):
    """A game that is over has no best move, which python-chess understands."""
    for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]:
        assert engine.play(chess.Board(fen), chess.engine.Limit(depth=2)).move is None, fen


def positions(engine):
    """Positions as python-chess writes them, impossible rights and fields among them."""
    for fen in [
        "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w KQkq - 2 3",
        "4k3/8/8/8/8/8/8/4K2R w HQ e6 0 1",
    ]:
        board = chess.Board(fen)
        assert engine.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves, fen
    given = chess.variant.ThreeCheckBoard("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0")
    info = engine.analyse(given, chess.engine.Limit(depth=3))
    assert info["score"].white() == chess.engine.Mate(1), info


def analysis(engine):
    mate = chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    info = engine.analyse(mate, chess.engine.Limit(depth=4))
    assert info["score"].white() == chess.engine.Mate(1), info
    assert info["pv"][0] == chess.Move.from_uci("d1d8"), info
    lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=3)
    assert len(lines) == 3 and len({line["pv"][0] for line in lines}) == 3, lines
    scores = [line["score"].white() for line in lines]
    assert scores == sorted(scores, reverse=True), scores
    with engine.analysis(chess.Board()) as running:
        for info in running:
            if info.get("depth", 0) >= 3:
                break
        running.stop()
        assert running.wait().move in chess.Board().legal_moves


def pondering(engine):
    board = chess.Board()
    for _ in range(4):
        result = engine.play(board, chess.engine.Limit(time=0.05), ponder=True)
        board.push(result.move)
        if result.ponder in board.legal_moves:
            board.push(result.ponder)


def options(engine):
    assert "raumschach" in engine.options["UCI_Variant"].var
    engine.configure({"Hash": 2, "Threads": 1, "Skill Level": 3})
    assert engine.play(chess.Board(), chess.engine.Limit(nodes=2000)).move
    engine.configure({"Skill Level": 10, "UCI_LimitStrength": True, "UCI_Elo": 1000})
    assert engine.play(chess.Board(), chess.engine.Limit(nodes=2000)).move
    engine.configure({"UCI_LimitStrength": False})
    try:
        engine.configure({"Hash": 0})
    except chess.engine.EngineError:
        return
    raise AssertionError("a hash table of nothing was accepted")


def tree(node):
    """A game from a place on: moves, judgements, comments and variations."""
    return [
        (child.move.uci(), sorted(child.nags), child.comment, child.starting_comment, tree(child))
        for child in node.variations
    ]


def games_of(path):
    with open(path) as text:
        games = list(iter(lambda: chess.pgn.read_game(text), None))
    assert all(not game.errors for game in games), [game.errors for game in games]
    return [(type(game.board()), game.board().fen(), game.comment, tree(game)) for game in games]


def pgn():
    """What the web client has written of games (tests/cases/pgn) is what python-chess wrote of them."""
    cases = pathlib.Path(__file__).parents[4] / "tests" / "cases" / "pgn"
    theirs, ours = games_of(cases / "python-chess.pgn"), games_of(cases / "spielraum.pgn")
    assert len(theirs) == len(ours) == 6, (len(theirs), len(ours))
    for their, our in zip(theirs, ours):
        assert their == our, f"{their}\nis not\n{our}"


def said_of(node, but):
    """What is said from a place on, without what is kept by design where python-chess does not read it."""
    comment = lambda text: "" if "comments" in but else " ".join(text.split())
    nags = [] if "nags" in but else sorted(node.nags)
    return nags, comment(node.comment), comment(node.starting_comment), lines_of(node, but)


def lines_of(node, but):
    return [(child.move.uci(), said_of(child, but)) for child in node.variations]


def hostile():
    """PGN that breaks rules of the standard is read by the web client as python-chess reads it."""
    cases = pathlib.Path(__file__).parents[4] / "tests" / "cases" / "pgn"
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    for case in json.loads((cases / "hostile.json").read_text()):
        but = case.get("differs", [])
        their = chess.pgn.read_game(io.StringIO(case["pgn"].replace("\r\n", "\n")))
        our = chess.pgn.read_game(io.StringIO(case["written"]))
        assert not our.errors, (case["name"], our.errors)
        told = lambda game: {tag: text for tag, text in game.headers.items() if tag != "SetUp" and tag not in but}
        assert told(their) == told(our), f"{case['name']}: {told(their)}\nis not\n{told(our)}"
        assert type(their.board()) is type(our.board()), case["name"]
        # python-chess does not go on behind a variation with an illegal move.
        if "moves" in but:
            continue
        if "variations" in but:
            assert list(their.mainline_moves()) == list(our.mainline_moves()), case["name"]
        else:
            assert said_of(their, but) == said_of(our, but), f"{case['name']}: {their}\nis not\n{our}"


def main():
    pgn()
    hostile()
    print("pgn: well")
    engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"], timeout=60)
    try:
        assert engine.id["name"].startswith("Spielraum"), engine.id
        for check in [whole_games, clocks, special_moves, finished_games, positions, analysis, pondering, options]:
            check(engine)
            print(f"{check.__name__}: well")
    finally:
        engine.quit()


if __name__ == "__main__":
    main()
