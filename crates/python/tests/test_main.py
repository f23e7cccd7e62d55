"""`python -m spielraum`."""

import subprocess
import sys

import pytest

import spielraum
from spielraum.__main__ import main


def test_it_runs_as_a_module() -> None:
    run = subprocess.run([sys.executable, "-m", "spielraum", "perft", "raumschach", "2"], capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "3615\n", "")


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    def said(*arguments: str) -> str:
        assert main(list(arguments)) == 0
        return capsys.readouterr().out

    assert f"spielraum {spielraum.__version__}" in said()
    assert said("games", "raumschach").split() == ["raumschach"]
    assert "king" in said("explain", "chess").lower()
    assert sorted(said("legal", "chess", "--fen", "7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "--moves", "g6f6").split()) == ["h8g8", "h8h7"]
    assert said("analyse", "chess", "--fen", "7k/8/6QK/8/8/8/8/8 w - - 0 1", "--time", "0.2").startswith("depth ")


@pytest.mark.parametrize("wrong", [["explain", "ches"], ["legal", "chess", "--moves", "e2e5"], ["legal", "chess", "--fen", "nonsense"]])
def test_what_is_wrong_is_said(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(wrong) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") >= 1 and "Traceback" not in said.err
