"""Requests to find a match: seeks, challenges, invites, the answers to them, and policies."""

import secrets

from protocol.events import Challenged
from protocol.parts import Fault, OpenSeek, Player, Policy, Side, Terms
from protocol.replies import Done, InviteShown, Opened
from protocol.requests import (
    Answer,
    Challenge,
    Declare,
    Invite,
    Join,
    Seek,
    ShowInvite,
    Withdraw,
)
from server.connections.frame import OutgoingFrame
from server.ids import is_id, new_id
from server.lobby.lobby import OpenChallenge, OpenInvite, RangedSeek
from server.lobby.matchmaker import Matchmaker
from server.lobby.open_requests import OpenRequests
from server.lobby.policy import checked_policy
from server.lobby.terms import checked
from server.node import Node
from server.players.presence import Presence
from server.refusal import Refusal

CODE_LENGTH = 6

SeekRequest = Declare | Seek | Challenge | Invite | ShowInvite | Answer | Join | Withdraw


class SeekRequests:
    def __init__(
        self, node: Node, presence: Presence, requests: OpenRequests, matchmaker: Matchmaker
    ) -> None:
        self._bus, self._most_open = node.bus, node.settings.open_requests
        self._presence, self._ladder = presence, presence.ladder
        self._requests, self._lobby, self._door = requests, requests.lobby, requests.door
        self._matchmaker = matchmaker

    def reply(self, me: Player, request: SeekRequest) -> Opened | InviteShown | Done:
        """Carry a request out. Raises Refusal."""
        match request:
            case Seek() | Challenge() | Invite():
                return Opened(request.id, self._open(me, request))
            case ShowInvite(code=code):
                by, terms, side = self._lobby.find_invite(code.strip())
                return InviteShown(request.id, by, terms, side)
            case Declare(policy=policy):
                self._declare(me, policy)
            case Answer():
                self._answer(me, request)
            case Join(code=code):
                self._join(me, code.strip().upper())
            case Withdraw(key=key):
                self._withdraw(me, key)
        return Done(request.id)

    def close_all(self, name: str) -> None:
        """Close what a player has open, and what is open to them: it ends with a connection."""
        self._requests.close_all(name)

    def _declare(self, me: Player, policy: Policy) -> None:
        self._lobby.declare(me.name, checked_policy(policy, me, self._lobby.caps.of(me)))
        self._requests.withdraw_impossible(me.name)

    def _withdraw(self, me: Player, key: str) -> None:
        if key not in self._lobby.opened_by(me.name):
            raise Refusal(Fault.NO_SUCH_KEY, f"you have nothing open called {key}")
        self._requests.withdraw(key, "withdrawn")

    def _open(self, me: Player, request: Seek | Challenge | Invite) -> str:
        """Open a seek, a challenge or an invite, and return its key."""
        self._door.check_open()
        terms = checked(request.terms, me)
        if len(self._lobby.opened_by(me.name)) >= self._most_open:
            raise Refusal(Fault.BUSY, f"{self._most_open} may be open at once: withdraw one first")
        rated = self._ladder.shown(me, terms)
        match request:
            case Seek():
                return self._seek(rated, terms, request)
            case Challenge(player=name, side=side):
                return self._challenge(rated, name, terms, side)
            case Invite(side=side):
                code = self._code(request.code)
                self._lobby.invite(code, OpenInvite(rated, terms, side))
                return code

    def _code(self, wanted: str | None) -> str:
        """The code that an invite had before, if nobody else has it by now, or a new one."""
        if wanted is None:
            return new_id(CODE_LENGTH).upper()
        code = wanted.strip().upper()
        if not is_id(code.lower(), CODE_LENGTH):
            raise Refusal(Fault.NO_SUCH_KEY, f"no invite ever had the code {wanted}: leave it out")
        return code if code not in self._lobby.invites else self._code(None)

    def _seek(self, me: Player, terms: Terms, request: Seek) -> str:
        shown = OpenSeek(new_id(8), me, terms, request.side)
        ranged = RangedSeek(shown, request.rating_low, request.rating_high)
        alike = [key for key, _ in self._lobby.seeks.of(terms)]
        pairing = self._lobby.seek(shown.key, ranged, coin())
        if pairing is None:
            self._requests.seek_opened(shown)
            return shown.key
        for taken in (key for key in alike if key not in self._lobby.seeks):
            self._requests.seek_closed(taken)
        self._matchmaker.start(pairing)
        return shown.key

    def _challenge(self, me: Player, name: str, terms: Terms, side: Side | None) -> str:
        other = self._presence.find(name)
        if other.name == me.name:
            raise Refusal(Fault.NOT_ALLOWED, "you cannot challenge yourself")
        if terms.rated and other.guest:
            raise Refusal(Fault.NOT_ALLOWED, f"{other.name} is a guest: guests play casual matches")
        key = new_id(8)
        self._lobby.challenge(key, OpenChallenge(me, other, terms, side))
        self._bus.tell(other.name, OutgoingFrame(Challenged(key, me, terms, side)))
        return key

    def _answer(self, me: Player, answer: Answer) -> None:
        key = answer.key
        challenge = self._lobby.find_challenge(key, me.name)
        if not answer.accept:
            self._requests.withdraw(key, answer.reason or "declined")
            return
        self._door.check_open()
        try:
            pairing = self._lobby.accept(key, self._ladder.shown(me, challenge.terms), coin())
        except Refusal as refusal:
            self._requests.withdraw(key, refusal.text)
            raise
        self._matchmaker.start(pairing)

    def _join(self, me: Player, code: str) -> None:
        self._door.check_open()
        invite = self._lobby.invites.get(code)
        if invite and invite.terms.rated and me.guest:
            raise Refusal(Fault.NOT_ALLOWED, "this is a rated match: get an account to play it")
        joining = self._ladder.shown(me, invite.terms) if invite else me
        self._matchmaker.start(self._lobby.join(code, joining, coin()))


def coin() -> Side:
    return secrets.randbits(1)
