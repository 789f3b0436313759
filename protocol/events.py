"""What the server tells without being asked: the events of matches, and other news."""

from protocol.parts import (
    Analysis,
    Count,
    Ending,
    Fixture,
    Left,
    Message,
    OfferKind,
    OpenSeek,
    Player,
    Room,
    Seconds,
    SequencedEvent,
    Side,
    Terms,
    Time,
)
from protocol.tournaments import FixtureSummary, TournamentSummary

# The events of a match: kept in the journal before anyone is told, and told in the order of seq.


class Started(SequencedEvent, frozen=True):
    """A match has begun."""

    terms: Terms
    shape: tuple[Count, ...]  # of the board, so that nobody needs to take the name apart
    players: tuple[Player, Player]  # the first mover first
    at: Time
    side: Side | None = None  # yours; None if you are watching
    turn: Side = 0  # who moves next
    first_move: Seconds | None = None  # each side's first move is not on the clock, but due in this
    idle: Seconds | None = (
        None  # untimed: one who faces a bot has this for each move; None: all day
    )
    previous: str | None = None  # the match that this is the rematch of
    fixture: Fixture | None = None  # if it is a game of a tournament
    open_analysis: bool = False  # everyone sees what is thought of the moves at once


class Played(SequencedEvent, frozen=True):
    """A move was played."""

    ply: Count
    cell: Count
    elapsed: Seconds  # from when the turn began to when the move came in
    credited: Seconds  # of it, for the way through the network
    charged: Seconds  # of it, to the clock
    left: Left
    turn: Side | None  # who moves next; None if this move ended the game
    analysis: Analysis | None = None


class Offered(SequencedEvent, frozen=True):
    """A player proposes a draw or a takeback."""

    side: Side
    offer: OfferKind


class Declined(SequencedEvent, frozen=True):
    """A player declines what the other has proposed."""

    side: Side  # who declines
    offer: OfferKind


class TakenBack(SequencedEvent, frozen=True):
    """Moves were taken back by agreement: only the first ``ply`` of them stand."""

    ply: Count
    left: Left
    turn: Side


class Swapped(SequencedEvent, frozen=True):
    """The players have changed sides under the pie rule: yours is now the other one."""

    players: tuple[Player, Player]  # the first mover's side first
    left: Left
    turn: Side


class Resumed(SequencedEvent, frozen=True):
    """The server was away. Neither that time nor the turn so far is charged to anybody."""

    at: Time
    left: Left
    turn: Side


class Ended(SequencedEvent, frozen=True):
    """The match is over."""

    winner: Side | None  # None when drawn, aborted or at fault
    ending: Ending
    at: Time
    lines: tuple[tuple[Count, ...], ...] = ()  # the cells of each winning line
    left: Left = (None, None)
    elapsed: Seconds = 0.0  # of the turn that was never finished
    credited: Seconds = 0.0  # of it, for the way through the network
    reason: str = ""  # what else is known of how it ended


MatchEvent = Started | Played | Offered | Declined | TakenBack | Swapped | Resumed | Ended


# Other news: told to those who are there, and not kept.


class Snapshot(Message, frozen=True):
    """A match as it stands, for whoever has not seen, or has missed, its events."""

    match: str
    seq: Count  # of the latest event that it includes
    started: Started
    players: tuple[Player, Player]
    moves: tuple[Count, ...]
    left: Left
    turn: Side | None
    side: Side | None = None  # yours; None if you are watching
    elapsed: Seconds = 0.0  # of the turn, so far
    offers: tuple[Offered, ...] = ()  # that stand
    ended: Ended | None = None


class Gone(Message, frozen=True):
    """A player has lost the connection; after ``claim_in`` seconds the opponent may claim."""

    match: str
    side: Side
    claim_in: Seconds


class Back(Message, frozen=True):
    """A player is connected again."""

    match: str
    side: Side


class Idle(Message, frozen=True):
    """A turn against a bot goes on for long: without a move the match ends in ``ends_in`` seconds.

    It is then lost, or before the second move called off. Told when half of the time is over, and
    to who comes back after that.
    """

    match: str
    side: Side  # who is to move
    ends_in: Seconds


class RematchOffered(Message, frozen=True):
    """The opponent would like a rematch: ask for one too, and it starts."""

    match: str
    by: str


class Said(Message, frozen=True):
    """Somebody has said something."""

    match: str
    room: Room
    by: str
    text: str


class Challenged(Message, frozen=True):
    """Somebody asks you for a match; Answer with the key."""

    key: str
    by: Player
    terms: Terms
    side: Side | None = None  # that they want; None: either


class Unanswered(Message, frozen=True):
    """A challenge came to nothing: declined, withdrawn or no longer possible."""

    key: str
    reason: str


class SeekOpened(Message, frozen=True):
    """For those who watch the seeks: there is a new one."""

    seek: OpenSeek


class SeekClosed(Message, frozen=True):
    """For those who watch the seeks: one is gone."""

    key: str


class Closing(Message, frozen=True):
    """The server is going down; live matches are kept, and no new ones start."""

    reason: str
    closes_in: Seconds
    back_in: Seconds  # from now, when trying to connect again makes sense


class TournamentChanged(Message, frozen=True):
    """For those who play in a tournament or watch it: somebody entered, or it goes on elsewise."""

    tournament: TournamentSummary


class FixtureDue(Message, frozen=True):
    """Your next game of a tournament begins when you say Ready, or when the time is up."""

    tournament: str
    fixture: FixtureSummary
    seconds: Seconds


class FixtureStarted(Message, frozen=True):
    """For those who watch a tournament: a game has begun."""

    fixture: FixtureSummary


class FixtureEnded(Message, frozen=True):
    """For those who watch a tournament: a game is over."""

    fixture: FixtureSummary


class Reopened(Message, frozen=True):
    """The server does not go down after all: matches start again."""

    reason: str


News = (
    Snapshot | Gone | Back | Idle | RematchOffered | Said | Challenged | Unanswered
    | SeekOpened | SeekClosed | Closing | Reopened
    | TournamentChanged | FixtureDue | FixtureStarted | FixtureEnded
)  # fmt: skip
