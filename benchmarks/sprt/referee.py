"""Where two contenders play: openings that are fair, each with both sides, until it is enough."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from queue import Queue
from threading import Event, Lock, Thread

from benchmarks.sprt.contender import Contender, Engine, Pace
from benchmarks.sprt.match_record import MatchRecord, PlayedGame
from games import Cell, Mistake, Position, game_named
from tournament.formats.openings import candidates

PLIES = 5  # of an opening
GLANCE = Pace(0.1)  # for a look at whether an opening is fair
EDGE = 25  # what one side may have the better of it by; with more it mostly wins both games


class Openings:
    """Openings for the pairs to come, no two alike; those of a test that goes on are new ones."""

    def __init__(self, boards: Sequence[str], seed: int, record: MatchRecord) -> None:
        self._lock = Lock()
        self._candidates = {board: candidates(game_named(board), PLIES, seed) for board in boards}
        self._numbers = {board: record.pairs(board) for board in boards}
        self._used = {(game.board, game.opening) for game in record.games}

    def next_for(
        self, board: str, is_fair: Callable[[Position], bool]
    ) -> tuple[int, tuple[Cell, ...]]:
        """The number of a pair, and its opening."""
        while True:
            with self._lock:
                moves = next(self._candidates[board], None)
            if moves is None:
                raise Mistake(f"there are no more openings on {board}: take another --seed")
            if (board, moves) not in self._used and is_fair(game_named(board).after(moves)):
                with self._lock:
                    self._numbers[board] += 1
                    return self._numbers[board] - 1, moves


class Table:
    """Two engines that play game after game, in a thread of its own."""

    def __init__(
        self, contenders: Sequence[Contender], boards: Sequence[str], *, wall: bool
    ) -> None:
        self._engines = [Engine(each, tuple(boards), wall=wall) for each in contenders]

    def wait_until_ready(self) -> None:
        for engine in self._engines:
            engine.wait_until_ready()

    def retune(self, *constants: dict[str, int]) -> None:
        """Give the constants of each contender other values, from here on."""
        for engine, values in zip(self._engines, constants, strict=True):
            engine.retune(values)

    def is_fair(self, position: Position) -> bool:
        """Whether the first contender sees no more than a small edge."""
        thought = self._engines[0].think(position, GLANCE, fresh=True)
        return thought.verdict == "undecided" and abs(thought.score) <= EDGE

    def play(
        self, board: str, pair: int, opening: tuple[Cell, ...], side: int, pace: Pace
    ) -> PlayedGame:
        """One game, the first contender on a side."""
        position, fresh = game_named(board).after(opening), [True, True]
        slowest = [0.0, 0.0]
        while not position.outcome:
            who = 0 if position.turn == side else 1
            thought = self._engines[who].think(position, pace, fresh=fresh[who])
            slowest[who] = max(slowest[who], thought.seconds)
            fresh[who] = False
            position = position.play(thought.cell)
        winner = position.outcome.winner
        points = 0.5 if winner is None else float(winner == side)
        moves, took = position.moves, (slowest[0], slowest[1])
        return PlayedGame(board, pair, side, points, opening, moves, took)

    def leave(self) -> None:
        for engine in self._engines:
            engine.leave()

    def close(self) -> None:
        for engine in self._engines:
            engine.close()


class Referee:
    """Several tables at once, and the news of each game."""

    def __init__(self, tables: Sequence[Table], openings: Openings, record: MatchRecord) -> None:
        self._tables, self._openings, self._record = tables, openings, record
        self._enough = Event()

    def games(self, boards: Sequence[str], pace: Pace) -> Iterator[PlayedGame]:
        """Play pair after pair on the boards by turns; whoever listens ends it by `stop`."""
        news: Queue[PlayedGame | Exception] = Queue()
        turns, left = (
            cycle(boards),
            [each for board in boards for each in self._record.unfinished(board)],
        )
        lock = Lock()

        def one_table(table: Table) -> None:
            try:
                table.wait_until_ready()
                while not self._enough.is_set():
                    with lock:
                        half, board = (left.pop(), "") if left else (None, next(turns))
                    for game in self._pair(table, half, board, pace):
                        self._record.add(game)
                        news.put(game)
            except Exception as error:
                news.put(error)

        for table in self._tables:
            Thread(target=one_table, args=(table,), daemon=True).start()
        while not self._enough.is_set():
            game = news.get()
            if isinstance(game, Exception):
                raise game
            yield game

    def _pair(
        self, table: Table, half: PlayedGame | None, board: str, pace: Pace
    ) -> Iterator[PlayedGame]:
        """Both games of a new opening, or the one that is missing."""
        if half is not None:
            yield table.play(half.board, half.pair, half.opening, 1 - half.side, pace)
            return
        pair, opening = self._openings.next_for(board, table.is_fair)
        for side in (0, 1):
            if not self._enough.is_set():
                yield table.play(board, pair, opening, side, pace)

    def stop(self) -> None:
        """End all games where they are, and all processes."""
        self._enough.set()
        for table in self._tables:
            table.leave()
        for table in self._tables:
            table.close()
