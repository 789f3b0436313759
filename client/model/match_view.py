"""One match as somebody at it sees it, folded from what the server tells. No I/O, no clock.

    view = MatchView.of(started_or_snapshot, now)    # or .of(..., now, before=last_view)
    view = view.after(news, now)                     # for every event and all news after it
    view.position, view.players, view.side           # side is None for whoever watches
    view.clocks.remaining(side, now)                 # seconds, None where there is no limit
    view.is_mine, view.claim_in(now), view.offered_to_me, view.score, view.talk

A view is a value: `after` returns the next one, and news of other matches changes nothing. With
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

from client.model.clocks import Clocks
from client.model.match_facts import MatchFacts, MoveTime, SeriesScore
from games import Cell, IllegalMove, game_named
from games.notation import read_cell
from protocol.events import (
    Back,
    Closing,
    Declined,
    Ended,
    Gone,
    Idle,
    MatchEvent,
    News,
    Offered,
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
from protocol.parts import Ending, Left, OfferKind, SequencedEvent, Side

MatchNews = MatchEvent | Snapshot | Gone | Back | Idle | RematchOffered | Said  # news of one match
UNCOUNTED = (Ending.ABORTED, Ending.FAULT)  # endings without a result


class Premove(NamedTuple):
    """What became of a move that was kept until our turn."""

    cell: Cell | None  # to be sent; None if it was dropped
    why: str = ""  # it was dropped


@dataclass(frozen=True)
class MatchView(MatchFacts):
    """A view that goes on with the match."""

    @classmethod
    def of(
        cls, news: Started | Snapshot, now: float, before: "MatchView | None" = None
    ) -> "MatchView":
        """A match that begins for us; *before* is what we sat at until now."""
        started = news if isinstance(news, Started) else news.started
        fresh = _begun(started, news.side, now)
        if before is not None and before.match in (started.match, started.previous):
            score = before.score
            if before.match == started.match and before.ended:
                score = SeriesScore(score.winners[: -1 if before._counts else None])
            fresh = replace(fresh, talk=before.talk, score=score)
        return fresh if isinstance(news, Started) else fresh._caught_up(news, now)

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

    def after(self, news: MatchEvent | News, now: float) -> "MatchView":
        """The match after this; news of another match, and what was told before, change nothing."""
        if isinstance(news, Closing):
            return replace(self, closes_at=now + news.closes_in)
        if isinstance(news, Reopened):
            return replace(self, closes_at=None)
        if not isinstance(news, MatchNews) or news.match != self.match:
            return self
        if isinstance(news, SequencedEvent) and news.seq <= self.seq:
            return self
        view = self._heard(news, now)
        return replace(view, seq=news.seq) if isinstance(news, SequencedEvent) else view

    def _heard(self, news: MatchNews, now: float) -> "MatchView":
        match news:
            case Started():
                return self
            case Snapshot():
                return MatchView.of(news, now, before=self)
            case Played():
                return self._after_move(news, now)
            case Offered(side=side, offer=kind):
                return replace(self, offers=(*self._without(kind), (side, kind)))
            case Declined(offer=kind):
                return replace(self, offers=self._without(kind))
            case TakenBack(ply=ply, left=left, turn=turn):
                back = replace(
                    self, position=self.position_at(ply), move_times=self.move_times[:ply]
                )
                return back._turned(left, turn, now).with_premove(None)
            case Swapped(players=players, left=left, turn=turn):
                mine = None if self.side is None else 1 - self.side
                away = (self.away[1], self.away[0])
                changed = replace(self, players=players, side=mine, swapped=True, away=away)
                return changed._turned(left, turn, now).with_premove(None)
            case Resumed(left=left, turn=turn):
                return replace(
                    self, clocks=self._clocks(left, turn, now), restarted=True, closes_at=None
                )
            case Ended():
                return self._over(news, now)
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

    def _after_move(self, played: Played, now: float) -> "MatchView":
        time = MoveTime(played.elapsed, played.credited, played.charged)
        moved = replace(
            self, position=self.position.play(played.cell), move_times=(*self.move_times, time)
        )
        return moved._turned(played.left, played.turn, now)

    def _turned(self, left: Left, turn: Side | None, now: float) -> "MatchView":
        """Another turn has begun: what was offered before it has lapsed."""
        return replace(self, clocks=self._clocks(left, turn, now), offers=(), restarted=False)

    def _clocks(self, left: Left, turn: Side | None, now: float) -> Clocks:
        first_move = self.started.first_move if self.played < 2 else None
        return Clocks(self.terms.clock, left, turn, now, first_move)

    def _over(self, ended: Ended, now: float) -> "MatchView":
        over = replace(
            self,
            ended=ended,
            clocks=self._clocks(ended.left, None, now),
            offers=(),
            away=(None, None),
        )
        if not over._counts:
            return over
        winner = None if ended.winner is None else self.players[ended.winner].name
        return replace(over, score=SeriesScore((*self.score.winners, winner)))

    @property
    def _counts(self) -> bool:
        return self.ended is not None and self.ended.ending not in UNCOUNTED

    def _gone(self, side: Side, claim_at: float) -> "MatchView":
        first, second = self.away
        away = (claim_at, second) if side == 0 else (first, claim_at)
        gone = replace(self, away=away)
        if self.restarted and side == self.turn:
            # After a restart the clock waits for its player.
            return replace(gone, clocks=replace(self.clocks, running=None))
        return gone

    def _back(self, side: Side, now: float) -> "MatchView":
        first, second = self.away
        back = replace(self, away=(None, second) if side == 0 else (first, None))
        if self.turn == side and self.clocks.running is None:
            return replace(back, clocks=replace(self.clocks, running=side, since=now))
        return back

    def _idle(self, ends_at: float) -> "MatchView":
        """The server has told when the turn ends: that is when it began, as far as it counts."""
        most = self.started.idle
        if most is None or self.clocks.running is None:
            return self
        return replace(self, clocks=replace(self.clocks, since=ends_at - most))

    def _with_rematch(self, name: str) -> "MatchView":
        return replace(self, rematch_by=self.rematch_by | {name})

    def _without(self, kind: OfferKind) -> tuple[tuple[Side, OfferKind], ...]:
        return tuple(each for each in self.offers if each[1] != kind)

    def _caught_up(self, snapshot: Snapshot, now: float) -> "MatchView":
        """This fresh match, as far as a snapshot tells of it."""
        names = [player.name for player in snapshot.players]
        caught_up = replace(
            self,
            seq=snapshot.seq,
            players=snapshot.players,
            swapped=names != [player.name for player in self.started.players],
            position=self.game.after(snapshot.moves),
            move_times=(None,) * len(snapshot.moves),
            offers=tuple((offered.side, offered.offer) for offered in snapshot.offers),
        )
        clocks = caught_up._clocks(snapshot.left, snapshot.turn, now - snapshot.elapsed)
        caught_up = replace(caught_up, clocks=clocks)
        return caught_up._over(snapshot.ended, now) if snapshot.ended else caught_up


def _begun(started: Started, side: Side | None, now: float) -> MatchView:
    terms, control = started.terms, started.terms.clock
    position = game_named(terms.game).after(terms.opening)
    left = (control.seconds, control.seconds)
    clocks = Clocks(control, left, started.turn, now, started.first_move)
    move_times = (None,) * len(terms.opening)
    return MatchView(started, started.seq, started.players, side, position, clocks, move_times)
