"""How the server tells somebody to come back later."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.closes import Close, try_again, wait_of
from protocol.requests import Hello
from tests.server.players_over_sockets import connected, player
from tests.server.serving import serving


@given(st.floats(0, 1e6), st.text())
def test_what_is_written_can_be_read(wait: float, why: str) -> None:
    """To a tenth of a second more: nobody who waits as told is turned away for it again."""
    read = wait_of(try_again(wait, why))
    assert read is not None
    assert -1e-6 < read - wait < 0.1 + 1e-6


@pytest.mark.parametrize(
    "reason", ["", "wait", "wait a s: no", "please wait 3 s: no", "wait -1 s: "]
)
def test_other_reasons_say_nothing_of_waiting(reason: str) -> None:
    """Whatever they look like."""
    assert wait_of(reason) is None


async def test_one_too_many_is_told_for_how_long(tmp_path: Path) -> None:
    """In the form that the page shows."""
    async with serving(tmp_path, connections_per_address=1) as app, player(app.url, "ann"):
        async with connected(app.url) as one:
            await one.send(Hello(0, "bob"))
            code, reason = await one.closed()
        assert code == Close.TRY_AGAIN_LATER
        assert wait_of(reason) == 5.0
