"""The option that says where to play: one server, or several that are a cluster."""

import argparse
import os
from collections.abc import Sequence
from typing import Any

LOCAL_SERVER = "ws://127.0.0.1:8765"
VARIABLE = "INAROW_SERVER"
IN_ENVIRONMENT = f"default: the environment's {VARIABLE}"
OR_LOCAL = f"{IN_ENVIRONMENT}, or {LOCAL_SERVER}"


class _Several(argparse.Action):
    """Each time that it is given adds to those before, but not to what stands by default."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, self.dest, self.default)
        given = [] if before is self.default else [before]
        setattr(namespace, self.dest, ",".join([*given, str(values)]))


def server_in_environment() -> str | None:
    return os.environ.get(VARIABLE) or None


def add_server_option(to: Any, default: str | None, about: str) -> None:
    to.add_argument(
        "--server",
        metavar="URL",
        action=_Several,
        default=default,
        help=f"of a cluster several, repeated or with commas between them ({about})",
    )
