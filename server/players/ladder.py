"""The ratings of everyone who is here or plays, as the journal has them."""

from collections.abc import Iterable

import msgspec

from protocol.parts import Player, Terms
from server.players.pace import pace
from server.storage.archive import Archive
from server.storage.drivers.rated_games import Key, keys_of, new_rating
from server.storage.writes import NewRating, RatedGame
from tournament.statistics.glicko import Rating


class Ladder:
    """A rating for each player, game and pace; whoever is asked about must have been loaded."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._ratings: dict[Key, Rating] = {}

    async def load(self, names: Iterable[str]) -> None:
        for key, row in (await self._archive.ratings_of(set(names))).items():
            self._learn(key, Rating(*row))

    def learn(self, made: Iterable[NewRating]) -> None:
        """What rated games have made of ratings, here or at another node."""
        for each in made:
            self._learn(each[:3], Rating(*each[3:7]))

    def _learn(self, key: Key, rating: Rating) -> None:
        known = self._ratings.get(key)
        # Each game counts one up, so that news that come late take nothing back.
        if known is None or rating.games > known.games:
            self._ratings[key] = rating

    def forget(self, name: str) -> None:
        """Nobody has this name any more."""
        self._ratings = {key: each for key, each in self._ratings.items() if key[0] != name}

    def after(self, game: RatedGame) -> tuple[NewRating, ...]:
        """The ratings of both players once this game is committed."""
        keys = keys_of(game)
        return tuple(new_rating(key, self._ratings[key], game.at) for key in keys)

    def shown(self, who: Player, terms: Terms) -> Player:
        """The player with the rating that counts on these terms."""
        rating = self._ratings.get((who.name, terms.game, pace(terms.clock)))
        if rating is None:
            return msgspec.structs.replace(who, rating=None, provisional=False)
        points = round(rating.rating, 1)
        return msgspec.structs.replace(who, rating=points, provisional=rating.provisional)
