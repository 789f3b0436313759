"""A thinker that gets ready in the background."""

import re
from threading import Event, Thread

import pytest

from bot.brain import Choice
from bot.engines.standby import Need, Standby
from bot.thinkers.resources import SearchResources
from bot.thinkers.thinker import BotTurn, BrainFailed, Thinker
from games import Game, Mistake, game_named
from tests.patience import IN_VAIN

GAME, OTHER = game_named("gomoku"), game_named("gomoku:size=20")
SMALL, LARGE = SearchResources(1, 1), SearchResources(2, 64)


class Learner:
    """A thinker that learns a game once it may."""

    can_ponder = False

    def __init__(self, failure: Exception | None = None) -> None:
        self.may, self.learning = Event(), Event()
        self.may.set()
        self.learnt: list[Game] = []
        self.closed = 0
        self.stopped = False
        self.failure = failure

    def plays(self, game: Game) -> bool:
        return True

    def prepare(self) -> None:
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure

    def warm_up(self, game: Game) -> None:
        self.learning.set()
        assert self.may.wait(IN_VAIN), "it may never"
        if self.stopped:
            raise BrainFailed("it was stopped")
        self.learnt.append(game)

    def think(self, turn: BotTurn) -> Choice:
        return Choice(0)

    def stop(self) -> None:
        self.stopped = True
        self.may.set()

    def close(self) -> None:
        self.closed += 1


def standby(*thinkers: Learner) -> Standby:
    """That takes these one after the other."""
    rest: list[Thinker] = list(thinkers)
    return Standby(lambda resources, game: rest.pop(0))


def test_it_gets_ready_for_what_is_asked() -> None:
    """Only for what it is not ready for."""
    learner = Learner()
    waiting = standby(learner)
    for game in (GAME, GAME, OTHER):
        waiting.ask(Need(SMALL, game))
        waiting.wait()
    assert learner.learnt == [GAME, OTHER]
    assert waiting.acquire(OTHER, 0.0) is learner


def test_it_gets_ready_for_the_latest_of_several_needs() -> None:
    """Which may come while it is at another one."""
    learner = Learner()
    learner.may.clear()
    waiting = standby(learner)
    waiting.ask(Need(SMALL, GAME))
    assert learner.learning.wait(IN_VAIN)
    waiting.ask(Need(SMALL, OTHER))
    learner.may.set()
    waiting.wait()
    assert learner.learnt == [GAME, OTHER]


def test_nobody_waits_longer_than_they_can() -> None:
    """Nor than they want."""
    learner = Learner()
    learner.may.clear()
    waiting = standby(learner)
    waiting.ask(Need(SMALL, GAME))
    assert waiting.acquire(GAME, 0.01) is None
    found: list[Thinker | None] = []
    acquiring = Thread(target=lambda: found.append(waiting.acquire(GAME, IN_VAIN)))
    acquiring.start()
    while acquiring.is_alive():
        waiting.stop()
        acquiring.join(0.005)
    assert found == [None]
    learner.may.set()
    waiting.wait()
    assert waiting.acquire(GAME, IN_VAIN) is learner


def test_the_one_before_serves_until_the_next_is_ready() -> None:
    """In its game, and is closed once no thought has it."""
    before, after = Learner(), Learner()
    after.may.clear()
    waiting = standby(before, after)
    waiting.ask(Need(LARGE, GAME))
    waiting.wait()
    waiting.ask(Need(SMALL, GAME))
    assert waiting.acquire(GAME, 0.0) is before
    after.may.set()
    assert after.learning.wait(IN_VAIN)
    assert not before.closed
    waiting.release(well=True)
    waiting.wait()
    assert waiting.acquire(GAME, 0.0) is after
    assert before.closed


def test_one_that_failed_gets_ready_again() -> None:
    """Before it is asked for."""
    learner = Learner()
    waiting = standby(learner)
    waiting.ask(Need(SMALL, GAME))
    waiting.wait()
    assert waiting.acquire(GAME, 0.0)
    waiting.release(well=False)
    waiting.wait()
    assert learner.learnt == [GAME, GAME]


@pytest.mark.parametrize("error", [Mistake("no room"), BrainFailed("no"), RuntimeError("what?")])
def test_why_it_cannot_get_ready_is_told(error: Exception) -> None:
    """And tried again when it is asked again."""
    waiting = standby(failing := Learner(error), working := Learner())
    waiting.ask(Need(SMALL, GAME))
    with pytest.raises((Mistake, BrainFailed), match=re.escape(str(error))):
        waiting.wait()
    with pytest.raises((Mistake, BrainFailed), match=re.escape(str(error))):
        waiting.acquire(GAME, IN_VAIN)
    assert failing.closed
    waiting.ask(Need(SMALL, GAME))
    assert waiting.acquire(GAME, IN_VAIN) is working


def test_leaving_ends_what_is_being_made() -> None:
    """And nothing is left open."""
    learner = Learner()
    learner.may.clear()
    waiting = standby(learner)
    waiting.ask(Need(SMALL, GAME))
    assert learner.learning.wait(IN_VAIN)
    waiting.close()
    assert learner.stopped
    assert learner.closed == 1
