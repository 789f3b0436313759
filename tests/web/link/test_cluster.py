"""A page whose node dies goes on at another, by the addresses that its welcome named."""

from pathlib import Path

from playwright.async_api import expect

from benchmarks.crash import free_port
from protocol.events import Played
from protocol.parts import Terms, TimeControl
from protocol.replies import Opened
from protocol.requests import Invite
from server.app import running
from tests.processes import serving_process
from tests.server.cluster.nodes import LEASE, broker, node_settings
from tests.server.players_over_sockets import player
from tests.server.storage.databases import fresh_url
from tests.web.link.test_coming_back import BROKEN, notice
from tests.web.tables import button, cell, seated, stones
from tests.web.visitors import Visitors


async def test_it_goes_to_another_node(visitors: Visitors, tmp_path: Path) -> None:
    """In mid-game, with all that it knew, though its own node is killed and never comes back."""
    visitors.forgive(BROKEN)
    database = fresh_url("postgresql", tmp_path)
    async with broker(tmp_path) as nats, running(node_settings(database, nats.port)) as stays:
        port = free_port()
        dies = f"ws://127.0.0.1:{port}"
        words = ("--port", f"{port}", "--database", database, "--node-url", dies)
        bus = ("--nats", f"nats://127.0.0.1:{nats.port}", "--lease-seconds", f"{LEASE}")
        async with serving_process(tmp_path, *words, *bus) as node, player(stays.url, "bob") as bob:
            visitors.url = f"http://127.0.0.1:{port}"
            visitors.expect_host(dies)
            visitors.expect_host(stays.url)
            terms = Terms("tictactoe", TimeControl(300, 3))
            code = (await bob.ask(Invite(0, terms, 0), Opened)).key
            page = await visitors.visit(f"#{code}")
            await button(page, "Play").click()
            match = await seated(page)
            await bob.play(match, 0, 4)
            await cell(page, 0).click()
            await bob.next(Played, lambda played: played.ply == 1)
            await node.kill()
            await bob.play(match, 2, 2)
            await expect(stones(page)).to_have_count(3)
            await expect(notice(page)).to_be_empty()
            await cell(page, 6).click()
            await bob.next(Played, lambda played: played.ply == 3)
