"""Turn game records into another format; the records are read from FILE and printed.

examples:

inarow convert game.psq --to sgf > game.sgf
inarow convert games.jsonl --to pgn | less
"""

import argparse
import re
import sys

from client.console import as_text, read
from games import BadRecord
from games.formats import FORMATS, detect


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
    text = _decoded(read(args.file), args.file)
    source = FORMATS[args.source] if args.source else detect(text)
    records = source.read(text)
    if not records:
        raise BadRecord(f"{args.file} holds no game")
    target = FORMATS[args.to]
    if len(records) > 1 and not target.many:
        raise BadRecord(f"a {target.name} file holds one game, and there are {len(records)} here")
    written = "".join(target.write(record) for record in records)
    sys.stdout.buffer.write(written.encode())  # a file is in UTF-8, whatever the terminal speaks
    return 0


def _decoded(raw: bytes, file: str) -> str:
    """The text in UTF-8; SGF that does not say it is in that may be in its default, Latin-1."""
    if raw.lstrip().startswith(b"(") and not re.search(rb"CA\s*\[\s*UTF-8", raw, re.IGNORECASE):
        try:
            raw.decode()
        except UnicodeDecodeError:
            raw = raw.decode("latin-1").encode()
    return as_text(raw, file)
