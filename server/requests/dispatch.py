"""What each request leads to. Requests in a live match go to its table; the others end up here."""

import secrets
from typing import assert_never

from protocol.events import Challenged, SeekOpened
from protocol.parts import Fault, OpenSeek, Player, Side, Terms
from protocol.replies import Done, GameShown, Opened, Replies
from protocol.requests import (
    Abort,
    Adjudicate,
    AnnounceRestart,
    Answer,
    Challenge,
    Claim,
    Declare,
    EndMatch,
    Enter,
    FromPlayer,
    Hello,
    Invite,
    Join,
    Kick,
    ListFixtures,
    ListLeaders,
    ListMatches,
    ListPlayers,
    ListResults,
    ListSeeks,
    ListTournaments,
    Move,
    Offer,
    OpenTournament,
    Quit,
    Ready,
    Rematch,
    Resign,
    Respond,
    Say,
    Seek,
    ShowGame,
    ShowMatch,
    ShowTournament,
    Steer,
    Swap,
    Unwatch,
    Watch,
    Withdraw,
    WithdrawRestart,
)
from server.connections.frame import OutgoingFrame
from server.house import SEEKS, House
from server.ids import new_id
from server.lobby.lobby import OpenChallenge, OpenInvite, OpenSeeking
from server.lobby.policy import checked_policy
from server.matches.terms import checked
from server.refusal import Refusal
from server.requests.lists import list_now, look_up, recall
from server.requests.rules import known_game, rules_of
from server.requests.tournaments import settle_tournament


async def settle(house: House, me: Player, admin: bool, request: FromPlayer) -> Replies:
    """The reply to a request that no table here has taken. Raises Refusal."""
    match request:
        case Hello():
            raise Refusal(Fault.HELLO_AGAIN, "you have said hello on this connection")
        case Declare(policy=policy):
            house.lobby.declare(me.name, checked_policy(policy, me, house.lobby.caps.of(me)))
            house.clear(me.name)
        case Seek() | Challenge() | Invite():
            return Opened(request.id, _open(house, me, request))
        case Answer():
            _answer(house, me, request)
        case Join(code=code):
            _join(house, me, code.strip().upper())
        case Withdraw(key=key):
            if key not in house.lobby.opened_by(me.name):
                raise Refusal(Fault.NO_SUCH_KEY, f"you have nothing open called {key}")
            house.withdraw(key, "withdrawn")
        case ListSeeks() | ListMatches() | ListPlayers():
            return list_now(house, me, admin, request)
        case ListResults() | ListLeaders() | ShowMatch():
            return await look_up(house, me, admin, request)
        case ShowGame(game=name):
            return GameShown(request.id, rules_of(known_game(name)))
        case Kick() | AnnounceRestart() | WithdrawRestart():
            _administer(house, admin, request)
        case (
            OpenTournament() | Enter() | Quit() | Steer() | Ready()
            | ListTournaments() | ShowTournament() | ListFixtures()
        ):  # fmt: skip
            return await settle_tournament(house, me, admin, request)
        case (
            Move() | Resign() | Offer() | Respond() | Abort() | Claim() | Swap()
            | Rematch() | Say() | Watch() | Unwatch() | EndMatch() | Adjudicate()
        ):  # fmt: skip
            await recall(house, me, request)
        case _:
            assert_never(request)
    return Done(request.id)


def coin() -> Side:
    return secrets.randbits(1)


def _open(house: House, me: Player, request: Seek | Challenge | Invite) -> str:
    """Open a seek, a challenge or an invite, and return its key."""
    house.door.check_open()
    terms = checked(request.terms, me)
    if len(house.lobby.opened_by(me.name)) >= house.settings.open_requests:
        raise Refusal(
            Fault.BUSY, f"{house.settings.open_requests} may be open at once: withdraw one first"
        )
    rated = house.ladder.shown(me, terms)
    match request:
        case Seek():
            return _seek(house, rated, terms, request)
        case Challenge(player=name, side=side):
            return _challenge(house, rated, name, terms, side)
        case Invite(side=side):
            code = new_id(6).upper()
            house.lobby.invite(code, OpenInvite(rated, terms, side))
            return code


def _seek(house: House, me: Player, terms: Terms, request: Seek) -> str:
    shown = OpenSeek(new_id(8), me, terms, request.side)
    seeking = OpenSeeking(shown, request.rating_low, request.rating_high)
    alike = [key for key, _ in house.lobby.seeks.of(terms)]
    pairing = house.lobby.seek(shown.key, seeking, coin())
    if pairing is None:
        house.bus.publish(SEEKS, OutgoingFrame(SeekOpened(shown)))
        return shown.key
    for taken in (key for key in alike if key not in house.lobby.seeks):
        house.withdrawn(taken)
    house.start(pairing)
    return shown.key


def _challenge(house: House, me: Player, name: str, terms: Terms, side: Side | None) -> str:
    other = house.find(name)
    if other.name == me.name:
        raise Refusal(Fault.NOT_ALLOWED, "you cannot challenge yourself")
    if terms.rated and other.guest:
        raise Refusal(Fault.NOT_ALLOWED, f"{other.name} is a guest: guests play casual matches")
    key = new_id(8)
    house.lobby.challenge(key, OpenChallenge(me, other, terms, side))
    house.bus.tell(other.name, OutgoingFrame(Challenged(key, me, terms, side)))
    return key


def _answer(house: House, me: Player, answer: Answer) -> None:
    challenge = house.lobby.find_challenge(answer.key, me.name)
    if not answer.accept:
        house.withdraw(answer.key, answer.reason or "declined")
        return
    house.door.check_open()
    try:
        pairing = house.lobby.accept(answer.key, house.ladder.shown(me, challenge.terms), coin())
    except Refusal as refusal:
        house.withdraw(answer.key, refusal.text)
        raise
    house.start(pairing)


def _join(house: House, me: Player, code: str) -> None:
    house.door.check_open()
    invite = house.lobby.invites.get(code)
    if invite and invite.terms.rated and me.guest:
        raise Refusal(Fault.NOT_ALLOWED, "this is a rated match: get an account to play it")
    joining = house.ladder.shown(me, invite.terms) if invite else me
    house.start(house.lobby.join(code, joining, coin()))


def _administer(
    house: House, admin: bool, request: Kick | AnnounceRestart | WithdrawRestart
) -> None:
    if not admin:
        raise Refusal(Fault.NOT_ALLOWED, "only administrators may do this")
    match request:
        case Kick(player=name, reason=reason, seconds=seconds):
            house.kick(house.find(name), reason, seconds)
        case AnnounceRestart(seconds=seconds, reason=reason):
            house.door.announce(seconds, reason)
        case WithdrawRestart(reason=reason):
            house.door.withdraw(reason)
            house.director.reopened()
