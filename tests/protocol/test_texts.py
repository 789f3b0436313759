"""What a text may hold."""

import re
import sys
import unicodedata

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol.texts import SEEN, UNSEEN, Key, Line, Name, Text, clean

JOINERS = "\u200c\u200d"  # of emoji, and of some scripts


def test_what_is_unseen_is_decided_by_unicode() -> None:
    """Controls, formats and separators of lines but the joiners, and no character in use."""
    listed = set(re.findall(f"[{UNSEEN}]", "".join(map(chr, range(sys.maxunicode + 1)))))
    unseen = {
        char
        for char in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp") and char not in JOINERS
    }
    assert not unseen - listed
    assert {unicodedata.category(char) for char in listed - unseen} <= {"Cn"}


@pytest.mark.parametrize(
    "text",
    ["", "ann", "naïve 日本語", "שלום", "سلام", "👩‍👩‍👧", "नी‌ल", "{}'\"\\;<b>=1+1", "a\u00a0b"],
)
def test_what_people_write_passes(text: str) -> None:
    """Any script in either direction, emoji, and every sign on a keyboard."""
    assert re.search(SEEN, text)
    assert clean(text) == text


@given(st.text())
@example("a\nb")
@example("a\n")
@example("\ud800")
@example("\x00")
@example("\x1b[31mred")
def test_a_cleaned_text_passes_everywhere(text: str) -> None:
    """Whatever it was made of; and to clean it again changes nothing."""
    for kind, most in ((Name, 40), (Key, 100), (Line, 1000), (Text, 10_000)):
        cleaned = clean(text, most)
        packed = msgspec.msgpack.encode(cleaned)
        assert msgspec.msgpack.decode(packed, type=kind) == cleaned
        assert clean(cleaned, most) == cleaned


def test_lines_stay_apart_when_they_become_one() -> None:
    """A traceback can still be read, and it is cut to where it fits."""
    assert clean("ValueError:\r\n\tno\u2028move \x1b[1m") == "ValueError: no move [1m"
    assert clean("too long", 5) == "too l"
