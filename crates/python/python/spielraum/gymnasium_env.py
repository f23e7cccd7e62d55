"""Many games at once behind the vector interface of Gymnasium: both sides act in turn through one environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv as GymnasiumVectorEnv

from . import Game, VectorEnv


class SpielraumVectorEnv(GymnasiumVectorEnv):
    """`num_envs` games of one kind. The reward is that of the side that acted.

    Observations share the memory of the environment; pass `copy=True` to keep them from step to step.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: Game | str, num_envs: int, *, copy: bool = False, **options: Any) -> None:
        self.games = VectorEnv(Game(game) if isinstance(game, str) else game, num_envs, **options)
        game = self.games.game
        self.num_envs = num_envs
        self.copy = copy
        self.single_observation_space = gymnasium.spaces.Dict(
            {
                "board": gymnasium.spaces.Box(0, 1, game.board_shape, np.uint8),
                "features": gymnasium.spaces.Box(-(2**15), 2**15 - 1, (len(game.features),), np.int16),
                "action_mask": gymnasium.spaces.Box(0, 1, (game.action_count,), np.bool_),
            }
        )
        self.single_action_space = gymnasium.spaces.Discrete(game.action_count)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        observation, info = self.games.reset(seed)
        return self._kept(observation), info

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observation, rewards, terminated, truncated, info = self.games.step(actions)
        return self._kept(observation), *self._kept((rewards, terminated, truncated)), info

    def _kept(self, arrays: Any) -> Any:
        if not self.copy:
            return arrays
        if isinstance(arrays, dict):
            return {name: array.copy() for name, array in arrays.items()}
        return tuple(array.copy() for array in arrays)
