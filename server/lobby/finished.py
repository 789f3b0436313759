"""Matches that are over and stand for a rematch, as long as there is room for them."""

import asyncio

from protocol.parts import Player
from server.lobby.lingering import LINGER, LingeringMatches
from server.lobby.seated_match import SeatedMatch
from server.players.names import is_same


class FinishedMatches:
    def __init__(self) -> None:
        self._matches: dict[str, SeatedMatch] = {}
        self._lingering = LingeringMatches()

    def get(self, match: str) -> SeatedMatch | None:
        return self._matches.get(match)

    def of(self, name: str) -> tuple[str, ...]:
        return self._lingering.of(name)

    def add(self, match: SeatedMatch) -> None:
        self._matches[match.id] = match
        for id in self._lingering.add(match.id, match.names, events=1, thought=0):
            del self._matches[id]
        asyncio.get_running_loop().call_later(LINGER, self._drop, match.id)

    def forget(self, player: Player) -> None:
        """Drop those of an earlier player of this name: they are not the new one's."""
        for id in self._lingering.of(player.name):
            before = self._matches[id].players
            if player.guest or not any(is_same(each, player) for each in before):
                self._drop(id)

    def _drop(self, id: str) -> None:
        self._matches.pop(id, None)
        self._lingering.drop(id)
