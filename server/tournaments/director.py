"""All tournaments of the house: keeps what happens in them, and tells those whom it concerns."""

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from protocol.events import FixtureEnded, News, TournamentChanged
from protocol.parts import Ending, Fault, Player
from protocol.tournaments import Order, Plan, Stage
from server.connections.frame import Parcel
from server.ids import new_match_id
from server.logs import log
from server.matches.losses import TAKEN_OVER, UNKEPT, send_away
from server.players.names import fold
from server.refusal import Refusal
from server.storage.journal import Refuse
from server.storage.writes import (
    Collided,
    NewTournament,
    NewTournamentEvent,
    Rejected,
    TournamentOver,
    Write,
)
from server.tournaments.attendance import Roll
from server.tournaments.events import Announced, Finished, Kept, Steered, encode_kept
from server.tournaments.expiry import Expiry
from server.tournaments.programme import Programme
from server.tournaments.scheduler import Calling
from server.tournaments.summaries import over, result_of, summary
from server.tournaments.tournament import Contest

if TYPE_CHECKING:
    from server.house import House
    from server.matches.table import Table

TOURNAMENT = "tournament"  # what a topic is about
UNSCORED = (Ending.ABORTED, Ending.FAULT)


class Contests:
    def __init__(self, house: "House") -> None:
        settings = house.settings
        self.programme = Programme(
            house.lobby.addresses, settings.open_tournaments, settings.tournaments_per_address
        )
        self.all, self.those_of = self.programme.all, self.programme.of
        self._house = house
        self._expiry = Expiry(settings.abandon_seconds, settings.tournament_days)
        self._roll = Roll()
        self._calling = Calling(house, self._roll, self.publish, self._keep_drawn)

    # What is asked; who asks waits until it is committed

    def open(self, by: Player, plan: Plan) -> str:
        """Open a tournament; its id."""
        at = self._house.time_of_day()
        session = self._house.registry.session_of(by)
        announced = Announced(at, new_match_id(at), plan, by, session)
        contest = self.put_up(Contest(announced))
        opened = NewTournament(contest.id, plan.title, by.name, at)
        written = self._written(contest, announced)
        kept = partial(self._kept, contest, contest.seq)
        self._house.journal.append(opened, written, then=kept)
        return contest.id

    def put_up(self, contest: Contest) -> Contest:
        self.programme.put(contest)
        if not contest.is_closed:
            self._await(contest)
        return contest

    def _await(self, contest: Contest) -> None:
        """Keep the names of those who are to come back, and their places for some time."""
        for player in (contest.by, *(contest.players[name] for name in contest.active)):
            if not self._house.bus.is_here(player.name):
                self._house.registry.reserve(player)
                # After a restart it is as in a match: there is a time for coming back.
                self._roll.leave(player.name, monotonic() + self._house.patience.grace)

    def enter(self, contest: Contest, player: Player) -> None:
        session = self._house.registry.session_of(player)
        if player.name in contest.active and contest.has(player, session):
            return  # once more: the first answer was perhaps lost
        shown = self._house.ladder.shown(player, contest.plan.terms)
        self._keep(contest, contest.enter(shown, self._house.time_of_day(), session))
        self.programme.note(contest, player.name)

    def quit(self, contest: Contest, player: Player) -> None:
        self._check_has(contest, player)
        self._keep(contest, contest.quit(player.name, self._house.time_of_day()))

    def steer(self, contest: Contest, order: Order, more: int) -> None:
        missing = [name for name in contest.active if self._roll.is_away(name)]
        if order is Order.START and missing:
            raise Refusal(Fault.TOO_EARLY, f"not here yet: {', '.join(missing)}")
        was_closed = contest.is_closed
        event = contest.steer(order, more, self._house.time_of_day())
        if was_closed:
            self.put_up(contest)
        self._keep(contest, event)
        if was_closed:
            for name in contest.active:
                self._leave_out(contest, name)
        if order is Order.PAUSE:
            self._roll.dismiss(contest)
        if order is Order.CANCEL:
            self._call_off(contest, "the tournament was cancelled")

    def _leave_out(self, contest: Contest, name: str) -> None:
        """Seat nobody in a tournament that goes on again who has only the name of a player."""
        player = self._house.online.get(fold(name))
        if player and not contest.has(player, self._house.registry.session_of(player)):
            self._keep(contest, contest.quit(name, self._house.time_of_day()))

    def ready(self, contest: Contest, player: Player) -> None:
        self._check_has(contest, player)
        self._roll.ready(contest, player.name)
        self._calling.advance(contest)

    def _check_has(self, contest: Contest, player: Player) -> None:
        if not contest.has(player, self._house.registry.session_of(player)):
            raise Refusal(Fault.NOT_SEATED, "you do not take part in this tournament")

    def holds(self, name: str) -> bool:
        """Whether a name is kept for who takes part in a tournament, or has opened it."""
        live = self._live(name)
        return any(name == contest.by.name or name in contest.active for contest in live)

    # What happens around them

    def arrived(self, name: str) -> None:
        self.programme.locate(name)
        for contest in self._live(name):
            if name in contest.active:
                self._leave_out(contest, name)
        for contest in self._attended_by(name):
            self._roll.wait_anew(contest, monotonic())
            for table in self._tables(contest):
                table.resume()
            self._calling.advance(contest)
        if self._roll.arrive(name):
            self._advance_those_of(name)

    def left(self, name: str) -> None:
        for contest in self._attended_by(name):
            self._suspend(contest)
        if any(name in contest.players for contest in self._live(name)):
            self._roll.leave(name, monotonic())
            self._advance_those_of(name)

    def opened(self, now: float) -> None:
        """Players can come from now on: those who are awaited have all the grace for it."""
        for contest in self.all.values():
            self._roll.wait_anew(contest, now + self._house.patience.grace)

    def resume(self, contest: Contest) -> None:
        """Go on with a tournament that the journal gave back."""
        if contest.plan.attended:
            self._suspend(contest)
        self._calling.advance(contest)

    def _suspend(self, contest: Contest) -> None:
        self._calling.stop(contest)
        for table in self._tables(contest):
            table.suspend()

    def _tables(self, contest: Contest) -> list["Table"]:
        tables = self._house.tables
        return [tables[match] for match in contest.live.values() if match in tables]

    def _attended_by(self, name: str) -> list[Contest]:
        return [each for each in self._live(name) if each.plan.attended and each.by.name == name]

    def expire(self, at: float) -> None:
        """Cancel what never begins, or stands still for too long."""
        due = self._expiry.look(self.all.values(), self._house.bus.is_here, at)
        for contest, reason in list(due):
            log().info("cancelled a tournament", tournament=contest.id, reason=reason)
            self.steer(contest, Order.CANCEL, 0)

    def reopened(self) -> None:
        """The house is to go on after all."""
        for contest in self.all.values():
            if contest.stage is not Stage.FINISHED:
                self._calling.advance(contest)

    def closed(self, table: "Table") -> None:
        """A match has ended, and its players have a seat free again."""
        place = table.match.fixture
        contest = self.all.get(place.tournament) if place else None
        if place and contest and place.number in contest.drawn:
            self._score(contest, place.number, table)
        self._advance_those_of(*(player.name for player in table.match.players))

    def _score(self, contest: Contest, number: int, table: "Table") -> None:
        ended = table.match.result
        assert ended is not None, "only what has ended is closed"
        if ended.ending in UNSCORED:
            contest.call_off(number)
            return
        result = result_of(contest.drawn[number], table.match)
        contest.score(result, table.match.ply)
        self.publish(contest, FixtureEnded(over(contest, result)))
        if contest.settled:
            self._call_off(contest, "the test has come to a decision")

    def _call_off(self, contest: Contest, reason: str) -> None:
        for table in self._tables(contest):
            table.end(None, Ending.ABORTED, reason)

    def _advance_those_of(self, *names: str) -> None:
        for contest in self._live(*names):
            if any(name in contest.players for name in names):
                self._calling.advance(contest)

    def _live(self, *names: str) -> list[Contest]:
        return [each for each in self.those_of(*names) if not each.is_closed]

    # Keeping and telling

    def _keep(self, contest: Contest, event: Kept, refuse: Refuse | None = None) -> None:
        """Commit what has happened; then whoever takes part is told, and it goes on."""
        writes: list[Write] = [self._written(contest, event)]
        if isinstance(event, Steered) and event.order is Order.EXTEND:
            writes.append(TournamentOver(contest.id, None))
        cancels = isinstance(event, Steered) and event.order is Order.CANCEL
        if cancels or isinstance(event, Finished):
            writes.append(TournamentOver(contest.id, event.at))
            self._close(contest)
        then = partial(self._announce, contest, contest.seq)
        self._house.journal.append(*writes, then=then, refuse=refuse)

    def _keep_drawn(self, contest: Contest, event: Kept) -> None:
        """Commit what nobody asked for: if it is not taken, no new try of ours would help."""
        self._keep(contest, event, partial(self._halt, contest.id))

    def _kept(self, contest: Contest, seq: int) -> None:
        contest.kept = seq

    def _written(self, contest: Contest, event: Kept) -> NewTournamentEvent:
        return NewTournamentEvent(contest.id, contest.seq - 1, event.at, encode_kept(event))

    def _announce(self, contest: Contest, seq: int) -> None:
        self._kept(contest, seq)
        news = TournamentChanged(summary(contest))
        self.publish(contest, news)
        for name in contest.players:
            self._house.bus.tell(name, Parcel(news))
        self._calling.advance(contest)

    # What the journal did not take

    def lose(self, id: str, error: Rejected) -> None:
        """Go back to what is kept of a tournament, or give it up where that is not ours."""
        contest = self.all.get(id)
        if contest is None:
            return
        if isinstance(error, Collided):
            self._give_up(id, TAKEN_OVER)
        elif contest.kept == 0:
            self._forget(contest)
        else:
            self._go_back(contest)

    def given_up(self, table: "Table") -> None:
        """A match cannot go on here: its game is to be played again, when somebody says so."""
        place = table.match.fixture
        contest = self.all.get(place.tournament) if place else None
        if place and contest and place.number in contest.drawn:
            contest.call_off(place.number)
            self._pause(contest)

    def _go_back(self, contest: Contest) -> None:
        before = self.put_up(contest.undone())
        self._calling.stop(contest)
        if before.is_closed:
            self._close(before)
        for number, match in contest.live.items():
            if number not in before.drawn and match in self._house.tables:
                self._house.tables[match].end(None, Ending.ABORTED, "its pairing was not kept")
        self._calling.wake(before, monotonic())

    def _halt(self, id: str, error: Rejected) -> None:
        contest = self.all.get(id)
        if contest is not None:
            self._pause(contest)

    def _pause(self, contest: Contest) -> None:
        """Wait for the organiser; where not even that is taken, it cannot go on here."""
        if contest.stage is Stage.RUNNING:
            event = contest.steer(Order.PAUSE, 0, self._house.time_of_day())
            self._keep(contest, event, lambda _: self._give_up(contest.id, UNKEPT))
            self._roll.dismiss(contest)

    def _give_up(self, id: str, reason: str) -> None:
        """Let go of a tournament; its games that go on are called off."""
        contest = self.all.get(id)
        if contest is None:
            return
        followers = self._house.bus.followers(topic(id))
        self._call_off(contest, "the tournament cannot go on here")
        self._forget(contest)
        names = (contest.by.name, *contest.players, *followers)
        send_away(self._house, names, f"the tournament {id} cannot go on: {reason}")

    def _forget(self, contest: Contest) -> None:
        self.programme.drop(contest)
        self._close(contest)

    def remind(self, name: str, tournament: str) -> None:
        """Tell one who could not follow a tournament how far it is by now."""
        if contest := self.all.get(tournament):
            self._house.bus.tell(name, Parcel(TournamentChanged(summary(contest))))

    def _close(self, contest: Contest) -> None:
        self.programme.close(contest)
        self._calling.stop(contest)
        self._roll.dismiss(contest)
        for player in (contest.by, *contest.players.values()):
            self._house.release(player)

    def publish(self, contest: Contest, news: News) -> None:
        self._house.bus.publish(topic(contest.id), Parcel(news))


def topic(tournament: str) -> str:
    """Of those who watch a tournament."""
    return f"{TOURNAMENT}:{tournament}"
