"""Chess variants on boards of any shape in up to four dimensions.

>>> import spielraum
>>> game = spielraum.Game("raumschach")
>>> position = game.position()
>>> len(position.legal_moves())
61
>>> position.push(position.legal_moves()[0])
>>> position.turn
'black'

`Game` is a game with its options chosen, `Position` a position with the moves made on it, `Engine` plays and analyses,
`Endgames` looks up endgame tables, `VectorEnv` steps many games at once into numpy arrays, `TreeSearch` searches many positions led by a
network. `spielraum.symmetry` turns and mirrors boards. `spielraum.gymnasium_env`, `spielraum.pettingzoo_env` and `spielraum.openspiel` speak the
interfaces of those libraries. `spielraum.pgn` reads and writes PGN. `spielraum.learn` makes networks, `spielraum.nnue` has them as arrays, `spielraum.tune` tunes the search,
`spielraum.cluster` plays matches and makes endgame tables, on threads or on a Ray cluster. `spielraum.benchmark` plays named tasks. `spielraum.client` plays on a server, and
`spielraum.bot` lets a UCI engine do so.
"""

from typing import Literal

from ._spielraum import VERSION as __version__
from ._spielraum import (
    DefinitionError,
    Endgames,
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
    TreeSearch,
    VectorEnv,
    elo,
    games,
    random_playouts,
    read_record,
    search_params,
    solve,
    sprt,
)

Side = Literal["white", "black"]
Owner = Literal["white", "black", "nobody"]

__all__ = [
    "DefinitionError",
    "Endgames",
    "Engine",
    "Game",
    "IllegalMoveError",
    "LearningError",
    "Line",
    "Outcome",
    "Owner",
    "PairPlayer",
    "Position",
    "PositionError",
    "SelfPlayer",
    "Side",
    "TreeSearch",
    "VectorEnv",
    "__version__",
    "elo",
    "games",
    "random_playouts",
    "read_record",
    "search_params",
    "solve",
    "sprt",
]
