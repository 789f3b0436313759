"""What administrators are told: the nodes, the bans, and who did what."""

from time import time
from typing import assert_never

from protocol.administration import AuditInfo, AuditKind, BanInfo
from protocol.replies import AuditEntries, Bans, Nodes
from protocol.requests import ListAudit, ListBans, ListNodes
from server.players.people import People
from server.requests.admin import check_admin
from server.requests.lists import MOST_LISTED
from server.requests.nodes import NodeList
from server.storage.row_types import BanRow
from server.storage.writes import NewAudit


class Overview:
    def __init__(self, cluster: NodeList, people: People) -> None:
        self.bans = people.bans
        self._cluster, self._audit_log = cluster, people.audit_log

    async def reply(
        self, admin: bool, request: ListNodes | ListBans | ListAudit
    ) -> Nodes | Bans | AuditEntries:
        """The list that is asked for. Raises Refusal."""
        check_admin(admin)
        match request:
            case ListNodes():
                return Nodes(request.id, await self._cluster.nodes())
            case ListBans(after=after, limit=limit):
                rows = await self.bans.store.all(time())
                some = rows[after : after + min(limit, MOST_LISTED)]
                return Bans(request.id, tuple(map(_ban, some)), len(rows))
            case ListAudit():
                entries = await self._audit_log.latest(
                    request.after, min(request.limit, MOST_LISTED), request.about, request.kind
                )
                return AuditEntries(request.id, tuple(map(_entry, entries)))
            case _:
                assert_never(request)


def _ban(row: BanRow) -> BanInfo:
    return BanInfo(row.kind, row.name, row.created_at, row.by, row.reason, row.until)


def _entry(entry: NewAudit) -> AuditInfo:
    _, at, kind, act, by, whom, address, detail = entry
    return AuditInfo(at, AuditKind(kind), act, by, whom, address, detail)
