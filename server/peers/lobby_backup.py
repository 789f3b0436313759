"""What players have open in the lobby, kept by their own nodes in case its owner dies."""

from collections.abc import Callable
from typing import TypeVar

from protocol.parts import Policy
from server.indexed_dict import IndexedDict
from server.lobby.lobby import Lobby
from server.peers.node_messages import (
    DropKept,
    KeepChallenge,
    KeepInvite,
    KeepPolicy,
    KeepSeek,
    OpenThings,
    Told,
)

T = TypeVar("T")
Kept = KeepPolicy | KeepSeek | KeepChallenge | KeepInvite | DropKept
TellPlayersNode = Callable[[str, Told], None]  # if the player is elsewhere


class LobbyBackup:
    """Tells the node of a player what they open, and what is closed."""

    def __init__(self, lobby: Lobby, tell: TellPlayersNode) -> None:
        self._tell = tell
        lobby.on_declare = self._declared
        self._follow(lobby.seeks, lambda each: each.shown.by.name, KeepSeek)
        self._follow(lobby.challenges, lambda each: each.by.name, KeepChallenge)
        self._follow(lobby.invites, lambda each: each.by.name, KeepInvite)

    def _declared(self, name: str, policy: Policy) -> None:
        self._tell(name, KeepPolicy(name, policy))

    def _follow(
        self, things: IndexedDict[T], by: Callable[[T], str], keep: Callable[[str, str, T], Told]
    ) -> None:
        def put(key: str, thing: T) -> None:
            self._tell(by(thing), keep(by(thing), key, thing))

        def take(key: str, thing: T) -> None:
            self._tell(by(thing), DropKept(by(thing), key))

        things.on_put, things.on_take = put, take


def keep(open: OpenThings, kept: Kept) -> None:
    """What a player's node does when it is told."""
    match kept:
        case KeepPolicy(policy=policy):
            open.policy = policy
        case KeepSeek(key=key, open=seek):
            open.seeks[key] = seek
        case KeepChallenge(key=key, open=challenge):
            open.challenges[key] = challenge
        case KeepInvite(key=key, open=invite):
            open.invites[key] = invite
        case DropKept(key=key):
            for things in (open.seeks, open.challenges, open.invites):
                things.pop(key, None)


def reopen(lobby: Lobby, name: str, open: OpenThings) -> None:
    """Put back what a player had open with another owner of the lobby."""
    if open.policy is not None:
        lobby.policies[name] = open.policy
    _put_back(lobby.seeks, open.seeks)
    _put_back(lobby.challenges, open.challenges)
    _put_back(lobby.invites, open.invites)


def _put_back(things: IndexedDict[T], kept: dict[str, T]) -> None:
    for key, thing in kept.items():
        if key not in things:
            things.put(key, thing)
