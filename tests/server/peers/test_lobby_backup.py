"""What players have open is kept at their own nodes, and put back for a new owner of the lobby."""

from typing import Any

import pytest

from protocol.parts import OpenSeek, Policy
from server.lobby.lobby import Lobby, OpenChallenge, OpenInvite, RangedSeek
from server.peers.lobby_backup import Kept, LobbyBackup, keep, reopen
from server.peers.node_messages import (
    KeepChallenge,
    KeepInvite,
    KeepPolicy,
    KeepSeek,
    OpenThings,
    Told,
    decode_told,
    encode,
)
from tests.server.lobby.lobbies import ANN, BOB, TERMS, challenge, lobby_of

STRICT = Policy(capacity=3, idle_seconds=60.0)
INVITE = OpenInvite(ANN, TERMS, 0)


class Shelf:
    """The nodes of all players, and what they keep, as it comes over the bus."""

    def __init__(self) -> None:
        self.told: list[tuple[str, type[Any]]] = []
        self.open: dict[str, OpenThings] = {}

    def tell(self, name: str, message: Told) -> None:
        kept = decode_told(encode(message))
        self.told.append((name, type(kept)))
        assert isinstance(kept, Kept)
        keep(self.open.setdefault(name, OpenThings()), kept)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def lobby(shelf: Shelf) -> Lobby:
    """One where everything is open that can be."""
    lobby = lobby_of(ANN, BOB)
    LobbyBackup(lobby, shelf.tell)
    lobby.declare("ann", STRICT)
    lobby.seeks.put("s", RangedSeek(OpenSeek("s", ANN, TERMS, 1), 1000.0, None))
    challenge(lobby, ANN, BOB)
    lobby.invites.put("i", INVITE)
    return lobby


def everything(lobby: Lobby, name: str) -> tuple[Any, ...]:
    return (
        lobby.policies[name], dict(lobby.seeks), dict(lobby.challenges), dict(lobby.invites),
    )  # fmt: skip


def test_all_that_a_player_opens_is_told_to_their_node(lobby: Lobby, shelf: Shelf) -> None:
    """As it is, and to nobody else's."""
    kinds = [KeepPolicy, KeepSeek, KeepChallenge, KeepInvite]
    assert shelf.told == [("ann", kind) for kind in kinds]
    kept = shelf.open["ann"]
    assert kept.policy == STRICT
    assert kept.seeks == dict(lobby.seeks)
    assert kept.challenges == dict(lobby.challenges)
    assert kept.invites == {"i": INVITE}


def test_what_is_closed_is_kept_no_more(lobby: Lobby, shelf: Shelf) -> None:
    """Whatever closes it; their policy still is."""
    for things in (lobby.seeks, lobby.challenges, lobby.invites):
        for key in tuple(things):
            things.take(key)
    kept = shelf.open["ann"]
    assert (kept.seeks, kept.challenges, kept.invites) == ({}, {}, {})
    assert kept.policy == STRICT


def test_another_owner_has_the_lobby_as_it_was(lobby: Lobby, shelf: Shelf) -> None:
    """However often the same is told, and nothing of another is changed."""
    heir = lobby_of(ANN, BOB)
    before = heir.policies["bob"]
    heir.invites.put("mine", OpenInvite(BOB, TERMS, None))
    for _ in range(2):
        reopen(heir, "ann", shelf.open["ann"])
    heir.invites.take("mine")
    assert everything(heir, "ann") == everything(lobby, "ann")
    assert heir.policies["bob"] == before


def test_what_is_put_back_is_found_by_what_it_concerns(lobby: Lobby, shelf: Shelf) -> None:
    """A seek pairs as before, a challenge is one between these two."""
    heir = lobby_of(ANN, BOB)
    reopen(heir, "ann", shelf.open["ann"])
    [(_, found)] = heir.challenges.of("bob")
    assert found == OpenChallenge(ANN, BOB, TERMS, None)
    assert [key for key, _ in heir.seeks.of("ann")] == ["s"]


def test_who_has_declared_nothing_keeps_the_policy_of_those_who_do_not() -> None:
    """That of the lobby where they are now."""
    heir = lobby_of(ANN)
    before = heir.policies["ann"]
    reopen(heir, "ann", OpenThings())
    assert heir.policies["ann"] == before
