"""The full-screen client, if it can be had."""

import sys
from collections.abc import Callable
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
