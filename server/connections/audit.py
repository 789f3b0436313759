"""What the log says of those who were refused and of what administrators did; never a secret.

Strangers can be refused as often as they like, and must not fill the log by that: what comes too
fast is counted, and the count stands in the next line. Time is an argument.
"""

from typing import Any

import msgspec

from games.errors import Mistake
from protocol.parts import Fault
from protocol.requests import (
    Adjudicate,
    AnnounceRestart,
    EndMatch,
    FromPlayer,
    Hello,
    Kick,
    ListNodes,
    Steer,
    WithdrawRestart,
)
from server.connections.limits import Bucket
from server.logs import log
from server.players.names import check_name

ADMINISTRATION = (
    Kick, EndMatch, AnnounceRestart, WithdrawRestart, ListNodes, Adjudicate, Steer
)  # fmt: skip
LOGINS = (Fault.BAD_TOKEN, Fault.NAME_TAKEN, Fault.KEPT_AWAY)
LINES_PER_SECOND, AT_ONCE = 1.0, 50


class Audit:
    def __init__(self) -> None:
        self._lines = Bucket(LINES_PER_SECOND, AT_ONCE)
        self._left_out = 0

    def refused_login(self, hello: Hello, code: Fault, address: str, now: float) -> None:
        if code not in LOGINS:
            return
        by = "token" if hello.token else "session" if hello.session else "name"
        self._refused("login refused", now, code=str(code), by=by, name=_known(hello), at=address)

    def refused_page(self, origin: str, host: str, address: str, now: float) -> None:
        self._refused("page refused", now, origin=origin[:100], host=host[:100], at=address)

    def refused_act(self, by: str, request: FromPlayer, address: str, now: float) -> None:
        """Somebody tried what only others may do."""
        self._refused("act refused", now, by=by, act=type(request).__name__.lower(), at=address)

    def _refused(self, what: str, now: float, **context: Any) -> None:
        if self._lines.take(now):
            self._left_out += 1
            return
        left_out, self._left_out = self._left_out, 0
        log().warning(what, **context, **({"left_out": left_out} if left_out else {}))


def log_act(by: str, request: FromPlayer, players: tuple[str, ...] = ()) -> None:
    """Write down what an administrator has done, and to whom."""
    what = {name: value for name, value in msgspec.structs.asdict(request).items() if name != "id"}
    if players:
        what["players"] = " ".join(players)
    log().info("administrator acted", by=by, act=type(request).__name__.lower(), **what)


def _known(hello: Hello) -> str:
    """The name, if it is one: somebody may have written a token in its place."""
    try:
        check_name(hello.name)
    except Mistake:
        return ""
    return hello.name
