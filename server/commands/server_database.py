"""The database of a server, for commands that look into it: found as `inarow serve` finds it."""

import argparse
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.settings import add_flags, load
from server.storage.database import Database, default_path, open_database

NEEDED = ("database",)  # of the settings


def add_database_flags(parser: argparse.ArgumentParser) -> None:
    add_flags(parser, NEEDED)


@asynccontextmanager
async def server_database(args: argparse.Namespace) -> AsyncIterator[Database]:
    """It, beside a running server; which one it is, is said on stderr."""
    named = load(args, os.environ, NEEDED).database
    database = await open_database(named or str(default_path()), use="guest")
    print(f"the database is {database.name}", file=sys.stderr)
    try:
        yield database
    finally:
        await database.close()
