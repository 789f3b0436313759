"""Write a backup of a server's database, which may go on all the time.

The file is a SQLite database, whatever the server's is: `inarow restore` makes a database of either
kind of it, and a server can be started on it as it is. It has all that was committed when the
backup began; every move that was told to anybody by then is in it.

examples:

inarow backup /var/backups/inarow-$(date +%F).db
inarow backup copy.db --database postgresql://inarow@db.internal/inarow
"""

import argparse
import asyncio
from pathlib import Path

from server.commands.printing import progress, talk
from server.commands.server_database import add_database_flags, database_named
from server.storage.copies.backups import back_up
from server.storage.database import shown, url_of


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="that is not there yet")
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    database = database_named(args)
    talk(f"the database is {shown(url_of(database))}")
    with progress("backup") as tell:
        asyncio.run(back_up(database, args.file, tell))
    talk(f"{args.file} has {args.file.stat().st_size / 1e6:.1f} MB")
    return 0
