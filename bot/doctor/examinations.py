"""All examinations by their names, and how they are run one after the other."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from bot.doctor import examine_network as network
from bot.doctor import examine_play as play
from bot.doctor import examine_process as process
from bot.doctor.advice import NOT_BACK
from bot.doctor.finding import ExaminationFailed, Finding
from bot.doctor.testbed import BotTestbed
from client.link.connection import ConnectionLost, RequestRefused

Examination = Callable[[BotTestbed], Awaitable[str]]
EXAMINATIONS: dict[str, Examination] = {
    "start": play.examine_start,
    "rules": play.examine_rules,
    "clocks": play.examine_clocks,
    "slow-network": network.examine_slow_network,
    "broken-network": network.examine_broken_network,
    "repetition": network.examine_repetition,
    "restart": network.examine_restart,
    "several": play.examine_several,
    "opponents": play.examine_opponents,
    "exceptions": process.examine_exceptions,
    "leaving": process.examine_leaving,
}
NOT_STARTED = "not examined, because the bot does not start"


async def run_examinations(
    testbed: BotTestbed, names: Sequence[str], tell: Callable[[Finding], None]
) -> list[Finding]:
    """Examine in one thing after the other; each begins with a bot that is up."""
    findings: list[Finding] = []
    for name in names:
        testbed.say(name)
        found = await _examine(testbed, name)
        findings.append(found)
        tell(found)
    return findings


async def _examine(testbed: BotTestbed, name: str) -> Finding:
    if not testbed.can_start:
        return Finding(name, False, 0.0, NOT_STARTED, "Mend that first.")
    clock = asyncio.get_running_loop().time
    began = clock()
    try:
        await testbed.ensure_bot()
        began = clock() if name != "start" else began
        told = await EXAMINATIONS[name](testbed)
        await _survived(testbed, name)
    except ExaminationFailed as failure:
        return Finding(name, False, clock() - began, failure.told, failure.advice)
    except (RequestRefused, ConnectionLost) as error:
        return Finding(name, False, clock() - began, f"the server says: {error}", NOT_BACK)
    finally:
        testbed.proxy.calm()
    return Finding(name, True, clock() - began, told)


async def _survived(testbed: BotTestbed, name: str) -> None:
    if name != "leaving" and not testbed.bot.is_running:
        raise testbed.exit_failure(await testbed.bot.ended(1.0))
