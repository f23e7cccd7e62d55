"""Counts the sequences of legal moves of any game: `python perft.py raumschach 3`."""
# Prints: 3 +\d+

import sys
import time

import spielraum

arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
game = spielraum.Game(arguments[0] if arguments else "raumschach")
depth = int(arguments[1]) if len(arguments) > 1 else 3
position = game.position()
for plies in range(1, depth + 1):
    start = time.perf_counter()
    count = position.perft(plies)
    seconds = time.perf_counter() - start
    print(f"{plies} {count:>15} {count / max(seconds, 1e-9) / 1e6:8.2f} million a second")
