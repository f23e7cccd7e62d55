"""States with the methods of OpenSpiel's, for programs written for that library where it is not installed.

Where it is, `spielraum.openspiel` registers the games themselves, which its own algorithms want.
"""

from __future__ import annotations

import numpy as np

from . import Game, IllegalMoveError, Position


class State:
    """A state of a game of two players: 0 is White, 1 is Black. `State(Game("chess"))` is the start.

    Actions are those of `Game.action_count`. Where a move may promote a piece elsewhere, its player acts twice.
    """

    TERMINAL = -4

    def __init__(self, game: Game, position: Position | None = None) -> None:
        self.game = game
        self.position = position if position is not None else game.position()
        #: Who took which action, and the one that it completed.
        self._history: list[tuple[int, int, int | None]] = []

    def clone(self) -> State:
        """A state of its own that is the same."""
        state = State(self.game, self.position.copy())
        state._history = list(self._history)
        return state

    def child(self, action: int) -> State:
        """The state after an action; this one stays."""
        state = self.clone()
        state.apply_action(action)
        return state

    def get_game(self) -> Game:
        """The game."""
        return self.game

    def num_players(self) -> int:
        """2."""
        return 2

    def num_distinct_actions(self) -> int:
        """How many actions the game has."""
        return self.game.action_count

    def current_player(self) -> int:
        """Who acts; `State.TERMINAL` when the game is over."""
        if self.is_terminal():
            return self.TERMINAL
        return 0 if self.position.turn == "white" else 1

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over()

    def is_player_node(self) -> bool:
        """Whether a player acts."""
        return not self.is_terminal()

    def is_chance_node(self) -> bool:
        """False: nothing is left to chance."""
        return False

    def is_simultaneous_node(self) -> bool:
        """False: one player at a time acts."""
        return False

    def is_mean_field_node(self) -> bool:
        """False."""
        return False

    def is_initial_state(self) -> bool:
        """Whether no action has been taken."""
        return not self._history

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions, sorted; none for the player who does not act."""
        return self.position.legal_actions() if player in (None, self.current_player()) else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each legal action, 0 for the others."""
        mask = np.zeros(self.game.action_count, np.int8)
        mask[self.legal_actions(player)] = 1
        return [int(legal) for legal in mask]

    def apply_action(self, action: int) -> None:
        """Takes an action; IllegalMoveError if it is not legal."""
        player, pending = self.current_player(), self.position.pending
        self.position.push_action(action)
        self._history.append((player, action, pending))

    def apply_action_with_legality_check(self, action: int) -> None:
        """The same: every action is checked."""
        self.apply_action(action)

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back; ValueError if that was another one."""
        if not self._history or self._history[-1][:2] != (player, action):
            raise ValueError(f"action {action} of player {player} was not the last one")
        *_, pending = self._history.pop()
        self.position.pop()
        if pending is not None:
            self.position.push_action(pending)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """An action in words."""
        return self.game.describe_action(player if action is None else action)

    def string_to_action(self, player: int | str, text: str | None = None) -> int:
        """The legal action with a text; IllegalMoveError if there is none."""
        wanted = player if text is None else text
        for action in self.legal_actions():
            if self.game.describe_action(action) == wanted:
                return action
        raise IllegalMoveError(f"no legal action is called {wanted!r}")

    def returns(self) -> list[float]:
        """What each player has won: 1, 0 or -1."""
        outcome = self.position.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "white" else [-1.0, 1.0]

    def rewards(self) -> list[float]:
        """What each player has won by the last action."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What a player has won."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """What a player has won by the last action."""
        return self.rewards()[player]

    def history(self) -> list[int]:
        """The actions taken so far."""
        return [action for _, action, _ in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """The actions taken so far, each with who took it."""
        return [(player, action) for player, action, _ in self._history]

    def history_str(self) -> str:
        """The actions taken so far as a text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """How many actions have been taken."""
        return len(self._history)

    def information_state_string(self, player: int = 0) -> str:
        """The actions taken so far, which both players know."""
        return self.history_str()

    def observation_string(self, player: int = 0) -> str:
        """The position, which both players see."""
        return str(self)

    def observation_tensor(self, player: int = 0) -> list[float]:
        """The board and the features, one after the other."""
        board, features = self.position.observation()
        return [float(number) for number in np.concatenate([board.ravel(), features])]

    def serialize(self) -> str:
        """The actions taken so far, one in a line."""
        return "\n".join(map(str, self.history()))

    def to_string(self) -> str:
        """The position, and the move that is to be completed."""
        pending = self.position.pending
        return self.position.fen() + ("" if pending is None else f" {self.game.describe_action(pending)}")

    def __str__(self) -> str:
        return self.to_string()
