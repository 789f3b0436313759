"""An arbiter of one match over real sockets: just enough to show that a player needs no more."""

from typing import assert_never

from websockets.asyncio.server import ServerConnection
from websockets.typing import Subprotocol

from games import Game, IllegalMove, Position, game_named
from protocol.codec import CODECS, Codec, codec_for
from protocol.messages import (
    Done,
    Ended,
    Ending,
    Fault,
    FromServer,
    Hello,
    Limits,
    Move,
    Played,
    Player,
    Refused,
    Resign,
    Seek,
    Started,
    TimeControl,
    Welcome,
)

SUBPROTOCOLS = [Subprotocol(name) for name in CODECS]


class Arbiter:
    """Seats the first two who seek, and referees their match."""

    def __init__(self) -> None:
        self.seats: list[tuple[ServerConnection, Codec, Player]] = []
        self.position: Position | None = None
        self.refusals: list[Refused] = []

    async def attend(self, socket: ServerConnection) -> None:
        codec: Codec | None = None
        player = Player("")
        async for frame in socket:
            codec = codec or codec_for(socket.subprotocol, frame)
            match codec.decode_from_player(frame):
                case Hello(id=id, name=name, bot=bot):
                    player = Player(name, bot)
                    limits = Limits(frame_bytes=16384, requests_per_second=20, burst=40)
                    await say(socket, codec, Welcome(id, 1, "test", player, limits, 10.0))
                case Seek(id=id, game=game):
                    await say(socket, codec, Done(id))
                    self.seats.append((socket, codec, player))
                    await self._start(game_named(game))
                case Move(id=id, ply=ply, cell=cell):
                    await self._move(socket, codec, id, ply, cell)
                case Resign():
                    raise NotImplementedError
                case other:
                    assert_never(other)

    async def _start(self, game: Game) -> None:
        if len(self.seats) < 2:
            return
        self.position = game.start()
        players = self.seats[0][2], self.seats[1][2]
        for side, (socket, codec, _) in enumerate(self.seats):
            clock = TimeControl(60, 1)
            started = Started("m1", 0, game.name, game.shape, players, clock, side)
            await say(socket, codec, started)

    async def _move(
        self, socket: ServerConnection, codec: Codec, id: int, ply: int, cell: int
    ) -> None:
        assert self.position is not None
        try:
            assert (socket, ply) == (self.seats[self.position.turn][0], len(self.position.moves))
            self.position = self.position.play(cell)
        except IllegalMove as error:
            self.refusals.append(Refused(id, Fault.ILLEGAL_MOVE, str(error)))
            await say(socket, codec, self.refusals[-1])
            return
        await say(socket, codec, Done(id))
        outcome = self.position.outcome
        turn = None if outcome else self.position.turn
        await self._tell(Played("m1", ply + 1, ply, cell, 0.0, (60.0, 60.0), turn))
        if outcome:
            ending = Ending.FULL if outcome.winner is None else Ending.LINE
            await self._tell(Ended("m1", ply + 2, outcome.winner, ending, outcome.lines))

    async def _tell(self, event: FromServer) -> None:
        for socket, codec, _ in self.seats:
            await say(socket, codec, event)


async def say(socket: ServerConnection, codec: Codec, message: FromServer) -> None:
    await socket.send(codec.encode(message), text=codec.text)
