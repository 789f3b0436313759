"""Invites over real sockets: what they tell, and how they outlive a connection."""

import pytest

from protocol.events import Started
from protocol.parts import Fault, Side, Terms
from protocol.replies import Done, InviteShown, Opened, Seeks
from protocol.requests import Challenge, Invite, Join, ListSeeks, Seek, ShowInvite, Withdraw
from server.app import App
from tests.server.players_over_sockets import Player, player

TERMS = Terms("tictactoe")


@pytest.mark.parametrize("side", [None, 0, 1])
async def test_it_tells_what_it_is_to(ann: Player, bob: Player, side: Side | None) -> None:
    """Whoever knows the code sees by whom it is, for what match, and who begins."""
    code = (await ann.ask(Invite(0, TERMS, side), Opened)).key
    for written in (code, f" {code.lower()} "):
        shown = await bob.ask(ShowInvite(0, written), InviteShown)
        assert (shown.by.name, shown.terms, shown.side) == ("ann", TERMS, side)


async def test_one_that_is_gone_tells_nothing(ann: Player, bob: Player) -> None:
    """Taken back, taken up, or never there."""
    back = (await ann.ask(Invite(0, TERMS), Opened)).key
    await ann.ask(Withdraw(0, back), Done)
    up = (await ann.ask(Invite(0, TERMS), Opened)).key
    await bob.ask(Join(0, up), Done)
    for code in (back, up, "", "x" * 100):
        assert (await bob.refused(ShowInvite(0, code))).code is Fault.NO_SUCH_KEY


async def test_it_is_opened_anew_with_its_code(app: App, bob: Player) -> None:
    """After the connection that it has ended with; a link to it leads there again."""
    async with player(app.url, "ann") as ann:
        code = (await ann.ask(Invite(0, TERMS), Opened)).key
        async with player(app.url, session=ann.welcome.session) as again:
            assert (await bob.refused(ShowInvite(0, code))).code is Fault.NO_SUCH_KEY
            assert (await again.ask(Invite(0, TERMS, None, code), Opened)).key == code
            await bob.ask(Join(0, code), Done)
            assert (await bob.next(Started)).match == (await again.next(Started)).match


async def test_nobody_opens_one_with_the_code_of_another(ann: Player, bob: Player) -> None:
    """They are given a new one."""
    code = (await ann.ask(Invite(0, TERMS), Opened)).key
    assert (await bob.ask(Invite(0, TERMS, None, code), Opened)).key != code


@pytest.mark.parametrize("code", ["", "HELLO", "ABCDEF1", "ABC 12", "0O1LI!"])
async def test_nobody_makes_a_code_up(ann: Player, code: str) -> None:
    """Only what could have been given here is taken."""
    assert (await ann.refused(Invite(0, TERMS, None, code))).code is Fault.NO_SUCH_KEY


async def test_a_newer_connection_has_nothing_open(app: App, ann: Player) -> None:
    """What the older had, and what was open to it, ends with it: nobody takes it up any more."""
    async with player(app.url, "cat") as cat:
        await cat.ask(Seek(0, TERMS), Opened)
        await ann.ask(Challenge(0, "cat", TERMS), Opened)
        async with player(app.url, session=cat.welcome.session):
            assert (await ann.ask(ListSeeks(0), Seeks)).seeks == ()
            await ann.ask(Seek(0, TERMS), Opened)
            await ann.settle()
            assert ann.all(Started) == []
