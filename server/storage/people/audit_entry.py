"""An entry of the audit log as it is made."""

import json
import time
from collections.abc import Mapping
from types import MappingProxyType

from protocol.administration import AuditKind
from server.ids import new_id
from server.storage.writes import NewAudit

LONGEST = 400  # characters of what else is known
NOTHING: Mapping[str, object] = MappingProxyType({})


def audit_entry(
    kind: AuditKind,
    act: str,
    by: str,
    whom: str = "",
    address: str = "",
    detail: Mapping[str, object] = NOTHING,
) -> NewAudit:
    """What has just happened; of what else is known, all that says something."""
    told = {name: value for name, value in detail.items() if value not in (None, "", 0, ())}
    text = json.dumps(told, ensure_ascii=False, default=str)[:LONGEST] if told else ""
    return NewAudit(new_id(12), time.time(), str(kind), act, by, whom, address, text)
