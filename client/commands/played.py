"""List the games that you have played on this machine; look back at one, or print them.

They are kept by themselves, whether against the computer, on a server or by two at one keyboard.

examples:

inarow played
inarow played 12
inarow played last --to sgf > game.sgf
inarow played --to pgn > all.pgn
"""

import argparse
import sys

from client.commands.play import start
from client.commands.play_options import configure_looks
from client.console import talk
from client.kept.played import SEATS, KeptGames, played_games
from client.kept.records import written
from client.options import PlayOptions
from client.plain.main import is_plain
from client.plain.replay import tell_records
from client.words.text_tables import print_table
from games.errors import Mistake
from games.formats import FORMATS
from games.record import Record, RecordedResult

LAST = "last"
RESULTS = {RecordedResult.FIRST: 0, RecordedResult.SECOND: 1}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "number", metavar="N", nargs="?", help=f"of the game to look back at, or {LAST}"
    )
    parser.add_argument("--to", choices=FORMATS, help="print it, or all of them, in this format")
    parser.add_argument("--limit", metavar="N", type=int, default=20, help="to list (default: 20)")
    configure_looks(parser)


def run(args: argparse.Namespace) -> int:
    if args.limit < 1:
        raise Mistake(f"the limit must be 1 or more, not {args.limit}")
    played = played_games()
    if played.note:
        talk().print(f"inarow: {played.note}")
    chosen = played.records if args.number is None else (_game(played, args.number),)
    if args.to is not None:
        if not chosen:
            raise Mistake("no game is kept yet")
        sys.stdout.buffer.write(written(chosen, FORMATS[args.to]))
        return 0
    if args.number is None:
        _list(played, args.limit)
        return 0
    if is_plain(args.plain):
        return tell_records(chosen, args.boards)
    options = PlayOptions("", records=chosen, mouse=not args.no_mouse, ascii=args.ascii)
    return start(options, args.plain)


def _game(played: KeptGames, number: str) -> Record:
    count = len(played.records)
    if not count:
        raise Mistake("no game is kept yet")
    if number == LAST:
        return played.records[-1]
    if not (number.isdecimal() and 1 <= int(number) <= count):
        raise Mistake(f"there is no game {number}: write a number from 1 to {count}, or {LAST}")
    return played.records[int(number) - 1]


def _list(played: KeptGames, limit: int) -> None:
    """The latest first."""
    rows = [_row(number, record) for number, record in enumerate(played.records, 1)]
    headings = ("game", "began (UTC)", "what", "first", "second", "moves", "result")
    print_table(headings, rows[: -limit - 1 : -1], "no game is kept yet")


def _row(number: int, record: Record) -> tuple[object, ...]:
    began = f"{record.tags.get('Date', '')} {record.tags.get('UTCTime', '')[:5]}"
    first, second = record.players
    position = record.position
    return number, began, position.game.name, first, second, len(position.moves), _result(record)


def _result(record: Record) -> str:
    seat, winner = record.tags.get("Seat"), RESULTS.get(record.result)
    if winner is None:
        text = "draw" if record.result is RecordedResult.DRAW else "no result"
    elif seat in SEATS:
        text = "you won" if SEATS[winner] == seat else "you lost"
    else:
        text = f"{'XO'[winner]} won"
    return f"{text} ({record.ending})" if record.ending else text
