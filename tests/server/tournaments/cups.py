"""Tournaments that tests open on a real server."""

from typing import Any

from protocol.events import FixtureDue, Started
from protocol.parts import Terms, TimeControl
from protocol.replies import Opened
from protocol.requests import Enter, OpenTournament, Ready, Steer
from protocol.tournaments import Format, Order, Plan
from tests.server.players_over_sockets import Player

TICTACTOE = Terms("tictactoe", TimeControl(300, 3))


async def opened(by: Player, title: str = "Spring cup", **plan: Any) -> str:
    """The id of a round-robin that somebody has opened."""
    chosen = Plan(title, Format.ROUND_ROBIN, TICTACTOE, **plan)
    return (await by.ask(OpenTournament(0, chosen), Opened)).key


async def started(by: Player, *players: Player, **plan: Any) -> str:
    """The id of one that these have entered, and that goes on."""
    cup = await opened(by, **plan)
    for one in players:
        await one.ask(Enter(0, cup))
    await by.ask(Steer(0, cup, Order.START))
    return cup


async def begin(cup: str, *players: Player) -> Started:
    """Answer the calls of these players, and wait for their game."""
    for one in players:
        await one.next(FixtureDue)
        await one.ask(Ready(0, cup))
    return await players[0].next(Started)
