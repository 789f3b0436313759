"""What the server remembers: matches, ratings, sessions, accounts and tokens."""

from collections.abc import AsyncIterator

import msgspec
import pytest

from protocol.parts import PastMatch, Player, Terms, TimeControl
from server.storage.archive import Archive
from server.storage.database import Database
from server.storage.journal import Journal
from server.storage.people.accounts import Accounts
from server.storage.writes import MatchOver, NewEvent, NewMatch, NewRating, Write
from tests.server.storage.databases import database, url

__all__ = ["database", "url"]  # fixtures

ANN, BOB, CID = Player("ann", rating=1500.5), Player("bob", bot=True), Player("cid")


@pytest.fixture
def archive(database: Database) -> Archive:
    """The archive of a fresh database."""
    return Archive(database)


@pytest.fixture
async def journal(database: Database) -> AsyncIterator[Journal]:
    """What fills it."""

    def fail(error: BaseException) -> None:
        raise error

    journal = Journal(database, on_failure=fail)
    journal.start()
    yield journal
    await journal.close()


def terms(private: bool = False) -> Terms:
    return Terms("connect4", TimeControl(60.0, 1.0), rated=True, private=private)


def begun(match: str, players: tuple[Player, Player], private: bool = False) -> NewMatch:
    pack = msgspec.msgpack.encode
    names = (players[0].name, players[1].name)
    about = pack(terms(private)), *names, pack(players)
    return NewMatch(match, "connect4", "blitz", *about, True, private, 1.0)


def past(
    match: str, players: tuple[Player, Player], ended_at: float, private: bool = False
) -> list[Write]:
    over = MatchOver(match, msgspec.msgpack.encode(players), 0, "line", 7, ended_at)
    return [begun(match, players, private), over]


class TestMatches:
    async def test_live_matches_come_with_their_events_in_order(
        self, archive: Archive, journal: Journal
    ) -> None:
        """Those that have ended do not come back."""
        journal.append(begun("live", (ANN, BOB)), *past("over", (ANN, BOB), 5.0))
        for seq in (2, 0, 11, 1):
            journal.append(NewEvent("live", seq, 1.0, b"%d" % seq))
        journal.append(NewEvent("over", 0, 1.0, b"over"))
        await journal.flush()
        assert await archive.live_matches() == {"live": [b"0", b"1", b"2", b"11"]}
        assert await archive.events("over") == [b"over"]
        assert await archive.events("none") == []

    async def test_results_are_the_latest_first(self, archive: Archive, journal: Journal) -> None:
        """Of all, or of one player in either seat."""
        journal.append(*past("a", (ANN, BOB), 10.0), *past("b", (BOB, CID), 30.0))
        journal.append(*past("c", (CID, ANN), 20.0), begun("live", (ANN, CID)))
        await journal.flush()
        assert [each.match for each in await archive.results(None, 9)] == ["b", "c", "a"]
        assert [each.match for each in await archive.results("ann", 9)] == ["c", "a"]
        assert [each.match for each in await archive.results("ann", 1)] == ["c"]
        assert await archive.results("dan", 9) == []

    async def test_a_result_tells_all_about_its_match(
        self, archive: Archive, journal: Journal
    ) -> None:
        """Terms and players are what they were."""
        journal.append(*past("a", (ANN, BOB), 10.0))
        await journal.flush()
        assert await archive.results("bob", 1) == [
            PastMatch("a", terms(), (ANN, BOB), 0, "line", 7, 10.0)
        ]

    async def test_private_matches_are_not_listed_unless_asked_for(
        self, archive: Archive, journal: Journal
    ) -> None:
        """They do not use up the limit, either."""
        journal.append(*past("a", (ANN, BOB), 10.0), *past("b", (ANN, BOB), 20.0, private=True))
        await journal.flush()
        for player in (None, "ann"):
            assert [each.match for each in await archive.results(player, 1)] == ["a"]
            assert [each.match for each in await archive.results(player, 2, True)] == ["b", "a"]


class TestRatings:
    async def test_leaders_are_those_of_one_game_and_pace(
        self, archive: Archive, journal: Journal, database: Database
    ) -> None:
        """The best first; whose account is gone is on no list."""
        for player, rating in (("ann", 1500.0), ("bob", 1700.5), ("cid", 1400.0), ("eve", 1800.0)):
            if player != "eve":
                await Accounts(database).create(player, bot=False, admin=False)
            journal.append(NewRating(player, "qubic", "blitz", rating, 60.0, 0.06, 20, 1.0))
        journal.append(NewRating("dan", "qubic", "slow", 2000.0, 60.0, 0.06, 20, 1.0))
        journal.append(NewRating("dan", "gomoku", "blitz", 2000.0, 60.0, 0.06, 20, 1.0))
        await journal.flush()
        assert await archive.leaders("qubic", "blitz", 2) == [
            ("bob", 1700.5, 60.0, 20, False),
            ("ann", 1500.0, 60.0, 20, False),
        ]

    async def test_the_ratings_of_several_players_come_at_once(
        self, archive: Archive, journal: Journal
    ) -> None:
        """Nobody asked for is nobody found."""
        journal.append(NewRating("ann", "qubic", "blitz", 1500.0, 60.0, 0.06, 20, 1.0))
        journal.append(NewRating("bob", "gomoku", "slow", 1600.0, 70.0, 0.07, 2, 1.0))
        await journal.flush()
        assert await archive.ratings_of({"ann", "bob", "cid"}) == {
            ("ann", "qubic", "blitz"): (1500.0, 60.0, 0.06, 20),
            ("bob", "gomoku", "slow"): (1600.0, 70.0, 0.07, 2),
        }
        assert await archive.ratings_of([]) == {}
