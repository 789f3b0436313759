"""What can be done in a tournament: when it makes sense, and how to ask.

The server has the last word, as with `client.model.match_actions`.
"""

from enum import StrEnum

from client.model.tournaments import DueGame, is_live, takes_part
from protocol.requests import Enter, Quit, Ready, Steer
from protocol.tournaments import Format, Order, Stage, TournamentSummary

ARENA_SECONDS = 300  # by which an arena is extended; anything else by a round


class TournamentAction(StrEnum):
    READY = "ready"
    ENTER = "enter"
    LEAVE = "leave"
    START = "start"
    PAUSE = "pause"
    CONTINUE = "continue"
    EXTEND = "extend"
    CANCEL = "cancel"


STEERING = {
    Stage.OPEN: {TournamentAction.START, TournamentAction.EXTEND, TournamentAction.CANCEL},
    Stage.RUNNING: {TournamentAction.PAUSE, TournamentAction.EXTEND, TournamentAction.CANCEL},
    Stage.PAUSED: {TournamentAction.CONTINUE, TournamentAction.EXTEND, TournamentAction.CANCEL},
    Stage.FINISHED: {TournamentAction.EXTEND},
    Stage.CANCELLED: set[TournamentAction](),
}


def possible_actions(
    summary: TournamentSummary, name: str, due: DueGame | None
) -> frozenset[TournamentAction]:
    """What makes sense for this player now."""
    found = set(STEERING[summary.stage]) if summary.by == name else set()
    if summary.format is Format.KNOCKOUT:
        found.discard(TournamentAction.EXTEND)
    if due is not None and not due.ready:
        found.add(TournamentAction.READY)
    if takes_part(summary, name) and is_live(summary):
        found.add(TournamentAction.LEAVE)
    elif summary.stage is Stage.OPEN or (summary.format is Format.ARENA and is_live(summary)):
        found.add(TournamentAction.ENTER)
    return frozenset(found)


def request_for(
    summary: TournamentSummary, action: TournamentAction
) -> Enter | Quit | Ready | Steer:
    """What to ask the server for."""
    match action:
        case TournamentAction.READY:
            return Ready(0, summary.tournament)
        case TournamentAction.ENTER:
            return Enter(0, summary.tournament)
        case TournamentAction.LEAVE:
            return Quit(0, summary.tournament)
        case _:
            more = ARENA_SECONDS if summary.format is Format.ARENA else 1
            order = Order(action.value)
            return Steer(0, summary.tournament, order, more if order is Order.EXTEND else 0)


def confirmation(summary: TournamentSummary, action: TournamentAction) -> str:
    """The question before what cannot be taken back; empty where there is none."""
    if action is TournamentAction.LEAVE and summary.stage is not Stage.OPEN:
        return "Leave the tournament? Your games to come are lost."
    if action is TournamentAction.CANCEL:
        return "Cancel the tournament, for everybody?"
    return ""
