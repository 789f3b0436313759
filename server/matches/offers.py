"""Offers of draws and takebacks: they lapse with the next move, and back off when repeated."""

from protocol.parts import Fault, OfferKind, Side
from server.refusal import Refusal

MOST_TAKEBACKS = 100  # in a match: with more of them it could grow for ever


class Offers:
    """The offers of one match. After the n-th that came to nothing, 2^n moves must pass."""

    def __init__(self) -> None:
        self.standing: dict[OfferKind, Side] = {}  # who has made each
        self.taken_back = 0  # times that a takeback was accepted
        self._made: dict[tuple[Side, OfferKind], int] = {}
        self._next: dict[tuple[Side, OfferKind], int] = {}  # the ply at which the next may come

    def check(self, side: Side, kind: OfferKind, ply: int) -> None:
        """Raise Refusal if *side* may not offer this now."""
        if self.standing.get(kind) == side:
            raise Refusal(Fault.CONFLICT, f"your {kind} offer still stands")
        if kind in self.standing:
            raise Refusal(Fault.CONFLICT, f"answer your opponent's {kind} offer first")
        if kind is OfferKind.TAKEBACK and self.taken_back >= MOST_TAKEBACKS:
            raise Refusal(
                Fault.NOT_ALLOWED, f"moves can be taken back {MOST_TAKEBACKS} times in a match"
            )
        if ply < (due := self._next.get((side, kind), 0)):
            raise Refusal(
                Fault.TOO_EARLY, f"you may offer a {kind} again after {due - ply} more moves"
            )

    def make(self, side: Side, kind: OfferKind, ply: int) -> None:
        self.standing[kind] = side
        made = self._made[side, kind] = self._made.get((side, kind), 0) + 1
        self._next[side, kind] = ply + 2**made

    def answerable(self, side: Side, kind: OfferKind) -> None:
        """Raise Refusal unless the opponent of *side* has offered this."""
        if self.standing.get(kind) != 1 - side:
            raise Refusal(Fault.NOT_ALLOWED, f"your opponent has not offered a {kind}")

    def drop(self, kind: OfferKind) -> None:
        self.standing.pop(kind, None)

    def accept(self, kind: OfferKind) -> None:
        """What was accepted did not come to nothing: its maker need not wait with the next."""
        made_by = self.standing[kind], kind
        self.taken_back += kind is OfferKind.TAKEBACK
        del self._made[made_by], self._next[made_by]

    def lapse(self) -> None:
        self.standing.clear()

    def swap(self) -> None:
        """The players change sides, which is a move: what was offered lapses."""
        self.standing.clear()
        self._made = {(1 - side, kind): count for (side, kind), count in self._made.items()}
        self._next = {(1 - side, kind): ply for (side, kind), ply in self._next.items()}
