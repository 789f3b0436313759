"""What a player's end must remember to go on after a lost link. No sockets here."""

import asyncio

from client.link.outage import ConnectionLost
from protocol.codec import MalformedMessage
from protocol.events import Ended, MatchEvent, News, Snapshot, Started
from protocol.parts import SequencedEvent
from protocol.replies import Replies, Welcome
from protocol.requests import (
    Abort,
    Adjudicate,
    AnnounceRestart,
    Answer,
    Ban,
    Block,
    Claim,
    Declare,
    DeleteAccount,
    EndMatch,
    Enter,
    FromPlayer,
    Join,
    Kick,
    Lift,
    ListAudit,
    ListBans,
    ListBlocked,
    ListFixtures,
    ListLeaders,
    ListMatches,
    ListNodes,
    ListPlayers,
    ListResults,
    ListSeeks,
    ListTournaments,
    Move,
    Mute,
    Offer,
    Quit,
    Ready,
    Rematch,
    RenameAccount,
    Resign,
    Respond,
    Say,
    ShowGame,
    ShowInvite,
    ShowMatch,
    ShowTournament,
    Steer,
    Swap,
    Unwatch,
    Watch,
    Withdraw,
    WithdrawRestart,
)

Announcement = MatchEvent | News  # what comes without being asked for
# What is answered Done.
DoneRequest = (
    Declare | Answer | Join | Withdraw | Rematch | Move | Resign | Offer | Respond | Abort | Claim
    | Swap | Watch | Unwatch | Say | Kick | Ban | Mute | Lift
    | RenameAccount | DeleteAccount | EndMatch | AnnounceRestart
    | WithdrawRestart | Adjudicate | Enter | Quit | Steer | Ready
)  # fmt: skip
# What changes nothing more when it is done twice. The others could open two seeks, say a thing
# twice, or answer an offer that was not there yet when they were asked.
REPEATABLE = (
    Move, Resign, Abort, Claim, Withdraw, Declare, Watch, Unwatch,
    ListSeeks, ListMatches, ListPlayers, ListResults, ListLeaders, ShowMatch, ShowGame, ShowInvite,
    Enter, Ready, ListTournaments, ShowTournament, ListFixtures, ListNodes, ListBans, ListAudit,
    Ban, Mute, Block, ListBlocked,
)  # fmt: skip


class PendingRequest:
    """A request on its way, and the reply that is waited for."""

    def __init__(self, request: FromPlayer) -> None:
        self.request = request
        self.sent = False
        self._breaches = 0
        self.reply: asyncio.Future[Replies] = asyncio.get_running_loop().create_future()

    def answer(self, reply: Replies) -> None:
        if not self.reply.done():
            self.reply.set_result(reply)

    def fail(self, error: Exception) -> None:
        if not self.reply.done():
            self.reply.set_exception(error)

    def lose(self, why: str, breach: bool) -> None:
        """The link is gone: this is to be sent once more, or nobody knows what became of it.

        Where the server closed it over a *breach*, this may be the very frame that it could not
        read; a second time it is not tried again, or it would break one link after the other.
        """
        if not self.sent:
            return
        self._breaches += breach
        if self._breaches < 2 and isinstance(self.request, REPEATABLE):
            self.sent = False
        else:
            doing = type(self.request).__name__
            self.fail(ConnectionLost(f"nobody knows whether {doing} was carried out: {why}"))


class Resumption:
    """What was seen of which match, and what the server forgets with the link."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}  # the last seq, by match that has not ended
        self._watched: set[str] = set()
        self._tournaments: set[str] = set()  # that are watched
        self._declared: Declare | None = None

    @property
    def seated(self) -> bool:
        """Whether a match that we play in goes on, as far as we know."""
        return bool(self._seen.keys() - self._watched)

    @property
    def seen(self) -> dict[str, int]:
        return dict(self._seen)

    def renewals(self, welcome: Welcome) -> list[FromPlayer]:
        """What to ask of the server once there is a new link: what it forgets, and how matches
        went on that ended meanwhile, of which it says nothing by itself.
        """
        live = {each.match for each in welcome.matches}
        return [
            *([self._declared] if self._declared else []),
            *(Watch(0, match) for match in sorted(self._watched)),
            *(ShowTournament(0, each, watch=True) for each in sorted(self._tournaments)),
            *(ShowMatch(0, match) for match in sorted({*self._seen} - self._watched - live)),
        ]

    def missed(self, events: tuple[MatchEvent, ...]) -> list[MatchEvent]:
        """Of all events of a match that was followed, those that are new."""
        followed = bool(events) and events[0].match in self._seen
        return [event for event in events if self.is_new(event)] if followed else []

    def note_asked(self, request: FromPlayer) -> None:
        if isinstance(request, Watch) and request.from_start:
            self._seen.pop(request.match, None)

    def note_granted(self, request: FromPlayer) -> None:
        if isinstance(request, Declare):
            self._declared = request
        if isinstance(request, Unwatch) and request.match in self._watched:
            self._forget(request.match)
        if isinstance(request, ShowTournament):
            change = self._tournaments.add if request.watch else self._tournaments.discard
            change(request.tournament)

    def is_new(self, news: Announcement) -> bool:
        """Whether to pass this on; raises MalformedMessage where something is missing before it."""
        if isinstance(news, SequencedEvent) and not self._follows(news):
            return False
        if isinstance(news, SequencedEvent | Snapshot):
            self._seen[news.match] = news.seq
        if isinstance(news, Started | Snapshot) and news.side is None:
            self._watched.add(news.match)
        if isinstance(news, Ended) or (isinstance(news, Snapshot) and news.ended):
            self._forget(news.match)
        return True

    def _follows(self, event: SequencedEvent) -> bool:
        last = self._seen.get(event.match, event.seq - 1)
        if event.seq > last + 1:
            raise MalformedMessage(f"match {event.match} went from event {last} to {event.seq}")
        return event.seq > last

    def _forget(self, match: str) -> None:
        self._seen.pop(match, None)
        self._watched.discard(match)
