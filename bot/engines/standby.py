"""A thinker that is made ready in the background: whoever needs it waits no longer than it can.

What is needed may change at any time. Another game is warmed up for; for other resources another
thinker is made, and the one before serves until that is ready.
"""

from collections.abc import Callable
from threading import Condition, Thread
from typing import NamedTuple

from bot.thinkers.resources import SearchResources
from bot.thinkers.thinker import BrainFailed, Thinker, make_ready
from games import Game, Mistake

FAREWELL = 0.5  # seconds to wait for what is being made; what takes longer ends with the process


class Need(NamedTuple):
    """What a thinker must be ready for."""

    resources: SearchResources
    game: Game


class Standby:
    def __init__(self, make: Callable[[SearchResources, Game], Thinker]) -> None:
        self._make = make
        self._changed = Condition()  # of all that follows
        self._need: Need | None = None
        self._thinker: Thinker | None = None
        self._ready: Need | None = None  # what the thinker is ready for
        self._resources: SearchResources | None = None  # that the thinker was made with
        self._in_use = False  # by a thought, or while it is made ready
        self._thought: Thinker | None = None  # that can be stopped
        self._making: Thinker | None = None
        self._failure: Exception | None = None  # why the need cannot be met
        self._stopped = self._closed = False
        self._work: Thread | None = None

    def ask(self, need: Need) -> None:
        """Get ready for this, from now on."""
        with self._changed:
            self._need, self._failure = need, None
            if self._ready != need and self._work is None and not self._closed:
                self._work = Thread(target=self._meet_needs, daemon=True)
                self._work.start()

    def wait(self) -> None:
        """Until it is ready, or not wanted any more. Raises what keeps it from being."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or self._failure or self._ready == self._need
            )
            if self._failure:
                raise self._failure

    def acquire(self, game: Game, seconds: float) -> Thinker | None:
        """The thinker, if it is ready for a game in time. Raises what keeps it from being."""
        with self._changed:
            self._stopped = False
            self._changed.wait_for(
                lambda: self._serves(game) or self._failure or self._stopped or self._closed,
                seconds,
            )
            if self._serves(game):
                self._in_use, self._thought = True, self._thinker
                return self._thinker
            if self._failure:
                raise self._failure
            return None

    def release(self, *, well: bool) -> None:
        """The thought is over; one that failed must get ready anew."""
        with self._changed:
            self._in_use, self._thought = False, None
            if not well:
                self._ready = None
            self._changed.notify_all()
            if self._need is not None:
                self.ask(self._need)

    def stop(self) -> None:
        """End the thought, or the waiting for it; from another thread."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
            if self._thought is not None:
                self._thought.stop()

    def leave(self) -> None:
        """End whatever it is at, because nothing is wanted any more; from another thread."""
        with self._changed:
            self._closed = True
            if self._making is not None:
                self._making.stop()
        self.stop()

    def close(self) -> None:
        """Leave nothing running."""
        self.leave()
        if (work := self._work) is not None:
            work.join(FAREWELL)
        if not self._in_use and self._thinker is not None:
            self._thinker.close()
            self._thinker = None

    def _serves(self, game: Game) -> bool:
        return not self._in_use and self._ready is not None and self._ready.game == game

    # In the background

    def _meet_needs(self) -> None:
        while (need := self._unmet()) is not None:
            try:
                self._meet(need)
            except (Mistake, BrainFailed) as error:
                self._note_failure(need, error)
            except Exception as error:  # whoever waits must hear of it
                told = f"{type(error).__name__}: {error}"
                self._note_failure(need, BrainFailed(f"the brain cannot be made ready: {told}"))

    def _unmet(self) -> Need | None:
        with self._changed:
            need = None if self._closed or self._failure else self._need
            if need is None or need == self._ready:
                self._work = None
                return None
            return need

    def _note_failure(self, need: Need, error: Exception) -> None:
        with self._changed:
            self._failure = error if self._need == need else None
            self._changed.notify_all()

    def _meet(self, need: Need) -> None:
        if self._thinker is not None and self._resources == need.resources:
            self._adapt(self._thinker, need)
            return
        thinker = self._making = self._make(need.resources, need.game)
        try:
            make_ready(thinker, need.game)
        except BaseException:
            thinker.close()
            raise
        finally:
            self._making = None
        self._reserve()
        if self._closed:
            thinker.close()
            return
        if self._thinker is not None:
            self._thinker.close()
        self._put_back(thinker, need)

    def _adapt(self, thinker: Thinker, need: Need) -> None:
        """What serves well but for the game."""
        self._reserve()
        ready = None
        try:
            make_ready(thinker, need.game)
            ready = need
        finally:
            self._put_back(thinker, ready)

    def _reserve(self) -> None:
        """Once no thought has it."""
        with self._changed:
            self._changed.wait_for(lambda: not self._in_use)
            self._in_use = True

    def _put_back(self, thinker: Thinker, ready: Need | None) -> None:
        with self._changed:
            self._in_use, self._thinker, self._ready = False, thinker, ready
            self._resources = ready.resources if ready else self._resources
            self._changed.notify_all()
