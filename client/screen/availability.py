"""The full-screen client, if it can be had, and what a terminal can show."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

from client.options import PlayOptions


def full_screen() -> Callable[[PlayOptions], int] | None:
    """What runs it; None, with a note, where what it needs is not installed."""
    try:
        run: Callable[[PlayOptions], int] = import_module("client.screen.app").run_app
    except ImportError as error:
        print(f"inarow: no full screen here ({error}), so it goes line by line", file=sys.stderr)
        return None
    return run


LOCALE = ("LC_ALL", "LC_CTYPE", "LANG")  # the first that is set says how text is encoded


def is_utf8(environment: Mapping[str, str], encoding: str) -> bool:
    """Whether the terminal shows more than ASCII: by its locale, and by what Python writes to it.

    Where no locale is set, or one that Python takes for UTF-8 by itself, what it writes decides.
    """
    named = next((environment[each] for each in LOCALE if environment.get(each)), "")
    _, _, charset = named.partition(".")
    said = charset.partition("@")[0].lower().replace("-", "")
    return encoding.lower().replace("-", "") == "utf8" and said in ("", "utf8")
