"""What has been: results, leaders, and matches of the past."""

from collections.abc import Container
from typing import assert_never

from protocol.events import MatchEvent
from protocol.parts import Fault, Leader, Player
from protocol.replies import Leaders, Replies, Results, Shown
from protocol.requests import (
    ListLeaders,
    ListResults,
    Move,
    Rematch,
    ShowMatch,
    Unwatch,
    Watch,
)
from server.cluster.bus import Bus, MatchRequest
from server.connections.frame import OutgoingFrame
from server.matches.loader import load_match
from server.matches.match import Match
from server.matches.tables import Tables
from server.matches.visibility import (
    as_seen_by,
    check_may_see,
    check_seated,
    is_listed_for,
    seat_of,
    was_in,
)
from server.refusal import Refusal
from server.requests.lists import MOST_LISTED
from server.rules import known_game
from server.storage.archive import Archive
from server.storage.people.accounts import Accounts
from tournament.statistics.glicko import Rating

MOST_TOLD = 20  # matches of the past that a player hears of on coming back

HistoryRequest = ListResults | ListLeaders | ShowMatch


class HistoryRequests:
    def __init__(self, bus: Bus, archive: Archive, accounts: Accounts, tables: Tables) -> None:
        self._bus, self._archive, self._accounts = bus, archive, accounts
        self._tables = tables

    async def reply(self, me: Player, admin: bool, request: HistoryRequest) -> Replies:
        """What the archive knows. Raises Refusal."""
        match request:
            case ListResults():
                return await self._results(me, admin, request)
            case ListLeaders(game=name, pace=pace, limit=limit):
                game = known_game(name)
                rows = await self._archive.leaders(game.name, pace, min(limit, MOST_LISTED))
                return Leaders(request.id, tuple(_leader(*row) for row in rows))
            case ShowMatch(match=id):
                return Shown(request.id, await self._events(me, admin, id))
            case _:
                assert_never(request)

    async def recall(self, me: Player, request: MatchRequest | Rematch) -> None:
        """Settle a request in a match of the past: a move again is done, a watcher sees it all."""
        past = await self._match(request.match)
        if past.ended is None:
            raise Refusal(Fault.NO_SUCH_MATCH, f"the match {request.match} is not kept here")
        match request:
            case Move(ply=ply, cell=cell):
                past.play(check_seated(past, me), ply, cell, now=0.0)
            case Watch(from_start=from_start):
                check_may_see(past, me, stands=False)
                told = past.events if from_start else [past.snapshot(None, now=0.0)]
                self._bus.replay(me.name, map(OutgoingFrame, told))
            case Unwatch():
                pass
            case _:
                raise Refusal(Fault.OVER, f"the match is over: {past.ended.ending}")

    async def tell_past(
        self, me: Player, live: Container[str], stand: Container[str], seen: dict[str, int]
    ) -> None:
        """Tell a player how matches went on that ended while they were gone; which still stand."""
        for id, seq in list(seen.items())[:MOST_TOLD]:
            if id in live:
                continue
            past = await self._load(id)
            if past and was_in(past, me, stands=id in stand):
                for event in past.events[seq + 1 :]:
                    told = as_seen_by(me.name, event, past, over=past.ended is not None)
                    self._bus.tell(me.name, OutgoingFrame(told))

    async def _results(self, me: Player, admin: bool, request: ListResults) -> Results:
        player = request.player
        if player is not None and (account := await self._accounts.find(player)):
            player = account.name  # however it was capitalised
        # A guest's name was another guest's before.
        own = admin or (player == me.name and not me.guest)
        found = await self._archive.results(player, min(request.limit, MOST_LISTED), own)
        seen = (each for each in found if admin or is_listed_for(each, me))
        return Results(request.id, tuple(seen))

    async def _events(self, me: Player, admin: bool, id: str) -> tuple[MatchEvent, ...]:
        """What has happened in a match, as far as it is for these eyes."""
        match = await self._match(id)
        table = self._tables.all.get(id)
        if not admin:
            check_may_see(match, me, stands=table is not None)
        events = match.events
        if table and seat_of(match, me) is None and not admin:  # as late as all spectators
            events = events[: table.audience.shown + 1]
        over = match.ended is not None
        return tuple(as_seen_by(me.name, event, match, over) for event in events)

    async def _match(self, id: str) -> Match:
        """A match as far as it was told, or as the archive has it. Raises Refusal."""
        table = self._tables.all.get(id)
        if table and table.audience.told >= 0:
            return table.match.until(table.audience.told, now=0.0)
        past = await self._load(id)
        if past is None:
            raise Refusal(Fault.NO_SUCH_MATCH, f"no match is called {id}")
        return past

    async def _load(self, id: str) -> Match | None:
        return await load_match(self._archive, id, self._tables.patience)


def _leader(name: str, rating: float, deviation: float, games: int, bot: bool) -> Leader:
    provisional = Rating(rating, deviation).provisional
    player = Player(name, bot, guest=False, rating=round(rating, 1), provisional=provisional)
    return Leader(player, round(deviation, 1), games)
