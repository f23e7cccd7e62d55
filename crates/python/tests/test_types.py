"""The package is typed: mypy finds nothing to say, and the stubs have what the compiled module has."""

import ast
from pathlib import Path

import mypy.api

import spielraum
from spielraum import _spielraum

PACKAGE = Path(spielraum.__file__).parent

USE = """
import spielraum
from spielraum import Engine, Game, TreeSearch, VectorEnv, cluster, learn, nnue, pgn, symmetry

game = Game("chess")
environment = VectorEnv(game, 2, starts=["", game.position()], copy=True)
board = environment.reset()[0]["board"]
lines: list[spielraum.Line] = Engine(game, network=False, options={"lmr_base": 3}).analyse(game.position(), depth=1)
side: spielraum.Side = "white"
version: str = spielraum.__version__
found = TreeSearch(game, lambda shown: (shown["action_mask"], [0.0]), noise=(0.3, 0.25)).search([game.position()])["visits"]
turned = [image.of_board(board) for image in symmetry.symmetries(game) if image.swaps_sides]
weights: nnue.Weights = nnue.Network.read(game, b"").weights
san: str = pgn.san(game.position(), "e2e4")
WRONG
"""


#: What other libraries say of themselves is not looked at.
SETTINGS = """
[mypy]
strict = True
[mypy-ray.*,gymnasium.*,pettingzoo.*,open_spiel.*,pyspiel.*]
follow_imports = skip
follow_imports_for_stubs = True
ignore_missing_imports = True
"""


def test_mypy_has_nothing_to_say_but_of_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "mypy.ini").write_text(SETTINGS)
    (tmp_path / "use.py").write_text(USE.replace("WRONG", ""))
    (tmp_path / "wrong.py").write_text(USE.replace("WRONG", "wrong: str = lines[0].cp"))
    files = [str(PACKAGE), str(tmp_path / "use.py"), str(tmp_path / "wrong.py")]
    told, faults, code = mypy.api.run([f"--config-file={tmp_path / 'mypy.ini'}", f"--cache-dir={tmp_path / 'cache'}", "--no-error-summary", *files])
    assert code == 1 and faults == ""
    errors = [line for line in told.splitlines() if "error: " in line]
    assert len(errors) == 1 and "wrong.py" in errors[0] and "Incompatible types in assignment" in errors[0], told


def test_the_stubs_of_the_compiled_module_name_what_is_there() -> None:
    stubs = ast.parse((PACKAGE / "_spielraum.pyi").read_text())
    named: set[str] = set()
    for node in stubs.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.FunctionDef) or isinstance(node, ast.ClassDef) and node.name != "Crew":
            named.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            named.add(node.target.id)
    assert named == {name for name in dir(_spielraum) if not name.startswith("_")}
