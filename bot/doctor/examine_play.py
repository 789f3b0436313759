"""Examinations of how a bot plays: that it starts, keeps the rules and the clock, and goes on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from bot.doctor.finding import ExaminationFailed
from bot.doctor.opponent import connected_opponent
from bot.doctor.testbed import ENOUGH, BotTestbed
from games import SIDES
from protocol.clocks import write_clock
from protocol.parts import TimeControl
from protocol.requests import Abort
from protocol.texts import count

CLOCKS = (TimeControl(per_move=0.2), TimeControl(1.0), TimeControl(0.5, 0.1))
BEAT = 0.01  # seconds between two looks at how late this machine is
LATE = 0.03  # seconds of its own from which on a machine may have cost a bot the match
EXCUSABLE = 2.5  # seconds of a match; no machine makes a bot later than that
TRIES = 3  # at a clock, on a machine that is late itself
VANISHED = TimeControl(30.0)  # long enough to be claimed before the flag falls
CLAIMED = 40.0  # seconds until a bot must have won against one who is gone
GONE = "Let the bot go on running while its brain thinks: `inarow bot` claims such a win by itself."


async def examine_start(testbed: BotTestbed) -> str:
    """It loads, connects and is ready for a match."""
    return f"ready for a match in {testbed.ready_in:.1f} s"


async def examine_rules(testbed: BotTestbed) -> str:
    """A whole match of each of its games, on both sides."""
    games, failures, moves = testbed.examined.games, dict[str, ExaminationFailed](), 0
    for game in games:
        for side in (1, 0):
            testbed.say(f"{game} as {SIDES[1 - side]}")
            try:
                moves += (await testbed.play(testbed.terms(game), side)).ply
            except ExaminationFailed as failure:
                failures[game] = failure
                break  # the other side would fail in the same way
    unasked = testbed.examined.few and len(failures) < len(games)  # nobody has said what it plays
    but = f"If it is not meant for {' and '.join(failures)}, name its games with --game."
    _raise(list(failures.values()), *([but] if unasked else []))
    return f"two whole matches of each: {', '.join(games)}; {count(moves, 'move')} stood"


async def examine_clocks(testbed: BotTestbed) -> str:
    """Matches with next to no time, by move, in all, and with an increment."""
    failures: dict[str, ExaminationFailed] = {}
    forgiven, worst = 0, 0.0
    for clock in CLOCKS:
        testbed.say(f"{testbed.longest} on {write_clock(clock)}")
        for tries in range(1, TRIES + 1):
            async with _machine_watched() as lateness:
                failure = await _failure(testbed, clock, side=tries % 2)
            worst = max(worst, *lateness)
            if failure is None:
                break
            excused = max(lateness) >= LATE and len(lateness) * BEAT < EXCUSABLE
            if tries == TRIES or not excused:
                failures[write_clock(clock)] = failure
                break
            forgiven += 1
    _raise_by_clock(failures, worst)
    again = f"; {forgiven} played again, for this machine was late itself" if forgiven else ""
    return f"in time on {', '.join(map(write_clock, CLOCKS))}{again}"


def _raise_by_clock(failures: dict[str, ExaminationFailed], worst: float) -> None:
    """One failure for all clocks, each reason once."""
    if not failures:
        return
    clocks: dict[str, list[str]] = {}
    for clock, failure in failures.items():
        clocks.setdefault(failure.told, []).append(clock)
    advice = list(dict.fromkeys(failure.advice for failure in failures.values()))
    if worst >= LATE:
        advice.append(f"This machine was late itself by up to {worst:.2f} s: close other programs.")
    told = "; ".join(f"on {', '.join(names)}: {why}" for why, names in clocks.items())
    raise ExaminationFailed(told, " ".join(advice))


async def _failure(testbed: BotTestbed, clock: TimeControl, side: int) -> ExaminationFailed | None:
    try:
        await testbed.play(testbed.terms(testbed.longest, clock), side, ENOUGH)
    except ExaminationFailed as failure:
        return failure
    return None


@asynccontextmanager
async def _machine_watched() -> AsyncIterator[list[float]]:
    """By how many seconds timers come late meanwhile, though nobody is to blame for it."""
    lateness = [0.0]
    loop = asyncio.get_running_loop()

    async def watch() -> None:
        while True:
            due = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            lateness.append(loop.time() - due)

    watching = asyncio.create_task(watch())
    try:
        yield lateness
    finally:
        watching.cancel()
        await asyncio.wait([watching])


async def examine_several(testbed: BotTestbed) -> str:
    """As many matches at once as it has seats for."""
    seats, games = testbed.examined.capacity, testbed.few
    at_once = f"{count(seats, 'match', 'matches')} at once"
    if await testbed.bot.reports(CLAIMED, "ready", matches=seats) is None:
        raise ExaminationFailed(
            f"it did not get ready for {at_once}: {testbed.bot.lines[-1]}",
            "Each seat has a brain of its own: see that several can run beside each other, or "
            "give it fewer with --capacity.",
        )
    testbed.say(at_once)
    matches = [
        await testbed.begin(testbed.terms(games[number % len(games)]), number % 2)
        for number in range(seats)
    ]
    ends = await asyncio.gather(
        *(testbed.finish(match, ENOUGH) for match in matches), return_exceptions=True
    )
    _raise([end for end in ends if isinstance(end, ExaminationFailed)])
    for end in ends:
        if isinstance(end, BaseException):
            raise end
    return f"{seats} at once, and all went on"


async def examine_opponents(testbed: BotTestbed) -> str:
    """An opponent who resigns, one who calls the match off, and one who is suddenly gone."""
    terms = testbed.terms(testbed.longest, VANISHED)
    async with connected_opponent(testbed.url, "vanishing", seed=0) as vanishing:
        testbed.say("an opponent disappears")
        gone = await vanishing.challenge(testbed.name, terms, 0)
        await vanishing.exchange(gone)
    testbed.say("an opponent resigns")
    resigned = await testbed.begin(terms, 0)
    await testbed.opponent.exchange(resigned)
    await testbed.opponent.resign(resigned)
    testbed.say("an opponent calls the match off")
    aborted = await testbed.begin(terms, 0)
    with suppress(Exception):  # refused if the match is over already, which is as well
        await testbed.opponent.ask(Abort(0, aborted.id))
    testbed.say("waiting for the win over the one who has disappeared")
    if (
        not gone.ended
        and await testbed.bot.reports(CLAIMED, "ended", match=gone.id, result="won") is None
    ):
        raise ExaminationFailed(
            "it did not claim the win over an opponent who had disappeared", GONE
        )
    await testbed.play(testbed.terms(), 0, 2)
    return "one who resigned, one who called the match off, and one who disappeared"


def _raise(failures: list[ExaminationFailed], *more: str) -> None:
    """All of them as one, with more advice, if there are any."""
    if failures:
        told = "; ".join(dict.fromkeys(failure.told for failure in failures))
        advice = dict.fromkeys([*(failure.advice for failure in failures), *more])
        raise ExaminationFailed(told, " ".join(advice))
