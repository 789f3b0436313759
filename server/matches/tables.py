"""The tables of this node: what starts, ends and clears them."""

import asyncio
from time import monotonic
from typing import Protocol

from protocol.events import Ended, Started
from protocol.parts import Ending, LiveMatch, Player, Side
from server.cluster.losses import TAKEN_OVER, UNKEPT
from server.connections.admission import Admission
from server.lobby.lingering import LINGER, LingeringMatches
from server.lobby.seated_match import ClosedMatch
from server.matches.match import Match
from server.matches.rows import match_over, new_match, rated_game
from server.matches.state import Patience
from server.matches.table import Table
from server.node import Node
from server.players.ladder import Ladder
from server.players.names import is_same
from server.players.presence import PlayerConnection
from server.storage.writes import Collided, Rejected, Write

NEXT_TRY = 10.0  # seconds until who was turned away is back at the latest
MOST_GRACES = 4  # as long as the grace after a restart, that players are waited for at the most


class Seating(Protocol):
    """Who keeps the seats of matches, wherever these are hosted."""

    def closed(self, closed: ClosedMatch) -> None:
        """The end of a match has been told."""

    def given_up(self, id: str, followers: tuple[str, ...], reason: str) -> None:
        """A match cannot go on here; those who follow it, too, are to come back."""


class Tables:
    def __init__(self, node: Node, ladder: Ladder, admission: Admission) -> None:
        self.all: dict[str, Table] = {}  # by match
        self.public: dict[str, Table] = {}  # of these, whose matches go on and are for all eyes
        self.opened_at = monotonic()
        settings = node.settings
        self.patience = Patience(
            settings.restart_grace,
            settings.abandon_seconds,
            settings.lag_credit,
            settings.illegal_moves,
        )
        self.seating: Seating  # to be set before a match ends
        self._of: dict[str, dict[str, Table]] = {}  # of matches that go on, by player, by match
        self._lingering = LingeringMatches()
        self._node, self._ladder, self._admission = node, ladder, admission
        node.metrics.matches.set_function(lambda: self.live)

    @property
    def live(self) -> int:
        """How many matches are being played; tables stand for a while after the end."""
        return len(self.all) - len(self._lingering)

    # Starting

    def host(self, started: Started) -> None:
        """Let a match begin here."""
        match = Match(started, monotonic(), self._node.epoch, self.patience)
        table = self.add(match)
        table.begin(new_match(match))
        self._node.metrics.matches_started.inc()
        if before := self.all.get(started.previous or ""):
            self._node.bus.move_audience(before.audience.topic, table.audience.topic)
            for seated in match.players:
                table.audience.unwatch(seated.name)

    def add(self, match: Match) -> Table:
        table = Table(match, self._node, self)
        self.all[match.id] = table
        if not match.started.terms.private:
            self.public[match.id] = table
        self._node.bus.own(match.id, table)
        for player in match.players:
            self._of.setdefault(player.name, {})[match.id] = table
        return table

    # Ending

    def end(self, match: str, winner: Side | None, ending: Ending, reason: str) -> None:
        if table := self.all.get(match):
            table.end(winner, ending, reason)

    def last_writes(self, table: Table, ended: Ended) -> list[Write]:
        return match_over(table.match, ended)

    def closed(self, table: Table) -> None:
        match = table.match
        assert match.ended is not None, "only what has ended is closed"
        self._node.metrics.matches_ended[match.ended.ending].inc()
        self.public.pop(match.id, None)
        self._unseat(match)
        self._linger(match)
        game = rated_game(match, match.ended)
        ratings = self._ladder.after(game) if game else ()
        closed = ClosedMatch(match.id, match.players, match.ended, match.ply, ratings)
        self.seating.closed(closed)

    def _unseat(self, match: Match) -> None:
        for player in match.players:
            mine = self._of.get(player.name, {})
            mine.pop(match.id, None)
            if not mine:
                self._of.pop(player.name, None)

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

    def remove(self, table: Table) -> None:
        """Nobody is told or asked anything at this table any more."""
        table.stop()
        id = table.match.id
        self._unseat(table.match)
        self._node.bus.disown(id)
        self._node.bus.disband(table.audience.topic)
        self.all.pop(id, None)
        self.public.pop(id, None)
        self._lingering.drop(id)

    def lose(self, id: str, error: Rejected) -> None:
        table = self.all.get(id)
        if table is None:
            return
        if isinstance(error, Collided):
            self.give_up(table, TAKEN_OVER)
        elif table.audience.told < 0:
            self.give_up(table, UNKEPT)
        else:
            table.go_back()

    def give_up(self, table: Table, reason: str) -> None:
        """A match cannot go on here; who plays or watches it comes back to what is kept of it."""
        followers = self._node.bus.followers(table.audience.topic)
        self.remove(table)
        self.seating.given_up(table.match.id, followers, reason)

    # Waiting for players

    def open(self) -> None:
        """From now on players can come: those who are awaited have all the grace for it."""
        self.opened_at = monotonic()
        for table in self.all.values():
            table.wait(self.opened_at + self.patience.grace)

    @property
    def held_up_until(self) -> float:
        # Only so long, or whoever is turned away all the time could keep every match waiting.
        longest = self.opened_at + MOST_GRACES * self.patience.grace
        return min(self._admission.turned_away_at + NEXT_TRY, longest)

    def suspend(self, match: str) -> None:
        if table := self.all.get(match):
            table.suspend()

    def resume(self, match: str) -> None:
        if table := self.all.get(match):
            table.resume()

    # Who comes and leaves

    def of(self, player: str) -> dict[str, Table]:
        """The matches of a player that go on here."""
        return dict(self._of.get(player, {}))

    def arrive(self, match: str, player: str, seen: int | None) -> LiveMatch | None:
        """Tell a player who is back what they missed of a match; the match as lists show it."""
        table = self._of.get(player, {}).get(match)
        if table is None:
            return None
        table.arrive(player, seen, self._node.settings.replay_events)
        return table.live(player) if table.audience.told >= 0 else None

    def arrived(self, connection: PlayerConnection, new: bool) -> None:
        if new:
            self.forget(connection.player)

    def forget(self, me: Player) -> None:
        """Clear the tables of an earlier player of this name: they are not the new one's."""
        for id in self._lingering.of(me.name):
            if me.guest or not any(is_same(each, me) for each in self.all[id].match.players):
                self.remove(self.all[id])

    def heard(self, name: str) -> None:
        """A player has read that they are welcome."""
        for table in tuple(self._of.get(name, {}).values()):
            table.heard(name)

    def left(self, player: Player) -> None:
        for table in tuple(self._of.get(player.name, {}).values()):
            table.leave(player.name)

    def holds(self, name: str) -> bool:
        return name in self._of
