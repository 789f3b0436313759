"""What a player can do in a match besides moving and talking: when it makes sense, and how to ask.

    if Act.DRAW in acts(view, now):
        await connection.ask(asking(view, Act.DRAW))

The server has the last word: it also knows how often something was offered before.
"""

from enum import StrEnum
from typing import assert_never

from client.model.match_view import MatchView
from protocol.parts import OfferKind
from protocol.requests import Abort, Claim, Offer, Rematch, Resign, Respond, Swap


class MatchAction(StrEnum):
    RESIGN = "resign"
    DRAW = "draw"  # offer it
    TAKEBACK = "takeback"  # ask for it
    ACCEPT_DRAW = "accept-draw"
    DECLINE_DRAW = "decline-draw"
    ACCEPT_TAKEBACK = "accept-takeback"
    DECLINE_TAKEBACK = "decline-takeback"
    SWAP = "swap"
    ABORT = "abort"
    CLAIM = "claim"  # the win
    CLAIM_DRAW = "claim-draw"
    REMATCH = "rematch"  # offer it, or agree to it


ACCEPT = {OfferKind.DRAW: MatchAction.ACCEPT_DRAW, OfferKind.TAKEBACK: MatchAction.ACCEPT_TAKEBACK}
DECLINE = {
    OfferKind.DRAW: MatchAction.DECLINE_DRAW,
    OfferKind.TAKEBACK: MatchAction.DECLINE_TAKEBACK,
}
ActionRequest = Resign | Offer | Respond | Swap | Abort | Claim | Rematch


def possible_actions(view: MatchView, now: float) -> frozenset[MatchAction]:
    """What makes sense for us now; nothing for whoever watches."""
    if view.me is None:
        return frozenset()
    if view.ended:
        asked = view.me.name in view.rematch_by or view.started.fixture is not None
        return frozenset() if asked else frozenset({MatchAction.REMATCH})
    return frozenset({MatchAction.RESIGN} | _answers(view) | _offers(view) | _others(view, now))


def hint_objection(view: MatchView) -> str:
    """What stands against a hint; nothing where it harms nobody."""
    if view.me is None or view.opponent is None:
        return "you watch this match"
    if view.ended:
        return "the match is over"
    if not view.is_mine:
        return "it is not your turn"
    if view.terms.rated or view.started.fixture is not None:
        return "there are none in rated matches and in tournaments"
    return "" if view.opponent.bot or view.shared else "your opponent has none either"


def exit_action(view: MatchView, kept: bool = False) -> MatchAction | None:
    """How to leave without keeping the opponent waiting; None if nobody waits for us.

    Nobody does where what has begun is *kept*, to be gone on with.
    """
    if view.side is None or view.ended:
        return None
    if view.shared:
        return None
    if _may_abort(view):
        return MatchAction.ABORT
    return None if kept else MatchAction.RESIGN


def request_for(view: MatchView, action: MatchAction) -> ActionRequest:
    """What to ask the server for."""
    match action:
        case MatchAction.RESIGN:
            return Resign(0, view.match)
        case MatchAction.DRAW:
            return Offer(0, view.match, OfferKind.DRAW)
        case MatchAction.TAKEBACK:
            return Offer(0, view.match, OfferKind.TAKEBACK)
        case MatchAction.ACCEPT_DRAW | MatchAction.DECLINE_DRAW:
            return Respond(0, view.match, OfferKind.DRAW, action is MatchAction.ACCEPT_DRAW)
        case MatchAction.ACCEPT_TAKEBACK | MatchAction.DECLINE_TAKEBACK:
            return Respond(0, view.match, OfferKind.TAKEBACK, action is MatchAction.ACCEPT_TAKEBACK)
        case MatchAction.SWAP:
            return Swap(0, view.match)
        case MatchAction.ABORT:
            return Abort(0, view.match)
        case MatchAction.CLAIM:
            return Claim(0, view.match, "win")
        case MatchAction.CLAIM_DRAW:
            return Claim(0, view.match, "draw")
        case MatchAction.REMATCH:
            return Rematch(0, view.match)
        case _:
            assert_never(action)


def _answers(view: MatchView) -> set[MatchAction]:
    kinds = view.offered_to_me
    return {ACCEPT[kind] for kind in kinds} | {DECLINE[kind] for kind in kinds}


def _offers(view: MatchView) -> set[MatchAction]:
    standing = {kind for _, kind in view.offers}
    found = set() if OfferKind.DRAW in standing else {MatchAction.DRAW}
    serious = view.terms.rated or view.started.fixture is not None
    if OfferKind.TAKEBACK not in standing and not serious and _has_moved(view):
        found.add(MatchAction.TAKEBACK)
    return found


def _has_moved(view: MatchView) -> bool:
    """Whether there is a move of ours to take back; the first stone after a swap is none."""
    stand = view.ply - (2 if view.is_mine and not view.shared else 1)
    return stand >= len(view.terms.opening) + view.swapped


def _may_abort(view: MatchView) -> bool:
    return view.played < 2 and view.started.fixture is None


def _others(view: MatchView, now: float) -> set[MatchAction]:
    found = {MatchAction.ABORT} if _may_abort(view) and not view.shared else set()
    if view.terms.pie and view.ply == 1 and view.side == 1 and not view.swapped:
        found.add(MatchAction.SWAP)
    if view.claim_in(now) == 0.0:
        found |= {MatchAction.CLAIM, MatchAction.CLAIM_DRAW}
    return found
