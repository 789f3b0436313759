"""Keys and clicks that come faster than what they set off is done: each waits for those before.

A screen that a key opens must be there before the next key is looked at, or that would be taken for
one of the screen before, or reach widgets that are not there yet.
"""

import asyncio
from collections import deque
from collections.abc import Iterator

from textual import events
from textual.app import App
from textual.message_pump import MessagePump

Typed = events.Key | events.Paste | events.MouseEvent
MOVED = (events.MouseMove, events.MouseScrollDown, events.MouseScrollUp)  # they set nothing off
# A key goes down to the widget that has the focus, and up again to whoever knows it; what that
# posts goes the same way: a text that was finished, to the line, from there to the screen.
ROUNDS = 4
PATIENCE = 1.0  # seconds for a round: whoever ends meanwhile answers no more


class TypeaheadApp(App[int]):
    """An app that looks at one key after the other."""

    def __init__(self) -> None:
        super().__init__()
        self._held: deque[Typed] = deque()
        self._passing: Typed | None = None  # whose turn it is
        self.settled = True  # nothing is held, and all is done that keys have set off

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, Typed) or event.is_forwarded or event is self._passing:
            await super().on_event(event)
            return
        self._held.append(event)
        if self.settled:
            self.settled = False
            self.run_worker(self._pass_on(), group="typeahead")

    async def _pass_on(self) -> None:
        """Let them through, one by one, for as long as there is a screen."""
        if not self.screen.is_mounted:
            await self._settle()
        while self._held and self.return_code is None:
            self._passing = self._held.popleft()
            await super().on_event(self._passing)
            if not isinstance(self._passing, MOVED):
                await self._settle()
        self.settled = True

    async def _settle(self) -> None:
        """Wait until all is done that was set off, in the app and where the focus is."""
        for _ in range(ROUNDS):
            try:
                async with asyncio.timeout(PATIENCE):
                    for pump in self._path():
                        done = asyncio.Event()
                        if pump.call_later(done.set):
                            await done.wait()
            except TimeoutError:
                pass

    def _path(self) -> Iterator[MessagePump]:
        """The way of a key: from the app to the focus, and from there to the app again."""
        yield self
        yield from (self.focused or self.screen).ancestors_with_self
