"""Turned and mirrored boards, positions from the mover's side, and the boards before.

>>> from spielraum import Game, symmetry
>>> game = Game("chess")
>>> [found.swaps_sides for found in symmetry.symmetries(game)]
[False, False, True, True]
>>> mirrored = symmetry.symmetries(game)[1]
>>> game.cells[mirrored.cells[game.cells.index("a1")]]
'h1'

What is learned of a position holds for its images as well: a network sees `of_board`, `of_features` and `of_actions` of what it would
have seen. The methods take arrays of numpy with any number of axes before those named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _spielraum
from ._spielraum import Game

__all__ = ["History", "MoverView", "Symmetry", "symmetries"]

Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A way in which cells, and perhaps the sides, change places so that the rules stay what they are.

    A castling may have no counterpart, as where chess is mirrored: what is said then holds for positions without castling rights.
    """

    #: Whether the sides change places.
    swaps_sides: bool
    #: Whether the start becomes itself, but for the side to move.
    keeps_start: bool
    #: For each cell the one that it becomes.
    cells: Indices
    #: For each action the one that it becomes; -1: it has no counterpart.
    actions: Indices
    #: For each plane of a board the one that it becomes.
    planes: Indices
    #: For each feature the one that it becomes; -1: it has no counterpart.
    features: Indices
    _board: Indices = field(repr=False)
    _actions_from: Indices = field(repr=False)
    _features_from: Indices = field(repr=False)

    @property
    def is_complete(self) -> bool:
        """Whether every action has a counterpart."""
        return bool((self.actions >= 0).all())

    def of_board(self, board: Any) -> Any:
        """The image of boards `[..., planes, levels, ranks, files]`."""
        return board.reshape(*board.shape[:-4], len(self._board))[..., self._board].reshape(board.shape)

    def of_features(self, features: Any) -> Any:
        """The image of features `[..., features]`; a castling right without a counterpart is 0."""
        turned = features[..., self._features_from] * (self._features_from >= 0)
        if self.swaps_sides:
            # The turn is the first feature.
            sign, shift = np.ones(len(self.features), np.int16), np.zeros(len(self.features), np.int16)
            sign[0], shift[0] = -1, 1
            turned = turned * sign + shift
        return turned

    def of_actions(self, values: Any) -> Any:
        """The image of what is said of actions `[..., actions]`, such as masks and policies; 0 for those that nothing becomes."""
        return values[..., self._actions_from] * (self._actions_from >= 0)


@lru_cache(maxsize=32)
def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """The symmetries of a game: the identity first, those that let the sides change places last."""
    places, shape = game.cell_places(), game.board_shape
    size = int(np.prod(shape[1:]))

    def whole(told: dict[str, Any]) -> Symmetry:
        cell_from = np.arange(size)
        cell_from[places[told["cells"]]] = places
        plane_from = np.argsort(told["planes"])
        board = (plane_from[:, None] * size + cell_from[None, :]).ravel()
        return Symmetry(**told, _board=board, _actions_from=_inverse(told["actions"]), _features_from=_inverse(told["features"]))

    return tuple(map(whole, _spielraum.symmetries(game)))


def _inverse(images: Indices) -> Indices:
    """For each number what becomes it; -1: nothing does."""
    inverse = np.full(len(images), -1)
    inverse[images[images >= 0]] = np.flatnonzero(images >= 0)
    return inverse


class MoverView:
    """Positions as the side to move sees them: where Black is to move, the board is turned and the sides change places.

    Raises ValueError for a game whose sides are not alike.
    """

    def __init__(self, game: Game) -> None:
        swaps = [found for found in symmetries(game) if found.swaps_sides]
        if not swaps:
            raise ValueError(f"the sides of {game.id} are not alike: there is no mover's view")
        #: What Black's positions are turned by.
        self.symmetry = max(swaps, key=lambda found: (found.is_complete, found.keeps_start))

    def __call__(self, observation: dict[str, Any]) -> dict[str, NDArray[Any]]:
        """Observations of many games, as `VectorEnv` gives them, in new arrays."""
        black = observation["features"][:, 0] == 1
        turned = {name: np.array(array) for name, array in observation.items()}
        turned["board"][black] = self.symmetry.of_board(observation["board"][black])
        turned["features"][black] = self.symmetry.of_features(observation["features"][black])
        turned["action_mask"][black] = self.symmetry.of_actions(observation["action_mask"][black])
        return turned

    def actions(self, black: ArrayLike, actions: ArrayLike) -> Indices:
        """The actions of the game that were chosen in the mover's view; `black` is the feature `turn` of each game."""
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {chosen.dtype}")
        return np.where(np.asarray(black, bool), self.symmetry._actions_from[chosen], chosen)


class History:
    """The last boards of each game of an environment, `[n, length, planes, levels, ranks, files]`, the newest first; 0 before the start."""

    def __init__(self, game: Game, n: int, length: int) -> None:
        if n < 1 or length < 1:
            raise ValueError("a history is of one game and one board at least")
        self.boards = np.zeros((n, length, *game.board_shape), np.uint8)

    def reset(self, observation: dict[str, Any]) -> NDArray[np.uint8]:
        """Begins with the observation of `VectorEnv.reset`."""
        self.boards[:] = 0
        self.boards[:, 0] = observation["board"]
        return self.boards

    def step(self, observation: dict[str, Any], ended: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """Adds the observation of `VectorEnv.step`; `ended` is `terminated | truncated`: another game has begun there."""
        self.boards[:, 1:] = self.boards[:, :-1].copy()
        self.boards[ended] = 0
        self.boards[:, 0] = observation["board"]
        return self.boards
