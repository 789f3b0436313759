"""Every text that a player can send, through play, restart, export and report, on each database."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games.formats import FORMATS
from organiser.records import read_result, record_of, result_of
from organiser.report import render
from protocol.events import Ended
from protocol.parts import Ending, Fault, Fixture, Message, Terms
from protocol.replies import Done, Refused, Shown
from protocol.requests import Hello, Resign, ShowMatch
from protocol.tournaments import FixtureSummary
from tests.protocol.fields import ODD, Spoil, hostile, odd, requests
from tests.protocol.messages import FROM_PLAYER
from tests.server.matches.matches import new_match
from tests.server.players_over_sockets import Player, connected, pair, player
from tests.server.serving import serving
from tests.server.storage.databases import BACKENDS, fresh_url
from tests.tournament.verdict.verdicts import verdict

GOMOKU, LONG = Terms("gomoku"), Terms("mnk:rows=25,cols=25,k=25")
PLENTY: dict[str, Any] = {
    "requests_per_second": 100_000.0,
    "burst": 100_000,
    "says_per_minute": 100_000,
    "open_requests": 100_000,
}


async def fuzz(url: str, eve: Player, kind: type[Message], spoil: Spoil) -> None:
    """Send a request once for each text in each of its fields; each gets one reply."""
    for path, data in requests(kind, spoil):
        if kind is Hello:
            async with connected(url) as stranger:
                reply = await stranger.reply(await stranger.send_data(data))
        else:
            reply = await eve.reply(await eve.send_data(data))
        if spoil is hostile:
            assert isinstance(reply, Refused), f"{path}: {reply}"
            assert reply.code is Fault.OUT_OF_BOUNDS, f"{path}: {reply}"
        elif isinstance(reply, Refused):
            assert reply.code is not Fault.OUT_OF_BOUNDS, f"{path}: {reply}"


async def fail(ann: Player, bob: Player, text: str) -> str:
    """A match that is given up with this text as the failure; its id."""
    match = await pair(ann, bob, GOMOKU)
    await ann.play(match, 0, 0)
    await ann.ask(Resign(0, match, text), Done)
    return match


@pytest.mark.parametrize("backend", BACKENDS)
async def test_no_text_costs_more_than_a_refusal(backend: str, tmp_path: Path) -> None:
    """Whatever stands in whichever field, others play on, and all is there after a restart."""
    url = fresh_url(backend, tmp_path)
    async with (
        serving(tmp_path, database=url, **PLENTY) as app,
        player(app.url, "ann") as ann,
        player(app.url, "bob") as bob,
        player(app.url, "eve") as eve,
    ):
        live = await pair(ann, bob, LONG)
        for ply, kind in enumerate(FROM_PLAYER):
            for spoil in (hostile, odd):
                await fuzz(app.url, eve, kind, spoil)
            await (ann, bob)[ply % 2].play(live, ply, ply)
        failed = {text: await fail(ann, bob, text) for text in ODD}
    async with (
        serving(tmp_path, database=url, **PLENTY) as app,
        player(app.url, session=ann.welcome.session) as ann,
        player(app.url, session=bob.welcome.session) as bob,
    ):
        ply = len(FROM_PLAYER)
        await (ann, bob)[ply % 2].play(live, ply, ply)
        for text, match in failed.items():
            shown = await ann.ask(ShowMatch(0, match), Shown)
            ended = shown.events[-1]
            assert isinstance(ended, Ended)
            assert (ended.ending, ended.reason) == (Ending.FAILED, text.strip())
            check_export(shown, text)


def check_export(shown: Shown, text: str) -> None:
    """A game of a tournament that ended like this is told in every format, and reported."""
    place = FixtureSummary(Fixture("t", 1, 1, 1), ("ann", "bob"), "m", 1)
    result = result_of(place, shown.events)
    record = record_of(text.strip(), "gomoku", result)
    for name in ("json", "pgn", "sgf", "psq"):
        [again] = FORMATS[name].read(FORMATS[name].write(record))
        assert again == record
        assert read_result(again).reason == text.strip()
    assert "<script>alert" not in render([verdict("tictactoe", title=text)])


@pytest.mark.parametrize("text", ["a\nb", "\x00", "\x1b[2J\u202e", "\ud800"])
def test_what_an_older_server_tells_can_be_kept(text: str) -> None:
    """Its results may have any reason; a tournament of that time is resumed all the same."""
    match = new_match("tictactoe")
    [ended] = match.resign(0, 1.0, "failed")
    assert isinstance(ended, Ended)
    place = FixtureSummary(Fixture("t", 1, 1, 1), ("ann", "bob"), "m", 1)
    record = record_of(
        "The cup", "tictactoe", result_of(place, [*match.events[:-1], replace(ended, reason=text)])
    )
    assert record.from_json(record.to_json()) == record
