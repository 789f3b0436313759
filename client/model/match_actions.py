"""What a player can do in a match besides moving and talking: when it makes sense, and how to ask.

    if Act.DRAW in acts(sitting, now):
        await connection.ask(asking(sitting, Act.DRAW))

The server has the last word: it also knows how often something was offered before.
"""

from enum import StrEnum
from typing import assert_never

from client.model.sitting import Sitting
from protocol.parts import OfferKind
from protocol.requests import Abort, Claim, Offer, Rematch, Resign, Respond, Swap


class Act(StrEnum):
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


ACCEPT = {OfferKind.DRAW: Act.ACCEPT_DRAW, OfferKind.TAKEBACK: Act.ACCEPT_TAKEBACK}
DECLINE = {OfferKind.DRAW: Act.DECLINE_DRAW, OfferKind.TAKEBACK: Act.DECLINE_TAKEBACK}
Asking = Resign | Offer | Respond | Swap | Abort | Claim | Rematch


def acts(sitting: Sitting, now: float) -> frozenset[Act]:
    """What makes sense for us now; nothing for whoever watches."""
    if sitting.me is None:
        return frozenset()
    if sitting.ended:
        asked = sitting.me.name in sitting.rematch_by or sitting.started.fixture is not None
        return frozenset() if asked else frozenset({Act.REMATCH})
    return frozenset({Act.RESIGN} | _answers(sitting) | _offers(sitting) | _others(sitting, now))


def way_out(sitting: Sitting) -> Act | None:
    """How to leave without keeping the opponent waiting; None if nobody waits for us."""
    if sitting.side is None or sitting.ended:
        return None
    return Act.ABORT if _may_abort(sitting) else Act.RESIGN


def asking(sitting: Sitting, act: Act) -> Asking:
    """What to ask the server for."""
    match act:
        case Act.RESIGN:
            return Resign(0, sitting.match)
        case Act.DRAW:
            return Offer(0, sitting.match, OfferKind.DRAW)
        case Act.TAKEBACK:
            return Offer(0, sitting.match, OfferKind.TAKEBACK)
        case Act.ACCEPT_DRAW | Act.DECLINE_DRAW:
            return Respond(0, sitting.match, OfferKind.DRAW, act is Act.ACCEPT_DRAW)
        case Act.ACCEPT_TAKEBACK | Act.DECLINE_TAKEBACK:
            return Respond(0, sitting.match, OfferKind.TAKEBACK, act is Act.ACCEPT_TAKEBACK)
        case Act.SWAP:
            return Swap(0, sitting.match)
        case Act.ABORT:
            return Abort(0, sitting.match)
        case Act.CLAIM:
            return Claim(0, sitting.match, "win")
        case Act.CLAIM_DRAW:
            return Claim(0, sitting.match, "draw")
        case Act.REMATCH:
            return Rematch(0, sitting.match)
        case _:
            assert_never(act)


def _answers(sitting: Sitting) -> set[Act]:
    kinds = sitting.offered_to_me
    return {ACCEPT[kind] for kind in kinds} | {DECLINE[kind] for kind in kinds}


def _offers(sitting: Sitting) -> set[Act]:
    standing = {kind for _, kind in sitting.offers}
    found = set() if OfferKind.DRAW in standing else {Act.DRAW}
    serious = sitting.terms.rated or sitting.started.fixture is not None
    if OfferKind.TAKEBACK not in standing and not serious and _has_moved(sitting):
        found.add(Act.TAKEBACK)
    return found


def _has_moved(sitting: Sitting) -> bool:
    """Whether there is a move of ours to take back; the first stone after a swap is none."""
    stand = sitting.ply - (2 if sitting.is_mine else 1)
    return stand >= len(sitting.terms.opening) + sitting.swapped


def _may_abort(sitting: Sitting) -> bool:
    return sitting.played < 2 and sitting.started.fixture is None


def _others(sitting: Sitting, now: float) -> set[Act]:
    found = {Act.ABORT} if _may_abort(sitting) else set()
    if sitting.terms.pie and sitting.ply == 1 and sitting.side == 1 and not sitting.swapped:
        found.add(Act.SWAP)
    if sitting.claim_in(now) == 0.0:
        found |= {Act.CLAIM, Act.CLAIM_DRAW}
    return found
