"""Sessions that nobody comes back by are forgotten, and no others."""

import time
from pathlib import Path

import pytest

from protocol.names import fold
from protocol.parts import Fault, Terms
from protocol.requests import Hello
from server.app import App
from server.players.tokens import hash_token
from server.storage import upkeep
from server.storage.commit import commit
from server.storage.upkeep import DAY
from server.storage.writes import NewSession
from tests.server.accounts import account
from tests.server.players_over_sockets import Player, connected, pair, player
from tests.server.serving import serving

GOMOKU = Terms("gomoku")


async def kept(app: App, session: str) -> bool:
    return await app.house.people.accounts.session(hash_token(session)) is not None


async def age(app: App, one: Player, days: float) -> None:
    """Let it be so long ago that the player said hello."""
    you = one.welcome.you
    session = hash_token(one.welcome.session)
    seen = time.time() - days * DAY
    row = NewSession(session, you.name, fold(you.name), you.guest, you.bot, seen)
    await commit(app.house.journal, row)


async def visit(app: App, days: float, name: str = "ann", token: str | None = None) -> str:
    """Be here and leave, so many days ago; the session."""
    async with player(app.url, name, token=token) as one:
        session = one.welcome.session
    while fold(one.name) in app.house.lobby.presence.online:
        async with connected(app.url) as other:  # by then the server has noticed
            await other.refused(Hello(0, token="unknown"))
    await age(app, one, days)
    return session


class TestPruning:
    async def test_old_sessions_are_forgotten_and_young_ones_kept(self, app: App) -> None:
        """Of guests and of accounts alike."""
        token = await account(app, "deep")
        old = [await visit(app, 31, "ann"), await visit(app, 31, "deep", token)]
        young = [await visit(app, 29, "bob"), await visit(app, 0, "cat")]
        await app.house.upkeep.prune()
        assert [await kept(app, each) for each in (*old, *young)] == [False, False, True, True]
        async with connected(app.url) as late:
            assert (await late.refused(Hello(0, session=old[0]))).code is Fault.BAD_TOKEN
        async with player(app.url, session=young[0]) as bob:
            assert bob.name == "bob"

    async def test_the_age_is_a_setting(self, tmp_path: Path) -> None:
        """In days."""
        async with serving(tmp_path, session_days=2) as app:
            old, young = await visit(app, 2.1, "ann"), await visit(app, 1.9, "bob")
            await app.house.upkeep.prune()
            assert (await kept(app, old), await kept(app, young)) == (False, True)

    async def test_who_stayed_all_the_time_can_still_come_back(self, app: App) -> None:
        """A guest on a connection older than that, and one who only sits at a table."""
        async with player(app.url, "bob") as bob:
            async with player(app.url, "ann") as ann:
                await pair(ann, bob, GOMOKU)
                await age(app, ann, 99)
            await age(app, bob, 99)
            await app.house.upkeep.prune()
        for one in (ann, bob):
            async with player(app.url, session=one.welcome.session) as again:
                assert again.name == one.name

    async def test_more_than_one_part_of_them(
        self, app: App, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whether they are dropped or kept."""
        monkeypatch.setattr(upkeep, "PART", 2)
        async with player(app.url, "bob") as bob:
            old = [await visit(app, 40, name) for name in ("ann", "cat", "dan", "eve", "fay")]
            await age(app, bob, 50)
            await app.house.upkeep.prune()
            assert not any([await kept(app, each) for each in old])
            assert await kept(app, bob.welcome.session)

    async def test_happens_when_the_server_starts(self, tmp_path: Path) -> None:
        """Soon after, so that nobody waits for it."""
        async with serving(tmp_path) as app:
            old, young = await visit(app, 31, "ann"), await visit(app, 1, "bob")
        async with serving(tmp_path) as app:
            while await kept(app, old):
                pass
            assert await kept(app, young)
