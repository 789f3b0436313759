"""Examinations of what a bot bears: a slow and a broken network, repetitions, and a restart."""

import asyncio
from contextlib import suppress

from bot.doctor.clinic import ENOUGH, Clinic
from bot.doctor.finding import Failed
from bot.doctor.opponent import Bout
from client.link.connection import RequestRefused
from protocol.events import Declined, TakenBack
from protocol.parts import OfferKind, TimeControl
from protocol.requests import Offer

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


async def bears_a_slow_network(clinic: Clinic) -> str:
    """Everything comes late, and never equally late."""
    clinic.proxy.delay, clinic.proxy.jitter = DELAY, JITTER
    try:
        for side, clock in enumerate(SLOW_CLOCKS):
            await clinic.play(clinic.terms(clock=clock), side, ENOUGH)
    finally:
        clinic.proxy.calm()
    low, high = 1000 * (DELAY - JITTER), 1000 * (DELAY + JITTER)
    return f"in time with {low:.0f} to {high:.0f} ms of delay each way"


async def bears_a_broken_network(clinic: Clinic) -> str:
    """The connection is lost in the middle of a match, again and again."""
    proxy, enough = clinic.proxy, clinic.proxy.lost + LOSSES

    async def lose(bout: Bout) -> None:
        if proxy.lost < enough:
            clinic.say(f"the connection is lost, {enough - proxy.lost} more times")
            proxy.lose()

    for match in range(MATCHES):
        await clinic.play(clinic.terms(clock=OUTAGE_CLOCK), match % 2, ENOUGH, lose)
        if proxy.lost >= enough:
            return f"it came back {LOSSES} times, and finished what it was playing"
    raise Failed(f"it was not back to be lost {LOSSES} times in {MATCHES} matches", BACK)


async def bears_repetition(clinic: Clinic) -> str:
    """Moves taken back, a move sent again because its acknowledgement is lost, and a rematch."""
    bout = await clinic.begin(clinic.terms(clinic.longest, OUTAGE_CLOCK), 0)
    clinic.say("a takeback after its answer")
    first = await clinic.opponent.move(bout)
    await _answered(clinic, bout)
    seen = [await _take_back(clinic, bout)]
    clinic.say("a takeback while it thinks")
    await clinic.opponent.move(bout, but=first)
    seen.append(await _take_back(clinic, bout))
    if bout.is_ours and not bout.ply:
        await clinic.opponent.move(bout)
        await _answered(clinic, bout)
    clinic.say("its move arrives, and the connection is lost before it hears so")
    lost = clinic.proxy.lose_after_next_request()
    await clinic.opponent.move(bout)
    await _answered(clinic, bout)
    if lost.is_set():
        seen.append("a move sent again because its acknowledgement was lost")
    clinic.proxy.calm()
    await clinic.finish(bout, ENOUGH)
    clinic.say("a rematch")
    await clinic.finish(await clinic.opponent.rematch(bout), ENOUGH)
    return f"{', '.join(seen)}, and a rematch"


async def _answered(clinic: Clinic, bout: Bout) -> None:
    """Hear the bot's move; a match that has ended instead is judged."""
    try:
        async with asyncio.timeout(ANSWERED):
            while not bout.is_ours and not bout.ended:
                await bout.hear()
    except TimeoutError:
        raise Failed(f"no answer within {ANSWERED:g} s after {bout.ply} moves", BACK) from None
    if bout.ended:
        await clinic.judge(bout, bout.ended)


async def _take_back(clinic: Clinic, bout: Bout) -> str:
    """Ask for the last move again; what came of it, for the bot's answer makes the offer lapse."""
    was_ours, ply = bout.is_ours, bout.ply
    with suppress(RequestRefused):
        await clinic.opponent.ask(Offer(0, bout.match, OfferKind.TAKEBACK))
    while not bout.ended:
        news = await bout.hear(ANSWERED)
        if isinstance(news, TakenBack):
            return f"a move taken back {'after its answer' if was_ours else 'while it thought'}"
        if isinstance(news, Declined):
            raise Failed("it declined a takeback, though it was told to grant them", BACK)
        if bout.ply > ply and not was_ours:
            return "a takeback that its answer overtook"
    await clinic.judge(bout, bout.ended)
    return "no takeback, for the match was over"


async def bears_a_restart(clinic: Clinic) -> str:
    """The server is killed while the bot is to move, and is started again."""
    restarted = False

    async def restart(bout: Bout) -> None:
        nonlocal restarted
        if not restarted and bout.ply >= 3:
            clinic.say("the server is killed, and starts again")
            restarted = True
            await clinic.restart_server()

    await clinic.play(clinic.terms(clock=OUTAGE_CLOCK), 0, ENOUGH, restart)
    return "it came back after the server's death, and finished its match"
