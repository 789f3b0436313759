"""Requests about single matches, wherever these are: as a connection finds them on this node."""

from collections.abc import Iterable
from typing import Protocol

from protocol.parts import LiveMatch, Player
from protocol.replies import Done, Replies
from protocol.requests import ShowMatch, Watch
from server.cluster.bus import Answer, Bus, MatchRequest
from server.matches.tables import Tables
from server.players.identity import Identity
from server.requests.history import HistoryRequests
from server.requests.lists import live_matches


class MatchAccess(Protocol):
    async def ask(
        self, me: Player, request: MatchRequest, round_trip: float, answer: Answer
    ) -> None:
        """Have a request carried out; the answer comes when it is committed. Raises Refusal."""

    async def show(self, who: Identity, request: ShowMatch) -> Replies:
        """All that has happened in a match. Raises Refusal."""

    async def live(self, admin: bool) -> tuple[LiveMatch, ...]:
        """The latest matches that go on, the newest first."""

    async def arrive(
        self, me: Player, matches: Iterable[str], seen: dict[str, int]
    ) -> tuple[LiveMatch, ...]:
        """Tell a player what they missed of these matches; how they stand."""

    def heard(self, name: str, matches: Iterable[str]) -> None:
        """A player has read that they are welcome; what that took is on nobody's clock."""

    def remind(self, name: str, match: str) -> None:
        """Tell a spectator who has missed something how far the match is by now."""


class LocalMatches:
    """The matches of a single node."""

    def __init__(self, bus: Bus, tables: Tables, history: HistoryRequests) -> None:
        self._bus, self._tables, self._history = bus, tables, history

    async def ask(
        self, me: Player, request: MatchRequest, round_trip: float, answer: Answer
    ) -> None:
        if not self._bus.ask(me.name, request, round_trip, answer):
            await self._history.recall(me, request)
            answer(Done(request.id))

    async def show(self, who: Identity, request: ShowMatch) -> Replies:
        return await self._history.reply(who.player, who.admin, request)

    async def live(self, admin: bool) -> tuple[LiveMatch, ...]:
        return live_matches(self._tables, admin)

    async def arrive(
        self, me: Player, matches: Iterable[str], seen: dict[str, int]
    ) -> tuple[LiveMatch, ...]:
        live = (self._tables.arrive(id, me.name, seen.get(id)) for id in matches)
        return tuple(filter(None, live))

    def heard(self, name: str, matches: Iterable[str]) -> None:
        self._tables.heard(name)

    def remind(self, name: str, match: str) -> None:
        self._bus.ask(name, Watch(0, match), 0.0, lambda _: None)
