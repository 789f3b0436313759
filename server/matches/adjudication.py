"""Ends that the terms of a match provide for, besides those of the rules. No I/O, no clock."""

from collections.abc import Sequence
from typing import NamedTuple

from games import SIDES
from protocol.events import MatchEvent, Played
from protocol.parts import Analysis, Side, Terms, Verdict
from protocol.texts import count


class Ruling(NamedTuple):
    winner: Side | None  # None: drawn
    reason: str


def adjudicated(
    terms: Terms, events: Sequence[MatchEvent], ply: int, analysis: Analysis | None
) -> Ruling | None:
    """What the terms make of a match when the move at this ply, with this analysis, is played."""
    if terms.move_limit is None and not terms.agreement:
        return None
    if terms.agreement:
        moves = [event for event in events if isinstance(event, Played)]
        if ruling := _agreed(terms.agreement, moves, ply, analysis):
            return ruling
    if terms.move_limit is not None and ply + 1 >= terms.move_limit:
        return Ruling(None, f"no end within {count(terms.move_limit, 'move')}")
    return None


def _agreed(
    often: int, moves: Sequence[Played], ply: int, analysis: Analysis | None
) -> Ruling | None:
    """What both sides have said in each of their latest moves."""
    first = len(moves) + 1 - 2 * often
    if first < 0:
        return None
    before = moves[first:]
    said = {_said(played.ply, played.analysis) for played in before} | {_said(ply, analysis)}
    if len(said) > 1 or None in said:
        return None
    [who] = said
    often_words = "once" if often == 1 else f"{often} times in a row"
    told = "a draw" if who == "draw" else f"a win of {SIDES[who == 'second']}"
    winner = {"first": 0, "second": 1}.get(who or "")
    return Ruling(winner, f"both sides said {often_words} that it is {told}")


def _said(ply: int, analysis: Analysis | None) -> str | None:
    """Who wins, by what the mover at this ply has reported."""
    verdict = Verdict.UNDECIDED if analysis is None else analysis.verdict
    sides = ("first", "second")
    match verdict:
        case Verdict.WIN:
            return sides[ply % 2]
        case Verdict.LOSS:
            return sides[1 - ply % 2]
        case Verdict.DRAW:
            return "draw"
        case Verdict.UNDECIDED:
            return None
