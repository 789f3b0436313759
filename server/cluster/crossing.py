"""What one bus tells another: frames for players and for those who watch, on another node."""

import msgspec


class Deliver(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Tell a player who is connected there."""

    player: str
    frame: bytes  # the message in MessagePack


class Replay(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Tell a player all that they asked for at one stroke."""

    player: str
    frames: list[bytes]


class ShowTopic(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """ShowTopic those there who follow a topic what is new."""

    topic: str
    frame: bytes


class Follow(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A player there follows a topic from now on."""

    topic: str
    player: str


class Unfollow(msgspec.Struct, frozen=True, array_like=True, tag=True):
    topic: str
    player: str


class Everyone(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Tell all who are connected there."""

    frame: bytes


class CloseConnection(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Close a connection there."""

    ticket: int
    code: int
    reason: str


Crossing = Deliver | Replay | ShowTopic | Follow | Unfollow | Everyone | CloseConnection
