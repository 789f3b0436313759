"""How soon a board is seen in a browser, on this machine.

    python -m benchmarks.page [--rounds R] [--json]

Debian's chromium opens addresses of a real server: a match that is played, and a board for two at
one screen. Each time is from the press of Enter to the first frame with the board, the median.

first_ms       by somebody who has never been here
again_ms       by the same browser, which has kept the files
weight_kb      what was loaded for it the first time, before compression
sent_kb        the same as it came over the wire, with its headers
"""

import argparse
import asyncio
import json
import shutil
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.load.players import Meter, Player
from benchmarks.server import inarow

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

HOST = "127.0.0.1"
LIVE, LOCAL = "a match that goes on", "two at one screen"
THINKING = 0.5  # seconds before each move of the match that is looked at
# The first frame comes after the callback of the one in which the board was found.
NOTE = """addEventListener("DOMContentLoaded", () => {
  const look = () => document.querySelector("main [role=grid]")
    ? requestAnimationFrame(() => { window.seenAt = performance.now(); })
    : requestAnimationFrame(look);
  look();
});"""
LOADED = """() => {
  const all = [...performance.getEntriesByType("resource"),
    ...performance.getEntriesByType("navigation")].filter((each) => each.transferSize);
  const sum = (key) => all.reduce((so_far, each) => so_far + each[key], 0);
  return [window.seenAt, sum("decodedBodySize") / 1000, sum("transferSize") / 1000];
}"""


@dataclass(frozen=True)
class Figures:
    """Of one address."""

    first_ms: float
    again_ms: float
    weight_kb: float
    sent_kb: float


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=10, help="of which it is the median")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("this benchmark needs a browser: apt-get install chromium")
    with inarow(None) as (port, pid):
        figures = asyncio.run(measure(program, port, pid, args.rounds))
    if args.json:
        print(json.dumps({place: asdict(found) for place, found in figures.items()}))
    else:
        Console(highlight=False).print(table(figures))


async def measure(program: str, port: int, pid: int, rounds: int) -> dict[str, Figures]:
    from playwright.async_api import async_playwright

    home = f"http://{HOST}:{port}/"
    sent: dict[str, float] = {}
    players = [Player(f"p{number}", sent, Meter(pid), THINKING) for number in range(2)]
    for player in players:
        await player.join(port)
    places = {LIVE: f"{home}#/match/{await players[0].match}", LOCAL: f"{home}#/local/gomoku"}
    seen: dict[str, list[tuple[list[float], list[float]]]] = {place: [] for place in places}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in steps(rounds):
            for place, address in places.items():
                seen[place].append(await visit(browser, address))
        await browser.close()
    return {place: summed_up(found) for place, found in seen.items()}


def steps(rounds: int) -> Iterable[int]:
    talk = Console(stderr=True)
    return track(range(rounds), "looking at boards", console=talk, transient=True)


async def visit(browser: "Browser", address: str) -> tuple[list[float], list[float]]:
    """As somebody new, and once more."""
    context = await browser.new_context()
    await context.add_init_script(NOTE)
    page = await context.new_page()
    first = await look(page, address)
    await page.goto("about:blank")
    again = await look(page, address)
    await context.close()
    return first, again


async def look(page: "Page", address: str) -> list[float]:
    await page.goto(address)
    await page.wait_for_function("() => window.seenAt")
    found: list[float] = await page.evaluate(LOADED)
    return found


def summed_up(visits: list[tuple[list[float], list[float]]]) -> Figures:
    first, again = zip(*visits, strict=True)
    return Figures(
        first_ms=round(median(each[0] for each in first)),
        again_ms=round(median(each[0] for each in again)),
        weight_kb=round(median(each[1] for each in first), 1),
        sent_kb=round(median(each[2] for each in first), 1),
    )


def table(figures: dict[str, Figures]) -> Table:
    made = Table("", "first ms", "again ms", "weight kB", "sent kB", box=None)
    for place, found in figures.items():
        cells: Iterable[Any] = asdict(found).values()
        made.add_row(place, *map(str, cells))
    return made


if __name__ == "__main__":
    main()
