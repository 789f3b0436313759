"""Players in pairs, spread over the nodes of a cluster."""

import asyncio
import random
from contextlib import suppress

from rich.progress import Progress, TaskID

from benchmarks.load.crash_player import LastingPlayer, Script, Told
from protocol.parts import Terms, TimeControl

SECONDS = 3600.0  # on each clock
ONE_SHORT_IN = 5  # pairs plays short matches, one after the other, so that the lobby is in demand
SHORT = 20  # plies, after which they go for a win
ONE_TOGETHER_IN = 4  # pairs has both its players on one node


class Crowd:
    """All who play."""

    def __init__(
        self, urls: tuple[str, ...], pairs: int, think: tuple[float, float], seed: int
    ) -> None:
        self.told = Told()
        self._pairs = pairs
        self._players = [
            self._player(urls, pair, half, think, seed) for pair in range(pairs) for half in (0, 1)
        ]
        self._playing: list[asyncio.Task[None]] = []

    def _player(
        self, urls: tuple[str, ...], pair: int, half: int, think: tuple[float, float], seed: int
    ) -> LastingPlayer:
        first = (pair + (half if pair % ONE_TOGETHER_IN else 0)) % len(urls)
        # An own time for each pair, so that the two find each other.
        terms = Terms("mnk", TimeControl(SECONDS + pair))
        short = SHORT if pair % ONE_SHORT_IN == 0 else None
        script = Script(terms, half, think, full=False, again_after=short)
        near_first = (*urls[first:], *urls[:first])
        chance = random.Random(seed + 2 * pair + half)
        return LastingPlayer(near_first, f"c{pair}-{half}", script, self.told, chance)

    async def come(self) -> None:
        """Come, and begin to play."""
        self._playing = [asyncio.create_task(player.play()) for player in self._players]
        begun = asyncio.create_task(self.told.under_way(self._pairs))
        await asyncio.wait([begun, *self._playing], return_when=asyncio.FIRST_COMPLETED)
        for playing in self._playing:
            if playing.done():
                playing.result()
        await begun

    async def finish(self, bar: Progress, task: TaskID, patience: float) -> int:
        """Come to an end; how many are still waiting when for so long nobody got there."""
        self.told.hurry_up()
        left = set(self._playing)
        while left:
            done, left = await asyncio.wait(
                left, timeout=patience, return_when=asyncio.FIRST_COMPLETED
            )
            if not done:
                break
            for each in done:
                each.result()
            bar.update(task, completed=len(self._playing) - len(left))
        return len(left)

    async def leave(self) -> None:
        for each in self._playing:
            each.cancel()
        for each in self._playing:
            with suppress(asyncio.CancelledError):
                await each
