"""Tag pairs, `[Name "value"]`, one a line: for what a text format has no place of its own for."""

import re
from collections.abc import Mapping

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')


def write_tags(tags: Mapping[str, str]) -> str:
    return "".join(f'[{key} "{_escaped(value)}"]\n' for key, value in tags.items())


def read_tag(line: str) -> tuple[str, str] | None:
    """The name and the value without outer spaces, or None if the line is no tag pair."""
    found = _TAG.fullmatch(line.strip())
    if found is None:
        return None
    key, value = found.groups()
    return key, re.sub(r"\\(.)", r"\1", value).strip()


def read_tags(text: str) -> dict[str, str]:
    """All tag pairs in the text; other lines are passed over."""
    return dict(tag for line in text.split("\n") if (tag := read_tag(line)))


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
