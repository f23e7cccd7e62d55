"""The benchmark: its tasks stay what they are, results can be checked, and what is kept of them is true."""

import copy
import gzip
import json
from pathlib import Path

import pytest

from spielraum import Game, Position, benchmark

RESULTS = sorted((Path(__file__).parents[3] / "benchmarks" / "spielraum-v1").glob("*.json.gz"))


def first(positions: list[Position]) -> list[str]:
    return [min(position.legal_moves()) for position in positions]


@pytest.fixture(scope="module")
def result() -> dict:
    return benchmark.run("raumschach", first, name="first", opponents=["random", "engine-100"], openings=1)


def test_tasks_are_what_they_were() -> None:
    assert list(benchmark.TASKS) == ["chess", "crazyhouse", "xiangqi", "shogi", "raumschach", "stereo-chess", "nichtschach", "stockgi"]
    for name, task in benchmark.TASKS.items():
        assert task.load().id == name
    chess, space = (benchmark.TASKS[name] for name in ("chess", "raumschach"))
    assert chess.opening(Game("chess"), 0).moves == ["c2c4", "d7d5", "g1h3", "d5c4"]
    assert space.opening(Game("raumschach"), 9).moves == ["Ad1Cd2", "Da5Bc3", "Bb2Bc3", "Eb5Cc5"]


def test_a_result_can_be_played_again_and_checked(result: dict) -> None:
    again = benchmark.run("raumschach", first, name="first", opponents=["random", "engine-100"], openings=1)
    for opponent in ("random", "engine-100"):
        assert again["opponents"][opponent]["lines"] == result["opponents"][opponent]["lines"]
    benchmark.check(json.loads(json.dumps(result)))
    assert result["opponents"]["engine-100"]["lost"] == 2


def test_results_that_can_not_be_are_refused(result: dict) -> None:
    def changed(change) -> dict:
        other = copy.deepcopy(result)
        change(other, other["opponents"]["random"])
        return other

    def line(change):
        def with_line(_: dict, summary: dict) -> None:
            summary["lines"][0] = change(summary["lines"][0])

        return with_line

    points = result["opponents"]["random"]["lines"][0].split()[2]
    other = "1.0" if points != "1.0" else "0.0"
    for change, why in [
        (lambda whole, _: whole.update(benchmark="v2"), "is of 'v2'"),
        (lambda whole, _: whole.update(digest="00"), "no task"),
        (lambda whole, _: whole.update(openings=11), "1 to 10 openings"),
        (lambda whole, _: whole.pop("task"), "no result"),
        (lambda whole, _: whole.update(opponents=[]), "no result"),
        (lambda _, summary: summary.update(won=7), "do not come to"),
        (lambda _, summary: summary["lines"].reverse(), "in order"),
        (line(lambda text: text.replace(f" {points} ", f" {other} ", 1)), "the agent got"),
        (line(lambda text: text.rpartition(" ")[0]), "not over"),
        (line(lambda text: f"{text} a1a2"), "was over before"),
        (line(lambda text: text.replace(" ", " white x9x8 ", 1)), "white"),
        (line(lambda text: f"7{text}"), "no such opening"),
    ]:
        with pytest.raises(ValueError, match=why):
            benchmark.check(changed(change))
    for wrong in [dict(task="checkers"), dict(openings=0), dict(opponents=["nobody"])]:
        with pytest.raises(ValueError):
            benchmark.run(**({"task": "raumschach", "agent": first, "name": "first"} | wrong))
    with pytest.raises(ValueError, match="returned 0 moves"):
        benchmark.run("raumschach", lambda positions: [], name="none", opponents=["random"], openings=1)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agent = tmp_path / "mine.py"
    agent.write_text("def player(positions):\n    return [position.legal_moves()[0] for position in positions]\n")
    out, packed = tmp_path / "mine.json", tmp_path / "mine.json.gz"
    arguments = ["run", "nichtschach", "--agent", f"{agent}:player", "--name", "mine", "--budget", "none", "--opponents", "random", "--openings", "1"]
    assert benchmark.main([*arguments, "--out", str(out)]) == 0
    assert benchmark.main([*arguments, "--out", str(packed)]) == 0
    assert benchmark.main(["check", str(out), str(packed)]) == 0 and benchmark.main(["list"]) == 0
    assert benchmark.main(["table", str(out)]) == 0
    told = capsys.readouterr().out
    assert "| nichtschach | mine (none), 1 openings |" in told and "stockgi        10 openings, 400 plies" in told
    out.write_text(out.read_text().replace('"version"', '"versions"'))
    for wrong in [["run", "checkers", "--agent", "random"], ["run", "chess", "--agent", "nobody"], ["check", str(agent)], ["table", str(out)], ["table", str(packed)]]:
        packed.write_bytes(packed.read_bytes()[:50])
        assert benchmark.main(wrong) == 2, wrong
    assert "there is no agent" in capsys.readouterr().err


def test_the_page_shows_the_results_that_are_kept() -> None:
    read = [json.loads(gzip.decompress(path.read_bytes())) for path in RESULTS]
    page = (Path(__file__).parents[3] / "docs" / "benchmark.md").read_text()
    assert len(read) >= 16 and benchmark.table(read) in page
    shortest = min(RESULTS, key=lambda path: path.stat().st_size)
    for path in (shortest, RESULTS[0]):
        benchmark.check(json.loads(gzip.decompress(path.read_bytes())))
