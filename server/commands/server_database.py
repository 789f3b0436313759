"""The database of a server, for commands that look into it: found as `inarow serve` finds it."""

import argparse
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from games.errors import Mistake
from server.settings import add_flags, load
from server.storage.database import Database, Use, default_path, open_database
from server.storage.drivers.server_lock import InUse

NEEDED = ("database",)  # of the settings


def add_database_flags(parser: argparse.ArgumentParser) -> None:
    add_flags(parser, NEEDED)


def database_named(args: argparse.Namespace) -> str:
    """The path or URL, as the server is told; the default where it is told nothing."""
    return load(args, os.environ, NEEDED).database or str(default_path())


@asynccontextmanager
async def server_database(
    args: argparse.Namespace, use: Use = "guest", instead: str = ""
) -> AsyncIterator[Database]:
    """It, beside a running server or *alone*; which one it is, is said on stderr.

    *instead* is what to do while a server is running that must not be.
    """
    try:
        database = await open_database(database_named(args), use=use)
    except InUse as error:
        raise Mistake(f"a server is running on this database: {instead}") from error
    print(f"the database is {database.name}", file=sys.stderr)
    try:
        yield database
    finally:
        await database.close()
