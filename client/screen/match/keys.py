"""The keys and buttons of a match, and the hints that tell of them."""

from client.model.match_actions import Act
from client.model.match_view import MatchView
from client.model.tournament_actions import Step

KEYS = {
    "r": (Act.RESIGN,),
    "d": (Act.DRAW,),
    "u": (Act.TAKEBACK,),
    "y": (Act.ACCEPT_DRAW, Act.ACCEPT_TAKEBACK),
    "n": (Act.DECLINE_DRAW, Act.DECLINE_TAKEBACK),
    "w": (Act.SWAP,),
    "x": (Act.ABORT,),
    "c": (Act.CLAIM,),
    "v": (Act.CLAIM_DRAW,),
    "g": (Act.REMATCH,),
}
# In the order of the buttons: what is urgent first.
LABELS = {
    Act.ACCEPT_DRAW: "Accept (y)",
    Act.DECLINE_DRAW: "Decline (n)",
    Act.ACCEPT_TAKEBACK: "Accept (y)",
    Act.DECLINE_TAKEBACK: "Decline (n)",
    Act.CLAIM: "Claim (c)",
    Act.CLAIM_DRAW: "Halve (v)",
    Act.SWAP: "Swap (w)",
    Act.REMATCH: "Rematch (g)",
    Act.DRAW: "Draw (d)",
    Act.TAKEBACK: "Undo (u)",
    Act.ABORT: "Abort (x)",
    Act.RESIGN: "Resign (r)",
}
STEP_KEYS = {
    "r": Step.READY,
    "e": Step.ENTER,
    "l": Step.LEAVE,
    "s": Step.START,
    "p": Step.PAUSE,
    "c": Step.CONTINUE,
    "x": Step.EXTEND,
    "k": Step.CANCEL,
}
STEP_LABELS = {step: f"{step.capitalize()} ({key})" for key, step in STEP_KEYS.items()}
PLAYING = "arrows+Enter, click or m: play   t: talk   ?: help   q: lobby"
WATCHING = "t: talk among spectators   a: look back   ?: help   q: lobby"
OVER = "g: rematch   a: look back and analyse   t: talk   ?: help   q: lobby"
LOOKING = "left, right: step   a: analyse   [ ]: other game   ?: help   q: back"
LOBBY = "Tab: next part   Enter: take, challenge, watch   ?: help   q: leave"
TOURNAMENT = "Tab: next list   Enter: watch, look back   ?: help   q: lobby"


def hints(view: MatchView) -> str:
    """What the keys do in a match as it stands."""
    told = OVER if view.ended else WATCHING if view.side is None else PLAYING
    if view.started.fixture is not None:  # there is no rematch, and it lies on its tournament
        told = told.removeprefix("g: rematch   ").replace("q: lobby", "q: back")
    return told
