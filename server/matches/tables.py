"""All tables of the server: what starts, ends and clears them."""

import asyncio
import secrets
from time import monotonic
from typing import Protocol

from games import game_named
from protocol.events import Ended, RematchOffered, Started
from protocol.parts import Fixture, Player
from server.cluster.losses import TAKEN_OVER, UNKEPT
from server.connections.admission import Admission
from server.connections.frame import OutgoingFrame
from server.ids import new_match_id
from server.lobby.lobby import Pairing
from server.lobby.open_requests import OpenRequests
from server.matches.decisions import side_of
from server.matches.match import Match
from server.matches.rematch import LingeringTables, ask_rematch, swapped_pairing
from server.matches.rows import match_over, new_match
from server.matches.state import Patience
from server.matches.table import Table
from server.node import Node
from server.players.names import is_same
from server.players.presence import PlayerConnection, Presence
from server.storage.writes import Collided, Rejected, Write

LINGER = 300.0  # seconds that a table stands after its match at the most, for a rematch and talk
NEXT_TRY = 10.0  # seconds until who was turned away is back at the latest
MOST_GRACES = 4  # as long as the grace after a restart, that players are waited for at the most


class TableListener(Protocol):
    """Who must know what becomes of tables."""

    def opened(self, now: float) -> None:
        """Players can come from now on."""

    def closed(self, table: Table) -> None:
        """The end of its match has been told."""

    def given_up(self, table: Table) -> None:
        """Its match cannot go on here."""


