"""The ratings of everyone who is here or plays, and how a match changes them."""

from collections.abc import Iterable

import msgspec

from protocol.events import Ended
from protocol.parts import Player, Terms
from server.players.ratings import Rating, pace, rated
from server.storage.archive import Archive
from server.storage.writes import NewRating

Key = tuple[str, str, str]  # player, game and pace


class Ladder:
    """A rating for each player, game and pace; whoever is asked about must have been loaded."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._ratings: dict[Key, Rating] = {}  # as they are, though not yet committed
        self._kept: dict[Key, Rating] = {}  # as the journal has them
        self._made: dict[str, dict[Key, Rating]] = {}  # by match, what it makes of them

    async def load(self, names: Iterable[str]) -> None:
        for key, row in (await self._archive.ratings_of(set(names))).items():
            self._kept.setdefault(key, Rating(*row))
            self._ratings.setdefault(key, self._kept[key])

    def shown(self, who: Player, terms: Terms) -> Player:
        """The player with the rating that counts on these terms."""
        rating = self._ratings.get((who.name, terms.game, pace(terms.clock)))
        if rating is None:
            return msgspec.structs.replace(who, rating=None, provisional=False)
        points = round(rating.rating, 1)
        return msgspec.structs.replace(who, rating=points, provisional=rating.provisional)

    def rate(self, players: tuple[Player, Player], terms: Terms, ended: Ended) -> list[NewRating]:
        """Both players' new ratings after a rated match."""
        keys = [(player.name, terms.game, pace(terms.clock)) for player in players]
        first, second = (self._ratings.get(key, Rating()) for key in keys)
        score = 0.5 if ended.winner is None else float(ended.winner == 0)
        after = rated(first, second, score), rated(second, first, 1 - score)
        self._made[ended.match] = dict(zip(keys, after, strict=True))
        self._ratings |= self._made[ended.match]
        return [
            NewRating(*key, new.rating, new.deviation, new.volatility, new.games, ended.at)
            for key, new in zip(keys, after, strict=True)
        ]

    def keep(self, match: str) -> None:
        """The end of a match is committed, and what it made of the ratings."""
        self._kept |= self._made.pop(match, {})

    def go_back(self, match: str) -> None:
        """The end of a match was not taken: its ratings stand only where others built on them."""
        for key, rating in self._made.pop(match, {}).items():
            if self._ratings[key] is not rating:
                continue
            if key in self._kept:
                self._ratings[key] = self._kept[key]
            else:
                del self._ratings[key]
