"""The ratings of everyone who is here or plays, and how a match changes them."""

from collections.abc import Iterable

import msgspec

from protocol.events import Ended
from protocol.parts import Player, Terms
from server.archive import Archive
from server.match import Match
from server.ratings import Rating, pace, rated
from server.writes import NewRating


class Ladder:
    """A rating for each player, game and pace; whoever is asked about must have been loaded."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._ratings: dict[tuple[str, str, str], Rating] = {}

    async def load(self, names: Iterable[str]) -> None:
        for key, row in (await self._archive.ratings_of(set(names))).items():
            self._ratings.setdefault(key, Rating(*row))

    def shown(self, who: Player, terms: Terms) -> Player:
        """The player with the rating that counts on these terms."""
        rating = self._ratings.get((who.name, terms.game, pace(terms.clock)))
        if rating is None:
            return msgspec.structs.replace(who, rating=None, provisional=False)
        points = round(rating.rating, 1)
        return msgspec.structs.replace(who, rating=points, provisional=rating.provisional)

    def rate(self, match: Match, ended: Ended) -> list[NewRating]:
        """Both players' new ratings after a rated match."""
        terms = match.started.terms
        keys = [(player.name, terms.game, pace(terms.clock)) for player in match.players]
        first, second = (self._ratings.get(key, Rating()) for key in keys)
        score = 0.5 if ended.winner is None else float(ended.winner == 0)
        after = rated(first, second, score), rated(second, first, 1 - score)
        self._ratings |= dict(zip(keys, after, strict=True))
        return [
            NewRating(*key, new.rating, new.deviation, new.volatility, new.games, ended.at)
            for key, new in zip(keys, after, strict=True)
        ]
