"""The pipeline on a simulated Ray cluster of three nodes, on loopback alone. Workers and a node die; nothing is lost, and nothing
counts twice."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

# With this every node has the address 127.0.0.1, and listens nowhere else.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray
from ray._private.node import Node
from ray.cluster_utils import Cluster

from spielraum import Game, LearningError, cluster, learn

# What is defined here travels to workers whole: they don't have this file.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])

SMALL = dict(games=12, nodes=30, openings=4, max_plies=60, hidden=16, epochs=2, batch=64, limit="nodes=30", pairs=3)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    each = dict(num_cpus=1, node_ip_address="127.0.0.1", object_store_memory=80 << 20, include_dashboard=False)
    made = Cluster(initialize_head=True, head_node_args=each)
    try:
        for _ in range(2):
            made.add_node(**each)
        ray.init(address=made.address, log_to_driver=False)
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


@pytest.fixture
def game() -> Game:
    return Game("minixiangqi")


def worker(node: Node) -> int:
    """The process of the worker that is at work on a node; it has one processor."""
    raylets = [info.process.pid for info in node.all_processes["raylet"]]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if parent in raylets and b"_work" in (process / "cmdline").read_bytes():
                return int(process.name)
        except OSError:
            continue
    raise LookupError("no worker is at work there")


def test_the_cluster_is_on_loopback_alone(nodes: Cluster) -> None:
    there = [node for node in ray.nodes() if node["Alive"]]
    assert [node["NodeManagerAddress"] for node in there] == ["127.0.0.1"] * 3


def test_a_network_is_the_same_whoever_plays(nodes: Cluster, game: Game, tmp_path: Path) -> None:
    for name, pool in [("one", cluster.Threads(1)), ("ray", cluster.RayPool(nodes.address))]:
        learn.run(game, tmp_path / name, pool=pool, generations=1, **SMALL)
    for name in ["generation-000.nnue", "state.json"]:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "ray" / name).read_bytes(), name
    assert sorted((tmp_path / "one/generation-000.match").open()) == sorted((tmp_path / "ray/generation-000.match").open())


def test_matches_and_tables_are_the_same_whoever_plays(nodes: Cluster, game: Game, tmp_path: Path) -> None:
    pools = {"one": cluster.Threads(1), "ray": cluster.RayPool(nodes.address)}
    one, other = (cluster.match(game, {"limit": "nodes=30"}, {"kind": "greedy"}, pairs=4, pool=pool) for pool in pools.values())
    assert one == other
    made = [cluster.endgame(Game("chess"), "KQ v K", tmp_path / name, pool=pool) for name, pool in pools.items()]
    assert made[0] == made[1] and len(made[0]) > 0
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "ray" / path.name).read_bytes()


class Deadly:
    """A task that costs each worker its life."""

    chunk = 2

    def player(self) -> "Deadly":
        return self

    def play(self, number: int) -> int:
        if number == 3:
            os._exit(1)
        return number


def test_what_goes_wrong_in_workers_is_told(nodes: Cluster, game: Game) -> None:
    pool = cluster.RayPool(nodes.address, losses=2)
    with pytest.raises(cluster.WorkerError, match="2 workers in a row were lost over (2, )?3: "):
        list(pool.map(Deadly(), range(6)))
    task = cluster.Games(game, dict(network=b"nonsense", nodes=10, openings=2, max_plies=20, seed=1))
    with pytest.raises(LearningError):
        list(pool.map(task, range(2)))
    with pytest.raises(ValueError, match="ray job submit"):
        cluster.connect("ray://127.0.0.1:10001")


def test_workers_and_a_node_die_and_nothing_is_lost_or_twice(nodes: Cluster, game: Game, tmp_path: Path) -> None:
    settings = dict(games=120, nodes=250, openings=4, max_plies=80)
    learn.play(game, tmp_path / "one.games", pool=cluster.Threads(1), **settings)
    killed, stopped, removed = nodes.list_all_nodes()
    harm: list[tuple[int, Callable[[], object]]] = [
        (8, lambda: os.kill(worker(killed), signal.SIGKILL)),
        (18, lambda: os.kill(worker(stopped), signal.SIGSTOP)),
        (28, lambda: worker(removed) and nodes.remove_node(removed, allow_graceful=False)),
    ]
    told = []

    def observe(event: dict) -> None:
        told.append(event["games"])
        if harm and told[-1] >= harm[0][0]:
            # A worker may be between two chunks.
            with suppress(LookupError):
                harm[0][1]()
                harm.pop(0)

    pool = cluster.RayPool(nodes.address, patience=3.0)
    learn.play(game, tmp_path / "ray.games", pool=pool, observer=observe, **settings)
    assert harm == [] and told == list(range(1, 121))
    one, other = (learn.read_shard(game, tmp_path / name) for name in ("one.games", "ray.games"))
    assert sorted(one) == sorted(other) and [number for number, _ in one] == list(range(120))
    # The same games in another order, and not a byte more.
    assert (tmp_path / "one.games").stat().st_size == (tmp_path / "ray.games").stat().st_size
