"""Ratings are read and written within the commit, whichever node commits."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from graphlib import TopologicalSorter
from pathlib import Path
from random import Random
from typing import cast

import pytest

from server.players.ladder import Ladder
from server.storage.archive import Archive
from server.storage.database import Database, open_database
from server.storage.drivers.rated_games import Key, keys_of, new_rating, rate
from server.storage.drivers.writer import Batch, Made, Writer
from server.storage.row_types import RatingRow
from server.storage.writes import NewRating, RatedGame
from tests.server.storage.databases import fresh_url
from tests.server.storage.journals import Flaky, Observed, database, event, journal, url
from tournament.statistics.glicko import Rating, rated

__all__ = ["database", "journal", "url"]  # fixtures

NAMES = ("ann", "bob", "cid", "dan", "eve", "fay")


def game(match: str, first: str = "ann", second: str = "bob", score: float = 1.0) -> RatedGame:
    return RatedGame(match, "gomoku", "fast", first, second, score, 7.0)


class Recorded:
    """A writer that remembers which games each commit has rated, and how."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.commits: list[tuple[Sequence[RatedGame], Made]] = []

    async def commit(self, batch: Batch) -> Made:
        made = await self._writer.commit(batch)
        self.commits.append((cast(Sequence[RatedGame], batch.get(RatedGame, ())), made))
        return made

    async def close(self) -> None:
        await self._writer.close()


def in_order(commits: Sequence[tuple[Sequence[RatedGame], Made]]) -> list[RatedGame]:
    """All games as they were rated one after the other: each counts one up for its players."""
    of: defaultdict[Key, list[tuple[int, int]]] = defaultdict(list)
    for number, (_, made) in enumerate(commits):
        for each in made:
            of[each[:3]].append((each.games, number))
    order: TopologicalSorter[int] = TopologicalSorter()
    for counted in of.values():
        numbers = [number for _, number in sorted(counted)]
        for before, after in zip([None, *numbers], numbers, strict=False):
            order.add(after, *([] if before is None else [before]))
    return [game for number in order.static_order() for game in commits[number][0]]


def one_by_one(games: Sequence[RatedGame]) -> dict[Key, RatingRow]:
    ratings: dict[Key, Rating] = {}
    for each in games:
        one, two = keys_of(each)
        first, second = ratings.get(one, Rating()), ratings.get(two, Rating())
        ratings[one] = rated(first, second, each.score)
        ratings[two] = rated(second, first, 1 - each.score)
    return {key: RatingRow(*rating) for key, rating in ratings.items()}


@pytest.mark.parametrize("seed", range(5))
async def test_games_that_end_at_two_nodes_count_as_one_after_the_other(
    seed: int, tmp_path: Path
) -> None:
    """However their commits meet: no update is lost, and nobody waits in a circle."""
    url = fresh_url("postgresql", tmp_path)
    opened = [await open_database(url, use="cluster") for _ in range(2)]
    written = [Recorded(each.writer) for each in opened]
    for each, writer in zip(opened, written, strict=True):
        each.writer = writer
    journals = [Observed(each) for each in opened]
    chance = Random(seed)
    for one in journals:
        one.start()
    for number in range(300):
        first, second = chance.sample(NAMES, 2)
        score = chance.choice((0.0, 0.5, 1.0))
        chance.choice(journals).append(game(str(number), first, second, score))
        if chance.random() < 0.2:
            await asyncio.sleep(chance.choice((0.0, 0.001)))
    for one in journals:
        await one.close()
    games = in_order([commit for each in written for commit in each.commits])
    assert sorted(each.match for each in games) == sorted(map(str, range(300)))
    assert await Archive(opened[0]).ratings_of(NAMES) == one_by_one(games)
    assert [each.failed_tries for each in journals] == [0, 0]
    for each in opened:
        await each.close()


async def test_the_games_of_a_batch_count_in_their_order(
    journal: Observed, database: Database
) -> None:
    """On every kind of database, and upon what was kept before."""
    batches = [[game("1"), game("2", "bob", "cid", 0.5), game("3", score=0.0)], [game("4", "cid")]]
    for games in batches:
        for each in games:
            journal.append(event(each.match, 0), each)
        await journal.flush()
    expected = one_by_one([each for games in batches for each in games])
    assert await Archive(database).ratings_of(NAMES) == expected
    latest = {each[:3]: RatingRow(*each[3:7]) for each in journal.rated}
    assert latest == expected


async def test_ratings_are_known_before_anyone_is_told_of_the_end(
    journal: Observed, database: Database
) -> None:
    """Whoever seeks at once is shown with the new one."""
    known: list[int] = []
    journal.append(event("1", 0), game("1"), then=lambda: known.append(len(journal.rated)))
    await journal.flush()
    assert known == [2]


async def test_a_game_whose_confirmation_was_lost_counts_once(
    journal: Observed, database: Database
) -> None:
    """And what it has made is known all the same."""
    database.writer = Flaky(database.writer, 1, after=True)
    journal.append(event("1", 0), game("1"), then=journal.telling("1"))
    await journal.flush()
    assert journal.told == ["1"]
    assert await Archive(database).ratings_of(NAMES) == one_by_one([game("1")])
    assert {each[:3] for each in journal.rated} == set(keys_of(game("1")))


async def test_a_game_that_is_not_taken_counts_for_nothing(
    journal: Observed, database: Database
) -> None:
    """Nor does it keep others from counting."""
    journal.append(event("1", 0))
    await journal.flush()
    journal.append(event("1", 0, b"another's"), game("1"))
    journal.append(event("2", 0), game("2", "ann", "cid"))
    await journal.flush()
    assert journal.collisions == ["match:1"]
    assert await Archive(database).ratings_of(NAMES) == one_by_one([game("2", "ann", "cid")])


def test_news_that_come_late_take_nothing_back() -> None:
    """A node tells of the end of its match after another has ended elsewhere."""
    ladder = Ladder(cast(Archive, None))
    earlier: list[NewRating] = rate([game("1")], ())
    later = rate([game("2", "ann", "cid")], earlier)
    ladder.learn(later)
    ladder.learn(earlier)
    ann, bob = ladder.after(game("3"))
    assert (ann.games, bob.games) == (2, 1)
    assert ann in [new_rating(each[:3], Rating(*each[3:7]), 7.0) for each in later]
