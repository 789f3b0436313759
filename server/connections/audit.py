"""What the log and the audit log say of refusals and of what administrators did; never a secret.

Strangers can be refused as often as they like, and must not fill the logs by that: what comes too
fast is counted, and the count stands in the next line. Time is an argument.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from games.errors import Mistake
from protocol.administration import AuditKind
from protocol.parts import Fault
from protocol.requests import (
    Adjudicate,
    AnnounceRestart,
    Ban,
    DeleteAccount,
    EndMatch,
    FromPlayer,
    Hello,
    Kick,
    Lift,
    ListAudit,
    ListBans,
    ListNodes,
    Mute,
    RenameAccount,
    Steer,
    WithdrawRestart,
)
from server.connections.limits import Bucket
from server.logs import log
from server.players.names import check_name
from server.storage.people.audit_entry import audit_entry
from server.storage.writes import NewAudit

ADMINISTRATION = (
    Kick, Ban, Mute, Lift, ListBans, ListAudit, RenameAccount, DeleteAccount, EndMatch,
    AnnounceRestart, WithdrawRestart, ListNodes, Adjudicate, Steer,
)  # fmt: skip
LOGINS = (Fault.BAD_TOKEN, Fault.NAME_TAKEN, Fault.KEPT_AWAY)
WHOM = ("player", "whom", "match", "tournament", "address")  # what a request may be about
LINES_PER_SECOND, AT_ONCE = 1.0, 50


class Audit:
    def __init__(self, keep: Callable[[NewAudit], None] = lambda entry: None) -> None:
        self._keep = keep
        self._lines = Bucket(LINES_PER_SECOND, AT_ONCE)
        self._left_out = 0

    def refused_login(self, hello: Hello, code: Fault, address: str, now: float) -> None:
        if code not in LOGINS:
            return
        by = "token" if hello.token else "session" if hello.session else "name"
        name = _known(hello)
        self._refused("login refused", name, now, code=str(code), by=by, name=name, at=address)

    def refused_page(self, origin: str, host: str, address: str, now: float) -> None:
        self._refused("page refused", "", now, origin=origin[:100], host=host[:100], at=address)

    def refused_act(self, by: str, request: FromPlayer, address: str, now: float) -> None:
        """Somebody tried what only others may do."""
        act = type(request).__name__.lower()
        self._refused("act refused", by, now, by=by, act=act, at=address)

    def acted(
        self, by: str, request: FromPlayer, address: str, players: tuple[str, ...] = ()
    ) -> None:
        """Write down what an administrator has done, and to whom."""
        what = {
            name: value for name, value in msgspec.structs.asdict(request).items() if name != "id"
        }
        if players:
            what["players"] = " ".join(players)
        act = type(request).__name__.lower()
        log().info("administrator acted", by=by, act=act, **what)
        if isinstance(request, DeleteAccount):  # of which only the neutral name is kept
            return
        whom = next((str(what[name]) for name in WHOM if what.get(name)), "")
        self._keep(audit_entry(AuditKind.ACT, act, by, whom, address, what))

    def _refused(self, what: str, who: str, now: float, **context: Any) -> None:
        if self._lines.take(now):
            self._left_out += 1
            return
        left_out, self._left_out = self._left_out, 0
        context |= {"left_out": left_out} if left_out else {}
        log().warning(what, **context)
        self._keep(audit_entry(AuditKind.REFUSAL, what, who, "", context.pop("at"), context))


def _known(hello: Hello) -> str:
    """The name, if it is one: somebody may have written a token in its place."""
    try:
        check_name(hello.name)
    except Mistake:
        return ""
    return hello.name
