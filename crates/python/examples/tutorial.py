"""A tour of the package, to be read from top to bottom and run cell by cell."""
# Prints: the queen is attacked from

# %% A game, and what it is.
import spielraum

game = spielraum.Game("raumschach")
print(game.title, "has", len(game.cells), "cells; its pieces are", ", ".join(piece["white"] for piece in game.pieces))

# %% A position: moves are texts, everything can be taken back. In a notebook a position shows its picture.
position = game.position()
print(len(position.legal_moves()), "moves at the start")
position.push(position.legal_moves()[0])
print("now it is", position.turn, "to move:", position.fen())
position.pop()

# %% The engine says what it thinks.
engine = spielraum.Engine(game, hash_mb=4)
for line in engine.analyse(position, nodes=3_000, lines=2):
    print(line)

# %% Who attacks what.
chess = spielraum.Game("chess").position("4k3/8/8/8/4r3/8/4Q3/4K3 w - - 0 1")
print("the queen is attacked from", ", ".join(chess.attackers("e2")))

# %% Many games at once, as arrays.
environment = spielraum.VectorEnv(game, 32, seed=1)
observation, _ = environment.reset()
print("boards", observation["board"].shape, "features", observation["features"].shape)
for _ in range(100):
    observation, rewards, terminated, truncated, info = environment.step(environment.random_actions())
print("the mean game has", observation["action_mask"].sum(axis=1).mean(), "moves now")

# %% A game of one's own: a definition based on another one.
mine = spielraum.Game(text='title "Chess to the middle"\nbased-on "kingofthehill"\n')
print(mine)
