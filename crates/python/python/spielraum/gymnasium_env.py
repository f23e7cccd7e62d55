"""Many games at once behind the vector interface of Gymnasium: both sides act in turn through one environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv as GymnasiumVectorEnv

from . import Game, VectorEnv


class SpielraumVectorEnv(GymnasiumVectorEnv):  # type: ignore[misc, unused-ignore]
    """`num_envs` games of one kind. The reward is that of the side that acted.

    Observations are views of the environment's memory that can't be written, and that the next step changes; with `copy=True` they
    are arrays of their own. A game that ends begins anew in the same step; `info["final_obs"]` has its last observation, and
    `info["final_info"]` its winner, the reason and how many plies it had.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: Game | str, num_envs: int, *, copy: bool = False, **options: Any) -> None:
        self.games = VectorEnv(Game(game) if isinstance(game, str) else game, num_envs, copy=copy, **options)
        game = self.games.game
        self.num_envs = num_envs
        self.single_observation_space = gymnasium.spaces.Dict(
            {
                "board": gymnasium.spaces.Box(0, 1, game.board_shape, np.uint8),
                "features": gymnasium.spaces.Box(-(2**15), 2**15 - 1, (len(game.features),), np.int16),
                "action_mask": gymnasium.spaces.Box(0, 1, (game.action_count,), np.int8),
            }
        )
        self.single_action_space = gymnasium.spaces.Discrete(game.action_count)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        observation, info = self.games.reset(seed)
        return self._shown(observation), info

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observation, rewards, terminated, truncated, info = self.games.step(actions)
        if info["endings"]:
            info |= self._final(info["endings"], terminated | truncated)
        return self._shown(observation), rewards, terminated, truncated, info

    def _shown(self, observation: dict[str, Any]) -> dict[str, Any]:
        # Gymnasium's spaces and `sample` take masks of this type.
        return observation | {"action_mask": observation["action_mask"].view(np.int8)}

    def _final(self, endings: list[tuple[int, str | None, str, int]], ended: Any) -> dict[str, Any]:
        """What Gymnasium's own environments report of games that have ended."""
        observations = np.full(self.num_envs, None, dtype=object)
        told: dict[str, Any] = {name: np.full(self.num_envs, None, dtype=object) for name in ("winner", "reason")}
        told["plies"] = np.zeros(self.num_envs, np.int64)
        for number, winner, reason, plies in endings:
            position = self.games.final_position(number)
            assert position is not None
            board, features = position.observation()
            mask = np.zeros(self.games.game.action_count, np.int8)
            mask[position.legal_actions()] = 1
            observations[number] = {"board": board, "features": features, "action_mask": mask}
            told["winner"][number], told["reason"][number], told["plies"][number] = winner, reason, plies
        told |= {f"_{name}": ended.copy() for name in list(told)}
        return {"final_obs": observations, "_final_obs": ended.copy(), "final_info": told, "_final_info": ended.copy()}
