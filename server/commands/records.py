"""Write matches that are over as records, one JSON line each, which `inarow convert` reads.

A server may go on meanwhile. Private matches are left out, unless --private.

examples:

inarow records games.jsonl
inarow records 2025.jsonl --older-than 365d
inarow records - --player ann --younger-than 30d | inarow convert - --to pgn
"""

import argparse
import asyncio
import os
import sys
from contextlib import ExitStack
from time import time
from typing import TextIO

from sqlalchemy import ColumnElement

from games.errors import Mistake
from protocol.texts import count as counted
from server.commands.printing import progress, span, talk
from server.commands.server_database import add_database_flags, server_database
from server.logs import log
from server.matches.match import Match
from server.matches.records import record_of_match
from server.matches.rows import decode_event
from server.matches.state import Patience
from server.storage.copies.pruning import Span, count, parts
from server.storage.database import Database
from server.storage.people.accounts import Accounts
from server.storage.schema import matches


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="that is not there yet; - for stdout")
    for name, about in (("older", "ended longer ago"), ("younger", "ended since then")):
        parser.add_argument(
            f"--{name}-than", type=span, metavar="AGE", help=f"only what {about}: 36h, 90d"
        )
    parser.add_argument("--player", metavar="NAME", help="only what this one played in")
    parser.add_argument("--private", action="store_true", help="private matches as well")
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    async with server_database(args) as database:
        with ExitStack() as stack:
            file = sys.stdout if args.file == "-" else stack.enter_context(new_file(args.file))
            which = await _which(database, args)
            written = await _write(database, which, file)
    place = "stdout" if args.file == "-" else args.file
    talk(f"{counted(written, 'match', 'matches')} written to {place}")
    return 0


async def _which(database: Database, args: argparse.Namespace) -> ColumnElement[bool]:
    now, player = time(), args.player
    if player and (account := await Accounts(database).find(player)):
        player = account.name
    after = None if args.younger_than is None else now - args.younger_than
    before = None if args.older_than is None else now - args.older_than
    which = Span(after, before, player).holds
    return which if args.private else which & matches.c.private.is_(False)


async def _write(database: Database, which: ColumnElement[bool], file: TextIO) -> int:
    done, total = 0, await count(database, which)
    with progress("records") as tell:
        async for part in parts(database, which):
            write_records(part, file)
            done += len(part)
            tell(done, total)
    return done


def new_file(name: str) -> TextIO:
    """A file that only its owner can read. Raises Mistake if it is there already."""
    try:
        return open(name, "x", encoding="utf-8", opener=_private)
    except FileExistsError:
        raise Mistake(f"there is a file {name} already: name another, or move it away") from None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def write_records(part: dict[str, list[bytes]], file: TextIO) -> None:
    """Raises Mistake for a match that cannot be read: what is pruned must be somewhere."""
    for id, data in part.items():
        try:
            events = [decode_event(each) for each in data]
            match = Match.restored(events, 0.0, 0.0, Patience())
            line = record_of_match(match).to_json()
        except Exception as error:
            log().exception("a match cannot be written as a record", match=id)
            raise Mistake(f"the match {id} cannot be read: {error}") from error
        file.write(f"{line}\n")
