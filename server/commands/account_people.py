"""The deeds of `inarow account` that are about people: who is kept away or quiet, who did what."""

import argparse
import getpass
import json
from collections.abc import Awaitable, Callable
from time import time
from typing import Any

from games.errors import Mistake
from protocol.administration import AuditKind, BanKind, besides
from protocol.clocks import write_span
from protocol.texts import clean
from server.commands.printing import print_table, span, talk, when
from server.players.bans import known_name, new_ban, target_of
from server.storage.database import Database
from server.storage.people.accounts import Accounts
from server.storage.people.audit_entry import audit_entry
from server.storage.people.audit_log import AuditLog
from server.storage.people.bans import BanStore
from server.storage.row_types import BanRow
from server.storage.writes import NewAudit

Deed = Callable[[Database, argparse.Namespace], Awaitable[None]]
MOST = 100_000  # entries of the audit log that are printed


def configure_people(deeds: Any) -> None:
    ban = deeds.add_parser("ban", help="keep a player, or all from an address, away")
    unban = deeds.add_parser("unban", help="let them in again")
    mute = deeds.add_parser("mute", help="keep a player from talking")
    unmute = deeds.add_parser("unmute", help="let them talk again")
    for deed in (ban, unban):
        deed.add_argument("name", metavar="NAME", nargs="?", default="")
        deed.add_argument(
            "--address", default="", help="instead: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48"
        )
        deed.add_argument(
            "--guests", action="store_true", help="of an address: only guests who are new"
        )
    for deed in (mute, unmute):
        deed.add_argument("name", metavar="NAME")
    for deed in (ban, mute):
        deed.add_argument(
            "--for", dest="seconds", metavar="TIME", type=span,
            help="for so long: 90s, 10m, 2h or 7d (default: until it is lifted)",
        )  # fmt: skip
        deed.add_argument("--reason", type=clean, default="", help="which they are told")
    bans = deeds.add_parser("bans", help="list who is kept away or quiet")
    audit = deeds.add_parser("audit", help="list who did what and when, the latest first")
    audit.add_argument("--about", default="", metavar="WHOM", help="a player, match or address")
    audit.add_argument("--kind", choices=list(AuditKind), help="only acts, logins or refusals")
    audit.add_argument("--last", type=int, default=50, metavar="N", help="default: 50")
    for deed in (bans, audit):
        deed.add_argument("--json", action="store_true", help="print the list as JSON")


async def write_down(database: Database, act: str, whom: str, **detail: object) -> None:
    """Keep in the audit log what was done on the command line, and by which user."""
    entry = audit_entry(AuditKind.ACT, act, f"@{getpass.getuser()}", whom, "", detail)
    await AuditLog(database).add(entry)


async def _ban(database: Database, args: argparse.Namespace) -> None:
    kind, whom = await _whom(database, args)
    await _put(database, kind, whom, args, "ban")
    talk(f"{whom} is kept away{_for(args.seconds)}")


async def _unban(database: Database, args: argparse.Namespace) -> None:
    await _lift(database, *await _whom(database, args))
    talk(f"{args.name or args.address} may come in again")


async def _mute(database: Database, args: argparse.Namespace) -> None:
    name = await known_name(Accounts(database), args.name)
    await _put(database, BanKind.CHAT, name, args, "mute")
    talk(f"{name} may not talk{_for(args.seconds)}")


async def _unmute(database: Database, args: argparse.Namespace) -> None:
    await _lift(database, BanKind.CHAT, args.name)
    talk(f"{args.name} may talk again")


async def _whom(database: Database, args: argparse.Namespace) -> tuple[BanKind, str]:
    if bool(args.name) == bool(args.address):
        raise Mistake("whom? Give the NAME of a player, or an --address")
    if args.guests and not args.address:
        raise Mistake("--guests goes with --address: a name is one player's")
    if args.name:
        return BanKind.PLAYER, await known_name(Accounts(database), args.name)
    return (BanKind.GUESTS if args.guests else BanKind.ADDRESS), args.address


async def _put(
    database: Database, kind: BanKind, whom: str, args: argparse.Namespace, act: str
) -> None:
    row = new_ban(kind, whom, args.seconds, args.reason, f"@{getpass.getuser()}")
    await BanStore(database).put(row, row.created_at)
    await write_down(
        database, act, row.name, kind=str(kind), seconds=args.seconds, reason=args.reason
    )


async def _lift(database: Database, kind: BanKind, whom: str) -> None:
    if not await BanStore(database).lift(kind, target_of(kind, whom), time()):
        raise Mistake(f"no such ban holds against {whom}: `inarow account bans` lists them")
    await write_down(database, "lift", whom, kind=str(kind))


def _for(seconds: float | None) -> str:
    return " until you lift it" if seconds is None else f" for {write_span(seconds)}"


async def _bans(database: Database, args: argparse.Namespace) -> None:
    rows = await BanStore(database).all(time())
    if args.json:
        print(json.dumps([_ban_told(row) for row in rows]))
        return
    print_table(
        ("kind", "whom", "since", "until", "by", "reason"),
        [
            (row.kind, row.name, when(row.created_at), when(row.until) or "for good", row.by,
             row.reason)
            for row in rows
        ],
    )  # fmt: skip


def _ban_told(row: BanRow) -> dict[str, object]:
    """As `inarow admin bans --json` has it."""
    return {
        "kind": row.kind, "whom": row.name, "since": row.created_at, "by": row.by,
        "reason": row.reason, "until": row.until,
    }  # fmt: skip


async def _audit(database: Database, args: argparse.Namespace) -> None:
    if not 1 <= args.last <= MOST:
        raise Mistake(f"--last must be 1 to {MOST}, not {args.last}")
    kind = AuditKind(args.kind) if args.kind else None
    entries = await AuditLog(database).latest(0, args.last, args.about, kind)
    if args.json:
        print(json.dumps([_entry_told(each) for each in entries], ensure_ascii=False))
        return
    print_table(
        ("at", "by", "act", "whom", "from", "besides"),
        [
            (when(each.at), each.by, each.act, each.whom, each.address, besides(each.detail))
            for each in entries
        ],
    )


def _entry_told(entry: NewAudit) -> dict[str, object]:
    return {name: value for name, value in entry._asdict().items() if name != "id"}


PEOPLE_DEEDS: dict[str, Deed] = {
    "ban": _ban, "unban": _unban, "mute": _mute, "unmute": _unmute, "bans": _bans, "audit": _audit,
}  # fmt: skip
