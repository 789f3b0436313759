"""Things that are found by key and by tag."""

from hypothesis import given
from hypothesis import strategies as st

from server.indexed_dict import IndexedDict

KEYS = st.sampled_from("abcde")
THINGS = st.tuples(st.sampled_from(("ann", "bob")), st.sampled_from(("ann", "cat", "dan")))


@given(st.lists(st.tuples(KEYS, st.none() | THINGS), max_size=40))
def test_a_tag_finds_what_looking_through_all_would_find(
    steps: list[tuple[str, tuple[str, str] | None]],
) -> None:
    """In the order in which it came, whatever was put and taken; and nothing stays behind."""
    indexed = IndexedDict[tuple[str, str]](lambda thing: thing)
    for key, thing in steps:
        if thing is None:
            indexed.take(key)
        else:
            indexed.put(key, thing)
        for tag in ("ann", "bob", "cat", "dan", "eve"):
            assert indexed.of(tag) == [each for each in indexed.items() if tag in each[1]]
    for key in "abcde":
        indexed.take(key)
    assert not indexed
    assert not indexed._tagged
