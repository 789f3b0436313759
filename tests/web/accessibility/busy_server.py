"""A server on which something is to be seen in every view of the page."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from games import game_named
from protocol.parts import Room, Terms, TimeControl
from protocol.replies import Done, Opened
from protocol.requests import Invite, OpenTournament, Resign, Say, Seek
from protocol.tournaments import Format, Plan, Stage
from server.app import App
from tests.games.every import walk
from tests.server.players_over_sockets import Player, alternate, pair, player
from tests.server.tournaments.contestants import at_stage, bots, opened

LIVE = ("gomoku:size=7", "nineboard", "connect4", "qubic", "tictactoe")
FEW = 5  # moves, after which no game is over
BOTS = ("deep", "shallow", "slow")


@asynccontextmanager
async def busy(app: App) -> AsyncIterator[dict[str, str]]:
    """Addresses in the page, by what is to be seen there."""
    async with AsyncExitStack() as stack:
        ann, bob = [
            await stack.enter_async_context(player(app.url, name)) for name in ("ann", "bob")
        ]
        live = [await _game_that_goes_on(name, ann, bob) for name in LIVE]
        over = await _game_that_is_over(ann, bob)
        await ann.ask(Seek(0, Terms("gomoku", TimeControl(300, 3))), Opened)
        invite = await bob.ask(Invite(0, Terms("qubic")), Opened)
        contestants = await stack.enter_async_context(bots(app, *BOTS))
        wires = [bot.wire for bot in contestants]
        league = await opened(ann, _plan("League", Format.ROUND_ROBIN, rounds=1), *wires)
        cup = await opened(ann, _plan("Cup", Format.KNOCKOUT), *wires)
        for each in (league, cup):
            await at_stage(ann, each, Stage.FINISHED)
        fresh = await ann.ask(OpenTournament(0, _plan("Open", Format.SWISS, rounds=3)), Opened)
        yield {
            "lobby": "",
            "join": f"#{invite.key}",
            "live": "#/live",
            "match": f"#/match/{live[0]}",
            "qubic": f"#/match/{live[3]}",
            "match that is over": f"#/match/{over}",
            "local": "#/local/connect4",
            "results": "#/results",
            "leaders": "#/leaders",
            "player": "#/player/ann",
            "tournaments": "#/tournaments",
            "league": f"#/tournament/{league}",
            "cup": f"#/tournament/{cup}",
            "tournament that is open": f"#/tournament/{fresh.key}",
            "nothing": "#/nowhere",
        }


async def _game_that_goes_on(name: str, ann: Player, bob: Player) -> str:
    match = await pair(ann, bob, Terms(name, TimeControl(600, 5)))
    await alternate(match, (ann, bob), *walk(game_named(name), 4, FEW).moves)
    await bob.ask(Say(0, match, Room.PLAYERS, "good luck"), Done)
    return match


async def _game_that_is_over(ann: Player, bob: Player) -> str:
    match = await pair(ann, bob, Terms("connect4", TimeControl(600, 5)))
    await alternate(match, (ann, bob), *walk(game_named("connect4"), 4, FEW).moves)
    await ann.ask(Resign(0, match), Done)
    return match


def _plan(title: str, format: Format, rounds: int = 1) -> Plan:
    terms = Terms("tictactoe", TimeControl(60, 1))
    return Plan(title, format, terms, rounds=rounds, extra_pairs=0)
