"""The examples run, and say what they should."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(example: Path) -> None:
    run = subprocess.run([sys.executable, example, "--quick"], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    expected = re.search(r"^# Prints: (.+)$", example.read_text(), re.M).group(1)
    assert re.search(expected, run.stdout), run.stdout


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 8
