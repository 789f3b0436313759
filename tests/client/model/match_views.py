"""Views of matches for tests, from events as a server tells them."""

from itertools import count
from typing import Any

from client.model.match_view import MatchView
from games.notation import read_moves
from protocol.events import Ended, MatchEvent, News, Played, Started
from protocol.parts import Ending, Fixture, Left, Player, Side, Terms, TimeControl

ANN, BOB = Player("ann"), Player("bob", rating=1500.4)
BLITZ = TimeControl(300.0, 3.0)
MATCH = "m1"


def started(
    game: str = "connect4",
    side: Side | None = 0,
    clock: TimeControl = BLITZ,
    first_move: float | None = None,
    previous: str | None = None,
    match: str = MATCH,
    fixture: Fixture | None = None,
    **terms: Any,
) -> Started:
    return Started(
        match, 0, Terms(game, clock, **terms), (), (ANN, BOB), 1000.0, side,
        first_move=first_move, previous=previous, fixture=fixture,
    )  # fmt: skip


class ScriptedMatch:
    """A match as it goes on: each event is told to the view at the time given."""

    def __init__(self, news: Started, now: float = 0.0, before: MatchView | None = None) -> None:
        self.view = MatchView.of(news, now, before)
        self._seqs = count(news.seq + 1)

    @property
    def seq(self) -> int:
        return next(self._seqs)

    def moves(self, text: str, now: float = 0.0, left: Left = (300.0, 300.0)) -> MatchView:
        """Play these moves, in the game's notation."""
        position = self.view.position
        whole = read_moves(position.game, " ".join([*self.view.notation, text]))
        for ply in range(len(position.moves), len(whole.moves)):
            over = whole.outcome is not None and ply == len(whole.moves) - 1
            self.hear(
                Played(
                    self.view.match, self.seq, ply, whole.moves[ply], 2.0, 0.25, 1.75, left,
                    None if over else (ply + 1) % 2,
                ),
                now,
            )  # fmt: skip
        return self.view

    def end(self, winner: Side | None, ending: Ending, now: float = 0.0) -> MatchView:
        outcome = self.view.position.outcome
        lines = outcome.lines if outcome else ()
        return self.hear(Ended(self.view.match, self.seq, winner, ending, 1000.0, lines), now)

    def hear(self, news: MatchEvent | News, now: float = 0.0) -> MatchView:
        self.view = self.view.hear(news, now)
        return self.view
