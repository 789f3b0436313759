"""The benchmark that breaks parts of a cluster, in short runs."""

import pytest

from tests.benchmarks.test_crash import figures

# Above the network's and a slow machine's delays, and below what any fault here lasts.
SLACK = "2.4"
BAD = ("lost", "doubled", "unfinished", "charged_wrongly")


def test_killed_and_paused_nodes_cost_nobody_a_move() -> None:
    """What was acknowledged is there once, matches end by play, and no clock has lost time."""
    faults = ("--fault", "kill", "--fault", "pause")
    words = ("--matches", "6", "--think", "0.2", "0.6", "--slack", SLACK, "--fast")
    found = figures("cluster", *faults, *words)
    assert found["acknowledged"] > 0
    assert found["faults"] == {"kill": 1, "pause": 1}
    assert [found[bad] for bad in BAD] == [0, 0, 0, 0], found


@pytest.mark.slow
def test_a_rolling_restart_costs_nobody_anything() -> None:
    """Nor does a tournament lose a game, or play one twice."""
    words = ("--matches", "6", "--think", "0.2", "0.6", "--slack", SLACK, "--fast")
    found = figures("cluster", "--rolling", *words)
    assert found["faults"] == {"restart": 3}
    for bad in (*BAD, "games_missing", "games_doubled"):
        assert found[bad] == 0, found
