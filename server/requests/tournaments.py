"""What requests about tournaments lead to."""

from typing import assert_never

from protocol.parts import Fault, Player
from protocol.replies import Done, Fixtures, Opened, Replies, Tournaments, TournamentShown
from protocol.requests import (
    Enter,
    ListFixtures,
    ListTournaments,
    OpenTournament,
    Quit,
    Ready,
    ShowTournament,
    Steer,
)
from protocol.tournaments import Order
from server.house import House
from server.refusal import Refusal
from server.storage.writes import tournament_key
from server.tournaments.director import topic
from server.tournaments.loader import recalled
from server.tournaments.plans import checked_plan
from server.tournaments.summaries import MOST_FIXTURES, over, shown, summary
from server.tournaments.tournament import Tournament

TournamentRequest = (
    OpenTournament | Enter | Quit | Steer | Ready | ListTournaments | ShowTournament | ListFixtures
)


async def settle_tournament(
    house: House, me: Player, admin: bool, request: TournamentRequest
) -> Replies:
    """The reply, once what it tells of is committed. Raises Refusal."""
    match request:
        case OpenTournament():
            key = _open(house, me, request)
            await house.committed(key=tournament_key(key))
            return Opened(request.id, key)
        case ListTournaments():
            return _listed(house, me, request)
        case ShowTournament():
            return await _shown(house, me, request)
        case ListFixtures():
            return await _fixtures(house, request)
        case Enter() | Quit() | Steer() | Ready():
            _act(house, me, admin, request, await _going_on(house, request))
            await house.committed(key=tournament_key(request.tournament))
            return Done(request.id)
        case _:
            assert_never(request)


def check_adjudicator(house: House, me: Player, admin: bool, match: str) -> None:
    """Raise Refusal unless the match is one of a tournament that this player has opened."""
    table = house.tables.get(match)
    fixture = table.match.fixture if table else None
    tournament = house.director.all.get(fixture.tournament) if fixture else None
    if tournament is None:
        raise Refusal(Fault.NO_SUCH_MATCH, f"{match} is no game of a tournament that goes on")
    _check_by(house, tournament, me, admin)


def _open(house: House, me: Player, request: OpenTournament) -> str:
    house.door.check_open()
    house.director.programme.check_room(me)
    return house.director.open(me, checked_plan(request.plan, me))


def _listed(house: House, me: Player, request: ListTournaments) -> Tournaments:
    programme = house.director.programme
    page = programme.page(me.name, request.after, request.limit)
    return Tournaments(request.id, tuple(map(summary, page)), len(programme.all))


async def _going_on(house: House, request: Enter | Quit | Steer | Ready) -> Tournament:
    """The tournament that this is about; one that is to be extended may have ended long ago."""
    id, director = request.tournament, house.director
    past = None
    if id not in director.all and isinstance(request, Steer) and request.order is Order.EXTEND:
        past = await _taken_up(house, id)
    tournament = director.all.get(id, past)
    if tournament is None:
        raise Refusal(Fault.NO_SUCH_TOURNAMENT, f"no tournament called {id} goes on here")
    return tournament


async def _taken_up(house: House, id: str) -> Tournament | None:
    """A tournament that is over, as it is kept; one that goes on elsewhere is another server's."""
    past = await recalled(house.archive, id)
    if past is None or not past.is_closed:
        return None
    house.journal.take_up(tournament_key(id))
    return past


def _act(
    house: House,
    me: Player,
    admin: bool,
    request: Enter | Quit | Steer | Ready,
    tournament: Tournament,
) -> None:
    director = house.director
    match request:
        case Enter():
            director.enter(tournament, me)
        case Quit():
            director.quit(tournament, me)
        case Ready():
            director.ready(tournament, me)
        case Steer(order=order, more=more):
            _check_by(house, tournament, me, admin)
            if tournament.is_closed and order is Order.EXTEND:
                director.programme.check_room(tournament.by)
            director.steer(tournament, order, more)


def _check_by(house: House, tournament: Tournament, me: Player, admin: bool) -> None:
    if not admin and not tournament.is_by(me, house.registry.session_of(me)):
        raise Refusal(
            Fault.NOT_ALLOWED, f"only {tournament.by.name} and administrators may do this"
        )


async def _shown(house: House, me: Player, request: ShowTournament) -> TournamentShown:
    tournament = await _find(house, request.tournament)
    watch = house.bus.subscribe if request.watch else house.bus.unsubscribe
    watch(topic(tournament.id), me.name)
    return shown(tournament, request.id)


async def _fixtures(house: House, request: ListFixtures) -> Fixtures:
    tournament = await _find(house, request.tournament)
    limit = min(request.limit, MOST_FIXTURES)
    some = tournament.results[request.after : request.after + limit]
    return Fixtures(
        request.id, tuple(over(tournament, result) for result in some), len(tournament.results)
    )


async def _find(house: House, id: str) -> Tournament:
    """A tournament that goes on, or is kept."""
    tournament = house.director.all.get(id) or await recalled(house.archive, id)
    if tournament is None:
        raise Refusal(Fault.NO_SUCH_TOURNAMENT, f"no tournament is called {id}")
    return tournament
