"""The tasks of administrators that are about people: who is kept away or quiet, who did what."""

import argparse
from collections.abc import Sequence
from typing import Any

from client.console import talk
from client.errand import configure_json
from client.link.connection import Connection
from client.words.text_tables import day, print_json, print_table
from games.errors import Mistake
from protocol.administration import AuditInfo, AuditKind, BanInfo, BanKind, besides
from protocol.clocks import LONGEST_SPAN, read_span, write_span
from protocol.requests import Ban, DeleteAccount, Lift, ListAudit, ListBans, Mute, RenameAccount
from protocol.texts import clean

PAGE = 200  # entries that a server tells at once


def configure_people(tasks: Any) -> None:
    ban = tasks.add_parser("ban", help="keep a player, or all from an address, away")
    _configure_whom(ban)
    ban.set_defaults(errand=_ban)
    unban = tasks.add_parser("unban", help="let them in again")
    _configure_whom(unban)
    unban.set_defaults(errand=_unban)
    mute = tasks.add_parser("mute", help="keep a player from talking")
    mute.set_defaults(errand=_mute)
    unmute = tasks.add_parser("unmute", help="let them talk again")
    unmute.set_defaults(errand=_unmute)
    for task in (mute, unmute):
        task.add_argument("player", metavar="NAME")
    for task in (ban, mute):
        task.add_argument(
            "--for", dest="seconds", metavar="TIME", type=span,
            help="for so long: 90s, 10m, 2h or 7d (default: until it is lifted)",
        )  # fmt: skip
        task.add_argument("--reason", type=clean, default="", help="which they are told")
    rename = tasks.add_parser("rename", help="give an account another name, also in its games")
    rename.add_argument("player", metavar="NAME")
    rename.add_argument("name", metavar="NEW")
    rename.set_defaults(errand=_rename)
    deletion = tasks.add_parser("delete", help="let an account be no more; its games stay")
    deletion.add_argument("player", metavar="NAME")
    deletion.add_argument("--yes", action="store_true", help="though it cannot be undone")
    deletion.set_defaults(errand=_delete)
    bans = tasks.add_parser("bans", help="list who is kept away or quiet, from when to when")
    bans.set_defaults(errand=_bans)
    audit = tasks.add_parser("audit", help="list who did what and when, the latest first")
    audit.add_argument("--about", default="", metavar="WHOM", help="a player, match or address")
    audit.add_argument("--kind", choices=list(AuditKind), help="only acts, logins or refusals")
    audit.add_argument("--last", type=int, default=50, metavar="N", help="default: 50")
    audit.set_defaults(errand=_audit)
    for task in (bans, audit):
        configure_json(task)


def _configure_whom(task: argparse.ArgumentParser) -> None:
    task.add_argument("player", metavar="NAME", nargs="?", default="")
    task.add_argument(
        "--address", default="", help="instead of a name: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48"
    )
    task.add_argument(
        "--guests", action="store_true", help="of an address: only guests who are new"
    )


def span(text: str, most: float = LONGEST_SPAN) -> float:
    """A time on the command line."""
    try:
        return read_span(text, most)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _check_whom(args: argparse.Namespace) -> None:
    if bool(args.player) == bool(args.address):
        raise Mistake("whom? Give the NAME of a player, or an --address")
    if args.guests and not args.address:
        raise Mistake("--guests goes with --address: a name is one player's")


async def _ban(args: argparse.Namespace, connection: Connection) -> None:
    _check_whom(args)
    await connection.ask(Ban(0, args.player, args.address, args.guests, args.seconds, args.reason))
    talk().print(f"{args.player or args.address} is kept away{_for(args.seconds)}")


async def _unban(args: argparse.Namespace, connection: Connection) -> None:
    _check_whom(args)
    kind = BanKind.GUESTS if args.guests else BanKind.ADDRESS if args.address else BanKind.PLAYER
    await connection.ask(Lift(0, kind, args.player or args.address))
    talk().print(f"{args.player or args.address} may come in again")


async def _mute(args: argparse.Namespace, connection: Connection) -> None:
    await connection.ask(Mute(0, args.player, args.seconds, args.reason))
    talk().print(f"{args.player} may not talk{_for(args.seconds)}")


async def _unmute(args: argparse.Namespace, connection: Connection) -> None:
    await connection.ask(Lift(0, BanKind.CHAT, args.player))
    talk().print(f"{args.player} may talk again")


async def _rename(args: argparse.Namespace, connection: Connection) -> None:
    await connection.ask(RenameAccount(0, args.player, args.name))
    talk().print(f"{args.player} is called {args.name} from now on, also in games that are over")


async def _delete(args: argparse.Namespace, connection: Connection) -> None:
    if not args.yes:
        raise Mistake(f"deleting {args.player} cannot be undone: say so with --yes")
    await connection.ask(DeleteAccount(0, args.player))
    talk().print(f"the account {args.player} is no more; its games stay, under a neutral name")


def _for(seconds: float | None) -> str:
    return " until you lift it" if seconds is None else f" for {write_span(seconds)}"


async def _bans(args: argparse.Namespace, connection: Connection) -> None:
    bans: list[BanInfo] = []
    while some := (await connection.ask(ListBans(0, len(bans), PAGE))).bans:
        bans += some
    if args.json:
        print_json(bans)
        return
    headings = ("kind", "whom", "since (UTC)", "until (UTC)", "by", "reason")
    print_table(headings, map(_ban_row, bans), "nobody is kept away or quiet")


def _ban_row(ban: BanInfo) -> tuple[object, ...]:
    until = "for good" if ban.until is None else day(ban.until)
    return ban.kind.value, ban.whom, day(ban.since), until, ban.by, ban.reason


async def _audit(args: argparse.Namespace, connection: Connection) -> None:
    if args.last < 1:
        raise Mistake(f"--last must be 1 or more, not {args.last}")
    kind = AuditKind(args.kind) if args.kind else None
    entries: list[AuditInfo] = []
    while len(entries) < args.last:
        some = min(PAGE, args.last - len(entries))
        told = await connection.ask(ListAudit(0, args.about, kind, len(entries), some))
        entries += told.entries
        if len(told.entries) < some:
            break
    _print_audit(entries, args.json)


def _print_audit(entries: Sequence[AuditInfo], as_json: bool) -> None:
    if as_json:
        print_json(entries)
        return
    headings = ("at (UTC)", "by", "act", "whom", "from", "besides")
    print_table(headings, map(_audit_row, entries), "nothing is written down")


def _audit_row(entry: AuditInfo) -> tuple[object, ...]:
    return day(entry.at), entry.by, entry.act, entry.whom, entry.address, besides(entry.detail)
