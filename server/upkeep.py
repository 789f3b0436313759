"""What a server does from time to time, besides what it is asked."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine

from server.house import House
from server.logs import log
from server.rows import RevokedRow

REVOKED = 4004  # close code
OVERLAP = 600.0  # seconds that looks reach back: for clocks that differ, and for slow commits


def upkeep(house: House) -> list[Coroutine[None, None, None]]:
    """What is to run as long as the house is open."""
    return [_again(close_revoked, house, house.settings.revocation_seconds)]


async def _again(task: Callable[[House], Awaitable[object]], house: House, seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await task(house)
        except Exception:  # the next time the database may be back
            log().exception("upkeep has failed", task=task.__name__)


async def close_revoked(house: House) -> None:
    """Close the connections of those who came in by a token that was revoked since."""
    proven = [session for session in house.sessions if session.proof]
    if not proven:
        return
    since = time.time() - house.settings.revocation_seconds - OVERLAP
    revoked: dict[str, list[RevokedRow]] = {}
    for row in await house.archive.revoked_since(since):
        revoked.setdefault(row.account, []).append(row)
    for session in proven:
        if session.proof and session.proof.has_fallen(revoked.get(session.name, ())):
            session.close(REVOKED, "a token of this account was revoked: show a valid one")
