"""What the commands that ask a server something have in common."""

import argparse
import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable

from client.console import talk
from client.link.connection import Connection, ConnectionLost, LinkOptions, RequestRefused, connect
from client.link.server_option import (
    LOCAL_SERVER,
    OR_LOCAL,
    add_server_option,
    server_in_environment,
)
from games.errors import Mistake
from protocol.parts import Fault

Errand = Callable[[Connection], Awaitable[None]]

# What the server refuses because of what was given, and would refuse again.
MISTAKEN = (
    Fault.BAD_NAME, Fault.BAD_TOKEN, Fault.BAD_TERMS, Fault.NO_SUCH_GAME, Fault.NO_SUCH_MATCH,
    Fault.NO_SUCH_PLAYER, Fault.NO_SUCH_KEY, Fault.NO_SUCH_TOURNAMENT, Fault.TOO_LONG,
    Fault.OUT_OF_BOUNDS,
)  # fmt: skip


def configure_server(parser: argparse.ArgumentParser, again: bool = False) -> None:
    """The options that say which server to ask, and as whom.

    *again* is for the subcommands of a command that has them: they may stand on either side.
    """
    default = argparse.SUPPRESS if again else server_in_environment() or LOCAL_SERVER
    add_server_option(parser, default, OR_LOCAL)
    parser.add_argument(
        "--token",
        default=argparse.SUPPRESS if again else None,
        help="of an account (default: the environment's INAROW_TOKEN, which others cannot see)",
    )


def configure_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def token_of(args: argparse.Namespace) -> str | None:
    return args.token or os.environ.get("INAROW_TOKEN") or None


def run_errand(args: argparse.Namespace, errand: Errand) -> int:
    """Connect, run the errand and leave; the exit code says whether it worked out."""
    try:
        asyncio.run(_run_errand(args.server, token_of(args), errand))
    except RequestRefused as refusal:
        if refusal.code in MISTAKEN:
            raise Mistake(refusal.text) from refusal
        talk().print(f"inarow: the server refused: {refusal.text}")
        return 1
    except ConnectionLost as lost:
        talk().print(f"inarow: {lost.reason}")
        return 1
    return 0


async def _run_errand(server: str, token: str | None, errand: Errand) -> None:
    # A guest needs a name that nobody has; an account brings its own.
    name = "" if token else f"visitor-{secrets.token_hex(3)}"
    async with connect(
        server, name, token=token, software="inarow", options=LinkOptions(reconnect=False)
    ) as connection:
        await errand(connection)
