"""An event loop in which nobody waits: when nothing is to be done, it is as late as what is due."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

import pytest

CLOCKS = ("exchange", "lease", "membership")  # modules that look at the clock themselves
BEGINNING = 1000.0

Given = ParamSpec("Given")


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = BEGINNING
        super().__init__(_Jumping(self))

    def time(self) -> float:
        return self.now


class _Jumping(selectors.SelectSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        assert ready or timeout is not None, "everybody waits for what will never come"
        if timeout and not ready:
            self._loop.now += timeout
        return ready


def in_virtual_time(test: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """Run a test in no time, which goes by for it as it would."""

    @wraps(test)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> None:
        loop = VirtualLoop()
        with pytest.MonkeyPatch.context() as patch:
            for module in CLOCKS:
                patch.setattr(f"server.cluster.{module}.monotonic", loop.time)
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(test(*args, **kwargs))

    return run


def now() -> float:
    """Seconds since the test began."""
    return asyncio.get_running_loop().time() - BEGINNING


async def idle() -> None:
    """Until nothing is to be done but what time brings."""
    for _ in range(20):
        await asyncio.sleep(0)
