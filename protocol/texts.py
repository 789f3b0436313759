"""What a text may hold: one line of characters that can be seen, and only so many of them.

Control characters, line breaks, and what turns the text around it or is not seen at all serve only
who would deceive a database, a terminal, a table or a reader.
"""

import re
from typing import Annotated

import msgspec

from protocol.names import LONGEST_NAME

# The characters of the Unicode categories Cc, Cf, Zl and Zp, but for the two joiners, which emoji
# and some scripts need. Surrogates (Cs) are no part of any frame: UTF-8 cannot hold one alone.
UNSEEN = (
    "\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
)
ASCII_FIRST = "[ -~]*+"  # adds nothing, but takes a third of the time with what texts mostly are
SEEN = rf"^{ASCII_FIRST}[^{UNSEEN}]*\Z"  # not $, which Python also finds before a last line break

# Of a player; who goes on a little is told the rule, and not only a number.
Name = Annotated[str, msgspec.Meta(max_length=2 * LONGEST_NAME, pattern=SEEN)]
Key = Annotated[str, msgspec.Meta(max_length=100, pattern=SEEN)]  # of a match, a game, a secret
Url = Annotated[str, msgspec.Meta(max_length=300, pattern=SEEN)]  # of a server
Line = Annotated[str, msgspec.Meta(max_length=1000, pattern=SEEN)]  # a reason or a title
Text = Annotated[str, msgspec.Meta(max_length=10_000, pattern=SEEN)]  # what is said

BREAKS = "\x00-\x1f\x7f-\x9f\u2028\u2029"
_BREAK = re.compile(f" *[{BREAKS}][ {BREAKS}]*")
_UNSEEN = re.compile(f"[{UNSEEN}]+")
_ALONE = re.compile("[\ud800-\udfff]")


def count(number: float, thing: str, things: str = "") -> str:
    """`1 move`, `2 moves`, `9.3 seconds`, `1,200 games`."""
    digits = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{digits} {thing if number == 1 else things or thing + 's'}"


def clean(text: str, most: int = 1000) -> str:
    """The text as the types above take it: a line break becomes a space, what is unseen goes."""
    seen = _UNSEEN.sub("", _BREAK.sub(" ", text))
    return _ALONE.sub("\ufffd", seen).strip()[:most].rstrip()
