"""Lobbies for tests: without a server, and who is in them."""

from itertools import count

from protocol.parts import OpenSeek, Player, Side, Terms
from server.lobby.lobby import Lobby, OpenChallenge, Pairing, RangedSeek
from server.lobby.seats import Caps

ANN, BOB, CAT = Player("ann"), Player("bob"), Player("cat")
BOT, RIVAL = Player("bot", bot=True), Player("rival", bot=True)
TERMS = Terms("tictactoe")
KEYS = count()


def lobby_of(*players: Player, capacity: int = 20) -> Lobby:
    lobby = Lobby(Caps(capacity, capacity, capacity, capacity))
    for player in players:
        lobby.arrive(player)
    return lobby


def seek(
    lobby: Lobby,
    by: Player,
    terms: Terms = TERMS,
    side: Side | None = None,
    low: float | None = None,
    high: float | None = None,
    coin: Side = 0,
) -> Pairing | None:
    """Open a seek, and seat those whom it pairs, as a house would."""
    key = f"seek{next(KEYS)}"
    pairing = lobby.seek(key, RangedSeek(OpenSeek(key, by, terms, side), low, high), coin)
    return seated(lobby, pairing) if pairing else None


def challenge(lobby: Lobby, by: Player, to: Player, terms: Terms = TERMS) -> str:
    key = f"challenge{next(KEYS)}"
    lobby.challenge(key, OpenChallenge(by, to, terms, None))
    return key


def seated(lobby: Lobby, pairing: Pairing) -> Pairing:
    lobby.sit(f"match{next(KEYS)}", pairing.players)
    return pairing