class Tables:
    def __init__(
        self, node: Node, presence: Presence, requests: OpenRequests, admission: Admission
    ) -> None:
        self.all: dict[str, Table] = {}  # by match
        self.public: dict[str, Table] = {}  # of these, whose matches go on and are for all eyes
        self.listeners: list[TableListener] = []
        self.opened_at = monotonic()
        settings = node.settings
        self.patience = Patience(
            settings.restart_grace,
            settings.abandon_seconds,
            settings.lag_credit,
            settings.illegal_moves,
        )
        self._lingering = LingeringTables()
        self._node, self._presence, self._requests = node, presence, requests
        self._lobby, self._ladder = requests.lobby, presence.ladder
        self._admission = admission
        node.metrics.matches.set_function(lambda: self.live)

    @property
    def live(self) -> int:
        """How many matches are being played; tables stand for a while after the end."""
        return len(self.all) - len(self._lingering)

    def matches_of(self, name: str) -> list[str]:
        """The matches in which a player sits."""
        return self._lobby.matches_of(name)

    # Starting

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
        at = self._node.time_of_day()
        started = Started(
            self._new_id(at),
            0,
            terms,
            game_named(terms.game).shape,
            pairing.players,
            at,
            turn=len(terms.opening) % 2,
            first_move=self._node.settings.first_move_seconds if timed else None,
            idle=None if timed or fixture else self._lobby.idle(pairing.players),
            previous=previous,
            fixture=fixture,
            open_analysis=open_analysis or self._lobby.opens_analysis(pairing.players),
        )
        match = Match(started, monotonic(), self._node.epoch, self.patience)
        table = self.add(match)
        table.begin(new_match(match))
        self._node.metrics.matches_started.inc()
        self._requests.withdraw_impossible(*(player.name for player in pairing.players))
        return table

    def _new_id(self, at: float) -> str:
        id = new_match_id(at)
        while id in self.all:  # many matches may start in the same second
            id = new_match_id(at)
        return id

    def add(self, match: Match) -> Table:
        table = Table(match, self._node, self)
        self.all[match.id] = table
        if not match.started.terms.private:
            self.public[match.id] = table
        self._node.bus.own(match.id, table)
        self._lobby.sit(match.id, match.players, fixture=match.fixture is not None)
        return table

    def rematch(self, table: Table, player: str) -> None:
        """Offer another match, or start it if the other has offered it already."""
        bus = self._node.bus
        if not ask_rematch(table, player, self._requests):
            other = table.match.players[1 - side_of(table.match, player)]
            bus.tell(other.name, OutgoingFrame(RematchOffered(table.match.id, player)))
            return
        successor = self.start(swapped_pairing(table, self._ladder), previous=table.match.id)
        table.successor = successor.match.id
        bus.move_audience(table.audience.topic, successor.audience.topic)
        for seated in successor.match.players:
            successor.audience.unwatch(seated.name)

    # Ending

    def last_writes(self, table: Table, ended: Ended) -> list[Write]:
        return match_over(table.match, ended, self._ladder)

    def closed(self, table: Table) -> None:
        match = table.match
        assert match.result is not None, "only what has ended is closed"
        self._node.metrics.matches_ended[match.result.ending].inc()
        self._ladder.keep(match.id)
        self.public.pop(match.id, None)
        self._lobby.stand(match.id, match.players)
        for player in match.players:
            self._presence.release(player)
        self._linger(match)
        for listener in self.listeners:
            listener.closed(table)
        self._start_sought(*(player.name for player in match.players))

    def _linger(self, match: Match) -> None:
        """Let a table stand after its match, and others go where there is no room for all."""
        one, two = (player.name for player in match.players)
        gone = self._lingering.add(match.id, (one, two), len(match.events), sum(match.thought))
        for id in gone:
            self._clear_away(id)
        asyncio.get_running_loop().call_later(LINGER, self._clear_away, match.id)

    def _clear_away(self, id: str) -> None:
        if id in self.all:
            self.remove(self.all[id])

    def _start_sought(self, one: str, two: str) -> None:
        """Start what two have sought all the time, and could not while they played each other."""
        while self._requests.door.closing_reason is None:
            met = self._lobby.meet(one, two, secrets.randbits(1))
            if met is None:
                return
            pairing, keys = met
            for key in keys:
                self._requests.seek_closed(key)
            self.start(pairing)

    def remove(self, table: Table) -> None:
        """Nobody is told or asked anything at this table any more."""
        table.stop()
        id = table.match.id
        self._node.bus.disown(id)
        self._node.bus.disband(table.audience.topic)
        self.all.pop(id, None)
        self.public.pop(id, None)
        self._lingering.drop(id)

    def lose(self, id: str, error: Rejected) -> None:
        table = self.all.get(id)
        if table is None:
            return
        self._ladder.go_back(id)
        if isinstance(error, Collided):
            self.give_up(table, TAKEN_OVER)
        elif table.audience.told < 0:
            self.give_up(table, UNKEPT)
        else:
            table.go_back()

    def give_up(self, table: Table, reason: str) -> None:
        """A match cannot go on here; who plays or watches it comes back to what is kept of it."""
        match = table.match
        followers = self._node.bus.followers(table.audience.topic)
        self._lobby.stand(match.id, match.players)
        self.remove(table)
        for player in match.players:
            self._presence.release(player)
        for listener in self.listeners:
            listener.given_up(table)
        names = (*(player.name for player in match.players), *followers)
        self._presence.send_away(names, f"the match {match.id} cannot go on: {reason}")

    # Waiting for players

    def open(self) -> None:
        """From now on players can come: those who are awaited have all the grace for it."""
        self.opened_at = monotonic()
        for table in self.all.values():
            table.wait(self.opened_at + self.patience.grace)
        for listener in self.listeners:
            listener.opened(self.opened_at)

    @property
    def held_up_until(self) -> float:
        # Only so long, or whoever is turned away all the time could keep every match waiting.
        longest = self.opened_at + MOST_GRACES * self.patience.grace
        return min(self._admission.turned_away_at + NEXT_TRY, longest)

    def arrived(self, connection: PlayerConnection, seen: dict[str, int], new: bool) -> None:
        """Welcome a player with the matches they sit in, and tell what they missed of them."""
        me = connection.player
        if new:
            self._forget(me)
        mine = [self.all[id] for id in self._lobby.matches_of(me.name)]
        told = tuple(table.live(me.name) for table in mine if table.audience.told >= 0)
        connection.welcome(told, self._lobby.caps.of(me))
        for table in mine:
            table.arrive(me.name, seen.get(table.match.id), self._node.settings.replay_events)

    def _forget(self, me: Player) -> None:
        """Clear the tables of an earlier guest of this name: they are not the new one's."""
        for id in self._lingering.of(me.name):
            if me.guest or not any(is_same(each, me) for each in self.all[id].match.players):
                self.remove(self.all[id])

    def heard(self, name: str) -> None:
        """A player has read that they are welcome."""
        for id in self._lobby.matches_of(name):
            self.all[id].heard(name)

    def left(self, player: Player) -> None:
        for id in self._lobby.matches_of(player.name):
            self.all[id].leave(player.name)

    def holds(self, name: str) -> bool:
        return bool(self._lobby.matches_of(name))
