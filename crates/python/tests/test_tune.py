"""Tuning of the search by games of the engine against itself, in small."""

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from spielraum import Game, PairPlayer, cluster, search_params, tune
from spielraum.tune import Iteration, Plan, rounded, signs

SMALL = Plan(
    params=("razor_margin", "lmr_base"), iterations=3, pairs=4, limit="nodes=40", rate=1.0, openings=3, max_plies=40, trial_pairs=2, trial_limit="nodes=40"
)


@pytest.fixture(scope="module")
def game() -> Game:
    return Game("minixiangqi")


@pytest.fixture(scope="module")
def tuned(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which numbers were tuned, on one thread."""
    folder = tmp_path_factory.mktemp("tuned")
    values, report = tune.tune(game, folder, SMALL)
    assert report is not None and report.pairs == 2 and set(values) == set(SMALL.params)
    return folder


def test_each_number_has_a_range() -> None:
    known = search_params()
    assert {"lmr_base", "rfp_margin", "time_soft"} < {param["name"] for param in known}
    for param in known:
        assert param["min"] <= param["default"] <= param["max"] and 0 < param["step"] <= param["max"] - param["min"]


def test_numbers_move_towards_the_winner(game: Game, tmp_path: Path) -> None:
    class Rigged:
        """A pool in which the side with the larger number always wins."""

        def map(self, iteration: Iteration, numbers: range):
            for number in numbers:
                up, down = iteration.values(number, 1)["rfp_margin"], iteration.values(number, -1)["rfp_margin"]
                assert abs(up - down) >= 2 * 10 - 1
                yield number, 4 if up > down else 0

    plan = Plan(params=("rfp_margin",), iterations=40, pairs=4, rate=0.04, trial_pairs=0)
    events = []
    values, report = tune.tune(game, tmp_path, plan, pool=Rigged(), observer=events.append)
    course = [event["values"]["rfp_margin"] for event in events]
    assert report is None and len(course) == 40
    moved = [after - before for before, after in zip([80.0, *course], course)]
    assert 100 < values["rfp_margin"] < 250 and all(0 < after < before for before, after in zip(moved, moved[1:]))


def test_what_is_tuned_does_not_depend_on_threads(game: Game, tuned: Path, tmp_path: Path) -> None:
    tune.tune(game, tmp_path, SMALL, pool=cluster.Threads(3))
    for name in ["state.json", "log.jsonl"]:
        assert (tmp_path / name).read_text() == (tuned / name).read_text()


def test_a_tuning_goes_on_where_it_was(game: Game, tuned: Path, tmp_path: Path) -> None:
    class Breaking(cluster.Threads):
        def map(self, task, numbers):
            if isinstance(task, Iteration) and task.number == 1:
                raise KeyboardInterrupt
            return super().map(task, numbers)

    with pytest.raises(KeyboardInterrupt):
        tune.tune(game, tmp_path, SMALL, pool=Breaking())
    assert json.loads((tmp_path / "state.json").read_text())["iteration"] == 1
    tune.tune(game, tmp_path, SMALL)
    assert (tmp_path / "log.jsonl").read_text() == (tuned / "log.jsonl").read_text()
    with pytest.raises(ValueError, match="another game or plan"):
        tune.tune(game, tmp_path, replace(SMALL, seed=2))
    (tmp_path / "state.json").write_text('{"game": "minixiangqi", "plan": {}, "iteration": 1, "values": null}')
    with pytest.raises(ValueError, match="damaged"):
        tune.tune(game, tmp_path, SMALL)


def test_both_sides_are_played_with_their_numbers(game: Game) -> None:
    iteration = Iteration(game, SMALL, 0, {"razor_margin": 250.0, "lmr_base": 80.0})
    numbers = range(20)
    assert len({tuple(signs(SMALL, number).values()) for number in numbers}) == 4
    assert all(iteration.values(number, 1) != iteration.values(number, -1) for number in numbers)
    assert pickle.loads(pickle.dumps(iteration)).values(7, 1) == iteration.values(7, 1)
    assert rounded({"lmr_base": 1e9, "razor_margin": -1e9}) == {"lmr_base": 200, "razor_margin": 80}

    def moves(options: dict[str, str]) -> list[list[str]]:
        player = {"limit": "nodes=400", "options": options}
        return [played["moves"] for number in range(3) for played in PairPlayer(game, player, player).play(number)["games"]]

    assert moves({}) == moves({"lmr_base": "80"})
    assert moves({}) != moves({"lmr_base": "200", "razor_margin": "600", "rfp_margin": "20"})


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (Plan(params=("contempt",)), "no parameter 'contempt'"),
        (Plan(iterations=0), "iterations is from 1"),
        (Plan(seed=-1), "seed is from 0"),
        (Plan(rate=0.0), "rate is from 0 to 1"),
        (Plan(params=("lmr_base",), limit="often", iterations=1, pairs=1), "often"),
    ],
)
def test_plans_that_cannot_be_are_refused(game: Game, tmp_path: Path, plan: Plan, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        tune.tune(game, tmp_path, plan)


def test_options_out_of_range_are_refused(game: Game) -> None:
    for value in ["201", "-1", "often", "99999999999"]:
        with pytest.raises(ValueError, match="lmr_base"):
            PairPlayer(game, {"options": {"lmr_base": value}}, {})


def test_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    small = "--params lmr_base --iterations 1 --pairs 1 --limit nodes=20 --max-plies 20 --trial-pairs 0 --ray none".split()
    assert tune.main(["minixiangqi", "--folder", str(tmp_path / "a"), *small]) == 0
    assert "lmr_base: " in capsys.readouterr().out
    assert tune.main(["--list"]) == 0
    assert "rfp_margin" in capsys.readouterr().out
    assert tune.main([]) == 2
    assert tune.main(["minixiangqi", "--params", "contempt", "--folder", str(tmp_path / "b"), "--ray", "none"]) == 2
    assert "error: there is no parameter 'contempt'" in capsys.readouterr().err
