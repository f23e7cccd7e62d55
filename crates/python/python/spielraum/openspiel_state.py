"""A state with the most used methods of OpenSpiel's, which does not need that library. Its own algorithms want `spielraum.openspiel`."""

from __future__ import annotations

import numpy as np

from . import Game, Position


class State:
    """A state of a game of two players: 0 is White, 1 is Black. `State(Game("chess"))` is the start.

    Actions are those of `Game.action_count`. Where a move may promote a piece elsewhere, its player acts twice.
    """

    TERMINAL = -4

    def __init__(self, game: Game, position: Position | None = None) -> None:
        self.game = game
        self.position = position if position is not None else game.position()
        self._history: list[int] = []

    def clone(self) -> State:
        """A state of its own that is the same."""
        state = State(self.game, self.position.copy())
        state._history = list(self._history)
        return state

    def current_player(self) -> int:
        """Who acts; `State.TERMINAL` when the game is over."""
        if self.is_terminal():
            return self.TERMINAL
        return 0 if self.position.turn == "white" else 1

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over()

    def legal_actions(self) -> list[int]:
        """The legal actions, sorted."""
        return self.position.legal_actions()

    def legal_actions_mask(self) -> list[int]:
        """1 for each legal action, 0 for the others."""
        mask = np.zeros(self.game.action_count, np.int8)
        mask[self.legal_actions()] = 1
        return [int(legal) for legal in mask]

    def apply_action(self, action: int) -> None:
        """Takes an action; IllegalMoveError if it is not legal."""
        self.position.push_action(action)
        self._history.append(action)

    def action_to_string(self, player: int, action: int) -> str:
        """An action in words."""
        return self.game.describe_action(action)

    def returns(self) -> list[float]:
        """What each player has won: 1, 0 or -1."""
        outcome = self.position.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "white" else [-1.0, 1.0]

    def history(self) -> list[int]:
        """The actions taken so far."""
        return list(self._history)

    def observation_tensor(self, player: int = 0) -> list[float]:
        """The board and the features, one after the other."""
        board, features = self.position.observation()
        return [float(number) for number in np.concatenate([board.ravel(), features])]

    def __str__(self) -> str:
        return self.position.fen()
