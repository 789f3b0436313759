"""Matches that are over: exported, and forgotten once they are old, while a server goes on."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

import inarow
from games.formats import jsonl
from games.record import Record, RecordedResult
from protocol.events import Ended
from protocol.parts import Fault, OfferKind, Terms, TimeControl
from protocol.replies import Done, Shown
from protocol.requests import Offer, Resign, Respond, ShowMatch, ShowTournament
from protocol.tournaments import Format, Plan, Stage
from server.app import App
from server.storage.schema import events, matches, tournaments
from tests.server.players_over_sockets import Player, alternate, pair, player
from tests.server.serving import serving
from tests.server.storage.databases import BACKENDS, fresh_url
from tests.server.tournaments.contestants import at_stage, bots, opened

TICTACTOE = Terms("tictactoe", TimeControl(600.0))
YEAR = 365 * 86400.0


def ran(*words: str) -> int:
    return inarow.main([*words])


async def aside(*words: str) -> int:
    """A command, while the server goes on."""
    return await asyncio.to_thread(ran, *words)


async def lost(loser: Player, winner: Player, *cells: int, terms: Terms = TICTACTOE) -> str:
    """A match that has ended after these moves."""
    match = await pair(loser, winner, terms)
    await alternate(match, (loser, winner), *cells)
    await loser.ask(Resign(0, match), Done)
    for one in (loser, winner):
        await one.next(Ended)
    return match


async def aged(app: App, *ids: str, by: float = 2 * YEAR) -> None:
    """Let matches, or tournaments, have ended earlier than they have."""
    for table in (matches, tournaments):
        older = update(table).where(table.c.id.in_(ids)).values(ended_at=table.c.ended_at - by)
        await app.house.database.execute(older)


def records(file: Path) -> dict[str, Record]:
    return {each.tags["Match"]: each for each in jsonl.read(file.read_text())}


async def kept(app: App) -> set[str]:
    found = await app.house.database.all(select(matches.c.id))
    return {id for (id,) in found}


@pytest.fixture(params=BACKENDS)
def database(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    url = fresh_url(request.param, tmp_path)
    monkeypatch.setenv("INAROW_DATABASE", url)
    return url


async def test_old_matches_are_forgotten_and_written_down(database: str, tmp_path: Path) -> None:
    """Those alone; what goes on goes on, and what is younger can be looked back at."""
    file = tmp_path / "old.jsonl"
    async with (
        serving(tmp_path, database=database) as app,
        player(app.url, "ann") as ann,
        player(app.url, "bob") as bob,
    ):
        old = await lost(ann, bob, 0, 4, 8)
        private = await lost(ann, bob, terms=Terms("tictactoe", private=True))
        young = await lost(bob, ann, 4)
        live = await pair(ann, bob, TICTACTOE)
        await aged(app, old, private)
        assert await aside("prune", "--older-than", "365d", "--dry-run") == 0
        assert await kept(app) == {old, private, young, live}
        words = ("prune", "--older-than", "365d", "--export", str(file))
        assert await aside(*words) == 0
        assert await kept(app) == {young, live}
        found = await app.house.database.all(select(events.c.match).distinct())
        assert {match for (match,) in found} == {young, live}
        await ann.play(live, 0, 4)
        assert await aside(*words) == inarow.MISTAKEN  # the file is there already
    async with serving(tmp_path, database=database) as app, player(app.url, "cat") as cat:
        assert (await cat.refused(ShowMatch(0, old))).code is Fault.NO_SUCH_MATCH
        await cat.ask(ShowMatch(0, young), Shown)
    told = await asyncio.to_thread(records, file)
    assert set(told) == {old, private}
    assert told[old].players == ("ann", "bob")
    assert told[old].result is RecordedResult.SECOND
    assert (told[old].ending, told[old].position.moves) == ("resigned", (0, 4, 8))
    assert len(told[old].times_ms) == 3
    assert (told[private].tags["Private"], told[old].tags["Clock"]) == ("yes", "10+0")


async def test_the_games_of_a_tournament_stay_as_long_as_it(database: str, tmp_path: Path) -> None:
    """Its standings are made of them."""
    plan = Plan("The cup", Format.ROUND_ROBIN, TICTACTOE)
    async with (
        serving(tmp_path, database=database) as app,
        player(app.url, "ann") as ann,
        bots(app, "one", "two") as field,
    ):
        cup = await opened(ann, plan, *(bot.wire for bot in field))
        await at_stage(ann, cup, Stage.FINISHED)
        games = await kept(app)
        await aged(app, *games)
        assert await aside("prune", "--older-than", "365d") == 0
        assert await kept(app) == games
        await aged(app, cup)
        assert await aside("prune", "--older-than", "365d") == 0
        assert await kept(app) == set()
        left = await app.house.database.all(select(func.count()).select_from(tournaments))
        assert [count for (count,) in left] == [0]
    async with serving(tmp_path, database=database) as app, player(app.url, "ann") as ann:
        refused = await ann.refused(ShowTournament(0, cup))
        assert refused.code is Fault.NO_SUCH_TOURNAMENT


async def test_matches_are_exported_by_age_and_player(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Public ones, the earliest end first; nothing is forgotten."""
    async with (
        serving(tmp_path, database=database) as app,
        player(app.url, "ann") as ann,
        player(app.url, "bob") as bob,
        player(app.url, "cat") as cat,
    ):
        first, second = await lost(ann, bob, 0), await lost(cat, bob, 1)
        private = await lost(ann, cat, terms=Terms("tictactoe", private=True))
        await aged(app, second)
        for words, expected in (
            ((), [second, first]),
            (("--older-than", "1d"), [second]),
            (("--younger-than", "1d"), [first]),
            (("--player", "cat"), [second]),
            (("--player", "cat", "--private"), [second, private]),
        ):
            capsys.readouterr()
            assert await aside("records", "-", *words) == 0
            lines = capsys.readouterr().out.splitlines()
            assert [json.loads(line)["tags"]["Match"] for line in lines] == expected
        assert len(await kept(app)) == 3


