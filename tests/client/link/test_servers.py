"""Which of the servers of a cluster is tried next, and when."""

import pytest

from client.link.servers import Servers, split_urls

A, B, C = "ws://a", "ws://b", "ws://c"


def in_order(urls: list[str]) -> None:
    """No shuffling."""


def servers(*given: str, named: tuple[str, ...] = ()) -> Servers:
    """Which have welcomed us at the first of them."""
    all = Servers(given, in_order)
    all.arrived(named)
    return all


def tried(all: Servers, now: float = 0.0) -> list[str]:
    """Those that are tried up to the end of the round, each in vain."""
    urls = []
    while all.try_next(now):
        urls.append(all.url)
        all.hold(now)
    return urls


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        (A, (A,)),
        (f"{A},{B}", (A, B)),
        (f" {A}/ , {B},,{A}", (A, B)),
        ("", ("",)),
        (",", (",",)),
    ],
)
def test_several_stand_with_commas_between_them(text: str, urls: tuple[str, ...]) -> None:
    """Each counts once; what names none stays as it is, to be told of."""
    assert split_urls(text) == urls


def test_at_first_they_are_tried_as_they_were_given() -> None:
    """Each once."""
    all = Servers((A, B, C))
    assert [all.url, *tried(all)] == [A, B, C]
    assert not all.try_next(0.0)


def test_after_an_accident_the_same_one_is_tried_first() -> None:
    """It may well be there; then those that were given, then those that it has named."""
    all = servers(A, B, named=(B, C, "ws://d"))
    all.lose(leaving=False)
    assert tried(all) == [A, B, C, "ws://d"]


def test_one_that_leaves_is_tried_last() -> None:
    """It has said that it is not there any more."""
    all = servers(A, named=(B, C))
    all.lose(leaving=True)
    assert tried(all) == [B, C, A]


def test_those_named_before_are_forgotten_with_the_next_welcome() -> None:
    """They come and go; what was given stays."""
    all = servers(A, named=(B,))
    all.arrived((C,))
    assert all.known == (A, C)


def test_one_that_asks_for_patience_is_left_in_peace() -> None:
    """The others are tried meanwhile, and it when they were in vain, but not earlier."""
    all = servers(A, B)
    all.lose(leaving=False)
    assert all.try_next(0.0)
    all.hold(7.0)
    assert tried(all) == [B]
    assert all.begin_round(1.0) == 0.0
    assert all.url == B
    all.hold(9.0)
    assert not all.try_next(1.0)
    assert all.begin_round(2.0) == 5.0
    assert (all.url, tried(all, now=7.0)) == (A, [])


def test_one_that_is_no_server_at_all_is_not_tried_again() -> None:
    """Until we are welcome somewhere; if none of them is one, it is in vain."""
    all = servers(A, B)
    all.lose(leaving=False)
    for url in (A, B):
        assert all.try_next(0.0)
        assert all.url == url
        assert not all.in_vain
        all.hold(float("inf"))
    assert all.in_vain
    all.arrived(())
    assert not all.in_vain


@pytest.mark.parametrize(
    ("given", "known"), [("wss://a", ("wss://a", "wss://c")), (A, (A, B, "wss://c"))]
)
def test_nobody_is_led_from_an_encrypted_way_to_another(given: str, known: tuple[str]) -> None:
    """Whoever listens there would read the session; nor to anything that is no WebSocket."""
    assert servers(given, named=(B, "wss://c", "http://d", "")).known == known


def test_the_players_of_a_server_that_dies_spread_over_the_others() -> None:
    """Those that were given still before the others, which may be out of their reach."""
    all = Servers((A, B, C), list.reverse)
    all.arrived(("ws://d", "ws://e"))
    all.lose(leaving=True)
    assert tried(all) == [C, B, "ws://e", "ws://d", A]
