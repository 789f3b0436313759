"""The keys and buttons of a match, and the hints that tell of them."""

from client.model.match_actions import MatchAction
from client.model.match_view import MatchView
from client.model.tournament_actions import TournamentAction

MATCH_KEYS = {
    "r": (MatchAction.RESIGN,),
    "d": (MatchAction.DRAW,),
    "u": (MatchAction.TAKEBACK,),
    "y": (MatchAction.ACCEPT_DRAW, MatchAction.ACCEPT_TAKEBACK),
    "n": (MatchAction.DECLINE_DRAW, MatchAction.DECLINE_TAKEBACK),
    "w": (MatchAction.SWAP,),
    "x": (MatchAction.ABORT,),
    "c": (MatchAction.CLAIM,),
    "v": (MatchAction.CLAIM_DRAW,),
    "g": (MatchAction.REMATCH,),
}
# In the order of the buttons: what is urgent first.
MATCH_LABELS = {
    MatchAction.ACCEPT_DRAW: "Accept (y)",
    MatchAction.DECLINE_DRAW: "Decline (n)",
    MatchAction.ACCEPT_TAKEBACK: "Accept (y)",
    MatchAction.DECLINE_TAKEBACK: "Decline (n)",
    MatchAction.CLAIM: "Claim (c)",
    MatchAction.CLAIM_DRAW: "Halve (v)",
    MatchAction.SWAP: "Swap (w)",
    MatchAction.REMATCH: "Rematch (g)",
    MatchAction.DRAW: "Draw (d)",
    MatchAction.TAKEBACK: "Undo (u)",
    MatchAction.ABORT: "Abort (x)",
    MatchAction.RESIGN: "Resign (r)",
}
TOURNAMENT_KEYS = {
    "r": TournamentAction.READY,
    "e": TournamentAction.ENTER,
    "l": TournamentAction.LEAVE,
    "s": TournamentAction.START,
    "p": TournamentAction.PAUSE,
    "c": TournamentAction.CONTINUE,
    "x": TournamentAction.EXTEND,
    "k": TournamentAction.CANCEL,
}
TOURNAMENT_LABELS = {
    action: f"{action.capitalize()} ({key})" for key, action in TOURNAMENT_KEYS.items()
}
PLAYING = "arrows+Enter, click or m: play   h: hint   t: talk   ?: help   q: lobby"
WATCHING = "t: talk among spectators   a: look back   ?: help   q: lobby"
OVER = "g: rematch   a: look back and analyse   t: talk   ?: help   q: lobby"
REPLAY = "left, right: step   a: analyse   s: save   [ ]: other game   ?: help   q: back"
LOBBY = "Tab: next part   Enter: take, challenge, watch   ?: help   q: leave"
TOURNAMENT = "Tab: next list   Enter: watch, look back   ?: help   q: lobby"


def hints(view: MatchView) -> str:
    """What the keys do in a match as it stands."""
    text = WATCHING if view.side is None else OVER if view.ended else PLAYING
    if view.started.fixture is not None:  # there is no rematch, and it lies on its tournament
        text = text.removeprefix("g: rematch   ").replace("q: lobby", "q: back")
    if view.shared:  # there is nobody to talk to, and nowhere else to go
        text = text.replace("t: talk   ", "").replace("q: lobby", "q: leave")
    if view.game.below and text.startswith("arrows"):
        text = f"1-{min(9, view.game.shape[-1])}, {text}"
    return text
