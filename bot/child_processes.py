"""Processes of ours that leave signals to their parent, and do not outlive it.

Ctrl-C in a terminal, `timeout` and systemd signal a whole group of processes at once. What is to
happen then is for the parent to say, which may want to finish a match first.
"""

import atexit
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import parent_process, resource_tracker
from multiprocessing.process import BaseProcess

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Signals wait meanwhile, in processes that are started here until they leave them to us."""
    if not hasattr(signal, "pthread_sigmask"):  # on platforms without
        yield
        return
    resource_tracker.ensure_running()  # which would let signals through when it is first started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_signals_to_parent() -> None:
    """In a child: let signals pass by, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # To ignore it outright would be inherited by programs that a brain starts, and may want to end.
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def lead_a_group() -> None:
    """In a child: whatever it starts from now on ends with it, where there are such groups."""
    if hasattr(os, "setsid"):
        os.setsid()


def kill_with_all_it_started(child: BaseProcess) -> None:
    """From its parent."""
    if hasattr(os, "killpg") and child.pid is not None:
        with suppress(ProcessLookupError, PermissionError):  # it leads no group, or none any more
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()


def _leave_with_parent() -> None:
    """One that is deep in thought does not see that its pipe has closed."""
    parent = parent_process()
    assert parent is not None, "this is a child"
    parent.join()
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


@atexit.register
def _end_all() -> None:
    """Or else multiprocessing would ask them by SIGTERM to end, or wait until they have."""
    for child in multiprocessing.active_children():
        kill_with_all_it_started(child)
