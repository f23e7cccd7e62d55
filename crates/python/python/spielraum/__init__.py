"""Chess variants on boards of any shape in up to three dimensions.

>>> import spielraum
>>> game = spielraum.Game("raumschach")
>>> position = game.position()
>>> len(position.legal_moves())
46
>>> position.push(position.legal_moves()[0])
>>> position.turn
'black'

`Game` is a game with its options chosen, `Position` a position with the moves made on it, `Engine` plays and analyses,
`VectorEnv` steps many games at once into numpy arrays. `spielraum.gymnasium_env`, `spielraum.pettingzoo_env` and
`spielraum.openspiel_state` speak the interfaces of those libraries. `spielraum.learn` makes networks, `spielraum.tune` tunes the
search, `spielraum.cluster` plays matches and makes endgame tables, on threads or on a Ray cluster.
"""

from ._spielraum import (
    DefinitionError,
    Engine,
    Game,
    IllegalMoveError,
    LearningError,
    Line,
    Outcome,
    PairPlayer,
    Position,
    PositionError,
    SelfPlayer,
    VectorEnv,
    elo,
    games,
    random_playouts,
    search_params,
    sprt,
)

__all__ = [
    "DefinitionError",
    "Engine",
    "Game",
    "IllegalMoveError",
    "LearningError",
    "Line",
    "Outcome",
    "PairPlayer",
    "Position",
    "PositionError",
    "SelfPlayer",
    "VectorEnv",
    "elo",
    "games",
    "random_playouts",
    "search_params",
    "sprt",
]
