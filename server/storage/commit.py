"""Waiting for the journal, for those who must not go on before something is on disk."""

import asyncio
from functools import partial

from protocol.parts import Fault
from server.refusal import Refusal
from server.storage.journal import Journal
from server.storage.writes import Collided, Rejected, Write


async def commit(journal: Journal, *writes: Write, key: str | None = None) -> None:
    """Wait until these, and all before them of the same key, are on disk. Raises Refusal."""
    settled: asyncio.Future[Rejected | None] = asyncio.get_running_loop().create_future()
    settle = partial(_settle, settled)
    journal.append(*writes, key=key, then=settle, refuse=settle)
    if error := await settled:
        raise not_kept(error)


def not_kept(error: Rejected) -> Refusal:
    """For one whose request the journal could not keep; the cause is in the log."""
    if isinstance(error, Collided):
        return Refusal(Fault.NOT_KEPT, "another server has taken this over: come back and resume")
    return Refusal(Fault.NOT_KEPT, "the server's database does not take this: nothing has changed")


def _settle(settled: "asyncio.Future[Rejected | None]", error: Rejected | None = None) -> None:
    if not settled.done():  # whoever waited may have been cancelled
        settled.set_result(error)
