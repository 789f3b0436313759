"""Slowness is for the clock: whatever thinks, and wherever it is slow, it loses on time."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.brain import Budget, Choice
from bot.brains.spec import read_spec
from bot.engines.gomocup_thinker import GomocupThinker
from bot.engines.line_thinker import LineThinker
from bot.thinkers.isolation import ChildThinker
from bot.thinkers.thinker import BotTurn, BrainFailed, Thinker, TooSlow
from games import game_named
from protocol.events import Ended, Played
from protocol.parts import Ending, Terms, TimeControl
from server.app import App
from tests.bot.bots import brain_file
from tests.bot.engines.engines import gomocup_engine, lines_engine
from tests.bot.player.test_seat import Stub, challenge, playing
from tests.server.players_over_sockets import Player

HANG = "time.sleep(600)"
LIMIT = 0.3
GOMOKU = game_named("gomoku")


def child(folder: Path) -> Thinker:
    source = f"import time\ndef choose(position, budget):\n    {HANG}\n"
    return ChildThinker(read_spec(brain_file(folder, source)))


def lines(folder: Path) -> Thinker:
    return LineThinker(lines_engine(folder, HANG))


def gomocup(folder: Path) -> Thinker:
    return GomocupThinker(gomocup_engine(folder, HANG))


def gomocup_at_its_start(folder: Path) -> Thinker:
    gomocup_engine(folder)
    path = folder / "gomocup_engine.py"
    path.write_text(path.read_text().replace("size, stones = at * 2, set()", HANG))
    return GomocupThinker(f"{sys.executable} {path}")


@pytest.mark.parametrize("made", [child, lines, gomocup, gomocup_at_its_start])
def test_whatever_gives_no_answer_within_its_limit_is_too_slow(
    made: Callable[[Path], Thinker], tmp_path: Path
) -> None:
    """Which is told apart from what raises, leaves or answers nonsense."""
    thinker = made(tmp_path)
    try:
        thinker.prepare()
        with pytest.raises(TooSlow):
            thinker.think(BotTurn(GOMOKU.start(), Budget(LIMIT), LIMIT))
    finally:
        thinker.close()


class Failing(Stub):
    """Plays its first move, and then fails in this way."""

    def __init__(self, failure: BrainFailed) -> None:
        super().__init__()
        self._failure = failure

    def think(self, turn: BotTurn) -> Choice:
        if len(turn.position.moves) > 1:
            raise self._failure
        return super().think(turn)


@pytest.mark.parametrize(
    ("clock", "failure", "ending"),
    [
        (TimeControl(per_move=0.3), TooSlow("it slept"), Ending.TIME),
        (TimeControl(0.3), TooSlow("it slept"), Ending.TIME),
        (TimeControl(0.3, 0.1), TooSlow("it slept"), Ending.TIME),
        (TimeControl(), TooSlow("it slept"), Ending.FAILED),
        (TimeControl(per_move=0.3), BrainFailed("it raised"), Ending.FAILED),
        (TimeControl(), BrainFailed("it raised"), Ending.FAILED),
    ],
)
async def test_a_bot_that_is_too_slow_loses_on_time(
    clock: TimeControl, failure: BrainFailed, ending: Ending, app: App, ann: Player
) -> None:
    """Where there is a clock; else somebody must end the match, and what failed loses at once."""
    async with playing(app.url, Failing(failure)):
        match = await challenge(ann, Terms("gomoku", clock), side=1)
        await ann.next(Played)
        await ann.play(match, 1, 7)
        ended = await ann.next(Ended)
        assert (ended.ending, ended.winner) == (ending, 1)
