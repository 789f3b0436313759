"""What can be done in a tournament: when it makes sense, and how to ask.

The server has the last word, as with `client.model.match_actions`.
"""

from enum import StrEnum

from client.model.tournaments import Due, is_live, takes_part
from protocol.requests import Enter, Quit, Ready, Steer
from protocol.tournaments import Format, Order, Stage, TournamentSummary

ARENA_SECONDS = 300  # by which an arena is extended; anything else by a round


class Step(StrEnum):
    READY = "ready"
    ENTER = "enter"
    LEAVE = "leave"
    START = "start"
    PAUSE = "pause"
    CONTINUE = "continue"
    EXTEND = "extend"
    CANCEL = "cancel"


STEERING = {
    Stage.OPEN: {Step.START, Step.EXTEND, Step.CANCEL},
    Stage.RUNNING: {Step.PAUSE, Step.EXTEND, Step.CANCEL},
    Stage.PAUSED: {Step.CONTINUE, Step.EXTEND, Step.CANCEL},
    Stage.FINISHED: {Step.EXTEND},
    Stage.CANCELLED: set[Step](),
}


def steps(summary: TournamentSummary, name: str, due: Due | None) -> frozenset[Step]:
    """What makes sense for this player now."""
    found = set(STEERING[summary.stage]) if summary.by == name else set()
    if summary.format is Format.KNOCKOUT:
        found.discard(Step.EXTEND)
    if due is not None and not due.ready:
        found.add(Step.READY)
    if takes_part(summary, name) and is_live(summary):
        found.add(Step.LEAVE)
    elif summary.stage is Stage.OPEN or (summary.format is Format.ARENA and is_live(summary)):
        found.add(Step.ENTER)
    return frozenset(found)


def asking(summary: TournamentSummary, step: Step) -> Enter | Quit | Ready | Steer:
    """What to ask the server for."""
    match step:
        case Step.READY:
            return Ready(0, summary.tournament)
        case Step.ENTER:
            return Enter(0, summary.tournament)
        case Step.LEAVE:
            return Quit(0, summary.tournament)
        case _:
            more = ARENA_SECONDS if summary.format is Format.ARENA else 1
            order = Order(step.value)
            return Steer(0, summary.tournament, order, more if order is Order.EXTEND else 0)


def doubt(summary: TournamentSummary, step: Step) -> str:
    """The question before what cannot be taken back; empty where there is none."""
    if step is Step.LEAVE and summary.stage is not Stage.OPEN:
        return "Leave the tournament? Your games to come are lost."
    if step is Step.CANCEL:
        return "Cancel the tournament, for everybody?"
    return ""