async def test_what_was_taken_back_is_not_in_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And neither is the time that it took."""
    path, file = tmp_path / "test.db", tmp_path / "all.jsonl"
    monkeypatch.setenv("INAROW_DATABASE", str(path))
    async with (
        serving(path) as app,
        player(app.url, "ann") as ann,
        player(app.url, "bob") as bob,
    ):
        match = await pair(ann, bob, TICTACTOE)
        await alternate(match, (ann, bob), 0, 1)
        await bob.ask(Offer(0, match, OfferKind.TAKEBACK), Done)
        await ann.ask(Respond(0, match, OfferKind.TAKEBACK, accept=True), Done)
        await bob.play(match, 1, 2)
        await ann.ask(Resign(0, match), Done)
        await bob.next(Ended)
        assert await aside("records", str(file)) == 0
    [record] = (await asyncio.to_thread(records, file)).values()
    assert record.position.moves == (0, 2)
    assert len(record.times_ms) == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("prune", "--older-than", "10m"), "--older-than must be at least 1h"),
        (("prune", "--older-than", "1d", "--export", "{there}"), "there is a file .+ already"),
        (("records", "{there}"), "there is a file .+ already"),
        (("records", "{folder}/no/x.jsonl"), "No such file or directory"),
    ],
)
def test_what_cannot_be_is_told(
    words: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And nothing is forgotten, or written over."""
    monkeypatch.setenv("INAROW_DATABASE", str(tmp_path / "test.db"))
    there = tmp_path / "there"
    there.write_text("precious")
    given = [each.format(there=there, folder=tmp_path) for each in words]
    assert ran(*given) in (1, 2)
    assert re.search(sentence, capsys.readouterr().err)
    assert there.read_text() == "precious"
