"""What a bot tells about itself, on stderr: a line for a person, or JSON for a program."""

import json
import sys
from datetime import UTC, datetime
from typing import TextIO

FORMATS = ("text", "json")


class Log:
    def __init__(self, format: str = "text", to: TextIO | None = None) -> None:
        self._json = format == "json"
        self._to = to or sys.stderr

    def __call__(self, event: str, match: str = "", **facts: object) -> None:
        """*event* is a sentence; the facts are what a program may want out of it."""
        now = datetime.now(UTC)
        if self._json:
            whole = {"time": now.isoformat(), "event": event, "match": match, **facts}
            text = json.dumps({key: value for key, value in whole.items() if value != ""})
        else:
            told = " ".join(f"{key}={value}" for key, value in facts.items())
            words = [f"{now:%H:%M:%S}", f"[{match}]" if match else "", event, told]
            text = " ".join(word for word in words if word)
        print(text, file=self._to, flush=True)
