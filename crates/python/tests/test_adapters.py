"""The interfaces of other libraries, judged by their own tests."""

import numpy as np
import pytest

from spielraum import Game, IllegalMoveError
from spielraum.openspiel_state import State


def test_pettingzoo() -> None:
    from pettingzoo.test import api_test, seed_test

    from spielraum.pettingzoo_env import env

    for game in ["minixiangqi", "raumschach"]:
        api_test(env(game, max_plies=60), num_cycles=300)
    seed_test(lambda: env("minixiangqi", max_plies=60), num_cycles=50)


def test_pettingzoo_tells_who_won() -> None:
    from spielraum.pettingzoo_env import env

    played = env("chess", render_mode="svg")
    played.reset()
    position = Game("chess").position()
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        observation, reward, terminated, truncated, _ = played.last()
        assert (reward, terminated, truncated) == (0, False, False)
        assert np.flatnonzero(observation["action_mask"]).tolist() == position.legal_actions()
        played.step(position.action(text)[0])
        position.push(text)
    assert played.rewards == {"white": -1, "black": 1}
    observation, reward, terminated, _, info = played.last()
    assert (played.agent_selection, reward, terminated, info["reason"]) == ("white", -1, True, "checkmate")
    assert (observation["observation"]["board"] == position.observation()[0]).all()
    assert played.render() == position.svg()
    played.reset()
    for wrong, error in [(3, ValueError), (None, ValueError), (2.7, TypeError), ("e2e4", TypeError)]:
        with pytest.raises(error):
            played.step(wrong)


def test_gymnasium() -> None:
    import gymnasium

    from spielraum.gymnasium_env import SpielraumVectorEnv

    environment = SpielraumVectorEnv("raumschach", 4, copy=True, max_plies=30)
    assert isinstance(environment, gymnasium.vector.VectorEnv)
    observation, _ = environment.reset(seed=1)
    first = observation
    for _ in range(40):
        assert environment.observation_space.contains(observation)
        actions = np.array([np.flatnonzero(mask)[0] for mask in observation["action_mask"]])
        observation, rewards, terminated, truncated, _ = environment.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (4,)
        # What Gymnasium's spaces take as a mask.
        assert observation["action_mask"].dtype == np.int8
        assert environment.single_action_space.sample(mask=observation["action_mask"][0]) in position_actions(environment, 0)
    again, _ = environment.reset(seed=1)
    assert all((first[name] == again[name]).all() for name in first)


def position_actions(environment, number: int) -> list[int]:
    return environment.games.position(number).legal_actions()


def test_gymnasium_is_told_how_games_ended() -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    from spielraum.gymnasium_env import SpielraumVectorEnv

    games = SpielraumVectorEnv("minixiangqi", 6, max_plies=25)
    environment, ended = RecordEpisodeStatistics(games), 0
    observation, _ = environment.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(60):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in observation["action_mask"]]
        before = [games.games.position(number) for number in range(6)]
        observation, _, terminated, truncated, info = environment.step(np.array(actions))
        over = terminated | truncated
        assert ("final_obs" in info) == over.any()
        for number in np.flatnonzero(over):
            ended += 1
            last = before[number]
            last.push_action(actions[number])
            final, told = info["final_obs"][number], info["final_info"]
            assert games.single_observation_space.contains(final)
            assert (final["board"] == last.observation()[0]).all()
            assert np.flatnonzero(final["action_mask"]).tolist() == last.legal_actions()
            assert told["plies"][number] == last.ply and told["reason"][number] == (last.outcome().reason if last.is_over() else "truncated")
            assert info["_final_obs"][number] and info["episode"]["l"][number] > 0
        if over.any():
            assert all(info["final_obs"][number] is None for number in np.flatnonzero(~over))
    assert ended > 6


def test_openspiel_states() -> None:
    rng = np.random.default_rng(5)
    for game in map(Game, ["minixiangqi", "stock-taijitu"]):
        state, seconds = State(game), 0
        for _ in range(150):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            assert sorted(np.flatnonzero(state.legal_actions_mask())) == legal
            before, player, action = str(state), state.current_player(), int(rng.choice(legal))
            twin = state.clone()
            assert state.string_to_action(state.action_to_string(action)) == action
            state.apply_action(action)
            seconds += state.position.pending is not None
            assert str(twin) == before and len(state.history()) == len(twin.history()) + 1
            assert str(twin.child(action)) == str(state) != before
            state.undo_action(player, action)
            assert str(state) == before and state.legal_actions() == legal and state.history() == twin.history()
            state.apply_action(action)
        with pytest.raises(ValueError, match="not the last one"):
            state.undo_action(0, -1)
        assert state.current_player() in (0, 1, State.TERMINAL)
    state = State(Game("chess"))
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        state.apply_action(state.position.action(text)[0])
    assert state.is_terminal() and state.returns() == [-1, 1] and state.legal_actions() == []
    with pytest.raises(IllegalMoveError):
        State(Game("chess")).apply_action(0)


def test_states_have_the_methods_of_openspiel() -> None:
    import pyspiel

    known = {name for name in dir(pyspiel.State) if not name.startswith("_")}
    # What is of chance, of several who act at once, of populations, or of structures that few games have.
    foreign = {
        "apply_actions", "apply_actions_with_legality_checks", "chance_outcomes", "distribution_support", "mean_field_population",
        "update_distribution", "is_initial_non_chance_state", "resample_from_infostate", "information_state_tensor", "get_type",
        "starting_state", "starting_state_str",
    }  # fmt: skip
    wanted = {name for name in known - foreign if "struct" not in name and not name.startswith("to_") or name == "to_string"}
    assert wanted - set(dir(State)) == set()
