"""Forget matches and tournaments that were over long ago; a server may go on meanwhile.

With --export they are written to a file first, as `inarow records` does it, private ones too. The
ratings that they made stay. A SQLite file gets no smaller by it, but its room is used again.

examples:

inarow prune --older-than 365d --dry-run
inarow prune --older-than 365d --export until-$(date -d '1 year ago' +%F).jsonl
"""

import argparse
import asyncio
import os
from contextlib import ExitStack
from time import time

from games.errors import Mistake
from protocol.texts import count as counted
from server.commands.account_people import write_down
from server.commands.printing import progress, span, talk
from server.commands.records import new_file, write_records
from server.commands.server_database import add_database_flags, server_database
from server.storage.copies.pruning import count, forget, forget_tournaments, parts, prunable
from server.storage.database import Database

SHORTEST = 3600.0  # seconds: what has just ended may yet be looked at, or played again


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--older-than", type=span, metavar="AGE", required=True,
        help="since they ended: 36h, 90d; at least 1h",
    )  # fmt: skip
    parser.add_argument("--export", metavar="FILE", help="write them there first")
    parser.add_argument("--dry-run", action="store_true", help="only tell how many they are")
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    if args.older_than < SHORTEST:
        raise Mistake("--older-than must be at least 1h: players look back at what has just ended")
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    before = time() - args.older_than
    async with server_database(args) as database:
        if args.dry_run:
            found = await count(database, prunable(before))
            talk(f"{counted(found, 'match', 'matches')} of before that, and their tournaments")
            return 0
        pruned = await _prune(database, before, args.export)
        cups = await forget_tournaments(database, before)
        await write_down(database, "prune", "", matches=pruned, tournaments=cups)
    kept = f", and written to {args.export}" if args.export else ""
    talk(
        f"forgotten: {counted(pruned, 'match', 'matches')} and {counted(cups, 'tournament')}{kept}"
    )
    return 0


async def _prune(database: Database, before: float, export: str | None) -> int:
    done, which = 0, prunable(before)
    total = await count(database, which)
    with ExitStack() as stack:
        file = stack.enter_context(new_file(export)) if export else None
        tell = stack.enter_context(progress("prune"))
        async for part in parts(database, which):
            if file is not None:
                write_records(part, file)
                file.flush()
                os.fsync(file.fileno())
            await forget(database, list(part))
            done += len(part)
            tell(done, total)
    return done
