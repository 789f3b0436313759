"""Breaks parts of a cluster at random moments while many matches are played in it.

    python -m benchmarks.cluster [--nodes N] [--matches M] [--kills K] [--seed S] [--json]

Real nodes on a real PostgreSQL and a real NATS; scripted players, spread over all nodes, most with
their opponent on another. Nodes are killed with -9 and started again, and stopped with SIGSTOP for
longer than their lease and let go on; NATS and PostgreSQL are restarted; the network between a node
and either of them is cut for longer than its lease. In the end the journal is read and compared
with what every player was told.

acknowledged      moves that a player was told were done
lost              of these, how many the journal does not have
doubled           moves that the journal has twice
unfinished        matches that did not end by play, and players who wait for news in vain
charged_wrongly   turns charged more above what the player thought than the way there and back may
                  take (--slack), and clocks that were others after a node's death than before
thrown_out        players whose link was ended for good
games_missing     of the tournament with --rolling, and `games_doubled`
p50_s, p99_s      from the kill of a node until a match that it hosted goes on: the first move that
                  is committed anew, with the time in it that its player thinks
"""

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from dataclasses import asdict
from typing import Any

import uvloop
from rich.console import Console
from rich.progress import Progress

from benchmarks.cluster.crowd import Crowd
from benchmarks.cluster.cup import Cup, CupReport
from benchmarks.cluster.faults import KILL, Faults, planned
from benchmarks.cluster.recovery import Recovery
from benchmarks.cluster_rig.rig import Rig, Shape, cluster
from benchmarks.load.comparison import SLACK, Comparison, Overcharge, compare
from benchmarks.load.crash_player import ThrownOut

BAD = (
    "lost",
    "doubled",
    "unfinished",
    "charged_wrongly",
    "games_missing",
    "games_doubled",
    "thrown_out",
)
CUP_THINK = (0.2, 0.6)  # seconds over a move in the tournament
BETWEEN_RESTARTS = 3.0  # seconds
CUP_PATIENCE = 300.0  # seconds for the tournament to end after the last restart
PATIENCE = 60.0  # seconds without anybody's coming to an end, after which the rest wait in vain


async def run(args: argparse.Namespace) -> dict[str, Any]:
    shape = Shape(args.nodes, args.lease, args.nodes > 1, not args.fast, tuple(args.flag))
    async with cluster(shape) as rig:
        figures = await break_it(rig, args)
        if args.keep or any(figures.get(name) for name in BAD):
            rig.keeps_logs = True
            print(f"the logs of all nodes are in {rig.folder}", file=sys.stderr)
    return figures


async def break_it(rig: Rig, args: argparse.Namespace) -> dict[str, Any]:
    crowd = Crowd(rig.urls, args.matches, tuple(args.think), args.seed)
    chance = random.Random(args.seed)
    faults = Faults(rig, chance, Recovery(crowd.told))
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("players come", total=None)
        await crowd.come()
        if args.rolling:
            cup = await roll(rig, crowd, faults, bar)
        else:
            kinds = args.fault or planned(args.kills, chance)
            bar.update(task, total=len(kinds))
            for kind in kinds:
                bar.update(task, description=f"breaking: {kind}")
                await faults.happen(kind)
                bar.advance(task)
            await faults.settle()
        bar.update(task, description="finishing", total=2 * args.matches, completed=0)
        waiting = await crowd.finish(bar, task, PATIENCE)
    await crowd.leave()
    found = await compare(rig.postgres.url, crowd.told, lambda turn: turn.thought, args.slack)
    note_suspects(rig, crowd.told.thrown_out, found.overcharges)
    figures = _figures(found, waiting, faults)
    figures |= asdict(cup) if args.rolling else {}
    return figures | {
        "thrown_out": len(crowd.told.thrown_out),
        "thrown_out_after": dict(Counter(faults.before(each.at) for each in crowd.told.thrown_out)),
        "refusals": dict(crowd.told.refusals.most_common(10)),
        "nodes_ended_by_themselves": sum(node.ended_by_itself for node in rig.nodes),
    }


def note_suspects(rig: Rig, thrown_out: list[ThrownOut], wrong: list[Overcharge]) -> None:
    """Beside the logs of the nodes, for whoever looks for the reason."""
    with (rig.folder / "suspects.log").open("w") as log:
        log.writelines(f"{each.at:.3f} {each.name}: {each.why}\n" for each in thrown_out)
        for each in wrong:
            log.write(f"{each.at:.3f} {each.match} at ply {each.ply}: {each.seconds:.3f} s\n")


async def roll(rig: Rig, crowd: Crowd, faults: Faults, bar: Progress) -> CupReport:
    """Restart one node after the other, while a tournament goes on as well."""
    cup = Cup(rig.urls, crowd.told, CUP_THINK)
    await cup.begin()
    task = bar.add_task("restarting", total=len(rig.nodes))
    for node in rig.nodes:
        await asyncio.sleep(BETWEEN_RESTARTS)
        await faults.restart(node)
        bar.advance(task)
    bar.update(task, description="finishing the tournament", total=None)
    await cup.finish(rig.postgres.url, CUP_PATIENCE)
    await cup.leave()
    return await cup.report(rig.postgres.url)


def _figures(found: Comparison, waiting: int, faults: Faults) -> dict[str, Any]:
    wrong, recovery = found.overcharges, faults.recovery
    return {
        "matches": found.matches,
        "acknowledged": found.acknowledged,
        "lost": found.lost,
        "doubled": found.doubled,
        "unfinished": found.unfinished + waiting,
        "charged_wrongly": len(wrong),
        "p50_s": recovery.after(KILL, 0.5),
        "p99_s": recovery.after(KILL, 0.99),
        "went_on": len(recovery.seconds.get(KILL, ())),
        "all_p50_p99_s": {
            fault: (recovery.after(fault, 0.5), recovery.after(fault, 0.99))
            for fault in recovery.seconds
        },
        "faults": dict(Counter(each.fault for each in faults.happened)),
        "endings": {str(ending): count for ending, count in found.endings.items()},
        "restarts_in_record": found.restarts_in_record,
        "charged_after": dict(Counter(faults.before(each.at) for each in wrong)),
        "worst_charge_s": round(max((each.seconds for each in wrong), default=0.0), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--nodes", type=int, default=3, help="1: a server without NATS (default 3)")
    parser.add_argument("--matches", type=int, default=200, help="at once (default 200)")
    parser.add_argument("--kills", type=int, default=30, help="and other faults too (default 30)")
    parser.add_argument(
        "--fault", action="append", help="only this kind, as often as it is given, in this order"
    )
    parser.add_argument(
        "--rolling",
        action="store_true",
        help="stop one node after the other with SIGTERM and start it again, and nothing else, "
        "while a tournament goes on, too",
    )
    parser.add_argument("--lease", type=float, default=2.0, help="seconds (default 2)")
    parser.add_argument(
        "--think",
        type=float,
        nargs=2,
        default=(0.5, 2.0),
        metavar=("FROM", "TO"),
        help="seconds over a move (default 0.5 2.0)",
    )
    parser.add_argument(
        "--slack",
        type=float,
        default=SLACK,
        help=f"seconds that a clock may lose above what its player thought (default {SLACK:g})",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fast", action="store_true", help="let PostgreSQL not wait for the disk")
    parser.add_argument("--flag", action="append", default=[], help="of every node")
    parser.add_argument("--keep", action="store_true", help="keep the logs")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures = runner.run(run(args))
    if args.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:26}{figure}")
    sys.exit(any(figures.get(name) for name in BAD))


if __name__ == "__main__":
    main()
