"""Examinations of how a bot plays: that it starts, keeps the rules and the clock, and leaves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from bot.doctor.advice import ORPHANS, STAYS, advice_on
from bot.doctor.clinic import ENOUGH, Clinic
from bot.doctor.finding import LOG_LINES, Failed
from bot.doctor.opponent import opponent
from bot.doctor.processes import blamed, left_behind, printed
from games import SIDES
from protocol.clocks import write_clock
from protocol.parts import TimeControl
from protocol.requests import Abort

CLOCKS = (TimeControl(per_move=0.2), TimeControl(1.0), TimeControl(0.5, 0.1))
BEAT = 0.01  # seconds between two looks at how late this machine is
LATE = 0.03  # seconds of its own from which on a machine may have cost a bot the match
EXCUSABLE = 2.5  # seconds of a match; no machine makes a bot later than that
TRIES = 3  # at a clock, on a machine that is late itself
LEAVING = 30.0  # seconds that a bot has to leave once its last match is over
VANISHED = TimeControl(30.0)  # long enough to be claimed before the flag falls
CLAIMED = 40.0  # seconds until a bot must have won against one who is gone
GONE = "Let the bot go on running while its brain thinks: `inarow bot` claims such a win by itself."


async def starts(clinic: Clinic) -> str:
    """It loads, connects and is ready for a match."""
    return f"ready for a match in {clinic.ready_in:.1f} s"


async def plays_by_the_rules(clinic: Clinic) -> str:
    """A whole match of each of its games, on both sides."""
    games, failures, moves = clinic.patient.games, dict[str, Failed](), 0
    for game in games:
        for side in (1, 0):
            clinic.say(f"{game} as {SIDES[1 - side]}")
            try:
                moves += (await clinic.play(clinic.terms(game), side)).ply
            except Failed as failure:
                failures[game] = failure
                break  # the other side would fail in the same way
    unasked = clinic.patient.few and len(failures) < len(games)  # nobody has said what it plays
    but = f"If it is not meant for {' and '.join(failures)}, name its games with --game."
    _raise(list(failures.values()), *([but] if unasked else []))
    return f"two whole matches of each: {', '.join(games)}; all {moves} moves stood"


async def keeps_the_clock(clinic: Clinic) -> str:
    """Matches with next to no time, by move, in all, and with an increment."""
    failures: dict[str, Failed] = {}
    forgiven, worst = 0, 0.0
    for clock in CLOCKS:
        clinic.say(f"{clinic.longest} on {write_clock(clock)}")
        for tries in range(1, TRIES + 1):
            async with _machine_watched() as lateness:
                failure = await _failure(clinic, clock, side=tries % 2)
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


def _raise_by_clock(failures: dict[str, Failed], worst: float) -> None:
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
    raise Failed(told, " ".join(advice))


async def _failure(clinic: Clinic, clock: TimeControl, side: int) -> Failed | None:
    try:
        await clinic.play(clinic.terms(clinic.longest, clock), side, ENOUGH)
    except Failed as failure:
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


async def plays_several(clinic: Clinic) -> str:
    """As many matches at once as it has seats for."""
    seats, games = clinic.patient.capacity, clinic.few
    if await clinic.bot.says(CLAIMED, f"ready for {seats} match") is None:
        raise Failed(
            f"it did not get ready for {seats} matches at once: {clinic.bot.lines[-1]}",
            "Each seat has a brain of its own: see that several can run beside each other, or "
            "give it fewer with --capacity.",
        )
    clinic.say(f"{seats} matches at once")
    bouts = [
        await clinic.begin(clinic.terms(games[number % len(games)]), number % 2)
        for number in range(seats)
    ]
    ends = await asyncio.gather(
        *(clinic.finish(bout, ENOUGH) for bout in bouts), return_exceptions=True
    )
    _raise([end for end in ends if isinstance(end, Failed)])
    for end in ends:
        if isinstance(end, BaseException):
            raise end
    return f"{seats} at once, and all went on"


async def outlasts_opponents(clinic: Clinic) -> str:
    """An opponent who resigns, one who calls the match off, and one who is suddenly gone."""
    terms = clinic.terms(clinic.longest, VANISHED)
    async with opponent(clinic.url, "vanishing", seed=0) as vanishing:
        clinic.say("an opponent disappears")
        gone = await vanishing.challenge(clinic.name, terms, 0)
        await vanishing.exchange(gone)
    clinic.say("an opponent resigns")
    resigned = await clinic.begin(terms, 0)
    await clinic.opponent.exchange(resigned)
    await clinic.opponent.resign(resigned)
    clinic.say("an opponent calls the match off")
    aborted = await clinic.begin(terms, 0)
    with suppress(Exception):  # refused if the match is over already, which is as well
        await clinic.opponent.ask(Abort(0, aborted.match))
    clinic.say("waiting for the win over the one who has disappeared")
    if not gone.ended and await clinic.bot.says(CLAIMED, f"[{gone.match}] won (") is None:
        raise Failed("it did not claim the win over an opponent who had disappeared", GONE)
    await clinic.play(clinic.terms(), 0, 2)
    return "one who resigned, one who called the match off, and one who disappeared"


async def leaves(clinic: Clinic) -> str:
    """SIGTERM in the middle of a match: it finishes, exits with 0, and leaves no process."""
    bout = await clinic.begin(clinic.terms(), 0)
    await clinic.opponent.move(bout)
    bot = clinic.bot
    bot.signal()
    await clinic.opponent.play(bout, ENOUGH)
    clinic.say("waiting for it to leave")
    code = await bot.ended(LEAVING)
    if code != 0:
        if code is None:
            raise Failed(
                f"it had not left {LEAVING:g} s after its last match", STAYS[clinic.patient.kind]
            )
        raise clinic.gone(code)
    if orphans := await left_behind(bot.mark):
        raise Failed(
            f"it left {len(orphans)} behind of the processes that it had started:\n"
            + "\n".join(list(dict.fromkeys(orphans.values()))[:LOG_LINES]),
            ORPHANS[clinic.patient.kind],
        )
    return "it finished its match, exited with 0, and left no process behind"


async def does_not_fail(clinic: Clinic) -> str:
    """What its brain raised and printed in the examinations before this one."""
    if not clinic.matches:
        with suppress(Failed):
            await clinic.play(clinic.terms(), 0)
    faults = blamed(clinic.log)
    if not faults:
        return f"nothing was raised in {clinic.matches} matches"
    shown = [*faults[:LOG_LINES], *printed(clinic.log)[-LOG_LINES:]]
    raise Failed(
        f"the brain failed {len(faults)} times; from its log:\n{chr(10).join(shown)}",
        advice_on(faults[0], clinic.patient.kind),
    )


def _raise(failures: list[Failed], *more: str) -> None:
    """All of them as one, with more advice, if there are any."""
    if failures:
        told = "; ".join(dict.fromkeys(failure.told for failure in failures))
        advice = dict.fromkeys([*(failure.advice for failure in failures), *more])
        raise Failed(told, " ".join(advice))
