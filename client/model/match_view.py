"""One match as somebody at it sees it, folded from what the server tells. No I/O, no clock.

    view = MatchView.of(started_or_snapshot, now)    # or .of(..., now, before=last_view)
    view = view.hear(news, now)                      # for every event and all news after it
    view.position, view.players, view.side           # side is None for whoever watches
    view.clocks.remaining(side, now)                 # seconds, None where there is no limit
    view.is_mine, view.claim_in(now), view.offered_to_me, view.score, view.talk

A view is a value: `hear` returns the next one, and news of other matches changes nothing. With
*before* the view of a match whose rematch this is, the score and the talk go on. A Snapshot of
the same match replaces what was known, but for the talk and the score.

What may be done besides moving is in `client.model.match_actions`. Two things that the server does
not tell you are noted by hand: `with_rematch_offered` once you have asked for one, and the premove:

    view = view.with_premove(cell)                   # None takes it back
    view, premove = view.take_premove()              # whenever it may have become our turn
    if premove: premove.cell is to be sent, or None if it was dropped; premove.why says why
"""

from dataclasses import dataclass, replace
from typing import NamedTuple, assert_never

from client.model.match_facts import MatchFacts, MoveTime, SeriesScore
from games import Cell, IllegalMove, game_named
from games.notation import read_cell
from protocol.events import (
    Back,
    Closing,
    Ended,
    Gone,
    Idle,
    MatchEvent,
    News,
    Played,
    RematchOffered,
    Reopened,
    Resumed,
    Said,
    Snapshot,
    Started,
    Swapped,
    TakenBack,
)
from protocol.parts import UNSCORED, Left, SequencedEvent, Side

MatchNews = MatchEvent | Snapshot | Gone | Back | Idle | RematchOffered | Said  # news of one match


class Premove(NamedTuple):
    """What became of a move that was kept until our turn."""

    cell: Cell | None  # to be sent; None if it was dropped
    why: str = ""  # it was dropped


@dataclass
class MatchView(MatchFacts):
    """What is known of a match, and how it goes on."""

    @classmethod
    def of(
        cls,
        news: Started | Snapshot,
        now: float,
        before: "MatchView | None" = None,
        shared: bool = False,
    ) -> "MatchView":
        """A match that begins for us; *before* is the one that we were at until now."""
        started = news if isinstance(news, Started) else news.started
        view = cls.begin(news, game_named(started.terms.game).after, now)
        view = replace(view, move_times=(None,) * view.ply, shared=shared)
        if before is not None and before.match in (started.match, started.previous):
            score = before.score
            if before.match == started.match and before.ended:
                score = SeriesScore(score.winners[: -1 if before._counts else None])
            view = replace(view, talk=before.talk, score=view._added_to(score))
        return view

    # What we do

    def with_premove(self, cell: Cell | None) -> "MatchView":
        """Keep a move until our turn, in place of any other; None takes it back."""
        return replace(self, premove=cell)

    def take_premove(self) -> tuple["MatchView", Premove | None]:
        """The move that was kept, once it is our turn. In a column it is the cell that is open."""
        if self.premove is None or not (self.is_mine or self.ended):
            return self, None
        name = self.game.names[self.premove]
        without = replace(self, premove=None)
        if self.ended:
            return without, Premove(None, "the match is over")
        try:
            cell = read_cell(self.position, name)
            self.position.play(cell)
        except IllegalMove as error:
            return without, Premove(None, str(error))
        return without, Premove(cell)

    def with_rematch_offered(self) -> "MatchView":
        """We have asked for a rematch: the server tells the opponent only."""
        return self if self.me is None else self._with_rematch(self.me.name)

    # What happens

    def hear(self, news: MatchEvent | News, now: float) -> "MatchView":
        """The match after this; news of another match, and what was told before, change nothing."""
        if isinstance(news, Closing):
            return replace(self, closes_at=now + news.closes_in)
        if isinstance(news, Reopened):
            return replace(self, closes_at=None)
        if not isinstance(news, MatchNews) or news.match != self.match:
            return self
        if isinstance(news, SequencedEvent):
            return self if news.seq <= self.seq else self.after(news, now)
        return self._heard(news, now)

    def _apply_played(self, played: Played, now: float) -> None:
        super()._apply_played(played, now)
        time = MoveTime(played.elapsed, played.credited, played.charged)
        self.move_times, self.restarted = (*self.move_times, time), False

    def _apply_taken_back(self, back: TakenBack, now: float) -> None:
        super()._apply_taken_back(back, now)
        self.move_times, self.restarted = self.move_times[: back.ply], False
        self.premove = None

    def _apply_swapped(self, swapped: Swapped, now: float) -> None:
        super()._apply_swapped(swapped, now)
        self.away, self.restarted = (self.away[1], self.away[0]), False
        self.premove = None

    def _apply_resumed(self, resumed: Resumed, now: float) -> None:
        super()._apply_resumed(resumed, now)
        self.restarted, self.closes_at = True, None

    def _apply_ended(self, ended: Ended, now: float) -> None:
        super()._apply_ended(ended, now)
        self.away, self.score = (None, None), self._added_to(self.score)

    def _begin_turn(self, left: Left, turn: Side | None, now: float) -> None:
        super()._begin_turn(left, turn, now)
        if self.shared and turn is not None:
            self.side = turn

    def _heard(
        self, news: Snapshot | Gone | Back | Idle | RematchOffered | Said, now: float
    ) -> "MatchView":
        match news:
            case Snapshot():
                return MatchView.of(news, now, before=self, shared=self.shared)
            case Gone(side=side, claim_in=claim_in):
                return self._gone(side, now + claim_in)
            case Back(side=side):
                return self._back(side, now)
            case Idle(ends_in=ends_in):
                return self._idle(now + ends_in)
            case RematchOffered(by=by):
                return self._with_rematch(by)
            case Said():
                return replace(self, talk=(*self.talk, news))
            case _:
                assert_never(news)

    def _added_to(self, score: SeriesScore) -> SeriesScore:
        """A score with the result of this match, if it has one."""
        if self.ended is None or not self._counts:
            return score
        winner = None if self.ended.winner is None else self.players[self.ended.winner].name
        return SeriesScore((*score.winners, winner))

    @property
    def _counts(self) -> bool:
        return self.ended is not None and self.ended.ending not in UNSCORED

    def _gone(self, side: Side, claim_at: float) -> "MatchView":
        first, second = self.away
        away = (claim_at, second) if side == 0 else (first, claim_at)
        # After a restart the clock waits for its player.
        waits = self.restarted and side == self.turn
        return replace(self, away=away, running=None if waits else self.running)

    def _back(self, side: Side, now: float) -> "MatchView":
        first, second = self.away
        back = replace(self, away=(None, second) if side == 0 else (first, None))
        if self.turn == side and self.running is None:
            return replace(back, running=side, turn_began=now)
        return back

    def _idle(self, ends_at: float) -> "MatchView":
        """The server has told when the turn ends: that is when it began, as far as it counts."""
        most = self.started.idle
        if most is None or self.running is None:
            return self
        return replace(self, turn_began=ends_at - most)

    def _with_rematch(self, name: str) -> "MatchView":
        return replace(self, rematch_by=self.rematch_by | {name})
