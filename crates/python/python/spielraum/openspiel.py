"""Spielraum's games as games of OpenSpiel. Importing this module registers them:

    import pyspiel
    import spielraum.openspiel

    game = pyspiel.load_game("spielraum(game=raumschach)")

The parameters are `game` (an id of the catalogue or the path of a definition file), `options` (`castling:on;armies:nuts`), `fen` (the
position to begin with) and `max_plies`, after which a game is a draw. Player 0 is White, player 1 is Black. Actions are those of
`Game.action_count`; where a move may promote a piece elsewhere, its player acts twice. Observation tensors are the board and the features
of `Position.observation()`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found, unused-ignore]
from open_spiel.python.observation import IIGObserverForPublicInfoGame  # type: ignore[import-untyped, import-not-found, unused-ignore]

from . import Game, Position

__all__ = ["SpielraumGame", "SpielraumState", "load_game"]

#: The parameters and their defaults.
PARAMETERS: dict[str, Any] = {"game": "chess", "options": "", "fen": "", "max_plies": 1000}

GAME_TYPE = pyspiel.GameType(
    short_name="spielraum",
    long_name="Spielraum: chess variants on boards of any shape",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class SpielraumGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A game of the catalogue, or of a definition file."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | (params or {})
        options = dict(_option(text) for text in str(given["options"]).split(";") if text)
        self.rules = Game(str(given["game"]), **options)
        self.fen = str(given["fen"]) or None
        self.max_plies = int(given["max_plies"])
        if self.max_plies < 1:
            raise ValueError(f"max_plies is at least 1, not {self.max_plies}")
        self.rules.position(self.fen)
        # A move that promotes a piece elsewhere is two actions.
        actions = 2 if "pending" in self.rules.planes else 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=actions * self.max_plies,
        )
        self.parameters = given
        super().__init__(GAME_TYPE, info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel's own way would make a game without what Python keeps of it; a fresh process must register the games first.
        return _loaded, (self.parameters,)

    def __deepcopy__(self, memo: Any) -> SpielraumGame:
        return self

    def new_initial_state(self, state: Any = None) -> SpielraumState:
        """The start."""
        if state is not None:
            raise ValueError("a state is made again by Game.deserialize_state, not from a dict")
        return SpielraumState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What looks at states: all is public."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _option(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon:
        raise ValueError(f"an option is written NAME:VALUE, not {text!r}")
    return name, value


class SpielraumState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A position of a game, with its history."""

    def __init__(self, game: SpielraumGame) -> None:
        super().__init__(game)
        self.max_plies = game.max_plies
        self.position: Position = game.rules.position(game.fen)

    def current_player(self) -> int:
        """Who acts: 0 is White, 1 is Black."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.position.turn == "white" else 1

    def is_terminal(self) -> bool:
        """Whether the game is over, by its rules or after `max_plies`."""
        return self.position.ply >= self.max_plies or self.position.is_over()

    def returns(self) -> list[float]:
        """What each player has won: 1, 0 or -1."""
        outcome = self.position.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "white" else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.position.push_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.describe_action(action)

    def __str__(self) -> str:
        pending = self.position.pending
        return self.position.fen() + ("" if pending is None else f" {self.position.game.describe_action(pending)}")


class Observer:
    """Looks at a state: `board` and `features`, one after the other in `tensor`."""

    def __init__(self, game: SpielraumGame, params: Any = None) -> None:
        if params:
            raise ValueError(f"an observer has no parameters, but was given {params}")
        shape, features = game.rules.board_shape, len(game.rules.features)
        cells = int(np.prod(shape))
        self.tensor = np.zeros(cells + features, np.float32)
        self.dict = {"board": self.tensor[:cells].reshape(shape), "features": self.tensor[cells:]}

    def set_from(self, state: SpielraumState, player: int) -> None:
        """Shows a state."""
        self.dict["board"][:], self.dict["features"][:] = state.position.observation()

    def string_from(self, state: SpielraumState, player: int) -> str:
        """The position as a text."""
        return str(state)


def _loaded(parameters: dict[str, Any]) -> pyspiel.Game:
    return pyspiel.load_game(GAME_TYPE.short_name, parameters)


def load_game(game: str, **parameters: Any) -> pyspiel.Game:
    """`pyspiel.load_game` for a game of the catalogue."""
    return pyspiel.load_game("spielraum", {"game": game, **parameters})


pyspiel.register_game(GAME_TYPE, SpielraumGame)
