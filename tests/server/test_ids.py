"""Ids of matches grow with time, and tell it."""

import pytest

from server.ids import age_of, new_match_id


@pytest.mark.parametrize("at", [0.0, 1.8e9, 887_503_680.0, 887_503_681.5])
def test_an_id_tells_how_old_it_is(at: float) -> None:
    """To the second; what is no id is of any age."""
    match = new_match_id(at)
    assert [age_of(match, at + later) for later in (0.0, 1.0, 3600.0)] == [0, 1, 3600]
    assert age_of("nothing", at) >= 0
