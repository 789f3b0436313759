"""What the archive finds, row by row."""

from typing import NamedTuple

from protocol.administration import BanKind


class SessionRow(NamedTuple):
    """A session that can be resumed."""

    player: str
    guest: bool
    bot: bool
    seen_at: float


class AccountRow(NamedTuple):
    """An account, which is its name's for good."""

    name: str
    bot: bool
    admin: bool
    created_at: float


class TokenRow(NamedTuple):
    """What is known about a token, which is not the token."""

    id: str
    label: str
    created_at: float
    revoked_at: float | None


class RevokedRow(NamedTuple):
    """A token that stands for nobody any more."""

    account: str
    hash: bytes
    revoked_at: float


class BanRow(NamedTuple):
    """Somebody who is kept away, or from talking."""

    kind: BanKind
    target: str  # a name, folded, or a network
    name: str  # the target as people write it
    until: float | None  # None: for good
    reason: str
    by: str
    created_at: float

    def holds(self, now: float) -> bool:
        return self.until is None or self.until > now


class BlockRow(NamedTuple):
    """Somebody who is blocked."""

    whom: str  # folded
    guest: bool
    name: str


class LeaderRow(NamedTuple):
    """A line of a leaderboard."""

    player: str
    rating: float
    deviation: float
    games: int
    bot: bool = False


class FixtureRow(NamedTuple):
    """A game of a tournament that is over."""

    match: str
    fixture: int
    players: tuple[str, str]  # by side as they sat at the end
    winner: int | None
    ending: str
    reason: str | None
    plies: int


class RatingRow(NamedTuple):
    """How strong a player is at one game and pace."""

    rating: float
    deviation: float
    volatility: float
    games: int
