"""Accounts, tokens and sessions, on every database."""

import pytest

from games.errors import Mistake
from server.players.tokens import hash_token, new_token
from server.storage.database import Database
from server.storage.journal import Journal
from server.storage.people.accounts import Accounts
from server.storage.writes import NewSession
from tests.server.storage.databases import database, url
from tests.server.storage.test_archive import journal

__all__ = ["database", "journal", "url"]  # fixtures


@pytest.fixture
def accounts(database: Database) -> Accounts:
    """The accounts of a fresh database."""
    return Accounts(database)


async def test_a_session_is_found_by_its_hash(accounts: Accounts, journal: Journal) -> None:
    """With booleans that are booleans on every database."""
    journal.append(NewSession(b"hash", "ann", "ann", True, False, 7.5))
    await journal.flush()
    found = await accounts.session(b"hash")
    assert found is not None
    assert (found.player, found.guest, found.bot, found.seen_at) == ("ann", True, False, 7.5)
    assert await accounts.session(b"other") is None


async def test_an_account_is_found_however_it_is_capitalised(accounts: Accounts) -> None:
    """And nobody else can have its name."""
    await accounts.create("Ann", bot=True, admin=False)
    found = await accounts.find("aNN")
    assert found is not None
    assert (found.name, found.bot, found.admin) == ("Ann", True, False)
    with pytest.raises(Mistake, match="there is an account called ANN already"):
        await accounts.create("ANN", bot=False, admin=False)


async def test_a_token_stands_for_its_account_until_it_is_revoked(accounts: Accounts) -> None:
    """Other tokens of the same account stay valid."""
    await accounts.create("ann", bot=False, admin=True)
    old, new = hash_token(new_token()), hash_token(new_token())
    first = await accounts.add_token("ann", old, "laptop")
    await accounts.add_token("ann", new, "phone")
    assert await accounts.revoke(first)
    assert not await accounts.revoke(first)
    assert not await accounts.revoke("nothing")
    assert await accounts.by_token(old) is None
    found = await accounts.by_token(new)
    assert found is not None
    assert (found.name, found.admin) == ("ann", True)


async def test_tokens_are_listed_without_the_secrets(accounts: Accounts) -> None:
    """By label, and with the moment they were revoked."""
    await accounts.create("ann", bot=False, admin=False)
    first = await accounts.add_token("ann", b"1", "laptop")
    await accounts.add_token("ann", b"2", "phone")
    await accounts.revoke(first)
    listed = await accounts.tokens("ann")
    assert [(each.label, each.revoked_at is None) for each in listed] == [
        ("laptop", False),
        ("phone", True),
    ]
    assert await accounts.tokens("bob") == []


async def test_accounts_are_listed_by_name(accounts: Accounts) -> None:
    """Whatever the case."""
    for name in ("bob", "Cid", "ann"):
        await accounts.create(name, bot=False, admin=False)
    assert [account.name for account in await accounts.all()] == ["ann", "bob", "Cid"]
