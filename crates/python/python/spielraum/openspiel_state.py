"""A state with the methods of OpenSpiel's, for programs written for that library; it does not need the library."""

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
        self._pending: int | None = None
        self._history: list[int] = []

    def clone(self) -> State:
        """A state of its own that is the same."""
        state = State(self.game, self.position.copy())
        state._pending, state._history = self._pending, list(self._history)
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
        if self._pending is not None:
            return self.position.remote_actions(self._pending)
        return self.position.legal_actions()

    def legal_actions_mask(self) -> list[int]:
        """1 for each legal action, 0 for the others."""
        mask = np.zeros(self.game.action_count, np.int8)
        mask[self.legal_actions()] = 1
        return mask.tolist()

    def apply_action(self, action: int) -> None:
        """Takes an action; IllegalMoveError if it is not legal."""
        if self._pending is not None:
            self.position.push_action(self._pending, action)
            self._pending = None
        elif len(self.position.remote_actions(action)) > 1:
            self._pending = action
        else:
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
        return np.concatenate([board.ravel(), features]).astype(np.float32).tolist()

    def __str__(self) -> str:
        return self.position.fen()
