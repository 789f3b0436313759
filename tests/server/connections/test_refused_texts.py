"""What is beyond its bounds is refused over the wire: the connection, and all else, stays."""

from pathlib import Path

import pytest

from protocol.codec import CODECS, Codec
from protocol.messages import FromPlayer
from protocol.parts import Analysis, Fault, Terms
from protocol.replies import Done, Refused, Welcome
from protocol.requests import Hello, ListResults, Move, Resign, ShowMatch
from server.app import App
from tests.server.players_over_sockets import connected, pair, player
from tests.server.serving import serving

HOSTILE = ("\x00", "a\nb", "\u202eba", "\x1b]0;a\x07", "x" * 100_000)
WRONG: list[FromPlayer] = [
    *(ShowMatch(0, text) for text in HOSTILE),
    *(ListResults(0, text) for text in HOSTILE),
    *(Resign(0, "", text) for text in HOSTILE),
]


@pytest.mark.parametrize("codec", CODECS.values(), ids=list(CODECS))
async def test_a_stranger_is_told_and_can_say_it_right(codec: Codec, app: App) -> None:
    """On the same connection."""
    async with connected(app.url, codec) as one:
        for text in HOSTILE:
            if len(text) < 10_000:
                refused = await one.refused(Hello(0, "ann", software=text))
                assert refused.code is Fault.OUT_OF_BOUNDS
                assert "`$.software`" in refused.text
        await one.ask(Hello(0, "ann"), Welcome)


@pytest.mark.parametrize("codec", CODECS.values(), ids=list(CODECS))
async def test_a_request_is_refused_and_the_match_goes_on(codec: Codec, tmp_path: Path) -> None:
    """Neither the database nor the opponent hears of it."""
    async with (
        serving(tmp_path, frame_bytes=2**20) as app,
        player(app.url, "ann", codec) as ann,
        player(app.url, "bob", codec) as bob,
    ):
        match = await pair(ann, bob, Terms("gomoku"))
        for request in (*WRONG, Move(0, match, 0, 3, Analysis(line=(0,) * 5400))):
            assert (await ann.refused(request)).code is Fault.OUT_OF_BOUNDS
        await ann.play(match, 0, 3)
        await bob.play(match, 1, 4)
        await ann.ask(Resign(0, match, "no\u200d more"), Done)


async def test_what_cannot_be_read_counts_as_a_request(tmp_path: Path) -> None:
    """To refuse is work, too."""
    async with (
        serving(tmp_path, requests_per_second=0.01, burst=3) as app,
        player(app.url, "ann") as ann,
    ):
        ids = [await ann.send(ShowMatch(0, "\x00")) for _ in range(4)]
        replies = [await ann.reply(id) for id in ids]
        codes = [reply.code for reply in replies if isinstance(reply, Refused)]
        assert codes == [Fault.OUT_OF_BOUNDS] * 3 + [Fault.TOO_FAST]
