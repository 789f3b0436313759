"""How many cores may be used, whatever the machine has."""

import os
from pathlib import Path

import pytest

from bot.cores import _quotas, crowded, usable_cores
from bot.search.driver import Searcher


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system pins no process")
def test_only_cores_that_it_may_use_are_counted() -> None:
    """By taskset, say: the search starts no more workers than that."""
    before = os.sched_getaffinity(0)
    assert usable_cores() <= len(before)
    os.sched_setaffinity(0, {min(before)})
    try:
        assert usable_cores() == 1
        with Searcher(hash_mb=1) as search:
            assert len(search.pool.processes) == 1
    finally:
        os.sched_setaffinity(0, before)


@pytest.mark.parametrize(("workers", "told"), [(0, ""), (2, ""), (3, "3 workers find less than 2")])
def test_more_workers_than_cores_are_advised_against(
    workers: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But who asks for them gets them."""
    monkeypatch.setattr("bot.cores.usable_cores", lambda: 2)
    assert crowded(workers).startswith(told)
    assert bool(crowded(workers)) == bool(told)


@pytest.mark.parametrize(
    ("most", "outer", "fewest"),
    [
        ("max 100000", None, 1 << 30),
        ("200000 100000", None, 2),
        ("150000 100000", None, 2),  # a worker more than one still has something to do
        ("max 100000", "50000 100000", 1),
        ("nonsense", None, 1 << 30),
    ],
)
def test_the_time_that_a_container_gets_is_counted(
    most: str, outer: str | None, fewest: int, tmp_path: Path
) -> None:
    """Its own share, or that of a group around it."""
    groups = tmp_path / "groups"
    (groups / "outer" / "inner").mkdir(parents=True)
    (groups / "outer" / "inner" / "cpu.max").write_text(f"{most}\n")
    if outer:
        (groups / "outer" / "cpu.max").write_text(f"{outer}\n")
    ours = tmp_path / "cgroup"
    ours.write_text("9:name=systemd:/\n0::/outer/inner\n")
    assert min(_quotas(ours, groups)) == fewest


def test_without_groups_nothing_is_limited(tmp_path: Path) -> None:
    """As on systems that have none."""
    assert min(_quotas(tmp_path / "nothing", tmp_path)) == 1 << 30
