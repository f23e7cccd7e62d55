"""A player that captures what is worth most, against one that plays at random: `python random_against_greedy.py raumschach`."""
# Prints: greedy won [1-9]

import random
import sys

import spielraum

arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
game = spielraum.Game(arguments[0] if arguments else "raumschach")
games = 6 if "--quick" in sys.argv else 40
chance = random.Random(1)


def reach(position: spielraum.Position, cell: str) -> int:
    """How many cells a piece could go to if nothing stood in its way: a rough value for any piece of any game."""
    return len({name for line in position.lines(cell) for name in line["cells"]})


def greedy(position: spielraum.Position) -> str:
    best, most = [], -1
    for text in position.legal_moves():
        before = position.pieces()
        position.push(text)
        lost = [cell for cell, piece in before.items() if piece[0] == position.turn and position.piece_at(cell) != piece]
        over = position.is_over()
        position.pop()
        gain = 10_000 if over else sum(reach(position, cell) for cell in lost)
        if gain > most:
            best, most = [], gain
        if gain == most:
            best.append(text)
    return chance.choice(best)


score = {"greedy": 0, "random": 0, "nobody": 0}
for number in range(games):
    position, greedy_side = game.position(), ("white", "black")[number % 2]
    while not position.is_over() and position.ply < 200:
        moves = position.legal_moves()
        position.push(greedy(position) if position.turn == greedy_side else chance.choice(moves))
    outcome = position.outcome()
    winner = outcome.winner if outcome else None
    score["nobody" if winner is None else "greedy" if winner == greedy_side else "random"] += 1
print(f"{game.title}: greedy won {score['greedy']}, random {score['random']}, nobody {score['nobody']} of {games}")
