"""What to tell a person of each piece of news, once and in words."""

from typing import assert_never

from client.link.connection import Announcement
from client.model.match_view import MatchNews, MatchView
from client.words import matches as words
from client.words.text import printable
from games import SIDES
from protocol.events import (
    Back,
    Challenged,
    Closing,
    Declined,
    Ended,
    Gone,
    Idle,
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
    Unanswered,
)
from protocol.parts import OfferKind
from protocol.texts import count

HURRY = 60.0  # seconds left from which on each turn begins with telling so
MARKS = (60, 30, 10, 5)  # seconds left that are told as they come


def announce(view: MatchView | None, news: Announcement, now: float) -> str:
    """The sentences for this news, with the view as it is after it; empty if there are none."""
    match news:
        case Closing(reason=reason, closes_in=closes_in):
            why = f": {printable(reason)}" if reason else ""
            return f"The server goes down in {closes_in:.0f} s{why}. Matches are kept."
        case Reopened(reason=reason):
            why = f": {printable(reason)}" if reason else ""
            return f"The server does not go down after all{why}."
        case Challenged(key=key, by=by, terms=terms):
            what = f"{terms.game}, {words.time_control(terms.clock)}"
            return f"{words.player(by)} challenges you: {what}. Type accept {key} or decline {key}."
        case Unanswered(reason=reason):
            return f"The challenge came to nothing: {printable(reason)}."
    if view is None or not isinstance(news, MatchNews) or news.match != view.match:
        return ""
    return _of_match(view, news, now)


def _of_match(view: MatchView, news: MatchNews, now: float) -> str:
    match news:
        case Started(match=match):
            return f"Match {match}: {words.introduction(view)} {turn(view, now)}".strip()
        case Snapshot(match=match):
            moves = count(view.ply, "move")
            so_far = f"{moves} so far. " if view.ply else ""
            return f"Match {match}: {words.introduction(view)} {so_far}{words.turn(view)}"
        case Played(ply=ply):
            return f"{words.move(view, ply)}. {turn(view, now)}".strip()
        case Offered(side=side, offer=kind):
            return words.offer(view, side, kind)
        case Declined(side=side, offer=kind):
            what = "the draw" if kind is OfferKind.DRAW else "to take a move back"
            return f"{words.seat(view, side)} declined {what}."
        case TakenBack(ply=ply):
            stand = f"{count(ply, 'move')} {'stands' if ply == 1 else 'stand'}"
            return f"Taken back: {stand}. {words.turn(view)}"
        case Swapped():
            mine = None if view.shared else view.side
            now_are = "" if mine is None else f" You are {SIDES[mine]} now."
            return f"The sides were swapped.{now_are} {words.turn(view)}"
        case Resumed():
            return f"The server was away, and the match goes on. {words.turn(view)}"
        case Ended():
            return _end(view)
        case Gone():
            return f"{words.absence(view, now)}." if words.absence(view, now) else ""
        case Back(side=side):
            return "" if side == view.side else f"{view.players[side].name} is here again."
        case Idle():
            return words.idle(view, now)
        case RematchOffered(by=by):
            return f"{by} would like a rematch: type rematch."
        case Said(room=room, by=by, text=text):
            return words.said(room, by, text)
        case _:
            assert_never(news)


def turn(view: MatchView, now: float) -> str:
    """That it is our turn, if it is, and how little time there is."""
    if not view.is_mine:
        return ""
    left = view.turn_left(now)
    hurry = f" {words.duration(left)} left." if left is not None and left < HURRY else ""
    return f"{words.turn(view)}{hurry}"


def next_mark(view: MatchView | None, now: float) -> tuple[float, int] | None:
    """In how many seconds to tell that how many are left; None while our clock does not run."""
    if view is None or not view.is_mine or view.clocks.running is None:
        return None
    due = view.clocks.due_in(now)
    left = view.turn_left(now) if due is None else due
    marks = [mark for mark in MARKS if left is not None and mark < left]
    return (left - marks[0], marks[0]) if marks and left is not None else None


def _end(view: MatchView) -> str:
    parts = [words.result(view)]
    if len(view.score.winners) > 1:
        parts.append(f"Score: {words.score(view)}.")
    if view.side is not None and view.started.fixture is None:
        parts.append("Type rematch for another match, or quit.")
    return " ".join(parts)
