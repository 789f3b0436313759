"""What is written in the page is cleaned as texts are on the wire."""

import sys
import unicodedata

from protocol.texts import clean
from tests.web.node import Node

CLEANED = "(texts) => texts.map(m.clean)"


def test_every_character_is_taken_or_left_as_on_the_wire(node: Node) -> None:
    """What is seen stays, a line break becomes a space, and the rest goes."""
    known = (chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    texts = [f"a {each}{each} b" for each in known if unicodedata.category(each) in UNUSUAL]
    assert node.run("model/text.js", CLEANED, *texts) == list(map(clean, texts))


def test_a_text_is_cleaned_at_its_ends_too(node: Node) -> None:
    """And what is no character at all is replaced by one that says so."""
    texts = ["\n hello\r\n\tthere \u202e\n", "é ü 漢字 👩\u200d🚀 <b>", " \u200b ", "\ud800a"]
    told = ["hello there", "é ü 漢字 👩\u200d🚀 <b>", "", "\ufffda"]
    assert node.run("model/text.js", CLEANED, *texts) == told


UNUSUAL = {"Cc", "Cf", "Zl", "Zp", "Zs", "Mn", "Co", "So"}
