"""Turn game records into another format; the records are read from FILE and printed.

examples:

inarow convert game.psq --to sgf > game.sgf
inarow convert games.jsonl --to pgn | less
"""

import argparse
import sys

from client.kept.records import load_records, written
from games.formats import FORMATS


def configure(parser: argparse.ArgumentParser) -> None:
    listed = "\n".join(f"  {name:8}{form.about}" for name, form in FORMATS.items())
    parser.epilog = f"formats:\n{listed}"
    parser.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="the records (default: stdin)"
    )
    parser.add_argument("--to", choices=FORMATS, required=True, help="the format to print")
    parser.add_argument(
        "--from", choices=FORMATS, dest="source", help="the format of FILE (default: by its text)"
    )


def run(args: argparse.Namespace) -> int:
    source = FORMATS[args.source] if args.source else None
    sys.stdout.buffer.write(written(load_records(args.file, source), FORMATS[args.to]))
    return 0
