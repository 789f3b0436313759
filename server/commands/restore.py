"""Make a database of a backup, for a server to be started on.

What is there already is never written over, and no server may be running on it. The backup of a
SQLite file can become a PostgreSQL database and the other way round; one of an older version is
brought up to date, and left as it is.

examples:

inarow restore /var/backups/inarow-2026-11-19.db
inarow restore copy.db --database postgresql://inarow@db.internal/inarow
"""

import argparse
import asyncio
from pathlib import Path

from games.errors import Mistake
from server.commands.printing import progress, talk
from server.commands.server_database import add_database_flags, database_named
from server.storage.copies.restoration import restore
from server.storage.database import shown, url_of
from server.storage.drivers.server_lock import InUse


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="that `inarow backup` has written")
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    database = database_named(args)
    talk(f"the database is {shown(url_of(database))}")
    try:
        with progress("restore") as tell:
            asyncio.run(restore(args.file, database, tell))
    except InUse as error:
        raise Mistake("a server is running on this database: stop it, or name another") from error
    talk("restored: start the server on it")
    return 0
