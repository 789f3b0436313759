"""A bot where servers are a cluster."""

import asyncio
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from protocol.closes import Close
from protocol.replies import Done
from protocol.requests import Declare, Hello
from tests.bot.bots import running_bot
from tests.client.link.scripted import Line, scripted


async def test_goes_from_one_to_the_other_with_its_session_and_its_policy(tmp_path: Path) -> None:
    """Though none but the second was given; a file keeps what the latest server has given it."""
    going = asyncio.Event()
    hellos: list[Hello] = []
    declared: list[Declare] = []

    async def hear_policy(line: Line) -> None:
        declared.append(await line.expect(Declare))
        await line.tell(Done(declared[-1].id))

    async def second(line: Line) -> None:
        hellos.append(await line.welcome(session="s2"))
        await hear_policy(line)
        with suppress(ConnectionClosed):
            while True:  # in leaving it takes no more matches
                await line.tell(Done((await line.hear()).id))

    async with scripted(second) as other:

        async def first(line: Line) -> None:
            hellos.append(await line.welcome(session="s1", nodes=(other.url,)))
            await hear_policy(line)
            await going.wait()
            await line.close(Close.SERVICE_RESTART)

        nobody, file = "ws://127.0.0.1:1", tmp_path / "session"
        async with scripted(first) as double:
            words = ("chance", "--session", str(file))
            async with running_bot(f"{nobody},{double.url}", *words) as bot:
                await bot.says("ready for")
                going.set()
                await bot.says("the server is going away: going to ws://127.0.0.1:")
                await bot.says(f"connected server={other.url}")
                bot.signal()
                assert await bot.ended() == 0
    assert [hello.session for hello in hellos] == [None, "s1"]
    assert [each.policy for each in declared] == [declared[0].policy] * 2
    assert file.read_text() == "s1\n"
