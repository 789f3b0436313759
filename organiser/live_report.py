"""Keeps the report of an event up to date while its games are played.

It is written soon after the first game, and then as often as costs little: a report of thousands of
games takes seconds, which the bots could think in.
"""

import asyncio
from collections.abc import Callable

from organiser.event import Event, Section
from organiser.verdicts import has_begun, verdict_on, write_report
from tournament.verdict.verdict import TournamentVerdict

EVERY = 5.0  # seconds between two reports, at least
SHARE = 0.02  # of the time, at most, that goes into them


class LiveReport:
    def __init__(self, event: Callable[[], Event]) -> None:
        self._event = event
        self._changed = asyncio.Event()
        self._known: dict[str, tuple[Section, int, TournamentVerdict]] = {}  # by game

    def note(self) -> None:
        """There is another game to tell of."""
        self._changed.set()

    async def run(self) -> None:
        """Until it is cancelled; what is being written then is written to its end."""
        loop = asyncio.get_running_loop()
        while True:
            await self._changed.wait()
            self._changed.clear()
            began = loop.time()
            writing = asyncio.create_task(asyncio.to_thread(self.write))
            try:
                await asyncio.shield(writing)
            except asyncio.CancelledError:
                await writing
                raise
            await asyncio.sleep(max(EVERY, (loop.time() - began) / SHARE))

    def write(self) -> None:
        """All tournaments that have begun; one with nothing new is not judged once more."""
        event = self._event()
        write_report(
            event,
            [self._verdict(event, each) for each in event.sections if has_begun(event, each)],
            live=True,
        )

    def _verdict(self, event: Event, section: Section) -> TournamentVerdict:
        games = len(event.results_of(section))
        known = self._known.get(section.game)
        if known is None or known[:2] != (section, games):
            known = self._known[section.game] = section, games, verdict_on(event, section)
        return known[2]
