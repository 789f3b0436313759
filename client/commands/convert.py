"""Turn game records into another format; the records are read from FILE and printed.

examples:

inarow convert game.psq --to sgf > game.sgf
inarow convert games.jsonl --to pgn | less
"""

import argparse
import sys
from pathlib import Path

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
    text = _read(args.file)
    source = FORMATS[args.source] if args.source else detect(text)
    records = source.read(text)
    if not records:
        raise BadRecord(f"{args.file} holds no game")
    target = FORMATS[args.to]
    if len(records) > 1 and not target.many:
        raise BadRecord(f"a {target.name} file holds one game, and there are {len(records)} here")
    written = [target.write(record) for record in records]
    sys.stdout.write("".join(written))
    return 0


def _read(file: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode().replace("\r\n", "\n")
    except OSError as error:
        raise BadRecord(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"{file} is not text in UTF-8: {error}") from error
