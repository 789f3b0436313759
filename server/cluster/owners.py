"""Which node owns a key: what was found lately is remembered, all else is looked up."""

from server.storage.leases import Leases

MOST = 100_000  # keys that are remembered


class Owners:
    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._known: dict[str, str] = {}

    def known(self, key: str) -> str | None:
        return self._known.get(key)

    async def find(self, key: str) -> str | None:
        """The node that owns a key; None if nobody does."""
        if node := self._known.get(key):
            return node
        found = await self._leases.owner(key)
        if found is not None:
            self.note(key, found)
        return found

    def note(self, key: str, node: str) -> None:
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[key] = node

    def forget(self, key: str) -> None:
        self._known.pop(key, None)

    def gone(self, node: str) -> None:
        """Forget what a node has owned that is gone."""
        self._known = {key: owner for key, owner in self._known.items() if owner != node}
