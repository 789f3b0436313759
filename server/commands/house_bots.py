"""The bots of the house: run beside the server, each as a process of its own, and ended with it.

They have accounts, whose tokens are made anew at every start, and come in by a door on the loopback
address. One that ends is started again, after a wait that gets longer while that keeps happening,
and goes on with its matches; so it does when the server is up again.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from client.processes.supervision import PROGRAM, ChildExit, ChildNews, ChildReport, Processes
from games.errors import Mistake
from protocol.names import LONGEST_NAME
from server.app import App
from server.logs import log
from server.players.tokens import hash_token, new_token
from server.storage.people.accounts import Accounts

LEVELS, FULL = range(1, 11), "full"
LABEL = "bot of the house"  # of their tokens: by these an account is known as ours
# Seats for people, one of them also for bots; moves that come soon, and may be taken back.
POLICY = (
    "--capacity", "2", "--kept-for-people", "1", "--takebacks", "--seconds", "3",
    "--on-exit", "hold",
)  # fmt: skip
SEARCH = ("search", "--workers", "1", "--hash", "32")
COMPILER = ("numba", "numpy")  # of the search, which is installed with it
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0  # seconds until one that has ended is started again
STEADY = 60.0  # seconds after which one that ends has not failed at once


class HouseBot(NamedTuple):
    name: str
    brain: tuple[str, ...]  # on its command line


def house_bot(spec: str) -> HouseBot:
    """The bot that is meant by a level, by `full`, or by a brain. Raises Mistake."""
    if spec == FULL:
        return HouseBot("full-strength", SEARCH)
    if spec.isdecimal():
        if int(spec) not in LEVELS:
            raise Mistake(f"a bot has a level from 1 to 10, or is {FULL}, not {spec}")
        return HouseBot(f"level-{int(spec)}", (*SEARCH, "--level", spec))
    brain, colon, options = spec.partition(":")
    words = re.findall(r"[A-Za-z0-9]+", Path(brain).stem + colon + options)
    name = "-".join(words).lstrip("0123456789-")[:LONGEST_NAME].rstrip("-")
    return HouseBot(name or "bot", (spec,))


def house_bots(specs: Sequence[str]) -> list[HouseBot]:
    """All of them, each under a name of its own. Raises Mistake."""
    bots = [house_bot(spec) for spec in specs]
    if any(bot.brain[0] == SEARCH[0] for bot in bots) and not all(map(find_spec, COMPILER)):
        raise Mistake(
            "bots with a level need the search, which is not installed: pip install 'inarow[bot]' "
            "brings it (--bots chance, files of yours and engines do without)"
        )
    names = [bot.name.lower() for bot in bots]
    for name in names:
        if names.count(name) > 1:
            raise Mistake(f"two of the bots would be called {name}: leave one out")
    return bots


class BotKeeper:
    """Starts them one after the other, and again when they end."""

    def __init__(self, url: str, accounts: Accounts, program: Path = PROGRAM) -> None:
        self._url, self._accounts, self._program = url, accounts, program
        self._loop = asyncio.get_running_loop()
        self._processes = Processes(self._hear_soon)
        self._running: dict[int, tuple[HouseBot, float]] = {}  # by process; since when
        self._tokens: dict[str, str] = {}
        self._failures: dict[str, int] = {}
        self._waiting: list[HouseBot] = []  # what one compiles, the next need not
        self._timers: set[asyncio.TimerHandle] = set()
        self._closed = False

    async def start(self, bots: Sequence[HouseBot]) -> None:
        """Let them in, and start the first; the others follow."""
        for bot in bots:
            try:
                self._tokens[bot.name] = await give_token(self._accounts, bot.name)
            except Mistake as mistake:
                log().error("a bot of the house stays out", bot=bot.name, error=str(mistake))
            else:
                self._waiting.append(bot)
        self._start_next()

    async def close(self) -> None:
        """End them all, and wait until they have ended."""
        self._closed = True
        for timer in self._timers:
            timer.cancel()
        await asyncio.to_thread(self._processes.close)

    def _start_next(self) -> None:
        if self._waiting:
            self._start(self._waiting.pop(0))

    def _start(self, bot: HouseBot) -> None:
        words = ["bot", *bot.brain, *POLICY, "--name", bot.name, "--server", self._url]
        token = {"INAROW_TOKEN": self._tokens[bot.name]}
        number = self._processes.start(words, program=self._program, environment=token)
        self._running[number] = bot, self._loop.time()

    def _hear_soon(self, news: ChildNews | None) -> None:
        with suppress(RuntimeError):  # nobody listens any more
            self._loop.call_soon_threadsafe(self._hear, news)

    def _hear(self, news: ChildNews | None) -> None:
        """Take note of what becomes of them; None: their supervisor has ended, and so have they."""
        if self._closed:
            return
        match news:
            case ChildReport(number, "ready", {"matches": 1}):
                log().info("a bot of the house is ready", bot=self._running[number][0].name)
                self._start_next()
            case ChildExit(number):
                self._again(*self._running.pop(number), news.text)
                self._start_next()
            case None:
                ended, self._running = self._running, {}
                self._processes = Processes(self._hear_soon)
                for bot, since in ended.values():
                    self._again(bot, since, "the supervisor has ended")
            case _:  # what else they say is nobody's business while they play
                pass

    def _again(self, bot: HouseBot, since: float, why: str) -> None:
        steady = self._loop.time() - since >= STEADY
        failures = 0 if steady else self._failures.get(bot.name, 0)
        self._failures[bot.name] = failures + 1
        wait = wait_after(failures)
        log().warning("a bot of the house has ended", bot=bot.name, why=why, again_in=wait)
        self._timers.add(self._loop.call_later(wait, self._start, bot))


def wait_after(failures: int) -> float:
    """Seconds until one is started again that has ended at once so often before."""
    return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(failures, 10))


async def give_token(accounts: Accounts, name: str) -> str:
    """A new token for the account of a bot of ours, in place of the last. Raises Mistake."""
    account = await accounts.find(name)
    if account is None:
        await accounts.create(name, bot=True, admin=False)
    tokens = await accounts.tokens(name if account is None else account.name)
    ours = [token for token in tokens if token.label == LABEL]
    if account is not None and not ours:
        raise Mistake(f"the account {account.name} is somebody else's: it was not made for a bot")
    for token in ours:
        if token.revoked_at is None:
            await accounts.revoke(token.id)
    secret = new_token()
    await accounts.add_token(name, hash_token(secret), LABEL)
    return secret


@asynccontextmanager
async def housing(bots: Sequence[HouseBot], app: App) -> AsyncIterator[None]:
    """These bots are there inside the block, each as soon as it is ready."""
    if not bots:
        yield
        return
    async with app.side_door() as url:
        keeper = BotKeeper(url, app.house.people.accounts)
        try:
            await keeper.start(bots)
            yield
        finally:
            await keeper.close()
