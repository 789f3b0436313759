"""Seats players at matches, wherever these are hosted, and frees their seats at the end."""

import secrets
from collections.abc import Callable
from typing import Protocol

from games import game_named
from protocol.events import RematchOffered, Started
from protocol.parts import Fixture, Player
from server.connections.frame import OutgoingFrame
from server.ids import new_match_id
from server.lobby.finished import FinishedMatches
from server.lobby.lobby import Pairing
from server.lobby.open_requests import OpenRequests
from server.lobby.rematch import ask_rematch, swapped_pairing
from server.lobby.seated_match import ClosedMatch, MatchHost, SeatedMatch
from server.node import Node
from server.players.presence import PlayerConnection, Presence

ChooseHost = Callable[[tuple[Player, Player], MatchHost | None], MatchHost]


class MatchListener(Protocol):
    """Who must know what becomes of matches."""

    def closed(self, match: SeatedMatch) -> None:
        """The end of a match has been told."""

    def given_up(self, match: SeatedMatch) -> None:
        """A match cannot go on where it was."""


class Matchmaker:
    def __init__(
        self, node: Node, presence: Presence, requests: OpenRequests, choose_host: ChooseHost
    ) -> None:
        """*choose_host* says where two are to play, if possible where they have played before."""
        self.live: dict[str, SeatedMatch] = {}
        self.listeners: list[MatchListener] = []
        self._finished = FinishedMatches()
        self._node, self.presence, self.requests = node, presence, requests
        self._lobby, self.ladder = requests.lobby, presence.ladder
        self._choose_host = choose_host

    def find(self, match: str) -> SeatedMatch | None:
        """A match that goes on, or is over and stands for a rematch."""
        return self.live.get(match) or self._finished.get(match)

    def finished_of(self, name: str) -> tuple[str, ...]:
        """The latest matches of a player that are over, and stand for a rematch."""
        return self._finished.of(name)

    # Starting

    def start(
        self,
        pairing: Pairing,
        before: SeatedMatch | None = None,
        fixture: Fixture | None = None,
        open_analysis: bool = False,
    ) -> SeatedMatch:
        """Seat two players; the check for free seats was made in the same breath."""
        terms, players = pairing
        timed = terms.clock.seconds is not None or terms.clock.per_move is not None
        at = self._node.time_of_day()
        started = Started(
            self._new_id(at),
            0,
            terms,
            game_named(terms.game).shape,
            players,
            at,
            turn=len(terms.opening) % 2,
            first_move=self._node.settings.first_move_seconds if timed else None,
            idle=None if timed or fixture else self._lobby.idle(players),
            previous=before.id if before else None,
            fixture=fixture,
            open_analysis=open_analysis or self._lobby.opens_analysis(players),
        )
        host = self._choose_host(players, before.host if before else None)
        match = self.seat(SeatedMatch(started, players, host))
        host.host(started)
        self.requests.withdraw_impossible(*match.names)
        return match

    def _new_id(self, at: float) -> str:
        id = new_match_id(at)
        while self.find(id):  # many matches may start in the same second
            id = new_match_id(at)
        return id

    def seat(self, match: SeatedMatch) -> SeatedMatch:
        """Take the seats of a match that starts, or that a restart has kept."""
        self.live[match.id] = match
        self._lobby.sit(match.id, match.players, fixture=match.fixture is not None)
        return match

    def restore(self, match: SeatedMatch) -> None:
        """Keep the names and seats of those who sit in a match that goes on."""
        for player in match.players:
            self.presence.registry.reserve(player)
        self.seat(match)

    def remember(self, match: SeatedMatch, closed: ClosedMatch) -> None:
        """A match that had ended before stands for a rematch."""
        if self._finished.get(match.id) is None:
            match.close(closed)
            self._finished.add(match)

    def rematch(self, match: SeatedMatch, player: str) -> None:
        """Offer another match, or start it if the other has offered it already."""
        if not ask_rematch(match, player, self.requests):
            other = match.players[1 - match.side_of(player)]
            offered = RematchOffered(match.id, player)
            self._node.bus.tell(other.name, OutgoingFrame(offered))
            return
        match.successor = self.start(swapped_pairing(match, self.ladder), before=match).id

    # Ending

    def closed(self, closed: ClosedMatch) -> None:
        """A host has told the end of a match."""
        match = self.live.pop(closed.match, None)
        if match is None:
            return  # told once more: the first answer was perhaps lost
        match.close(closed)
        self.ladder.learn(closed.ratings)
        self._free(match)
        self._finished.add(match)
        for listener in self.listeners:
            listener.closed(match)
        self._start_sought(*match.names)

    def given_up(self, id: str, followers: tuple[str, ...], reason: str) -> None:
        """A match cannot go on; who plays or watches it comes back to what is kept of it."""
        if match := self.live.pop(id, None):
            self._free(match)
            for listener in self.listeners:
                listener.given_up(match)
            followers += match.names
        self.presence.send_away(followers, f"the match {id} cannot go on: {reason}")

    def _free(self, match: SeatedMatch) -> None:
        self._lobby.stand(match.id, match.players)
        for player in match.players:
            self.presence.release(player)

    def _start_sought(self, one: str, two: str) -> None:
        """Start what two have sought all the time, and could not while they played each other."""
        while self.requests.door.closing_reason is None:
            met = self._lobby.meet(one, two, secrets.randbits(1))
            if met is None:
                return
            pairing, keys = met
            for key in keys:
                self.requests.seek_closed(key)
            self.start(pairing)

    def forget(self, player: Player) -> None:
        """What is over does not stand for one who is not called so any more."""
        self._finished.forget(player)

    # Who comes and leaves

    def arrived(self, connection: PlayerConnection, new: bool) -> None:
        if new:
            self._finished.forget(connection.player)

    def left(self, player: Player) -> None:
        """What is over stands for them, should they come back."""

    def holds(self, name: str) -> bool:
        return False
