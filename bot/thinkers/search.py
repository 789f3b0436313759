"""Our search as a thinker: it runs in worker processes of its own, and stops when told to."""

from collections.abc import Sequence
from threading import Timer
from typing import TYPE_CHECKING

from bot.brain import Choice
from bot.thinkers.thinker import BotTurn, BrainFailed, Stopped
from games import Game

if TYPE_CHECKING:
    from bot.search.driver import Searcher


class SearchThinker:
    can_ponder = True

    def __init__(
        self, *, workers: int = 0, hash_mb: int = 64, level: int = 10, games: Sequence[str] = ()
    ) -> None:
        self._workers, self._hash_mb, self._level = workers, hash_mb, level
        self._games = tuple(games)
        self._searcher: Searcher | None = None

    def plays(self, game: Game) -> bool:
        return True

    def prepare(self) -> None:
        if self._searcher is not None:
            return
        from bot.search.driver import Searcher  # which imports numpy

        self._searcher = searcher = Searcher(
            workers=self._workers, hash_mb=self._hash_mb, level=self._level, games=self._games
        )
        try:
            searcher.warm_up()
        except Exception as error:
            self.close()
            raise BrainFailed(f"the search did not start: {error}") from error
        if not searcher.pool.ready:
            self.close()
            raise Stopped("it was stopped")

    def warm_up(self, game: Game) -> None:
        assert self._searcher is not None, "it is prepared"
        try:
            self._searcher.pool.warm_up(game.name)
        except Exception as error:
            raise BrainFailed(f"the search is not ready for {game.name}: {error}") from error
        if self._searcher.pool.stopped:
            raise Stopped("it was stopped")

    def think(self, turn: BotTurn) -> Choice:
        self.prepare()
        searcher = self._searcher
        assert searcher is not None, "it is prepared"
        # Should the search not keep to its budget, it is stopped before the flag falls.
        alarm = Timer(turn.limit, searcher.stop)
        alarm.daemon = True
        alarm.start()
        try:
            return searcher.choose(turn.position, turn.budget)
        except Exception as error:
            raise BrainFailed(f"the search raised {type(error).__name__}: {error}") from error
        finally:
            alarm.cancel()

    def stop(self) -> None:
        if (searcher := self._searcher) is not None:
            searcher.stop()

    def close(self) -> None:
        searcher, self._searcher = self._searcher, None  # so that none stops what is closed
        if searcher is not None:
            searcher.close()
