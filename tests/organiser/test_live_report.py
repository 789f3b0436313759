"""The report of an event that goes on."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from organiser.event import Event, Section
from organiser.live_report import LiveReport
from organiser.verdicts import REPORT, write_files
from protocol.parts import Terms, TimeControl
from protocol.tournaments import Format, Plan
from tests.patience import IN_VAIN
from tournament.results import Result, ScheduledGame

LINE = (0, 3, 1, 4, 2)


class NotedReport(LiveReport):
    """Tells when it was written."""

    on_written: Callable[[], object] = staticmethod(lambda: None)

    def write(self) -> None:
        super().write()
        self.on_written()


def event(folder: Path) -> Event:
    """Of two games, of which only one has begun."""
    sections = (
        Section(Plan("Cup", Format.ROUND_ROBIN, Terms(game, TimeControl(60))), ("a", "b"), game)
        for game in ("tictactoe", "qubic")
    )
    made = Event(folder, ("a=chance", "b=chance"), tuple(sections))
    made.keep()
    return made


def play(made: Event, number: int) -> None:
    place = ScheduledGame(number, 1, ("a", "b"), 1)
    made.add(made.sections[0], Result(place, 0, "line", "", f"m{number}", (), LINE, (0.1,) * 5))


async def test_it_is_there_from_the_first_game_and_grows(tmp_path: Path) -> None:
    """And is the last one once the event is over, which looks for no other."""
    made = event(tmp_path)
    live, written = NotedReport(lambda: made), asyncio.Event()
    live.on_written = partial(asyncio.get_running_loop().call_soon_threadsafe, written.set)
    running = asyncio.create_task(live.run())
    play(made, 1)
    live.note()
    async with asyncio.timeout(IN_VAIN):
        await written.wait()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    first = (tmp_path / REPORT).read_text()
    assert "<body data-live>" in first
    assert "List the game<" in first
    play(made, 2)
    live.write()
    assert "List all 2 games" in (tmp_path / REPORT).read_text()
    made = replace(made, sections=tuple(replace(each, finished=True) for each in made.sections))
    live.write()
    assert "<dd>finished</dd>" in (tmp_path / REPORT).read_text()
    write_files(made, [])
    assert "data-live" not in (tmp_path / REPORT).read_text().partition("</main>")[0]
