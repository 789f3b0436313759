"""Things that are found by key and by tag."""

from hypothesis import given
from hypothesis import strategies as st

from server.tagged import Shelf

KEYS = st.sampled_from("abcde")
THINGS = st.tuples(st.sampled_from(("ann", "bob")), st.sampled_from(("ann", "cat", "dan")))


@given(st.lists(st.tuples(KEYS, st.none() | THINGS), max_size=40))
def test_a_tag_finds_what_looking_through_all_would_find(
    steps: list[tuple[str, tuple[str, str] | None]],
) -> None:
    """In the order in which it came, whatever was put and taken; and nothing stays behind."""
    shelf = Shelf[tuple[str, str]](lambda thing: thing)
    for key, thing in steps:
        if thing is None:
            shelf.take(key)
        else:
            shelf.put(key, thing)
        for tag in ("ann", "bob", "cat", "dan", "eve"):
            assert shelf.of(tag) == [each for each in shelf.items() if tag in each[1]]
    for key in "abcde":
        shelf.take(key)
    assert not shelf
    assert not shelf._tagged
