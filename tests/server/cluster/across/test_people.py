"""Who is kept away or quiet is so at every node, whichever an administrator is at."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.administration import BanKind
from protocol.events import Said
from protocol.parts import Fault, Room, Terms
from protocol.replies import AuditEntries, Blocked, Done
from protocol.requests import (
    Ban,
    Block,
    Challenge,
    DeleteAccount,
    Hello,
    Kick,
    Lift,
    ListAudit,
    Mute,
    RenameAccount,
    Say,
)
from server.app import App, running
from server.refusal import Refusal
from tests.client.link.server_messages import until
from tests.server.accounts import account
from tests.server.cluster.nodes import broker, node_settings
from tests.server.players_over_sockets import Player, connected, pair, player
from tests.server.storage.databases import fresh_url

GOMOKU = Terms("gomoku")


@pytest.fixture
async def root(nodes: list[App]) -> AsyncIterator[Player]:
    """At a node that does not own the lobby."""
    token = await account(nodes[1], "root", admin=True)
    async with player(nodes[1].url, token=token) as root:
        yield root


async def refused_everywhere(nodes: list[App], hello: Hello) -> bool:
    codes = []
    for node in nodes:
        async with connected(node.url) as stranger:
            codes.append((await stranger.refused(hello)).code)
    return codes == [Fault.KEPT_AWAY] * len(nodes)


async def test_a_ban_holds_at_all_nodes(nodes: list[App], root: Player, cat: Player) -> None:
    """By session, by name, and by address; also when it is a kick for a time."""
    await root.ask(Ban(0, "cat", reason="spam"), Done)
    assert await cat.closed() == (4003, "spam")
    assert await refused_everywhere(nodes, Hello(0, session=cat.welcome.session))
    assert await refused_everywhere(nodes, Hello(0, "dan"))
    await root.ask(Lift(0, BanKind.PLAYER, "cat"), Done)
    async with player(nodes[0].url, session=cat.welcome.session) as again:
        await root.ask(Kick(0, "cat", "again", 600.0), Done)
        assert await again.closed() == (4003, "again")
    assert await refused_everywhere(nodes, Hello(0, session=cat.welcome.session))


def is_quiet(node: App, name: str) -> bool:
    try:
        node.house.people.bans.check_talk(name)
    except Refusal:
        return True
    return False


async def test_who_may_not_talk_may_not_at_their_node(
    nodes: list[App], root: Player, bob: Player, cat: Player
) -> None:
    """As soon as it has heard of it."""
    match = await pair(bob, cat, GOMOKU)
    await root.ask(Mute(0, "cat"), Done)
    await until(lambda: is_quiet(nodes[2], "cat"))
    assert (await cat.refused(Say(0, match, Room.PLAYERS, "hm"))).code is Fault.NOT_ALLOWED
    await root.ask(Lift(0, BanKind.CHAT, "cat"), Done)
    await until(lambda: not is_quiet(nodes[2], "cat"))
    await cat.ask(Say(0, match, Room.PLAYERS, "hm"), Done)
    assert (await bob.next(Said)).by == "cat"


async def test_what_was_done_anywhere_is_read_anywhere(
    nodes: list[App], root: Player, cat: Player
) -> None:
    """One log for all nodes."""
    await root.ask(Ban(0, "cat"), Done)
    await cat.closed()
    await root.settle()
    async with player(nodes[2].url, token=await account(nodes[0], "rooty", admin=True)) as other:
        told = (await other.ask(ListAudit(0, "cat"), AuditEntries)).entries
    acts = {(each.act, each.by, each.whom) for each in told}
    assert {
        ("ban", "root", "cat"),
        ("came in", "cat", ""),
        ("closed on a ban", "cat", "cat"),
    } <= acts


async def test_an_account_is_renamed_and_deleted_from_anywhere(
    nodes: list[App], root: Player
) -> None:
    """Its player is at a third node."""
    token = await account(nodes[0], "dan")
    async with player(nodes[2].url, token=token) as dan:
        await root.ask(RenameAccount(0, "dan", "don"), Done)
        assert (await dan.closed())[0] == 1012
    async with player(nodes[2].url, session=dan.welcome.session) as don:
        assert don.name == "don"
        await root.ask(DeleteAccount(0, "don"), Done)
        assert (await don.closed())[0] == 4004
    for node in nodes:
        async with connected(node.url) as stranger:
            assert (await stranger.refused(Hello(0, token=token))).code is Fault.BAD_TOKEN


async def test_bans_and_names_hold_through_restarts(tmp_path: Path) -> None:
    """Of one node after the other, and of all at once."""
    database = fresh_url("postgresql", tmp_path)
    async with broker(tmp_path) as nats:
        here, there = (node_settings(database, nats.port) for _ in range(2))

        async def hold(*nodes: App) -> None:
            for hello in (Hello(0, session=cat.welcome.session), Hello(0, "eve")):
                assert await refused_everywhere([*nodes], hello)
            for node in nodes:
                async with player(node.url, session=dan.welcome.session) as don:
                    assert don.name == "don"
                async with player(node.url, token=token) as don:
                    assert don.name == "don"

        async with running(here) as first:
            async with running(there) as second:
                token = await account(first, "dan")
                admin = await account(second, "root", admin=True)
                async with (
                    player(second.url, token=admin) as root,
                    player(first.url, token=token) as dan,
                    player(first.url, "cat") as cat,
                ):
                    await root.ask(Ban(0, "cat"), Done)
                    assert (await cat.closed())[0] == 4003
                    await root.ask(RenameAccount(0, "dan", "don"), Done)
                    assert (await dan.closed())[0] == 1012
                await hold(first, second)
            await hold(first)
            async with running(there) as second:
                await hold(first, second)
        async with running(here) as first, running(there) as second:
            await hold(second, first)


async def test_a_block_holds_wherever_both_are(
    nodes: list[App], ann: Player, bob: Player, cat: Player
) -> None:
    """Also once another node owns the lobby."""
    match = await pair(bob, cat, GOMOKU)
    await bob.ask(Block(0, "cat"), Blocked)
    await cat.ask(Say(0, match, Room.PLAYERS, "hm"), Done)
    await bob.ask(Say(0, match, Room.PLAYERS, "what?"), Done)
    assert (await bob.next(Said)).by == "bob"
    assert (await cat.refused(Challenge(0, "bob", GOMOKU))).code is Fault.NOT_ALLOWED
    await nodes[0].go_down()
    assert (await cat.refused(Challenge(0, "bob", GOMOKU))).code is Fault.NOT_ALLOWED
