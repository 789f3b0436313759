"""How many cores this process may use: in a container, or by taskset, fewer than there are."""

import os
from collections.abc import Iterator
from contextlib import suppress
from math import ceil
from pathlib import Path

from protocol.texts import count

_GROUPS = Path("/sys/fs/cgroup")  # where Linux says what groups of processes may use
_OURS = Path("/proc/self/cgroup")


def usable_cores() -> int:
    """At least 1. A worker more than that only takes time from another."""
    return max(1, min(_allowed(), *_quotas(_OURS, _GROUPS)))


def crowded(workers: int) -> str:
    """What there is to say to who asks for so many workers; nothing, if each has a core."""
    cores = usable_cores()
    if workers <= cores:
        return ""
    has = count(cores, "core")
    return f"{count(workers, 'worker')} find less than {cores} would: this process may use {has}"


def _allowed() -> int:
    """The cores that the scheduler may put this process on."""
    if hasattr(os, "process_cpu_count"):  # from Python 3.13 on, also by the user's own word
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas(ours: Path, groups: Path) -> Iterator[int]:
    """For how many cores' time the groups allow that this process is in; 1 << 30 is no limit."""
    yield 1 << 30
    with suppress(OSError):
        for line in ours.read_text().splitlines():
            if line.startswith("0::/"):
                group = groups / line.removeprefix("0::/")
                yield from map(_quota, (group, *group.parents))


def _quota(group: Path) -> int:
    with suppress(OSError, ValueError):
        most, period = (group / "cpu.max").read_text().split()
        return ceil(int(most) / int(period))
    return 1 << 30
