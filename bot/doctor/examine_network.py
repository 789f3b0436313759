"""Examinations of what a bot bears: a slow and a broken network, repetitions, and a restart."""

import asyncio
from contextlib import suppress

from bot.doctor.finding import ExaminationFailed
from bot.doctor.opponent import OpponentMatch
from bot.doctor.testbed import ENOUGH, BotTestbed
from client.link.connection import RequestRefused
from protocol.events import Declined, TakenBack
from protocol.parts import OfferKind, TimeControl
from protocol.requests import Offer
from protocol.texts import count

DELAY, JITTER = 0.06, 0.04  # seconds, one way
SLOW_CLOCKS = (TimeControl(per_move=1.0), TimeControl(6.0))
LOSSES = 3  # of the connection
MATCHES = 5  # in which that many must have been possible
ANSWERED = 30.0  # seconds until a bot has made its move
OUTAGE_CLOCK = TimeControl(60.0)  # for an outage is the bot's time
BACK = (
    "Let the bot run its own course: `inarow bot` comes back by itself, unless the brain keeps "
    "the process from running or takes its time again for each position that is asked twice."
)


async def examine_slow_network(testbed: BotTestbed) -> str:
    """Everything comes late, and never equally late."""
    testbed.proxy.delay, testbed.proxy.jitter = DELAY, JITTER
    try:
        for side, clock in enumerate(SLOW_CLOCKS):
            await testbed.play(testbed.terms(clock=clock), side, ENOUGH)
    finally:
        testbed.proxy.calm()
    low, high = 1000 * (DELAY - JITTER), 1000 * (DELAY + JITTER)
    return f"in time with {low:.0f} to {high:.0f} ms of delay each way"


async def examine_broken_network(testbed: BotTestbed) -> str:
    """The connection is lost in the middle of a match, again and again."""
    proxy, enough = testbed.proxy, testbed.proxy.lost + LOSSES

    async def lose(match: OpponentMatch) -> None:
        if proxy.lost < enough:
            testbed.say(f"the connection is lost, {count(enough - proxy.lost, 'more time')}")
            proxy.lose()

    for number in range(MATCHES):
        await testbed.play(testbed.terms(clock=OUTAGE_CLOCK), number % 2, ENOUGH, lose)
        if proxy.lost >= enough:
            return f"it came back {LOSSES} times, and finished what it was playing"
    raise ExaminationFailed(f"it was not back to be lost {LOSSES} times in {MATCHES} matches", BACK)


async def examine_repetition(testbed: BotTestbed) -> str:
    """Moves taken back, a move sent again because its acknowledgement is lost, and a rematch."""
    match = await testbed.begin(testbed.terms(testbed.longest, OUTAGE_CLOCK), 0)
    testbed.say("a takeback after its answer")
    first = await testbed.opponent.move(match)
    await _answered(testbed, match)
    seen = [await _take_back(testbed, match)]
    testbed.say("a takeback while it thinks")
    await testbed.opponent.move(match, but=first)
    seen.append(await _take_back(testbed, match))
    if match.is_ours and not match.ply:
        await testbed.opponent.move(match)
        await _answered(testbed, match)
    testbed.say("its move arrives, and the connection is lost before it hears so")
    lost = testbed.proxy.lose_after_next_request()
    await testbed.opponent.move(match)
    await _answered(testbed, match)
    if lost.is_set():
        seen.append("a move sent again because its acknowledgement was lost")
    testbed.proxy.calm()
    await testbed.finish(match, ENOUGH)
    testbed.say("a rematch")
    await testbed.finish(await testbed.opponent.rematch(match), ENOUGH)
    return f"{', '.join(seen)}, and a rematch"


async def _answered(testbed: BotTestbed, match: OpponentMatch) -> None:
    """Hear the bot's move; a match that has ended instead is judged."""
    try:
        async with asyncio.timeout(ANSWERED):
            while not match.is_ours and not match.ended:
                await match.hear()
    except TimeoutError:
        raise ExaminationFailed(
            f"no answer within {ANSWERED:g} s after {count(match.ply, 'move')}", BACK
        ) from None
    if match.ended:
        await testbed.judge(match, match.ended)


async def _take_back(testbed: BotTestbed, match: OpponentMatch) -> str:
    """Ask for the last move again; what came of it, for the bot's answer makes the offer lapse."""
    was_ours, ply = match.is_ours, match.ply
    with suppress(RequestRefused):
        await testbed.opponent.ask(Offer(0, match.id, OfferKind.TAKEBACK))
    while not match.ended:
        news = await match.hear(ANSWERED)
        if isinstance(news, TakenBack):
            return f"a move taken back {'after its answer' if was_ours else 'while it thought'}"
        if isinstance(news, Declined):
            raise ExaminationFailed(
                "it declined a takeback, though it was told to grant them", BACK
            )
        if match.ply > ply and not was_ours:
            return "a takeback that its answer overtook"
    await testbed.judge(match, match.ended)
    return "no takeback, for the match was over"


async def examine_restart(testbed: BotTestbed) -> str:
    """The server is killed while the bot is to move, and is started again."""
    restarted = False

    async def restart(match: OpponentMatch) -> None:
        nonlocal restarted
        if not restarted and match.ply >= 3:
            testbed.say("the server is killed, and starts again")
            restarted = True
            await testbed.restart_server()

    await testbed.play(testbed.terms(clock=OUTAGE_CLOCK), 0, ENOUGH, restart)
    return "it came back after the server's death, and finished its match"
