"""A token that is revoked closes the connection that it opened, while the server runs."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from protocol.closes import Close
from protocol.events import Gone
from protocol.parts import Fault, Terms
from protocol.requests import Hello
from server.app import App
from server.players.tokens import hash_token, new_token
from server.storage.people.accounts import Accounts
from tests.processes import run, serving_process
from tests.server.accounts import account, another_token
from tests.server.players_over_sockets import connected, pair, player
from tests.server.serving import serving

GOMOKU = Terms("gomoku")
REASON = "a token of this account was revoked: show a valid one"


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncIterator[App]:
    """A server that looks for revoked tokens all the time."""
    async with serving(tmp_path, revocation_seconds=0.02) as app:
        yield app


async def revoke(app: App, name: str, index: int = 0) -> None:
    tokens = await app.house.people.accounts.tokens(name)
    assert await app.house.people.accounts.revoke(tokens[index].id)


class TestRevoking:
    async def test_closes_the_connection_with_a_reason(self, quick: App) -> None:
        """The opponent sees the player gone, and neither token nor session opens the door."""
        token = await account(quick, "ann")
        async with player(quick.url, token=token) as ann, player(quick.url, "bob") as bob:
            match = await pair(ann, bob, GOMOKU)
            await revoke(quick, "ann")
            assert await ann.closed() == (Close.REVOKED, REASON)
            assert (await bob.next(Gone)).match == match
            async with connected(quick.url) as thief:
                hello = Hello(0, session=ann.welcome.session, token=token)
                assert (await thief.refused(hello)).code is Fault.BAD_TOKEN

    async def test_closes_what_a_session_brought_back(self, quick: App) -> None:
        """For nobody knows any more what token began it."""
        token = await account(quick, "ann")
        async with player(quick.url, token=token) as ann:
            session = ann.welcome.session
        async with player(quick.url, session=session) as again:
            await revoke(quick, "ann")
            assert await again.closed() == (Close.REVOKED, REASON)

    async def test_leaves_those_alone_who_came_by_another_token(self, app: App) -> None:
        """Of the same account, of another, or of none."""
        await account(app, "ann")
        good = await another_token(app.house.people.accounts, "ann")
        bobs = await account(app, "bob")
        async with (
            player(app.url, token=good) as ann,
            player(app.url, token=bobs) as bob,
            player(app.url, "cat") as cat,
        ):
            await revoke(app, "ann")
            await app.house.upkeep.close_revoked()
            for one in (ann, bob, cat):
                await one.settle()

    async def test_does_not_keep_out_who_comes_back_with_a_valid_one(self, app: App) -> None:
        """However often the server looks at what was revoked before."""
        token = await account(app, "ann")
        async with player(app.url, token=token) as ann:
            await revoke(app, "ann")
            await app.house.upkeep.close_revoked()
            await ann.closed()
        good = await another_token(app.house.people.accounts, "ann")
        async with player(app.url, token=good) as ann:
            session = ann.welcome.session
            await app.house.upkeep.close_revoked()
            await ann.settle()
        async with player(app.url, session=session) as ann:
            await app.house.upkeep.close_revoked()
            await ann.settle()

    async def test_goes_on_after_the_database_has_failed_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A look that fails is made up for by the next."""
        works, failures = Accounts.revoked_since, [OperationalError("select", {}, OSError("gone"))]

        async def fails_once(accounts: Accounts, moment: float) -> object:
            if failures:
                raise failures.pop()
            return await works(accounts, moment)

        monkeypatch.setattr(Accounts, "revoked_since", fails_once)
        async with serving(tmp_path, revocation_seconds=0.02) as app:
            token = await account(app, "ann")
            async with player(app.url, token=token) as ann:
                await revoke(app, "ann")
                assert (await ann.closed())[0] == Close.REVOKED
        assert failures == []

    async def test_by_the_command_beside_a_running_server(self, tmp_path: Path) -> None:
        """Which need not be told."""
        database = ("--database", str(tmp_path / "inarow.db"))
        _, token, _ = await run("account", "create", "ann", *database)
        async with (
            serving_process(tmp_path, "--revocation-seconds", "0.1") as process,
            player(process.url, token=token.strip()) as ann,
        ):
            _, listed, _ = await run("account", "tokens", "ann", "--json", *database)
            await run("account", "revoke", json.loads(listed)[0]["id"], *database)
            assert await ann.closed() == (Close.REVOKED, REASON)


def test_tokens_are_recognisable_and_never_the_same() -> None:
    """256 bits in 43 letters, after a prefix."""
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert all(token.startswith("inarow_") and len(token) == 7 + 43 for token in made)
    assert len({hash_token(token) for token in made}) == 100
