"""One game behind the AEC interface of PettingZoo: White is `white`, Black is `black`."""

from __future__ import annotations

import operator
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv  # type: ignore[import-untyped, import-not-found, unused-ignore]

from . import Game, Position, VectorEnv


class env(AECEnv):  # type: ignore[misc, unused-ignore]  # noqa: N801, PettingZoo's name for it
    """One game of two agents, who act in turn; illegal actions raise ValueError."""

    metadata = {"name": "spielraum_v0", "render_modes": ["svg"], "is_parallelizable": False}

    def __init__(self, game: Game | str, *, max_plies: int = 1000, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = Game(game) if isinstance(game, str) else game
        self.metadata = {**self.metadata, "name": f"spielraum_{self.game.id}_v0"}
        self.render_mode = render_mode
        self.possible_agents = ["white", "black"]
        self._one = VectorEnv(self.game, 1, max_plies=max_plies)
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Dict(
                    {
                        "board": gymnasium.spaces.Box(0, 1, self.game.board_shape, np.uint8),
                        "features": gymnasium.spaces.Box(-(2**15), 2**15 - 1, (len(self.game.features),), np.int16),
                    }
                ),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.game.action_count,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.game.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._observed, _ = self._one.reset(seed)
        self._last = self._copied()
        self._final: Position | None = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        return self.possible_agents[int(self._observed["features"][0, 0])]

    def _copied(self) -> dict[str, Any]:
        return {name: array[0].copy() for name, array in self._observed.items()}

    def observe(self, agent: str) -> dict[str, Any]:
        mask = self._last["action_mask"].astype(np.int8)
        if agent != self.agent_selection or self.terminations.get(agent) or self.truncations.get(agent):
            mask = np.zeros_like(mask)
        return {
            "observation": {"board": self._last["board"], "features": self._last["features"]},
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action is a number while the game goes on")
        _, rewards, terminated, truncated, info = self._one.step([operator.index(action)])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if terminated[0] or truncated[0]:
            self._end(agent, float(rewards[0]), bool(terminated[0]), info["endings"][0])
        else:
            self._last = self._copied()
            self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def _end(self, agent: str, reward: float, terminated: bool, ending: tuple[Any, ...]) -> None:
        # The next game has begun already: what is shown is the position with which this one ended.
        self._final = self._one.final_position(0)
        assert self._final is not None
        self._last["board"], self._last["features"] = self._final.observation()
        self._last["action_mask"] = np.zeros_like(self._last["action_mask"])
        other = self.possible_agents[1 - self.possible_agents.index(agent)]
        self.rewards = {agent: reward, other: -reward}
        for each in self.agents:
            self.terminations[each], self.truncations[each] = terminated, not terminated
            self.infos[each] = {"winner": ending[1], "reason": ending[2], "plies": ending[3]}
        self.agent_selection = other

    def render(self) -> str | None:
        position = self._final or self._one.position(0)
        return position.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        pass
