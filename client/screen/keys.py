"""The keys and buttons of a match, and the hints that tell of them."""

from client.acts import Act

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
PLAYING = "arrows+Enter, click or m: play   t: talk   ?: help   q: lobby"
WATCHING = "t: talk among spectators   a: look back   ?: help   q: lobby"
OVER = "g: rematch   a: look back and analyse   t: talk   ?: help   q: lobby"
LOOKING = "left, right: step   a: analyse   [ ]: other game   ?: help   q: back"
LOBBY = "Tab: next part   Enter: take, challenge, watch   ?: help   q: leave"
