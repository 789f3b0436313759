"""Where a bot is examined: its process, a private server, the network between, and an opponent."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from bot.doctor.advice import ON_TIME, BotKind, advice_on
from bot.doctor.finding import ExaminationFailed
from bot.doctor.opponent import Moved, Opponent, OpponentMatch, connected_opponent
from bot.doctor.processes import ExaminedProcesses, Process, exit_told
from bot.doctor.proxy import Proxy
from games import game_named
from protocol.events import Ended
from protocol.parts import Ending, Side, Terms, TimeControl

READY = 120.0  # seconds until a bot must be ready for a match; it may have to be compiled
FIRST_MOVE = 30.0  # seconds that the server gives each side for its first move
PER_MOVE = 30.0  # seconds on the clock of matches that are not about the clock
LOGGED = 10.0  # seconds until what a bot does is in its log
ENOUGH = 24  # plies after which the opponent resigns, where a whole match is not needed

SLOW_START = "Do less when the file is loaded or the program starts, or do it later."


class ExaminedBot(NamedTuple):
    """Who is examined, and in what."""

    words: tuple[str, ...]  # of the command line, after `inarow bot`
    games: tuple[str, ...]
    capacity: int
    seconds: float  # to think for a move
    few: tuple[str, ...] = ()  # of the games, where all would take too long; none: all
    kind: BotKind = "brain"


class BotTestbed:
    def __init__(
        self, examined: ExaminedBot, folder: Path, seed: int, say: Callable[[str], None]
    ) -> None:
        self.examined, self.say = examined, say
        self.proxy = Proxy(seed)
        self.opponent: Opponent
        self.can_start = True  # unless the bot does not start
        self.ready_in = 0.0  # seconds that the latest bot took
        self.matches = 0  # that were played to some end
        self.history: list[str] = []  # what bots before this one have logged
        self._seed = seed
        self._processes = ExaminedProcesses(folder)
        self._server: Process
        self.url = ""
        self._bot: Process | None = None
        self._bots = 0

    @property
    def bot(self) -> Process:
        assert self._bot is not None, "it was started"
        return self._bot

    @property
    def name(self) -> str:
        """Of the bot, to the server."""
        return f"patient-{self._bots}"

    @property
    def log(self) -> list[str]:
        """All that bots have logged."""
        return self.history + (self._bot.lines if self._bot else [])

    @property
    def few(self) -> tuple[str, ...]:
        """The games in which it is examined in more than the rules."""
        return self.examined.few or self.examined.games

    @property
    def shortest(self) -> str:
        """Of those few games, that with the fewest cells."""
        return min(self.few, key=lambda name: game_named(name).cells)

    @property
    def longest(self) -> str:
        """Of those few games, that with the most cells."""
        return max(self.few, key=lambda name: game_named(name).cells)

    # Opening and closing

    async def open(self) -> None:
        self._server, self.url = await self._processes.start_server(0, FIRST_MOVE)
        await self.proxy.open(self._port)

    async def close(self) -> None:
        try:
            await self.end_bot()
            await self.proxy.close()
        finally:
            if self.url:
                await self._server.kill()  # nobody is to come back to it
            await self._processes.close()

    async def restart_server(self) -> None:
        """As after a loss of power: on the same port, with the same database."""
        await self._server.kill()
        self._server, self.url = await self._processes.start_server(self._port, FIRST_MOVE)

    @property
    def _port(self) -> int:
        port = urlsplit(self.url).port
        assert port is not None, "the server told its URL"
        return port

    # The bot

    async def ensure_bot(self) -> None:
        """See that a bot is there and has a seat."""
        if self._bot is not None and self._bot.is_running:
            return
        await self.end_bot()
        self._bots += 1
        began = asyncio.get_running_loop().time()
        examined, self.can_start = self.examined, False
        self._bot = self._processes.start(
            "bot", *examined.words, "--server", self.proxy.url, "--name", self.name,
            "--capacity", str(examined.capacity), "--per-opponent", "0",
            "--seconds", str(examined.seconds),
            "--takebacks", *(f"--game={game}" for game in examined.games),
        )  # fmt: skip
        if await self._bot.reports(READY, "ready") is None:
            code = await self._bot.ended(0.5)
            if code is not None:
                raise self.exit_failure(code)
            raise ExaminationFailed(f"it was not ready within {READY:g} s", SLOW_START)
        self.ready_in = asyncio.get_running_loop().time() - began
        self.can_start = True

    def exit_failure(self, code: int | None) -> ExaminationFailed:
        """A bot that has ended by itself."""
        return exit_told(self.bot, code, self.examined.kind)

    async def end_bot(self) -> None:
        """See the bot off, if there is one."""
        if self._bot is not None:
            await self._bot.end()
            self.history += self._bot.lines
            self._bot = None

    # Matches

    def terms(self, game: str | None = None, clock: TimeControl | None = None) -> Terms:
        return Terms(game or self.shortest, clock or TimeControl(per_move=PER_MOVE))

    async def begin(self, terms: Terms, side: Side) -> OpponentMatch:
        """A match in which the opponent has this side."""
        return await self.opponent.challenge(self.name, terms, side)

    async def play(
        self,
        terms: Terms,
        side: Side,
        most: int | None = None,
        moved: Moved | None = None,
    ) -> OpponentMatch:
        """A match, to an end that says nothing against the bot."""
        return await self.finish(await self.begin(terms, side), most, moved)

    async def finish(
        self, match: OpponentMatch, most: int | None = None, moved: Moved | None = None
    ) -> OpponentMatch:
        await self.judge(match, await self.opponent.play(match, most, moved))
        return match

    async def judge(self, match: OpponentMatch, ended: Ended) -> None:
        """Raise ExaminationFailed if the match ended as it should not have, by the bot's doing."""
        self.matches += 1
        what = f"in a match of {match.view.terms.game}, at move {match.ply + 1},"
        kind = self.examined.kind
        if ended.ending in (Ending.LINE, Ending.FULL) or ended.winner == 1 - match.view.us:
            return
        if ended.ending in (Ending.RESIGNED, Ending.FAILED):
            reason = await self._reason(match.id)
            raise ExaminationFailed(f"{what} the bot resigned: {reason}", advice_on(reason, kind))
        if ended.ending is Ending.TIME:
            raise ExaminationFailed(f"{what} the bot lost on time", ON_TIME[kind])
        if ended.ending is Ending.ABORTED:
            raise ExaminationFailed(
                f"{what} there was no first move within {FIRST_MOVE:g} s", ON_TIME[kind]
            )
        raise ExaminationFailed(f"{what} it ended so: {ended.ending}", advice_on(""))

    async def _reason(self, match: str) -> str:
        """Why the bot resigned, in its own words."""
        resigned = await self.bot.reports(LOGGED, "resigned", match=match)
        reason = str(resigned["reason"]).partition("\n")[0].rstrip() if resigned else ""
        return reason.removeprefix("the brain failed: ") or "no reason given"


@asynccontextmanager
async def open_testbed(
    examined: ExaminedBot, seed: int, say: Callable[[str], None]
) -> AsyncIterator[BotTestbed]:
    """A testbed that leaves nothing behind."""
    with tempfile.TemporaryDirectory(prefix="inarow-doctor-") as folder:
        async with AsyncExitStack() as stack:
            testbed = BotTestbed(examined, Path(folder), seed, say)
            stack.push_async_callback(testbed.close)
            await testbed.open()
            testbed.opponent = await stack.enter_async_context(
                connected_opponent(testbed.url, "doctor", seed)
            )
            yield testbed
