"""What a person has asked to play, watch or look at, from the command line to either client."""

from dataclasses import dataclass

from client.kept.left import KeptGame
from client.local.private_server import PrivateServer
from games.record import Record
from protocol.parts import Side, Terms, TimeControl

GAME = "connect4"
UNTIMED = TimeControl()


@dataclass(frozen=True)
class PlayOptions:
    """Both clients are started with this; what is not given has the default of its kind."""

    url: str  # of the server; empty for that of a private server
    name: str = ""  # of a guest; empty with a token
    token: str | None = None
    new: bool = False  # as a new guest, not as the one of last time
    game: str = GAME  # a canonical name
    clock: TimeControl = UNTIMED
    # A player's name, "bot" for any bot or an invite's code. None: whoever seeks the same.
    against: str | None = None
    invite: bool = False  # wait for whoever joins with the code that the server gives
    qr: bool = False  # draw the link to an invite as a QR code, in plain mode
    lobby: bool = False  # look around first: no match is asked for yet
    side: Side | None = None  # None: either
    rated: bool = False
    pie: bool = False
    private: bool = False  # nobody can watch
    private_server: PrivateServer | None = None  # with its bot, on this machine, for us only
    hosted: PrivateServer | None = None  # for whoever comes with an invite; it is at the url
    kept: KeptGame | None = None  # what is played there can be left, and gone on with
    two: tuple[str, str] | None = None  # who play each other at this keyboard, without a server
    boards: bool = False  # draw the board after each move, in plain mode
    mouse: bool = True
    ascii: bool = False
    watch: str | None = None  # a match to watch, or "top" for the one with the best players
    tournament: str | None = None  # to enter
    follow: str | None = None  # a tournament to watch
    records: tuple[Record, ...] = ()  # of games to look back at, without any server

    @property
    def terms(self) -> Terms:
        return Terms(self.game, self.clock, self.rated, self.pie, self.private)
