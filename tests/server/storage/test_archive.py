"""What the server remembers: matches, ratings, sessions, accounts and tokens."""

from collections.abc import AsyncIterator

import msgspec
import pytest

from games.errors import Mistake
from protocol.parts import PastMatch, Player, Terms, TimeControl
from server.players.names import check_name, fold
from server.players.tokens import hash_token, new_token
from server.storage.archive import Archive
from server.storage.database import Database
from server.storage.journal import Journal
from server.storage.writes import MatchOver, NewEvent, NewMatch, NewRating, NewSession, Write
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
        self, archive: Archive, journal: Journal
    ) -> None:
        """The best first."""
        for player, rating in (("ann", 1500.0), ("bob", 1700.5), ("cid", 1400.0)):
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


class TestPlayers:
    async def test_a_session_is_found_by_its_hash(self, archive: Archive, journal: Journal) -> None:
        """With booleans that are booleans on every database."""
        journal.append(NewSession(b"hash", "ann", "ann", True, False, 7.5))
        await journal.flush()
        found = await archive.session(b"hash")
        assert found is not None
        assert (found.player, found.guest, found.bot, found.seen_at) == ("ann", True, False, 7.5)
        assert await archive.session(b"other") is None

    async def test_an_account_is_found_however_it_is_capitalised(self, archive: Archive) -> None:
        """And nobody else can have its name."""
        await archive.create_account("Ann", bot=True, admin=False)
        found = await archive.account("aNN")
        assert found is not None
        assert (found.name, found.bot, found.admin) == ("Ann", True, False)
        with pytest.raises(Mistake, match="there is an account called ANN already"):
            await archive.create_account("ANN", bot=False, admin=False)

    async def test_a_token_stands_for_its_account_until_it_is_revoked(
        self, archive: Archive
    ) -> None:
        """Other tokens of the same account stay valid."""
        await archive.create_account("ann", bot=False, admin=True)
        old, new = hash_token(new_token()), hash_token(new_token())
        first = await archive.add_token("ann", old, "laptop")
        await archive.add_token("ann", new, "phone")
        assert await archive.revoke(first)
        assert not await archive.revoke(first)
        assert not await archive.revoke("nothing")
        assert await archive.account_of_token(old) is None
        found = await archive.account_of_token(new)
        assert found is not None
        assert (found.name, found.admin) == ("ann", True)

    async def test_tokens_are_listed_without_the_secrets(self, archive: Archive) -> None:
        """By label, and with the moment they were revoked."""
        await archive.create_account("ann", bot=False, admin=False)
        first = await archive.add_token("ann", b"1", "laptop")
        await archive.add_token("ann", b"2", "phone")
        await archive.revoke(first)
        listed = await archive.tokens("ann")
        assert [(each.label, each.revoked_at is None) for each in listed] == [
            ("laptop", False),
            ("phone", True),
        ]
        assert await archive.tokens("bob") == []

    async def test_accounts_are_listed_by_name(self, archive: Archive) -> None:
        """Whatever the case."""
        for name in ("bob", "Cid", "ann"):
            await archive.create_account(name, bot=False, admin=False)
        assert [account.name for account in await archive.accounts()] == ["ann", "bob", "Cid"]


@pytest.mark.parametrize("name", ["a", "Ann", "x-y_z.1", "a" * 20])
def test_these_can_be_names(name: str) -> None:
    """Letters, digits and three marks, a letter first."""
    check_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "1a",
        "-a",
        "a b",
        "a" * 21,
        "änn",
        "\N{CYRILLIC SMALL LETTER A}nn",
        "a\n",
        "a/b",
        "a\x00",
    ],
)
def test_these_cannot_be_names(name: str) -> None:
    """Among them one with a letter that only looks like an a."""
    with pytest.raises(Mistake, match="nobody can be called"):
        check_name(name)


def test_names_that_differ_in_case_are_the_same() -> None:
    """Nobody passes for somebody else by a capital letter."""
    assert fold("Ann") == fold("aNN") != fold("anne")


def test_tokens_are_recognisable_and_never_the_same() -> None:
    """256 bits in 43 letters, after a prefix."""
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert all(token.startswith("inarow_") and len(token) == 7 + 43 for token in made)
    assert len({hash_token(token) for token in made}) == 100
