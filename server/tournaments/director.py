"""All tournaments of the server: keeps what happens in them, and tells those whom it concerns."""

from functools import partial
from time import monotonic

from protocol.events import FixtureEnded
from protocol.names import fold
from protocol.parts import UNSCORED, Ending, Fault, Player
from protocol.tournaments import Order, Plan, Stage
from server.cluster.losses import TAKEN_OVER, UNKEPT
from server.ids import new_match_id
from server.keys import tournament_key
from server.lobby.matchmaker import Matchmaker
from server.lobby.open_requests import OpenRequests
from server.lobby.seated_match import SeatedMatch
from server.logs import log
from server.node import Node
from server.players.presence import PlayerConnection, Presence
from server.refusal import Refusal
from server.storage.journal import Refuse
from server.storage.writes import Collided, Rejected
from server.tournaments.attendance import Attendance
from server.tournaments.events import Announced, TournamentEvent
from server.tournaments.expiry import Expiry
from server.tournaments.news import announce, publish, remind
from server.tournaments.register import Register
from server.tournaments.rows import event_rows, opening_rows
from server.tournaments.scheduler import HeldUp, Scheduler
from server.tournaments.summaries import over, result_of
from server.tournaments.tournament import Tournament


class Director:
    def __init__(
        self,
        node: Node,
        presence: Presence,
        requests: OpenRequests,
        matchmaker: Matchmaker,
        held_up: HeldUp,
    ) -> None:
        settings = node.settings
        self.all = Register(
            requests.lobby.addresses, settings.open_tournaments, settings.tournaments_per_address
        )
        self._expiry = Expiry(settings.abandon_seconds, settings.tournament_days)
        self._node, self._bus = node, node.bus
        self._presence, self._registry, self._ladder = presence, presence.registry, presence.ladder
        self._door, self._matchmaker = requests.door, matchmaker
        self._attendance = Attendance()
        self._scheduler = Scheduler(
            node, requests, matchmaker, held_up, self._attendance, self._keep_drawn
        )

    # What is asked; who asks waits until it is committed

    def open(self, by: Player, plan: Plan) -> str:
        """Open a tournament; its id."""
        at = self._node.time_of_day()
        session = self._registry.session_of(by)
        announced = Announced(at, new_match_id(at), plan, by, session)
        tournament = self.add(Tournament(announced))
        kept = partial(self._note_commit, tournament, tournament.seq)
        self._node.journal.append(*opening_rows(tournament), then=kept)
        return tournament.id

    def check_open(self) -> None:
        """Raise Refusal if no tournament may be opened now."""
        self._door.check_open()

    def add(self, tournament: Tournament) -> Tournament:
        self.all.add(tournament)
        if not tournament.is_closed:
            self._await(tournament)
        return tournament

    def _await(self, tournament: Tournament) -> None:
        """Keep the names of those who are to come back, and their places for some time."""
        for player in (tournament.by, *(tournament.players[name] for name in tournament.active)):
            if not self._bus.is_here(player.name):
                self._registry.reserve(player)
                # After a restart it is as in a match: there is a time for coming back.
                self._attendance.leave(player.name, monotonic() + self._node.settings.restart_grace)

    def enter(self, tournament: Tournament, player: Player) -> None:
        session = self._registry.session_of(player)
        if player.name in tournament.active and tournament.has(player, session):
            return  # once more: the first answer was perhaps lost
        shown = self._ladder.shown(player, tournament.plan.terms)
        self._keep(tournament, tournament.enter(shown, self._node.time_of_day(), session))
        self.all.enter(player.name, tournament)

    def quit(self, tournament: Tournament, player: Player) -> None:
        self._check_has(tournament, player)
        self._keep(tournament, tournament.quit(player.name, self._node.time_of_day()))

    def steer(self, tournament: Tournament, order: Order, more: int) -> None:
        missing = [name for name in tournament.active if self._attendance.is_away(name)]
        if order is Order.START and missing:
            raise Refusal(Fault.TOO_EARLY, f"not here yet: {', '.join(missing)}")
        was_closed = tournament.is_closed
        event = tournament.steer(order, more, self._node.time_of_day())
        if was_closed:
            self.add(tournament)
        self._keep(tournament, event)
        if was_closed:
            for name in tournament.active:
                self._leave_out(tournament, name)
        if order is Order.PAUSE:
            self._attendance.dismiss(tournament)
        if order is Order.CANCEL:
            self._call_off(tournament, "the tournament was cancelled")

    def _leave_out(self, tournament: Tournament, name: str) -> None:
        """Seat nobody in a tournament that goes on again who has only the name of a player."""
        here = self._presence.online.get(fold(name))
        if here and not tournament.has(here.player, self._registry.session_of(here.player)):
            self._keep(tournament, tournament.quit(name, self._node.time_of_day()))

    def ready(self, tournament: Tournament, player: Player) -> None:
        self._check_has(tournament, player)
        self._attendance.ready(tournament, player.name)
        self._scheduler.advance(tournament)

    def _check_has(self, tournament: Tournament, player: Player) -> None:
        if not tournament.has(player, self._registry.session_of(player)):
            raise Refusal(Fault.NOT_SEATED, "you do not take part in this tournament")

    def holds(self, name: str) -> bool:
        return self.all.holds(name)

    # What happens around them

    def arrived(self, connection: PlayerConnection, new: bool) -> None:
        name = connection.name
        self.all.locate(name)
        for tournament in self.all.live_of(name):
            if name in tournament.active:
                self._leave_out(tournament, name)
        for tournament in self.all.attended_by(name):
            self._attendance.wait_anew(tournament, monotonic())
            for match in self._matches_of(tournament):
                match.resume()
            self._scheduler.advance(tournament)
        if self._attendance.arrive(name):
            self._advance_those_of(name)

    def left(self, player: Player) -> None:
        name = player.name
        for tournament in self.all.attended_by(name):
            self._suspend(tournament)
        if any(name in tournament.players for tournament in self.all.live_of(name)):
            self._attendance.leave(name, monotonic())
            self._advance_those_of(name)

    def opened(self, now: float) -> None:
        """Players can come from now on: those who are awaited have all the grace for it."""
        for tournament in self.all.values():
            self._attendance.wait_anew(tournament, now + self._node.settings.restart_grace)

    def resume(self, tournament: Tournament) -> None:
        """Go on with a tournament that the journal gave back."""
        if tournament.plan.attended:
            self._suspend(tournament)
        self._scheduler.advance(tournament)

    def _suspend(self, tournament: Tournament) -> None:
        self._scheduler.stop(tournament)
        for match in self._matches_of(tournament):
            match.suspend()

    def _matches_of(self, tournament: Tournament) -> list[SeatedMatch]:
        live = self._matchmaker.live
        return [live[id] for id in tournament.live.values() if id in live]

    def expire(self, at: float) -> None:
        """Cancel what never begins, or stands still for too long."""
        for tournament, reason in list(self._expiry.look(self.all.values(), self._bus.is_here, at)):
            log().info("cancelled a tournament", tournament=tournament.id, reason=reason)
            self.steer(tournament, Order.CANCEL, 0)

    def reopened(self) -> None:
        """The server is to go on after all."""
        for tournament in self.all.values():
            if tournament.stage is not Stage.FINISHED:
                self._scheduler.advance(tournament)

    def closed(self, match: SeatedMatch) -> None:
        """A match has ended, and its players have a seat free again."""
        place = match.fixture
        if place and (tournament := self.all.with_game(place)):
            self._score(tournament, place.number, match)
        self._advance_those_of(*match.names)

    def _score(self, tournament: Tournament, number: int, match: SeatedMatch) -> None:
        ended = match.ended
        assert ended is not None, "only what has ended is closed"
        if ended.ending in UNSCORED:
            tournament.call_off(number)
            return
        result = result_of(tournament.drawn[number], match)
        tournament.score(result, match.ply)
        publish(self._bus, tournament, FixtureEnded(over(tournament, result)))
        if tournament.settled:
            self._call_off(tournament, "the test has come to a decision")

    def _call_off(self, tournament: Tournament, reason: str) -> None:
        for match in self._matches_of(tournament):
            match.end(None, Ending.ABORTED, reason)

    def _advance_those_of(self, *names: str) -> None:
        for tournament in self.all.live_of(*names):
            if any(name in tournament.players for name in names):
                self._scheduler.advance(tournament)

    # Keeping and telling

    def _keep(
        self, tournament: Tournament, event: TournamentEvent, refuse: Refuse | None = None
    ) -> None:
        """Commit what has happened; then whoever takes part is told, and it goes on."""
        if tournament.is_closed:  # by this event
            self._close(tournament)
        then = partial(self._announce, tournament, tournament.seq)
        self._node.journal.append(*event_rows(tournament, event), then=then, refuse=refuse)

    def _keep_drawn(self, tournament: Tournament, event: TournamentEvent) -> None:
        """Commit what nobody asked for: if it is not taken, no new try of ours would help."""
        self._keep(tournament, event, partial(self._halt, tournament.id))

    def _note_commit(self, tournament: Tournament, seq: int) -> None:
        tournament.committed = seq

    def _announce(self, tournament: Tournament, seq: int) -> None:
        self._note_commit(tournament, seq)
        announce(self._bus, tournament)
        self._scheduler.advance(tournament)

    # What the journal did not take

    def lose(self, id: str, error: Rejected) -> None:
        """Go back to what is kept of a tournament, or give it up where that is not ours."""
        if (tournament := self.all.get(id)) is None:
            return
        if isinstance(error, Collided):
            self._give_up(id, TAKEN_OVER)
        elif tournament.committed == 0:
            self._forget(tournament)
        else:
            self._go_back(tournament)

    def given_up(self, match: SeatedMatch) -> None:
        """A match cannot go on here: its game is to be played again, when somebody says so."""
        place = match.fixture
        if place and (tournament := self.all.with_game(place)):
            tournament.call_off(place.number)
            self._pause(tournament)

    def _go_back(self, tournament: Tournament) -> None:
        before = self.add(tournament.undone())
        self._scheduler.stop(tournament)
        if before.is_closed:
            self._close(before)
        for match in self._matches_of(tournament):
            if match.fixture and match.fixture.number not in before.drawn:
                match.end(None, Ending.ABORTED, "its pairing was not kept")
        self._scheduler.wake(before, monotonic())

    def _halt(self, id: str, error: Rejected) -> None:
        if tournament := self.all.get(id):
            self._pause(tournament)

    def _pause(self, tournament: Tournament) -> None:
        """Wait for the organiser; where not even that is taken, it cannot go on here."""
        if tournament.stage is Stage.RUNNING:
            event = tournament.steer(Order.PAUSE, 0, self._node.time_of_day())
            self._keep(tournament, event, lambda _: self._give_up(tournament.id, UNKEPT))
            self._attendance.dismiss(tournament)

    def _give_up(self, id: str, reason: str) -> None:
        """Let go of a tournament; its games that go on are called off."""
        if (tournament := self.all.get(id)) is None:
            return
        followers = self._bus.followers(tournament_key(id))
        self._call_off(tournament, "the tournament cannot go on here")
        self._forget(tournament)
        names = (tournament.by.name, *tournament.players, *followers)
        self._presence.send_away(names, f"the tournament {id} cannot go on: {reason}")

    def _forget(self, tournament: Tournament) -> None:
        self.all.remove(tournament)
        self._close(tournament)

    def remind(self, name: str, id: str) -> None:
        """Tell one who could not follow a tournament how far it is by now."""
        if tournament := self.all.get(id):
            remind(self._bus, name, tournament)

    def _close(self, tournament: Tournament) -> None:
        self.all.close(tournament)
        self._scheduler.stop(tournament)
        self._attendance.dismiss(tournament)
        for player in (tournament.by, *tournament.players.values()):
            self._presence.release(player)
