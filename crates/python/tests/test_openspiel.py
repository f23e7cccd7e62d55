"""The games as games of OpenSpiel, played by that library's own programs."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, exploitability, mcts, minimax, random_agent, tabular_qlearner
from open_spiel.python.observation import make_observation
from open_spiel.python.policy import UniformRandomPolicy

import spielraum.openspiel
from spielraum import Game

MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
#: Kings alone but for a rook: small enough to be looked through.
SHORT = {"fen": MATE, "max_plies": 1}


def test_a_game_is_registered() -> None:
    game = pyspiel.load_game("spielraum(game=raumschach)")
    rules = Game("raumschach")
    assert "spielraum" in pyspiel.registered_names()
    assert game.num_distinct_actions() == rules.action_count and game.num_players() == 2
    assert game.new_initial_state().legal_actions() == rules.position().legal_actions()
    assert pyspiel.load_game(str(game)).new_initial_state().legal_actions() == rules.position().legal_actions()
    assert pyspiel.load_game("spielraum(game=nacht-schach,options=castling:on)").num_players() == 2
    assert spielraum.openspiel.load_game("chess", max_plies=5).max_game_length() == 5


@pytest.mark.parametrize(("name", "plies"), [("raumschach", 40), ("stock-taijitu", 10), ("minixiangqi", 60), ("crazyhouse", 60)])
def test_random_games_agree_with_the_rules(name: str, plies: int) -> None:
    game = pyspiel.load_game("spielraum", {"game": name, "max_plies": plies})
    state, position, rng = game.new_initial_state(), Game(name).position(), np.random.default_rng(3)
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == sorted(legal) == position.legal_actions()
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
        action = int(rng.choice(legal))
        text = state.action_to_string(action)
        assert state.string_to_action(text) == action
        child, twin = state.child(action), state.clone()
        state.apply_action(action)
        position.push_action(action)
        assert str(child) == str(state) != str(twin) and len(twin.history()) + 1 == len(state.history())
        assert len(state.observation_tensor(0)) == game.observation_tensor_size()
    assert sum(state.returns()) == 0 and state.current_player() == pyspiel.PlayerId.TERMINAL and state.legal_actions() == []
    for again in (game.deserialize_state(state.serialize()), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(again) == str(state) and again.history() == state.history()


def test_games_travel() -> None:
    game = pyspiel.load_game("spielraum", {"game": "chess", "fen": MATE, "max_plies": 7})
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        assert str(again) == str(game) and again.max_game_length() == 7
        assert again.new_initial_state().legal_actions() == game.new_initial_state().legal_actions()


def test_games_and_states_travel_to_fresh_processes(tmp_path: Path) -> None:
    game = pyspiel.load_game("spielraum", {"game": "raumschach", "max_plies": 7})
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[3])
    for thing in (game, state):
        (tmp_path / "thing").write_bytes(pickle.dumps(thing))
        program = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')))"
        run = subprocess.run([sys.executable, "-c", program, tmp_path / "thing"], capture_output=True, text=True, timeout=120)
        assert run.stdout.strip() == str(thing), run.stderr


@pytest.mark.parametrize("name", ["raumschach", "duck", "stock-taijitu", "horde"])
def test_the_library_plays_its_own_test(name: str) -> None:
    game = pyspiel.load_game("spielraum", {"game": name, "max_plies": 6})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_observations() -> None:
    game = pyspiel.load_game("spielraum(game=raumschach)")
    observation, state = make_observation(game), game.new_initial_state()
    observation.set_from(state, 0)
    board, features = Game("raumschach").position().observation()
    assert (observation.dict["board"] == board).all() and (observation.dict["features"] == features).all()
    assert observation.string_from(state, 0) == str(state) == state.observation_string(1)


def test_monte_carlo_tree_search_mates() -> None:
    game = pyspiel.load_game("spielraum", {"game": "chess", "fen": MATE, "max_plies": 6})
    rng = np.random.RandomState(1)
    bots = [mcts.MCTSBot(game, 2.0, 120, mcts.RandomRolloutEvaluator(1, rng), random_state=rng) for _ in range(2)]
    state = game.new_initial_state()
    assert state.action_to_string(bots[0].step(state)) == "a1a8"
    assert evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng) == [1, -1]


def test_other_algorithms() -> None:
    game = pyspiel.load_game("spielraum", {"game": "raumschach", "max_plies": 4})
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(2)]
    assert sum(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random)) == 0
    short = pyspiel.load_game("spielraum", {"game": "chess", **SHORT})
    value, action = minimax.alpha_beta_search(short)
    assert value == 1 and short.new_initial_state().action_to_string(action) == "a1a8"
    # A random player loses what the mate is worth but for the chance to find it.
    moves = len(short.new_initial_state().legal_actions())
    assert exploitability.nash_conv(short, UniformRandomPolicy(short)) == pytest.approx(1 - 1 / moves)


def test_agents_of_a_learning_environment() -> None:
    environment = rl_environment.Environment(pyspiel.load_game("spielraum", {"game": "raumschach", "max_plies": 8}))
    actions = environment.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(0, actions), random_agent.RandomAgent(1, actions)]
    for _ in range(2):
        step = environment.reset()
        while not step.last():
            agent = agents[step.observations["current_player"]]
            step = environment.step([agent.step(step).action])
        for agent in agents:
            agent.step(step)


#: OpenSpiel's deep Q-network in JAX, in a process of its own: tests that fork must not have JAX's threads.
LEARNING = """
import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.jax import dqn
import spielraum.openspiel

environment = rl_environment.Environment(pyspiel.load_game("spielraum", {"game": "raumschach", "max_plies": 12}))
size, actions = environment.observation_spec()["info_state"][0], environment.action_spec()["num_actions"]
how = dict(hidden_layers_sizes=[16], replay_buffer_capacity=200, batch_size=8, min_buffer_size_to_learn=8, learn_every=4)
agents = [dqn.DQN(0, size, actions, **how), random_agent.RandomAgent(1, actions)]
for _ in range(4):
    step = environment.reset()
    while not step.last():
        agent = agents[step.observations["current_player"]]
        step = environment.step([agent.step(step).action])
    for agent in agents:
        agent.step(step)
print("learned", np.isfinite(agents[0].loss))
"""


def test_a_deep_q_network_learns() -> None:
    environment = os.environ | {"JAX_PLATFORMS": "cpu"}
    run = subprocess.run([sys.executable, "-c", LEARNING], capture_output=True, text=True, timeout=600, env=environment)
    assert run.stdout == "learned True\n", run.stderr


def test_nonsense_is_refused() -> None:
    for wrong in [{"game": "ches"}, {"fen": "nonsense"}, {"max_plies": 0}, {"options": "castling"}, {"options": "castling:maybe"}]:
        with pytest.raises((ValueError, pyspiel.SpielError)):
            pyspiel.load_game("spielraum", wrong)
