"""How often draws and takebacks may be offered: who repeats themselves has to wait longer."""

from protocol.fold import Offers
from protocol.parts import Fault, OfferKind, Side
from protocol.texts import count
from server.refusal import Refusal

MOST_TAKEBACKS = 100  # in a match: with more of them it could grow for ever


class OfferLimits:
    """The offers made in one match. After the n-th that came to nothing, 2^n moves must pass."""

    def __init__(self) -> None:
        self.taken_back = 0  # times that a takeback was accepted
        self._made: dict[tuple[Side, OfferKind], int] = {}
        self._next: dict[tuple[Side, OfferKind], int] = {}  # the ply at which the next may come

    def check(self, standing: Offers, side: Side, kind: OfferKind, ply: int) -> None:
        """Raise Refusal if *side* may not offer this now."""
        if (side, kind) in standing:
            raise Refusal(Fault.CONFLICT, f"your {kind} offer still stands")
        if (1 - side, kind) in standing:
            raise Refusal(Fault.CONFLICT, f"answer your opponent's {kind} offer first")
        if kind is OfferKind.TAKEBACK and self.taken_back >= MOST_TAKEBACKS:
            raise Refusal(
                Fault.NOT_ALLOWED, f"moves can be taken back {MOST_TAKEBACKS} times in a match"
            )
        if ply < (due := self._next.get((side, kind), 0)):
            raise Refusal(
                Fault.TOO_EARLY,
                f"you may offer a {kind} again after {count(due - ply, 'more move')}",
            )

    def note(self, side: Side, kind: OfferKind, ply: int) -> None:
        """Another offer is made."""
        made = self._made[side, kind] = self._made.get((side, kind), 0) + 1
        self._next[side, kind] = ply + 2**made

    def note_takeback(self, side: Side) -> None:
        """One was accepted and did not come to nothing: *side* need not wait with the next."""
        self.taken_back += 1
        del self._made[side, OfferKind.TAKEBACK], self._next[side, OfferKind.TAKEBACK]

    def swap(self) -> None:
        """The players change sides, and take their waits along."""
        self._made = {(1 - side, kind): count for (side, kind), count in self._made.items()}
        self._next = {(1 - side, kind): ply for (side, kind), ply in self._next.items()}
