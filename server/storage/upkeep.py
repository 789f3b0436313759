"""What a server does from time to time, besides what it is asked."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine

from games.errors import Mistake
from protocol.closes import Close
from server.house import House
from server.logs import log
from server.storage.row_types import RevokedRow
from server.storage.sqlite_file import BadDatabase
from server.storage.writes import DropSession, NewSession

DAY = 86400.0
PART = 500  # sessions in one commit, so that no move waits for long behind it
CHECK_SECONDS = 1.0  # between looks at whether the database is where it was
EXPIRY_SECONDS = 30.0  # between looks for tournaments that never begin
OVERLAP = 600.0  # seconds that looks reach back: for clocks that differ, and for slow commits


def upkeep(house: House) -> list[Coroutine[None, None, None]]:
    """What is to run as long as the house is open."""
    return [
        _again(close_revoked, house, house.settings.revocation_seconds),
        _again(check_database, house, CHECK_SECONDS),
        _again(expire, house, EXPIRY_SECONDS),
        _again(prune, house, DAY),
    ]


async def _again(task: Callable[[House], Awaitable[object]], house: House, seconds: float) -> None:
    while True:
        try:
            await task(house)
        except BadDatabase as error:  # the next time it may be back
            log().error("upkeep has failed", task=task.__name__, error=str(error))
        except Exception:
            log().exception("upkeep has failed", task=task.__name__)
        await asyncio.sleep(seconds)


async def check_database(house: House) -> None:
    """Stop on a database that was taken away: what is written to it would be lost."""
    try:
        house.database.check()
    except Mistake as error:
        house.fail(error)


async def expire(house: House) -> None:
    """Cancel the tournaments that nobody goes on with."""
    house.director.expire(house.time_of_day())


async def close_revoked(house: House) -> None:
    """Close the connections of those who came in by a token that was revoked since."""
    proven = [session for session in house.sessions if session.proof]
    if not proven:
        return
    since = time.time() - house.settings.revocation_seconds - OVERLAP
    revoked: dict[str, list[RevokedRow]] = {}
    for row in await house.accounts.revoked_since(since):
        revoked.setdefault(row.account, []).append(row)
    for session in proven:
        if session.proof and session.proof.has_fallen(revoked.get(session.name, ())):
            log().info("closed on a revoked token", player=session.name)
            session.close(Close.REVOKED, "a token of this account was revoked: show a valid one")


async def prune(house: House) -> None:
    """Forget the sessions that nobody has come back by for long."""
    now = time.time()
    oldest = now - house.settings.session_days * DAY
    while old := await house.accounts.sessions_before(oldest, PART):
        # The journal keeps the order: whoever comes back meanwhile is noted behind this.
        await house.committed(
            *(
                each._replace(at=now) if _is_needed(house, each) else DropSession(each.hash)
                for each in old
            )
        )


def _is_needed(house: House, session: NewSession) -> bool:
    """Whether it is the one way back of a guest who is here, sits at a table or takes part."""
    name = session.player
    here = session.key in house.online or bool(house.lobby.matches_of(name))
    return session.guest and (here or house.director.holds(name))
