"""How many tournaments guests of one address can open on a real server, by whatever names."""

from pathlib import Path

from protocol.parts import Fault, Terms, TimeControl
from protocol.replies import Done, Opened, Refused, Tournaments
from protocol.requests import ListTournaments, OpenTournament, Steer
from protocol.tournaments import Format, Order, Plan, Stage
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, player
from tests.server.serving import serving
from tests.server.tournaments.contestants import at_stage, bots, opened

PLAN = Plan("The cup", Format.ROUND_ROBIN, Terms("tictactoe", TimeControl(60)))


async def fill(one: Player) -> int:
    """Open tournaments until one is refused; how many there were."""
    many, request = 0, OpenTournament(0, PLAN)
    while isinstance(reply := await one.reply(await one.send(request)), Opened):
        many += 1
    assert isinstance(reply, Refused)
    assert reply.code is Fault.BUSY
    return many


async def test_new_names_open_no_more(tmp_path: Path) -> None:
    """Neither at once nor after the first have left; an account opens as many as a player may."""
    limits = {"open_tournaments": 3, "tournaments_per_address": 5}
    async with serving(tmp_path, **limits) as app:
        token = await account(app, "org")
        many = []
        for name in ("ann", "bob", "cat"):
            async with player(app.url, name) as one:
                many.append(await fill(one))
        assert many == [3, 2, 0]
        async with player(app.url, token=token) as org:
            assert await fill(org) == 3
            listed = await org.ask(ListTournaments(0, limit=4), Tournaments)
        assert ([each.by for each in listed.tournaments], listed.total) == (
            ["org", "org", "org", "bob"],
            8,
        )


async def test_to_extend_what_is_over_is_to_open_it(tmp_path: Path) -> None:
    """It goes on, and counts, like any other."""
    async with (
        serving(tmp_path, tournaments_per_address=1) as app,
        player(app.url, "ann") as ann,
        bots(app, "one", "two") as field,
    ):
        key = await opened(ann, PLAN, *(bot.wire for bot in field))
        await at_stage(ann, key, Stage.FINISHED)
        other = (await ann.ask(OpenTournament(0, PLAN), Opened)).key
        assert (await ann.refused(Steer(0, key, Order.EXTEND, 1))).code is Fault.BUSY
        await ann.ask(Steer(0, other, Order.CANCEL), Done)
        await ann.ask(Steer(0, key, Order.EXTEND, 1), Done)
        assert (await ann.refused(OpenTournament(0, PLAN))).code is Fault.BUSY
