"""The house: who is here, which tables stand, and what starts and ends them."""

import asyncio
import secrets
from functools import partial
from time import monotonic, time
from typing import TYPE_CHECKING

from games import game_named
from protocol.closes import Close
from protocol.events import Ended, News, SeekClosed, Started, Unanswered
from protocol.names import fold
from protocol.parts import Fault, Fixture, Player
from server.audit import Audit
from server.cluster.bus import Bus, LocalBus
from server.connections.admission import Admission
from server.connections.frame import OutgoingFrame
from server.ids import new_match_id
from server.lobby.door import Door
from server.lobby.lobby import Lobby, Pairing
from server.lobby.rematch import rematch
from server.lobby.seats import Caps
from server.matches.aftermath import Aftermath
from server.matches.losses import give_up, lose
from server.matches.match import Match
from server.matches.rows import closing, decode_event, opening
from server.matches.state import Patience
from server.matches.table import Table
from server.matches.visibility import as_seen_by
from server.metrics import Metrics
from server.players.bans import Bans
from server.players.identity import Registry
from server.players.ladder import Ladder
from server.players.names import is_same
from server.refusal import Refusal
from server.settings import Settings
from server.storage.accounts import Accounts
from server.storage.archive import Archive
from server.storage.commit import commit
from server.storage.database import Database
from server.storage.journal import Journal
from server.storage.writes import Write
from server.tournaments.director import Director

if TYPE_CHECKING:
    from server.connections.session import Session

LINGER = 300.0  # seconds that a table stands after its match at the most, for a rematch and talk
MOST_TOLD = 20  # matches of the past that a player hears of on coming back
NEXT_TRY = 10.0  # seconds until who was turned away is back at the latest
MOST_GRACES = 4  # as long as the grace after a restart, that players are waited for at the most
SEEKS = "seeks"  # the topic of those who watch the seeks


