"""All examinations, and one round of them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from bot.doctor import disturbances as disturbing
from bot.doctor import play as playing
from bot.doctor.advice import NOT_BACK
from bot.doctor.clinic import Clinic
from bot.doctor.finding import Failed, Finding
from client.link.connection import ConnectionLost, RequestRefused

Examination = Callable[[Clinic], Awaitable[str]]
EXAMINATIONS: dict[str, Examination] = {
    "start": playing.starts,
    "rules": playing.plays_by_the_rules,
    "clocks": playing.keeps_the_clock,
    "slow-network": disturbing.bears_a_slow_network,
    "broken-network": disturbing.bears_a_broken_network,
    "repetition": disturbing.bears_repetition,
    "restart": disturbing.bears_a_restart,
    "several": playing.plays_several,
    "opponents": playing.outlasts_opponents,
    "exceptions": playing.does_not_fail,
    "leaving": playing.leaves,
}
UNFIT = "not examined, because the bot does not start"


async def go_round(
    clinic: Clinic, names: Sequence[str], tell: Callable[[Finding], None]
) -> list[Finding]:
    """Examine in one thing after the other; each begins with a bot that is up."""
    findings: list[Finding] = []
    for name in names:
        clinic.say(name)
        found = await _examine(clinic, name)
        findings.append(found)
        tell(found)
    return findings


async def _examine(clinic: Clinic, name: str) -> Finding:
    if not clinic.fit:
        return Finding(name, False, 0.0, UNFIT, "Mend that first.")
    clock = asyncio.get_running_loop().time
    began = clock()
    try:
        await clinic.admit()
        began = clock() if name != "start" else began
        told = await EXAMINATIONS[name](clinic)
        await _survived(clinic, name)
    except Failed as failure:
        return Finding(name, False, clock() - began, failure.told, failure.advice)
    except (RequestRefused, ConnectionLost) as error:
        return Finding(name, False, clock() - began, f"the server says: {error}", NOT_BACK)
    finally:
        clinic.proxy.calm()
    return Finding(name, True, clock() - began, told)


async def _survived(clinic: Clinic, name: str) -> None:
    if name != "leaving" and not clinic.bot.is_running:
        raise clinic.gone(await clinic.bot.ended(1.0))
