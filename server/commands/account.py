"""Create accounts and the tokens that stand for them, and keep people away or quiet.

A running server sees new accounts and tokens at once, and bans within a few seconds.

A token that is revoked opens no new connection, and a running server closes the one that it has
open within a few seconds (--revocation-seconds of `inarow serve`).

A token is printed once, alone on stdout, and only its hash is kept. A player shows it instead of
a password, and may have several: one for each bot or computer.

The database is the server's, by --database, INAROW_DATABASE or the file in INAROW_CONFIG, as the
server is told, and it is said which that is.

examples:

inarow account create ann
inarow account create deepbot --bot --label laptop > deepbot.token
inarow account tokens ann
inarow account revoke 3f9a01c4
inarow account rename ann anna
inarow account ban bob --for 7d --reason "swearing in the chat"
inarow account ban --address 192.0.2.0/24
inarow account audit --about bob
"""

import argparse
import asyncio
import json

from games.errors import Mistake
from protocol.texts import count
from server.commands.account_people import PEOPLE_DEEDS, Deed, configure_people, write_down
from server.commands.printing import print_table, talk, when
from server.commands.server_database import add_database_flags, server_database
from server.players.names import check_name
from server.players.tokens import hash_token, new_token
from server.storage.database import Database, Use
from server.storage.people.accounts import Accounts
from server.storage.people.renaming import Renaming
from server.storage.row_types import AccountRow

LONGEST_LABEL = 40


def configure(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)
    create = deeds.add_parser("create", help="create an account and print its first token")
    create.add_argument("--bot", action="store_true", help="programs play under this name")
    create.add_argument("--admin", action="store_true", help="may use `inarow admin`")
    token = deeds.add_parser("token", help="print another token for an account")
    tokens = deeds.add_parser("tokens", help="list the tokens of an account, without the secrets")
    listing = deeds.add_parser("list", help="list the accounts")
    revoke = deeds.add_parser("revoke", help="make a token worthless")
    revoke.add_argument("token", metavar="TOKEN_ID", help="as `inarow account tokens` lists it")
    rename = deeds.add_parser("rename", help="give an account another name, also in its games")
    deletion = deeds.add_parser("delete", help="let an account be no more; its games stay")
    deletion.add_argument("--yes", action="store_true", help="though it cannot be undone")
    for deed in (create, token, tokens, rename, deletion):
        deed.add_argument("name", metavar="NAME", help="of the account")
    rename.add_argument("new", metavar="NEW", help="name")
    for deed in (create, token):
        deed.add_argument("--label", default="", help="a note to know the token by")
    for deed in (listing, tokens):
        deed.add_argument("--json", action="store_true", help="print the list as JSON")
    configure_people(deeds)
    for deed in deeds.choices.values():
        add_database_flags(deed)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    use: Use = "alone" if args.deed in ALONE else "guest"
    instead = f"there `inarow admin {args.deed}` does it, or stop the server first"
    async with server_database(args, use, instead) as database:
        await DEEDS[args.deed](database, args)
    return 0


async def _create(database: Database, args: argparse.Namespace) -> None:
    accounts = Accounts(database)
    _check_label(args.label)
    check_name(args.name)
    await accounts.create(args.name, args.bot, args.admin)
    await write_down(database, "create", args.name, bot=args.bot, admin=args.admin)
    talk(f"created the account {args.name}")
    await _give_token(accounts, args.name, args.label)


async def _token(database: Database, args: argparse.Namespace) -> None:
    accounts = Accounts(database)
    _check_label(args.label)
    account = await _account(accounts, args.name)
    await _give_token(accounts, account.name, args.label)
    await write_down(database, "token", account.name, label=args.label)


async def _give_token(accounts: Accounts, account: str, label: str) -> None:
    token = new_token()
    id = await accounts.add_token(account, hash_token(token), label)
    talk(f"this is its token {id}, shown only now: keep it secret")
    print(token)


async def _tokens(database: Database, args: argparse.Namespace) -> None:
    accounts = Accounts(database)
    account = await _account(accounts, args.name)
    tokens = await accounts.tokens(account.name)
    if args.json:
        print(json.dumps([token._asdict() for token in tokens]))
        return
    print_table(
        ("id", "created", "revoked", "label"),
        [
            (token.id, when(token.created_at), when(token.revoked_at), token.label)
            for token in tokens
        ],
    )


async def _list(database: Database, args: argparse.Namespace) -> None:
    accounts = Accounts(database)
    listed = await accounts.all()
    if args.json:
        print(json.dumps([account._asdict() for account in listed]))
        return
    print_table(
        ("name", "created", "kind"),
        [(each.name, when(each.created_at), _kind(each)) for each in listed],
    )


async def _revoke(database: Database, args: argparse.Namespace) -> None:
    accounts = Accounts(database)
    if not await accounts.revoke(args.token):
        raise Mistake(
            f"no valid token has the id {args.token!r}: `inarow account tokens NAME` lists them"
        )
    await write_down(database, "revoke", args.token)
    talk(f"revoked the token {args.token}")


async def _rename(database: Database, args: argparse.Namespace) -> None:
    account = await _account(Accounts(database), args.name)
    check_name(args.new)
    renaming = Renaming(database)
    await renaming.rename(account, args.new)
    await write_down(database, "rename", account.name, name=args.new)
    changed = await renaming.finish()
    talk(f"{account.name} is called {args.new} from now on, also in {_kept(changed)}")


async def _delete(database: Database, args: argparse.Namespace) -> None:
    account = await _account(Accounts(database), args.name)
    if not args.yes:
        raise Mistake(f"deleting {account.name} cannot be undone: say so with --yes")
    renaming = Renaming(database)
    neutral = await renaming.delete(account)
    await write_down(database, "delete", neutral)
    changed = await renaming.finish()
    talk(f"the account {account.name} is no more; {_kept(changed)} have {neutral} in its place")


def _kept(number: int) -> str:
    """Of what is over."""
    return count(number, "past game or tournament", "past games and tournaments")


ALONE = ("rename", "delete")  # a server knows those who are there by their names
DEEDS: dict[str, Deed] = {
    "create": _create, "token": _token, "tokens": _tokens, "list": _list, "revoke": _revoke,
    "rename": _rename, "delete": _delete, **PEOPLE_DEEDS,
}  # fmt: skip


async def _account(accounts: Accounts, name: str) -> AccountRow:
    account = await accounts.find(name)
    if account is None:
        raise Mistake(f"there is no account called {name!r}: `inarow account list` lists them")
    return account


def _check_label(label: str) -> None:
    if len(label) > LONGEST_LABEL or not label.isprintable():
        raise Mistake(f"a label is a line of at most {LONGEST_LABEL} characters")


def _kind(account: AccountRow) -> str:
    return ("bot" if account.bot else "person") + (", admin" if account.admin else "")