class House:
    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.bus: Bus = LocalBus(settings.watches)
        self.metrics = Metrics()
        self.lobby = Lobby(
            Caps(
                settings.guest_capacity,
                settings.guest_bot_capacity,
                settings.people_capacity,
                settings.bot_capacity,
                settings.seats_per_address,
            ),
            settings.idle_seconds,
        )
        self.database = database
        self.archive = Archive(database)
        self.accounts = Accounts(database)
        self.failed: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
        self.journal = Journal(database, self.fail, partial(lose, self), self.metrics)
        self.bans = Bans()
        self.registry = Registry(self.accounts, self.bans)
        self.audit = Audit()
        self.admission = Admission(
            settings.connections,
            settings.connections_per_address,
            settings.opens_per_address,
            settings.requests_per_address,
        )
        self.online: dict[str, Player] = {}  # by folded name
        self.sessions: set[Session] = set()
        self.tables: dict[str, Table] = {}
        self.public: dict[str, Table] = {}  # of these, whose matches go on and are for all eyes
        self._aftermath = Aftermath()  # and of those whose matches are over
        self.door = Door(self.tell_everyone)
        self.watch_delay = settings.watch_delay
        self.patience = Patience(
            settings.restart_grace,
            settings.abandon_seconds,
            settings.lag_credit,
            settings.illegal_moves,
        )
        self.ladder = Ladder(self.archive)
        self.director = Director(self)
        self._loop = asyncio.get_running_loop()
        self.opened_at = monotonic()
        self.epoch = time() - monotonic()  # added to the monotonic clock, the time of day
        self.metrics.matches.set_function(lambda: self.live)

    # People

    def enter(self, session: "Session", seen: dict[str, int]) -> None:
        """A player is here, from this connection on: what they missed is told."""
        me = session.player
        self.online[fold(me.name)] = me
        self.sessions.add(session)
        self.bus.attach(session)
        self.lobby.arrive(me, session.address)
        mine = [self.tables[id] for id in self.lobby.matches_of(me.name)]
        session.welcome(tuple(table.live(me.name) for table in mine if table.audience.told >= 0))
        for table in mine:
            table.arrive(me.name, seen.get(table.match.id), self.settings.replay_events)
        self.director.arrived(me.name)

    def heard(self, session: "Session") -> None:
        """A player has read that they are welcome; what that took is on nobody's clock."""
        if session in self.sessions:
            for id in self.lobby.matches_of(session.name):
                self.tables[id].heard(session.name)

    async def tell_past(self, me: Player, seen: dict[str, int]) -> None:
        """Tell a player how matches went on that ended while they were gone."""
        live = self.lobby.matches_of(me.name)
        for id, seq in list(seen.items())[:MOST_TOLD]:
            if id in live:
                continue
            past = await self.past(id)
            if past and self._was_in(past, me):
                for event in past.events[seq + 1 :]:
                    told = as_seen_by(me.name, event, past, over=past.result is not None)
                    self.bus.tell(me.name, OutgoingFrame(told))

    def _was_in(self, past: Match, me: Player) -> bool:
        """Whether a player sat in a match; a guest's name was perhaps another's at that time."""
        known = not me.guest or past.id in self.tables or not past.started.terms.private
        return known and any(is_same(player, me) for player in past.players)

    async def past(self, match: str) -> Match | None:
        """A match as the archive has it; None if there is no such match."""
        events = [decode_event(data) for data in await self.archive.events(match)]
        return Match.restored(events, 0.0, 0.0, self.patience) if events else None

    def forget(self, me: Player) -> None:
        """Clear the tables of an earlier guest of this name: they are not the new one's."""
        for id in self._aftermath.of(me.name):
            if me.guest or not any(is_same(each, me) for each in self.tables[id].match.players):
                self.take_down(self.tables[id])

    def leave(self, session: "Session") -> None:
        """A connection is gone; if it was the player's newest, so is the player."""
        self.sessions.discard(session)
        if not self.bus.detach(session):
            return
        me = session.player
        del self.online[fold(me.name)]
        for key in self.lobby.opened_by(me.name):
            self.withdraw(key, f"{me.name} has left")
        for key in self.lobby.challenges_to(me.name):
            self.withdraw(key, f"{me.name} has left")
        self.lobby.leave(me.name)
        for id in self.lobby.matches_of(me.name):
            self.tables[id].leave(me.name)
        self.director.left(me.name)
        self.release(me)

    def find(self, name: str) -> Player:
        """The player of this name who is here."""
        player = self.online.get(fold(name))
        if player is None:
            raise Refusal(Fault.NO_SUCH_PLAYER, f"{name} is not online")
        return player

    def kick(self, player: Player, reason: str, seconds: float = 0.0) -> None:
        """Close a player's connection, and keep them away for so long."""
        if seconds:
            address = self.lobby.addresses.get(player.name, "")
            self.bans.add(player, address, monotonic(), seconds)
        for session in tuple(self.sessions):
            if session.name == player.name:
                session.close(Close.KICKED, reason or "kicked by an administrator")

    def tell_everyone(self, news: News) -> None:
        frame = OutgoingFrame(news)
        for session in tuple(self.sessions):
            session.deliver(frame)

    def release(self, player: Player) -> None:
        """Give a guest's name back once they are gone, and neither sit nor take part anywhere."""
        if fold(player.name) not in self.online and not self.keeps(player.name):
            self.registry.release(player)

    def keeps(self, name: str) -> bool:
        """Whether a seat or a place in a tournament waits for a player, here or not."""
        return bool(self.lobby.matches_of(name)) or self.director.holds(name)

    # Matches

    @property
    def live(self) -> int:
        """How many matches are being played; tables stand for a while after the end."""
        return len(self.tables) - len(self._aftermath)

    def start(
        self,
        pairing: Pairing,
        previous: str | None = None,
        fixture: Fixture | None = None,
        open_analysis: bool = False,
    ) -> Table:
        """Seat two players; the check for free seats was made in the same breath."""
        terms = pairing.terms
        clock = terms.clock
        timed = clock.seconds is not None or clock.per_move is not None
        at = self.time_of_day()
        id = new_match_id(at)
        while id in self.tables:  # many matches may start in the same second
            id = new_match_id(at)
        started = Started(
            id,
            0,
            terms,
            game_named(terms.game).shape,
            pairing.players,
            at,
            turn=len(terms.opening) % 2,
            first_move=self.settings.first_move_seconds if timed else None,
            idle=None if timed or fixture else self.lobby.idle(pairing.players),
            previous=previous,
            fixture=fixture,
            open_analysis=open_analysis or self.lobby.opens_analysis(pairing.players),
        )
        match = Match(started, monotonic(), self.epoch, self.patience)
        table = self.put_up(match)
        table.begin(opening(match))
        self.metrics.matches_started.inc()
        self.clear(*(player.name for player in pairing.players))
        return table

    def put_up(self, match: Match) -> Table:
        table = Table(match, self)
        self.tables[match.id] = table
        if not match.started.terms.private:
            self.public[match.id] = table
        self.bus.own(match.id, table)
        self.lobby.sit(match.id, match.players, fixture=match.fixture is not None)
        return table

    def clear(self, *names: str) -> None:
        """Close what players whose seats or policies have changed can no longer take up."""
        for key, reason in list(self.lobby.impossible(names)):
            self.withdraw(key, reason)

    def withdraw(self, key: str, reason: str) -> None:
        """Close a seek, challenge or invite, and tell those whom it concerns."""
        if challenge := self.lobby.challenges.get(key):
            for name in (challenge.by.name, challenge.to.name):
                self.bus.tell(name, OutgoingFrame(Unanswered(key, reason)))
        if key in self.lobby.seeks:
            self.withdrawn(key)
        self.lobby.withdraw(key)

    def withdrawn(self, seek: str) -> None:
        self.bus.publish(SEEKS, OutgoingFrame(SeekClosed(seek)))

    # What tables need

    def closing(self, table: Table, ended: Ended) -> list[Write]:
        return closing(table.match, ended, self.ladder)

    def closed(self, table: Table) -> None:
        result = table.match.result
        assert result is not None, "only what has ended is closed"
        self.metrics.matches_ended[result.ending].inc()
        self.ladder.keep(table.match.id)
        self.public.pop(table.match.id, None)
        self.lobby.stand(table.match.id, table.match.players)
        for player in table.match.players:
            self.release(player)
        self._linger(table.match)
        self.director.closed(table)
        self._take_up_seeks(*(player.name for player in table.match.players))

    def _linger(self, match: Match) -> None:
        """Let a table stand after its match, and others go where there is no room for all."""
        one, two = (player.name for player in match.players)
        gone = self._aftermath.add(match.id, (one, two), len(match.events), sum(match.thought))
        for id in gone:
            self._clear_away(id)
        self._loop.call_later(LINGER, self._clear_away, match.id)

    def _clear_away(self, id: str) -> None:
        if id in self.tables:
            self.take_down(self.tables[id])

    def _take_up_seeks(self, one: str, two: str) -> None:
        """Start what two have sought all the time, and could not while they played each other."""
        while self.door.closing_reason is None:
            met = self.lobby.meet(one, two, secrets.randbits(1))
            if met is None:
                return
            pairing, keys = met
            for key in keys:
                self.withdrawn(key)
            self.start(pairing)

    def take_down(self, table: Table) -> None:
        """Nobody is told or asked anything at this table any more."""
        table.stop()
        self.bus.disown(table.match.id)
        self.bus.disband(table.audience.topic)
        self.tables.pop(table.match.id, None)
        self.public.pop(table.match.id, None)
        self._aftermath.drop(table.match.id)

    @property
    def held_up_until(self) -> float:
        # Only so long, or whoever is turned away all the time could keep every match waiting.
        longest = self.opened_at + MOST_GRACES * self.patience.grace
        return min(self.admission.turned_away_at + NEXT_TRY, longest)

    def give_up(self, table: Table, reason: str) -> None:
        give_up(self, table, reason)

    def rematch(self, table: Table, player: str) -> None:
        rematch(self, table, player)

    # The house itself

    def open(self) -> None:
        """From now on players can come: those who are awaited have all the grace for it."""
        self.opened_at = monotonic()
        for table in self.tables.values():
            table.wait(self.opened_at + self.patience.grace)
        self.director.opened(self.opened_at)

    def time_of_day(self) -> float:
        return monotonic() + self.epoch

    async def committed(self, *writes: Write, key: str | None = None) -> None:
        """Wait until these, and all before them of the same key, are on disk. Raises Refusal."""
        await commit(self.journal, *writes, key=key)

    @property
    def trouble(self) -> str | None:
        """Why nothing can be kept just now, if that is so."""
        return str(self.failed.result()) if self.failed.done() else self.journal.trouble

    def fail(self, error: BaseException) -> None:
        """Nothing can be kept any more: the server is to stop."""
        if not self.failed.done():
            self.failed.set_result(error)
