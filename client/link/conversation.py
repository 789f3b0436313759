"""What clients need of whoever they play at: a server, or a table on this machine."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, Self

from client.link.resumption import Announcement
from client.link.wire import Link
from protocol.parts import LiveMatch, Player


class Conversation(Protocol):
    """Requests go one way and replies come back; what happens is iterated over."""

    @property
    def link(self) -> Link: ...

    @property
    def url(self) -> str: ...

    @property
    def going_to(self) -> str:
        """Another server, where this one has sent us."""

    @property
    def you(self) -> Player: ...

    @property
    def matches(self) -> tuple[LiveMatch, ...]:
        """Those that went on when we came."""

    @property
    def has_page(self) -> bool:
        """Whether browsers find a page at the same address."""

    @property
    def ask(self) -> Callable[..., Awaitable[Any]]:
        """The reply to a request."""

    def __aiter__(self) -> Self: ...

    async def __anext__(self) -> Announcement: ...
