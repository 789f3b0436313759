"""Examinations of the processes of a bot: what its brain raised, and what it leaves behind."""

from contextlib import suppress

from bot.doctor.advice import ORPHANS, STAYS, advice_on
from bot.doctor.finding import LOG_LINES, PRINTED_LINES, ExaminationFailed
from bot.doctor.processes import blamed, left_behind, printed
from bot.doctor.testbed import ENOUGH, BotTestbed
from protocol.texts import count

LEAVING = 30.0  # seconds that a bot has to leave once its last match is over


async def examine_leaving(testbed: BotTestbed) -> str:
    """SIGTERM in the middle of a match: it finishes, exits with 0, and leaves no process."""
    match = await testbed.begin(testbed.terms(), 0)
    await testbed.opponent.move(match)
    bot = testbed.bot
    bot.signal()
    await testbed.opponent.play(match, ENOUGH)
    testbed.say("waiting for it to leave")
    code = await bot.ended(LEAVING)
    if code != 0:
        if code is None:
            raise ExaminationFailed(
                f"it had not left {LEAVING:g} s after its last match", STAYS[testbed.examined.kind]
            )
        raise testbed.exit_failure(code)
    if orphans := await left_behind(bot.mark):
        raise ExaminationFailed(
            f"it left {len(orphans)} behind of the processes that it had started:\n"
            + "\n".join(list(dict.fromkeys(orphans.values()))[:LOG_LINES]),
            ORPHANS[testbed.examined.kind],
        )
    return "it finished its match, exited with 0, and left no process behind"


async def examine_exceptions(testbed: BotTestbed) -> str:
    """What its brain raised and printed in the examinations before this one."""
    if not testbed.matches:
        with suppress(ExaminationFailed):
            await testbed.play(testbed.terms(), 0)
    faults = blamed(testbed.log)
    if not faults:
        return f"nothing was raised in {count(testbed.matches, 'match', 'matches')}"
    shown = [*faults[:LOG_LINES], *printed(testbed.log)[-PRINTED_LINES:]]
    raise ExaminationFailed(
        f"the brain failed {count(len(faults), 'time')}; from its log:\n{chr(10).join(shown)}",
        advice_on(faults[0], testbed.examined.kind),
    )
