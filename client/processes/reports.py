"""What a process of ours says as data, beside what it says to people on stderr.

Only where whoever started it has asked for it, by a variable of the environment: each report is a
line of JSON behind a record separator, as in RFC 7464, so that nothing else on stderr is taken for
one, and what was printed without an end of line does not spoil it.
"""

import json
import os
import sys
from typing import Any, TextIO

VARIABLE = "INAROW_REPORTS"
SEPARATOR = "\x1e"


def report(event: str, to: TextIO | None = None, **facts: object) -> None:
    """Say to whoever started us that this is so."""
    if os.environ.get(VARIABLE):
        text = json.dumps({"event": event, **facts})
        print(f"{SEPARATOR}{text}", file=to or sys.stderr, flush=True)


def split_report(line: str) -> tuple[str, dict[str, Any] | None]:
    """A line of stderr as what people read of it, and the report in it if there is one."""
    text, _, record = line.partition(SEPARATOR)
    try:
        facts = json.loads(record) if record else None
    except ValueError:
        facts = None
    return text, facts if isinstance(facts, dict) else None
