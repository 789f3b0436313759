"""Who is told what of one match, and how far players and spectators are in it."""

import asyncio
from time import monotonic

from msgspec.structs import replace

from protocol.events import Back, Gone, Idle, MatchEvent, Said, Started
from protocol.parts import Fault, Room, Side
from server.cluster.bus import Bus
from server.connections.frame import OutgoingFrame
from server.keys import match_key
from server.matches.match import Match
from server.matches.visibility import as_seen_by, check_public, is_guarded
from server.refusal import Refusal


class Audience:
    def __init__(self, match: Match, bus: Bus, delay: float) -> None:
        self.topic = match_key(match.id)
        self.told = -1  # the seq of the latest event that the players were told
        self.shown = -1  # and the spectators, who may be kept behind
        self._match = match
        self._bus = bus
        self._delay = delay

    def all_told(self) -> None:
        """Everything so far was told before the server was restarted."""
        self.told = self.shown = len(self._match.events) - 1

    @property
    def over(self) -> bool:
        """Whether the end has been told."""
        result = self._match.ended
        return result is not None and result.seq <= self.told

    def go_back(self, match: Match) -> None:
        """The match is as it was when all of it was told."""
        self._match = match

    def tell(self, event: MatchEvent, frame: OutgoingFrame) -> None:
        """Tell an event to both players, then to the spectators, perhaps later."""
        self.told = event.seq
        match, differs = self._match, is_guarded(event)
        for side, player in enumerate(match.players):
            if match.away[side] is None:  # else they are told on coming back
                seen = self._for_seat(side, event, frame) if differs else frame
                self._bus.tell(player.name, seen)
        if self._delay:
            loop = asyncio.get_running_loop()
            loop.call_later(self._delay, self._show, event, frame, differs)
        else:
            self._show(event, frame, differs)

    def catch_up(self, player: str, side: Side, seen: int | None, replay: int) -> None:
        """Tell a player what they missed, or a snapshot if they know nothing or it is too much."""
        if self.told < 0:
            return  # the start is told to all who are here, once it is committed
        if seen is None or not self.told - replay <= seen <= self.told:
            now = monotonic()
            snapshot = self._match.until(self.told, now).snapshot(side, now)
            self._bus.tell(player, OutgoingFrame(snapshot))
            return
        for event in self._match.events[seen + 1 : self.told + 1]:
            self._bus.tell(player, self._for(player, event))

    def watch(self, player: str, from_start: bool) -> None:
        """Let somebody follow the match as far as the spectators know it."""
        check_public(self._match)
        if self._plays(player) and not self._match.ended:
            raise Refusal(
                Fault.NOT_ALLOWED, "you play in this match, and are told all that you may"
            )
        self._bus.subscribe(self.topic, player)
        if from_start:
            seen = self._match.events[: self.shown + 1]
            self._bus.replay(player, [self._for(player, event) for event in seen])
        elif self.shown >= 0:
            now = monotonic()
            snapshot = self._match.until(self.shown, now).snapshot(None, now)
            self._bus.tell(player, OutgoingFrame(snapshot))

    def unwatch(self, player: str) -> None:
        self._bus.unsubscribe(self.topic, player)

    def say(self, player: str, room: Room, text: str) -> None:
        """Pass on what is said in one of the two rooms."""
        plays = self._plays(player)
        said = OutgoingFrame(Said(self._match.id, room, player, text))
        if room is Room.PLAYERS:
            if not plays:
                raise Refusal(Fault.NOT_SEATED, "you do not play in this match")
            for seated in self._match.players:
                self._bus.tell(seated.name, said)
            return
        check_public(self._match)
        if plays and not self._match.ended:
            raise Refusal(Fault.NOT_ALLOWED, "players join the spectators after the match only")
        self._bus.publish(self.topic, said)

    def is_back(self, side: Side) -> None:
        """Tell the opponent that a player is here again, and the player where the opponent is."""
        self._bus.tell(self._name(1 - side), OutgoingFrame(Back(self._match.id, side)))
        if self._match.away[1 - side] is not None:
            self.is_gone(1 - side)

    def is_gone(self, side: Side) -> None:
        """Tell the opponent that a player is gone, and how long until a claim is possible."""
        due = self._match.claim_due(1 - side)
        assert due is not None, "nobody is gone"
        gone = Gone(self._match.id, side, max(0.0, due - monotonic()))
        self._bus.tell(self._name(1 - side), OutgoingFrame(gone))

    def is_idle(self) -> None:
        """Tell both players how long a turn may still last, if one was warned."""
        left = self._match.idle_left(monotonic())
        if left is None:
            return
        idle = OutgoingFrame(Idle(self._match.id, self._match.position.turn, left))
        for seated in self._match.players:
            self._bus.tell(seated.name, idle)

    def _plays(self, player: str) -> bool:
        return any(seated.name == player for seated in self._match.players)

    def _name(self, side: Side) -> str:
        return self._match.players[side].name

    def _show(self, event: MatchEvent, frame: OutgoingFrame, differs: bool) -> None:
        self.shown = event.seq
        self._bus.publish(self.topic, self._for(None, event, frame) if differs else frame)

    def _for_seat(self, side: Side, event: MatchEvent, whole: OutgoingFrame) -> OutgoingFrame:
        """An event for a player, who hears at the start which side is theirs."""
        if isinstance(event, Started):
            return OutgoingFrame(replace(event, side=side))
        return self._for(self._name(side), event, whole)

    def _for(
        self, player: str | None, event: MatchEvent, whole: OutgoingFrame | None = None
    ) -> OutgoingFrame:
        """An event for a player or the spectators; *whole* is the frame with all of it."""
        seen = as_seen_by(player, event, self._match, self.over)
        return whole if whole is not None and seen is event else OutgoingFrame(seen)
