"""What the compiled module has: the package's own members, and what its modules use."""

from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from . import (
    DefinitionError as DefinitionError,
    Endgames as Endgames,
    Engine as Engine,
    Game as Game,
    IllegalMoveError as IllegalMoveError,
    LearningError as LearningError,
    Line as Line,
    Outcome as Outcome,
    PairPlayer as PairPlayer,
    Position as Position,
    PositionError as PositionError,
    SelfPlayer as SelfPlayer,
    TreeSearch as TreeSearch,
    VectorEnv as VectorEnv,
    elo as elo,
    games as games,
    random_playouts as random_playouts,
    read_record as read_record,
    search_params as search_params,
    solve as solve,
    sprt as sprt,
)

VERSION: str
TUNABLE: bool

class Stop:
    def __init__(self) -> None: ...
    def stop(self) -> None: ...

class Crew(Protocol):
    def games(self, numbers: list[int], **how: Any) -> Iterator[tuple[int, bytes]]: ...
    def pairs(
        self, numbers: list[int], *, network: bytes, before: bytes | None, limit: str, **how: Any
    ) -> Iterator[tuple[int, int]]: ...

def endgame_needs(game: Game, material: str) -> list[tuple[str, list[str], str]]: ...
def endgame_build(
    game: Game,
    material: str,
    folder: str | PathLike[str],
    *,
    memory_mb: int = 2048,
    threads: int = 1,
    stop: Stop | None = None,
) -> list[str]: ...
def learn_check(game: Game, start: bytes | None, settings: dict[str, Any]) -> None: ...
def learn_run(
    game: Game, folder: Path, start: bytes | None, crew: Crew, observe: Callable[[str], None], settings: dict[str, Any]
) -> Path | None: ...
def learn_data(
    game: Game, path: Path, network: bytes | None, crew: Crew, observe: Callable[[str], None], settings: dict[str, Any]
) -> None: ...
def learn_train(
    game: Game,
    shards: list[Path],
    start: bytes | None,
    checkpoint: Path | None,
    observe: Callable[[str], None],
    settings: dict[str, Any],
) -> bytes: ...
def learn_match(
    game: Game,
    network: bytes,
    before: bytes | None,
    log: Path | None,
    crew: Crew,
    observe: Callable[[str], None],
    settings: dict[str, Any],
) -> tuple[list[int], str]: ...
def symmetries(game: Game) -> list[dict[str, Any]]: ...
def read_shard(game: Game, path: str | PathLike[str]) -> list[tuple[int, bytes]]: ...
def write_file(path: str | PathLike[str], content: bytes) -> None: ...
def nnue_inputs(game: Game) -> dict[str, Any]: ...
def nnue_positions(game: Game, positions: list[Position]) -> dict[str, Any]: ...
def nnue_read(game: Game, bytes: bytes) -> tuple[dict[str, Any], str]: ...
def nnue_shard(game: Game, path: str | PathLike[str]) -> tuple[dict[str, Any], bool]: ...
def nnue_write(
    game: Game,
    pieces: int,
    rows: NDArray[np.int16],
    values: NDArray[np.int16],
    biases: NDArray[np.int16],
    outputs: NDArray[np.int8],
    output_biases: NDArray[np.int32],
    record: str,
) -> bytes: ...
