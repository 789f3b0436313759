"""The benchmarks that show what a crash costs and what a move costs, in short runs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT
from tests.patience import IN_VAIN
from tests.server.storage.databases import BACKENDS, fresh_url


def figures(module: str, *words: str) -> dict[str, Any]:
    """What a benchmark prints as JSON."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *words, "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=IN_VAIN)
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_killed_server_loses_nothing(backend: str, tmp_path: Path) -> None:
    """Acknowledged moves are there once, matches finish, and no clock has lost time."""
    url = fresh_url(backend, tmp_path)
    found = figures("crash", "--matches", "8", "--kills", "3", "--database", url)
    assert found["acknowledged"] == 8 * 400
    assert found["restarts_in_record"] == 8 * 3
    for bad in ("lost", "doubled", "unfinished", "shortened"):
        assert found[bad] == 0, found


@pytest.mark.slow
def test_the_server_benchmark_prints_its_figures() -> None:
    """All that is promised, whatever the numbers are on this machine."""
    found = figures(
        "server", "--seconds", "0.5", "--matches", "4", "--connections", "20", "--spectators", "10"
    )
    assert {
        "echo_per_s", "moves_per_s", "ratio", "p50_ms", "p99_ms", "cpu_us_per_move",
        "connections", "kib_per_connection", "spectator_p99_factor", "process_p50_ms",
        "full_p99_ms",
    } <= set(found)  # fmt: skip
    assert found["connections"] == 20
    assert found["moves_per_s"] > 0


def test_the_rules_benchmark_prints_its_figures() -> None:
    """The time of a move, and perft rates for every game."""
    found = figures("rules", "--seconds", "0.05")
    assert found["move_us"] > 0
    assert min(found["perft_per_s"].values()) > 0


def test_the_commits_benchmark_prints_its_figures() -> None:
    """For each kind of database, with a lease and without."""
    found = figures("commits", "--seconds", "0.02", "--rounds", "1")
    assert len(found) == 3
    assert all(each["rated_per_s"] > 0 for each in found.values())
    assert all(each["64"]["commits_per_s"] > 0 for each in found.values())
