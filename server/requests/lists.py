"""What is going on now: lists of seeks, players and matches, and the rules of games."""

from itertools import islice
from typing import assert_never

from protocol.parts import LiveMatch, OnlinePlayer, Player
from protocol.replies import GameShown, Players, Seeks
from protocol.requests import ListPlayers, ListSeeks, ShowGame
from server.cluster.bus import Bus
from server.keys import SEEKS
from server.lobby.lobby import Lobby
from server.matches.table import Table
from server.matches.tables import Tables
from server.players.presence import Presence
from server.rules import known_game, rules_of

MOST_LISTED = 200  # more would not fit into a frame that every client takes


class PresentLists:
    """Who is here, and what is sought."""

    def __init__(self, bus: Bus, lobby: Lobby, presence: Presence) -> None:
        self._bus, self._lobby, self._presence = bus, lobby, presence

    def reply(self, me: Player, request: ListSeeks | ListPlayers) -> Seeks | Players:
        """The list that is asked for. Raises Refusal."""
        match request:
            case ListSeeks(watch=watch):
                (self._bus.subscribe if watch else self._bus.unsubscribe)(SEEKS, me.name)
                last = islice(reversed(self._lobby.seeks.values()), MOST_LISTED)
                seeks = [ranged.shown for ranged in last]
                return Seeks(request.id, tuple(reversed(seeks)))
            case ListPlayers():
                here = islice(self._presence.online.values(), MOST_LISTED)
                online = (self._shown(connection.player) for connection in here)
                return Players(request.id, tuple(online))
            case _:
                assert_never(request)

    def _shown(self, player: Player) -> OnlinePlayer:
        policy = self._lobby.policies.get(player.name) if player.bot else None
        return OnlinePlayer(player, len(self._lobby.matches_of(player.name)), policy)


def live_matches(tables: Tables, admin: bool) -> tuple[LiveMatch, ...]:
    """The latest matches at these tables, the newest first."""
    newest = reversed((tables.all if admin else tables.public).values())
    latest = islice(filter(_is_listed, newest), MOST_LISTED)
    return tuple(table.live(None) for table in latest)


def game_shown(request: ShowGame) -> GameShown:
    return GameShown(request.id, rules_of(known_game(request.game)))


def _is_listed(table: Table) -> bool:
    return table.audience.told >= 0 and not table.match.ended
