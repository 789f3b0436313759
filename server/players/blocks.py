"""Whom those who are here have blocked: neither matches nor talk between them."""

from collections.abc import Iterable

from protocol.names import fold
from protocol.parts import Fault, Player
from server.players.tokens import hash_token
from server.refusal import Refusal
from server.storage.people.blocks import Blocker, BlockStore
from server.storage.row_types import BlockRow

MOST_BLOCKED = 200  # by one player


class Blocks:
    def __init__(self, store: BlockStore) -> None:
        self._store = store
        self._of: dict[str, list[BlockRow]] = {}  # by folded name

    async def load(self, players: Iterable[tuple[Player, str]]) -> None:
        """Learn whom these have blocked, each with the session that they came in by."""
        of = await self._store.of({_blocker(*each) for each in players})
        self._of |= of

    def forget(self, name: str) -> None:
        """A player is gone."""
        self._of.pop(fold(name), None)

    def names(self, name: str) -> tuple[str, ...]:
        """Whom a player who is here has blocked, the earliest first."""
        return tuple(row.name for row in self._of.get(fold(name), ()))

    async def block(self, me: Player, session: str, other: Player) -> None:
        """Raises Refusal where one has blocked too many."""
        row = BlockRow(fold(other.name), other.guest, other.name)
        before = [each for each in self._of.get(fold(me.name), []) if each[:2] != row[:2]]
        if len(before) >= MOST_BLOCKED:
            raise Refusal(Fault.BUSY, f"{MOST_BLOCKED} may be blocked: unblock somebody first")
        await self._store.put(_blocker(me, session), row)
        self._of[fold(me.name)] = [*before, row]

    async def unblock(self, me: Player, session: str, name: str) -> None:
        """Raises Refusal where nobody of that name is blocked."""
        before = self._of.get(fold(me.name), [])
        those = [each for each in before if each.whom == fold(name)]
        if not those:
            raise Refusal(Fault.NO_SUCH_PLAYER, f"you have not blocked {name}")
        await self._store.drop(_blocker(me, session), those)
        self._of[fold(me.name)] = [each for each in before if each not in those]

    def rename(self, old: str, new: str) -> list[str]:
        """An account has another name; those who are here and have blocked it, folded."""
        key, row = (fold(old), False), BlockRow(fold(new), False, new)
        before = {by: rows for by, rows in self._of.items() if any(r[:2] == key for r in rows)}
        for by, rows in before.items():
            self._of[by] = [row if each[:2] == key else each for each in rows]
        return list(before)

    def between(self, me: Player, other: Player) -> str | None:
        """What a player is told who would play with the other, if one has blocked the other."""
        if self._has(me, other):
            return f"you have blocked {other.name}: unblock them first"
        if self._has(other, me):
            return f"{other.name} does not play with you"
        return None

    def _has(self, one: Player, other: Player) -> bool:
        key = fold(other.name), other.guest
        return any(row[:2] == key for row in self._of.get(fold(one.name), ()))


def _blocker(player: Player, session: str) -> Blocker:
    return fold(player.name), hash_token(session) if player.guest else b""
