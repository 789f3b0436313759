"""How fast Connect 4 is solved: by us, by the same algorithm in C, and by bitbully.

All solve the same seeded random positions of 12 to 14 stones, where nobody has won or can win at
once, one after the other, from an empty table and without a book. The turns are taken position by
position, so that what else the machine does weighs on all alike.
"""

import random
import time

from rich.console import Console

from benchmarks.connect4.solvers import OneCore, Solver, Team, in_c, others
from bot.search.connect4.solver import solved
from games import Position, game_named

SEED = 4
C_TARGET, BITBULLY_TARGET, TEAM_TARGET = 0.85, 1.0, 0.6


def random_positions(many: int) -> list[Position]:
    """Positions after 12 to 14 random moves, where the side to move cannot win at once."""
    chance, found = random.Random(SEED), list[Position]()
    while len(found) < many:
        position, stones = game_named("connect4").start(), chance.randint(12, 14)
        while not position.outcome and len(position.moves) < stones:
            position = position.play(chance.choice(position.legal_moves()))
        if not any(
            each.outcome for each in [position, *map(position.play, position.legal_moves())]
        ):
            found.append(position)
    return found


def near_the_end(many: int, seed: int) -> list[Position]:
    """Random positions of 29 to 35 stones that are not over."""
    chance, found = random.Random(seed), list[Position]()
    while len(found) < many:
        position, stones = game_named("connect4").start(), chance.randint(29, 35)
        while not position.outcome and len(position.moves) < stones:
            position = position.play(chance.choice(position.legal_moves()))
        if not position.outcome:
            found.append(position)
    return found


def measure(positions: list[Position], rounds: int) -> dict[str, float | None]:
    """The figures of the solvers that are here; None for what needs one that is not."""
    ours = OneCore(solved, lambda record: record)
    timed(ours, positions[0])  # compiles it, or loads it from disk
    with Team(2) as team:
        solvers: dict[str, Solver | None] = {
            "ours": ours,
            "c": in_c(),
            "bitbully": others(),
            "team": team,
        }
        seconds = dict.fromkeys(solvers, 0.0)
        nodes = 0
        for position in positions:
            scores = set()
            for name, solver in solvers.items():
                if solver:
                    taken = [timed(solver, position) for _ in range(rounds)]
                    seconds[name] += min(taken)[0]
                    scores |= {score for _, score in taken}
            assert len(scores) == 1, position.moves
            nodes += ours.nodes
    return {
        "c_ratio": ratio(seconds["c"], seconds["ours"]),
        "bitbully_ratio_1": ratio(seconds["ours"], seconds["bitbully"]),
        "bitbully_ratio_2": ratio(seconds["team"], seconds["bitbully"]),
        "nodes_per_s": round(nodes / seconds["ours"]),
        "nodes": nodes,
        "seconds": round(seconds["ours"], 3),
    }


def timed(solver: "Solver", position: Position) -> tuple[float, int]:
    """The seconds that a solver takes, and the score it finds."""
    solver.prepare(position)
    begun = time.perf_counter()
    score = solver.solve()
    return time.perf_counter() - begun, score


def ratio(seconds: float, others: float) -> float | None:
    return round(seconds / others, 3) if seconds and others else None


def show(figures: dict[str, float | None]) -> None:
    out = Console(highlight=False)
    out.print(f"{figures['nodes']:,} nodes in {figures['seconds']} s: {figures['nodes_per_s']:,}/s")
    out.print(f"rate beside the twin in C: {figures['c_ratio']} (target: at least {C_TARGET})")
    out.print(
        f"time beside bitbully: {figures['bitbully_ratio_1']} (target: at most {BITBULLY_TARGET}), "
        f"with two workers {figures['bitbully_ratio_2']} (target: at most {TEAM_TARGET})"
    )
