"""What is going on, and what has been: lists, results, leaders and matches of the past."""

from itertools import islice
from typing import assert_never

from protocol.events import MatchEvent
from protocol.parts import Fault, Leader, OnlinePlayer, PastMatch, Player, Side
from protocol.replies import Leaders, Matches, Players, Replies, Results, Seeks, Shown
from protocol.requests import (
    ListLeaders,
    ListMatches,
    ListPlayers,
    ListResults,
    ListSeeks,
    Move,
    ShowMatch,
    Unwatch,
    Watch,
)
from server.cluster.bus import MatchRequest
from server.connections.frame import OutgoingFrame
from server.house import SEEKS, House
from server.matches.match import Match
from server.matches.table import Table
from server.matches.visibility import as_seen_by
from server.players.names import is_same
from server.players.ratings import Rating
from server.refusal import Refusal
from server.requests.rules import known_game

MOST_LISTED = 200  # more would not fit into a frame that every client takes


def list_now(
    house: House, me: Player, admin: bool, request: ListSeeks | ListMatches | ListPlayers
) -> Replies:
    """Who and what is here now."""
    match request:
        case ListSeeks(watch=watch):
            (house.bus.subscribe if watch else house.bus.unsubscribe)(SEEKS, me.name)
            last = islice(reversed(house.lobby.seeks.values()), MOST_LISTED)
            seeks = [seeking.shown for seeking in last]
            return Seeks(request.id, tuple(reversed(seeks)))
        case ListMatches():
            newest = reversed((house.tables if admin else house.public).values())
            latest = islice(filter(_is_listed, newest), MOST_LISTED)
            return Matches(request.id, tuple(table.live(None) for table in latest))
        case ListPlayers():
            online = [
                OnlinePlayer(
                    player,
                    len(house.lobby.matches_of(player.name)),
                    house.lobby.policies.get(player.name) if player.bot else None,
                )
                for player in islice(house.online.values(), MOST_LISTED)
            ]
            return Players(request.id, tuple(online))
        case _:
            assert_never(request)


async def look_up(
    house: House, me: Player, admin: bool, request: ListResults | ListLeaders | ShowMatch
) -> Replies:
    """What the archive knows."""
    match request:
        case ListResults(player=player, limit=limit):
            if player is not None and (account := await house.accounts.find(player)):
                player = account.name  # however it was capitalised
            # A guest's name was another guest's before.
            own = admin or (player == me.name and not me.guest)
            found = await house.archive.results(player, min(limit, MOST_LISTED), own)
            seen = (each for each in found if admin or _is_for(each, me))
            return Results(request.id, tuple(seen))
        case ListLeaders(game=name, pace=pace, limit=limit):
            game = known_game(name)
            rows = await house.archive.leaders(game.name, pace, min(limit, MOST_LISTED))
            return Leaders(request.id, tuple(_leader(*row) for row in rows))
        case ShowMatch(match=id):
            return Shown(request.id, await _events(house, me, admin, id))
        case _:
            assert_never(request)


def _is_for(past: PastMatch, me: Player) -> bool:
    """Whether it is for these eyes: a private match was perhaps an earlier guest's."""
    return not past.terms.private or any(is_same(player, me) for player in past.players)


async def recall(house: House, me: Player, request: MatchRequest) -> None:
    """Settle a request in a match of the past: a move sent again is done, a watcher sees it all."""
    past = await _past(house, request.match)
    if past.result is None:
        raise Refusal(Fault.NO_SUCH_MATCH, f"the match {request.match} is not kept here")
    match request:
        case Move(ply=ply, cell=cell):
            past.play(_check_seated(past, me), ply, cell, now=0.0)
        case Watch(from_start=from_start):
            if past.started.terms.private:
                _check_seated(past, me)
                _check_account(me)
            told = past.events if from_start else [past.snapshot(None, now=0.0)]
            house.bus.replay(me.name, map(OutgoingFrame, told))
        case Unwatch():
            pass
        case _:
            raise Refusal(Fault.OVER, f"the match is over: {past.result.ending}")


def _is_listed(table: Table) -> bool:
    return table.audience.told >= 0 and not table.match.result


async def _events(house: House, me: Player, admin: bool, id: str) -> tuple[MatchEvent, ...]:
    """What has happened in a match, as far as it is for these eyes."""
    match = await _past(house, id)
    table = house.tables.get(id)
    if match.started.terms.private and not admin:
        _check_seated(match, me)
        if table is None:
            _check_account(me)
    events = match.events
    if table and _seat(match, me) is None and not admin:  # as late as all spectators
        events = events[: table.audience.shown + 1]
    over = match.result is not None
    return tuple(as_seen_by(me.name, event, match, over) for event in events)


async def _past(house: House, id: str) -> Match:
    table = house.tables.get(id)
    if table and table.audience.told >= 0:
        return table.match.until(table.audience.told, now=0.0)
    past = await house.past(id)
    if past is None:
        raise Refusal(Fault.NO_SUCH_MATCH, f"no match is called {id}")
    return past


def _check_seated(match: Match, me: Player) -> Side:
    seat = _seat(match, me)
    if seat is None:
        raise Refusal(Fault.NOT_SEATED, "you do not play in this match")
    return seat


def _check_account(me: Player) -> None:
    """A guest's name was perhaps another guest's when a match of the past was played."""
    if me.guest:
        raise Refusal(Fault.NOT_ALLOWED, "private matches of the past are for accounts")


def _seat(match: Match, me: Player) -> Side | None:
    return next((side for side, who in enumerate(match.players) if is_same(who, me)), None)


def _leader(name: str, rating: float, deviation: float, games: int, bot: bool) -> Leader:
    provisional = Rating(rating, deviation).provisional
    player = Player(name, bot, guest=False, rating=round(rating, 1), provisional=provisional)
    return Leader(player, round(deviation, 1), games)
