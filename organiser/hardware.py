"""What the bots of an event run on, in a few words."""

import platform
import re
from contextlib import suppress
from functools import cache
from pathlib import Path

from bot.cores import usable_cores
from protocol.texts import clean

_MODEL = re.compile(r"^model name\s*:\s*(.+)$", re.MULTILINE)  # as Linux has it


@cache
def hardware() -> str:
    """`Linux 6.8.0 x86_64, 2 cores of AMD EPYC 7B13, Python 3.11.7`."""
    cores = usable_cores()
    many = f"{cores} core{'' if cores == 1 else 's'}"
    of = f" of {model}" if (model := _processor()) else ""
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return clean(f"{system}, {many}{of}, Python {platform.python_version()}")


def _processor() -> str:
    with suppress(OSError):
        if found := _MODEL.search(Path("/proc/cpuinfo").read_text(encoding="utf-8")):
            return found[1].strip()
    return platform.processor()
