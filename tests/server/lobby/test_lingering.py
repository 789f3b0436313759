"""Which tables stand on after their matches."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.parts import Analysis, Policy, Terms
from protocol.replies import Done, Shown
from protocol.requests import Declare, Move, Resign, ShowMatch
from server.lobby import lingering
from server.lobby.lingering import MOST_OF_PLAYER, MOST_WEIGHT, LingeringMatches
from tests.server.players_over_sockets import pair, player
from tests.server.serving import serving

LONG = Terms("mnk:rows=25,cols=25,k=25")
NAMES = ("ann", "bob", "cat", "dan")
KEYS = count()


def ended(tables: LingeringMatches, names: tuple[str, str], many: int) -> list[str]:
    """So many matches of these two end; those whose tables go for it."""
    return [gone for _ in range(many) for gone in tables.add(f"match{next(KEYS)}", names, 9, 0)]


def test_two_who_play_on_and_on_keep_only_their_latest() -> None:
    """The earliest goes first."""
    tables = LingeringMatches()
    gone = ended(tables, ("ann", "bob"), MOST_OF_PLAYER + 30)
    assert len(gone) == 30
    assert len(tables) == len(tables.of("ann")) == len(tables.of("bob")) == MOST_OF_PLAYER


def test_who_plays_many_leaves_each_opponent_the_table() -> None:
    """As a bot does: they can still ask for a rematch."""
    tables = LingeringMatches()
    for n in range(1000):
        assert not tables.add(f"match{n}", ("bot", f"person{n}"), 9, 0)
    assert len(tables.of("bot")) == 1000
    assert tables.of("person0") == ("match0",)


def test_what_all_hold_is_bounded() -> None:
    """However many they are; the latest stands whatever it weighs."""
    tables, thought = LingeringMatches(), 10_000
    for n in range(1000):
        tables.add(f"match{n}", (f"a{n}", f"b{n}"), 17, thought)
    assert len(tables) == MOST_WEIGHT // (170 + thought)
    assert tables.of("a999") == ("match999",)
    assert tables.of("a0") == ()
    assert "match998" in tables.add("huge", ("ann", "bob"), MOST_WEIGHT, 0)
    assert len(tables) == 1


@pytest.fixture
def small() -> Iterator[None]:
    """Bounds that are reached soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lingering, "MOST_OF_PLAYER", 2)
        patch.setattr(lingering, "MOST_WEIGHT", 300)
        yield


MATCHES = st.lists(
    st.tuples(st.permutations(NAMES), st.integers(1, 20), st.none() | st.integers(0, 30))
)


@pytest.mark.usefixtures("small")
@given(MATCHES)
def test_nothing_is_held_of_what_has_gone(matches: list[tuple[list[str], int, int | None]]) -> None:
    """In whatever order tables come and go, also by themselves."""
    tables, standing = LingeringMatches(), dict[str, tuple[str, str]]()
    for n, (order, events, dropped) in enumerate(matches):
        standing[f"match{n}"] = names = (order[0], order[1])
        for gone in tables.add(f"match{n}", names, events, 0):
            del standing[gone]
        if dropped is not None:
            tables.drop(f"match{dropped}")
            standing.pop(f"match{dropped}", None)
        for name in NAMES:
            assert set(tables.of(name)) == {id for id, both in standing.items() if name in both}
        assert len(tables) == len(standing)
    for id in standing:
        tables.drop(id)
    assert (tables._of, tables._latest, tables._weight) == ({}, {}, 0)


async def test_a_server_holds_only_the_latest_and_tells_of_all(tmp_path: Path) -> None:
    """Two who begin, think at length and resign again and again."""
    analysis = Analysis(0.5, line=tuple(range(625)))
    matches = []
    async with (
        serving(tmp_path, burst=1000) as app,
        player(app.url, "ann") as ann,
        player(app.url, "bob") as bob,
    ):
        await ann.ask(Declare(0, Policy(capacity=2)), Done)
        for _ in range(MOST_OF_PLAYER + 5):
            match = await pair(ann, bob, LONG)
            await ann.ask(Move(0, match, 0, 0, analysis), Done)
            await bob.ask(Resign(0, match), Done)
            matches.append(match)
        await ann.settle()
        assert list(app.house.tables.all) == matches[5:]
        shown = [await ann.ask(ShowMatch(0, match), Shown) for match in matches]
        assert {len(each.events) for each in shown} == {3}
