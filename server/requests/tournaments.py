"""Requests about tournaments: to open, enter, steer and leave them, and to see how they stand."""

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
from server.keys import tournament_key
from server.lobby.matchmaker import Matchmaker
from server.node import Node
from server.players.identity import Identity, Registry
from server.refusal import Refusal
from server.storage.archive import Archive
from server.storage.commit import commit
from server.tournaments.director import Director
from server.tournaments.loader import load_tournament
from server.tournaments.plans import checked_plan
from server.tournaments.summaries import MOST_FIXTURES, over, shown, summary
from server.tournaments.tournament import Tournament

TournamentRequest = (
    OpenTournament | Enter | Quit | Steer | Ready | ListTournaments | ShowTournament | ListFixtures
)


class TournamentRequests:
    def __init__(
        self,
        node: Node,
        archive: Archive,
        registry: Registry,
        matchmaker: Matchmaker,
        director: Director,
    ) -> None:
        self._node, self._archive, self._registry = node, archive, registry
        self._matchmaker, self._director = matchmaker, director

    async def reply(self, who: Identity, request: TournamentRequest) -> Replies:
        """The reply, once what it tells of is committed. Raises Refusal."""
        match request:
            case OpenTournament():
                id = self._open(who.player, request)
                await commit(self._node.journal, key=tournament_key(id))
                return Opened(request.id, id)
            case ListTournaments():
                return self._listed(who.player, request)
            case ShowTournament():
                return await self._show(who.player, request)
            case ListFixtures():
                return await self._fixtures(request)
            case Enter() | Quit() | Steer() | Ready():
                self._act(who, request, await self._going_on(request))
                await commit(self._node.journal, key=tournament_key(request.tournament))
                return Done(request.id)
            case _:
                assert_never(request)

    def check_adjudicator(self, who: Identity, match: str) -> None:
        """Raise Refusal unless the match is one of a tournament that this player has opened."""
        seated = self._matchmaker.find(match)
        fixture = seated.fixture if seated else None
        tournament = self._director.all.get(fixture.tournament) if fixture else None
        if tournament is None:
            raise Refusal(Fault.NO_SUCH_MATCH, f"{match} is no game of a tournament that goes on")
        self._check_by(who, tournament)

    def remind(self, name: str, id: str) -> None:
        """Tell one who could not follow a tournament how far it is by now."""
        self._director.remind(name, id)

    def _open(self, me: Player, request: OpenTournament) -> str:
        self._director.check_open()
        self._director.all.check_room(me)
        return self._director.open(me, checked_plan(request.plan, me))

    def _listed(self, me: Player, request: ListTournaments) -> Tournaments:
        register = self._director.all
        page = register.page(me.name, request.after, request.limit)
        return Tournaments(request.id, tuple(map(summary, page)), len(register))

    async def _going_on(self, request: Enter | Quit | Steer | Ready) -> Tournament:
        """The tournament that this is about; one that is to be extended may have ended long ago."""
        id, register = request.tournament, self._director.all
        past = None
        if id not in register and isinstance(request, Steer) and request.order is Order.EXTEND:
            past = await self._past(id)
        tournament = register.get(id, past)
        if tournament is None:
            raise Refusal(Fault.NO_SUCH_TOURNAMENT, f"no tournament called {id} goes on here")
        return tournament

    async def _past(self, id: str) -> Tournament | None:
        """A tournament that is over, as it is kept; one that goes on elsewhere is another's."""
        past = await load_tournament(self._archive, id)
        if past is None or not past.is_closed:
            return None
        self._node.journal.take_up(tournament_key(id))
        return past

    def _act(
        self, who: Identity, request: Enter | Quit | Steer | Ready, tournament: Tournament
    ) -> None:
        match request:
            case Enter():
                self._director.enter(tournament, who.player)
            case Quit():
                self._director.quit(tournament, who.player)
            case Ready():
                self._director.ready(tournament, who.player)
            case Steer(order=order, more=more):
                self._check_by(who, tournament)
                if tournament.is_closed and order is Order.EXTEND:
                    self._director.all.check_room(tournament.by)
                self._director.steer(tournament, order, more)

    def _check_by(self, who: Identity, tournament: Tournament) -> None:
        if who.admin or tournament.is_by(who.player, self._registry.session_of(who.player)):
            return
        raise Refusal(
            Fault.NOT_ALLOWED, f"only {tournament.by.name} and administrators may do this"
        )

    async def _show(self, me: Player, request: ShowTournament) -> TournamentShown:
        tournament = await self._find(request.tournament)
        bus = self._node.bus
        watch = bus.subscribe if request.watch else bus.unsubscribe
        watch(tournament_key(tournament.id), me.name)
        return shown(tournament, request.id)

    async def _fixtures(self, request: ListFixtures) -> Fixtures:
        tournament = await self._find(request.tournament)
        limit = min(request.limit, MOST_FIXTURES)
        some = tournament.results[request.after : request.after + limit]
        listed = tuple(over(tournament, result) for result in some)
        return Fixtures(request.id, listed, len(tournament.results))

    async def _find(self, id: str) -> Tournament:
        """A tournament that goes on, or is kept."""
        tournament = self._director.all.get(id) or await load_tournament(self._archive, id)
        if tournament is None:
            raise Refusal(Fault.NO_SUCH_TOURNAMENT, f"no tournament is called {id}")
        return tournament
